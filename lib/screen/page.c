// SPDX-License-Identifier: GPL-2.0-or-later
/* page.c - where the reader is on a page, whatever becomes of its rows meanwhile. */
#include "screen.h"

void page_begin(struct page *p, const struct domain *d, const struct verb *v)
{
	*p = (struct page){.domain = d, .verb = v, .col = ~0u};
}

void page_free(struct page *p)
{
	for (size_t i = 0; i < MAX_SHAPES; i++)
		free(p->panes[i].least);
	buf_free(&p->name);
	buf_free(&p->find);
	buf_free(&p->of_row);
	*p = (struct page){0};
}

static size_t pane_at(const struct page *p, const struct plan *plan, unsigned table)
{
	size_t i = 0;

	while (i + 1 < p->verb->n_panes &&
		strcmp(p->verb->panes[i].row, plan->shapes[table].row) != 0)
		i++;
	return i;
}

const struct pane *page_pane(const struct page *p, const struct report *r, unsigned pick)
{
	return &p->verb->panes[pane_at(p, r->sample->plan, r->picks[pick].table)];
}

struct paned *page_paned(struct page *p, const struct report *r, unsigned pick)
{
	return &p->panes[pane_at(p, r->sample->plan, r->picks[pick].table)];
}

void page_orders(
	const struct page *p, const struct plan *plan, struct picker *pickers, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		const struct shape *s = &plan->shapes[pickers[i].table];
		const struct paned *order = &p->panes[pane_at(p, plan, pickers[i].table)];

		if (order->by_name)
			pickers[i].sort = -1;
		for (unsigned c = 0; order->sort && c < s->n_cols; c++)
			if (s->cols[c].field == order->sort)
				pickers[i].sort = (int)c;
		if (order->by_name || order->sort)
			pickers[i].reverse = order->reverse;
	}
}

static unsigned rows_of(const struct report *r, unsigned pick)
{
	return pick < r->n_picks ? r->picks[pick].n_rows : 0;
}

/* The first table with rows, from here on or from the start. */
static bool find_rows(struct page *p, const struct report *r)
{
	for (unsigned i = 0; i < r->n_picks; i++) {
		unsigned at = (p->at + i) % r->n_picks;

		if (!rows_of(r, at))
			continue;
		if (at != p->at)
			p->row = 0;
		p->at = at;
		return true;
	}
	return false;
}

static void keep_name(struct page *p, const struct report *r)
{
	buf_reset(&p->name);
	buf_span(&p->name, column_row(r, &r->picks[p->at], p->row));
}

bool page_cursor(struct page *p, const struct report *r, struct cursor *ret)
{
	const struct pick *pick;

	if (p->at >= r->n_picks)
		p->at = 0;
	if (!find_rows(p, r))
		return false;
	pick = &r->picks[p->at];
	/* The row by its name, wherever it stands now; when it is gone, the one in its place. */
	if (p->row >= pick->n_rows ||
		!span_eq(buf_text(&p->name), column_row(r, pick, p->row)))
		for (unsigned i = 0; i < pick->n_rows; i++)
			if (span_eq(buf_text(&p->name), column_row(r, pick, i))) {
				p->row = i;
				break;
			}
	if (p->row >= pick->n_rows)
		p->row = pick->n_rows - 1;
	if (p->col == ~0u) {
		unsigned at = 0;

		p->col = column_named(r, pick, span_z(page_pane(p, r, p->at)->trend), &at)
				 ? at + 1
				 : 1;
	}
	if (p->col > pick->n_cols)
		p->col = pick->n_cols;
	keep_name(p, r);
	*ret = (struct cursor){
		.pick = p->at,
		.row = p->row,
		.col = p->col,
		.pane = page_pane(p, r, p->at),
		.column = p->col ? column_at(r, pick, p->col - 1) : NULL,
		.name = buf_text(&p->name),
	};
	return true;
}

static bool step(struct page *p, const struct report *r, int by)
{
	unsigned at = p->at;

	if (by > 0 && p->row + 1 < rows_of(r, at)) {
		p->row++;
		return true;
	}
	if (by < 0 && p->row) {
		p->row--;
		return true;
	}
	do {
		at += by > 0 ? 1 : -1u;
	} while (at < r->n_picks && !rows_of(r, at));
	if (at >= r->n_picks)
		return false;
	p->at = at;
	p->row = by > 0 ? 0 : rows_of(r, at) - 1;
	return true;
}

void page_move(struct page *p, const struct report *r, int rows, int cols)
{
	struct cursor c;

	if (!page_cursor(p, r, &c))
		return;
	for (; rows > 0 && step(p, r, 1); rows--)
		;
	for (; rows < 0 && step(p, r, -1); rows++)
		;
	if (cols < 0)
		p->col -= p->col < (unsigned)-cols ? p->col : (unsigned)-cols;
	else
		p->col += (unsigned)cols;
	keep_name(p, r);
	page_cursor(p, r, &c);
}

void page_jump(struct page *p, const struct report *r, bool last)
{
	struct cursor c;

	if (!page_cursor(p, r, &c))
		return;
	p->at = last ? r->n_picks - 1 : 0;
	while (!rows_of(r, p->at))
		p->at += last ? -1u : 1;
	p->row = last ? rows_of(r, p->at) - 1 : 0;
	keep_name(p, r);
}

/* ---- rows that hold a text ---- */

static bool holds(struct span where, struct span what)
{
	for (size_t i = 0; i + what.n <= where.n; i++) {
		size_t n = 0;

		while (n < what.n && (where.p[i + n] | 0x20) == (what.p[n] | 0x20))
			n++;
		if (n == what.n)
			return true;
	}
	return false;
}

void page_found(struct screen *s, const struct page *p, const struct report *r,
	struct pick *picks)
{
	for (unsigned i = 0; i < r->n_picks; i++) {
		const struct pick *pick = &r->picks[i];
		unsigned *rows;

		picks[i] = *pick;
		if (!p->find.n)
			continue;
		rows = arena_get(&s->arena, (pick->n_rows + 1) * sizeof(*rows));
		picks[i].rows = rows;
		picks[i].n_rows = 0;
		picks[i].parents = NULL;
		for (unsigned j = 0; j < pick->n_rows; j++) {
			buf_reset(&s->line);
			word_text(&s->line, column_row(r, pick, j));
			for (unsigned c = 0; c < pick->n_cols; c++) {
				buf_char(&s->line, ' ');
				column_text(&s->line, r, column_at(r, pick, c),
					column_cell(r, pick, j, c));
			}
			if (holds(buf_text(&s->line), buf_text(&p->find)))
				rows[picks[i].n_rows++] = pick->rows[j];
		}
	}
}
