// SPDX-License-Identifier: GPL-2.0-or-later
/* steps_test.c - the workload's random numbers and steps, held against the C library and against the mail. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "mail_table.h"

/* ---- the random numbers ---- */

static void numbers(void **state)
{
	/* What rand() gives in any program on glibc that never calls srand(). */
	static const uint32_t first[] = {1804289383, 846930886, 1681692777, 1714636915};
	struct random r;

	(void)state;
	random_begin(&r, 1);
	for (size_t i = 0; i < COUNT_OF(first); i++)
		assert_int_equal(random_next(&r), first[i]);
}

static void as_the_library(void **state)
{
	static const uint32_t seeds[] = {0, 1, 2, 42, 2147483646, 2147483647, 2147483648u,
		2147483649u, 4000000000u, UINT32_MAX};
	struct random r;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(seeds); i++) {
		srand(seeds[i]);
		random_begin(&r, seeds[i]);
		for (unsigned n = 0; n < 1000; n++)
			assert_int_equal(random_next(&r), rand());
	}
}

/* ---- the steps ---- */

/* Different folios made anew in each iteration: what it then has to swap out. */
static void count_renewed(const struct work *w, unsigned *ret_totals)
{
	static struct steps steps;
	static bool seen[1 << 16];
	struct step s;

	assert_true(w->mem / w->folio <= COUNT_OF(seen));
	steps_begin(&steps, w);
	while (steps_next(&steps, &s)) {
		if (s.act == ACT_BEGIN) {
			memset(seen, 0, sizeof(seen));
			ret_totals[s.round] = 0;
		}
		for (unsigned i = 0; s.act == ACT_RENEW && i < s.n; i++) {
			assert_int_equal(s.unit, w->folio);
			ret_totals[s.round] += !seen[s.places[i]];
			seen[s.places[i]] = true;
		}
	}
}

/* Each line of the mail but for the two blocks that are another's. */
static void totals_of_mail(void **state)
{
	unsigned totals[N_MODES][101] = {0}, n = 0, misplaced = 0;

	(void)state;
	for (int mode = 0; mode < N_MODES; mode++) {
		struct work w = mail_work((enum mail_mode)mode);
		count_renewed(&w, totals[mode]);
	}
	for (size_t i = 0; i < COUNT_OF(mail_rows); i++) {
		const struct mail_row *r = &mail_rows[i];
		unsigned total = r->swpout + r->fallback;
		enum mail_mode mode = r->mode;

		if (mail_misplaced(r)) {
			misplaced++;
			mode = MODE_AS;
		}
		if (totals[mode][r->number] != total)
			fail_msg("mode %d, iteration %u: %u, the mail has %u", r->mode,
				r->number, totals[mode][r->number], total);
		n++;
	}
	assert_int_equal(n, 155);
	assert_int_equal(misplaced, 12);
}

static void sums(void **state)
{
	static const unsigned want[N_MODES][3] = {[MODE_A] = {22433, 212, 234},
		[MODE_AS] = {22463, 212, 234},
		[MODE_NONE] = {22506, 215, 238},
		[MODE_S] = {22457, 210, 235}};

	(void)state;
	for (int mode = 0; mode < N_MODES; mode++) {
		unsigned totals[101], sum = 0, least = UINT32_MAX, most = 0;
		struct work w = mail_work((enum mail_mode)mode);
		count_renewed(&w, totals);
		for (unsigned i = 1; i <= 100; i++) {
			sum += totals[i];
			least = totals[i] < least ? totals[i] : least;
			most = totals[i] > most ? totals[i] : most;
		}
		assert_int_equal(sum, want[mode][0]);
		assert_int_equal(least, want[mode][1]);
		assert_int_equal(most, want[mode][2]);
	}
}

/* The order of the program: fill and put out, then in each round what is written here. */
static void order(void **state)
{
	static const struct {
		enum act act;
		bool small;
		uint64_t unit, ranges; /* ranges of the phase, of all its steps */
	} warmup[] =
		{
			{ACT_FILL, false, 60 << 20, 1},
			{ACT_OUT, false, 60 << 20, 1},
			{ACT_FILL, true, 4 << 20, 1},
			{ACT_OUT, true, 4 << 20, 1},
		},
	  round[] = {
		  {ACT_BEGIN, false, 60 << 20, 1},
		  {ACT_TOUCH, false, 4096, 4096},
		  {ACT_RENEW, false, 65536, 256},
		  {ACT_TOUCH, true, 4096, 256},
		  {ACT_OUT, false, 60 << 20, 1},
		  {ACT_OUT, true, 4 << 20, 1},
		  {ACT_END, false, 60 << 20, 1},
	  };
	struct work w = mail_work(MODE_S);
	static struct steps steps;
	struct step s;

	(void)state;
	w.rounds = 2;
	steps_begin(&steps, &w);
	for (size_t i = 0; i < COUNT_OF(warmup) + 2 * COUNT_OF(round); i++) {
		bool warm = i < COUNT_OF(warmup);
		size_t at = warm ? i : (i - COUNT_OF(warmup)) % COUNT_OF(round);
		uint64_t ranges = warm ? warmup[at].ranges : round[at].ranges;
		while (ranges) {
			assert_true(steps_next(&steps, &s));
			assert_int_equal(s.act, warm ? warmup[at].act : round[at].act);
			assert_int_equal(
				s.small, warm ? warmup[at].small : round[at].small);
			assert_int_equal(s.unit, warm ? warmup[at].unit : round[at].unit);
			assert_int_equal(s.round,
				warm ? 0 : 1 + (i - COUNT_OF(warmup)) / COUNT_OF(round));
			for (unsigned j = 0; j < s.n; j++)
				assert_true((s.places[j] + 1) * s.unit <=
					    (s.small ? w.small : w.mem));
			assert_true(s.n >= 1 && s.n <= ranges);
			ranges -= s.n;
		}
	}
	assert_false(steps_next(&steps, &s));
	assert_false(steps_next(&steps, &s));
}

static void wrong(const char *option, struct work w)
{
	const char *why = NULL;

	assert_int_equal(work_sound(&w, &why), !option);
	if (option)
		assert_true(span_starts(span_z(why), option));
	else
		assert_null(why);
}

static void unsound(void **state)
{
	struct work w = mail_work(MODE_S);

	(void)state;
	wrong(NULL, work_default);
	wrong(NULL, w);
	for (unsigned i = 0; i < 3; i++) {
		w.folio = (const uint64_t[]){0, 4096, 12288}[i];
		wrong("--size", w);
	}
	w = mail_work(MODE_S);
	w.folio = w.mem = 32 << 20;
	wrong("--size", w);
	w = mail_work(MODE_S);
	for (unsigned i = 0; i < 3; i++) {
		w.mem = (const uint64_t[]){0, 65536 + 4096, (uint64_t)1 << 43}[i];
		wrong("--mem", w);
	}
	w = mail_work(MODE_S);
	for (unsigned i = 0; i < 2; i++) {
		w.small = (const uint64_t[]){0, 4097}[i];
		wrong("--small", w);
	}
	w.small_too = false;
	wrong(NULL, w);
	w.rounds = 0;
	wrong("-n", w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers),
		cmocka_unit_test(as_the_library),
		cmocka_unit_test(totals_of_mail),
		cmocka_unit_test(sums),
		cmocka_unit_test(order),
		cmocka_unit_test(unsound),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
