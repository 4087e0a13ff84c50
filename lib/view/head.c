// SPDX-License-Identifier: GPL-2.0-or-later
/* head.c - what text views print around their tables: time, headings, findings, footers. */
#include "view.h"

enum { FINDINGS = 3 }; /* shown without --all */

/* By weight; the "!" says it without colour. */
static const char *const paint[] = {"", "\033[1m", "\033[1;33m", "\033[1;31m"};

static bool shows_counts(const struct report *r)
{
	for (unsigned i = 0; i < r->n_picks; i++)
		for (unsigned c = 0; c < r->picks[i].n_cols; c++)
			if (kind_rates(column_at(r, &r->picks[i], c)->field->kind))
				return true;
	return false;
}

/* What the counters below span: totals must never be taken for rates. */
static void put_span(struct buf *out, const struct report *r)
{
	uint64_t cs = r->sample->interval / 10000000 +
		      (r->sample->interval % 10000000 >= 5000000);

	if (r->sample->interval)
		buf_fmt(out, "+%llu.%02llus", (unsigned long long)(cs / 100),
			(unsigned long long)(cs % 100));
	else
		buf_str(out, r->sample->delta ? "over an unknown time" : "since boot");
}

void head_lines(struct buf *out, const struct report *r)
{
	bool span = shows_counts(r);

	if (!span && !r->n_head)
		return;
	if (r->color)
		buf_str(out, paint[1]);
	if (span)
		put_span(out, r);
	if (span && r->n_head)
		buf_str(out, "  ");
	for (unsigned i = 0; i < r->n_head; i++) {
		if (i)
			buf_char(out, '\n');
		note_text(out, &r->head[i], r->sample->interval, r->human);
	}
	if (r->color)
		buf_str(out, "\033[0m");
	buf_char(out, '\n');
}

void head_finding(struct buf *out, const struct report *r, const struct note *n)
{
	int weight = n->finding->weight;

	if (r->color)
		buf_str(out, paint[weight < 1 ? 1 : weight > 3 ? 3 : weight]);
	buf_str(out, "! ");
	buf_str(out, n->finding->id);
	buf_char(out, ' ');
	note_text(out, n, r->sample->interval, r->human);
	if (n->finding->next) {
		buf_str(out, "; ");
		buf_str(out, n->finding->next);
	}
	if (r->color)
		buf_str(out, "\033[0m");
	buf_char(out, '\n');
}

void head_put(struct buf *out, const struct report *r)
{
	unsigned shown = r->all || r->n_findings < FINDINGS ? r->n_findings : FINDINGS;
	unsigned more = r->n_findings - shown;

	if (r->stamp && r->sample->t_real) {
		stamp_text(out, r->sample->t_real);
		buf_char(out, '\n');
	}
	head_lines(out, r);
	for (unsigned i = 0; i < shown; i++)
		head_finding(out, r, &r->findings[i]);
	if (more)
		buf_fmt(out, "... %u more finding%s (--all)\n", more,
			number_word(more, "", "s"));
}

void head_hidden(struct buf *out, const struct report *r, const struct pick *p,
	const char *indent, const char *how)
{
	if (p->n_hidden)
		buf_fmt(out, "%s%u idle %s row%s not shown (%s)\n", indent, p->n_hidden,
			column_shape(r, p)->row, number_word(p->n_hidden, "", "s"), how);
}

void head_foot(struct buf *out, const struct report *r)
{
	for (unsigned i = 0; i < r->n_foot; i++) {
		note_text(out, &r->foot[i], r->sample->interval, r->human);
		buf_char(out, '\n');
	}
}
