// SPDX-License-Identifier: GPL-2.0-or-later
/* column.c - a picked column: its cells, its heading for people and its name for programs. */
#include "view.h"

/* Keys that machine forms write themselves in the same object or line. */
static const char *const taken[] = {"name", "why", "t", "mono", "interval"};

const struct shape *column_shape(const struct report *r, const struct pick *p)
{
	return &r->sample->plan->shapes[p->table];
}

const struct column *column_at(const struct report *r, const struct pick *p, unsigned at)
{
	return &column_shape(r, p)->cols[p->cols[at]];
}

const struct cell *column_cell(
	const struct report *r, const struct pick *p, unsigned row, unsigned at)
{
	return sample_cell(r->sample, p->table, p->rows[row], p->cols[at]);
}

struct span column_row(const struct report *r, const struct pick *p, unsigned row)
{
	return r->sample->tables[p->table].rows[p->rows[row]].name;
}

bool column_rate(const struct report *r, const struct column *c)
{
	return r->sample->interval && kind_rates(c->field->kind);
}

void column_head(struct buf *out, const struct report *r, const struct column *c)
{
	buf_str(out, c->field->head);
	if (column_rate(r, c))
		buf_str(out, "/s");
}

static bool group_has(const struct group *g, const char *name)
{
	for (size_t i = 0; i < g->n_fields; i++)
		if (!strcmp(g->fields[i].name, name))
			return true;
	return false;
}

bool name_second(
	const struct domain *d, const struct group *group, const struct field *field)
{
	for (const struct group *g = d->groups;
		g != d->groups + d->n_groups && g != group; g++)
		if (!strcmp(g->row, group->row) && group_has(g, field->name))
			return true;
	return false;
}

/* Asked of the domain, not of the plan: a key must not hang on what else is shown. */
static bool is_taken(const struct domain *d, const struct column *c)
{
	for (size_t i = 0; i < COUNT_OF(taken); i++)
		if (!strcmp(taken[i], c->field->name))
			return true;
	return name_second(d, c->group, c->field);
}

void column_key(struct buf *out, const struct report *r, const struct column *c)
{
	if (is_taken(r->sample->plan->domain, c)) {
		buf_str(out, c->group->name);
		buf_char(out, '.');
	}
	buf_str(out, c->field->name);
}

void word_text(struct buf *out, struct span s)
{
	ptrdiff_t blank;

	if (!s.n)
		buf_char(out, '-');
	for (; (blank = span_find(s, ' ')) >= 0;
		s = span_sub(s, (size_t)blank + 1, s.n)) {
		buf_sane(out, span_sub(s, 0, (size_t)blank));
		buf_str(out, "\\x20");
	}
	buf_sane(out, s);
}

void column_text(struct buf *out, const struct report *r, const struct column *c,
	const struct cell *v)
{
	if (v->type == CELL_WORD && c->field->unit == UNIT_TEXT && v->s.n)
		buf_sane(out, v->s);
	else if (v->type == CELL_WORD)
		word_text(out, v->s);
	else
		unit_text(out, *v, c->field->unit, column_rate(r, c), r->sample->interval,
			r->human);
}
