// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * domain.h - what swsched knows of the kernel, as tables; and the reading of their sources.
 */
#pragma once

#include "model.h"
#include "parse.h"
#include "sys.h"

/*
 * One source: a path below the root, with the grammar of its text. `*` in the path stands for part of
 * a row's name; `{}` for the key of each field asked for, one file each. A door's path begins with @.
 */
struct source {
	const char *path;
	parse_fn *parse;       /* NULL: nothing is read; that it is there makes its row, by what a star stood for */
	const char *hint;
	const char *row;       /* how a row is called: each * is what was caught, then the parser's parts; NULL: joined by '/' */
	const char *needs;     /* the privilege without which it cannot be read */
	/*
	 * What of the text names people, machines or processes, "part=kind …", for capture --redact: a column, a
	 * key, "row" (the first column), "unc" (\\server\share anywhere) or in prose the word before it; the kinds are
	 * those of cmd/redact.c.
	 */
	const char *names;
	const char *hz;        /* its key that tells the kernel's HZ, in which it counts */
	bool refuses;          /* "!EACCES" in the place of a value says why there is none */
};
extern const struct source sources[];
extern const size_t n_sources;
const struct source *source_find(const char *path);

extern const struct domain domain_swap, domain_llc, domain_cifs;
extern const struct domain domain_trial; /* of `swap test`, `swap sim` and `swap slots`; the domain's `more` */
extern const struct verb verb_before;    /* of domain_swap: what `swap test` meets; not a command by itself */
extern const struct domain *const domains[];
extern const size_t n_domains;
const struct domain *domain_find(struct span name);

/*
 * What a loop remembers from sample to sample, so that nothing is done again that has not changed. Zero-initialise;
 * memo_free() when done. The sample is the same as without one. The last two samples taken with it are good: they
 * borrow rows and words from it. One memo serves one loop, of one plan.
 */
struct memo {
	struct sample held[2]; /* the sample last taken in full, and the one before */
	unsigned at;           /* which of them is now */
	bool good;             /* it can be followed */
	unsigned failed, skip; /* times in a row that it was not; samples to let pass before the next attempt */
	bool clock;            /* the machine's own: its clocks are looked at */
	uint64_t shut;         /* sample_gates() */
	const struct plan *plan;
	const struct root *root;
	struct seen *seen;     /* all that was read for it, in order */
	unsigned n_seen, cap_seen;
	struct told *told;     /* what the old text of a file said */
	struct arena scratch;  /* the text being looked at */
	struct arena kept;     /* for as long as the memo */
};
void memo_free(struct memo *m);

/* Fills the sample from the root. `memo` NULL: none. Faults are kept in the sample; only a programming error is returned. */
int domain_take(const struct plan *p, struct root *r, struct memo *memo, struct sample *s);

/* ---- inside the room ------------------------------------------------------------------------- */

/* One text on its way into the sample. */
struct taking {
	struct root *root;
	struct sample *s;
	struct arena *arena;         /* for texts and names */
	struct memo *memo;           /* NULL: none */
	struct matches *matches;
	unsigned src;                /* of the plan */
	const struct wanted *wanted;
	const struct source *source;
	struct span host;            /* the text of "@host" */
	struct span caught[FACT_PARTS];
	unsigned n_caught;
	const char *path;            /* being read, for faults */
	const char *tail;            /* of the path, behind its last star */
	struct span key;             /* of "{}", in place of the text's own */
	struct part at[FACT_PARTS];  /* the row last joined, and how it is called */
	unsigned n_at;
	struct span row;
	bool read;                   /* something could be read */
	int err;                     /* why the last could not */
};

/* host.c: reads "@host" into the sample; its text, which lives in the sample's arena. */
struct span taking_host(struct root *r, struct sample *s, struct memo *memo);
int taking_all(const struct plan *p, struct root *r, struct memo *memo, struct sample *s);
struct span taking_row(struct taking *t, const struct fact *f);
struct span taking_value(struct taking *t, const struct fact *f);
bool taking_tells_hz(const struct taking *t, const struct fact *f);

/* memo.c: takes again, or in full; the rest is told to it while all is taken. */
int memo_take(struct memo *m, const struct plan *p, struct root *r, struct sample *s);
void memo_text(struct memo *m, const struct taking *t, const char *path, int err, struct span text);
void memo_folder(struct memo *m, struct root *r, const char *pattern); /* before it is listed */
void memo_host(struct memo *m, struct root *r, int err, struct span text);
/* retell.c: the new text of a source says what the old one said, but for numbers; these are put. False: it does not. */
struct told *told_new(struct arena *a);        /* what that needs, for as long as the memo */
bool memo_retell(struct memo *m, struct taking *t, struct span old, struct span new);
