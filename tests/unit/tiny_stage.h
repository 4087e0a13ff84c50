// SPDX-License-Identifier: GPL-2.0-or-later
/* tiny_stage.h - one plan of the tiny domain, two samples of it and what they were reckoned to. */
#pragma once

#include "tiny.h"

static struct plan plan;
static struct sample before, now, out;

static inline int setup(void **state)
{
	(void)state;
	plan_begin(&plan, &tiny);
	return 0;
}

static inline int teardown(void **state)
{
	(void)state;
	sample_free(&before);
	sample_free(&now);
	sample_free(&out);
	plan_free(&plan);
	return 0;
}

#define FACTS(...) ((const char *const[]){__VA_ARGS__, NULL})

static inline void want(const char *table, const char *const *names)
{
	for (; *names; names++)
		tiny_want(&plan, table, *names);
}

/* Takes one sample of those facts. */
static inline void total(const char *const *facts)
{
	plan_done(&plan);
	sample_begin(&now, &plan);
	tiny_put(&now, facts);
	sample_reckon(&plan, NULL, &now, &out);
}

static inline void take(struct sample *s, uint64_t mono, const char *const *facts)
{
	sample_begin(s, &plan);
	s->t_mono = mono;
	tiny_put(s, facts);
}

/* The difference of two, a second apart. */
static inline void difference(
	const char *const *facts_before, const char *const *facts_now)
{
	plan_done(&plan);
	take(&before, 1000000000, facts_before);
	take(&now, 2000000000, facts_now);
	sample_reckon(&plan, &before, &now, &out);
}

#define test(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
#define expect(table, row, col, text) \
	assert_string_equal(tiny_cell(&out, table, row, col), text)
