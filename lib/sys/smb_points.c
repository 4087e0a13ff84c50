// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * smb_points.c - "@smb/points": where else the superblock of an SMB mount is mounted, and what lies over a mount.
 *
 *	38 39 2 /srv/x\040too 40
 *	39 39 2 /home/x:covered -
 *
 * Columns: a mount's number; that of the mount which stands for its superblock; how many mounts that has; the other
 * mount points of it; the mount that lies right over this one, so that its path leads there.
 *
 * A superblock is its device number, however often it was mounted or bound: it has one set of options, which change
 * together. For it stands its first mount that can be reached by its path, else its first.
 */
#include <errno.h>

#include "parse.h"
#include "sys.h"

/* Of a share that is bound into each of a thousand containers the first places tell enough. */
enum { TOLD_MOST = 16 };

static void on_fact(void *ctx, const struct fact *f)
{
	struct smb_points *p = ctx;
	struct smb_point *last;

	if (span_is(f->key, "parent")) {
		p->list = arena_more(p->a, p->list, p->n, &p->cap, sizeof(*p->list));
		p->list[p->n++] = (struct smb_point){
			.id = f->row[0].name, .dev = SPAN_EMPTY, .target = SPAN_EMPTY};
		span_u64(f->row[0].name, &p->list[p->n - 1].number);
		span_u64(f->value, &p->list[p->n - 1].parent);
		return;
	}
	last = &p->list[p->n - 1];
	if (span_is(f->key, "dev"))
		last->dev = f->value;
	else if (span_is(f->key, "target"))
		last->target = f->value;
	else if (span_is(f->key, "fstype"))
		last->smb = mountinfo_smb(f->value);
}

/* ---- what lies over what ---- */

static int by_number(const void *a, const void *b)
{
	const struct smb_point *x = *(struct smb_point *const *)a,
			       *y = *(struct smb_point *const *)b;

	return (x->number > y->number) - (x->number < y->number);
}

/* The superblocks one after the other, of each the mounts as they were listed. */
static int by_dev(const void *a, const void *b)
{
	const struct smb_point *x = *(struct smb_point *const *)a,
			       *y = *(struct smb_point *const *)b;
	int order = span_cmp(x->dev, y->dev);

	return order ? order : (x > y) - (x < y);
}

static struct smb_point **sorted(
	struct smb_points *p, int (*order)(const void *a, const void *b))
{
	struct smb_point **list =
		arena_get(p->a, (p->n + 1) * sizeof(struct smb_point *));

	for (unsigned i = 0; i < p->n; i++)
		list[i] = &p->list[i];
	qsort(list, p->n, sizeof(struct smb_point *), order);
	return list;
}

/* What is mounted on the root of a mount has its place, and hides it. */
static void find_covers(struct smb_points *p)
{
	p->by_number = sorted(p, by_number);
	for (unsigned i = 0; i < p->n; i++) {
		struct smb_point *over = &p->list[i], key = {.number = over->parent},
				 *at = &key,
				 **below = bsearch(&at, p->by_number, p->n,
					 sizeof(struct smb_point *), by_number);

		if (below && *below != over && span_eq((*below)->target, over->target))
			(*below)->over = over;
	}
}

static void find_leads(struct smb_points *p)
{
	struct smb_point **list = sorted(p, by_dev);

	for (unsigned from = 0, to; from < p->n; from = to) {
		struct smb_point *lead = list[from];

		for (to = from; to < p->n && span_eq(list[to]->dev, list[from]->dev);
			to++)
			if (lead->over && !list[to]->over)
				lead = list[to];
		for (unsigned i = from; i < to; i++) {
			list[i]->lead = lead;
			list[i]->same = list + from;
			list[i]->n_same = to - from;
		}
	}
}

void smb_points_read(struct smb_points *p, struct span mountinfo)
{
	const struct sink sink = {on_fact, sink_none.fault, p};

	p->n = 0;
	parse_mountinfo(mountinfo, NULL, &sink);
	find_covers(p);
	find_leads(p);
}

const struct smb_point *smb_point_find(const struct smb_points *p, struct span id)
{
	struct smb_point key = {0}, *at = &key, **found;

	if (span_u64(id, &key.number) < 0)
		return NULL;
	found = bsearch(&at, p->by_number, p->n, sizeof(struct smb_point *), by_number);
	return found ? *found : NULL;
}

/* ---- the door ---- */

/* A comma of a path would part the list. */
static void put_point(struct buf *out, const struct smb_point *p, struct arena *a)
{
	char *to = arena_get(a, p->target.n + 1);
	size_t n = span_unoctal(p->target, to);

	if (out->n)
		buf_char(out, ',');
	for (size_t i = 0; i < n; i++)
		if (to[i] == ',')
			buf_str(out, "\\054");
		else
			buf_char(out, to[i]);
	if (p->over)
		buf_str(out, ":covered");
}

static bool same_place(const struct smb_point *a, const struct smb_point *b)
{
	return span_eq(a->target, b->target);
}

/* One place that holds it twice is one. That some have no room is told; `points` says how many there are. */
static void put_also(struct buf *out, const struct smb_point *p, struct arena *a)
{
	const struct smb_point *told[TOLD_MOST];
	unsigned n = 0;

	for (unsigned i = 0; i < p->n_same; i++) {
		const struct smb_point *other = p->same[i];
		bool known = same_place(other, p);

		for (unsigned k = 0; k < n && !known; k++)
			known = same_place(other, told[k]);
		if (known)
			continue;
		if (n == TOLD_MOST) {
			buf_str(out, ",...");
			return;
		}
		told[n++] = other;
		put_point(out, other, a);
	}
}

int smb_points(struct root *r, struct buf *out)
{
	struct smb_points p = {.a = root_scratch(r)};
	struct buf also = {0};
	struct span text;
	int rc = root_read(r, "proc/self/mountinfo", p.a, &text);

	if (rc < 0)
		return rc;
	smb_points_read(&p, text);
	for (unsigned i = 0; i < p.n; i++) {
		const struct smb_point *at = &p.list[i];

		if (!at->smb)
			continue;
		buf_reset(&also);
		put_also(&also, at, p.a);
		buf_span(out, at->id);
		buf_char(out, ' ');
		buf_span(out, at->lead->id);
		buf_fmt(out, " %u ", at->n_same);
		door_word(out, buf_text(&also));
		buf_char(out, ' ');
		door_word(out, at->over ? at->over->id : SPAN_EMPTY);
		buf_char(out, '\n');
	}
	buf_free(&also);
	return 0;
}
