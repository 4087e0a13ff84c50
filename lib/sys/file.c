// SPDX-License-Identifier: GPL-2.0-or-later
/* file.c - what kind of file it is, and reading it to its end. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sys.h"

enum {
	PAGE = 4096,
	LIMIT = 64 << 20,
	/* Asked for beyond the known length: proc/sys clears a buffer of the size asked for. */
	SLACK = 256,
	/*
	 * seq_file hands out a page at a time and holds back the record that no longer
	 * fits. A read that left this much of its page free was not cut like that.
	 */
	WHOLE = PAGE - 1024,
};

/* A FIFO or a device would wait or act, and a length known beforehand saves the reading. */
int file_regular(int fd)
{
	struct stat st;

	if (fstat(fd, &st) < 0)
		return -errno;
	if (S_ISDIR(st.st_mode))
		return -EISDIR;
	if (!S_ISREG(st.st_mode))
		return -EINVAL;
	return st.st_size > LIMIT ? -EFBIG : 0;
}

/* proc and sysfs have regular files only, so the live machine is spared the question. */
static bool of_kernel(const struct root *r, const char *path)
{
	return root_live(r) &&
	       (span_starts(span_z(path), "proc/") || span_starts(span_z(path), "sys/"));
}

/*
 * What one read gives whole: sysfs writes an attribute into a page at once, proc/sys a value. Not so below
 * debugfs, tracefs and cgroups, where files of many records stand among them.
 */
bool file_single(const struct root *r, const char *path)
{
	struct span s = span_z(path);

	return root_live(r) && !span_starts(s, "sys/kernel/debug/") &&
	       !span_starts(s, "sys/kernel/tracing/") && !span_starts(s, "sys/fs/") &&
	       (span_starts(s, "sys/") || span_starts(s, "proc/sys/"));
}

/* Reads to the end. *length is what the file had last time, and then what it has now. */
int file_read(struct root *r, int fd, bool single, size_t *length, struct arena *a,
	struct span *ret_text)
{
	size_t have = 0, room, ask = *length ? *length + SLACK : PAGE;
	char *p = arena_room(a, ask, &room);
	uint64_t begin = root_clock(r);
	unsigned long reads = 0;
	bool stream = false;
	int rc = 0;

	for (;;) {
		ssize_t n = stream ? read(fd, p + have, ask - have)
				   : pread(fd, p + have, ask - have, (off_t)have);

		reads++;
		/* The simple attributes of debugfs know no place, they are read once from the start. */
		if (n < 0 && errno == ESPIPE && !stream) {
			stream = true;
			continue;
		}
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			rc = -errno;
			break;
		}
		have += (size_t)n;
		if (n == 0 || (have == *length && n <= WHOLE && have < ask) ||
			(single && have < PAGE && have < ask))
			break;
		if (have > LIMIT) {
			rc = -EFBIG;
			break;
		}
		if (have == room) {
			char *q = arena_room(a, have * 2, &room);

			if (q != p)
				memcpy(q, p, have);
			p = q;
		}
		ask = room;
	}
	root_add_cost(r, (struct root_cost){.reads = reads}, begin);
	if (rc < 0)
		return rc;
	*length = have;
	*ret_text = have ? (struct span){p, have} : SPAN_EMPTY;
	if (have)
		arena_take(a, have);
	return 0;
}

int root_readlink(struct root *r, const char *path, char *buf, size_t size)
{
	int fd = root_openat(r, path, O_PATH | O_NOFOLLOW);
	ssize_t n;

	if (fd < 0)
		return fd;
	n = readlinkat(fd, "", buf, size);
	if (n < 0)
		n = -errno;
	else if ((size_t)n >= size)
		n = -ENAMETOOLONG;
	else
		buf[n] = '\0';
	close(fd);
	return (int)n;
}

int root_open_file(struct root *r, const char *path)
{
	int fd, rc;

	if (of_kernel(r, path))
		return root_openat(r, path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
	/* Looked at before it is opened: to open a device of a foreign tree may do something. */
	fd = root_openat(r, path, O_PATH);
	if (fd < 0)
		return fd;
	rc = file_regular(fd);
	close(fd);
	if (rc < 0)
		return rc;
	return root_openat(r, path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
}

/* In a tree no link may stand anywhere on the way, and what is no plain file is not even opened. */
int root_open_at(struct root *r, int dirfd, const char *name)
{
	int flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC, fd, rc;

	if (root_live(r)) {
		fd = openat(dirfd, name, flags);
		return fd < 0 ? -errno : fd;
	}
	fd = confine_plain(dirfd, name, O_PATH | O_CLOEXEC);
	if (fd < 0)
		return fd;
	rc = file_regular(fd);
	close(fd);
	return rc < 0 ? rc : confine_plain(dirfd, name, flags);
}

ssize_t root_read_at(struct root *r, int dirfd, const char *name, char *buf, size_t size)
{
	uint64_t begin = root_clock(r);
	int fd = root_open_at(r, dirfd, name);
	struct root_cost cost = {.opens = fd >= 0, .others = fd < 0};
	ssize_t n = fd < 0 ? fd : 0;

	if (n == 0) {
		do
			n = read(fd, buf, size);
		while (n < 0 && errno == EINTR);
		n = n < 0 ? -errno : n;
		cost.reads++;
	}
	if (fd >= 0)
		close(fd);
	root_add_cost(r, cost, begin);
	return n;
}
