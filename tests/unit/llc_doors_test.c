// SPDX-License-Identifier: GPL-2.0-or-later
/* llc_doors_test.c - cpusets and resctrl, by last level cache, on trees made by hand. */
#include "tree.h"

#define CGROUP "sys/fs/cgroup/"
#define V1 "sys/fs/cgroup/cpuset/"
#define MON "sys/fs/resctrl/mon_data/"

/* Three caches of two CPUs; CPU 5 is offline. */
static void put_topology(struct tree *t)
{
	tree_put(t, "@topology/cpu",
		"0 0 0 0 0 1 2\n1 0 1 0 0 1 2\n2 1 2 0 0 1 2\n3 1 3 0 0 1 2\n"
		"4 2 4 1 1 1 1\n5 - - - - 0 -\n");
	tree_put(t, "@topology/llc",
		"0 3 1024 0-1 2 0 0 0\n1 3 1024 2-3 2 0 0 4\n2 3 1024 4 1 1 1 -\n");
}

static void cpusets_v2(void **state)
{
	struct tree *t = *state;

	put_topology(t);
	assert_int_equal(tree_error(t, "@cpusets"), -ENOENT);
	tree_put(t, CGROUP "cpuset.cpus.effective", "0-4\n");
	assert_string_equal(tree_text(t, "@cpusets"), "");
	/* inherits: no line, but those below it may have one */
	tree_put(t, CGROUP "app.slice/cpuset.cpus", "\n");
	tree_put(t, CGROUP "app.slice/cpuset.cpus.effective", "0-4\n");
	tree_put(t, CGROUP "app.slice/cpuset.cpus.partition", "member\n");
	tree_put(t, CGROUP "app.slice/b 10/cpuset.cpus", "0,2-9\n");
	tree_put(t, CGROUP "app.slice/b 10/cpuset.cpus.effective", "0,2-4\n");
	tree_put(t, CGROUP "app.slice/b 10/cpuset.cpus.partition", "member\n");
	tree_put(t, CGROUP "app.slice/b 9/cpuset.cpus", "4\n");
	tree_put(t, CGROUP "app.slice/b 9/cpuset.cpus.effective", "4\n");
	tree_put(t, CGROUP "rt/cpuset.cpus", "2-3\n");
	tree_put(t, CGROUP "rt/cpuset.cpus.effective", "2-3\n");
	tree_put(t, CGROUP "rt/cpuset.cpus.partition", "isolated\n");
	tree_put(t, CGROUP "rz/cpuset.cpus", "1-2\n");
	tree_put(t, CGROUP "rz/cpuset.cpus.effective", "1-2\n");
	tree_put(t, CGROUP "rz/cpuset.cpus.partition",
		"root invalid (Cpu list in cpuset.cpus not exclusive)\n");
	/* not enabled here, so not below either */
	tree_put(t, CGROUP "other/cgroup.procs", "1\n");
	tree_put(t, CGROUP "other/deep/cpuset.cpus", "1\n");
	/* all of its CPUs are gone, or nobody can read it */
	tree_put(t, CGROUP "gone/cpuset.cpus", "7\n");
	tree_put(t, CGROUP "gone/cpuset.cpus.effective", "\n");
	tree_put(t, CGROUP "torn/cpuset.cpus", "0-x\n");
	assert_string_equal(tree_text(t, "@cpusets"),
		"/app.slice/b\\0409 - 4 2 -\n"
		"/app.slice/b\\04010 member 0,2-4 0-2 0\n"
		"/rt isolated 2-3 1 -\n"
		"/rz invalid 1-2 0-1 0-1\n");
	assert_int_equal(tree_error(t, "@cpusets/more"), -ENOENT);
}

static void cpusets_v1(void **state)
{
	struct tree *t = *state;

	put_topology(t);
	tree_put(t, V1 "cpuset.cpus", "0-4\n");
	tree_put(t, V1 "docker/cpuset.cpus", "0-4\n");
	tree_put(t, V1 "docker/cpuset.effective_cpus", "0-4\n");
	tree_put(t, V1 "docker/c1/cpuset.cpus", "3-4\n");
	assert_string_equal(tree_text(t, "@cpusets"),
		"/docker - 0-4 0-2 -\n/docker/c1 - 3-4 1-2 1\n");
}

/* As deep as a hostile tree may be, it ends. */
static void cpusets_deep(void **state)
{
	struct tree *t = *state;
	char path[2048];
	size_t n = 0;

	put_topology(t);
	tree_put(t, CGROUP "cpuset.cpus.effective", "0-4\n");
	for (unsigned i = 0; i < 200; i++) {
		n += (size_t)snprintf(
			path + n, sizeof(path) - n, "%sd", i ? "/" : CGROUP);
		snprintf(path + n, sizeof(path) - n, "/cpuset.cpus");
		tree_put(t, path, "1\n");
		path[n] = '\0';
	}
	assert_non_null(strstr(tree_text(t, "@cpusets"), "/d/d/d/d - 1 0 0\n"));
}

static void resctrl(void **state)
{
	struct tree *t = *state;

	assert_int_equal(tree_error(t, "@resctrl/llc"), -ENOENT);
	put_topology(t);
	assert_int_equal(tree_error(t, "@resctrl/llc"), -ENOENT);
	assert_int_equal(tree_error(t, "@resctrl/cpu"), -ENOENT);
	tree_put(t, MON "mon_L3_00/llc_occupancy", "1835008\n");
	tree_put(t, MON "mon_L3_00/mbm_total_bytes", "18446744073709551615\n");
	tree_put(t, MON "mon_L3_00/mbm_local_bytes", "Unavailable\n");
	tree_put(t, MON "mon_L3_04/mbm_total_bytes", "Unassigned\n");
	tree_put(t, MON "mon_L3_04/mbm_local_bytes", "-3\n");
	tree_put(t, MON "mon_L3_09/llc_occupancy", "1\n");
	assert_string_equal(tree_text(t, "@resctrl/llc"),
		"0 0 1835008 18446744073709551615 !ENODATA\n1 4 - !ENODATA !ENODATA\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_TREE(cpusets_v2),
		IN_TREE(cpusets_v1),
		IN_TREE(cpusets_deep),
		IN_TREE(resctrl),
	};

	return cmocka_run_group_tests_name("llc_doors", tests, NULL, NULL);
}
