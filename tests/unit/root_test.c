// SPDX-License-Identifier: GPL-2.0-or-later
/* root_test.c - files below a root: confined, whole, and kept open. */
#include "tree.h"

#include <sys/resource.h>
#include <sys/wait.h>

enum { NOBODY = 65534 };

static void test_reads_whole(void **state)
{
	struct tree *t = *state;
	size_t n = 300000;
	char *big = malloc(n);
	struct span text;

	assert_non_null(big);
	for (size_t i = 0; i < n; i++)
		big[i] = (char)('a' + i % 23);
	tree_put_bytes(t, "big", big, n);
	tree_put(t, "sys/a", "one\n");
	tree_put(t, "empty", "");
	assert_string_equal(tree_text(t, "sys/a"), "one\n");
	assert_string_equal(tree_text(t, "empty"), "");
	assert_int_equal(root_read(t->r, "big", &t->a, &text), 0);
	assert_int_equal(text.n, n);
	assert_memory_equal(text.p, big, n);
	free(big);
}

static void test_only_regular_files(void **state)
{
	struct tree *t = *state;
	unsigned long reads;
	int fd;

	alarm(10); /* instead of hanging for ever */
	tree_put(t, "dir/file", "x");
	assert_int_equal(mkfifo(tree_path(t, "fifo"), 0644), 0);
	tree_link(t, "to_fifo", "fifo");
	assert_int_equal(tree_error(t, "fifo"), -EINVAL);
	assert_int_equal(tree_error(t, "to_fifo"), -EINVAL);
	assert_int_equal(tree_error(t, "dir"), -EISDIR);
	assert_int_equal(tree_error(t, "none"), -ENOENT);
	assert_int_equal(tree_error(t, "dir/file/none"), -ENOTDIR);
	assert_int_equal(tree_error(t, ""), -ENOENT);
	fd = creat(tree_path(t, "sparse"), 0644);
	assert_int_equal(ftruncate(fd, (64 << 20) + 1), 0);
	close(fd);
	reads = root_cost(t->r).reads;
	assert_int_equal(tree_error(t, "sparse"), -EFBIG);
	assert_int_equal(root_cost(t->r).reads, reads);
	alarm(0);
}

static void test_confined(void **state)
{
	struct tree *t = *state;

	tree_link(t, "passwd", "/etc/passwd");
	tree_link(t, "proc/up", "../../../../../../etc/passwd");
	tree_link(t, "dir", "/etc");
	assert_int_equal(tree_error(t, "passwd"), -ENOENT);
	assert_int_equal(tree_error(t, "proc/up"), -ENOENT);
	assert_int_equal(tree_error(t, "dir/passwd"), -ENOENT);
	assert_int_equal(tree_error(t, "../../../../etc/passwd"), -ENOENT);
	assert_int_equal(tree_error(t, "/etc/passwd"), -ENOENT);
	tree_put(t, "etc/passwd", "inside");
	if (!confine_works(AT_FDCWD))
		skip();
	assert_string_equal(tree_text(t, "passwd"), "inside");
	assert_string_equal(tree_text(t, "proc/up"), "inside");
	assert_string_equal(tree_text(t, "dir/passwd"), "inside");
}

static void test_confined_without_openat2(void **state)
{
	static const char *const leading_out[] = {
		"link",
		"dir/passwd",
		"a/../../x",
		"..",
		"a/link_below",
		"/..",
	};
	struct tree *t = *state;
	int dir = open(t->dir, O_PATH | O_DIRECTORY), fd;
	char c = 0;

	tree_put(t, "a/b/c", "7");
	tree_put(t, "x", "8");
	tree_link(t, "link", "x");
	tree_link(t, "a/link_below", "/etc/passwd");
	tree_link(t, "dir", "/etc");
	for (size_t i = 0; i < COUNT_OF(leading_out); i++)
		assert_true(confine_open(dir, leading_out[i], O_RDONLY, false) < 0);
	fd = confine_open(dir, "/a//b/c", O_RDONLY, false);
	assert_true(fd >= 0);
	assert_int_equal(read(fd, &c, 1), 1);
	assert_int_equal(c, '7');
	close(fd);
	close(dir);
}

