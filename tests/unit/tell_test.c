// SPDX-License-Identifier: GPL-2.0-or-later
/* tell_test.c - what is told of a run: the lines of the mail, KTAP, and the rows of the doors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "mail_table.h"

static const struct work work = {
	.page = 4096, .folio = 65536, .mem = 1 << 20, .churn = 1 << 20, .rounds = 4};

#define REST UNSEEN, UNSEEN, UNSEEN, UNSEEN
static const struct round rounds[] = {
	{1, 233, 0, 0, 7, 65536, 0, 1500000},
	{2, 134, 98, REST, 2500000},
	{3, 0, 0, REST, UNSEEN},
	{4, 0, 10, REST, 1},
};

static const struct cluster clusters[] = {
	{0, LIST_NONFULL, 0, 512, 100, 3, 1, {411, 200, 100, 50, 25, 12, 6, 3, 1, 0}},
	{1, LIST_FREE, 0, 512, 0, 0, 0, {512, 256, 128, 64, 32, 16, 8, 4, 2, 1}},
	{2, LIST_NONFULL, 4, 512, 496, 0, 0, {16, 8, 4, 2, 1, 0, 0, 0, 0, 0}},
	{3, LIST_NONFULL, 4, 512, 480, 0, 0, {32, 16, 8, 4, 2, 0, 0, 0, 0, 0}},
};

static const struct swap_target targets[] = {
	{"a", "block", 8 << 20, 4 << 20, 367, 4096, 108},
	{"b\\040c", "file", 1 << 20, 0, 0, 8192, UNSEEN},
};

static const struct trial trial = {
	.name = "v4",
	.kernel = "6.12",
	.work = &work,
	.rounds = rounds,
	.n_rounds = COUNT_OF(rounds),
	.targets = targets,
	.n_targets = 1,
	.clusters = (const struct cluster *const[]){clusters, NULL},
	.n_clusters = (const size_t[]){COUNT_OF(clusters), 0},
	.predicted = -1,
};

static void expect(struct buf *b, const char *text)
{
	assert_string_equal(buf_cstr(b), text);
	buf_reset(b);
}

/* ---- lines to paste ---- */

/* Each line of the mail comes of its numbers, to the digit. */
static void lines_of_mail(void **state)
{
	struct buf b = {0};
	char line[160];

	(void)state;
	for (size_t i = 0; i < COUNT_OF(mail_rows); i++) {
		const struct mail_row *m = &mail_rows[i];
		struct round r = {m->number, m->swpout, m->fallback};
		mail_round(&b, &r);
		snprintf(line, sizeof(line),
			"Iteration %u: swpout inc: %u, swpout fallback inc: %u, Fallback percentage: %s%%\n",
			m->number, m->swpout, m->fallback, m->percent);
		expect(&b, line);
	}
	mail_round(&b, &rounds[2]);
	expect(&b,
		"Iteration 3: swpout inc: 0, swpout fallback inc: 0, Fallback percentage: -\n");
	buf_free(&b);
}

static void mails(void **state)
{
	struct trial two[] = {trial, trial};
	struct buf b = {0};

	(void)state;
	two[0].n_rounds = two[1].n_rounds = 1;
	two[1].name = "v3";
#define LINE \
	"Iteration 1: swpout inc: 233, swpout fallback inc: 0, Fallback percentage: 0.00%\n"
	mail_trials(&b, two, 1);
	expect(&b, LINE);
	mail_trials(&b, two, 2);
	expect(&b, "v4:\n" LINE "\nv3:\n" LINE);
	buf_free(&b);
}

static void ktap(void **state)
{
	struct trial two[] = {trial, trial};
	struct buf b = {0};

	(void)state;
	ktap_trials(&b, two, 1);
	expect(&b, "KTAP version 1\n"
		   "1..4\n"
		   "ok 1 iteration 1: swpout 233, fallback 0\n"
		   "not ok 2 iteration 2: swpout 134, fallback 98 (42.24%)\n"
		   "ok 3 iteration 3: swpout 0, fallback 0\n"
		   "not ok 4 iteration 4: swpout 0, fallback 10 (100.00%)\n"
		   "# Totals: pass:2 fail:2 xfail:0 xpass:0 skip:0 error:0\n");
	two[1].n_rounds = two[1].n_targets = 1;
	two[1].name = "v3";
	two[0].rounds += 3;
	two[0].n_rounds = 1;
	ktap_trials(&b, two, 2);
	expect(&b, "KTAP version 1\n"
		   "1..2\n"
		   "  KTAP version 1\n"
		   "  1..1\n"
		   "  not ok 4 iteration 4: swpout 0, fallback 10 (100.00%)\n"
		   "  # Totals: pass:0 fail:1 xfail:0 xpass:0 skip:0 error:0\n"
		   "not ok 1 v4\n"
		   "  KTAP version 1\n"
		   "  1..1\n"
		   "  ok 1 iteration 1: swpout 233, fallback 0\n"
		   "  # Totals: pass:1 fail:0 xfail:0 xpass:0 skip:0 error:0\n"
		   "ok 2 v3\n"
		   "# Totals: pass:1 fail:1 xfail:0 xpass:0 skip:0 error:0\n");
	buf_free(&b);
}

/* ---- rows ---- */

