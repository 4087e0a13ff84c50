// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * steady.c - what one more sample costs in a running loop.
 *
 *   steady DOMAIN SAMPLES [all] [PAUSE_MS]
 *
 * Plans the default columns of the domain's first verb, as the command does, or all fields of its tables, as JSON
 * does, and takes and reckons samples of this machine. Prints, of the samples after the warm-up: microseconds
 * that the kernel took to answer and the rest (medians), allocations, chunks the arenas asked for, and of one
 * sample the read calls, descriptors opened, and other calls.
 *
 * To look at the clock before and after each call takes a good part of the rest itself. Of each pair of looks one
 * falls between and one without, so what a look takes is taken off both.
 */
#include "loop.h"

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

static unsigned long chunks(const struct loop *l)
{
	return l->taken[0].arena.grown + l->taken[1].arena.grown + l->out.arena.grown +
	       l->memo.held[0].arena.grown + l->memo.held[1].arena.grown + l->memo.scratch.grown + l->memo.kept.grown;
}

/*
 * The first half of the warm-up sees everything change, so that each of the arenas that a loop uses in turn, of what
 * is followed, of what is not and of what is let pass, has had its memory before it is counted.
 */
static void unsettle(struct loop *l, int round)
{
	if (round < -WARM_UP / 2)
		l->memo.good = false;
	else if (round == -WARM_UP / 2)
		l->memo.failed = l->memo.skip = 0;
}

static void pause_ms(long ms)
{
	struct timespec t = {ms / 1000, ms % 1000 * 1000000};

	if (ms)
		nanosleep(&t, NULL);
}

/* Nanoseconds that one look at the clock adds: the median of some runs. */
static double clock_cost(void)
{
	enum { RUNS = 101, LOOKS = 1000 };
	static double cost[RUNS];

	for (int i = 0; i < RUNS; i++) {
		uint64_t from = clock_mono_ns();

		for (int k = 0; k < LOOKS; k++)
			clock_mono_ns();
		cost[i] = (double)(clock_mono_ns() - from) / LOOKS;
	}
	return median(cost, RUNS);
}

static unsigned long calls(const struct root_cost *to, const struct root_cost *from)
{
	return to->reads + to->opens + to->others - from->reads - from->opens - from->others;
}

int main(int argc, char **argv)
{
	static double inside[MAX_SAMPLES], outside[MAX_SAMPLES];
	static struct loop l;
	int n = argc >= 3 ? (int)strtol(argv[2], NULL, 10) : 0;
	bool all = argc >= 4 && !strcmp(argv[3], "all");
	long pause = argc >= 4 + all ? strtol(argv[3 + all], NULL, 10) : 0;
	const struct domain *d = argc >= 3 ? domain_find(span_z(argv[1])) : NULL;
	struct root_cost first = {0}, from, to = {0};
	unsigned long allocated = 0, grown = 0;
	double look = clock_cost();
	struct plan plan;

	if (!d || n < 1 || n > MAX_SAMPLES || argc > 4 + all) {
		fputs("usage: steady DOMAIN SAMPLES [all] [PAUSE_MS]\n", stderr);
		return 2;
	}
	plan_verb(&plan, d, &d->verbs[0], all);
	must(root_open(NULL, ROOT_KEEP | ROOT_MEASURE, &l.root), SPAN_EMPTY, "root");
	for (int i = -WARM_UP; i < n; i++) {
		uint64_t start;
		double whole;

		if (i == 0) {
			allocated = allocations;
			grown = chunks(&l);
			first = root_cost(l.root);
		}
		unsettle(&l, i);
		pause_ms(pause);
		from = root_cost(l.root);
		start = clock_mono_ns();
		loop_step(&l, &plan);
		whole = clock_mono_ns() - start - look;
		to = root_cost(l.root);
		if (i < 0)
			continue;
		inside[i] = (to.ns - from.ns - look * calls(&to, &from)) / 1e3;
		outside[i] = (whole - look * calls(&to, &from)) / 1e3 - (to.ns - from.ns) / 1e3;
	}
	printf("inside %.1f outside %.1f allocations %lu chunks %lu reads %.2f opens %.2f others %.2f\n",
		median(inside, n), median(outside, n), allocations - allocated, chunks(&l) - grown,
		(double)(to.reads - first.reads) / n, (double)(to.opens - first.opens) / n,
		(double)(to.others - first.others) / n);
	return 0;
}
