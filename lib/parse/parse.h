// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * parse.h - the kernel's text becomes facts.
 *
 * A parser is pure: it takes bytes, calls the sink, and knows no field, unit or
 * domain. It allocates, opens and prints nothing. Rows and values point into the
 * text it was given, keys also into the hint or a table; else they live until the
 * sink returns, as a number does that the text says in another way (the CPUs of a
 * mask). Text may be cut, binary or hostile: what cannot be understood is reported
 * as a fault of its line, and the rest is still read.
 */
#pragma once

#include "base.h"

/* One part of a row's path: a span of the text, or an ordinal where names repeat. */
struct part {
	struct span name;
	unsigned ordinal;      /* used when name.p is NULL */
};

enum { FACT_PARTS = 3 };

/* One thing that the text says: in this row, this key has this value. */
struct fact {
	struct part row[FACT_PARTS];
	unsigned n_row;        /* 0: the text has one row only */
	bool escaped;          /* row names and value carry \040-style escapes */
	struct span key;       /* empty: the text is one value */
	struct span value;     /* trimmed; may be empty */
};

struct sink {
	void (*fact)(void *ctx, const struct fact *f);
	void (*fault)(void *ctx, unsigned line, int err); /* line from 1; err as -EBADMSG */
	void *ctx;
};

/* `hint` is the source's own, see each grammar; NULL where it takes none. */
typedef void parse_fn(struct span text, const char *hint, const struct sink *sink);

/* kv.c: a line "key value…" each, blanks or ':' between. */
parse_fn parse_kv;
/* scalar.c: the whole text is one value, key empty. */
parse_fn parse_scalar;
/* choice.c: "always [madvise] never": the word in brackets, else the whole text; key empty.
 * The whole list follows as key "choices" (brackets kept). */
parse_fn parse_choice;
/* columns.c: blank-separated numbers in one line; hint: their names in order. Fewer is fine, more are dropped. */
parse_fn parse_columns;
/* table.c: a line a row. hint: column names; the first is the row (escaped), "#" first: skip the heading line.
 * "-" is no fact. A column named "*" takes the rest of the line. */
parse_fn parse_table;
/* rows.c: "row key value…" a line; row escaped. What doors with odd-shaped rows write. */
parse_fn parse_rows;
/* tagged.c: "some avg10=0.00 total=1": key "some.avg10". */
parse_fn parse_tagged;

/* schedstat.c: /proc/schedstat, versions 15 to 17. Rows: a CPU, or a CPU and its domain. */
parse_fn parse_schedstat;
/* stat.c: /proc/stat. Rows: a CPU; all of them together have none. */
parse_fn parse_stat;
/* mountinfo.c: /proc/self/mountinfo. Rows: a mount's number; all is still escaped. */
parse_fn parse_mountinfo;
bool mountinfo_smb(struct span fstype);                /* a mount of the SMB client */
/* cifs_stats.c, cifs_debug.c: /proc/fs/cifs/Stats and DebugData. Rows: see there; the same in both. */
parse_fn parse_cifs_stats;
parse_fn parse_cifs_debug;

/*
 * names.c: names as mountinfo, fstab and cifs.conf write them, escaped, by what they mean: slashes may repeat and
 * end it, those of a share may be backslashes, a server's name is the same in capitals.
 */
bool path_same(struct span a, struct span b);
bool server_same(struct span a, struct span b);
bool unc_same(struct span a, struct span b);           /* //server/share/folder */
struct span unc_server(struct span source);            /* as it is written; empty: none */

/* fstab.c: the lines of fstab(5) that are no comment. Fields are as written; one that is not there is empty. */
struct fstab_line {
	unsigned no;           /* from 1; begin with 0 */
	struct span line;      /* without its end */
	struct span source, target, type, options;
};
bool fstab_next(struct span *rest, struct fstab_line *l);
bool fstab_smb(struct span type, bool *ret_helper);    /* an SMB mount; by the helper mount.TYPE.swsched */
bool fstab_mounts(const struct fstab_line *l, struct span source, struct span target); /* that share there; escaped */
parse_fn parse_fstab;
/* Options of a mount, parted by commas outside double quotes. `open`: its quotes do not close. */
struct mount_option {
	struct span text, name, value;
	bool open;
};
bool mount_option_next(struct span *rest, struct mount_option *ret);
bool mount_option_find(struct span options, const char *name, struct mount_option *ret); /* the last one, which counts */

/* cifs_conf.c: the lines of cifs.conf(5), all of them; and what it says of a mount. */
enum conf_scope { CONF_NONE, CONF_DEFAULT, CONF_SERVER, CONF_MOUNT }; /* ever more specific */
enum conf_what { CONF_OTHER, CONF_SECTION, CONF_VALUE, CONF_WRONG }; /* OTHER: blank, or a comment */
enum { CLOSETIMEO_MOST = (1 << 30) / 1000 };           /* in seconds, on a kernel of any HZ */
struct conf_walk {
	struct span rest;      /* at first the whole text */
	unsigned no;
	enum conf_scope scope;
	struct span name;
};
struct conf_item {
	enum conf_what what;
	unsigned no;           /* line, from 1 */
	struct span line;      /* with its end */
	enum conf_scope scope; /* of the section that it stands in or begins */
	struct span name;      /* of that section, escaped */
	struct span value;
	uint64_t seconds;      /* of a CONF_VALUE */
};
bool conf_next(struct conf_walk *w, struct conf_item *ret);
/* What is said for a mount, of the most specific section. Source and target are escaped. */
bool conf_find(struct span conf, struct span source, struct span target, struct conf_item *ret);
const char *conf_scope_name(enum conf_scope s);        /* "server" */
bool conf_same(enum conf_scope scope, struct span a, struct span b); /* two names in sections of that scope */
bool closetimeo_read(struct span text, uint64_t *ret_seconds); /* plain decimal, at most CLOSETIMEO_MOST */
bool closetimeo_option(struct span value, uint64_t *ret_seconds); /* as the kernel reads it: 010 is 8, 0x10 is 16 */
parse_fn parse_cifs_conf;

