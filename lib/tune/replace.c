// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * replace.c - a text file gets another text: at any moment the old or the new one is there, whole.
 *
 * The new text is written beside the real file (NAME.swsched.new), with its mode, owner and labels, brought to the
 * disk and renamed over it. The file as it was stays as NAME.swsched.bak. What a killed run has left behind of the
 * former, the next one removes. Runs wait for each other by a lock of the folder.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#include "sys.h"
#include "tune.h"

enum {
	LOCK_TRIES = 50, /* of a tenth of a second */
	ATTR_MOST = 64 << 10,
};

static int fail(struct replace *r, enum replace_step step, int err)
{
	r->step = step;
	return err;
}

static const char *beside(const struct replace *r, const char *what, char room[NAME_MAX])
{
	snprintf(room, NAME_MAX, "%s.swsched.%s", r->name, what);
	return room;
}

static int lock(struct replace *r)
{
	const struct timespec tenth = {.tv_nsec = 100000000};
	int rc = -EWOULDBLOCK;

	for (int i = 0; i < LOCK_TRIES && rc == -EWOULDBLOCK; i++) {
		rc = flock(r->dir, LOCK_EX | LOCK_NB) < 0 ? -errno : 0;
		if (rc == -EINTR)
			rc = -EWOULDBLOCK;
		if (rc == -EWOULDBLOCK)
			nanosleep(&tenth, NULL);
	}
	return rc;
}

/* What a killed run has left: nobody else has the lock. */
static int tidy(struct replace *r)
{
	static const char *const names[] = {"new", "old"};
	char room[NAME_MAX];

	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (unlinkat(r->dir, beside(r, names[i], room), 0) < 0 && errno != ENOENT)
			return -errno;
	return 0;
}

/* It is still the file that was read, and has no other name that would keep the old text. */
static int still(struct replace *r)
{
	char room[NAME_MAX];
	struct stat now, bak;
	int rc = fstatat(r->dir, r->name, &now, AT_SYMLINK_NOFOLLOW) < 0 ? -errno : 0;

	if (r->absent)
		return rc == -ENOENT ? 0 : rc ? rc : -ESTALE;
	if (rc < 0)
		return rc;
	if (now.st_dev != r->was.st_dev || now.st_ino != r->was.st_ino ||
		now.st_size != r->was.st_size ||
		now.st_mtim.tv_sec != r->was.st_mtim.tv_sec ||
		now.st_mtim.tv_nsec != r->was.st_mtim.tv_nsec)
		return -ESTALE;
	if (now.st_nlink == 1)
		return 0;
	/* A run that was killed between the two renames. */
	if (now.st_nlink == 2 &&
		!fstatat(r->dir, beside(r, "bak", room), &bak, AT_SYMLINK_NOFOLLOW) &&
		bak.st_dev == now.st_dev && bak.st_ino == now.st_ino)
		return unlinkat(r->dir, room, 0) < 0 ? -errno : 0;
	return -EMLINK;
}

static int copy_attr(int from, int to, const char *name)
{
	static char value[ATTR_MOST];
	ssize_t n = fgetxattr(from, name, value, sizeof(value));

	if (n < 0)
		return -errno;
	return fsetxattr(to, name, value, (size_t)n, 0) < 0 ? -errno : 0;
}

/* Labels, access lists and what else is tied to it by a name. */
static int copy_attrs(int from, int to)
{
	static char names[ATTR_MOST];
	ssize_t n = flistxattr(from, names, sizeof(names));
	int rc = 0;

	if (n < 0)
		return errno == EOPNOTSUPP ? 0 : -errno;
	for (char *at = names; !rc && at < names + n; at += strlen(at) + 1)
		rc = copy_attr(from, to, at);
	return rc;
}

