// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tell.c - runs of the workload as the rows of doors, a line each; "-" is what was not seen.
 *
 * @trial/rounds, of several runs:
 *	v4/2 v4 2 134 98 - 0 12853248 0 -
 * @trial/lists, of one:
 *	nonfull-64K v4 swap1 nonfull 65536 18 37339136 0 0 409600 0
 *
 * The columns are those that lib/domain/sources.c names.
 */
#include "sim.h"

/* ---- rounds added up ---- */

static uint64_t plus(uint64_t a, uint64_t b)
{
	return a == UNSEEN || b == UNSEEN ? UNSEEN : a + b;
}

struct round trial_sum(const struct trial *t)
{
	struct round sum = {0};

	for (unsigned i = 0; i < t->n_rounds; i++) {
		const struct round *r = &t->rounds[i];

		sum.swpout = plus(sum.swpout, r->swpout);
		sum.fallback = plus(sum.fallback, r->fallback);
		sum.zswpout = plus(sum.zswpout, r->zswpout);
		sum.swpin = plus(sum.swpin, r->swpin);
		sum.small_out = plus(sum.small_out, r->small_out);
		sum.left = plus(sum.left, r->left);
		sum.system_ns = plus(sum.system_ns, r->system_ns);
	}
	return sum;
}

/* As the tables have it; below 0: nothing was tried. */
static double round_share(const struct round *r)
{
	uint64_t whole = r->swpout + (r->zswpout == UNSEEN ? 0 : r->zswpout);
	uint64_t all = whole + r->fallback;

	return all ? (double)r->fallback / (double)all : -1;
}

double trial_share(const struct trial *t)
{
	const struct round sum = trial_sum(t);

	return round_share(&sum);
}

/* ---- words and numbers of a line ---- */

static void put_word(struct buf *out, const char *word)
{
	buf_char(out, ' ');
	buf_str(out, word && *word ? word : "-");
}

static void put_number(struct buf *out, uint64_t v)
{
	buf_char(out, ' ');
	if (v == UNSEEN)
		buf_char(out, '-');
	else
		buf_u64(out, v);
}

static void put_percent(struct buf *out, double share)
{
	if (share < 0)
		buf_str(out, " -");
	else
		buf_fmt(out, " %.4f", 100 * share);
}

/* "64K", "2M": a size that is a power of two. */
static void put_size(struct buf *out, uint64_t bytes)
{
	static const char suffixes[] = "KMGT";
	unsigned i = 0;

	for (bytes >>= 10; bytes >= 1024 && !(bytes & 1023) && i < 3; i++)
		bytes >>= 10;
	buf_u64(out, bytes);
	buf_char(out, suffixes[i]);
}

static uint64_t size_of(const struct trial *t, unsigned order)
{
	return t->work->page << order;
}

/* What a row is called begins with its trial and its device, where there are several. */
static void put_place(struct buf *out, const struct trial *t, bool several,
	const struct swap_target *target)
{
	if (several) {
		buf_str(out, t->name);
		buf_char(out, '/');
	}
	if (target && t->n_targets > 1) {
		buf_str(out, target->name);
		buf_char(out, '/');
	}
}

/* ---- rounds ---- */

static void put_counts(struct buf *out, const struct round *r)
{
	put_number(out, r->swpout);
	put_number(out, r->fallback);
	put_number(out, r->zswpout);
	put_number(out, r->swpin);
	put_number(out, r->small_out);
	put_number(out, r->left);
	put_number(out, r->system_ns);
}

static void tell_rounds(struct buf *out, const struct trial *t, bool several)
{
	for (unsigned i = 0; i < t->n_rounds; i++) {
		const struct round *r = &t->rounds[i];

		put_place(out, t, several, NULL);
		buf_u64(out, r->number);
		put_word(out, t->name);
		put_number(out, r->number);
		put_counts(out, r);
		buf_char(out, '\n');
	}
}

/* ---- runs ---- */

static int compare_shares(const void *a, const void *b)
{
	double x, y;

	memcpy(&x, a, sizeof(x));
	memcpy(&y, b, sizeof(y));
	return x < y ? -1 : x > y;
}

/* Of n sorted shares the least that so many percent do not exceed. */
static double share_at(const struct buf *shares, size_t n, unsigned percent)
{
	double share = -1;

	if (n)
		memcpy(&share, shares->p + ((n * percent + 99) / 100 - 1) * sizeof(share),
			sizeof(share));
	return share;
}

static void put_shares(struct buf *out, const struct trial *t)
{
	static const unsigned percents[] = {50, 90, 99, 100};
	struct buf shares = {0};
	uint64_t touched = 0;
	size_t n;

	for (unsigned i = 0; i < t->n_rounds; i++) {
		double share = round_share(&t->rounds[i]);

		touched += share > 0;
		if (share >= 0)
			buf_put(&shares, &share, sizeof(share));
	}
	put_number(out, touched);
	n = shares.n / sizeof(double);
	if (n)
		qsort(shares.p, n, sizeof(double), compare_shares);
	for (unsigned i = 0; i < COUNT_OF(percents); i++)
		put_percent(out, share_at(&shares, n, percents[i]));
	buf_free(&shares);
}

/* The device that took most of what went out whole. */
static const char *taker(const struct trial *t)
{
	const struct swap_target *most = NULL;

	for (unsigned i = 0; i < t->n_targets; i++)
		if (t->targets[i].folios != UNSEEN && t->targets[i].folios &&
			(!most || t->targets[i].folios > most->folios))
			most = &t->targets[i];
	return most ? most->name : NULL;
}

