// SPDX-License-Identifier: GPL-2.0-or-later
/* plan.c - which tables, columns and sources the asked-for fields need. */
#include <errno.h>

#include "model.h"

struct span plan_why(struct plan *p, const char *what, struct span name, const char *more)
{
	struct buf b = {0};
	buf_str(&b, what);
	buf_str(&b, " '");
	buf_span(&b, name);
	buf_str(&b, "'");
	buf_str(&b, more);
	struct span kept = arena_span(&p->arena, buf_text(&b));
	buf_free(&b);
	return kept;
}

static unsigned add_shape(struct plan *p, const char *row)
{
	for (unsigned i = 0; i < p->n_shapes; i++)
		if (!p->shapes[i].raw && !strcmp(p->shapes[i].row, row))
			return i;
	p->shapes[p->n_shapes].row = row;
	p->shapes[p->n_shapes].single = true;
	return p->n_shapes++;
}

/* Names are looked up some hundred times a start, so bytes that tell most of them apart do for a hash. */
static unsigned name_hash(const char *name, size_t n)
{
	return (unsigned)n * 0x9e37u + (unsigned char)name[0] * 0x1fu +
	       (unsigned char)name[n / 2] * 0x101u + (unsigned char)name[n - 1] * 7u;
}

static void index_names(struct plan *p)
{
	const struct domain *d = p->domain;
	size_t n = 0;
	for (size_t i = 0; i < d->n_groups; i++)
		n += d->groups[i].n_fields;
	for (p->n_names = 16; p->n_names < 2 * n;)
		p->n_names *= 2;
	p->names = arena_zero(&p->arena, p->n_names * sizeof(*p->names));
	for (size_t i = 0; i < d->n_groups; i++)
		for (size_t j = 0; j < d->groups[i].n_fields; j++) {
			const char *name = d->groups[i].fields[j].name;
			unsigned at = name_hash(name, strlen(name));
			while (p->names[at & (p->n_names - 1)].group)
				at++;
			p->names[at & (p->n_names - 1)] =
				(struct plan_name){(uint16_t)(i + 1), (uint16_t)j};
		}
}

void plan_begin(struct plan *p, const struct domain *d)
{
	bool plain[MAX_SHAPES] = {false};
	*p = (struct plan){.domain = d};
	index_names(p);
	p->shapes = arena_zero(&p->arena, MAX_SHAPES * sizeof(*p->shapes));
	for (size_t i = 0; i < d->n_groups; i++) {
		const struct group *g = &d->groups[i];
		struct shape *s = &p->shapes[add_shape(p, g->row)];
		plain[s - p->shapes] |= !g->by;
		/* A table of one row: all groups that make its rows say so, and name the same one. */
		if (!g->by && (!g->always || strcmp(g->always, s->row)))
			s->single = false;
	}
	for (unsigned i = 0; i < p->n_shapes; i++)
		p->shapes[i].single &= plain[i];
	for (size_t i = 0; i < d->n_groups; i++) {
		if (!d->groups[i].by)
			continue;
		p->shapes[p->n_shapes++] = (struct shape){
			.row = d->groups[i].name, .folded = &d->groups[i], .raw = true};
	}
}

int plan_shape(const struct plan *p, struct span row)
{
	for (unsigned i = 0; i < p->n_shapes; i++)
		if (!p->shapes[i].raw && span_is(row, p->shapes[i].row))
			return (int)i;
	return -ENOENT;
}

int plan_find(const struct plan *p, const char *row, struct span name,
	unsigned *ret_group, unsigned *ret_field)
{
	struct span rest = name, group = SPAN_EMPTY;
	if (span_find(name, '.') >= 0) {
		group = span_cut(&rest, '.');
		name = rest;
		if (!group.n)
			return -ENOENT;
	}
	if (!name.n)
		return -ENOENT;
	/* Of groups of one table that share a name the first of the domain was put first. */
	for (unsigned at = name_hash(name.p, name.n);; at++) {
		const struct plan_name *e = &p->names[at & (p->n_names - 1)];
		if (!e->group)
			return -ENOENT;
		const struct group *g = &p->domain->groups[e->group - 1];
		if (!span_is(name, g->fields[e->field].name) ||
			(g->row != row && strcmp(g->row, row)) ||
			(group.n && !span_is(group, g->name)))
			continue;
		*ret_group = e->group - 1u;
		*ret_field = e->field;
		return 0;
	}
}

int shape_col(const struct shape *s, struct span name)
{
	struct span rest = name, group = SPAN_EMPTY;
	if (span_find(name, '.') >= 0) {
		group = span_cut(&rest, '.');
		name = rest;
	}
	for (unsigned i = 0; i < s->n_cols; i++) {
		const struct column *c = &s->cols[i];
		if (span_is(name, c->field->name) &&
			(!group.n || span_is(group, c->group->name)))
			return (int)i;
	}
	return -ENOENT;
}

int plan_want(struct plan *p, const char *row, struct span name, struct span *ret_why)
{
	int t = plan_shape(p, span_z(row));
	unsigned g, f;
	if (t < 0 || plan_find(p, row, name, &g, &f) < 0) {
		*ret_why = plan_why(p, "no field", name, "");
		return -EINVAL;
	}
	const struct group *group = &p->domain->groups[g];
	p->asking = 1ull << t;
	return plan_column(p, (unsigned)t, group, &group->fields[f], ret_why);
}

