// SPDX-License-Identifier: GPL-2.0-or-later
/* memo_test.c - a sample taken again is the sample that would have been taken in full: each kind of change. */
#include <sys/resource.h>

#include "twins.h"

/* ---- one change after the other ---- */

#define HEADING "Filename Type Size Used Priority\n"

enum { NO, YES };
/* clang-format off */
static const struct change {
	const char *path, *text; /* NULL: removed */
	bool followed;
} changes[] = {
	{"proc/vmstat", "pswpin 5\npswpout 70\nswap_ra 9\n", NO},
	{"proc/vmstat", "pswpin 6\npswpout 70\nswap_ra 9\n", YES},       /* as long */
	{"proc/vmstat", "pswpin 16\npswpout 7000\nswap_ra 9\n", YES},    /* longer */
	{"proc/vmstat", "pswpin 16\npswpout 7\nswap_ra 9\n", YES},       /* shorter */
	{"proc/vmstat", "pswpin 16\nswap_ra 9\npswpout 7\n", NO},        /* another order */
	{"proc/vmstat", "pswpin 16\nswap_ra 9\npswpout 7\nswap_ra_hit 2\n", NO},
	{"proc/vmstat", "pswpin 16\nswap_ra 9\npswpout 8\nswap_ra_hit 2\n", YES},
	{"proc/vmstat", "pswpin 16\npswpout 8\nswap_ra_hit 2\n", NO},
	{"proc/vmstat", "pswpin 16\npswpout 8\nswap_ra_hit 2\nunknown_word 1\n", NO},
	{"proc/vmstat", "pswpin 16\npswpout 8\nswap_ra_hit 2\nunknown_word 2\n", YES},
	{"proc/vmstat", "pswpin 16\npswpout 8\nswap_ra_hit 2\nunknown_name 2\n", NO},
	{"proc/vmstat", "pswpin 16\npswpout 8\npswpout 9\n", NO},        /* twice: the last counts */
	{"proc/vmstat", "pswpin 16\npswpout 7\npswpout 9\n", NO},
	{"proc/vmstat", "pswpin 16\npswpout 8", NO},                     /* cut */
	{"proc/vmstat", "pswpin 16\npswpout \x01\n", NO},
	{"proc/vmstat", "pswpin 16\npswpout 99999999999999999999\n", NO},
	{"proc/vmstat", "pswpin 16\npswpout -4\n", NO},
	{"proc/vmstat", "", NO},
	{"proc/vmstat", NULL, NO},
	{"proc/vmstat", "pswpin 16\npswpout 8\n", NO},
	{"proc/pressure/memory", "some avg10=0.00 avg60=0.00 avg300=0.00 total=1\n", NO},
	{"proc/pressure/memory", "some avg10=0.10 avg60=0.00 avg300=0.00 total=12\n", YES},
	{"proc/pressure/memory", "some avg10=0.10 avg60=0.00 total=12\n", NO},
	{"proc/swaps", HEADING "/dev/zram0 partition 1000 0 5\n", YES},
	{"proc/swaps", HEADING "/dev/zram0 partition 1000 10 5\n", YES},
	{"proc/swaps", HEADING "/dev/zram0 partition 1000 10 5\n/swap\\040two file 9 9 -2\n", NO},
	{"proc/swaps", HEADING "/dev/zram0 partition 1000 8 5\n/swap\\040two file 9 8 -2\n", YES},
	{"proc/swaps", HEADING "/swap\\040two file 9 8 -2\n/dev/zram0 partition 1000 8 5\n", NO},
	{"proc/swaps", HEADING "/swap\\040two file 9 8 -2\n", NO},
	{"proc/swaps", HEADING, NO},
	{"proc/swaps", HEADING "/dev/zram0 partition 1000 10 5\n", NO},
	{"sys/block/zram0/mm_stat", "1 2 3 4 5 6 7 8 9\n", YES},
	{"sys/block/zram0/mm_stat", "1 2 3 4 5 6 7 8 10\n", YES},
	{"sys/block/zram0/mm_stat", "1 2 3 4 5 6 7 8\n", NO},
	{"sys/block/zram7/mm_stat", "1 2 3 4 5 6 7 8\n", NO},
	{"sys/block/zram7/mm_stat", "1 2 3 4 5 6 7 9\n", YES},
	{THP "hugepages-128kB/stats/swpout", "3\n", NO},
	{THP "hugepages-128kB/stats/swpout", "4", YES},
	{THP "hugepages-128kB/stats/swpout", "garbage\n", NO},
	{THP "hugepages-128kB/stats/swpout", "\n", NO},
	{THP "hugepages-128kB/stats/swpout", "4\n", NO},
	{THP "hugepages-128kB/stats/swpout", "4444444444\n", YES},
	{THP "hugepages-128kB/enabled", "always inherit madvise [never]\n", NO},
	{THP "hugepages-128kB/enabled", "[always] inherit madvise never\n", NO},
	{THP "hugepages-128kB/enabled", "[always] inherit madvise never force\n", YES},
	{THP "enabled", "[always] madvise never\n", NO},
	{THP "hugepages-128kB/enabled", NULL, NO},
	{THP "hugepages-128kB", NULL, NO},
	{"proc/sys/vm/swappiness", "100\n", YES},
	{"proc/sys/vm/swappiness", "max\n", NO},
	{"proc/sys/vm/swappiness", "7\n", NO},
	{"proc/sys/vm/swappiness", "7\n", YES},
	{"proc/sys/vm/swappiness", "000000000000000000000000000000000000000000000008\n", NO}, /* no room */
	{"@host", "page_size 4096\nboot_id a\nmonotonic_ns 1000\n", NO},
	{"@host", "page_size 4096\nboot_id a\nmonotonic_ns 2000\n", NO},
	{"@host", "page_size 4096\nboot_id b\nmonotonic_ns 3000\n", NO},
	{"@host", NULL, NO},
};
/* clang-format on */

