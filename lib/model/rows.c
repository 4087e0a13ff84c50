// SPDX-License-Identifier: GPL-2.0-or-later
/* rows.c - the rows of a table, found by name. */
#include <errno.h>

#include "model.h"

static void index_put(struct table *t, unsigned row)
{
	unsigned i = (unsigned)t->rows[row].hash & (t->n_index - 1);
	while (t->index[i])
		i = (i + 1) & (t->n_index - 1);
	t->index[i] = row + 1;
}

static void table_grow(struct sample *s, unsigned table, unsigned cap)
{
	struct table *t = &s->tables[table];
	unsigned n_cols = s->plan->shapes[table].n_cols;
	struct row *rows = arena_get(&s->arena, cap * sizeof(*rows));
	struct cell *cells = arena_get(&s->arena, (size_t)cap * n_cols * sizeof(*cells));
	if (t->n) {
		memcpy(rows, t->rows, t->n * sizeof(*rows));
		memcpy(cells, t->cells, (size_t)t->n * n_cols * sizeof(*cells));
	}
	t->rows = rows;
	t->cells = cells;
	t->cap = cap;
	for (t->n_index = 16; t->n_index < cap * 2;)
		t->n_index *= 2;
	t->index = arena_zero(&s->arena, t->n_index * sizeof(*t->index));
	for (unsigned i = 0; i < t->n; i++)
		index_put(t, i);
}

/* What is outgrown stays in the arena, so it is little; what is not yet used of the new costs nothing. */
static unsigned next_cap(const struct table *t, unsigned hint)
{
	if (!t->cap)
		return hint < 4 ? 4 : hint;
	return t->cap < 256 ? t->cap * 4 : t->cap * 2;
}

static int table_find(const struct table *t, struct span name, uint64_t hash)
{
	if (!t->n_index)
		return -ENOENT;
	for (unsigned i = (unsigned)hash & (t->n_index - 1); t->index[i];
		i = (i + 1) & (t->n_index - 1)) {
		const struct row *r = &t->rows[t->index[i] - 1];
		if (r->hash == hash && span_eq(r->name, name))
			return (int)t->index[i] - 1;
	}
	return -ENOENT;
}

int sample_row(const struct sample *s, unsigned table, struct span name)
{
	return table_find(&s->tables[table], name, span_hash(name));
}

int sample_row_named(const struct sample *s, unsigned table, struct cell name)
{
	char digits[CELL_DIGITS];
	if (name.type == CELL_U64)
		return sample_row(s, table, cell_digits(digits, name));
	return name.type == CELL_WORD ? sample_row(s, table, name.s) : -ENOENT;
}

unsigned table_row(struct sample *s, unsigned table, struct span name)
{
	struct table *t = &s->tables[table];
	unsigned n_cols = s->plan->shapes[table].n_cols;
	uint64_t hash = span_hash(name);
	int at = table_find(t, name, hash);
	if (at >= 0)
		return (unsigned)at;
	if (t->n == t->cap)
		table_grow(s, table, next_cap(t, s->hints[table]));
	t->rows[t->n] = (struct row){.name = name, .hash = hash};
	for (unsigned i = 0; i < n_cols; i++)
		t->cells[(size_t)t->n * n_cols + i] = cell_absent(WHY_PENDING);
	index_put(t, t->n);
	return t->n++;
}
