// SPDX-License-Identifier: GPL-2.0-or-later
/* verify.c - whether a superblock's mounts are what they were, but for closetimeo. */
#include "tune.h"

static bool is_closetimeo(const struct smb_option *o)
{
	return span_is(o->name, "closetimeo");
}

static unsigned times(struct span options, struct span text)
{
	struct smb_option o;
	unsigned n = 0;

	while (smb_option_next(&options, &o))
		n += span_eq(o.text, text);
	return n;
}

/* The names of options are the kernel's, their values anybody's. */
static void put_option(struct buf *out, const struct smb_option *o)
{
	if (!o->flag && replay_secret(o->name)) {
		buf_sane(out, o->name);
		buf_str(out, "=***");
	} else
		buf_sane(out, o->text);
}

/* The options of `a` that `b` has not, each behind `word`. */
static void put_lost(struct buf *out, struct span a, struct span b, const char *word)
{
	struct span rest = a;
	struct smb_option o;

	while (smb_option_next(&rest, &o))
		if (!is_closetimeo(&o) && times(a, o.text) > times(b, o.text)) {
			buf_str(out, word);
			put_option(out, &o);
		}
}

static void put_options(struct buf *out, struct span before, struct span now)
{
	if (span_eq(before, now))
		return;
	put_lost(out, before, now, " lost ");
	put_lost(out, now, before, " gained ");
}

static void put_changed(
	struct buf *out, struct span before, struct span now, const char *what)
{
	if (span_eq(before, now))
		return;
	buf_fmt(out, " %s ", what);
	buf_sane(out, before);
	buf_str(out, " became ");
	buf_sane(out, now);
}

static void put_mount(
	struct buf *out, const struct smb_mount *before, const struct smb_mount *now)
{
	size_t head = out->n, from;

	if (out->n)
		buf_str(out, "; ");
	buf_sane(out, before->target);
	buf_char(out, ':');
	from = out->n;
	put_changed(out, before->dev, now->dev, "superblock");
	put_changed(out, before->root, now->root, "folder");
	put_changed(out, before->fstype, now->fstype, "type");
	put_changed(out, before->source, now->source, "source");
	put_options(out, before->options, now->options);
	put_options(out, before->sboptions, now->sboptions);
	if (out->n == from)
		out->n = head;
}

static const struct smb_mount *by_id(const struct smb_mounts *m, struct span id)
{
	for (unsigned i = 0; i < m->n; i++)
		if (span_eq(m->list[i].id, id))
			return &m->list[i];
	return NULL;
}

bool smb_differs(const struct smb_mounts *before, const struct smb_mounts *now,
	struct span dev, struct buf *out)
{
	size_t from = out->n;

	for (unsigned i = 0; i < before->n; i++) {
		const struct smb_mount *other = by_id(now, before->list[i].id);

		/* One that was unmounted meanwhile was not changed by us. */
		if (span_eq(before->list[i].dev, dev) && other)
			put_mount(out, &before->list[i], other);
	}
	return out->n > from;
}