static void put(struct tree *t, const struct change *c)
{
	if (c->text)
		tree_put(t, c->path, c->text);
	else
		remove_all(t, c->path);
}

static void each_change(void **state)
{
	struct tree *t = *state;
	struct twins w;
	unsigned wrong = 0;
	copy_capture("large-zram", t->dir);
	begin(&w, t, &domain_swap);
	look(&w, "first");
	for (size_t i = 0; i < COUNT_OF(changes); i++) {
		put(t, &changes[i]);
		bool followed = look(&w, changes[i].path);
		if (followed != changes[i].followed) {
			print_error("change %zu of %s: %s\n", i, changes[i].path,
				followed ? "followed" : "taken in full");
			wrong++;
		}
		/*
		 * What does not change is followed, unless it is at fault or says a thing twice. Where a
		 * descriptor was closed on the way, only the time after that.
		 */
		look(&w, "unchanged");
		followed = look(&w, "unchanged");
		const struct sample *s = &w.with[~w.n & 1];
		if (followed != (!s->n_faults && !s->twice)) {
			print_error("after change %zu of %s: %d\n", i, changes[i].path,
				followed);
			wrong++;
		}
	}
	assert_int_equal(wrong, 0);
	end(&w);
}

/* The gate of the delays: what it freezes and lets go. */
static void gate(void **state)
{
	static const struct field host[] = {
		{"on", "ON", "proc/sys/vm/{}", "swappiness", KIND_TUNABLE, UNIT_ONE,
			"a switch"},
	};
	static const struct field counted[] = {
		{"in", "IN", "proc/vmstat", "pswpin", KIND_COUNTER, UNIT_PAGE,
			"a counter"},
	};
	static const struct group groups[] = {
		{.name = "host",
			.row = "host",
			.always = "host",
			.fields = host,
			.n_fields = 1},
		{.name = "counted",
			.row = "host",
			.always = "host",
			.gate = "host.on",
			.fields = counted,
			.n_fields = 1},
	};
	static const struct domain d = {.name = "gated", .groups = groups, .n_groups = 2};
	static const char *const steps[] = {"1", "2", "0", "0", "5", "0", "4"};
	struct tree *t = *state;
	struct twins w;
	begin(&w, t, &d);
	for (size_t i = 0; i < COUNT_OF(steps); i++) {
		char in[32];
		snprintf(in, sizeof(in), "pswpin %zu\n", i);
		tree_put(t, "proc/vmstat", in);
		tree_put(t, "proc/sys/vm/swappiness", steps[i]);
		look(&w, steps[i]);
		tree_put(t, "proc/vmstat", "pswpin 77\n");
		look(&w, steps[i]);
	}
	assert_true(w.followed > 3);
	end(&w);
}

