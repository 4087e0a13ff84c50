// SPDX-License-Identifier: GPL-2.0-or-later
/* walk.c - which rows of a table a function goes through: all, or those whose field names the row at hand. */
#include "model.h"

/* Of each row of `outer` its rows of `inner`, chained in their order: numbers from 1, 0 ends. */
struct chain {
	const struct chain *older;
	unsigned outer, inner, by;
	unsigned n_outer, n_inner; /* rows when it was made */
	uint32_t *first, *next;
};

static const struct chain *chain_make(
	struct sample *s, const struct code *c, unsigned outer)
{
	struct chain *n = arena_get(&s->arena, sizeof(*n));
	*n = (struct chain){.older = s->chains,
		.outer = outer,
		.inner = c->table,
		.by = c->col,
		.n_outer = s->tables[outer].n,
		.n_inner = s->tables[c->table].n};
	n->first = arena_zero(&s->arena, (n->n_outer + 1) * sizeof(*n->first));
	n->next = arena_get(&s->arena, (n->n_inner + 1) * sizeof(*n->next));
	for (unsigned i = n->n_inner; i-- > 0;) {
		int at = sample_row_named(
			s, outer, *sample_cell(s, c->table, i, c->col - 1));
		if (at < 0)
			continue;
		n->next[i] = n->first[at];
		n->first[at] = i + 1;
	}
	s->chains = n;
	return n;
}

/* Rows still come while rows fold: then it is made anew. */
static const struct chain *chain_of(
	struct sample *s, const struct code *c, unsigned outer)
{
	for (const struct chain *n = s->chains; n; n = n->older)
		if (n->outer == outer && n->inner == c->table && n->by == c->col &&
			n->n_outer == s->tables[outer].n &&
			n->n_inner == s->tables[c->table].n)
			return n;
	return chain_make(s, c, outer);
}

struct walk walk_begin(
	const struct code *c, struct sample *s, unsigned table, unsigned row)
{
	if (!c->col)
		return (struct walk){.n = s->tables[c->table].n};
	const struct chain *n = chain_of(s, c, table);
	return (struct walk){.next = n->next, .at = row < n->n_outer ? n->first[row] : 0};
}

bool walk_next(struct walk *w, unsigned *ret_row)
{
	if (w->next ? !w->at : w->at == w->n)
		return false;
	*ret_row = w->next ? w->at - 1 : w->at;
	w->at = w->next ? w->next[w->at - 1] : w->at + 1;
	return true;
}