static void test_refused(void **state)
{
	struct tree *t = *state;
	uid_t was = geteuid();

	tree_put(t, "secret", "x");
	tree_put(t, "closed/x", "x");
	chmod(tree_path(t, "secret"), 0);
	chmod(tree_path(t, "closed"), 0);
	if (was == 0)
		assert_int_equal(seteuid(NOBODY), 0);
	assert_int_equal(tree_error(t, "secret"), -EACCES);
	assert_int_equal(root_glob(t->r, "closed/*", &t->a, NULL, NULL), -EACCES);
	assert_int_equal(seteuid(was), 0);
	chmod(tree_path(t, "closed"), 0755);
}

static void test_kept(void **state)
{
	struct tree *t = *state;
	struct root_cost before, after;

	tree_put(t, "n", "11\n");
	tree_open(t, ROOT_KEEP);
	assert_string_equal(tree_text(t, "n"), "11\n");
	before = root_cost(t->r);
	tree_put(t, "n", "22\n");
	assert_string_equal(tree_text(t, "n"), "22\n");
	after = root_cost(t->r);
	assert_int_equal(after.opens, before.opens);
	assert_int_equal(after.reads, before.reads + 1);
	tree_put(t, "n", "333\n");
	assert_string_equal(tree_text(t, "n"), "333\n");
	assert_int_equal(root_cost(t->r).reads, after.reads + 2);
	tree_put(t, "n", "4");
	assert_string_equal(tree_text(t, "n"), "4");
	assert_string_equal(tree_text(t, "n"), "4");
	assert_int_equal(root_cost(t->r).opens, before.opens);
}

/* seq_file hands out a page and holds back the record that no longer fits: such a read is not trusted. */
static void test_kept_near_a_page(void **state)
{
	static const struct {
		size_t length;
		unsigned long reads;
	} cases[] = {{3072, 1}, {3073, 2}, {4096, 2}, {9000, 2}};
	struct tree *t = *state;
	char bytes[9000];

	memset(bytes, 'x', sizeof(bytes));
	tree_open(t, ROOT_KEEP);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		unsigned long reads;

		tree_put_bytes(t, "n", bytes, cases[i].length);
		assert_int_equal(strlen(tree_text(t, "n")), cases[i].length);
		reads = root_cost(t->r).reads;
		assert_int_equal(strlen(tree_text(t, "n")), cases[i].length);
		assert_int_equal(root_cost(t->r).reads - reads, cases[i].reads);
	}
}

static void test_kept_then_gone(void **state)
{
	struct tree *t = *state;
	char to[4096];

	snprintf(to, sizeof(to), "%s", tree_path(t, "n"));
	tree_put(t, "n", "1");
	tree_open(t, ROOT_KEEP);
	assert_string_equal(tree_text(t, "n"), "1");
	assert_int_equal(unlink(tree_path(t, "n")), 0);
	assert_int_equal(tree_error(t, "n"), -ENOENT);
	tree_put(t, "n", "2");
	assert_string_equal(tree_text(t, "n"), "2");
	tree_put(t, "new", "3");
	assert_int_equal(rename(tree_path(t, "new"), to), 0);
	assert_string_equal(tree_text(t, "n"), "3");
}

/* In a child, for the limit cannot be raised again. */
static int read_many(struct tree *t, rlim_t limit)
{
	struct rlimit l = {limit, limit};
	struct root *r;
	char name[16];
	struct span text;

	if (setrlimit(RLIMIT_NOFILE, &l) < 0 || root_open(t->dir, ROOT_KEEP, &r) < 0)
		return 1;
	for (int i = 0; i < 200; i++) {
		snprintf(name, sizeof(name), "f%d", i % 100);
		if (root_read(r, name, &t->a, &text) < 0 || !span_is(text, name))
			return 2;
	}
	/* All others took what was left: what is kept must give way. */
	while (dup(0) >= 0)
		;
	return root_read(r, "late", &t->a, &text) == 0 ? 0 : 3;
}