/* /proc/stat says of the machine as a whole what tables of CPUs and of LLCs take of their rows alone. */
static void of_no_row(void **state)
{
	struct tree *t = *state;
	struct twins w;
	copy_capture("made-llc-hot/t0", t->dir);
	begin(&w, t, &domain_llc);
	look(&w, "first");
	assert_true(look(&w, "unchanged"));
	tree_put(
		t, "proc/stat", "cpu  7 0 3 50 0 0 0 0 0 0\ncpu0 7 0 3 50 0 0 0 0 0 0\n");
	assert_false(look(&w, "CPUs went"));
	assert_true(look(&w, "unchanged"));
	tree_put(
		t, "proc/stat", "cpu  8 0 3 51 0 0 0 0 0 0\ncpu0 8 0 3 51 0 0 0 0 0 0\n");
	assert_true(look(&w, "a tick of the machine's and of a CPU's"));
	end(&w);
}

/* What never stays the same is not attempted each time, and what stays the same again is found out. */
static void patience(void **state)
{
	struct tree *t = *state;
	struct twins w;
	char text[64];
	begin(&w, t, &domain_swap);
	w.patient = true;
	unsigned attempts = 0, after = 0;
	for (int i = 0; i < 200; i++) {
		unsigned at = w.memo.at;
		snprintf(text, sizeof(text), "word%d 1\n", i);
		tree_put(t, "proc/vmstat", text);
		assert_false(look(&w, text) && w.memo.at != at);
		attempts += w.memo.at != at;
	}
	assert_in_range(attempts, 4, 20);
	while (!w.memo.good || w.memo.failed)
		assert_true(look(&w, "calm") || after++ < 100);
	end(&w);
}

static void not_followed(void **state)
{
	struct tree *t = *state;
	struct twins w;
	copy_capture("cgroup-v2/t0", t->dir);
	begin(&w, t, &domain_swap);
	look(&w, "first");
	assert_true(look(&w, "second"));
	root_set(t->r, "cgroup", "/a"); /* a door may now say something else */
	root_set(w.plain, "cgroup", "/a");
	assert_false(look(&w, "parameter"));
	assert_true(look(&w, "after"));
	root_set(w.plain, "cgroup", NULL);
	tree_open(t, ROOT_KEEP);
	assert_false(look(&w, "another root"));
	tree_put(t, "proc/vmstat", "pswpin 1\n");
	tree_open(t, 0);
	assert_false(look(&w, "a root that keeps nothing"));
	assert_false(look(&w, "still"));
	end(&w);
}

/* Files that are not kept are opened each time, and followed all the same. The last test: the limit stays. */
static void few_descriptors(void **state)
{
	struct rlimit few = {64, 64};
	struct tree *t = *state;
	struct twins w;
	copy_capture("7.3.4-swap/4-held", t->dir);
	tree_put(t, "proc/sys/vm/swappiness", "60\n");
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
	tree_open(t, ROOT_KEEP);
	begin(&w, t, &domain_swap);
	look(&w, "first");
	assert_true(look(&w, "second"));
	tree_put(t, "proc/sys/vm/swappiness", "70\n");
	assert_true(look(&w, "as long"));
	end(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_MEMORY(each_change),
		IN_MEMORY(gate),
		IN_MEMORY(of_no_row),
		IN_MEMORY(patience),
		IN_MEMORY(not_followed),
		IN_MEMORY(few_descriptors),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
