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
void random_fill(struct random *r, uint32_t *ret_numbers, unsigned n); /* the next n */

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

unsigned work_order(const struct work *w); /* of its folios: so many times a page is doubled */

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
	unsigned order;        /* of the folios that it is for; means something on the lists nonfull and frag only */
	unsigned slots, used;  /* pages: all, in use */
	uint64_t cached;       /* of these, that only the swap cache holds: of no page any more, or not yet; UNSEEN */
	unsigned bad;          /* pages never usable */
	unsigned holes[HOLE_ORDERS]; /* free places, one for each order: aligned ranges of that size */
};

/*
 * cluster.c: counts the free aligned places of every order below `orders` in a map of slots, a bit for each
 * that is taken or bad, 64 to a word from the lowest bit; slots are a multiple of 64.
 */
void cluster_holes(struct cluster *c, const uint64_t *taken, unsigned slots, unsigned orders);
/* The aligned groups of 2^order slots of one such word of which none is taken, each by its lowest bit; order: 6 at most. */
uint64_t cluster_places(uint64_t taken, unsigned order);

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

/* All rounds of the run together; what one of them did not see is UNSEEN. */
struct round trial_sum(const struct trial *t);
/* The share that fell back of all that was tried in the run; below 0: nothing was. */
double trial_share(const struct trial *t);

/* mail.c: a line a round as the kernel's program prints it, and as KTAP. Each can be written while it runs. */
void mail_round(struct buf *out, const struct round *r);
void mail_trials(struct buf *out, const struct trial *trials, unsigned n);
void ktap_begin(struct buf *out, unsigned rounds);
void ktap_round(struct buf *out, const struct round *r); /* not ok: something fell back */
void ktap_end(struct buf *out, const struct trial *t);   /* the totals */
void ktap_trials(struct buf *out, const struct trial *trials, unsigned n); /* of several: a subtest each */

/* ---- the model: memory, the devices, and the kernel's allocator between them ---------------------- */

/* Which kernel's allocator. v3 and v4 were proposed in mail; v4 is what the mail's figures are of. */
enum allocator { ALLOCATOR_6_10, ALLOCATOR_V3, ALLOCATOR_V4, ALLOCATOR_6_12, ALLOCATOR_6_14, ALLOCATOR_6_18, N_ALLOCATORS };
extern const char *const allocator_names[N_ALLOCATORS];   /* "6.10", "v3", … */
extern const char *const allocator_kernels[N_ALLOCATORS]; /* "6.10-6.11", "-" for what no kernel had */

struct model_device {
	const char *name;      /* see struct trial */
	uint64_t size;         /* bytes; the first page is the header's */
	bool rotational, file;
	bool discard;          /* a cluster that falls free is discarded before it is used again */
};

struct setup {
	enum allocator allocator;
	const struct model_device *devices; /* in the order in which they are tried: by priority */
	unsigned n_devices;
	bool zswap;            /* takes every page, and where the kernel can (6.13), every folio whole */
	bool large_swapin;     /* a folio whose slots lie together comes back whole (6.12) */
	bool slot_cache;       /* single slots are taken and given back in batches (up to 6.14), as on 2 CPUs */
};

enum { MODEL_PAGE = 4096, MODEL_DEVICES = 8 };
#define MODEL_DEVICE_MOST ((uint64_t)1 << 40)
#define MODEL_MEMORY_MOST ((uint64_t)1 << 36)

/* Whether the model can play it; else what is wrong, as a clause that begins with an option. */
bool model_sound(const struct work *w, const struct setup *s, const char **ret_why);

/*
 * Plays the workload on one CPU. All that the trial points to is in the arena, or is the caller's (the work and the
 * names of the devices). Nothing is allocated once the workload runs.
 */
void model_run(struct arena *a, const struct work *w, const struct setup *s, struct trial *ret_trial);

/* ---- inside the room: the devices of the model ---------------------------------------------------- */

enum {
	CLUSTER_SLOTS = 512,   /* pages of a PMD */
	CLUSTER_WORDS = CLUSTER_SLOTS / 64,
	PMD_ORDER = 9,
	CLUSTER_ORDERS = PMD_ORDER + 1,
	NO_CLUSTER = UINT32_MAX,
};

struct chain {                 /* clusters, by number */
	uint32_t head, tail;
};

/* A cluster. What the kernel calls its flags is `list`; that it belongs to an order holds while it is used. */
struct pile {
	uint32_t next, prev;
	uint16_t used;         /* slots, with those never to be used */
	uint16_t list;         /* enum list */
	uint16_t order;
	uint16_t tight;         /* it has no place for folios of this order and above: seen, and nothing was freed since */
};

/* A device. Slots are numbered from 0, which is never given out, so 0 is none. */
struct store {
	enum allocator allocator;
	bool file, rotational, discards;
	unsigned still_taking, still_putting; /* a bit for each list that a cluster stays on when a slot is had or freed */
	uint32_t n_clusters, n_free; /* n_free: slots */
	uint64_t *taken;       /* a bit a slot: in use, or never to be used */
	uint64_t *cached;      /* of these, used by the swap cache only; n_cached: how many */
	bool frees_cached;     /* and when slots are short, that page is let go */
	uint32_t n_cached;
	struct pile *piles;
	struct chain free, full, discard, nonfull[CLUSTER_ORDERS], frag[CLUSTER_ORDERS];
	uint32_t next[CLUSTER_ORDERS]; /* where to go on for an order; 0: nowhere */
	uint32_t scan;         /* where the linear search of single slots was last */
	uint32_t slots;
	uint64_t folios, small, refused;
};

