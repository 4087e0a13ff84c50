// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * shm.c - "@shm": what System V shared memory segments hold, added up.
 *
 *	segments 2
 *	rss_bytes 8192
 *	swap_bytes 4096
 *
 * proc/sysvipc/shm, ipc/shm.c sysvipc_shm_proc_show(), has a line a segment and no sum; the key in front is
 * 0 for each private segment, so lines have no names of their own:
 *	       key      shmid perms                  size  cpid  lpid nattch   uid   gid  cuid  cgid      atime      dtime      ctime                   rss                  swap
 *	         0          0  1600                  4096   812   812      1  1000  1000  1000  1000 1700000000          0 1700000000                  4096                  4096
 */
#include <errno.h>

#include "sys.h"

enum { COLUMN_RSS = 14 }; /* from 0; swap follows it */

static bool add_segment(struct span line, uint64_t *rss, uint64_t *swap)
{
	struct span word = SPAN_EMPTY;
	uint64_t a, b;

	for (int i = 0; i <= COLUMN_RSS; i++)
		word = span_word(&line);
	if (span_u64(word, &a) < 0 || span_u64(span_word(&line), &b) < 0)
		return false;
	return !__builtin_add_overflow(*rss, a, rss) &&
	       !__builtin_add_overflow(*swap, b, swap);
}

int door_shm(struct root *r, const char *arg, struct buf *out)
{
	uint64_t rss = 0, swap = 0;
	unsigned n = 0;
	struct span text;
	int rc =
		*arg ? -ENOENT : root_read(r, "proc/sysvipc/shm", root_scratch(r), &text);

	if (rc < 0)
		return rc;
	span_line(&text);
	for (; text.n; n++)
		if (!add_segment(span_line(&text), &rss, &swap))
			return -EBADMSG;
	buf_fmt(out, "segments %u\nrss_bytes %llu\nswap_bytes %llu\n", n,
		(unsigned long long)rss, (unsigned long long)swap);
	return 0;
}
