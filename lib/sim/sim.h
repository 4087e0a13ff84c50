// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sim.h - the swap allocator's own experiment: its workload, and what is told of a run.
 *
 * The workload is that of the kernel's tools/mm/thp_swap_allocator_test.c: memory of large folios, with -s
 * also some of small pages, is swapped out, randomly brought back, thrown away and made anew, and swapped
 * out again. Its random numbers are those of the C library from seed 1, so the totals of a round are the
 * same wherever it runs. `swap test` does the steps on this machine, `swap sim` on a model.
 *
 * Pure: knows no kernel, opens nothing, asks no clock, allocates but through the arena and buffers.
 */
#pragma once

#include "base.h"

/* ---- random.c: the sequence of glibc's rand(), whatever the C library is ------------------------ */

enum { RANDOM_LAGS = 31 };

struct random {
	uint32_t lags[RANDOM_LAGS];
	unsigned at;
};

void random_begin(struct random *r, uint32_t seed);    /* as srand(seed); a program that never calls it has 1 */
uint32_t random_next(struct random *r);                /* 0 to 2^31 - 1 */

/* ---- steps.c: the workload as a sequence of steps ------------------------------------------------ */

struct work {
	bool aligned;          /* -a: what comes back does so in whole folios */
	bool small_too;        /* -s: small pages beside */
	uint64_t page;         /* bytes of a page */
	uint64_t folio;        /* --size, bytes of a folio: a power of two, more than a page */
	uint64_t mem, small;   /* --mem, --small: bytes of the two areas, whole folios and whole pages */
	uint64_t churn, small_churn; /* bytes drawn in a round: of each kind in the large area; in the small one */
	unsigned rounds;       /* -n */
	uint32_t seed;
};

/* The program's own: 64 KiB folios in 60 MiB, 4 MiB small, 16 and 1 MiB drawn, 100 rounds, seed 1. */
extern const struct work work_default;

/* Whether it can run at all; else what is wrong with it, as a clause that begins with an option. */
bool work_sound(const struct work *w, const char **ret_why);

enum act {
	ACT_FILL,              /* write all of the area; it was never written */
	ACT_BEGIN,             /* of a round: the counters are read */
	ACT_TOUCH,             /* write each range; what of it was swapped out comes back */
	ACT_RENEW,             /* throw each range away (MADV_DONTNEED), then write it: a new folio */
	ACT_OUT,               /* swap the area out (MADV_PAGEOUT) */
	ACT_END,               /* of a round: the counters are read again */
};

/* To be done to n ranges one after the other, each `unit` bytes long; the i-th begins at places[i] * unit. */
struct step {
	enum act act;
	bool small;            /* which area */
	uint64_t unit;         /* the whole area where that is the range */
	unsigned n;
	const uint32_t *places; /* of the struct steps: good until the next step */
	unsigned round;        /* from 1; 0: the warm-up before them */
};

/*
 * Where the sequence is. To do it live: steps_begin(), then while (steps_next()) do what the step says. What is
 * drawn at random comes in steps of so many ranges at a time: one after the other they are the phase.
 */
enum { STEP_RANGES = 1024 };
struct steps {
	const struct work *work;
	struct random random;
	unsigned round, at;    /* the phase of the round */
	uint64_t drawn;        /* ranges of the phase so far */
	uint32_t places[STEP_RANGES];
};

void steps_begin(struct steps *s, const struct work *w); /* borrows the work */
bool steps_next(struct steps *s, struct step *ret_step); /* false: it is over */

/* ---- what was seen ------------------------------------------------------------------------------- */

#define UNSEEN UINT64_MAX      /* in place of a number: not counted, or not to be had */

/* What the counters of a round moved by. */
struct round {
	unsigned number;       /* from 1 */
	uint64_t swpout, fallback; /* folios of the size that went out whole, that were split for it */
	uint64_t zswpout;      /* folios that zswap took whole */
	uint64_t swpin;        /* folios of the size that came back whole */
	uint64_t small_out;    /* bytes that went out in single pages */
	uint64_t left;         /* bytes that found no slot and stayed in memory */
	uint64_t system_ns;    /* time in the kernel */
};

