// SPDX-License-Identifier: GPL-2.0-or-later
/* want.c - what one column needs: its source or formula, its gate, the rows it folds from, and for whose sake. */
#include <errno.h>

#include "model.h"

static int raw_shape(const struct plan *p, const struct group *g)
{
	for (unsigned i = 0; i < p->n_shapes; i++)
		if (p->shapes[i].folded == g)
			return (int)i;
	return -ENOENT;
}

/* Compared some thousand times a start: equal words of the tables are mostly one, others mostly begin differently. */
static bool is_word(const char *a, const char *b)
{
	return a == b || (*a == *b && !strcmp(a, b));
}

static void want_key(struct plan *p, struct wanted *w, const struct field *f)
{
	const char *key = f->key;
	unsigned i;
	if (!key || !strcmp(key, "*"))
		return;
	for (i = 0; i < w->n_keys; i++)
		if (is_word(w->keys[i].key, key))
			break;
	if (i == w->n_keys) {
		w->keys = arena_more(
			&p->arena, w->keys, w->n_keys, &w->cap_keys, sizeof(*w->keys));
		w->keys[w->n_keys++] = (struct wanted_key){
			.key = key, .instead = f->instead, .with = f->with};
	}
	w->keys[i].tables |= p->asking;
}

static unsigned want_source(
	struct plan *p, unsigned table, const struct group *g, const struct field *f)
{
	unsigned i = 0;
	while (i < p->n_sources && !is_word(p->sources[i].src, f->src))
		i++;
	if (i == p->n_sources) {
		p->sources = arena_more(&p->arena, p->sources, p->n_sources,
			&p->cap_sources, sizeof(*p->sources));
		p->sources[p->n_sources++] = (struct wanted){.src = f->src};
	}
	want_key(p, &p->sources[i], f);
	p->sources[i].tables |= p->asking;
	if (!g->joins && !p->shapes[table].single)
		p->sources[i].makes |= 1ull << table;
	return i;
}

static void ask_column(struct plan *p, unsigned table, unsigned col);

/*
 * What a function asks of each row of another table is asked for that table's sake, unless the asker's own
 * rows may be missing: then theirs decide.
 */
uint64_t plan_asking_in(const struct plan *p, unsigned table)
{
	for (unsigned t = 0; t < p->n_shapes; t++)
		if ((p->asking >> t & 1) && !p->shapes[t].single)
			return p->asking;
	return 1ull << table;
}

static void ask_code(struct plan *p, const struct code *c, unsigned table)
{
	uint64_t outer = p->asking;
	if (c->op == OP_CELL)
		ask_column(p, c->table, c->col);
	for (unsigned i = 0; i < c->n_args; i++) {
		unsigned in = c->walks ? c->table : table;
		if (c->op == OP_AT && i == 1)
			in = c->arg[i]->table;
		if (in != table)
			p->asking = plan_asking_in(p, in);
		ask_code(p, c->arg[i], in);
		if (c->walks && c->col)
			ask_column(p, in, c->col - 1);
		p->asking = outer;
	}
}

static void ask_field(struct plan *p, unsigned table, const struct field *f)
{
	for (unsigned i = 0; i < p->shapes[table].n_cols; i++)
		if (p->shapes[table].cols[i].field == f)
			ask_column(p, table, i);
}

/* Tells a column and all it rests on for which table it is wanted, so that needless sources stay unread. */
static void ask_column(struct plan *p, unsigned table, unsigned col)
{
	struct column *c = &p->shapes[table].cols[col];
	if ((c->asked & p->asking) == p->asking)
		return;
	c->asked |= p->asking;
	if (c->src != ~0u)
		want_source(p, table, c->group, c->field);
	else if (c->code)
		ask_code(p, c->code, table);
	for (unsigned i = 0; i < p->n_gates; i++)
		if (p->gates[i].group == c->group)
			ask_column(p, p->gates[i].table, p->gates[i].col);
	for (unsigned i = 0; i < p->n_folds; i++) {
		const struct fold_rule *f = &p->folds[i];
		if (f->group != c->group || (f->map_col == ~0u && !f->name))
			continue;
		ask_field(p, f->raw, c->field);
		if (f->name)
			ask_code(p, f->name, f->raw);
		else
			ask_column(p, f->map, f->map_col);
		if (f->where)
			ask_code(p, f->where, f->raw);
	}
}

/* Wants "table.field" for a gate or a map; the table stands for itself, rows and all. */
static int want_cell(
	struct plan *p, const char *path, unsigned *ret_table, struct span *ret_why)
{
	struct span rest = span_z(path), table = span_cut(&rest, '.');
	int t = plan_shape(p, table);
	unsigned g, f;
	if (t < 0 || plan_find(p, p->shapes[t].row, rest, &g, &f) < 0) {
		*ret_why = plan_why(p, "no field", span_z(path), "");
		return -EINVAL;
	}
	*ret_table = (unsigned)t;
	const struct group *group = &p->domain->groups[g];
	return plan_column(p, (unsigned)t, group, &group->fields[f], ret_why);
}

