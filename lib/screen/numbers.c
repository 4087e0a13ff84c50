// SPDX-License-Identifier: GPL-2.0-or-later
/* numbers.c - what the cells of a report are to the screen: a number with a history, and how bad it is. */
#include <math.h>

#include "screen.h"

/* ---- numbers with a history ---- */

bool column_counts(const struct column *c)
{
	return c->field->kind != KIND_TUNABLE && c->field->unit != UNIT_ID &&
	       unit_right(c->field->unit);
}

double cell_rate(const struct report *r, const struct column *c, const struct cell *v)
{
	double x;

	if (!cell_real(*v, &x) || !isfinite(x))
		return NAN;
	return column_rate(r, c) ? x * 1e9 / (double)r->sample->interval : x;
}

void rate_text(
	struct buf *out, const struct report *r, const struct column *c, double rate)
{
	struct cell v = {.type = CELL_REAL, .d = rate};

	if (isnan(rate))
		v = (struct cell){.type = CELL_ABSENT, .why = WHY_FIRST};
	/* Already by the second. */
	unit_text(out, v, c->field->unit, column_rate(r, c), 1000000000, r->human);
}

uint64_t series_id(
	const struct report *r, const char *kind, struct span row, const struct field *f)
{
	const char *words[] = {r->domain, kind, f->name};
	uint64_t id = span_hash(row);

	for (size_t i = 0; i < COUNT_OF(words); i++)
		id = (id ^ span_hash(span_z(words[i]))) * 0x9e3779b97f4a7c15u;
	return id ? id : 1;
}

/* Totals since boot are no rates, and have no place there. */
void screen_learn(struct screen *s, const struct report *r, uint64_t now)
{
	enum { MOST = 256 }; /* rows of a table that are looked at unseen */

	for (unsigned i = 0; r->sample->delta && i < r->n_picks; i++) {
		const struct pick *pick = &r->picks[i];

		for (unsigned row = 0; row < pick->n_rows && row < MOST; row++)
			for (unsigned c = 0; c < pick->n_cols; c++) {
				const struct column *col = column_at(r, pick, c);

				if (!column_counts(col))
					continue;
				history_put(&s->history,
					series_id(r, column_shape(r, pick)->row,
						column_row(r, pick, row), col->field),
					now,
					cell_rate(r, col, column_cell(r, pick, row, c)));
			}
	}
}

const struct series *series_of(const struct screen *s, const struct report *r,
	const struct pick *p, unsigned row, const struct field *f)
{
	return f ? history_find(&s->history, series_id(r, column_shape(r, p)->row,
						     column_row(r, p, row), f))
		 : NULL;
}

const struct column *column_named(
	const struct report *r, const struct pick *p, struct span name, unsigned *ret_at)
{
	for (unsigned c = 0; c < p->n_cols; c++)
		if (span_is(name, column_at(r, p, c)->field->name)) {
			*ret_at = c;
			return column_at(r, p, c);
		}
	return NULL;
}

/* ---- how bad it is ---- */

const char weight_letters[] = " NCBR";
const unsigned weight_tints[] = {
	TINT_PLAIN, TINT_KNOW, TINT_COSTS, TINT_BROKEN, TINT_BROKEN | LOOK_BOLD};

int row_weight(const struct screen *s, const struct report *r, const struct pane *pane,
	const struct pick *p, unsigned row)
{
	const char *table = column_shape(r, p)->row;
	const struct column *rises;
	unsigned at = 0;
	int weight = 0;

	for (unsigned i = 0; i < r->n_findings; i++) {
		const struct note *n = &r->findings[i];

		if (n->finding->weight > weight && !strcmp(n->finding->row, table) &&
			span_eq(n->row, column_row(r, p, row)))
			weight = n->finding->weight;
	}
	for (unsigned c = 0; c < p->n_cols; c++) {
		int w = cell_weight(r, pane, p, row, column_at(r, p, c)->field->name);

		weight = w > weight ? w : weight;
	}
	rises = column_named(r, p, span_z(pane->rises), &at);
	if (rises && r->sample->delta &&
		series_rises(series_of(s, r, p, row, rises->field)))
		return WEIGHT_RISES;
	return weight > 3 ? 3 : weight;
}

int cell_weight(const struct report *r, const struct pane *pane, const struct pick *p,
	unsigned row, const char *field)
{
	int weight = 0;

	for (size_t i = 0; p->shades && i < pane->n_shades; i++) {
		const struct shade *s = &pane->shades[i];

		if (s->weight > weight && !strcmp(s->field, field) &&
			cell_true(code_eval(
				p->shades[i], r->sample, p->table, p->rows[row])))
			weight = s->weight;
	}
	return weight;
}