/* jsonl.c: what --jsonl writes. Rows: a table, or a table and a row of it; words keep quotes and escapes. */
parse_fn parse_jsonl;
bool json_word(struct span v, char *dst, struct span *ret_word); /* without them; dst holds v.n bytes */
bool json_number(struct span v, double *ret);

/* The list of grammars, for tests and the fuzzer. One parser may stand there with several hints. */
struct grammar {
	const char *name;
	parse_fn *parse;
	const char *hint;      /* one that makes sense for a test */
};
extern const struct grammar grammars[];
extern const size_t n_grammars;

/* line.c: for the grammars themselves. */
struct lines {
	struct span rest;
	unsigned no;           /* of the line last given, from 1 */
	unsigned faults;       /* lines skipped as such: what they opened or closed is not known */
};
/* The next line that is not blank, trimmed. One that was cut (no newline) or holds a NUL is a fault and skipped. */
bool lines_next(struct lines *l, const struct sink *sink, struct span *ret_line);
bool text_sound(struct span s);                        /* clean but for tabs */
void sink_fault(const struct sink *sink, unsigned line); /* -EBADMSG */
extern const struct sink sink_none;                    /* takes nothing: for a first walk through the text */
void sink_value(const struct sink *sink, struct span key, struct span value); /* in a text of one row */
void sink_row(const struct sink *sink, struct fact *row, struct span key, struct span value); /* in that row */
enum { KEY_MOST = 64 }; /* keys that are made are a dozen bytes or two */
/* A key of three pieces, made in `room`; false if it is longer than any of the kernel's. */
bool key_join(char room[KEY_MOST], struct span a, struct span b, struct span c, struct span *ret_key);

/* mask.c: "f,000000ff": CPUs in it; 0: none, or no mask. */
unsigned mask_weight(struct span mask);

/*
 * form.c: a line of prose with values in it, described by a form. In a form '#' stands for a whole number,
 * '%' for a word, '~' for any text up to the last place where what follows it stands; a blank for any run
 * of blanks, but before '~' for one; what is in [] may be missing; else it says what the line says.
 */
enum { FORM_HOLES = 6 };
struct flag {
	const char *word;      /* as the kernel writes it; may hold blanks */
	const char *key;
};
struct form {
	const char *text;
	const char *keys[FORM_HOLES]; /* one for each hole; NULL: its value is no fact */
	const struct flag *flags; /* words that may follow, up to one that is NULL; NULL: nothing may */
};
struct form_values {
	struct span at[FORM_HOLES]; /* p NULL: in a bracket that was not there */
	struct span rest;      /* behind the form: the flags */
};
bool form_read(const struct form *f, struct span line, struct form_values *ret_values);
bool form_begins(const struct form *f, struct span line); /* the words before the first hole are there */
/* Facts of the row in `at`: the values; of each flag 1, or 0 if it is not there. */
void form_facts(const struct form *f, const struct form_values *v, struct fact at, const struct sink *sink);

/*
 * ordinals.c: what tells rows apart that have no name of their own. Each is added in a first walk through the
 * text, then taken in a second; where there are more than a table holds, taking one is -E2BIG.
 *
 * Repeats are names that may occur more than once in their block: the ordinal is how many of the same are still
 * to come, 0 for the last, which is the oldest where the kernel adds new ones in front.
 */
enum { REPEATS_SLOTS = 1 << 13, REPEATS_MOST = REPEATS_SLOTS / 4 * 3 };
struct repeats {
	unsigned n, room;      /* names; slots that are used */
	struct repeat {
		uint64_t hash; /* of block and name; 0: free */
		unsigned left;
	} slots[REPEATS_SLOTS];
};
/* With room for a name in each line of the text; of what is not begun, no slot is touched. */
void repeats_begin(struct repeats *r, struct span text);
void repeats_add(struct repeats *r, unsigned block, struct span name);
int repeats_take(struct repeats *r, unsigned block, struct span name, unsigned *ret_ordinal);
/* In place of these two, where new ones come behind: how many of the same there were before, 0 for the first. */
int repeats_next(struct repeats *r, unsigned block, struct span name, unsigned *ret_ordinal);

/* Ranks: the ordinal of a number is how many are smaller. */
enum { RANKS_MOST = 4096 };
struct ranks {
	uint64_t ids[RANKS_MOST];
	unsigned n;
	bool over;
};
void ranks_begin(struct ranks *r);
void ranks_add(struct ranks *r, uint64_t id);
int ranks_take(const struct ranks *r, uint64_t id, unsigned *ret_ordinal);
