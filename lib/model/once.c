// SPDX-License-Identifier: GPL-2.0-or-later
/* once.c - what is the same whichever row asks, kept until the sample is done with. */
#include "model.h"

static bool is_word(struct cell c)
{
	return c.type == CELL_WORD;
}

static int by_kind_and_value(const void *a, const void *b)
{
	const struct cell *x = a, *y = b;
	bool comparable;
	int c = cell_compare(*x, *y, &comparable);
	return comparable ? c : is_word(*y) - is_word(*x);
}

static void sort(struct once *o, struct sample *s, const struct code *c)
{
	unsigned rows = s->tables[c->table].n;
	o->sorted = arena_get(&s->arena, (rows + 1) * sizeof(*o->sorted));
	for (unsigned i = 0; i < rows; i++) {
		struct cell v = code_eval(c->arg[0], s, c->table, i);
		if (v.type == CELL_ABSENT)
			continue;
		o->n_words += is_word(v);
		o->sorted[o->n++] = v;
	}
	qsort(o->sorted, o->n, sizeof(*o->sorted), by_kind_and_value);
}

/* Of a table of one row nothing is asked twice. */
static bool is_kept(const struct sample *s, const struct code *c, unsigned table)
{
	return s->settled && s->tables[table].n > 1 && c->op != OP_OF && !c->col;
}

struct once *once_of(struct sample *s, const struct code *c, unsigned table)
{
	if (!is_kept(s, c, table))
		return NULL;
	for (struct once *o = s->onces; o; o = o->older)
		if (o->code == c)
			return o;
	struct once *o = arena_zero(&s->arena, sizeof(*o));
	o->code = c;
	if (c->op == OP_RANK)
		sort(o, s, c);
	else
		o->value = over_rows(c, s, table, 0);
	o->older = s->onces;
	s->onces = o;
	return o;
}

unsigned once_above(const struct once *o, struct cell mine)
{
	unsigned from = is_word(mine) ? 0 : o->n_words,
		 end = is_word(mine) ? o->n_words : o->n, to = end;
	bool comparable;
	while (from < to) {
		unsigned mid = from + (to - from) / 2;
		if (cell_compare(o->sorted[mid], mine, &comparable) > 0)
			to = mid;
		else
			from = mid + 1;
	}
	return end - to;
}
