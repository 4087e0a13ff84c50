// SPDX-License-Identifier: GPL-2.0-or-later
/* replace_test.c - files replaced whole: links, owner, mode and labels, what is refused, and what is left behind. */
#include <sys/xattr.h>

#include "tree.h"
#include "tune.h"

static struct replace plan(struct tree *t, const char *path)
{
	struct replace r = {
		.root = open(t->dir, O_PATH | O_DIRECTORY), .show = "/", .path = path};

	assert_true(r.root >= 0);
	return r;
}

static void done(struct replace *r)
{
	replace_end(r);
	replace_end(r);
	close(r->root);
}

static bool there(struct tree *t, const char *path)
{
	struct stat st;

	return lstat(tree_path(t, path), &st) == 0;
}

static void test_replaced(void **state)
{
	struct tree *t = *state;
	struct replace r = plan(t, "etc/fstab");
	struct stat st;
	char label[8] = "";
	bool labels;

	tree_put(t, "etc/fstab", "old\n");
	assert_int_equal(chmod(tree_path(t, "etc/fstab"), 0640), 0);
	labels = !setxattr(tree_path(t, "etc/fstab"), "user.label", "kept", 4, 0);
	/* What a killed run has left. */
	tree_put(t, "etc/fstab.swsched.new", "half");
	tree_put(t, "etc/fstab.swsched.bak", "older\n");
	assert_int_equal(replace_read(&r, &t->a), 0);
	assert_true(span_is(r.text, "old\n"));
	assert_int_equal(replace_write(&r, SPAN("new\n")), 0);
	assert_true(r.done);
	assert_string_equal(tree_text(t, "etc/fstab"), "new\n");
	assert_string_equal(tree_text(t, "etc/fstab.swsched.bak"), "old\n");
	assert_false(there(t, "etc/fstab.swsched.new"));
	assert_false(there(t, "etc/fstab.swsched.old"));
	assert_int_equal(stat(tree_path(t, "etc/fstab"), &st), 0);
	assert_int_equal(st.st_mode & 07777, 0640);
	assert_int_equal(st.st_nlink, 1);
	if (labels) {
		assert_int_equal(getxattr(tree_path(t, "etc/fstab"), "user.label", label,
					 sizeof(label)),
			4);
		assert_string_equal(label, "kept");
	}
	done(&r);
}

/* The link stays, and so does all that is not the file; it leads to where it would if the tree was the root. */
static void test_links(void **state)
{
	static const char *const links[] = {
		"../data/tab", "/data/tab", "/data/../data/tab"};
	struct tree *t = *state;

	for (size_t i = 0; i < COUNT_OF(links); i++) {
		struct replace r = plan(t, "etc/fstab");
		struct stat st;

		tree_put(t, "data/tab", "old\n");
		tree_put(t, "etc/x", "");
		unlink(tree_path(t, "etc/fstab"));
		assert_int_equal(symlink(links[i], tree_path(t, "etc/fstab")), 0);
		assert_int_equal(replace_read(&r, &t->a), 0);
		assert_int_equal(replace_write(&r, SPAN("new\n")), 0);
		assert_int_equal(lstat(tree_path(t, "etc/fstab"), &st), 0);
		assert_true(S_ISLNK(st.st_mode));
		assert_string_equal(tree_text(t, "data/tab"), "new\n");
		assert_true(there(t, "data/tab.swsched.bak"));
		done(&r);
	}
}

static void test_made(void **state)
{
	struct tree *t = *state;
	struct replace r = plan(t, "etc/swsched/cifs.conf");
	struct stat st;

	tree_put(t, "etc/x", "");
	assert_int_equal(replace_read(&r, &t->a), -ENOENT);
	r.make = true;
	assert_int_equal(replace_read(&r, &t->a), 0);
	assert_true(r.absent);
	assert_int_equal(replace_write(&r, SPAN("text\n")), 0);
	assert_string_equal(tree_text(t, "etc/swsched/cifs.conf"), "text\n");
	assert_int_equal(stat(tree_path(t, "etc/swsched/cifs.conf"), &st), 0);
	assert_int_equal(st.st_mode & 07777, 0644);
	done(&r);
	r = plan(t, "etc/swsched/cifs.conf");
	r.make = true;
	assert_int_equal(replace_read(&r, &t->a), 0);
	assert_false(r.absent);
	done(&r);
}

