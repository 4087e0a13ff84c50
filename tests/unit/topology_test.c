// SPDX-License-Identifier: GPL-2.0-or-later
/* topology_test.c - sets of CPUs, and the map of last level caches on trees made by hand and captured. */
#include "tree.h"

#define CPU "sys/devices/system/cpu/"

/* What the kernel says of one CPU; NULL: there is no such file. */
static void put_cpu(const struct tree *t, unsigned cpu, const char *core,
	const char *package_id, const char *package)
{
	const struct {
		const char *name, *text;
	} files[] = {
		{"core_cpus_list", core},
		{"physical_package_id", package_id},
		{"package_cpus_list", package},
	};
	char path[128];

	for (size_t i = 0; i < COUNT_OF(files); i++) {
		snprintf(path, sizeof(path), CPU "cpu%u/topology/%s", cpu, files[i].name);
		if (files[i].text)
			tree_put(t, path, files[i].text);
	}
}

static void put_value(const struct tree *t, unsigned cpu, unsigned index,
	const char *name, const char *text)
{
	char path[128];

	snprintf(path, sizeof(path), CPU "cpu%u/cache/index%u/%s", cpu, index, name);
	if (text)
		tree_put(t, path, text);
}

static void put_cache(const struct tree *t, unsigned cpu, unsigned index,
	const char *level, const char *type, const char *size, const char *cpus,
	const char *id)
{
	put_value(t, cpu, index, "level", level);
	put_value(t, cpu, index, "type", type);
	put_value(t, cpu, index, "size", size);
	put_value(t, cpu, index, "shared_cpu_list", cpus);
	put_value(t, cpu, index, "id", id);
}

static void put_set(const struct tree *t, const char *online, const char *present)
{
	tree_put(t, CPU "online", online);
	if (present)
		tree_put(t, CPU "present", present);
}

static void test_sets(void **state)
{
	static const struct {
		const char *in, *list;
		int rc;
	} lists[] = {
		{"", "", 0},
		{"\n", "", 0},
		{"0\n", "0", 0},
		{"0-7,128-135\n", "0-7,128-135", 0},
		{"3,1,2,5", "1-3,5", 0},
		{"62-65,8191", "62-65,8191", 0},
		{"8192", NULL, -ERANGE},
		{"0-4294967296", NULL, -ERANGE},
		{"4-2", NULL, -EBADMSG},
		{"1,,2", NULL, -EBADMSG},
		{"0-", NULL, -EBADMSG},
		{"0-1-2", NULL, -EBADMSG},
		{"1,", "1", 0},
		{"0-3x", NULL, -EBADMSG},
		{"-1", NULL, -EBADMSG},
		{"x", NULL, -EBADMSG},
	};
	static const struct {
		const char *in, *list;
		int rc;
	} masks[] = {
		{"", "", 0},
		{"3\n", "0-1", 0},
		{"00ff", "0-7", 0},
		{"80000000,00000000,00000001\n", "0,95", 0},
		{"1,0000000f", "0-3,32", 0},
		{"0g", NULL, -EBADMSG},
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(lists) + COUNT_OF(masks); i++) {
		bool mask = i >= COUNT_OF(lists);
		const char *in = mask ? masks[i - COUNT_OF(lists)].in : lists[i].in;
		const char *list = mask ? masks[i - COUNT_OF(lists)].list : lists[i].list;
		int want = mask ? masks[i - COUNT_OF(lists)].rc : lists[i].rc;
		struct cpuset set = {{0}};
		struct buf out = {0};
		int rc = (mask ? cpuset_mask : cpuset_list)(span_z(in), &set);

		if (rc != want)
			fail_msg("%s: %d", in, rc);
		cpuset_put(&out, &set);
		assert_string_equal(buf_cstr(&out), list ? list : "");
		buf_free(&out);
	}
}

