// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * limits.c - "@limits": what the memory cgroups of this process still allow it.
 *
 *	memory_room 1073741824
 *	memory_at /app.slice
 *	swap_room 0
 *	swap_at /app.slice/job.scope
 *
 * Bytes below the tightest limit on the way from its own cgroup to the root, and which cgroup has that; no line where
 * nothing limits. Page cache that nobody has used for long does not count as used: it goes first. On v1, where memory
 * and swap together are limited, swapping changes nothing of that sum: it bounds memory.
 */
#include <errno.h>
#include <limits.h>

#include "sys.h"

struct room {
	uint64_t bytes;
	struct span at;
	bool limited;
};

struct limits {
	struct root *r;
	const char *top; /* where the hierarchy is mounted */
	struct room memory, swap;
};

/* A number of a file in the cgroup's folder, or behind a key in it. "max", as all that is no number, is no limit. */
static bool number_of(struct limits *l, struct span cgroup, const char *file,
	const char *key, uint64_t *to)
{
	char path[PATH_MAX];
	struct span text;
	int n = snprintf(
		path, sizeof(path), "%s%.*s/%s", l->top, (int)cgroup.n, cgroup.p, file);

	if (n < 0 || (size_t)n >= sizeof(path) ||
		root_read(l->r, path, root_scratch(l->r), &text) < 0)
		return false;
	text = key ? span_value(text, span_z(key)) : span_trim(text);
	return span_u64(text, to) == 0;
}

static void bound(struct limits *l, struct room *room, struct span cgroup,
	const char *limit, const char *used, const char *spare)
{
	uint64_t most, now, cache = 0;

	if (!number_of(l, cgroup, limit, NULL, &most) ||
		!number_of(l, cgroup, used, NULL, &now))
		return;
	if (spare && number_of(l, cgroup, "memory.stat", spare, &cache))
		now -= cache < now ? cache : now;
	most -= now < most ? now : most;
	/* v1 writes what is no limit as the largest number of pages. */
	if (most > (uint64_t)1 << 60 || (room->limited && room->bytes <= most))
		return;
	*room = (struct room){most, cgroup, true};
}

static void bound_all(struct limits *l, struct span cgroup, bool old)
{
	if (old) {
		bound(l, &l->memory, cgroup, "memory.limit_in_bytes",
			"memory.usage_in_bytes", "total_inactive_file");
		bound(l, &l->memory, cgroup, "memory.memsw.limit_in_bytes",
			"memory.memsw.usage_in_bytes", "total_inactive_file");
		return;
	}
	bound(l, &l->memory, cgroup, "memory.max", "memory.current", "inactive_file");
	bound(l, &l->memory, cgroup, "memory.high", "memory.current", "inactive_file");
	bound(l, &l->swap, cgroup, "memory.swap.max", "memory.swap.current", NULL);
	bound(l, &l->swap, cgroup, "memory.swap.high", "memory.swap.current", NULL);
}

static void put_room(struct buf *out, const char *name, const struct room *room)
{
	if (!room->limited)
		return;
	buf_fmt(out, "%s_room %llu\n%s_at ", name, (unsigned long long)room->bytes, name);
	door_word(out, room->at.n ? room->at : SPAN("/"));
	buf_char(out, '\n');
}

int door_limits(struct root *r, const char *arg, struct buf *out)
{
	bool old;
	struct limits l = {.r = r, .top = cgroups_memory(r, &old)};
	struct span text, cgroup;
	int rc =
		*arg ? -ENOENT : root_read(r, "proc/self/cgroup", root_scratch(r), &text);

	if (rc < 0)
		return rc;
	cgroup = tasks_cgroup(text);
	while (span_ends(cgroup, "/"))
		cgroup.n--;
	for (;;) {
		bound_all(&l, cgroup, old);
		if (!cgroup.n)
			break;
		while (cgroup.n && cgroup.p[cgroup.n - 1] != '/')
			cgroup.n--;
		cgroup.n -= cgroup.n > 0;
	}
	put_room(out, "memory", &l.memory);
	put_room(out, "swap", &l.swap);
	return 0;
}
