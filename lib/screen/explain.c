// SPDX-License-Identifier: GPL-2.0-or-later
/* explain.c - what a row and a counter mean, from the tables: file, unit, since when, what steers it. */
#include "screen.h"

static const char *const kinds[] = {
	[KIND_COUNTER] = "counter",
	[KIND_COUNTER32] = "counter of 32 bits",
	[KIND_GAUGE] = "state",
	[KIND_TUNABLE] = "setting",
	[KIND_DERIVED] = "formula",
	[KIND_TALLY] = "formula over counters",
	[KIND_EARLIER] = "state at the begin of the interval",
	[KIND_FLIPS] = "count of changes",
};

/* "sys/…/{}" and key "swappiness" is the file sys/…/swappiness. */
static void put_path(struct buf *out, const struct field *f)
{
	struct span path = span_z(f->src);
	ptrdiff_t hole = f->key ? span_find(path, '{') : -1;

	buf_str(out, *f->src == '@' ? "" : "/");
	if (hole < 0)
		buf_span(out, path);
	else
		buf_fmt(out, "%.*s%s", (int)hole, path.p, f->key);
}

static void put_source(struct buf *out, const struct field *f)
{
	if (!f->src) {
		buf_fmt(out, "from    = %s\n", f->key);
		return;
	}
	buf_str(out, "file    ");
	put_path(out, f);
	if (f->key && strcmp(f->key, "*") != 0 && !strstr(f->src, "{}"))
		buf_fmt(out, ", there \"%s\"", f->key);
	buf_char(out, '\n');
}

static bool is_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

static bool says(struct span word, bool own, const struct group *g, const struct field *f)
{
	ptrdiff_t dot = span_find(word, '.');
	struct span name = dot < 0 ? word : span_sub(word, (size_t)dot + 1, word.n);
	struct span of = span_sub(word, 0, dot < 0 ? 0 : (size_t)dot);

	return span_is(name, f->name) &&
	       (dot < 0 ? own : span_is(of, g->name) || span_is(of, g->row));
}

/*
 * Whether a formula, or a list of words, of a group names the field. A group's own names come first: that of another
 * table is meant only with its name in front.
 */
static bool field_names(const struct group *of, const char *text, const struct group *g,
	const struct field *f)
{
	struct span rest = span_z(text);
	bool own = !strcmp(of->row, g->row);

	while (rest.n) {
		size_t n = 0;

		while (n < rest.n && is_name(rest.p[n]))
			n++;
		if (n && says(span_sub(rest, 0, n), own, g, f))
			return true;
		rest = span_sub(rest, n ? n : 1, rest.n);
	}
	return false;
}

/* Its parts, where it is a formula: their files are what moves it. */
static void put_parts(struct buf *out, const struct domain *d, const struct group *of,
	const struct field *f)
{
	for (size_t i = 0; !f->src && i < d->n_groups; i++)
		for (size_t j = 0; j < d->groups[i].n_fields; j++) {
			const struct group *g = &d->groups[i];
			const struct field *part = &g->fields[j];

			if (!part->src || !field_names(of, f->key, g, part))
				continue;
			buf_fmt(out, "with    %s: %s (", part->name, part->help);
			put_path(out, part);
			buf_str(out, ")\n");
		}
}

/* Whether a setting moves it, or a part of it. */
static bool moves(const struct group *g, const struct field *knob, const struct group *of,
	const struct field *f)
{
	if (field_names(g, knob->steers, of, f))
		return true;
	for (size_t i = 0; !f->src && i < of->n_fields; i++) {
		const struct field *part = &of->fields[i];

		if (part->src && field_names(of, f->key, of, part) &&
			field_names(g, knob->steers, of, part))
			return true;
	}
	return false;
}

static void put_knobs(struct buf *out, const struct report *r, const struct group *of,
	const struct field *f)
{
	const struct domain *d = r->sample->plan->domain;

	for (size_t i = 0; i < d->n_groups; i++)
		for (size_t j = 0; j < d->groups[i].n_fields; j++) {
			const struct group *g = &d->groups[i];
			const struct field *knob = &g->fields[j];

			if (!knob->steers || !moves(g, knob, of, f))
				continue;
			buf_fmt(out, "knob    %s: %s (", knob->head, knob->help);
			put_path(out, knob);
			if (knob->range)
				buf_fmt(out, "; takes %s", knob->range);
			buf_str(out, ")\n");
		}
}

/* Groups of several tables may share their fields. */
static const struct group *group_of(
	const struct domain *d, const char *row, const struct field *f)
{
	for (size_t i = 0; i < d->n_groups; i++)
		for (size_t j = 0;
			!strcmp(d->groups[i].row, row) && j < d->groups[i].n_fields; j++)
			if (&d->groups[i].fields[j] == f)
				return &d->groups[i];
	return NULL;
}

void explain_put(struct buf *out, const struct report *r, const struct pane *of,
	struct span row, const struct field *f)
{
	const struct domain *d = r->sample->plan->domain;
	const struct group *g = f ? group_of(d, of->row, f) : NULL;

	buf_fmt(out, "%s ", of->row);
	word_text(out, row);
	for (size_t i = 0; !f && i < d->n_groups; i++)
		if (!strcmp(d->groups[i].row, of->row)) {
			buf_fmt(out, ": %s\n", d->groups[i].brief);
			break;
		}
	if (!g)
		return;
	buf_fmt(out, ", %s: %s\n", f->head, f->help);
	buf_fmt(out, "name    %s.%s, a %s, in %s%s%s\n", g->name, f->name, kinds[f->kind],
		unit_name(f->unit), f->since ? ", since Linux " : "",
		f->since ? f->since : "");
	put_source(out, f);
	if (f->range)
		buf_fmt(out, "takes   %s\n", f->range);
	if (f->steers)
		buf_fmt(out, "steers  %s\n", f->steers);
	put_parts(out, d, g, f);
	put_knobs(out, r, g, f);
}