static void tell_runs(struct buf *out, const struct trial *t, bool several)
{
	struct round sum = trial_sum(t);

	(void)several;
	buf_str(out, t->name);
	put_word(out, t->kernel);
	put_number(out, t->work->folio);
	put_number(out, t->n_rounds);
	put_counts(out, &sum);
	put_shares(out, t);
	put_percent(out, t->predicted);
	put_word(out, taker(t));
	buf_char(out, '\n');
}

/* ---- devices ---- */

static void tell_targets(struct buf *out, const struct trial *t, bool several)
{
	for (unsigned i = 0; i < t->n_targets; i++) {
		const struct swap_target *d = &t->targets[i];

		put_place(out, t, several, NULL);
		buf_str(out, d->name);
		put_word(out, t->name);
		put_word(out, d->name);
		put_word(out, d->kind);
		put_number(out, i + 1);
		put_number(out, d->size);
		put_number(out, d->used);
		put_number(out, d->folios);
		put_number(out, d->small);
		put_number(out, d->refused);
		put_word(out, d->owner);
		buf_char(out, '\n');
	}
}

/* ---- clusters ---- */

/* Below 0: where it stands says nothing of folios. */
static int order_of(const struct cluster *c)
{
	return c->list == LIST_NONFULL || c->list == LIST_FRAG ? (int)c->order : -1;
}

/* What is added up of clusters. */
struct heap {
	uint64_t n, used, cached, bad, free, holes;
};

static void heap_add(struct heap *h, const struct cluster *c, unsigned order)
{
	h->n++;
	h->used += c->used;
	h->cached = plus(h->cached, c->cached);
	h->bad += c->bad;
	h->free += c->slots - c->used - c->bad;
	h->holes += c->holes[order];
}

static void put_heap(struct buf *out, const struct trial *t, const struct heap *h)
{
	put_number(out, h->used * t->work->page);
	put_number(out, h->cached == UNSEEN ? UNSEEN : h->cached * t->work->page);
	put_number(out, h->bad * t->work->page);
	put_number(out, h->free * t->work->page);
	put_number(out, h->holes);
}

static void put_order(struct buf *out, const struct trial *t, int order)
{
	put_number(out, order < 0 ? UNSEEN : size_of(t, (unsigned)order));
}

/* A list that is empty has no row. */
static void put_list(struct buf *out, const struct trial *t, bool several,
	unsigned target, enum list list, int order, const struct heap *h)
{
	if (!h->n)
		return;
	put_place(out, t, several, &t->targets[target]);
	buf_str(out, list_names[list]);
	if (order >= 0) {
		buf_char(out, '-');
		put_size(out, size_of(t, (unsigned)order));
	}
	put_word(out, t->name);
	put_word(out, t->targets[target].name);
	put_word(out, list_names[list]);
	put_order(out, t, order);
	put_number(out, h->n);
	put_heap(out, t, h);
	buf_char(out, '\n');
}

static void tell_lists(struct buf *out, const struct trial *t, bool several)
{
	for (unsigned i = 0; t->clusters && i < t->n_targets; i++) {
		/* Those of no order stand first. */
		struct heap heaps[N_LISTS][1 + HOLE_ORDERS] = {0};

		for (size_t j = 0; j < t->n_clusters[i]; j++) {
			const struct cluster *c = &t->clusters[i][j];

			heap_add(
				&heaps[c->list][1 + order_of(c)], c, work_order(t->work));
		}
		for (unsigned list = 0; list < N_LISTS; list++)
			for (int order = -1; order < HOLE_ORDERS; order++)
				put_list(out, t, several, i, (enum list)list, order,
					&heaps[list][1 + order]);
	}
}

static void tell_holes(struct buf *out, const struct trial *t, bool several)
{
	for (unsigned i = 0; t->clusters && i < t->n_targets; i++)
		for (unsigned order = 0; order < HOLE_ORDERS; order++) {
			const struct cluster *c = t->clusters[i];
			uint64_t holes = 0, slots = 0;

			for (size_t j = 0; j < t->n_clusters[i]; j++) {
				holes += c[j].holes[order];
				slots = c[j].slots > slots ? c[j].slots : slots;
			}
			if (slots >> order == 0)
				break; /* larger than a cluster */
			put_place(out, t, several, &t->targets[i]);
			put_size(out, size_of(t, order));
			put_word(out, t->name);
			put_word(out, t->targets[i].name);
			put_number(out, size_of(t, order));
			put_number(out, holes);
			put_number(out, holes * size_of(t, order));
			buf_char(out, '\n');
		}
}

static void tell_clusters(struct buf *out, const struct trial *t, bool several)
{
	for (unsigned i = 0; t->clusters && i < t->n_targets; i++)
		for (size_t j = 0; j < t->n_clusters[i]; j++) {
			const struct cluster *c = &t->clusters[i][j];
			struct heap h = {0};

			heap_add(&h, c, work_order(t->work));
			put_place(out, t, several, &t->targets[i]);
			buf_u64(out, c->number);
			put_word(out, t->name);
			put_word(out, t->targets[i].name);
			put_number(out, c->number);
			put_word(out, list_names[c->list]);
			put_order(out, t, order_of(c));
			put_heap(out, t, &h);
			buf_char(out, '\n');
		}
}

const struct tale_door tale_doors[N_TALES] = {
	[TALE_ROUNDS] = {"@trial/rounds", tell_rounds},
	[TALE_RUNS] = {"@trial/runs", tell_runs},
	[TALE_TARGETS] = {"@trial/targets", tell_targets},
	[TALE_LISTS] = {"@trial/lists", tell_lists},
	[TALE_HOLES] = {"@trial/holes", tell_holes},
	[TALE_CLUSTERS] = {"@trial/clusters", tell_clusters},
};

void tale_put(struct buf *out, enum tale which, const struct trial *trials, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		tale_doors[which].tell(out, &trials[i], n > 1);
}
