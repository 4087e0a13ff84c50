// SPDX-License-Identifier: GPL-2.0-or-later
/* tune_test.c - settings written, held to what they were to be, and put back: in a tree, and in /proc of this process alone. */
#include "tree.h"
#include "tune.h"

static struct tune plan(struct tree *t, const char *path, const char *value)
{
	struct tune u = {
		.root = open(t->dir, O_PATH | O_DIRECTORY),
		.path = path,
		.value = value,
		.anywhere = true,
	};

	assert_true(u.root >= 0);
	return u;
}

/* A file of this very process, so that nothing of the machine is touched. */
static struct tune plan_own(const char *name, const char *value)
{
	static char path[64];
	struct tune u = {
		.root = open("/", O_PATH | O_DIRECTORY), .path = path, .value = value};

	snprintf(path, sizeof(path), "proc/%d/%s", (int)getpid(), name);
	return u;
}

static void test_meaning(void **state)
{
	static const struct {
		const char *a, *b;
		bool same;
	} cases[] = {
		{"1", "1\n", true},
		{"1", "0", false},
		{"0", "N", true},
		{"Y", "1", true},
		{"y", "N", false},
		{"16", "0x10", true},
		{"0010", "10", true},
		{"10", "0x10", false},
		{"always [madvise] never\n", "madvise", true},
		{"always madvise [never]", "madvise", false},
		{"lzo [lzo-rle] lz4 ", "lzo-rle", true},
		{"lzo [lzo-rle] lz4 ", "lzo", false},
		{"never", "never", true},
		{"", "0", false},
		{"", "", true},
		{"[", "0", false},
		{"Yes", "1", false},
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		if (tune_same(span_z(cases[i].a), span_z(cases[i].b)) != cases[i].same ||
			tune_same(span_z(cases[i].b), span_z(cases[i].a)) !=
				cases[i].same)
			fail_msg("'%s' and '%s'", cases[i].a, cases[i].b);
}

static void test_there_and_back(void **state)
{
	struct tree *t = *state;
	struct tune u = plan(t, "proc/sys/x", "1");
	bool restored = true;

	tree_put(t, "proc/sys/x", "0\n");
	assert_int_equal(tune_plan(&u), 0);
	assert_string_equal(u.old, "0");
	assert_true(tune_differs(&u));
	assert_int_equal(tune_undo(&u, &restored), 0);
	assert_false(restored); /* nothing was done yet */
	assert_int_equal(tune_apply(&u), 0);
	assert_true(u.changed);
	assert_string_equal(tree_text(t, "proc/sys/x"), "1\n");
	assert_int_equal(tune_undo(&u, &restored), 0);
	assert_true(restored && !u.changed);
	assert_string_equal(tree_text(t, "proc/sys/x"), "0\n");
	tree_put(t, "proc/sys/x", "1\n");
	assert_int_equal(tune_undo(&u, &restored), 0);
	assert_false(restored); /* once */
	assert_string_equal(tree_text(t, "proc/sys/x"), "1\n");
	close(u.root);
}

/* What is so already is not written: the file may not be written to by anybody. */
static void test_no_need(void **state)
{
	struct tree *t = *state;
	struct tune u = plan(t, "x", "1");
	struct stat before, after;
	bool restored = true;

	tree_put(t, "x", "Y\n");
	assert_int_equal(stat(tree_path(t, "x"), &before), 0);
	assert_int_equal(tune_plan(&u), 0);
	assert_false(tune_differs(&u));
	assert_int_equal(tune_apply(&u), 0);
	assert_false(u.changed);
	assert_int_equal(tune_undo(&u, &restored), 0);
	assert_false(restored);
	assert_int_equal(stat(tree_path(t, "x"), &after), 0);
	assert_memory_equal(&before.st_mtim, &after.st_mtim, sizeof(after.st_mtim));
	assert_string_equal(tree_text(t, "x"), "Y\n");
	close(u.root);
}

/* Somebody else's value is left alone, and known. */
static void test_changed_meanwhile(void **state)
{
	struct tree *t = *state;
	struct tune u = plan(t, "x", "1");
	bool restored = true;

	tree_put(t, "x", "0\n");
	assert_int_equal(tune_plan(&u), 0);
	assert_int_equal(tune_apply(&u), 0);
	tree_put(t, "x", "2\n");
	assert_int_equal(tune_undo(&u, &restored), 0);
	assert_false(restored || u.changed);
	assert_string_equal(u.now, "2");
	assert_string_equal(tree_text(t, "x"), "2\n");
	close(u.root);
}

static void test_cannot_be_undone(void **state)
{
	struct tree *t = *state;
	struct tune u = plan(t, "x", "1");
	bool restored = true;

	tree_put(t, "x", "0\n");
	assert_int_equal(tune_plan(&u), 0);
	assert_int_equal(tune_apply(&u), 0);
	assert_int_equal(remove(tree_path(t, "x")), 0);
	assert_int_equal(tune_undo(&u, &restored), -ENOENT);
	assert_int_equal(u.step, TUNE_RESTORE);
	assert_true(u.changed && !restored);
	tree_put(t, "x", "1\n");
	assert_int_equal(tune_undo(&u, &restored), 0); /* may be tried again */
	assert_true(restored);
	close(u.root);
}

/* A file that does not take the value as the kernel does: here what was longer leaves its end behind. */
static void test_put_back(void **state)
{
	struct tree *t = *state;
	struct tune u = plan(t, "x", "7");

	tree_put(t, "x", "100\n");
	assert_int_equal(tune_plan(&u), 0);
	assert_int_equal(tune_apply(&u), -EMSGSIZE);
	assert_int_equal(u.step, TUNE_READ);
	assert_false(u.changed);
	assert_string_equal(tree_text(t, "x"), "100\n");
	close(u.root);
}

static void test_in_the_way(void **state)
{
	static const struct {
		const char *path;
		int err, or_err; /* by openat2(), or step by step */
		enum tune_step step;
	} cases[] = {
		{"none", -ENOENT, 0, TUNE_OPEN},
		{"x/none", -ENOTDIR, 0, TUNE_OPEN},
		{"link", -ELOOP, 0, TUNE_OPEN},
		{"way/x", -ELOOP, -ENOTDIR, TUNE_OPEN},
		{"folder/../x", 0, -EXDEV, TUNE_OPEN},
		{"../x", -EXDEV, 0, TUNE_OPEN},
		{"folder", -EISDIR, 0, TUNE_PLACE},
		{"pipe", -EINVAL, 0, TUNE_PLACE},
		{"long", -EMSGSIZE, 0, TUNE_READ},
		{"lines", -EMSGSIZE, 0, TUNE_READ},
	};
	struct tree *t = *state;
	char bytes[TUNE_ROOM];

	memset(bytes, '1', sizeof(bytes));
	tree_put(t, "x", "0\n");
	tree_put(t, "folder/x", "0\n");
	tree_put(t, "lines", "0\n0\n");
	tree_put_bytes(t, "long", bytes, sizeof(bytes));
	tree_link(t, "link", "x");
	tree_link(t, "way", "folder");
	assert_int_equal(mkfifo(tree_path(t, "pipe"), 0644), 0);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct tune u = plan(t, cases[i].path, "1");
		int rc = tune_plan(&u);

		if ((rc != cases[i].err && rc != cases[i].or_err) ||
			(rc && u.step != cases[i].step))
			fail_msg("%s: %d, step %d", cases[i].path, rc, u.step);
		close(u.root);
	}
}

