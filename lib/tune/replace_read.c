// SPDX-License-Identifier: GPL-2.0-or-later
/* replace_read.c - which file is to be replaced, by all links, and what it says. */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "sys.h"
#include "tune.h"

enum { TEXT_MOST = 16 << 20 };

static int fail(struct replace *r, enum replace_step step, int err)
{
	r->step = step;
	return err;
}

/* The folder and the name of the open file, by all links. */
static int find_real(struct replace *r, int fd)
{
	char link[64];
	struct stat at;
	ssize_t n;
	char *slash;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, r->real, sizeof(r->real) - 1);
	if (n < 0)
		return -errno;
	if ((size_t)n >= sizeof(r->real) - 1)
		return -ENAMETOOLONG;
	r->real[n] = '\0';
	slash = strrchr(r->real, '/');
	if (!slash || strlen(slash + 1) > REPLACE_NAME)
		return -ENAMETOOLONG;
	memcpy(r->name, slash + 1, strlen(slash + 1) + 1);
	*slash = '\0';
	r->dir = open(
		slash == r->real ? "/" : r->real, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	*slash = '/';
	if (r->dir < 0)
		return -errno;
	if (fstatat(r->dir, r->name, &at, AT_SYMLINK_NOFOLLOW) < 0)
		return -errno;
	return at.st_dev == r->was.st_dev && at.st_ino == r->was.st_ino ? 0 : -ESTALE;
}

int replace_text(int fd, size_t size, struct arena *a, struct span *ret_text)
{
	/* One more, to see that there is no more. */
	char *text = arena_get(a, size + 1);
	size_t n = 0;
	ssize_t got;

	while (n <= size) {
		got = read(fd, text + n, size + 1 - n);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		if (!got)
			break;
		n += (size_t)got;
	}
	if (n != size)
		return -ESTALE;
	*ret_text = (struct span){text, n};
	return 0;
}

/* Nothing there: its folder, whose name stays as it is. A link that leads nowhere is not written over. */
static int plan_new(struct replace *r)
{
	const char *slash = strrchr(r->path, '/');
	char dir[PATH_MAX];
	struct stat st;

	if (!r->make || !slash || strlen(slash + 1) > REPLACE_NAME ||
		strlen(r->path) >= sizeof(dir))
		return fail(r, REPLACE_OPEN, -ENOENT);
	memcpy(dir, r->path, (size_t)(slash - r->path));
	dir[slash - r->path] = '\0';
	memcpy(r->name, slash + 1, strlen(slash + 1) + 1);
	snprintf(r->real, sizeof(r->real), "%s%s", r->show, r->path);
	r->absent = true;
	r->text = SPAN_EMPTY;
	r->dir = confine_open(r->root, dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC, true);
	if (r->dir == -ENOENT)
		return 0; /* made when it is written */
	if (r->dir < 0)
		return fail(r, REPLACE_OPEN, r->dir);
	if (!fstatat(r->dir, r->name, &st, AT_SYMLINK_NOFOLLOW))
		return fail(r, REPLACE_PLACE, -ELOOP);
	return 0;
}

int replace_read(struct replace *r, struct arena *a)
{
	int fd = confine_open(
		    r->root, r->path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, true),
	    rc;

	r->dir = -1;
	r->absent = false;
	/* Without openat2() no link is followed: that refuses some, and leads nowhere else. */
	if (fd == -ENOSYS)
		fd = confine_plain(
			r->root, r->path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	if (fd == -ENOENT)
		return plan_new(r);
	if (fd < 0)
		return fail(r, REPLACE_OPEN, fd);
	rc = fstat(fd, &r->was) < 0 ? -errno : 0;
	if (!rc && !S_ISREG(r->was.st_mode))
		rc = -EINVAL;
	if (!rc && r->was.st_size > TEXT_MOST)
		rc = -EFBIG;
	if (!rc)
		rc = find_real(r, fd);
	if (rc < 0)
		fail(r, REPLACE_PLACE, rc);
	if (!rc && (rc = replace_text(fd, (size_t)r->was.st_size, a, &r->text)) < 0)
		fail(r, REPLACE_READ, rc);
	close(fd);
	return rc;
}

void replace_end(struct replace *r)
{
	if (r->dir >= 0)
		close(r->dir);
	r->dir = -1;
}
