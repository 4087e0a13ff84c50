// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * smb_requests.c - "@smb/requests": who asked for what is in flight, and for how long it has been seen.
 *
 *	1/31 ls 0
 *	1/32 rsync 4000123456
 *
 * Columns: the request (connection and number), the comm of the task that asked ("-" where it is gone, or its number
 * means another task here), and nanoseconds since this program first saw it ("-" in a captured tree). /proc/fs/cifs/DebugData:
 *		Server ConnectionId: 0x17
 *			State: 2 com: 5 pid: 253 cbdata: 00000000c3fe6a3c mid 31
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "sys.h"

/* The first PID namespace has this inode in every kernel (PROC_PID_INIT_INO). */
#define FIRST_PIDNS "pid:[4026531836]"

struct sight {
	uint64_t hash, since;
};

/* Two lists by turns: what was in flight last time, and now. */
struct sights {
	struct sight *list[2];
	size_t n[2], cap[2];
	unsigned now;
};

static void forget(void *what)
{
	struct sights *s = what;

	free(s->list[0]);
	free(s->list[1]);
}

static int by_hash(const void *a, const void *b)
{
	const struct sight *x = a, *y = b;

	return (x->hash > y->hash) - (x->hash < y->hash);
}

/* Since when: the last list is sorted. */
static uint64_t seen_since(struct sights *s, uint64_t hash, uint64_t now)
{
	unsigned last = !s->now, cur = s->now;
	struct sight key = {hash, now};
	const struct sight *old = s->n[last] ? bsearch(&key, s->list[last], s->n[last],
						       sizeof(key), by_hash)
					     : NULL;

	if (old)
		key.since = old->since;
	if (s->n[cur] == s->cap[cur]) {
		size_t cap = s->cap[cur] ? 2 * s->cap[cur] : 64;
		struct sight *more = realloc(s->list[cur], cap * sizeof(*more));

		if (!more)
			arena_dry();
		s->list[cur] = more;
		s->cap[cur] = cap;
	}
	s->list[cur][s->n[cur]++] = key;
	return key.since;
}

/* The task that asked may be a thread, which has a folder of its own though none lists it. */
static void put_comm(struct root *r, int proc, struct span pid, struct buf *out)
{
	char comm[64];
	uint64_t id;
	struct span name = SPAN_EMPTY;

	if (proc >= 0 && !span_u64(pid, &id) && id && id <= UINT32_MAX)
		name = tasks_read(
			r, proc, (uint32_t)id, "comm", comm, sizeof(comm), NULL);
	if (span_ends(name, "\n"))
		name.n--;
	door_word(out, name);
}

/* All of a request but its state, which changes. */
static uint64_t hash_of(const struct smb_server *server, struct span line)
{
	const char *com = memmem(line.p, line.n, " com: ", 6);
	size_t at = com ? (size_t)(com - line.p) : 0;

	return span_hash(span_sub(line, at, line.n)) ^ server->id * 0x9e3779b97f4a7c15u;
}

void smb_requests_put(
	struct root *r, struct span debug, int proc, bool since, struct buf *out)
{
	struct smb_servers servers = {.a = root_scratch(r)};
	const struct smb_server *server = NULL;
	struct sights *seen = root_memory(r, "smb", sizeof(*seen), forget);
	uint64_t now = clock_mono_ns();

	seen->now = !seen->now;
	seen->n[seen->now] = 0;
	smb_servers_read(&servers, debug);
	while (debug.n) {
		struct span line = span_trim(span_line(&debug)), mid;

		if (span_starts(line, "Server ConnectionId: "))
			server = smb_server_find(
				&servers, smb_after(line, "ConnectionId: "));
		mid = smb_after(line, " mid ");
		if (!server || !mid.n || !span_starts(line, "State: "))
			continue;
		buf_fmt(out, "%u/", server->rank);
		door_word(out, mid);
		buf_char(out, ' ');
		put_comm(r, proc, smb_after(line, " pid: "), out);
		buf_char(out, ' ');
		if (since)
			buf_u64(out, now - seen_since(seen, hash_of(server, line), now));
		else
			buf_char(out, '-');
		buf_char(out, '\n');
	}
	if (seen->n[seen->now])
		qsort(seen->list[seen->now], seen->n[seen->now], sizeof(struct sight),
			by_hash);
}

/* Where the numbers of tasks mean what they mean to the kernel; else -1. */
static int open_tasks(struct root *r)
{
	char ns[64];

	if (root_live(r) && (root_readlink(r, "proc/self/ns/pid", ns, sizeof(ns)) < 0 ||
				    strcmp(ns, FIRST_PIDNS) != 0))
		return -1;
	return root_openat(r, "proc", O_RDONLY | O_DIRECTORY);
}

int smb_requests(struct root *r, struct buf *out)
{
	struct span debug;
	int proc, rc = root_read(r, "proc/fs/cifs/DebugData", root_scratch(r), &debug);

	if (rc < 0)
		return rc;
	proc = open_tasks(r);
	/* Of a captured tree nothing is seen twice. */
	smb_requests_put(r, debug, proc, root_live(r), out);
	if (proc >= 0)
		close(proc);
	return 0;
}
