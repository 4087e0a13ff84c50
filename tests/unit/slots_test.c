// SPDX-License-Identifier: GPL-2.0-or-later
/* slots_test.c - "@slots": page tables of a made machine become slots of its swap devices; and "@limits". */
#include "tree.h"

#define HEADING "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n"
#define ZRAM0 "/dev/zram0                              partition\t65532\t\t64\t\t100\n"
#define ZRAM1 "/dev/zram1                              partition\t8188\t\t32\t\t50\n"
#define BIG "/swap\\040file                           file\t\t4194300\t\t4096\t\t-2\n"

enum { PAGES = 64 };

static uint64_t swapped(unsigned type, uint64_t slot)
{
	return (uint64_t)1 << 62 | slot << 5 | type;
}

/* One mapping of PAGES pages from page 16 on, of which `kib` are in swap. */
static void put_process(
	struct tree *t, unsigned pid, const uint64_t entries[PAGES], unsigned kib)
{
	uint64_t map[16 + PAGES] = {0};
	char path[64], text[512];

	snprintf(path, sizeof(path), "proc/%u/status", pid);
	snprintf(text, sizeof(text), "Name:\tx\nVmSwap:\t      %u kB\n", kib);
	tree_put(t, path, text);
	snprintf(path, sizeof(path), "proc/%u/smaps", pid);
	snprintf(text, sizeof(text),
		"00001000-00002000 r-xp 00000000 00:00 0 /bin/x\nSwap:  0 kB\nSwapPss: 9 kB\n"
		"00010000-00050000 rw-p 00000000 00:00 0 \nRss: 4 kB\nSwap:  %u kB\nSwapPss:  0 kB\n",
		kib);
	tree_put(t, path, text);
	snprintf(path, sizeof(path), "proc/%u/pagemap", pid);
	memcpy(map + 16, entries, PAGES * sizeof(uint64_t));
	tree_put_bytes(t, path, map, sizeof(map));
}

static void test_slots(void **state)
{
	struct tree *t = *state;
	uint64_t a[PAGES] = {0}, b[PAGES] = {0};

	tree_put(t, "proc/swaps", HEADING ZRAM0 ZRAM1);
	for (unsigned i = 0; i < 8; i++)
		a[i] = swapped(0, 1 + i);
	a[8] = swapped(0, 511);
	a[9] = swapped(0, 512);
	a[10] = (uint64_t)1 << 63 | 77 << 5; /* present */
	a[11] = (uint64_t)1 << 61; /* none */
	a[12] = swapped(1, 2046);
	put_process(t, 7, a, 44);
	/* The parent's, which it still shares; and one more. */
	b[0] = swapped(0, 3);
	b[1] = swapped(0, 9);
	put_process(t, 8, b, 8);
	put_process(t, 9, b, 0);
	assert_string_equal(tree_text(t, "@slots"),
		"device /dev/zram0 partition 65532 64 100 44 sure\n"
		"slots /dev/zram0 1-9,511\n"
		"slots /dev/zram0 512\n"
		"device /dev/zram1 partition 8188 32 50 4 sure\n"
		"slots /dev/zram1 2046\n");
}

/* Where page tables say nothing, nothing is in use, as far as one can see. */
static void test_nothing(void **state)
{
	struct tree *t = *state;

	assert_int_equal(tree_error(t, "@slots"), -ENOENT);
	tree_put(t, "proc/swaps", HEADING);
	assert_string_equal(tree_text(t, "@slots"), "");
	tree_put(t, "proc/swaps", HEADING ZRAM0);
	tree_put(t, "proc/1/status", "Name:\tinit\n");
	assert_string_equal(tree_text(t, "@slots"),
		"device /dev/zram0 partition 65532 64 100 0 sure\n");
	assert_int_equal(tree_error(t, "@slots/x"), -ENOENT);
}

/* What the kernel hides is zeros: not slot 0, which is the header. */
static void test_hidden(void **state)
{
	struct tree *t = *state;
	uint64_t a[PAGES] = {(uint64_t)1 << 62};

	tree_put(t, "proc/swaps", HEADING ZRAM0);
	put_process(t, 7, a, 4);
	assert_int_equal(tree_error(t, "@slots"), -EPERM);
}

