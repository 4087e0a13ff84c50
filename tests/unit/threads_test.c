// SPDX-License-Identifier: GPL-2.0-or-later
/* threads_test.c - run times of threads, and that only processes that ran are read again. */
#include "tree.h"

/* Fields 3 to 39 of stat: state … utime stime … num_threads … starttime … processor. */
#define STAT(flags, ticks, threads, start, cpu)                                     \
	" S 1 1 1 0 -1 " flags " 7 0 0 0 " ticks " 1 0 0 20 0 " threads " 0 " start \
	" 1028096 0 18446744073709551615 1 1 1 0 0 0 0 6 0 1 0 0 17 " cpu " 0 0 0\n"

/* One process of two threads and one of one, and a kernel thread. */
static void put_all(const struct tree *t)
{
	tree_put(t, "proc/9/stat", "9 (a)" STAT("4194304", "10", "1", "100", "3"));
	tree_put(t, "proc/9/schedstat", "1000 20 3 77 88\n");
	tree_put(t, "proc/9/cgroup", "0::/app.slice\n");
	tree_put(t, "proc/10/stat",
		"10 (x) R 1 ()" STAT("4194304", "20", "2", "200", "0"));
	tree_put(t, "proc/10/schedstat", "5 6 7\n");
	tree_put(t, "proc/10/task/10/schedstat", "5 6 7\n");
	tree_put(t, "proc/10/task/11/stat",
		"11 (work er)" STAT("4194304", "9", "2", "201", "131"));
	tree_put(t, "proc/10/task/11/schedstat", "18446744073709551615 0 0\n");
	tree_put(t, "proc/2/stat", "2 (kthreadd)" STAT("2129984", "0", "1", "0", "1"));
	tree_put(t, "proc/2/schedstat", "9 9 9\n");
	tree_put(t, "proc/2/cgroup", "0::/not/read\n");
}

#define KTHREADD "2 2 0 1 9 9 9 1 - kthreadd kthreadd\n"
#define SINGLE "9 9 100 3 1000 20 3 0 /app.slice a a\n"
#define LEADER "10 10 200 0 5 6 7 0 - x)\\040R\\0401\\040( x)\\040R\\0401\\040(\n"
#define WORKER \
	"11 10 201 131 18446744073709551615 0 0 0 - x)\\040R\\0401\\040( work\\040er\n"

static void test_time(void **state)
{
	struct tree *t = *state;

	assert_int_equal(tree_error(t, "@threads/time"), -ENOENT);
	put_all(t);
	tree_put(t, "proc/uptime", "1 1\n");
	assert_string_equal(tree_text(t, "@threads/time"), KTHREADD SINGLE LEADER WORKER);
	assert_int_equal(tree_error(t, "@threads"), -ENOENT);
	assert_int_equal(tree_error(t, "@threads/more"), -ENOENT);
}

/* What is missing or cut: no times, no folder of threads, no process. */
static void test_missing(void **state)
{
	struct tree *t = *state;

	tree_put(t, "proc/1/stat", "1 (init)" STAT("0", "1", "1", "1", "0"));
	tree_put(t, "proc/3/stat", "3 (many)" STAT("0", "1", "4", "1", "0"));
	tree_put(t, "proc/3/schedstat", "4 5\n");
	tree_put(t, "proc/4/stat", "4 (short) S 1 1 1\n");
	tree_put(t, "proc/5/stat", "5 no brackets\n");
	tree_put(t, "proc/6/stat", "");
	tree_put(t, "proc/7/comm", "nothing\n");
	tree_put(t, "proc/8/stat", "8 (two)" STAT("0", "1", "2", "1", "0"));
	tree_put(t, "proc/8/task/8/stat", "");
	tree_put(t, "proc/8/task/12/schedstat", "1 1 1\n");
	tree_put(t, "proc/8/task/x/stat", "");
	assert_string_equal(tree_text(t, "@threads/time"), "1 1 1 0 - - - 0 - init init\n"
							   "3 3 1 0 4 5 - 0 - many many\n"
							   "8 8 1 0 - - - 0 - two two\n");
}