static void refuse(struct tree *t, struct replace *r, enum replace_step step, int err)
{
	int rc = replace_read(r, &t->a);

	if (!rc)
		rc = replace_write(r, SPAN("new\n"));
	assert_int_equal(rc, err);
	assert_int_equal(r->step, step);
	assert_false(r->done);
	assert_false(there(t, "etc/fstab.swsched.new"));
	assert_false(there(t, "etc/fstab.swsched.old"));
	done(r);
}

static void test_refused(void **state)
{
	struct tree *t = *state;
	struct replace r = plan(t, "etc/fstab");

	r.make = true;
	tree_put(t, "etc/x", "");
	assert_int_equal(symlink("nowhere", tree_path(t, "etc/fstab")), 0);
	refuse(t, &r, REPLACE_PLACE, -ELOOP);
	assert_int_equal(unlink(tree_path(t, "etc/fstab")), 0);
	assert_int_equal(mkdir(tree_path(t, "etc/fstab"), 0755), 0);
	r = plan(t, "etc/fstab");
	refuse(t, &r, REPLACE_PLACE, -EINVAL);
	assert_int_equal(rmdir(tree_path(t, "etc/fstab")), 0);
	assert_int_equal(mkfifo(tree_path(t, "etc/fstab"), 0644), 0);
	r = plan(t, "etc/fstab");
	refuse(t, &r, REPLACE_PLACE, -EINVAL);
	assert_int_equal(unlink(tree_path(t, "etc/fstab")), 0);
	/* Another name would go on meaning the old text. */
	tree_put(t, "etc/fstab", "old\n");
	assert_int_equal(linkat(AT_FDCWD, tree_path(t, "etc/fstab"), open(t->dir, O_PATH),
				 "other", 0),
		0);
	r = plan(t, "etc/fstab");
	refuse(t, &r, REPLACE_STALE, -EMLINK);
	assert_string_equal(tree_text(t, "etc/fstab"), "old\n");
}

static void test_changed_meanwhile(void **state)
{
	struct tree *t = *state;
	struct replace r = plan(t, "etc/fstab");

	tree_put(t, "etc/fstab", "old\n");
	assert_int_equal(replace_read(&r, &t->a), 0);
	tree_put(t, "etc/fstab", "other\n");
	assert_int_equal(replace_write(&r, SPAN("new\n")), -ESTALE);
	assert_int_equal(r.step, REPLACE_STALE);
	assert_string_equal(tree_text(t, "etc/fstab"), "other\n");
	done(&r);
}

/* Killed behind the backup, the file has two names: the next run takes no offence. */
static void test_after_a_kill(void **state)
{
	struct tree *t = *state;
	struct replace r = plan(t, "etc/fstab");
	int dir;

	tree_put(t, "etc/fstab", "old\n");
	tree_put(t, "etc/fstab.swsched.new", "new");
	dir = open(tree_path(t, "etc"), O_PATH | O_DIRECTORY);
	assert_int_equal(linkat(dir, "fstab", dir, "fstab.swsched.bak", 0), 0);
	assert_int_equal(replace_read(&r, &t->a), 0);
	assert_int_equal(replace_write(&r, SPAN("new\n")), 0);
	assert_string_equal(tree_text(t, "etc/fstab"), "new\n");
	assert_string_equal(tree_text(t, "etc/fstab.swsched.bak"), "old\n");
	close(dir);
	done(&r);
}

static void test_records(void **state)
{
	struct tree *t = *state;
	int root = open(t->dir, O_PATH | O_DIRECTORY);
	const struct given rec = {SPAN("0:52"), SPAN("36"), 2, "helper"},
			   odd = {SPAN("../x"), SPAN("36"), 2, "helper"};

	assert_int_equal(given_put(root, &rec), -ENOENT); /* there is no run */
	assert_int_equal(mkdir(tree_path(t, "run"), 0755), 0);
	for (int i = 0; i < 2; i++)
		assert_int_equal(given_put(root, &rec), 0);
	assert_string_equal(tree_text(t, "run/swsched/closetimeo/0:52"),
		"mount 36\nclosetimeo 2\nby helper\n");
	assert_int_equal(given_put(root, &odd), -EINVAL);
	close(root);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		IN_TREE(test_replaced),
		IN_TREE(test_links),
		IN_TREE(test_made),
		IN_TREE(test_refused),
		IN_TREE(test_changed_meanwhile),
		IN_TREE(test_after_a_kill),
		IN_TREE(test_records),
	};

	return cmocka_run_group_tests_name("replace", tests, NULL, NULL);
}
