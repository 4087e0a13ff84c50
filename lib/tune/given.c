// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * given.c - run/swsched/closetimeo/DEVICE: which closetimeo swsched has given the superblock, and how.
 *
 *	mount 123
 *	closetimeo 2
 *	by helper
 *
 * A file each, so that mounts made at the same time do not meet. It is gone with the next boot, as the mounts are.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sys.h"
#include "tune.h"

static int open_below(int at, const char *name)
{
	int fd;

	if (mkdirat(at, name, 0755) < 0 && errno != EEXIST)
		return -errno;
	fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

static int open_dir(int root)
{
	/* "run" itself may be a link, as var/run is. */
	int run = confine_open(root, "run", O_RDONLY | O_DIRECTORY | O_CLOEXEC, true),
	    ours, dir;

	if (run < 0)
		return run;
	ours = open_below(run, "swsched");
	close(run);
	if (ours < 0)
		return ours;
	dir = open_below(ours, "closetimeo");
	close(ours);
	return dir;
}

int given_put(int root, const struct given *g)
{
	char name[64], text[256];
	int dir = open_dir(root), fd, rc, n;

	if (dir < 0)
		return dir;
	n = snprintf(name, sizeof(name), "%.*s.new", (int)g->dev.n, g->dev.p);
	if (n < 5 || (size_t)n >= sizeof(name) || strchr(name, '/')) {
		close(dir);
		return -EINVAL;
	}
	n = snprintf(text, sizeof(text), "mount %.*s\nclosetimeo %llu\nby %s\n",
		(int)g->mount.n, g->mount.p, (unsigned long long)g->seconds, g->by);
	unlinkat(dir, name, 0);
	fd = openat(
		dir, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
	rc = fd < 0 ? -errno : fd_write(fd, (struct span){text, (size_t)n});
	if (fd >= 0)
		close(fd);
	if (!rc) {
		char final[64];

		snprintf(final, sizeof(final), "%.*s", (int)g->dev.n, g->dev.p);
		rc = renameat(dir, name, dir, final) < 0 ? -errno : 0;
	}
	if (rc < 0)
		unlinkat(dir, name, 0);
	close(dir);
	return rc;
}
