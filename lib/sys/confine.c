// SPDX-License-Identifier: GPL-2.0-or-later
/* confine.c - opening below a folder so that no link and no ".." leads out of it. */
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sys.h"

enum { TRIES = 8 };

static int open_resolved(int dirfd, const char *path, int flags, uint64_t resolve)
{
	struct open_how how = {.flags = (uint64_t)flags, .resolve = resolve};
	long fd;

	/* EAGAIN: somebody renames folders while ".." is being walked. */
	for (int i = 0; i < TRIES; i++) {
		fd = syscall(SYS_openat2, dirfd, path, &how, sizeof(how));
		if (fd >= 0 || (errno != EAGAIN && errno != EINTR))
			break;
	}
	return fd < 0 ? -errno : (int)fd;
}

static int open_in_root(int dirfd, const char *path, int flags)
{
	return open_resolved(dirfd, path, flags, RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS);
}

/* Without openat2() no link is followed and no ".." taken, so that nothing leads out. */
static int open_by_steps(int dirfd, const char *path, int flags)
{
	int at = dirfd, fd = -ENOENT;
	struct span rest = span_z(path);
	char name[256];

	while (rest.n) {
		struct span step = span_cut(&rest, '/');
		bool last = !rest.n;

		if (!step.n)
			continue;
		if (span_is(step, ".."))
			fd = -EXDEV;
		else if (step.n >= sizeof(name))
			fd = -ENAMETOOLONG;
		else {
			memcpy(name, step.p, step.n);
			name[step.n] = '\0';
			fd = openat(at, name,
				O_NOFOLLOW | (last ? flags
						   : O_PATH | O_DIRECTORY | O_CLOEXEC));
			fd = fd < 0 ? -errno : fd;
		}
		if (at != dirfd)
			close(at);
		if (fd < 0)
			return fd;
		at = fd;
	}
	return fd;
}

int confine_open(int dirfd, const char *path, int flags, bool in_root)
{
	return in_root ? open_in_root(dirfd, path, flags)
		       : open_by_steps(dirfd, path, flags);
}

int confine_plain(int dirfd, const char *path, int flags)
{
	int fd = open_resolved(dirfd, path, flags, RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS);

	/* The kernel lacks it, or a container refuses it: also where -EPERM is meant, the steps find that again. */
	return fd == -ENOSYS || fd == -EPERM ? open_by_steps(dirfd, path, flags) : fd;
}

/* Tried, not looked up: older container runtimes refuse the call where the kernel has it. */
bool confine_works(int dirfd)
{
	int fd = open_in_root(dirfd, ".", O_PATH | O_CLOEXEC);

	if (fd < 0)
		return false;
	close(fd);
	return true;
}