/* A number of no line: an area before it was taken off. Its slots tell which it can be. */
static void test_numbers(void **state)
{
	struct tree *t = *state;
	uint64_t a[PAGES] = {0};

	tree_put(t, "proc/swaps", HEADING ZRAM1 BIG);
	a[0] = swapped(2, 60000); /* behind the end of zram1 */
	a[1] = swapped(30, 5); /* the mark of a page that migrates */
	put_process(t, 7, a, 8);
	assert_string_equal(tree_text(t, "@slots"),
		"device /dev/zram1 partition 8188 32 50 0 sure\n"
		"device /swap\\040file file 4194300 4096 -2 4 sure\n"
		"slots /swap\\040file 60000\n");
	/* Either could be it. */
	a[0] = swapped(2, 60);
	put_process(t, 7, a, 4);
	assert_string_equal(tree_text(t, "@slots"),
		"device /dev/zram1 partition 8188 32 50 4 assumed\n"
		"slots /dev/zram1 60\n"
		"device /swap\\040file file 4194300 4096 -2 0 assumed\n");
}

static void test_page_size(void **state)
{
	struct tree *t = *state;
	uint64_t a[PAGES] = {0};

	tree_put(t, "@host", "page_size 65536\n");
	tree_put(t, "proc/swaps", HEADING ZRAM0);
	a[0] = swapped(0, 1000); /* 65532 KiB are 1023 slots of 64 KiB */
	a[1] = swapped(0, 1024);
	/* The mapping is of 4 pages of that size, the second to the fifth. */
	uint64_t map[8] = {0, a[0], a[1]};

	put_process(t, 7, a, 128);
	tree_put_bytes(t, "proc/7/pagemap", map, sizeof(map));
	assert_string_equal(tree_text(t, "@slots"),
		"device /dev/zram0 partition 65532 64 100 64 sure\n"
		"slots /dev/zram0 1000\n");
}

static void test_limits(void **state)
{
	struct tree *t = *state;

	assert_int_equal(tree_error(t, "@limits"), -ENOENT);
	tree_put(t, "sys/fs/cgroup/cgroup.controllers", "memory\n");
	tree_put(t, "proc/self/cgroup", "0::/a/b\n");
	assert_string_equal(tree_text(t, "@limits"), "");
	tree_put(t, "sys/fs/cgroup/a/b/memory.max", "max\n");
	tree_put(t, "sys/fs/cgroup/a/b/memory.swap.max", "4096\n");
	tree_put(t, "sys/fs/cgroup/a/b/memory.swap.current", "8192\n");
	tree_put(t, "sys/fs/cgroup/a/b/memory.current", "1000\n");
	tree_put(t, "sys/fs/cgroup/a/memory.max", "100000\n");
	tree_put(t, "sys/fs/cgroup/a/memory.current", "60000\n");
	tree_put(t, "sys/fs/cgroup/a/memory.stat", "anon 5\ninactive_file 20000\n");
	tree_put(t, "sys/fs/cgroup/a/memory.swap.max", "5000\n");
	tree_put(t, "sys/fs/cgroup/a/memory.swap.current", "0\n");
	assert_string_equal(tree_text(t, "@limits"),
		"memory_room 60000\nmemory_at /a\nswap_room 0\nswap_at /a/b\n");
}

static void test_old_limits(void **state)
{
	struct tree *t = *state;

	tree_put(t, "proc/self/cgroup", "4:memory:/x\n1:cpu:/y\n0::/z\n");
	tree_put(
		t, "sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
	tree_put(t, "sys/fs/cgroup/memory/memory.usage_in_bytes", "4096\n");
	assert_string_equal(tree_text(t, "@limits"), "");
	tree_put(t, "sys/fs/cgroup/memory/x/memory.limit_in_bytes",
		"9223372036854771712\n");
	tree_put(t, "sys/fs/cgroup/memory/x/memory.usage_in_bytes", "4096\n");
	tree_put(t, "sys/fs/cgroup/memory/x/memory.memsw.limit_in_bytes", "1048576\n");
	tree_put(t, "sys/fs/cgroup/memory/x/memory.memsw.usage_in_bytes", "48576\n");
	assert_string_equal(
		tree_text(t, "@limits"), "memory_room 1000000\nmemory_at /x\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_TREE(test_slots),
		IN_TREE(test_nothing),
		IN_TREE(test_hidden),
		IN_TREE(test_numbers),
		IN_TREE(test_page_size),
		IN_TREE(test_limits),
		IN_TREE(test_old_limits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
