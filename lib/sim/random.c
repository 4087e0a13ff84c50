// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * random.c - the numbers that rand() gives in a program linked to glibc.
 *
 * Its default generator adds: each number is the sum of those 3 and 31 before it, modulo 2^32, without its
 * lowest bit. The first 31 come of a multiplication by 16807 modulo 2^31 - 1, and 310 are thrown away.
 */
#include "sim.h"

enum { NEAR = 3, THROWN_AWAY = 310 };

void random_begin(struct random *r, uint32_t seed)
{
	int64_t v = (int32_t)(seed ? seed : 1);

	r->lags[0] = (uint32_t)v;
	for (unsigned i = 1; i < RANDOM_LAGS; i++) {
		/* C's remainder has the sign of the product. */
		v = 16807 * v % INT32_MAX;
		v = v < 0 ? v + INT32_MAX : v;
		r->lags[i] = (uint32_t)v;
	}
	r->at = NEAR;
	for (unsigned i = 0; i < THROWN_AWAY; i++)
		random_next(r);
}

/* The slot at `at` holds the number 31 before, and gets the new one. */
uint32_t random_next(struct random *r)
{
	unsigned near = r->at < NEAR ? r->at + RANDOM_LAGS - NEAR : r->at - NEAR;
	uint32_t v = r->lags[r->at] + r->lags[near];

	r->lags[r->at] = v;
	r->at = r->at + 1 == RANDOM_LAGS ? 0 : r->at + 1;
	return v >> 1;
}

/* The whole ring at once, where that much is wanted. */
static void next_ring(uint32_t *lags, uint32_t *to)
{
	unsigned i;

	for (i = 0; i < NEAR; i++)
		to[i] = (lags[i] += lags[i + RANDOM_LAGS - NEAR]) >> 1;
	for (; i < RANDOM_LAGS; i++)
		to[i] = (lags[i] += lags[i - NEAR]) >> 1;
}

void random_fill(struct random *r, uint32_t *ret_numbers, unsigned n)
{
	unsigned i = 0;

	for (; i < n && r->at; i++)
		ret_numbers[i] = random_next(r);
	for (; i + RANDOM_LAGS <= n; i += RANDOM_LAGS)
		next_ring(r->lags, ret_numbers + i);
	for (; i < n; i++)
		ret_numbers[i] = random_next(r);
}
