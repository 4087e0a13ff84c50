// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * record.c - what was changed, written down below /run before it is done.
 *
 *	boot 5f0c0c2e-7d0f-4c06-9d64-6f4a0f4a3b11
 *	process 4242 998877                    pid, and when it started in ticks since boot
 *	zrams 0                                those that there were when one is about to be added
 *	zram 1 12                              it is there: its number, its sequence number
 *	set sys/…/enabled never always         the file, what it was, what it becomes
 *
 * Each line is appended by one write, so that a line which is cut was never acted on. The file lives as long as the
 * boot does, and so does what it tells of.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sys.h"
#include "tune.h"

#define FOLDER "run/swsched"
enum { MOST = 1 << 16 };

static int open_folder(const struct changes *c, bool make)
{
	struct stat st;
	int fd;

	if (make && mkdirat(c->root, FOLDER, 0755) < 0 && errno != EEXIST)
		return -errno;
	fd = confine_plain(c->root, FOLDER, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return fd;
	/* What others may write says nothing that root should act on. */
	if (fstat(fd, &st) < 0 || st.st_uid != geteuid() || (st.st_mode & 022)) {
		close(fd);
		return -EPERM;
	}
	return fd;
}

static int open_record(const struct changes *c, bool make, int flags)
{
	int dir = open_folder(c, make), fd;

	if (dir < 0)
		return dir;
	fd = openat(dir, c->name, flags | O_NOFOLLOW | O_CLOEXEC, 0644);
	if (fd < 0)
		fd = -errno;
	close(dir);
	return fd;
}

int record_create(struct changes *c)
{
	int fd = open_record(c, true, O_WRONLY | O_APPEND | O_CREAT | O_EXCL);

	if (fd < 0)
		return fd;
	c->record = fd;
	return 0;
}

int record_add(struct changes *c, struct span line)
{
	ssize_t n;

	do
		n = write(c->record, line.p, line.n);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return -errno;
	return (size_t)n < line.n ? -ENOSPC : 0;
}

static int read_all(int fd, struct buf *out)
{
	char room[4096];
	struct stat st;

	if (fstat(fd, &st) < 0)
		return -errno;
	if (!S_ISREG(st.st_mode) || st.st_uid != geteuid() || (st.st_mode & 022))
		return -EPERM;
	for (;;) {
		ssize_t n = read(fd, room, sizeof(room));

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (!n)
			return 0;
		buf_put(out, room, (size_t)n);
		if (out->n > MOST)
			return -EFBIG;
	}
}

int record_read(struct changes *c, struct buf *out)
{
	int fd = open_record(c, false, O_RDONLY | O_NONBLOCK), rc;

	if (fd < 0)
		return fd;
	rc = read_all(fd, out);
	close(fd);
	return rc;
}

void record_remove(struct changes *c)
{
	int dir = open_folder(c, false);

	if (dir >= 0) {
		unlinkat(dir, c->name, 0);
		close(dir);
	}
	if (c->record >= 0)
		close(c->record);
	c->record = -1;
}

/* ---- whose it is ---- */

int record_boot(struct changes *c, struct buf *out)
{
	char room[64];
	struct span id;
	int err = tune_read(
		c->root, "proc/sys/kernel/random/boot_id", room, sizeof(room), &id);

	if (!err)
		buf_span(out, id);
	return err;
}

/* Field 22 of its stat: 20 behind the state, which is the first of the rest. */
static int start_of(const struct changes *c, uint64_t pid, uint64_t *ret_start)
{
	char path[64], room[2048];
	struct span text, comm, rest, word = SPAN_EMPTY;
	int err;

	snprintf(path, sizeof(path), "proc/%llu/stat", (unsigned long long)pid);
	err = tune_read(c->root, path, room, sizeof(room), &text);
	if (err)
		return err;
	if (!tasks_stat(text, &comm, &rest))
		return -EBADMSG;
	for (int i = 3; i <= 22; i++)
		word = span_word(&rest);
	return span_u64(word, ret_start);
}

int record_process(struct changes *c, struct buf *out)
{
	uint64_t pid = (uint64_t)getpid(), start;
	int err = start_of(c, pid, &start);

	if (!err)
		buf_fmt(out, "process %llu %llu\n", (unsigned long long)pid,
			(unsigned long long)start);
	return err;
}

bool record_alive(struct changes *c, uint64_t pid, uint64_t start)
{
	uint64_t now;

	return start_of(c, pid, &now) == 0 && now == start;
}
