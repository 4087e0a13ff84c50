// SPDX-License-Identifier: GPL-2.0-or-later
/* tree.h - trees of files made for one test, and a root opened on them. */
#pragma once

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "sys.h"

struct tree {
	char dir[64];
	struct root *r;
	struct arena a;
};

static inline const char *tree_path(const struct tree *t, const char *path)
{
	static char full[4096];

	snprintf(full, sizeof(full), "%s/%s", t->dir, path);
	return full;
}

static inline void tree_folder_of(const struct tree *t, const char *path)
{
	char part[4096];

	for (const char *slash = strchr(path, '/'); slash;
		slash = strchr(slash + 1, '/')) {
		snprintf(
			part, sizeof(part), "%s/%.*s", t->dir, (int)(slash - path), path);
		assert_true(mkdir(part, 0755) == 0 || errno == EEXIST);
	}
}

static inline void tree_put_bytes(
	const struct tree *t, const char *path, const void *p, size_t n)
{
	FILE *f;

	tree_folder_of(t, path);
	f = fopen(tree_path(t, path), "w");
	assert_non_null(f);
	assert_int_equal(fwrite(p, 1, n, f), n);
	assert_int_equal(fclose(f), 0);
}

static inline void tree_put(const struct tree *t, const char *path, const char *text)
{
	tree_put_bytes(t, path, text, strlen(text));
}

static inline void tree_link(const struct tree *t, const char *path, const char *to)
{
	tree_folder_of(t, path);
	assert_int_equal(symlink(to, tree_path(t, path)), 0);
}

/* A second time on the same tree: another root, as a later run would have. */
static inline void tree_open(struct tree *t, unsigned flags)
{
	root_close(t->r);
	assert_int_equal(root_open(t->dir, flags, &t->r), 0);
}

static inline int tree_setup(void **state)
{
	struct tree *t = calloc(1, sizeof(*t));

	assert_non_null(t);
	snprintf(t->dir, sizeof(t->dir), "/tmp/swsched-test-XXXXXX");
	assert_non_null(mkdtemp(t->dir));
	assert_int_equal(chmod(t->dir, 0755), 0);
	tree_open(t, 0);
	*state = t;
	return 0;
}

static inline int tree_remove(
	const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

static inline int tree_teardown(void **state)
{
	struct tree *t = *state;

	root_close(t->r);
	arena_free(&t->a);
	nftw(t->dir, tree_remove, 8, FTW_DEPTH | FTW_PHYS);
	free(t);
	return 0;
}

/* The text of a file or door, with a NUL behind it; fails the test when there is none. */
static inline const char *tree_text(struct tree *t, const char *path)
{
	struct span text;
	int rc = root_read(t->r, path, &t->a, &text);

	if (rc < 0)
		fail_msg("%s: %s", path, strerror(-rc));
	return arena_span(&t->a, text).p;
}

static inline int tree_error(struct tree *t, const char *path)
{
	struct span text = SPAN("untouched");
	int rc = root_read(t->r, path, &t->a, &text);

	assert_true(rc < 0);
	assert_true(span_is(text, "untouched"));
	return rc;
}

#define IN_TREE(f) cmocka_unit_test_setup_teardown(f, tree_setup, tree_teardown)
