// SPDX-License-Identifier: GPL-2.0-or-later
/* table.c - text for people: headings, findings, tables, and what is missing. */
#include <ctype.h>

#include "view.h"

static const char indent[] = "  ";

static void put_title(struct buf *out, const struct report *r, const struct pick *p)
{
	for (const char *z = column_shape(r, p)->row; *z; z++)
		buf_char(out, (char)toupper((unsigned char)*z));
}

static const struct grid text = {
	GRID_TEXT, put_title, column_head, word_text, column_text};

void table_grid(struct buf *out, const struct report *r, const struct pick *p,
	struct place *places)
{
	grid_put(out, &text, r, p, r->headings, places);
}

static void put_rows(struct buf *out, const struct report *r, const struct pick *p)
{
	struct buf grid = {0};
	struct span rest, line;

	table_grid(&grid, r, p, NULL);
	rest = buf_text(&grid);
	for (bool first = true; rest.n; first = false) {
		bool bold = first && r->headings && r->color;

		line = span_line(&rest);
		buf_str(out, indent);
		buf_str(out, bold ? "\033[1m" : "");
		buf_span(out, line);
		buf_str(out, bold ? "\033[0m" : "");
		buf_char(out, '\n');
	}
	buf_free(&grid);
}

static size_t head_width(const struct report *r, const struct column *c)
{
	return strlen(c->field->head) + (column_rate(r, c) ? strlen("/s") : 0);
}

/* One row reads better as a list, with the unit's word where its heading lacks it. */
static void put_list(struct buf *out, const struct report *r, const struct pick *p)
{
	size_t width = 0, n;

	for (unsigned c = 0; c < p->n_cols; c++) {
		n = head_width(r, column_at(r, p, c));
		width = n > width ? n : width;
	}
	for (unsigned c = 0; c < p->n_cols; c++) {
		const struct column *col = column_at(r, p, c);
		const struct cell *v = column_cell(r, p, 0, c);
		enum unit u = col->field->unit;
		const char *word =
			u == UNIT_PERCENT || !r->human ? "" : unit_word(u, true);

		buf_str(out, indent);
		column_head(out, r, col);
		buf_fill(out, ' ', width - head_width(r, col) + strlen(indent));
		column_text(out, r, col, v);
		if (*word && v->type != CELL_WORD && !unit_absent(*v))
			buf_fmt(out, " %s", word);
		buf_char(out, '\n');
	}
}

static void put_reasons(struct buf *out, const struct report *r, const struct pick *p)
{
	for (unsigned c = 0; c < p->n_cols; c++) {
		unsigned whys = 0;

		for (unsigned i = 0; i < p->n_rows; i++) {
			const struct cell *v = column_cell(r, p, i, c);

			whys |= v->type == CELL_ABSENT ? 1u << v->why : 0;
		}
		for (unsigned w = WHY_NONE + 1; w < N_WHY; w++) {
			if (!(whys & 1u << w))
				continue;
			buf_str(out, indent);
			column_head(out, r, column_at(r, p, c));
			buf_str(out, ": ");
			why_put(out, r->sample, column_at(r, p, c), w);
			buf_char(out, '\n');
		}
	}
}

static void put_pick(struct buf *out, const struct report *r, const struct pick *p)
{
	if (p->n_rows && column_shape(r, p)->single)
		put_list(out, r, p);
	else if (p->n_rows)
		put_rows(out, r, p);
	head_hidden(out, r, p, indent, "--all");
	if (r->reasons)
		put_reasons(out, r, p);
}

void table_emit(struct buf *out, const struct report *r)
{
	size_t from = out->n;

	if (r->seq)
		buf_char(out, '\n');
	head_put(out, r);
	for (unsigned i = 0; i < r->n_picks; i++) {
		const struct pick *p = &r->picks[i];

		if (!p->n_rows && !p->n_hidden)
			continue;
		if (out->n > from)
			buf_char(out, '\n');
		put_pick(out, r, p);
	}
	if (r->n_foot && out->n > from)
		buf_char(out, '\n');
	head_foot(out, r);
}