static int want_gate(struct plan *p, const struct group *g, struct span *ret_why)
{
	for (unsigned i = 0; i < p->n_gates; i++)
		if (p->gates[i].group == g)
			return 0;
	unsigned table;
	int col = want_cell(p, g->gate, &table, ret_why);
	if (col < 0)
		return col;
	p->gates = arena_more(
		&p->arena, p->gates, p->n_gates, &p->cap_gates, sizeof(*p->gates));
	p->gates[p->n_gates++] = (struct gate){g, table, (unsigned)col};
	return 0;
}

static int want_fold(
	struct plan *p, const struct group *g, unsigned raw, struct span *ret_why)
{
	for (unsigned i = 0; i < p->n_folds; i++)
		if (p->folds[i].group == g)
			return 0;
	/* It stands there before it is whole, since what it wants may be of the same group. */
	struct fold_rule rule = {.group = g,
		.raw = raw,
		.into = (unsigned)plan_shape(p, span_z(g->row)),
		.map_col = ~0u};
	p->folds = arena_more(
		&p->arena, p->folds, p->n_folds, &p->cap_folds, sizeof(*p->folds));
	unsigned slot = p->n_folds++;
	p->folds[slot] = rule;
	if (strchr(g->by, '(')) {
		rule.name = formula_parse(p, raw, span_z(g->by), ret_why);
		if (!rule.name)
			return -EINVAL;
	} else {
		int col = want_cell(p, g->by, &rule.map, ret_why);
		if (col < 0)
			return col;
		rule.map_col = (unsigned)col;
	}
	if (g->where) {
		rule.where = formula_parse(p, raw, span_z(g->where), ret_why);
		if (!rule.where)
			return -EINVAL;
	}
	p->folds[slot] = rule;
	return 0;
}

static int want_same(
	struct plan *p, unsigned table, const struct group *g, struct span *ret_why)
{
	unsigned i, j;
	if (plan_find(p, g->row, span_z(g->same), &i, &j) < 0) {
		*ret_why = plan_why(p, "no field", span_z(g->same), "");
		return -EINVAL;
	}
	return plan_column(p, table, &p->domain->groups[i],
		&p->domain->groups[i].fields[j], ret_why);
}

/*
 * Rows are made by the facts of groups that do not join. A table of which only joined fields are wanted, or
 * that is only walked, would stay empty, and its sums be 0: so it wants one field that makes rows.
 */
int plan_rows(struct plan *p, unsigned table, struct span *ret_why)
{
	const struct shape *s = &p->shapes[table];
	for (unsigned i = 0; i < s->n_cols; i++)
		if (!s->cols[i].group->joins && s->cols[i].field->src) {
			ask_column(p, table, i);
			return 0;
		}
	for (size_t i = 0; !s->single && i < p->domain->n_groups; i++) {
		const struct group *g = &p->domain->groups[i];
		for (size_t j = 0;
			!g->joins && !strcmp(g->row, s->row) && j < g->n_fields; j++)
			if (g->fields[j].src)
				return plan_column(p, table, g, &g->fields[j], ret_why);
	}
	return 0;
}

/* Adds one column to one table, with what it needs; its number, or -EINVAL. */
int plan_column(struct plan *p, unsigned table, const struct group *g,
	const struct field *f, struct span *ret_why)
{
	struct shape *s = &p->shapes[table];
	for (unsigned i = 0; i < s->n_cols; i++)
		if (s->cols[i].field == f) {
			ask_column(p, table, i);
			return (int)i;
		}
	s->cols =
		arena_more(&p->arena, s->cols, s->n_cols, &s->cap_cols, sizeof(*s->cols));
	unsigned col = s->n_cols++;
	s->cols[col] = (struct column){.field = f, .group = g, .src = ~0u};

	bool folds = g->by && !s->raw;
	if (folds && f->kind != KIND_DERIVED) {
		/* The kernel's rows stand in the raw table; this column is filled by the fold. */
		int raw = raw_shape(p, g);
		int r = plan_column(p, (unsigned)raw, g, f, ret_why);
		if (r >= 0)
			ask_column(p, table, col);
		return r < 0 ? r : (int)col;
	}
	if (f->src) {
		p->shapes[table].cols[col].src = want_source(p, table, g, f);
	} else {
		const struct code *code =
			formula_parse(p, table, span_z(f->key), ret_why);
		if (!code)
			return -EINVAL;
		p->shapes[table].cols[col].code = code;
	}
	int r = g->gate ? want_gate(p, g, ret_why) : 0;
	if (r >= 0 && g->same)
		r = want_same(p, table, g, ret_why);
	if (r >= 0 && g->joins)
		r = plan_rows(p, table, ret_why);
	if (r >= 0 && s->raw)
		r = want_fold(p, g, table, ret_why);
	if (r >= 0)
		ask_column(p, table, col);
	return r < 0 ? r : (int)col;
}
