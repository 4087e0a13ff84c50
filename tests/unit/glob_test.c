// SPDX-License-Identifier: GPL-2.0-or-later
/* glob_test.c - the paths that match a pattern: their order, what the stars caught, once and in a loop. */
#include "tree.h"

#include <malloc.h>

struct seen {
	struct arena *a;
	struct root *r;
	struct buf text;
};

static void see(void *ctx, const char *path, const struct span *caught, unsigned n)
{
	struct seen *s = ctx;

	buf_str(&s->text, path);
	for (unsigned i = 0; i < n; i++) {
		buf_char(&s->text, ' ');
		buf_span(&s->text, caught[i]);
	}
	buf_char(&s->text, '\n');
}

static void assert_glob(struct tree *t, const char *pattern, int rc, const char *expected)
{
	struct seen s = {.a = &t->a};

	assert_int_equal(root_glob(t->r, pattern, &t->a, see, &s), rc);
	assert_string_equal(buf_cstr(&s.text), expected);
	buf_free(&s.text);
}

static void test_glob(void **state)
{
	struct tree *t = *state;

	tree_put(t, "m/hugepages-1024kB/stats/out", "1");
	tree_put(t, "m/hugepages-512kB/stats/out", "1");
	tree_put(t, "m/hugepages-64kB/stats/out", "1");
	tree_put(t, "m/hugepages-8kB/other", "1");
	tree_put(t, "m/hugepages-kB/stats/out", "1");
	tree_put(t, "m/.hidden/stats/out", "1");
	tree_put(t, "c/cpu10/cache/index0/size", "1");
	tree_put(t, "c/cpu9/cache/index1/size", "1");
	tree_put(t, "c/cpufreq/policy", "1");
	assert_glob(t, "m/hugepages-*kB/stats/out", 0,
		"m/hugepages-64kB/stats/out 64\n"
		"m/hugepages-512kB/stats/out 512\n"
		"m/hugepages-1024kB/stats/out 1024\n");
	assert_glob(t, "c/cpu*/cache/index*/size", 0,
		"c/cpu9/cache/index1/size 9 1\nc/cpu10/cache/index0/size 10 0\n");
	assert_glob(t, "m/*-8*/*", 0, "m/hugepages-8kB/other hugepages kB other\n");
	assert_glob(t, "m/*-8*", 0, "m/hugepages-8kB hugepages kB\n");
	assert_glob(t, "c/cpu9/cache", 0, "c/cpu9/cache\n");
	assert_glob(t, "m/*/stats/none", -ENOENT, "");
	assert_glob(t, "none/*", -ENOENT, "");
	assert_glob(t, "none", -ENOENT, "");
}

static void read_each(void *ctx, const char *path, const struct span *caught, unsigned n)
{
	struct seen *s = ctx;
	struct span text;

	(void)caught;
	(void)n;
	if (root_read(s->r, path, s->a, &text) == 0)
		buf_span(&s->text, text);
}

static void sample(struct seen *s)
{
	arena_reset(s->a);
	buf_reset(&s->text);
	assert_int_equal(root_glob(s->r, "b/*/n", s->a, read_each, s), 0);
}

static void test_glob_in_a_loop(void **state)
{
	struct tree *t = *state;
	struct seen s = {.a = &t->a};
	struct root_cost cost;
	struct mallinfo2 before;
	unsigned long grown;

	tree_put(t, "b/2/n", "2");
	tree_put(t, "b/1/n", "1");
	tree_put(t, "b/3/other", "1");
	tree_open(t, ROOT_KEEP);
	s.r = t->r;
	sample(&s);
	sample(&s);
	before = mallinfo2();
	grown = t->a.grown;
	cost = root_cost(t->r);
	for (int i = 0; i < 100; i++)
		sample(&s);
	assert_int_equal(mallinfo2().uordblks, before.uordblks);
	assert_int_equal(t->a.grown, grown);
	assert_int_equal(root_cost(t->r).reads - cost.reads, 200);
	tree_put(t, "b/3/n", "3");
	tree_put(t, "b/10/n", "!");
	sample(&s);
	assert_string_equal(buf_cstr(&s.text), "123!");
	nftw(tree_path(t, "b/1"), tree_remove, 8, FTW_DEPTH | FTW_PHYS);
	sample(&s);
	assert_string_equal(buf_cstr(&s.text), "23!");
	nftw(tree_path(t, "b"), tree_remove, 8, FTW_DEPTH | FTW_PHYS);
	assert_glob(t, "b/*/n", -ENOENT, "");
	tree_put(t, "b/7/n", "7");
	sample(&s);
	assert_string_equal(buf_cstr(&s.text), "7");
	buf_free(&s.text);
}

/* One shot: what is opened to see whether it is there is not opened again to be read. */
static void test_glob_opens_once(void **state)
{
	struct tree *t = *state;
	struct seen s = {.a = &t->a, .r = t->r};
	unsigned long opens;

	tree_put(t, "b/1/n", "1");
	opens = root_cost(t->r).opens;
	sample(&s);
	assert_string_equal(buf_cstr(&s.text), "1");
	/* The folder; the file looked at, then opened. */
	assert_int_equal(root_cost(t->r).opens - opens, 3);
	sample(&s);
	assert_int_equal(root_cost(t->r).opens - opens, 6);
	buf_free(&s.text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_TREE(test_glob),
		IN_TREE(test_glob_in_a_loop),
		IN_TREE(test_glob_opens_once),
	};

	return cmocka_run_group_tests_name("glob", tests, NULL, NULL);
}