int plan_want_all(struct plan *p, const char *row)
{
	int t = plan_shape(p, span_z(row));
	struct span why;
	if (t < 0)
		return -EINVAL;
	p->asking = 1ull << t;
	for (size_t i = 0; i < p->domain->n_groups; i++) {
		const struct group *g = &p->domain->groups[i];
		if (strcmp(g->row, row) || g->apart)
			continue;
		for (size_t j = 0; j < g->n_fields; j++)
			if (plan_column(p, (unsigned)t, g, &g->fields[j], &why) < 0)
				return -EINVAL;
	}
	return 0;
}

/*
 * What a name in a formula of `table` means: a column of that table, or "single.field". `any_row`
 * lets "table.field" name a table of many rows (the caller walks it).
 */
int plan_resolve(struct plan *p, unsigned table, struct span name, bool any_row,
	unsigned *ret_table, struct span *ret_why)
{
	const struct shape *here = &p->shapes[table];
	unsigned g, f;
	struct span rest = name;
	*ret_table = table;
	if (here->raw) {
		for (size_t i = 0; i < here->folded->n_fields; i++)
			if (span_is(name, here->folded->fields[i].name))
				return plan_column(p, table, here->folded,
					&here->folded->fields[i], ret_why);
	} else if (!plan_find(p, here->row, name, &g, &f)) {
		const struct group *group = &p->domain->groups[g];
		return plan_column(p, table, group, &group->fields[f], ret_why);
	}
	int t = span_find(name, '.') < 0 ? -ENOENT : plan_shape(p, span_cut(&rest, '.'));
	if (t >= 0 && !plan_find(p, p->shapes[t].row, rest, &g, &f)) {
		if (!p->shapes[t].single && !any_row && (unsigned)t != table) {
			*ret_why = plan_why(
				p, "many rows have", name, ": use sum() or pick()");
			return -EINVAL;
		}
		const struct group *group = &p->domain->groups[g];
		*ret_table = (unsigned)t;
		return plan_column(p, (unsigned)t, group, &group->fields[f], ret_why);
	}
	*ret_why = plan_why(p, "no field", name, "");
	return -EINVAL;
}

int plan_formula(struct plan *p, const char *row, struct span text,
	const struct code **ret_code, struct span *ret_why)
{
	int t = plan_shape(p, span_z(row));
	if (t < 0)
		return -EINVAL;
	p->asking = 1ull << t;
	const struct code *c = formula_parse(p, (unsigned)t, text, ret_why);
	if (!c)
		return -EINVAL;
	*ret_code = c;
	return 0;
}

static void add_target(struct plan *p, unsigned *used, unsigned table, unsigned col)
{
	const struct column *c = &p->shapes[table].cols[col];
	const char *key = c->field->key ? c->field->key : "";
	unsigned slot = sieve_slot(span_z(key));
	p->sieve[slot / 64] |= 1ull << slot % 64;
	struct target t = {.key = key, .src = c->src, .table = table, .col = col};
	uint64_t h = span_hash(span_z(key)) + c->src * 0x9e3779b9u;
	unsigned mask = p->n_targets / 2 -
			1; /* first half: the table; second half: the chained */
	unsigned i = (unsigned)h & mask;
	while (p->targets[i].key) {
		struct target *at = &p->targets[i];
		if (at->src == t.src && !strcmp(at->key, key)) {
			unsigned more = p->n_targets / 2 + (*used)++;
			p->targets[more] = t;
			p->targets[more].next = at->next;
			at->next = more + 1;
			return;
		}
		i = (i + 1) & mask;
	}
	p->targets[i] = t;
}

void plan_done(struct plan *p)
{
	unsigned n = 0, used = 0, size = 16;
	struct span why;
	/* A table of which only formulas over others are wanted has rows all the same; it can, or its formulas could not. */
	for (unsigned i = 0; i < p->n_shapes; i++) {
		p->asking = 1ull << i;
		if (p->shapes[i].n_cols && !p->shapes[i].raw)
			plan_rows(p, i, &why);
	}
	for (unsigned i = 0; i < p->n_shapes; i++)
		n += p->shapes[i].n_cols;
	while (size < n * 4)
		size *= 2;
	p->n_targets = size;
	p->targets = arena_zero(&p->arena, size * sizeof(*p->targets));
	for (unsigned i = 0; i < p->n_shapes; i++)
		for (unsigned j = 0; j < p->shapes[i].n_cols; j++)
			if (p->shapes[i].cols[j].src != ~0u)
				add_target(p, &used, i, j);
}

/* Whether rows are made of those of another table, once all is read. */
static bool is_folded(const struct plan *p, unsigned table)
{
	for (unsigned i = 0; i < p->n_folds; i++)
		if (p->folds[i].into == table)
			return true;
	return false;
}

bool plan_needs(
	const struct wanted *w, const struct wanted_key *key, const struct sample *s)
{
	uint64_t tables = key ? key->tables : w->tables;
	for (unsigned t = 0; t < s->plan->n_shapes; t++)
		if ((tables >> t & 1) &&
			(s->plan->shapes[t].single || (w->makes >> t & 1) ||
				s->tables[t].n || is_folded(s->plan, t)))
			return true;
	return false;
}

void plan_free(struct plan *p)
{
	arena_free(&p->arena);
}
