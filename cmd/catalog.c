// SPDX-License-Identifier: GPL-2.0-or-later
/* catalog.c - `fields` and `tunables`: the domain's own tables as rows, printed by the same views. */
#include "cmd.h"

#define ROWS "@catalog" /* filled here, not read */

static const struct field field_fields[] = {
	{"table", "TABLE", ROWS, "table", KIND_GAUGE, UNIT_WORD,
		"kind of row that it belongs to"},
	{"group", "GROUP", ROWS, "group", KIND_GAUGE, UNIT_WORD, "group, for GROUP.NAME"},
	{"field", "FIELD", ROWS, "field", KIND_GAUGE, UNIT_WORD,
		"name, as -o and --sort take it"},
	{"heading", "HEADING", ROWS, "heading", KIND_GAUGE, UNIT_WORD, "heading in text"},
	{"kind", "KIND", ROWS, "kind", KIND_GAUGE, UNIT_WORD,
		"counter, gauge, tunable or derived"},
	{"unit", "UNIT", ROWS, "unit", KIND_GAUGE, UNIT_WORD, "unit in machine forms"},
	{"since", "SINCE", ROWS, "since", KIND_GAUGE, UNIT_WORD,
		"first kernel that has it; absent: before 6.1"},
	{"source", "SOURCE", ROWS, "source", KIND_GAUGE, UNIT_WORD,
		"file it is read from"},
	{"key", "KEY", ROWS, "key", KIND_GAUGE, UNIT_TEXT,
		"the kernel's own word, or the formula"},
	{"range", "RANGE", ROWS, "range", KIND_GAUGE, UNIT_WORD, "allowed values"},
	{"steers", "STEERS", ROWS, "steers", KIND_GAUGE, UNIT_WORD,
		"fields that it moves"},
	{"help", "HELP", ROWS, "help", KIND_GAUGE, UNIT_TEXT, "what it means"},
};

static const struct field tunable_fields[] = {
	{"file", "FILE", ROWS, "file", KIND_GAUGE, UNIT_WORD, "where it stands"},
	{"value", "VALUE", ROWS, "value", KIND_GAUGE, UNIT_WORD, "value now"},
	{"allowed", "ALLOWED", ROWS, "range", KIND_GAUGE, UNIT_WORD, "allowed values"},
	{"steers", "STEERS", ROWS, "steers", KIND_GAUGE, UNIT_WORD,
		"fields that it moves"},
	{"help", "HELP", ROWS, "help", KIND_GAUGE, UNIT_TEXT, "what it does"},
};

static const struct group groups[] = {
	{.name = "field",
		.row = "field",
		.fields = field_fields,
		.n_fields = COUNT_OF(field_fields)},
	{.name = "tunable",
		.row = "tunable",
		.fields = tunable_fields,
		.n_fields = COUNT_OF(tunable_fields)},
};

static const struct pane panes[] = {
	{"field", "kind unit since source help"},
	{"tunable", "value allowed steers help"},
};

static const struct verb verbs[] = {
	{.name = "fields",
		.brief =
			"every field: name, unit, kind, source, since which kernel, help",
		.panes = &panes[0],
		.n_panes = 1},
	{.name = "tunables",
		.brief =
			"every live setting: file, value, allowed values, what it steers",
		.panes = &panes[1],
		.n_panes = 1},
};

static const struct domain catalog = {
	.name = "catalog",
	.groups = groups,
	.n_groups = COUNT_OF(groups),
	.verbs = verbs,
	.n_verbs = COUNT_OF(verbs),
};

static const char *const kinds[] = {
	[KIND_COUNTER] = "counter",
	[KIND_COUNTER32] = "counter32",
	[KIND_GAUGE] = "gauge",
	[KIND_TUNABLE] = "tunable",
	[KIND_DERIVED] = "derived",
	[KIND_TALLY] = "tally",
	[KIND_EARLIER] = "earlier",
	[KIND_FLIPS] = "flips",
};

const char *kind_name(enum kind k)
{
	return kinds[k];
}

static void put(struct sample *s, struct span row, const char *key, const char *value)
{
	if (value && *value)
		sample_put(s, 0, row, span_z(key), span_z(value));
}

static struct span kept(struct sample *s, struct buf *b)
{
	struct span text = arena_span(&s->arena, buf_text(b));
	buf_reset(b);
	return text;
}

/* Several words as one cell, which holds no blanks. */
static void put_words(struct sample *s, struct span row, const char *key,
	const char *words, char between)
{
	if (!words)
		return;
	struct span joined = arena_span(&s->arena, span_z(words));
	/* Words to choose from are lower case and digits; anything else is prose. */
	if (between == '|' && strpbrk(words, ",./("))
		between = '_';
	char *p = (char *)(uintptr_t)joined.p;
	for (size_t i = 0; i < joined.n; i++)
		if (p[i] == ' ')
			p[i] = between;
	sample_put(s, 0, row, span_z(key), joined);
}

/* What is known of a field, whichever of the two lists shows it. */
static void put_field(
	struct sample *s, struct span row, const struct group *g, const struct field *f)
{
	put(s, row, "table", g->row);
	put(s, row, "group", g->name);
	put(s, row, "field", f->name);
	put(s, row, "heading", f->head);
	put(s, row, "kind", kind_name(f->kind));
	put(s, row, "unit", unit_name(f->unit));
	put(s, row, "since", f->since);
	put(s, row, "source", f->src);
	put(s, row, "key", f->key);
	put_words(s, row, "range", f->range, '|');
	put_words(s, row, "steers", f->steers, ',');
	put(s, row, "help", f->help);
}

