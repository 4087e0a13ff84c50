// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * smb_twins.c - "@smb/twins": mounts that would share superblock and page cache, were it not for their closetimeo.
 *
 *	41 /home/x
 *
 * Columns: the number of a mount in /proc/self/mountinfo, the first of its superblock, and where the other one is
 * mounted, which comes before it in that list: all they were mounted with is the same but closetimeo.
 */
#include <errno.h>

#include "parse.h"
#include "sys.h"

struct twin {
	struct span id, dev, target; /* as they stand */
	uint64_t hash; /* of all that is to be the same */
	struct span closetimeo;
};

struct twins {
	struct arena *a;
	struct twin *list;
	unsigned n, cap;
};

/* Of the options all but closetimeo; what they are worth together does not hang on their order. */
static uint64_t hash_options(struct span options, struct span *ret_closetimeo)
{
	uint64_t hash = 0;

	while (options.n) {
		struct span o = span_cut(&options, ',');

		if (span_starts(o, "closetimeo="))
			*ret_closetimeo = o;
		else
			hash += span_hash(o) * 0x9e3779b97f4a7c15u;
	}
	return hash;
}

static void add(struct twins *t, struct span line)
{
	struct twin m = {.closetimeo = SPAN_EMPTY};
	const char *dash = memmem(line.p, line.n, " - ", 3);
	struct span rest, fstype, source;

	if (!dash)
		return;
	rest = span_sub(line, (size_t)(dash - line.p) + 3, line.n);
	fstype = span_cut(&rest, ' ');
	source = span_cut(&rest, ' ');
	if (!mountinfo_smb(fstype))
		return;
	m.id = span_word(&line);
	span_word(&line);
	m.dev = span_word(&line);
	span_word(&line);
	m.target = span_word(&line);
	m.hash = span_hash(fstype) ^ 3 * span_hash(source);
	m.hash += hash_options(span_trim(rest), &m.closetimeo);
	t->list = arena_more(t->a, t->list, t->n, &t->cap, sizeof(*t->list));
	t->list[t->n++] = m;
}

/* Said of a superblock's first mount only. */
static const struct twin *first_of(const struct twins *t, const struct twin *m)
{
	const struct twin *found = NULL;

	for (const struct twin *o = t->list; o < m; o++) {
		if (span_eq(o->dev, m->dev))
			return NULL;
		if (!found && o->hash == m->hash &&
			!span_eq(o->closetimeo, m->closetimeo))
			found = o;
	}
	return found;
}

static void put_target(struct buf *out, struct span escaped, struct arena *a)
{
	char *plain = arena_get(a, escaped.n + 1);

	door_word(out, (struct span){plain, span_unoctal(escaped, plain)});
}

int smb_twins(struct root *r, struct buf *out)
{
	struct twins t = {.a = root_scratch(r)};
	struct span text;
	int rc = root_read(r, "proc/self/mountinfo", root_scratch(r), &text);

	if (rc < 0)
		return rc;
	while (text.n)
		add(&t, span_line(&text));
	for (unsigned i = 0; i < t.n; i++) {
		const struct twin *o = first_of(&t, &t.list[i]);

		if (!o)
			continue;
		buf_span(out, t.list[i].id);
		buf_char(out, ' ');
		put_target(out, o->target, t.a);
		buf_char(out, '\n');
	}
	return 0;
}
