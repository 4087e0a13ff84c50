// SPDX-License-Identifier: GPL-2.0-or-later
/* glob.c - listing folders, and the paths that match a pattern, in natural order. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <unistd.h>

#include "sys.h"

enum {
	STARS = 3,
	/* On the stack; a getdents64() of proc with 10,000 processes takes some ten calls. */
	LISTING = 32 << 10,
};

int root_list_fd(int fd, root_name *each, void *ctx)
{
	_Alignas(struct dirent64) char buf[LISTING];

	for (;;) {
		ssize_t n = getdents64(fd, buf, sizeof(buf));

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n < 0 ? -errno : 0;
		for (ssize_t at = 0; at < n;) {
			const struct dirent64 *e = (const void *)(buf + at);

			if (e->d_name[0] != '.')
				each(ctx, e->d_name, e->d_type);
			at += e->d_reclen;
		}
	}
}

int root_list(struct root *r, const char *dir, root_name *each, void *ctx)
{
	int rc = -ENOENT;

	/* A kept descriptor of a folder that was removed says ENOENT: it may have come back. */
	for (int i = 0; i < 2 && rc == -ENOENT; i++) {
		int fd = root_dir(r, dir);
		uint64_t begin = root_clock(r);

		if (fd < 0)
			return fd;
		rc = root_list_fd(fd, each, ctx);
		root_dir_done(r, dir, fd, rc);
		root_add_cost(r, (struct root_cost){.others = 1}, begin);
	}
	return rc;
}

void folders_add(void *ctx, const char *name, unsigned char type)
{
	struct folders *f = ctx;

	if (type != DT_DIR && type != DT_UNKNOWN)
		return;
	f->list = arena_more(f->a, f->list, f->n, &f->cap, sizeof(*f->list));
	f->list[f->n++] = arena_span(f->a, span_z(name));
}

void folders_sort(struct folders *f)
{
	if (f->n)
		qsort(f->list, f->n, sizeof(*f->list), span_order);
}

/* What lies between the end of a name and the next entry is left as it was in the buffer. */
static void clear_gaps(char *p, size_t n)
{
	for (size_t at = 0; at < n;) {
		struct dirent64 *e = (void *)(p + at);
		char *end = e->d_name + strlen(e->d_name);

		at += e->d_reclen;
		memset(end, 0, (size_t)(p + at - end));
	}
}

int root_listing(struct root *r, const char *dir, struct arena *a, struct span *ret_bytes)
{
	int fd = root_dir(r, dir);
	size_t have = 0, room;
	char *p = arena_room(a, LISTING, &room);
	uint64_t begin = root_clock(r);
	ssize_t n;

	if (fd < 0)
		return fd;
	do {
		n = getdents64(fd, p + have, room - have);
		have += n > 0 ? (size_t)n : 0;
	} while (n > 0);
	n = n < 0 ? -errno : 0; /* EINVAL: no room for one more */
	root_dir_done(r, dir, fd, (int)n);
	root_add_cost(r, (struct root_cost){.others = 1}, begin);
	if (n < 0)
		return (int)n;
	clear_gaps(p, have);
	*ret_bytes = (struct span){p, have};
	return 0;
}

/* A path found so far, and what the stars of the pattern stood for in it. */
struct found {
	struct found *next;
	struct span path, caught[STARS];
	unsigned n_caught;
	bool listed; /* seen in its folder; else it remains to be asked for */
};

struct glob {
	struct root *r;
	struct arena *a;
	struct found *found;
	bool refused;
};

/* One step of the pattern that has stars, while its folder is being listed. */
struct step {
	struct glob *g;
	const struct found *dir;
	struct span pattern;
	struct found *matches;
};

/* Whether the name matches, each star taking as little as it can; what they took is added to `f`. */
static bool match(struct span pattern, struct span name, struct found *f)
{
	ptrdiff_t star = span_find(pattern, '*');
	struct span head = span_sub(pattern, 0, star < 0 ? pattern.n : (size_t)star);

	if (star < 0)
		return span_eq(pattern, name);
	if (name.n < head.n || !span_eq(span_sub(name, 0, head.n), head) ||
		f->n_caught == STARS)
		return false;
	pattern = span_sub(pattern, head.n + 1, pattern.n);
	name = span_sub(name, head.n, name.n);
	for (size_t n = 1; n <= name.n; n++) {
		unsigned at = f->n_caught;

		f->caught[f->n_caught++] = span_sub(name, 0, n);
		if (match(pattern, span_sub(name, n, name.n), f))
			return true;
		f->n_caught = at;
	}
	return false;
}