/* SMT siblings far apart, two caches, their numbers with a hole, L2 and L1i beside. */
static void test_two_caches(void **state)
{
	struct tree *t = *state;

	put_set(t, "0-7\n", "0-7\n");
	for (unsigned i = 0; i < 8; i++) {
		unsigned k = i % 4;
		char core[16], own[16];

		snprintf(core, sizeof(core), "%u,%u\n", k, k + 4);
		snprintf(own, sizeof(own), "%u\n", i);
		put_cpu(t, i, core, "0\n", "0-7\n");
		/* index is not level here */
		put_cache(t, i, 0, "3\n", "Unified\n", k < 2 ? "32768K\n" : "98304K\n",
			k < 2 ? "0-1,4-5\n" : "2-3,6-7\n", k < 2 ? "0\n" : "768\n");
		put_cache(t, i, 1, "2\n", "Unified\n", "512K\n", core, own);
		put_cache(t, i, 2, "1\n", "Data\n", "32K\n", core, own);
		put_cache(t, i, 3, "1\n", "Instruction\n", "32K\n", core, own);
	}
	tree_put(t, "sys/devices/system/node/node0/cpulist", "0-7\n");
	assert_string_equal(tree_text(t, "@topology/llc"),
		"0 3 33554432 0-1,4-5 2 0 0 0\n"
		"1 3 100663296 2-3,6-7 2 0 0 768\n");
	assert_string_equal(tree_text(t, "@topology/cpu"), "0 0 0 0 0 1 4\n"
							   "1 0 1 0 0 1 4\n"
							   "2 1 2 0 0 1 4\n"
							   "3 1 3 0 0 1 4\n"
							   "4 0 0 0 0 1 4\n"
							   "5 0 1 0 0 1 4\n"
							   "6 1 2 0 0 1 4\n"
							   "7 1 3 0 0 1 4\n");
	assert_int_equal(tree_error(t, "@topology"), -ENOENT);
	assert_int_equal(tree_error(t, "@topology/node"), -ENOENT);
	assert_int_equal(tree_error(t, "@hwloc/llc"), -ENOENT);
}

/* The files of one CPU that shares are enough: what others would say is not read. */
static void test_first_cpu_speaks(void **state)
{
	struct tree *t = *state;

	put_set(t, "0-3\n", "0-3\n");
	put_cpu(t, 0, "0,2\n", "7\n", "0-3\n");
	put_cpu(t, 1, "1,3\n", NULL, NULL);
	put_cache(t, 0, 3, "3\n", "Unified\n", "8192K\n", "0-3\n", "0\n");
	assert_string_equal(tree_text(t, "@topology/llc"), "0 3 8388608 0-3 2 - 7 0\n");
}

/* Offline CPUs, holes in the numbers, a cache all of whose CPUs are gone, one whose list leaves its CPU out. */
static void test_holes(void **state)
{
	struct tree *t = *state;

	put_set(t, "1,8-9,20\n", "0-1,8-11,20\n");
	put_cpu(t, 1, "1\n", "0\n", "1\n");
	put_cpu(t, 8, "8-9\n", "1\n", "8-9,20\n");
	put_cache(t, 1, 3, "3\n", "Unified\n", "1M\n", "1\n", NULL);
	put_cache(t, 8, 3, "3\n", "Unified\n", "1M\n", "8-9\n", "3\n");
	put_cache(t, 10, 3, "3\n", "Unified\n", "1M\n", "10-11\n", "4\n");
	put_cache(t, 20, 3, "3\n", "Unified\n", "1M\n", "8-9\n", "5\n");
	tree_put(t, "sys/devices/system/node/node0/cpulist", "0-1\n");
	tree_put(t, "sys/devices/system/node/node3/cpulist", "8-9,20\n");
	tree_put(t, "sys/devices/system/node/node9/cpulist", "\n");
	assert_string_equal(tree_text(t, "@topology/llc"), "0 3 1048576 1 1 0 0 -\n"
							   "1 3 1048576 8-9 1 3 1 3\n"
							   "2 - - 20 - 3 1 -\n");
	assert_string_equal(tree_text(t, "@topology/cpu"), "0 - - - 0 0 -\n"
							   "1 0 0 0 0 1 1\n"
							   "8 1 1 1 3 1 2\n"
							   "9 1 1 1 3 1 2\n"
							   "10 - - - - 0 -\n"
							   "11 - - - - 0 -\n"
							   "20 2 - 1 3 1 1\n");
}

/* A hypervisor's machine: no cache folder. The scheduler then goes by package, cut at the node. */
static void test_no_cache(void **state)
{
	struct tree *t = *state;

	put_set(t, "0-5\n", NULL);
	for (unsigned i = 0; i < 6; i++)
		put_cpu(t, i, i % 2 ? "1,3,5\n" : NULL, i < 4 ? "0\n" : "-1\n", NULL);
	tree_put(t, "sys/devices/system/node/node0/cpulist", "0-1\n");
	tree_put(t, "sys/devices/system/node/node1/cpulist", "2-5\n");
	assert_string_equal(tree_text(t, "@topology/llc"), "0 - - 0-1 - 0 0 -\n"
							   "1 - - 2-3 - 1 0 -\n"
							   "2 - - 4-5 - 1 - -\n");
	tree_put(t, CPU "online", "0\n");
	tree_put(t, CPU "present", "0\n");
	assert_string_equal(tree_text(t, "@topology/llc"), "0 - - 0 - 0 0 -\n");
}