static void tell(struct buf *b, enum tale which, const char *text)
{
	tale_put(b, which, &trial, 1);
	expect(b, text);
}

static void rows(void **state)
{
	struct buf b = {0};

	(void)state;
	tell(&b, TALE_ROUNDS,
		"1 v4 1 233 0 0 7 65536 0 1500000\n"
		"2 v4 2 134 98 - - - - 2500000\n"
		"3 v4 3 0 0 - - - - -\n"
		"4 v4 4 0 10 - - - - 1\n");
	/* A sum of what was not always seen is not told; shares of nothing are left out. */
	tell(&b, TALE_RUNS,
		"v4 6.12 65536 4 367 108 - - - - - 2 42.2414 100.0000 100.0000 100.0000 - a\n");
	tell(&b, TALE_TARGETS, "a v4 a block 1 8388608 4194304 367 4096 108 -\n");
	tell(&b, TALE_LISTS,
		"free v4 a free - 1 0 0 0 2097152 32\n"
		"nonfull-4K v4 a nonfull 4096 1 409600 12288 4096 1683456 25\n"
		"nonfull-64K v4 a nonfull 65536 2 3997696 0 0 196608 3\n");
	tell(&b, TALE_HOLES,
		"4K v4 a 4096 971 3977216\n"
		"8K v4 a 8192 480 3932160\n"
		"16K v4 a 16384 240 3932160\n"
		"32K v4 a 32768 120 3932160\n"
		"64K v4 a 65536 60 3932160\n"
		"128K v4 a 131072 28 3670016\n"
		"256K v4 a 262144 14 3670016\n"
		"512K v4 a 524288 7 3670016\n"
		"1M v4 a 1048576 3 3145728\n"
		"2M v4 a 2097152 1 2097152\n");
	tell(&b, TALE_CLUSTERS,
		"0 v4 a 0 nonfull 4096 409600 12288 4096 1683456 25\n"
		"1 v4 a 1 free - 0 0 0 2097152 32\n"
		"2 v4 a 2 nonfull 65536 2031616 0 0 65536 1\n"
		"3 v4 a 3 nonfull 65536 1966080 0 0 131072 2\n");
	buf_free(&b);
}

/* Rows of several runs and devices are called so that no two are one. */
static void several(void **state)
{
	struct trial two[] = {trial, trial};
	struct buf b = {0};

	(void)state;
	two[0].rounds += 3;
	two[0].n_rounds = two[1].n_rounds = 1;
	two[0].n_targets = 2;
	two[0].predicted = 0.995;
	two[1].name = "v3";
	two[1].clusters = NULL;
	tale_put(&b, TALE_ROUNDS, two, 2);
	expect(&b, "v4/4 v4 4 0 10 - - - - 1\n"
		   "v3/1 v3 1 233 0 0 7 65536 0 1500000\n");
	tale_put(&b, TALE_RUNS, two, 2);
	expect(&b,
		"v4 6.12 65536 1 0 10 - - - - 1 1 100.0000 100.0000 100.0000 100.0000 99.5000 a\n"
		"v3 6.12 65536 1 233 0 0 7 65536 0 1500000 0 0.0000 0.0000 0.0000 0.0000 - a\n");
	tale_put(&b, TALE_TARGETS, two, 2);
	expect(&b, "v4/a v4 a block 1 8388608 4194304 367 4096 108 -\n"
		   "v4/b\\040c v4 b\\040c file 2 1048576 0 0 8192 - -\n"
		   "v3/a v3 a block 1 8388608 4194304 367 4096 108 -\n");
	two[0].n_clusters = (const size_t[]){1, 0};
	tale_put(&b, TALE_LISTS, two, 2);
	expect(&b, "v4/a/nonfull-4K v4 a nonfull 4096 1 409600 12288 4096 1683456 25\n");
	buf_free(&b);
}

/* ---- places ---- */

static void holes(void **state)
{
	uint64_t taken[8] = {0};
	struct cluster c = {0};

	(void)state;
	cluster_holes(&c, taken, 512, 10);
	for (unsigned order = 0; order < 10; order++)
		assert_int_equal(c.holes[order], 512u >> order);
	assert_int_equal(c.holes[10], 0);
	/* One slot in each place of 16, at another spot each time, the last in the last word. */
	for (unsigned i = 0; i < 32; i++)
		taken[i / 4] |= (uint64_t)1 << (i % 4 * 16 + i % 16);
	taken[7] &= ~(uint64_t)0 >> 16;
	cluster_holes(&c, taken, 512, 10);
	assert_int_equal(c.holes[0], 512 - 31);
	assert_int_equal(c.holes[3], 31 + 2);
	assert_int_equal(c.holes[4], 1);
	assert_int_equal(c.holes[5], 0);
	memset(taken, 0xff, sizeof(taken));
	taken[2] = taken[3] = taken[5] = 0;
	cluster_holes(&c, taken, 512, 10);
	assert_int_equal(c.holes[6], 3);
	assert_int_equal(c.holes[7], 1);
	assert_int_equal(c.holes[8], 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_of_mail),
		cmocka_unit_test(mails),
		cmocka_unit_test(ktap),
		cmocka_unit_test(rows),
		cmocka_unit_test(several),
		cmocka_unit_test(holes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