static void test_few_descriptors(void **state)
{
	struct tree *t = *state;
	static const struct {
		rlim_t limit;
		int status;
	} cases[] = {
		{80, 0},
		{30, 3}, /* too few to keep any, so none can give way at the end */
	};
	char name[16];

	for (int i = 0; i < 100; i++) {
		snprintf(name, sizeof(name), "f%d", i);
		tree_put(t, name, name);
	}
	tree_put(t, "late", "x");
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		int status;
		pid_t pid = fork();

		if (pid == 0)
			_exit(read_many(t, cases[i].limit));
		assert_int_equal(waitpid(pid, &status, 0), pid);
		assert_int_equal(WEXITSTATUS(status), cases[i].status);
	}
}

static void test_keep_forgets(void **state)
{
	struct keep k = {0};
	char path[32];

	(void)state;
	for (int i = 0; i < 5000; i++) {
		snprintf(path, sizeof(path), "sys/block/loop%d/size", i);
		k.round++;
		assert_true(
			keep_put(&k, path, open("/dev/null", O_RDONLY | O_CLOEXEC), 1));
		if (i)
			assert_non_null(keep_find(&k, "sys/block/loop0/size"));
	}
	assert_true(k.n < 200);
	assert_true(k.n_open <= k.n);
	keep_free(&k);
}

/* However many a round asks for, the next finds them open. */
static void test_keep_holds_a_round(void **state)
{
	struct keep k = {0};
	char path[32];

	(void)state;
	for (int round = 0; round < 3; round++) {
		k.round++;
		for (int i = 0; i < 500; i++) {
			snprintf(path, sizeof(path), "f%d", i);
			if (round)
				assert_non_null(keep_find(&k, path));
			else
				assert_true(keep_put(&k, path,
					open("/dev/null", O_RDONLY | O_CLOEXEC), 1));
		}
	}
	assert_int_equal(k.n_closed, 0);
	keep_free(&k);
}

static struct span shout(void *ctx, const char *path, struct arena *a, struct span text)
{
	struct buf *paths = ctx;

	(void)a;
	buf_str(paths, path);
	buf_char(paths, ';');
	return text.n ? SPAN("redacted") : text;
}

static void test_tee(void **state)
{
	struct tree *t = *state;
	struct buf paths = {0};

	tree_put(t, "n", "secret");
	tree_put(t, "proc/swaps", "Filename\n/dev/x partition 1 0 -2\n");
	root_set_tee(t->r, shout, &paths);
	assert_string_equal(tree_text(t, "n"), "redacted");
	assert_string_equal(tree_text(t, "@swapdev"), "redacted");
	assert_int_equal(tree_error(t, "none"), -ENOENT);
	root_set_tee(t->r, NULL, NULL);
	assert_string_equal(tree_text(t, "n"), "secret");
	assert_string_equal(buf_cstr(&paths), "n;@swapdev;");
	buf_free(&paths);
}

static void test_params(void **state)
{
	struct tree *t = *state;
	char value[] = "/a";

	assert_null(root_get(t->r, "cgroup"));
	root_set(t->r, "cgroup", value);
	value[1] = 'x';
	assert_string_equal(root_get(t->r, "cgroup"), "/a");
	root_set(t->r, "cgroup", "/b");
	assert_string_equal(root_get(t->r, "cgroup"), "/b");
	root_set(t->r, "cgroup", NULL);
	assert_null(root_get(t->r, "cgroup"));
	assert_false(root_live(t->r));
}

static void test_open_fails(void **state)
{
	struct root *r = NULL;

	(void)state;
	assert_int_equal(root_open("/nonexistent", 0, &r), -ENOENT);
	assert_int_equal(root_open("/dev/null", 0, &r), -ENOTDIR);
	assert_null(r);
	root_close(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_TREE(test_reads_whole),
		IN_TREE(test_only_regular_files),
		IN_TREE(test_confined),
		IN_TREE(test_confined_without_openat2),
		IN_TREE(test_refused),
		IN_TREE(test_kept),
		IN_TREE(test_kept_near_a_page),
		IN_TREE(test_kept_then_gone),
		IN_TREE(test_few_descriptors),
		IN_TREE(test_keep_forgets),
		cmocka_unit_test(test_keep_holds_a_round),
		IN_TREE(test_tee),
		IN_TREE(test_params),
		IN_TREE(test_open_fails),
	};

	return cmocka_run_group_tests_name("root", tests, NULL, NULL);
}
