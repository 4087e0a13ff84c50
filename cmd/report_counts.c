// SPDX-License-Identifier: GPL-2.0-or-later
/* report_counts.c - what a report says of counters that moved: totals, differences and rates. */
#include "cmd.h"

static bool moved(struct cell c)
{
	double d;
	return cell_real(c, &d) && d != 0;
}

/* The same cell since boot. */
static struct cell total_of(struct survey *v, unsigned table, unsigned row, unsigned col)
{
	int at = sample_row(&v->total, table, v->out.tables[table].rows[row].name);
	return at < 0 ? (struct cell){.type = CELL_ABSENT, .why = WHY_NOT_HERE}
		      : *sample_cell(&v->total, table, (unsigned)at, col);
}

static struct span value_text(struct writing *w, struct cell c, enum unit u, bool rate)
{
	unit_text(&w->text, c, u, rate, w->v->out.interval, true);
	return writing_done(w);
}

/* Over which a rate is to be had: where there is no interval, since boot. 0: not known. */
static uint64_t rated(const struct sample *s)
{
	return s->interval ? s->interval : s->delta ? 0 : s->t_mono;
}

struct listing {
	struct span *cells;
	unsigned n, cap; /* cells */
	unsigned cols;
};

static void list_add(struct writing *w, struct listing *l, struct span cell)
{
	l->cells = arena_more(&w->arena, l->cells, l->n, &l->cap, sizeof(*l->cells));
	l->cells[l->n++] = cell;
}

static void list_counter(struct writing *w, struct listing *l, const struct pick *p,
	unsigned row, unsigned col)
{
	struct survey *v = w->v;
	const struct shape *shape = &v->plan.shapes[p->table];
	const struct field *f = shape->cols[col].field;
	struct cell c = *sample_cell(&v->out, p->table, row, col);
	if (!shape->single) {
		buf_sane(&w->text, v->out.tables[p->table].rows[row].name);
		buf_char(&w->text, ' ');
	}
	buf_str(&w->text, f->key);
	list_add(w, l, writing_done(w));
	list_add(w, l, span_z(f->name));
	list_add(w, l, value_text(w, total_of(v, p->table, row, col), f->unit, false));
	if (v->out.delta)
		list_add(w, l, value_text(w, c, f->unit, false));
	if (!rated(&v->out))
		return;
	unit_text(&w->text, c, f->unit, true, rated(&v->out), true);
	list_add(w, l, writing_done(w));
}

/* Every counter that moved, a line each: the kernel's word, ours, its total, by how much, how fast. */
static void put_every(struct writing *w, size_t at, const struct pick *p)
{
	struct survey *v = w->v;
	struct listing l = {0};
	list_add(w, &l, SPAN("KERNEL'S"));
	list_add(w, &l, SPAN("OURS"));
	list_add(w, &l, SPAN("TOTAL"));
	if (v->out.delta)
		list_add(w, &l, SPAN("MOVED"));
	if (rated(&v->out))
		list_add(w, &l, SPAN("A-SECOND"));
	l.cols = l.n;
	for (unsigned i = 0; i < p->n_rows; i++)
		for (unsigned c = 0; c < v->plan.shapes[p->table].n_cols; c++) {
			const struct field *f = v->plan.shapes[p->table].cols[c].field;
			if (kind_counts(f->kind) &&
				moved(*sample_cell(&v->out, p->table, p->rows[i], c)))
				list_counter(w, &l, p, p->rows[i], c);
		}
	if (l.n == l.cols)
		return;
	writing_part(w, v->out.delta ? "moved, " : "counted, ", &v->domain->sections[at],
		p->n_rows, 8);
	paper_table(w->paper, l.cells, l.n / l.cols, l.cols, 3);
}

/* Whether some counter among these fields of the row moved. */
static bool row_moved(struct survey *v, const struct pick *p, unsigned row,
	const unsigned *cols, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (kind_rates(v->plan.shapes[p->table].cols[cols[i]].field->kind) &&
			moved(*sample_cell(&v->out, p->table, row, cols[i])))
			return true;
	return false;
}

/* A row a line, of those that moved. */
static void put_columns(struct writing *w, size_t at, const struct pick *p)
{
	struct survey *v = w->v;
	const struct section *s = &v->domain->sections[at];
	const struct shape *shape = &v->plan.shapes[p->table];
	unsigned cols[32], n = 0, n_moved = 0;
	uint32_t left = 1;
	struct span rest = span_z(s->counts), name;
	struct listing l = {0};
	while ((name = span_word(&rest)).n && n < COUNT_OF(cols))
		cols[n++] = (unsigned)shape_col(shape, name);
	list_add(w, &l, SPAN("NAME"));
	for (unsigned c = 0; c < n; c++) {
		const struct field *f = shape->cols[cols[c]].field;
		left |= unit_right(f->unit) ? 0 : 2u << c;
		buf_str(&w->text, f->head);
		buf_str(&w->text, v->out.interval && kind_rates(f->kind) ? "/s" : "");
		list_add(w, &l, writing_done(w));
	}
	for (unsigned i = 0; i < p->n_rows; i++) {
		if (!row_moved(v, p, p->rows[i], cols, n))
			continue;
		n_moved++;
		buf_sane(&w->text, v->out.tables[p->table].rows[p->rows[i]].name);
		list_add(w, &l, writing_done(w));
		for (unsigned c = 0; c < n; c++) {
			const struct field *f = shape->cols[cols[c]].field;
			list_add(w, &l,
				value_text(w,
					*sample_cell(
						&v->out, p->table, p->rows[i], cols[c]),
					f->unit, kind_rates(f->kind)));
		}
	}
	if (!n_moved)
		return;
	writing_part(w, v->out.delta ? "moved, " : "counted, ", s, n_moved, 5);
	paper_table(w->paper, l.cells, n_moved + 1, n + 1, left);
}

void writing_counters(struct writing *w, size_t at)
{
	struct pick p;
	survey_rows(w->v, at, &p);
	if (section_every(&w->v->domain->sections[at]))
		put_every(w, at, &p);
	else
		put_columns(w, at, &p);
}