/* Between the plan and the deed a link is put in its place. */
static void test_link_meanwhile(void **state)
{
	struct tree *t = *state;
	struct tune u = plan(t, "x", "1");

	tree_put(t, "x", "0\n");
	tree_put(t, "victim", "0\n");
	assert_int_equal(tune_plan(&u), 0);
	assert_int_equal(remove(tree_path(t, "x")), 0);
	tree_link(t, "x", "victim");
	assert_int_equal(tune_apply(&u), -ELOOP);
	assert_int_equal(u.step, TUNE_OPEN);
	assert_false(u.changed);
	assert_string_equal(tree_text(t, "victim"), "0\n");
	close(u.root);
}

static void test_not_of_the_kernel(void **state)
{
	struct tree *t = *state;
	struct tune u = plan(t, "proc/sys/x", "1");

	tree_put(t, "proc/sys/x", "0\n");
	u.anywhere = false;
	assert_int_equal(tune_plan(&u), -EXDEV);
	assert_int_equal(u.step, TUNE_PLACE);
	close(u.root);
}

static void test_not_allowed(void **state)
{
	struct tree *t = *state;
	struct tune u = plan(t, "x", "1");
	bool root = geteuid() == 0;

	tree_put(t, "x", "0\n");
	assert_int_equal(chmod(tree_path(t, "x"), 0444), 0);
	assert_true(!root || seteuid(65534) == 0);
	assert_int_equal(tune_plan(&u), 0);
	assert_int_equal(tune_apply(&u), -EACCES);
	assert_int_equal(u.step, TUNE_OPEN);
	assert_false(u.changed);
	assert_true(!root || seteuid(0) == 0);
	close(u.root);
}

/* The kernel cuts the name of a process without a word: it is noticed, and the old name is back. */
static void test_kernel_takes_it_for_another(void **state)
{
	struct tune u = plan_own("comm", "a-name-of-more-than-fifteen-bytes");

	(void)state;
	assert_int_equal(tune_plan(&u), 0);
	assert_int_equal(tune_apply(&u), -EBADE);
	assert_int_equal(u.step, TUNE_CHECK);
	assert_false(u.changed);
	assert_string_equal(u.now, u.old);
	close(u.root);
}

static void test_kernel_refuses(void **state)
{
	struct tune u = plan_own("oom_score_adj", "5000");

	(void)state;
	assert_int_equal(tune_plan(&u), 0);
	assert_int_equal(tune_apply(&u), -EINVAL);
	assert_int_equal(u.step, TUNE_WRITE);
	assert_false(u.changed);
	assert_string_equal(u.now, u.old);
	close(u.root);
}

static void test_kernel_takes_it(void **state)
{
	struct tune u = plan_own("comm", "tuned");
	bool restored = false;

	(void)state;
	assert_int_equal(tune_plan(&u), 0);
	assert_int_equal(tune_apply(&u), 0);
	assert_string_equal(u.now, "tuned");
	assert_int_equal(tune_undo(&u, &restored), 0);
	assert_true(restored);
	assert_string_equal(u.now, u.old);
	close(u.root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_meaning),
		IN_TREE(test_there_and_back),
		IN_TREE(test_no_need),
		IN_TREE(test_changed_meanwhile),
		IN_TREE(test_cannot_be_undone),
		IN_TREE(test_put_back),
		IN_TREE(test_in_the_way),
		IN_TREE(test_link_meanwhile),
		IN_TREE(test_not_of_the_kernel),
		IN_TREE(test_not_allowed),
		cmocka_unit_test(test_kernel_takes_it_for_another),
		cmocka_unit_test(test_kernel_refuses),
		cmocka_unit_test(test_kernel_takes_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
