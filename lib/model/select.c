// SPDX-License-Identifier: GPL-2.0-or-later
/* select.c - which rows of a table are shown, and in what order. */
#include "model.h"

/* Absent cells last, whatever the direction; words by natural order. */
static int compare(const struct cell *a, const struct cell *b, bool reverse)
{
	double x, y;
	int c = 0;
	if (a->type == CELL_ABSENT || b->type == CELL_ABSENT)
		return (a->type == CELL_ABSENT) - (b->type == CELL_ABSENT);
	if (a->type == CELL_WORD || b->type == CELL_WORD)
		c = a->type == b->type ? span_natcmp(a->s, b->s)
				       : (a->type == CELL_WORD) - (b->type == CELL_WORD);
	else if (a->type == CELL_U64 && b->type == CELL_U64)
		c = a->u < b->u ? -1 : a->u > b->u;
	else if (cell_real(*a, &x) && cell_real(*b, &y))
		c = x < y ? -1 : x > y;
	return reverse ? -c : c;
}

struct order {
	struct sample *s;
	const struct picker *k;
};

static int by_order(const void *a, const void *b, void *ctx)
{
	const struct order *o = ctx;
	unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
	int c = 0;
	if (o->k->sort >= 0)
		c = compare(sample_cell(o->s, o->k->table, x, (unsigned)o->k->sort),
			sample_cell(o->s, o->k->table, y, (unsigned)o->k->sort),
			o->k->reverse);
	if (!c) {
		const struct row *rows = o->s->tables[o->k->table].rows;
		c = span_natcmp(rows[x].name, rows[y].name);
		if (o->k->sort < 0 && o->k->reverse)
			c = -c;
	}
	return c ? c : (x > y) - (x < y);
}

static bool nests(const struct shape *shape)
{
	for (unsigned c = 0; c < shape->n_cols; c++)
		if (shape->cols[c].group->up &&
			!strcmp(shape->cols[c].group->up, shape->row))
			return true;
	return false;
}

/* "/a/b" stands below "/a" if that is shown, else below "/"; the root below nothing. */
static int parent_of(
	const struct sample *s, unsigned table, struct span name, const int *shown)
{
	while (name.n > 1) {
		size_t n = name.n - 1;
		while (n && name.p[n] != '/')
			n--;
		name.n = n ? n : 1;
		int row = sample_row(s, table, n || *name.p == '/' ? name : SPAN("/"));
		if (row >= 0 && shown[row] >= 0)
			return shown[row];
	}
	return -1;
}

static const int *parents(
	struct sample *s, unsigned table, const unsigned *rows, unsigned n)
{
	unsigned all = s->tables[table].n;
	int *shown = arena_get(&s->arena, (all + 1) * sizeof(*shown));
	int *up = arena_get(&s->arena, (n + 1) * sizeof(*up));
	for (unsigned i = 0; i < all; i++)
		shown[i] = -1;
	for (unsigned i = 0; i < n; i++)
		shown[rows[i]] = (int)i;
	for (unsigned i = 0; i < n; i++)
		up[i] = parent_of(s, table, s->tables[table].rows[rows[i]].name, shown);
	return up;
}

void picker_run(const struct picker *k, struct sample *s, bool all, struct pick *ret_pick)
{
	const struct table *t = &s->tables[k->table];
	unsigned *rows = arena_get(&s->arena, (t->n + 1) * sizeof(*rows));
	unsigned n = 0, hidden = 0;
	for (unsigned r = 0; r < t->n; r++) {
		if (k->only.n && !span_eq(k->only, t->rows[r].name))
			continue;
		if (k->about && !cell_true(code_eval(k->about, s, k->table, r)))
			continue;
		if (k->filter && !cell_true(code_eval(k->filter, s, k->table, r)))
			continue;
		if (!all && k->idle && cell_true(code_eval(k->idle, s, k->table, r)))
			hidden++;
		else
			rows[n++] = r;
	}
	struct order o = {s, k};
	qsort_r(rows, n, sizeof(*rows), by_order, &o);
	*ret_pick = (struct pick){
		.table = k->table,
		.cols = k->cols,
		.n_cols = k->n_cols,
		.rows = rows,
		.n_rows = n,
		.n_hidden = hidden,
		.shades = k->shades,
		.parents = nests(&s->plan->shapes[k->table])
				   ? parents(s, k->table, rows, n)
				   : NULL,
	};
}