static int make_alike(struct replace *r, int fd)
{
	int from, rc;

	if (r->absent)
		return fchmod(fd, 0644) < 0 ? -errno : 0;
	if (fchown(fd, r->was.st_uid, r->was.st_gid) < 0)
		return -errno;
	from = openat(r->dir, r->name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	if (from < 0)
		return -errno;
	rc = copy_attrs(from, fd);
	close(from);
	/* Last, for a change of owner takes bits away. */
	if (!rc && fchmod(fd, r->was.st_mode & 07777) < 0)
		rc = -errno;
	return rc;
}

static int write_new(struct replace *r, const char *name, struct span text)
{
	int fd, rc;

	if (unlinkat(r->dir, name, 0) < 0 && errno != ENOENT)
		return fail(r, REPLACE_WRITE, -errno);
	fd = openat(
		r->dir, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return fail(r, REPLACE_WRITE, -errno);
	rc = make_alike(r, fd);
	if (rc < 0)
		fail(r, REPLACE_LIKE, rc);
	if (!rc && ((rc = fd_write(fd, text)) < 0 || fsync(fd) < 0)) {
		rc = rc ? rc : -errno;
		fail(r, REPLACE_WRITE, rc);
	}
	if (close(fd) < 0 && !rc)
		rc = fail(r, REPLACE_WRITE, -errno);
	return rc;
}

/* The old file gets a second name, which then takes the place of an older backup. */
static int keep_old(struct replace *r)
{
	char old[NAME_MAX], bak[NAME_MAX];

	if (r->absent)
		return 0;
	if (linkat(r->dir, r->name, r->dir, beside(r, "old", old), 0) < 0 ||
		renameat(r->dir, old, r->dir, beside(r, "bak", bak)) < 0) {
		int rc = fail(r, REPLACE_BACKUP, -errno);

		unlinkat(r->dir, old, 0);
		return rc;
	}
	return 0;
}

/* What a later reader gets, from the disk's side of the rename. */
static int check(struct replace *r, struct span text)
{
	struct arena a = {0};
	struct stat st;
	struct span now;
	int fd = openat(r->dir, r->name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	int rc = fd < 0 || fstat(fd, &st) < 0 ? -errno : 0;

	if (!rc && (size_t)st.st_size != text.n)
		rc = -EBADE;
	if (!rc)
		rc = replace_text(fd, text.n, &a, &now);
	if (!rc && !span_eq(now, text))
		rc = -EBADE;
	if (fd >= 0)
		close(fd);
	arena_free(&a);
	return rc ? fail(r, REPLACE_CHECK, rc) : 0;
}

static int exchange(struct replace *r, struct span text)
{
	char new[NAME_MAX];
	int rc = lock(r);

	if (rc < 0)
		return fail(r, REPLACE_LOCK, rc);
	rc = tidy(r);
	if (rc < 0)
		return fail(r, REPLACE_WRITE, rc);
	rc = still(r);
	if (rc < 0)
		return fail(r, REPLACE_STALE, rc);
	rc = write_new(r, beside(r, "new", new), text);
	if (!rc)
		rc = keep_old(r);
	if (!rc && renameat(r->dir, new, r->dir, r->name) < 0)
		rc = fail(r, REPLACE_RENAME, -errno);
	if (rc < 0) {
		unlinkat(r->dir, new, 0);
		return rc;
	}
	r->done = true;
	if (fsync(r->dir) < 0)
		return fail(r, REPLACE_SYNC, -errno);
	return check(r, text);
}

/* The last folder of the path, where it is to be made. */
static int make_dir(struct replace *r)
{
	char path[PATH_MAX];
	char *last, *dir;
	int up, rc;

	snprintf(path, sizeof(path), "%s", r->path);
	*strrchr(path, '/') = '\0';
	last = strrchr(path, '/');
	dir = last ? last + 1 : path;
	if (last)
		*last = '\0';
	up = confine_open(
		r->root, last ? path : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, true);
	if (up < 0)
		return up;
	rc = mkdirat(up, dir, 0755) < 0 && errno != EEXIST ? -errno : 0;
	if (!rc)
		r->dir = openat(up, dir, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (!rc && r->dir < 0)
		rc = -errno;
	close(up);
	return rc;
}

int replace_write(struct replace *r, struct span text)
{
	sigset_t all, before;
	int rc = 0;

	r->done = false;
	/* A signal waits for the end; what no program can hold up leaves the old or the new file. */
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before);
	if (r->dir < 0 && (rc = make_dir(r)) < 0)
		fail(r, REPLACE_OPEN, rc);
	if (!rc) {
		rc = exchange(r, text);
		flock(r->dir, LOCK_UN);
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	return rc;
}

const char *replace_what(enum replace_step step)
{
	static const char *const words[] = {
		[REPLACE_OPEN] = "cannot be opened",
		[REPLACE_PLACE] = "cannot be replaced",
		[REPLACE_READ] = "cannot be read",
		[REPLACE_LOCK] = "is being changed by somebody else",
		[REPLACE_STALE] = "was changed meanwhile or has other names",
		[REPLACE_LIKE] = "has an owner, mode or label that cannot be kept",
		[REPLACE_WRITE] = "cannot be written beside it",
		[REPLACE_BACKUP] = "cannot be backed up",
		[REPLACE_RENAME] = "cannot be renamed to it",
		[REPLACE_SYNC] = "is changed, but not surely on the disk",
		[REPLACE_CHECK] = "is not what was written to it",
	};

	return words[step];
}
