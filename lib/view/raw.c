// SPDX-License-Identifier: GPL-2.0-or-later
/* raw.c - rows for scripts, as util-linux writes them: blank-separated or NAME="value". */
#include "view.h"

/*
 * Here libsmartcols writes blanks, backslashes and all that is not printable ASCII as \xNN, so
 * a name's own bytes are handed on and a reader gets them back; but a C string holds no NUL.
 */
static void put_word(struct buf *out, struct span s)
{
	ptrdiff_t nul;

	for (; (nul = span_find(s, '\0')) >= 0; s = span_sub(s, (size_t)nul + 1, s.n)) {
		buf_span(out, span_sub(s, 0, (size_t)nul));
		buf_str(out, "\\x00");
	}
	buf_span(out, s);
}

static void put_title(struct buf *out, const struct report *r, const struct pick *p)
{
	(void)r;
	(void)p;
	buf_str(out, "name");
}

static void put_value(struct buf *out, const struct column *c, const struct cell *v)
{
	if (v->type == CELL_WORD)
		put_word(out, v->s);
	else if (!unit_absent(*v))
		unit_exact(out, *v, c->field->unit);
}

static void pairs_cell(struct buf *out, const struct report *r, const struct column *c,
	const struct cell *v)
{
	(void)r;
	put_value(out, c, v);
}

/* A blank-separated line has no empty fields. */
static void raw_name(struct buf *out, struct span name)
{
	put_word(out, name.n ? name : SPAN("-"));
}

static void raw_cell(struct buf *out, const struct report *r, const struct column *c,
	const struct cell *v)
{
	size_t before = out->n;

	(void)r;
	put_value(out, c, v);
	if (out->n == before)
		buf_char(out, '-');
}

/* A shell's variable has no dot. */
static void pairs_head(struct buf *out, const struct report *r, const struct column *c)
{
	size_t from = out->n;

	column_key(out, r, c);
	for (; from < out->n; from++)
		if (out->p[from] == '.')
			out->p[from] = '_';
}

static const struct grid raw = {GRID_RAW, put_title, column_key, raw_name, raw_cell};
static const struct grid pairs = {
	GRID_PAIRS, put_title, pairs_head, put_word, pairs_cell};

void raw_emit(struct buf *out, const struct report *r)
{
	bool headings = r->headings && !r->seq;

	if (r->n_picks && (r->picks[0].n_rows || headings))
		grid_put(out, &raw, r, &r->picks[0], headings, NULL);
}

void pairs_emit(struct buf *out, const struct report *r)
{
	if (r->n_picks && r->picks[0].n_rows)
		grid_put(out, &pairs, r, &r->picks[0], false, NULL);
}