/* A swap device as the workload met it. */
struct swap_target {
	const char *name;      /* a word: "64M", "/dev/zram0" */
	const char *kind;      /* "block", "rotational", "file" */
	uint64_t size, used;   /* bytes at the end */
	uint64_t folios;       /* that it took whole, in the rounds */
	uint64_t small;        /* bytes that it took in single pages */
	uint64_t refused;      /* folios that were split since it had no place for them */
	const char *owner;     /* "sure", "assumed": whether the clusters are its own; NULL: no question */
};

/* Where a cluster stands. What only the kernel knows of its lists is seen from outside as "part". */
enum list { LIST_FREE, LIST_NONFULL, LIST_FRAG, LIST_FULL, LIST_DISCARD, LIST_NONE, LIST_PART, N_LISTS };
extern const char *const list_names[N_LISTS];

enum { HOLE_ORDERS = 16 };     /* more than any kernel has */

struct cluster {
	uint64_t number;       /* from 0 */
	enum list list;
	unsigned order;        /* of the folios that it is for; meaningless when free, full of none, or only seen */
	bool ordered;          /* the order means something */
	unsigned slots, used, cached, bad; /* pages: all, in use, of these in the swap cache only, never usable */
	unsigned holes[HOLE_ORDERS]; /* free places, one for each order: aligned ranges of that size */
};

/*
 * cluster.c: counts the free aligned places of every order below `orders` in a map of slots, a bit for each
 * that is taken or bad, 64 to a word from the lowest bit; slots are a multiple of 64.
 */
void cluster_holes(struct cluster *c, const uint64_t *taken, unsigned slots, unsigned orders);

/* One run of the workload. Names are words, with blanks as /proc/swaps writes them (\040); NULL: none. */
struct trial {
	const char *name;      /* "v4"; "live" */
	const char *kernel;    /* which kernels that is: "6.12-6.13", or the release of this one */
	const struct work *work;
	const struct round *rounds;
	unsigned n_rounds;
	const struct swap_target *targets; /* in the order in which they are tried */
	unsigned n_targets;
	const struct cluster *const *clusters; /* at the end, one array a target; NULL: not asked for */
	const size_t *n_clusters;
	double predicted;      /* share of fallback that a model said; below 0: none did */
};

/* ---- tell.c: a run becomes text ------------------------------------------------------------------ */

/*
 * Rows for the tables of `swap test`, `swap sim` and `swap slots`: the texts of the doors "@trial/rounds" and so
 * on, in the columns that lib/domain/sources.c names. `n` is how many trials there are: a row of several begins
 * with the name of its trial, as in "v4/17".
 */
enum tale { TALE_ROUNDS, TALE_RUNS, TALE_TARGETS, TALE_LISTS, TALE_HOLES, TALE_CLUSTERS, N_TALES };
struct tale_door {
	const char *path;      /* "@trial/rounds" */
	void (*tell)(struct buf *out, const struct trial *t, bool several);
};
extern const struct tale_door tale_doors[N_TALES];
void tale_put(struct buf *out, enum tale which, const struct trial *trials, unsigned n);

/* The share of a round that fell back, as the mail and the tables have it; below 0: nothing was tried. */
double round_share(const struct round *r);

/* mail.c: a line a round as the kernel's program prints it, and as KTAP. Each can be written while it runs. */
void mail_round(struct buf *out, const struct round *r);
void mail_trials(struct buf *out, const struct trial *trials, unsigned n);
void ktap_begin(struct buf *out, unsigned rounds);
void ktap_round(struct buf *out, const struct round *r); /* not ok: something fell back */
void ktap_end(struct buf *out, const struct trial *t);   /* the totals */
void ktap_trials(struct buf *out, const struct trial *trials, unsigned n); /* of several: a subtest each */
