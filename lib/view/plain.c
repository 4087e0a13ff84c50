// SPDX-License-Identifier: GPL-2.0-or-later
/* plain.c - one fact a line, "folio 64K swpout 123 folios", for screen readers and logs. */
#include "view.h"

static void put_fact(struct buf *out, const struct report *r, const struct pick *p,
	unsigned row, unsigned at)
{
	const struct column *c = column_at(r, p, at);
	const struct cell *v = column_cell(r, p, row, at);
	bool number = v->type != CELL_WORD && !unit_absent(*v), rate = column_rate(r, c);
	const char *word = unit_word(c->field->unit, r->human);

	buf_str(out, column_shape(r, p)->row);
	buf_char(out, ' ');
	if (!column_shape(r, p)->single) {
		word_text(out, column_row(r, p, row));
		buf_char(out, ' ');
	}
	column_key(out, r, c);
	buf_char(out, ' ');
	column_text(out, r, c, v);
	if (number && (*word || rate))
		buf_fmt(out, " %s%s", word, rate ? "/s" : "");
	if (r->reasons && v->type == CELL_ABSENT) {
		buf_str(out, " (");
		why_put(out, r->sample, c, v->why);
		buf_char(out, ')');
	}
	buf_char(out, '\n');
}

void plain_emit(struct buf *out, const struct report *r)
{
	struct report bare = *r;

	bare.color = false; /* nobody sees it, and a log keeps it */
	head_put(out, &bare);
	for (unsigned i = 0; i < r->n_picks; i++) {
		const struct pick *p = &r->picks[i];

		for (unsigned row = 0; row < p->n_rows; row++)
			for (unsigned c = 0; c < p->n_cols; c++)
				put_fact(out, r, p, row, c);
		head_hidden(out, r, p, "", "--all");
	}
	head_foot(out, r);
}
