// SPDX-License-Identifier: GPL-2.0-or-later
/* csv.c - RFC 4180: one kind of row, a header once a run, the time before each row. */
#include "view.h"

static void put_header(struct buf *out, const struct report *r, const struct pick *p)
{
	buf_str(out, "t,mono,interval,name");
	for (unsigned c = 0; c < p->n_cols; c++) {
		buf_char(out, ',');
		column_key(out, r, column_at(r, p, c));
	}
	buf_str(out, "\r\n");
}

/* An unknown time is empty, as is an absent cell. */
static void put_times(struct buf *out, const struct sample *s)
{
	if (s->t_real)
		buf_u64(out, s->t_real);
	buf_char(out, ',');
	if (s->t_mono)
		buf_u64(out, s->t_mono);
	buf_char(out, ',');
	if (s->interval)
		unit_seconds(out, s->interval);
	buf_char(out, ',');
}

void csv_emit(struct buf *out, const struct report *r)
{
	const struct pick *p = r->picks;

	if (!r->n_picks)
		return;
	if (r->headings && !r->seq)
		put_header(out, r, p);
	for (unsigned i = 0; i < p->n_rows; i++) {
		put_times(out, r->sample);
		quote_csv(out, column_row(r, p, i));
		for (unsigned c = 0; c < p->n_cols; c++) {
			const struct cell *v = column_cell(r, p, i, c);

			buf_char(out, ',');
			if (v->type == CELL_WORD)
				quote_csv(out, v->s);
			else if (!unit_absent(*v))
				unit_exact(out, *v, column_at(r, p, c)->field->unit);
		}
		buf_str(out, "\r\n");
	}
}
