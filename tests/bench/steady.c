// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * steady.c - what one more sample costs in a running loop.
 *
 *   steady DOMAIN SAMPLES
 *
 * Plans the default columns of the domain's first verb, as the command does, and takes and reckons
 * samples of this machine without a pause. Prints, of the samples after the warm-up: microseconds in
 * read calls and outside of them (medians), allocations, chunks the arenas asked for, and
 * read calls and opens of one sample.
 */
#include "domain.h"

#include <time.h>

enum { WARM_UP = 20, MAX_SAMPLES = 10000 };

void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t n);

static unsigned long allocations;

/* Counting stand-ins for the allocator, so that none of the loop's calls can hide. */
void *malloc(size_t n)
{
	allocations++;
	return __libc_malloc(n);
}

void *calloc(size_t n, size_t size)
{
	allocations++;
	return __libc_calloc(n, size);
}

void *realloc(void *p, size_t n)
{
	allocations++;
	return __libc_realloc(p, n);
}

static void must(int err, struct span why, const char *what)
{
	if (err >= 0)
		return;
	fprintf(stderr, "steady: %s: %s %.*s\n", what, strerror(-err), (int)why.n, why.p);
	exit(1);
}

static struct verdicts *plan_verb(struct plan *p, const struct domain *d, const struct verb *v)
{
	struct span why = SPAN_EMPTY;
	struct verdicts *verdicts;
	uint32_t tables = 0;

	plan_begin(p, d);
	for (size_t i = 0; i < v->n_panes; i++) {
		const struct pane *pane = &v->panes[i];
		struct span cols = span_z(pane->cols), name;

		if (pane->apart)
			continue;
		tables |= 1u << plan_shape(p, span_z(pane->row));
		while ((name = span_word(&cols)).n)
			must(plan_want(p, pane->row, name, &why), why, "column");
	}
	must(verdicts_begin(p, v, tables, false, &verdicts, &why), why, "verdicts");
	plan_done(p);
	return verdicts;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double *v, int n)
{
	qsort(v, n, sizeof(*v), by_value);
	return v[n / 2];
}

int main(int argc, char **argv)
{
	static double inside[MAX_SAMPLES], outside[MAX_SAMPLES];
	static struct sample taken[2], out;
	int n = argc == 3 ? (int)strtol(argv[2], NULL, 10) : 0;
	const struct domain *d = argc == 3 ? domain_find(span_z(argv[1])) : NULL;
	struct root_cost first = {0}, last;
	unsigned long allocated = 0, grown = 0;
	struct plan plan;
	struct root *root;

	if (!d || n < 1 || n > MAX_SAMPLES) {
		fputs("usage: steady DOMAIN SAMPLES\n", stderr);
		return 2;
	}
	plan_verb(&plan, d, &d->verbs[0]);
	must(root_open(NULL, ROOT_KEEP, &root), SPAN_EMPTY, "root");

	for (int i = -WARM_UP; i < n; i++) {
		struct sample *now = &taken[i & 1], *before = &taken[~i & 1];
		struct root_cost from = root_cost(root), to;
		uint64_t start = clock_mono_ns();

		if (i == 0) {
			first = from;
			allocated = allocations;
			grown = taken[0].arena.grown + taken[1].arena.grown + out.arena.grown;
		}
		must(domain_take(&plan, root, now), SPAN_EMPTY, "take");
		sample_reckon(&plan, i == -WARM_UP ? NULL : before, now, &out);
		to = root_cost(root);
		if (i < 0)
			continue;
		inside[i] = (to.ns - from.ns) / 1e3;
		outside[i] = (clock_mono_ns() - start) / 1e3 - inside[i];
	}
	last = root_cost(root);
	allocated = allocations - allocated;
	grown = taken[0].arena.grown + taken[1].arena.grown + out.arena.grown - grown;
	printf("inside %.1f outside %.1f allocations %lu chunks %lu reads %.2f opens %.2f\n",
		median(inside, n), median(outside, n), allocated, grown,
		(double)(last.reads - first.reads) / n, (double)(last.opens - first.opens) / n);
	return 0;
}
