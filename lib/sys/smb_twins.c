// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * smb_twins.c - "@smb/twins": mounts that would share superblock and page cache, were it not for their closetimeo.
 *
 *	41 /home/x
 *
 * Columns: the number of a mount in /proc/self/mountinfo, the first of its superblock, and where the other one is
 * mounted, which comes before it in that list: all they were mounted with is the same but closetimeo.
 */
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
	struct twin at; /* the mount that is read */
	bool smb;
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

/* The facts of a mount come together, the parent's number first, its options last. */
static void on_fact(void *ctx, const struct fact *f)
{
	struct twins *t = ctx;

	if (span_is(f->key, "parent"))
		t->at = (struct twin){.id = f->row[0].name, .closetimeo = SPAN_EMPTY};
	else if (span_is(f->key, "dev"))
		t->at.dev = f->value;
	else if (span_is(f->key, "target"))
		t->at.target = f->value;
	else if (span_is(f->key, "fstype")) {
		t->smb = mountinfo_smb(f->value);
		t->at.hash = span_hash(f->value);
	} else if (span_is(f->key, "source"))
		t->at.hash ^= 3 * span_hash(f->value);
	else if (span_is(f->key, "sboptions") && t->smb) {
		t->at.hash += hash_options(f->value, &t->at.closetimeo);
		t->list = arena_more(t->a, t->list, t->n, &t->cap, sizeof(*t->list));
		t->list[t->n++] = t->at;
	}
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
	const struct sink sink = {on_fact, sink_none.fault, &t};
	struct span text;
	int rc = root_read(r, "proc/self/mountinfo", root_scratch(r), &text);

	if (rc < 0)
		return rc;
	parse_mountinfo(text, NULL, &sink);
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