/* Nothing but the list of CPUs. */
static void test_bare(void **state)
{
	struct tree *t = *state;

	assert_int_equal(tree_error(t, "@topology/cpu"), -ENOENT);
	put_set(t, "0-1\n", NULL);
	assert_string_equal(tree_text(t, "@topology/cpu"), "0 0 - - - 1 2\n"
							   "1 0 - - - 1 2\n");
	assert_string_equal(tree_text(t, "@topology/llc"), "0 - - 0-1 - - - -\n");
	tree_put(t, CPU "online", "\n");
	assert_string_equal(tree_text(t, "@topology/llc"), "");
	tree_put(t, CPU "online", "0-9999999\n");
	assert_int_equal(tree_error(t, "@topology/llc"), -ERANGE);
	tree_put(t, CPU "online", "all\n");
	assert_int_equal(tree_error(t, "@topology/llc"), -EBADMSG);
	tree_put(t, CPU "online", "0\n");
	tree_put(t, CPU "present", "garbled\n");
	assert_string_equal(tree_text(t, "@topology/llc"), "0 - - 0 - - - -\n");
}

/* P-cores behind an L3, a cluster of E-cores behind their own L2, two E-cores with their L3 but no type. */
static void test_hybrid(void **state)
{
	struct tree *t = *state;

	put_set(t, "0-7\n", "0-7\n");
	for (unsigned i = 0; i < 8; i++) {
		char own[16];

		snprintf(own, sizeof(own), "%u\n", i);
		put_cpu(t, i, own, "0\n", "0-7\n");
		put_cache(t, i, 0, "1\n", "Data\n", "48K\n", own, own);
		put_cache(t, i, 1, "2\n", "Unified\n", "2048K\n", i < 4 ? own : "4-7\n",
			own);
		if (i < 4)
			put_cache(t, i, 2, "3\n", i < 2 ? "Unified\n" : NULL, "24576K\n",
				"0-3\n", "0\n");
		/* an odd one: the highest level is of instructions */
		put_cache(t, i, 5, "4\n", "Instruction\n", "64K\n", "0-7\n", "0\n");
	}
	assert_string_equal(tree_text(t, "@topology/llc"), "0 3 25165824 0-3 4 - 0 0\n"
							   "1 2 2097152 4-7 4 - 0 4\n");
}

/* One L3 over two nodes (SNC) and two packages (a hypervisor's invention); one CPU per cache beside. */
static void test_spanning(void **state)
{
	struct tree *t = *state;

	put_set(t, "0-5\n", "0-5\n");
	for (unsigned i = 0; i < 6; i++) {
		char own[16];

		snprintf(own, sizeof(own), "%u\n", i);
		put_cpu(t, i, own, i < 2 ? "1\n" : "0\n", i < 2 ? "0-1\n" : "2-5\n");
		put_cache(t, i, 0, i < 4 ? "3\n" : "2\n", "Unified\n", "1024K\n",
			i < 4 ? "0-3\n" : own, own);
	}
	tree_put(t, "sys/devices/system/node/online", "2,10\n");
	tree_put(t, "sys/devices/system/node/node1/cpulist", "4\n");
	tree_put(t, "sys/devices/system/node/node2/cpulist", "0,2\n");
	tree_put(t, "sys/devices/system/node/node10/cpulist", "1,3\n");
	assert_string_equal(tree_text(t, "@topology/llc"),
		"0 3 1048576 0-3 4 2,10 0,1 0\n"
		"1 2 1048576 4 1 - 0 4\n"
		"2 2 1048576 5 1 - 0 5\n");
}

/* Kernels before 5.2 have other names; a tree may have masks only, or no list at all, or a broken one. */
static void test_other_files(void **state)
{
	struct tree *t = *state;

	put_set(t, "0-5\n", "0-5\n");
	tree_put(t, CPU "cpu0/topology/thread_siblings_list", "0-1\n");
	tree_put(t, CPU "cpu0/topology/core_siblings_list", "0-3\n");
	tree_put(t, CPU "cpu0/topology/physical_package_id", "36\n");
	put_cache(t, 0, 3, "3\n", "Unified\n", "x\n", NULL, "-1\n");
	put_value(t, 0, 3, "shared_cpu_map", "00000000,00000003\n");
	put_cache(t, 2, 3, "3\n", "Unified\n", "1K\n", "2-\x01\n", "1\n");
	put_cache(t, 3, 3, "three\n", "Unified\n", "1K\n", "3\n", "1\n");
	put_cache(t, 4, 3, "3\n", "Unified\n", "18014398509481984K\n", "4-5,99\n", "2\n");
	assert_string_equal(tree_text(t, "@topology/llc"), "0 3 - 0-1 1 - 36 -\n"
							   "1 - - 2-3 - - 36 -\n"
							   "2 3 - 4-5 - - - 2\n");
	assert_string_equal(tree_text(t, "@topology/cpu"), "0 0 0 36 - 1 2\n"
							   "1 0 0 36 - 1 2\n"
							   "2 1 - 36 - 1 2\n"
							   "3 1 - 36 - 1 2\n"
							   "4 2 - - - 1 2\n"
							   "5 2 - - - 1 2\n");
}