static void test_second_level(void **state)
{
	struct tree *t = *state;
	unsigned long reads;

	put_all(t);
	assert_string_equal(tree_text(t, "@threads/time"), KTHREADD SINGLE LEADER WORKER);

	/* nobody ran: what else changed is not looked at */
	tree_put(t, "proc/10/task/11/schedstat", "1 1 1\n");
	tree_put(t, "proc/9/schedstat", "1 1 1\n");
	reads = root_cost(t->r).reads;
	assert_string_equal(tree_text(t, "@threads/time"), KTHREADD SINGLE LEADER WORKER);
	assert_int_equal(root_cost(t->r).reads - reads, 3);

	/* one ran */
	tree_put(t, "proc/9/stat", "9 (a)" STAT("4194304", "11", "1", "100", "4"));
	assert_string_equal(tree_text(t, "@threads/time"),
		KTHREADD "9 9 100 4 1 1 1 0 /app.slice a a\n" LEADER WORKER);

	/* one ended, one has a thread more, one is another with the same number */
	assert_int_equal(remove(tree_path(t, "proc/2/stat")), 0);
	tree_put(t, "proc/9/stat", "9 (b)" STAT("4194304", "11", "1", "900", "4"));
	tree_put(t, "proc/10/stat", "10 (x)" STAT("4194304", "20", "3", "200", "0"));
	tree_put(t, "proc/10/task/7/stat",
		"7 (late)" STAT("4194304", "0", "3", "205", "2"));
	assert_string_equal(tree_text(t, "@threads/time"),
		"9 9 900 4 1 1 1 0 /app.slice b b\n"
		"7 10 205 2 - - - 0 - x late\n"
		"10 10 200 0 5 6 7 0 - x x\n"
		"11 10 201 131 1 1 1 0 - x work\\040er\n");

	/* and once more, from the other half of the memory; a new root remembers nothing */
	tree_put(t, "proc/9/schedstat", "2 2 2\n");
	assert_string_equal(tree_text(t, "@threads/time"),
		"9 9 900 4 1 1 1 0 /app.slice b b\n"
		"7 10 205 2 - - - 0 - x late\n"
		"10 10 200 0 5 6 7 0 - x x\n"
		"11 10 201 131 1 1 1 0 - x work\\040er\n");
	tree_open(t, 0);
	tree_put(t, "proc/10/stat", "10 (x)" STAT("4194304", "20", "1", "200", "0"));
	assert_string_equal(tree_text(t, "@threads/time"),
		"9 9 900 4 2 2 2 0 /app.slice b b\n10 10 200 0 5 6 7 0 - x x\n");
}

/* The name stands in the heading of sched, and may look like a line of it. */
static void test_moves(void **state)
{
	struct tree *t = *state;

	put_all(t);
	assert_int_equal(tree_error(t, "@threads/moves"), -ENOENT);
	tree_open(t, 0);
	tree_put(t, "proc/2/sched",
		"kthreadd (2, #threads: 1)\n---\nse.nr_migrations                             :             "
		"       4\nnr_switches : 9\n");
	tree_put(t, "proc/9/sched",
		"\nnr_migrations: (9, #threads: 1)\nse.statistics.nr_migrations : 12\nse.nr_migrations : 13\n");
	tree_put(t, "proc/10/task/11/sched", "nr_migrations : 0\n");
	assert_string_equal(tree_text(t, "@threads/moves"), "2 4\n9 12\n11 0\n");
	/* each of the two doors has a memory of its own */
	tree_put(t, "proc/9/sched", "se.nr_migrations : 14\n");
	tree_put(t, "proc/9/stat", "9 (a)" STAT("4194304", "11", "1", "100", "3"));
	assert_string_equal(tree_text(t, "@threads/time"), KTHREADD SINGLE LEADER WORKER);
	assert_string_equal(tree_text(t, "@threads/moves"), "2 4\n9 14\n11 0\n");
}

static void test_capture(void **state)
{
	struct tree t = {0};

	(void)state;
	assert_int_equal(root_open("tests/captures/7.3.4-sched-llc4/t1", 0, &t.r), 0);
	assert_string_equal(tree_text(&t, "@threads/time"),
		"204 204 606 5 3829866315 1463710574 8223 0 - load load\n"
		"207 207 606 7 9480102625 391427210 324 0 - load load\n"
		"211 211 607 1 175207388 698270713 681 0 - load load\n");
	root_close(t.r);
	arena_free(&t.a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_TREE(test_time),
		IN_TREE(test_missing),
		IN_TREE(test_second_level),
		IN_TREE(test_moves),
		cmocka_unit_test(test_capture),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