/* store.c */
void store_begin(struct store *s, struct arena *a, const struct setup *setup, const struct model_device *d);
uint32_t store_get(struct store *s, unsigned order); /* 0: no place */
void store_put(struct store *s, uint32_t slot);

/*
 * The same for single slots, as long as the cluster stays where it is: this is done a million times a run. Those that
 * come next, a bit each from `base` on; none: it is not so easy, store_get() is to be asked. They are taken from the
 * lowest on, and store_take_singles() is told which were.
 */
struct free_slots {
	uint64_t bits;
	uint32_t base;
	bool linear;           /* found by the search of 6.10, which passes over the slot behind each that it takes */
};

static inline struct free_slots store_singles(const struct store *s)
{
	bool linear = s->allocator == ALLOCATOR_6_10 && !s->next[0] &&
		      s->free.head == NO_CLUSTER && s->discard.head == NO_CLUSTER;
	uint32_t from = linear ? s->scan + 1 : s->next[0], word = from / 64;
	const struct pile *p = &s->piles[from / CLUSTER_SLOTS];
	unsigned most;
	uint64_t free;

	if (!from || from >= s->slots || !(s->still_taking >> p->list & 1))
		return (struct free_slots){0};
	free = ~s->taken[word] >> from % 64 << from % 64;
	while (!free && (word + 1) % CLUSTER_WORDS)
		free = ~s->taken[++word];
	/* The last slot of a cluster ends the cursor, and the last free one its being on that list. */
	if ((word + 1) % CLUSTER_WORDS == 0)
		free &= ~(uint64_t)0 >> 1;
	most = CLUSTER_SLOTS - 1u - p->used;
	if (free && most < 64 && (unsigned)__builtin_popcountll(free) > most)
		free ^= (uint64_t)1 << (63 - __builtin_clzll(free));
	return (struct free_slots){free, word * 64, linear};
}

/* The lowest of the free slots, which is one no more. */
static inline uint32_t free_slots_take(struct free_slots *f, uint64_t *got, bool linear)
{
	uint64_t bit = f->bits & -f->bits;

	f->bits &= linear ? ~(bit | bit << 1) : f->bits - 1;
	*got |= bit;
	return f->base + (uint32_t)__builtin_ctzll(bit);
}

static inline void store_take_singles(struct store *s, const struct free_slots *f, uint64_t got, unsigned n)
{
	uint32_t last = f->base + 63 - (unsigned)__builtin_clzll(got);

	s->taken[f->base / 64] |= got;
	s->piles[f->base / CLUSTER_SLOTS].used += n;
	s->n_free -= n;
	*(f->linear ? &s->scan : &s->next[0]) = last + 1;
}

void store_put_all(struct store *s, const uint32_t *slots, unsigned n); /* in that order */

void store_cache(struct store *s, uint32_t slot); /* only the swap cache uses it from now on */
void store_uncache(struct store *s, uint32_t slot); /* a page uses it again, or for the first time */
struct cluster *store_clusters(const struct store *s, struct arena *a); /* as they stand, n_clusters of them */

/* What the allocators are made of. */
void store_move(struct store *s, uint32_t cluster, enum list list, unsigned order); /* to the tail of that list */
/* The first place of the order from this slot to the end of its cluster; slots of the cache are let go for it. */
uint32_t store_find(struct store *s, uint32_t from, unsigned order);
void store_take(struct store *s, uint32_t slot, unsigned order); /* a cluster's first taker decides its order */
/*
 * Of clusters from the head of a chain to this one: none is known to have a place for the order, and all have gone to
 * the end, as if each had been tried in turn. False: they are to be tried.
 */
bool store_pass(struct store *s, struct chain *c, uint32_t last, unsigned order);
bool store_flush(struct store *s); /* what waits for its discard falls free; false: nothing did */
void store_reclaim(struct store *s); /* above half use: the cached slots of one full cluster */
/* alloc_empty.c, alloc_listed.c, alloc_isolated.c: the allocators; 0: no place. */
uint32_t alloc_empty(struct store *s, unsigned order);
uint32_t alloc_listed(struct store *s, unsigned order);
uint32_t alloc_isolated(struct store *s, unsigned order);
uint32_t isolated_next(struct store *s, unsigned order); /* only where its cursor is */

/* Where a page went: a device and its slot, 0 for nowhere. */
enum { ENTRY_SLOTS = 28, SLOT_BATCH = 64 };

/* devices.c: all devices, and the batches of single slots before them. */
struct devices {
	enum allocator allocator;
	struct store *stores;
	unsigned n;
	unsigned current[CLUSTER_ORDERS]; /* 6.18: the device that an order's cursor is on */
	bool batches, active;  /* the slot cache: there is one, it is in use just now */
	uint32_t ready[SLOT_BATCH], back[SLOT_BATCH]; /* slots to give out, slots that came back */
	unsigned n_ready, at_ready, n_back;
};

void devices_begin(struct devices *d, struct arena *a, const struct setup *s);
uint32_t devices_get(struct devices *d, unsigned order);
void devices_put(struct devices *d, uint32_t entry);

/* As above. Only a first device that is gone on with is taken from without a look at the others. */
static inline bool devices_easy(const struct devices *d)
{
	return !d->batches && !d->current[0];
}

void devices_put_all(struct devices *d, const uint32_t *entries, unsigned n);