static void put_group(struct sample *s, const struct group *g, struct buf *b)
{
	for (size_t i = 0; i < g->n_fields; i++) {
		buf_fmt(b, "%s.%s", g->name, g->fields[i].name);
		put_field(s, kept(s, b), g, &g->fields[i]);
	}
}

static int take_fields(void *ctx, const struct plan *p, struct root *r, struct sample *s)
{
	const struct domain *d = ctx;
	struct buf b = {0};
	(void)r;
	sample_begin(s, p);
	sample_source(s, 0, 0, NULL);
	for (; d; d = d->more)
		for (size_t i = 0; i < d->n_groups; i++)
			put_group(s, &d->groups[i], &b);
	sample_end(s);
	buf_free(&b);
	return 0;
}

/* ---- tunables: read in the domain's own tables, listed in this one ---- */

struct settings {
	const struct domain *domain;
	struct plan plan;
	struct sample taken;
};

/* Its source with the key and what the row's stars stood for. */
void field_file(struct buf *out, const struct field *f, struct span row)
{
	const struct source *src = f->src ? source_find(f->src) : NULL;
	struct span star = row;
	if (!f->src || *f->src == '@')
		return; /* what is not one file has no path to name */
	/* Undo the source's way of calling a row: "*K" of "64K" is 64. */
	if (src && src->row && strchr(src->row, '*')) {
		size_t before = (size_t)(strchr(src->row, '*') - src->row),
		       after = strlen(src->row) - before - 1;
		star = span_sub(row, before, row.n - before - after);
	}
	buf_char(out, '/');
	for (const char *c = f->src; *c; c++) {
		if (*c == '*')
			buf_span(out, star);
		else if (*c == '{' && f->key) {
			buf_str(out, f->key);
			c++;
		} else
			buf_char(out, *c);
	}
}

static void put_file(struct sample *s, struct span row, const struct field *f,
	struct span name, struct buf *b)
{
	field_file(b, f, name);
	if (b->n)
		sample_put(s, 0, row, SPAN("file"), kept(s, b));
}

static void list_settings(
	struct settings *t, struct sample *s, unsigned table, struct buf *b)
{
	const struct shape *shape = &t->plan.shapes[table];
	for (unsigned r = 0; r < t->taken.tables[table].n; r++)
		for (unsigned c = 0; c < shape->n_cols; c++) {
			const struct field *f = shape->cols[c].field;
			struct span name = t->taken.tables[table].rows[r].name;
			if (f->kind != KIND_TUNABLE)
				continue;
			const struct cell *v = sample_cell(&t->taken, table, r, c);
			if (v->type == CELL_ABSENT)
				continue;
			buf_str(b, shape->row);
			if (!shape->single) {
				buf_char(b, '.');
				buf_span(b, name);
			}
			buf_char(b, '.');
			buf_str(b, f->name);
			struct span row = kept(s, b);
			put_file(s, row, f, name, b);
			unit_exact(b, *v, UNIT_WORD); /* as the kernel has it */
			sample_put(s, 0, row, SPAN("value"), kept(s, b));
			put_words(s, row, "range", f->range, '|');
			put_words(s, row, "steers", f->steers, ',');
			put(s, row, "help", f->help);
		}
}

static int take_tunables(
	void *ctx, const struct plan *p, struct root *r, struct sample *s)
{
	struct settings *t = ctx;
	struct buf b = {0};
	int err = domain_take(&t->plan, r, NULL, &t->taken);
	sample_begin(s, p);
	sample_source(s, 0, 0, NULL);
	for (unsigned i = 0; !err && i < t->plan.n_shapes; i++)
		list_settings(t, s, i, &b);
	s->t_real = t->taken.t_real;
	s->t_mono = t->taken.t_mono;
	sample_end(s);
	buf_free(&b);
	return err;
}

static int print(struct opts *o, const struct verb *v, run_take *take, void *ctx)
{
	o->domain = &catalog;
	o->verb = v;
	return run_verb(o, take, ctx);
}

int cmd_fields(struct opts *o, int argc, char **argv)
{
	const struct domain *d = o->domain;
	opts_parse(o, TAKES_READ, verbs[0].brief, argc, argv);
	return print(o, &verbs[0], take_fields, (void *)(uintptr_t)d);
}

/* Tables of the command's first answer and of the machine; of a cgroup when one is named. */
static bool lists_table(const struct opts *o, const struct plan *p, const char *row)
{
	const struct pane *pane = pane_find(&o->domain->verbs[0], row);
	return pane && pane_first(o, p, pane, true);
}

static void want_settings(const struct opts *o, struct plan *p)
{
	const struct domain *d = o->domain;
	struct span why;
	for (size_t i = 0; i < d->n_groups; i++)
		for (size_t j = 0; j < d->groups[i].n_fields; j++) {
			const struct field *f = &d->groups[i].fields[j];
			if (f->kind == KIND_TUNABLE &&
				lists_table(o, p, d->groups[i].row))
				plan_want(p, d->groups[i].row, span_z(f->name), &why);
		}
	/* Settings of rows that other groups make need what makes the rows. */
	for (size_t i = 0; i < d->verbs[0].n_panes; i++) {
		struct span rest = span_z(d->verbs[0].panes[i].cols);
		if (lists_table(o, p, d->verbs[0].panes[i].row))
			plan_want(p, d->verbs[0].panes[i].row, span_word(&rest), &why);
	}
	plan_done(p);
}

int cmd_tunables(struct opts *o, int argc, char **argv)
{
	struct settings t = {.domain = o->domain};
	opts_parse(o, TAKES_READ, verbs[1].brief, argc, argv);
	plan_begin(&t.plan, t.domain);
	want_settings(o, &t.plan);
	int status = print(o, &verbs[1], take_tunables, &t);
	sample_free(&t.taken);
	plan_free(&t.plan);
	return status;
}