/* A map is made once, and anew when CPUs come or go. The tree's own file is served as it is. */
static void test_made_once(void **state)
{
	struct tree *t = *state;
	unsigned long reads;

	put_set(t, "0-1\n", "0-1\n");
	put_cache(t, 0, 3, "3\n", "Unified\n", "1K\n", "0-1\n", "0\n");
	assert_string_equal(tree_text(t, "@topology/llc"), "0 3 1024 0-1 - - - 0\n");
	reads = root_cost(t->r).reads;
	assert_string_equal(tree_text(t, "@topology/cpu"), "0 0 - - - 1 2\n"
							   "1 0 - - - 1 2\n");
	assert_int_equal(root_cost(t->r).reads - reads, 2);
	put_cache(t, 0, 3, "3\n", "Unified\n", "1K\n", "0\n", "0\n");
	tree_put(t, CPU "online", "0\n");
	assert_string_equal(tree_text(t, "@topology/cpu"), "0 0 - - - 1 1\n"
							   "1 - - - - 0 -\n");
	assert_string_equal(tree_text(t, "@topology/llc"), "0 3 1024 0 - - - 0\n");
	tree_put(t, "@topology/llc", "0 3 1 0-9 5 0 0 0\n");
	assert_string_equal(tree_text(t, "@topology/llc"), "0 3 1 0-9 5 0 0 0\n");
}

/* 8,192 CPUs, one of them in each second cache: nothing is squared, nothing overflows. */
static void test_large(void **state)
{
	struct tree *t = *state;
	struct span text;
	unsigned lines = 0;

	put_set(t, "0-8191\n", "0-8191\n");
	tree_put(t, "sys/devices/system/node/node0/cpulist", "0-8191\n");
	put_cache(t, 0, 3, "3\n", "Unified\n", "1K\n", "0-4095\n", "0\n");
	put_cache(t, 8191, 3, "3\n", "Unified\n", "1K\n", "8191\n", "1\n");
	assert_string_equal(tree_text(t, "@topology/llc"), "0 3 1024 0-4095 - 0 - 0\n"
							   "1 - - 4096-8190 - 0 - -\n"
							   "2 3 1024 8191 - 0 - 1\n");
	text = span_z(tree_text(t, "@topology/cpu"));
	for (; text.n; lines++)
		span_line(&text);
	assert_int_equal(lines, 8192);
}

static void test_captures(void **state)
{
	static const struct {
		const char *dir, *llcs;
	} captures[] = {
		{"7.3.4-sched-llc4/t1",
			"0 3 16777216 0-1 2 0 0 0\n1 3 16777216 2-3 2 0 0 1\n"
			"2 3 16777216 4-5 2 0 0 2\n3 3 16777216 6-7 2 0 0 3\n"},
		{"7.3.4-sched-llc4/cpu5-offline",
			"0 3 - 0-1 2 - - 0\n1 3 - 2-3 2 - - 1\n2 3 - 4 1 - - 2\n3 3 - 6-7 2 - - 3\n"},
		{"7.3.4-sched-smt/t1",
			"0 3 16777216 0-3 2 0 0 0\n1 3 16777216 4-7 2 0 0 1\n"},
		{"6.1.192-sched-flat/t1", "0 3 16777216 0-1 2 0 0 0\n"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(captures); i++) {
		struct tree t = {0};
		char dir[128];

		snprintf(dir, sizeof(dir), "tests/captures/%s", captures[i].dir);
		assert_int_equal(root_open(dir, 0, &t.r), 0);
		assert_string_equal(tree_text(&t, "@topology/llc"), captures[i].llcs);
		root_close(t.r);
		arena_free(&t.a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sets),
		IN_TREE(test_two_caches),
		IN_TREE(test_first_cpu_speaks),
		IN_TREE(test_holes),
		IN_TREE(test_no_cache),
		IN_TREE(test_bare),
		IN_TREE(test_hybrid),
		IN_TREE(test_spanning),
		IN_TREE(test_other_files),
		IN_TREE(test_made_once),
		IN_TREE(test_large),
		cmocka_unit_test(test_captures),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
