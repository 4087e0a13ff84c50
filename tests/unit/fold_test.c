// SPDX-License-Identifier: GPL-2.0-or-later
/* fold_test.c - rows of CPUs that meet by the LLC of each. */
#include "tiny_stage.h"

static const char *const folded[] = {"cpus 0 llc L0", "cpus 1 llc L0", "cpus 2 llc L0",
	"cpus 3 llc L1", "sched 0 runs 10", "sched 1 runs 20", "sched 2 runs 30",
	"sched 3 runs 40", "sched 0 longest 3", "sched 1 longest 9", "sched 2 longest 4",
	"sched 3 longest 1", "sched 0 size 8", "sched 1 size 8", "sched 2 size 8",
	"sched 3 size 8", "sched 0 cpus x", "sched 0 drift -5", "sched 1 drift 2",
	"sched 0 above 1", "sched 1 above 1", "sched 2 above 1", "sched 3 above 1", NULL};

static void folds(void **state)
{
	(void)state;
	want("llc", FACTS("runs", "longest", "size", "cpus", "drift", "twice", "mean"));
	total(folded);
	expect("llc", "L0", "runs", "60");
	expect("llc", "L0", "longest", "9");
	expect("llc", "L0", "size", "8");
	expect("llc", "L0", "cpus", "'0,1,2'");
	expect("llc", "L0", "drift", "-3");
	expect("llc", "L0", "twice", "120");
	expect("llc", "L0", "mean", "15r");
	expect("llc", "L1", "runs", "40");
	expect("llc", "L1", "drift", "(does not apply here)");
}

static void fold_where(void **state)
{
	(void)state;
	want("llc", FACTS("runs"));
	total(FACTS("cpus 0 llc L0", "cpus 1 llc L0", "sched 0 runs 1", "sched 1 runs 2",
		"sched 0 above 1", "sched 1 above 0", "sched 9 runs 5", "sched 9 above 1",
		"cpus 2 llc L9"));
	expect("llc", "L0", "runs", "1");
	/* No row of the map, no row; no row of the kernel's, no row. */
	expect("llc", "L9", "runs", "(no row)");
}

/* Parts "0/1" and "0/2" belong to CPU 0. */
static void fold_parts(void **state)
{
	(void)state;
	want("llc", FACTS("runs"));
	total(FACTS("cpus 0 llc L0", "sched 0/1 runs 1", "sched 0/2 runs 2",
		"sched 0/1 above 1", "sched 0/2 above 1"));
	expect("llc", "L0", "runs", "3");
}

/* The new name is a formula: rows without a word for it go nowhere. */
static void fold_named(void **state)
{
	(void)state;
	want("pair", FACTS("hits", "kind"));
	difference(FACTS("cpus 0 llc L0", "cpus 1 llc L0", "cpus 2 llc L1",
			   "pairs 0/a hits 1", "pairs 0/a kind a", "pairs 1/a hits 2",
			   "pairs 1/a kind a", "pairs 2/a hits 3", "pairs 2/a kind a",
			   "pairs 0/n hits 4", "pairs 0/n kind none", "pairs 2/n hits 5",
			   "pairs 2/n kind none", "pairs 9/a hits 6", "pairs 9/a kind a"),
		FACTS("cpus 0 llc L0", "cpus 1 llc L0", "cpus 2 llc L1",
			"pairs 0/a hits 11", "pairs 0/a kind a", "pairs 1/a hits 22",
			"pairs 1/a kind a", "pairs 2/a hits 2", "pairs 2/a kind a",
			"pairs 0/n hits 44", "pairs 0/n kind none", "pairs 2/n hits 55",
			"pairs 2/n kind none", "pairs 9/a hits 66", "pairs 9/a kind a"));
	expect("pair", "L0/a", "hits", "30");
	expect("pair", "L0/a", "kind", "'a'");
	expect("pair", "L1/a", "hits", "(reset)");
	expect("pair", "all/none", "hits", "90");
	assert_int_equal(out.tables[plan_shape(&plan, SPAN("pair"))].n, 3);
}

/* What differs is absent, whatever comes after. */
static void fold_same(void **state)
{
	(void)state;
	want("llc", FACTS("size"));
	total(FACTS("cpus 0 llc L0", "cpus 1 llc L0", "cpus 2 llc L0", "sched 0 size 1",
		"sched 1 size 2", "sched 2 size 3", "sched 0 above 1", "sched 1 above 1",
		"sched 2 above 1"));
	expect("llc", "L0", "size", "(does not apply here)");
}

static void fold_spoilt(void **state)
{
	(void)state;
	want("llc", FACTS("runs", "mean", "longest"));
	difference(folded,
		FACTS("cpus 0 llc L0", "cpus 1 llc L0", "cpus 2 llc L0", "cpus 3 llc L1",
			"sched 0 runs 11", "sched 1 runs 2", "sched 2 runs 35",
			"sched 3 runs 41", "sched 0 longest 2", "sched 0 above 1",
			"sched 1 above 1", "sched 2 above 1", "sched 3 above 1"));
	expect("llc", "L0", "runs", "(reset)");
	expect("llc", "L0", "mean", "(reset)");
	expect("llc", "L0", "longest", "2");
	expect("llc", "L1", "runs", "1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(folds),
		test(fold_where),
		test(fold_parts),
		test(fold_named),
		test(fold_same),
		test(fold_spoilt),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
