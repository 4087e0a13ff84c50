// SPDX-License-Identifier: GPL-2.0-or-later
/* tree.c - writes a captured tree: whole, or not at all. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd.h"

enum {
	FOLDER = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC,
	NEW = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
};

/* "a/b/c" → "a/b", and "c" behind the slash. */
static struct span parent_of(struct span path, const char **ret_name)
{
	const char *slash = memrchr(path.p, '/', path.n);
	*ret_name = slash ? slash + 1 : path.p;
	return slash ? span_sub(path, 0, (size_t)(slash - path.p)) : SPAN_EMPTY;
}

static int step(int fd, struct span part, bool make)
{
	char name[NAME_MAX + 1];
	if (!part.n || part.n > NAME_MAX || span_is(part, ".") || span_is(part, ".."))
		return -EINVAL;
	memcpy(name, part.p, part.n);
	name[part.n] = '\0';
	if (make && mkdirat(fd, name, 0755) < 0 && errno != EEXIST)
		return -errno;
	int below = openat(fd, name, FOLDER);
	return below < 0 ? -errno : below;
}

/* A folder below the tree, one step at a time, so that no link leads out of it. */
static int descend(int tree, struct span path, bool make)
{
	int fd = openat(tree, ".", FOLDER);
	if (fd < 0)
		return -errno;
	while (path.n && fd >= 0) {
		int below = step(fd, span_cut(&path, '/'), make);
		close(fd);
		fd = below;
	}
	return fd;
}

static int put_file(int tree, const struct tree_file *f)
{
	const char *name;
	int fd, err = 0, dir = descend(tree, parent_of(span_z(f->path), &name), true);
	if (dir < 0)
		return dir;
	if (f->folder) {
		err = mkdirat(dir, name, 0755) < 0 && errno != EEXIST ? -errno : 0;
		goto out;
	}
	fd = openat(dir, name, NEW, 0644);
	if (fd < 0) {
		err = -errno;
		goto out;
	}
	err = fd_write(fd, f->text);
	if (close(fd) < 0 && !err)
		err = -errno;
	if (err)
		unlinkat(dir, name, 0);
out:
	close(dir);
	return err;
}

/* Takes away a file, and the folders above it once they are empty. */
static void take_away(int tree, const struct tree_file *f)
{
	struct span path = span_z(f->path);
	bool folder = f->folder;
	for (bool gone = true; path.n && gone; folder = true) {
		char whole[PATH_MAX];
		const char *name;
		struct span up = parent_of(path, &name);
		int n = snprintf(whole, sizeof(whole), "%.*s",
			(int)(path.n - (size_t)(name - path.p)), name);
		int dir = descend(tree, up, false);
		gone = dir >= 0 && n > 0 && (size_t)n < sizeof(whole) &&
		       (!unlinkat(dir, whole, folder ? AT_REMOVEDIR : 0) || !folder);
		if (dir >= 0)
			close(dir);
		path = up;
	}
}

int tree_write(int dir, const char *name, const struct tree_file *files,
	const char **ret_at, bool *ret_left)
{
	const struct tree_file *f = NULL;
	*ret_at = "";
	*ret_left = false;
	if (mkdirat(dir, name, 0755) < 0)
		return -errno;
	int tree = openat(dir, name, FOLDER), err = tree < 0 ? -errno : 0;
	for (f = files; f && !err; f = f->next) {
		err = signals_stop() ? -EINTR : put_file(tree, f);
		if (err) {
			*ret_at = f->path;
			break;
		}
	}
	if (err) {
		/* The folders of the file that failed are its own too. */
		for (const struct tree_file *done = files; done && tree >= 0;
			done = done->next) {
			take_away(tree, done);
			if (done == f)
				break;
		}
		*ret_left = unlinkat(dir, name, AT_REMOVEDIR) < 0;
	}
	if (tree >= 0)
		close(tree);
	return err;
}