/* dir/name in the arena; an empty path when it is longer than the kernel takes. */
static struct span join(struct arena *a, struct span dir, struct span name)
{
	size_t n = dir.n + (dir.n > 0) + name.n;
	char *p;

	if (n >= PATH_MAX)
		return SPAN_EMPTY;
	p = arena_get(a, n + 1);
	memcpy(p, dir.p, dir.n);
	if (dir.n)
		p[dir.n] = '/';
	memcpy(p + n - name.n, name.p, name.n);
	p[n] = '\0';
	return (struct span){p, n};
}

static void add_name(void *ctx, const char *name, unsigned char type)
{
	struct step *s = ctx;
	struct found f = *s->dir, *kept;
	struct arena *a = s->g->a;

	(void)type;
	if (!match(s->pattern, span_z(name), &f))
		return;
	f.path = join(a, s->dir->path, span_z(name));
	if (!f.path.n)
		return;
	kept = arena_get(a, sizeof(*kept));
	/* The names of the listing go; the caught ones are pointed at where they stand in the path. */
	for (unsigned i = s->dir->n_caught; i < f.n_caught; i++)
		f.caught[i].p =
			f.path.p + (f.path.n - strlen(name)) + (f.caught[i].p - name);
	f.listed = true;
	*kept = f;
	kept->next = s->matches;
	s->matches = kept;
}

/* Follows the rest of the pattern from a folder; literal steps are taken together. */
static void expand(struct glob *g, const struct found *from, struct span rest)
{
	struct found at = *from, *f;

	while (rest.n) {
		struct span pattern = span_cut(&rest, '/');
		struct step s = {g, &at, pattern, NULL};
		int rc;

		if (span_find(pattern, '*') < 0) {
			at.path = join(g->a, at.path, pattern);
			at.listed = false;
			if (!at.path.n)
				return;
			continue;
		}
		rc = root_list(g->r, at.path.n ? at.path.p : ".", add_name, &s);
		if (rc == -EACCES || rc == -EPERM)
			g->refused = true;
		for (f = s.matches; f; f = f->next)
			expand(g, f, rest);
		return;
	}
	f = arena_get(g->a, sizeof(*f));
	*f = at;
	f->next = g->found;
	g->found = f;
}

static struct found *merge(struct found *a, struct found *b)
{
	struct found *first = NULL, **end = &first;

	while (a && b) {
		struct found **less = span_natcmp(a->path, b->path) <= 0 ? &a : &b;

		*end = *less;
		end = &(*less)->next;
		*less = *end;
	}
	*end = a ? a : b;
	return first;
}

/* Our own, for qsort() allocates. Runs of 2^i elements wait at i for their like. */
static struct found *sort(struct found *list)
{
	struct found *run[48] = {NULL}, *all = NULL;

	while (list) {
		struct found *one = list;
		unsigned i = 0;

		list = list->next;
		one->next = NULL;
		for (; run[i]; run[i++] = NULL)
			one = merge(run[i], one);
		run[i] = one;
	}
	for (size_t i = 0; i < COUNT_OF(run); i++)
		all = merge(run[i], all);
	return all;
}

int root_glob(
	struct root *r, const char *pattern, struct arena *a, root_each *each, void *ctx)
{
	struct glob g = {.r = r, .a = a};
	struct found from = {.path = SPAN_EMPTY};
	int rc = -ENOENT;

	expand(&g, &from, span_z(pattern));
	/* Asked for only now: what is opened to see whether it is there is read, and closed, at once. */
	for (const struct found *f = sort(g.found); f; f = f->next) {
		if (!f->listed && !root_has(r, f->path.p))
			continue;
		each(ctx, f->path.p, f->caught, f->n_caught);
		rc = 0;
	}
	return g.refused ? -EACCES : rc;
}
