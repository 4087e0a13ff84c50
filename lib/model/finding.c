// SPDX-License-Identifier: GPL-2.0-or-later
/* finding.c - texts with formulas in braces: findings, headings, and the self-checks. */
#include <errno.h>

#include "model.h"

/* One piece of a text: bytes, then a formula's value (or none at the end). */
struct piece {
	struct span lit, name;
	const struct code *code;
	enum unit unit;
	bool rate;
	struct piece *next;
};

struct rule {
	const struct finding *finding;
	const struct check *check;
	unsigned table;
	const struct code *when;
	struct piece *says;
	unsigned n_pieces;
};

struct rules {
	struct rule *at;
	unsigned n;
};

struct verdicts {
	struct rules findings, head, foot, overview, checks;
};

/* "{used;bytes}": what a formula's value is, where the formula itself cannot tell. */
static const struct {
	const char *name;
	enum unit unit;
} units[] = {
	{"bytes", UNIT_BYTE},
	{"%", UNIT_PERCENT},
	{"n", UNIT_ONE},
	{"ns", UNIT_NSEC},
	{"x", UNIT_RATIO},
};

static int compile_piece(struct plan *p, unsigned table, struct span body,
	bool is_finding, struct piece *piece, struct span *ret_why)
{
	ptrdiff_t semi = span_find(body, ';');
	struct span formula = semi < 0 ? body : span_sub(body, 0, (size_t)semi);
	piece->name = formula;
	piece->code = formula_parse(p, table, formula, ret_why);
	if (!piece->code)
		return -EINVAL;
	piece->unit = code_unit(piece->code);
	/* A finding names what was counted; a heading, how fast it goes. */
	piece->rate = !is_finding && code_rate(piece->code);
	if (semi < 0)
		return 0;
	for (size_t i = 0; i < COUNT_OF(units); i++)
		if (span_is(span_sub(body, (size_t)semi + 1, body.n), units[i].name))
			piece->unit = units[i].unit;
	return 0;
}

static int compile_text(
	struct plan *p, struct rule *r, const char *text, struct span *ret_why)
{
	struct span rest = span_z(text);
	struct piece **link = &r->says;
	while (rest.n) {
		struct piece *piece = arena_zero(&p->arena, sizeof(*piece));
		piece->lit = span_cut(&rest, '{');
		piece->name = SPAN_EMPTY;
		*link = piece;
		link = &piece->next;
		r->n_pieces++;
		struct span body = span_cut(&rest, '}');
		if (body.n &&
			compile_piece(p, r->table, body, r->finding, piece, ret_why) < 0)
			return -EINVAL;
	}
	return 0;
}

static int compile(struct plan *p, struct rule *r, const char *row, const char *when,
	const char *says, struct span *ret_why)
{
	int t = plan_shape(p, span_z(row));
	if (t < 0)
		return -EINVAL;
	r->table = (unsigned)t;
	p->asking = 1ull << t;
	if (when && !(r->when = formula_parse(p, r->table, span_z(when), ret_why)))
		return -EINVAL;
	return says ? compile_text(p, r, says, ret_why) : 0;
}

static bool asks_of(const struct plan *p, uint64_t tables, const char *row)
{
	int t = plan_shape(p, span_z(row));
	return t >= 0 && (p->shapes[t].single || (tables >> t & 1));
}

/* What costs much, or is of one command, is not read for the sake of a finding. */
static bool is_given(const struct plan *p, const struct finding *f)
{
	int t = plan_shape(p, span_z(f->row));
	return !f->given || (t >= 0 && shape_col(&p->shapes[t], span_z(f->given)) >= 0);
}

static int compile_lines(struct plan *p, struct rules *rules, const struct line *lines,
	size_t n, uint64_t tables, const char *row, struct span *ret_why)
{
	rules->at = arena_zero(&p->arena, (n + 1) * sizeof(*rules->at));
	for (size_t i = 0; i < n; i++) {
		if (lines[i].row && !asks_of(p, tables, lines[i].row))
			continue;
		if (compile(p, &rules->at[rules->n++], row, lines[i].when, lines[i].says,
			    ret_why) < 0)
			return -EINVAL;
	}
	return 0;
}

/* The table that lines are asked of: the domain's first of one row. */
static const char *home_row(const struct plan *p)
{
	for (unsigned i = 0; i < p->n_shapes; i++)
		if (p->shapes[i].single)
			return p->shapes[i].row;
	return p->shapes[0].row;
}

int verdicts_begin(struct plan *p, const struct verb *verb, uint64_t tables, bool checks,
	struct verdicts **ret_v, struct span *ret_why)
{
	const struct domain *d = p->domain;
	struct verdicts *v = arena_zero(&p->arena, sizeof(*v));
	const char *home = home_row(p);
	v->findings.at = arena_zero(&p->arena, (d->n_findings + 1) * sizeof(struct rule));
	for (size_t i = 0; i < d->n_findings; i++) {
		const struct finding *f = &d->findings[i];
		struct rule *r = &v->findings.at[v->findings.n];
		if (!asks_of(p, tables, f->row) ||
			(f->verb && verb &&
				strcmp(f->verb, verb->like ? verb->like : verb->name)) ||
			!is_given(p, f))
			continue;
		r->finding = f;
		if (compile(p, r, f->row, f->when, f->says, ret_why) < 0)
			return -EINVAL;
		v->findings.n++;
	}
	v->checks.at = arena_zero(&p->arena, (d->n_checks + 1) * sizeof(struct rule));
	for (size_t i = 0; checks && i < d->n_checks; i++) {
		struct rule *r = &v->checks.at[v->checks.n];
		if (!asks_of(p, tables, d->checks[i].row))
			continue;
		r->check = &d->checks[i];
		if (compile(p, r, r->check->row, r->check->holds, NULL, ret_why) < 0)
			return -EINVAL;
		v->checks.n++;
	}
	int r = 0;
	if (verb)
		r = compile_lines(
			p, &v->head, verb->head, verb->n_head, tables, home, ret_why);
	if (verb && !r)
		r = compile_lines(
			p, &v->foot, verb->foot, verb->n_foot, tables, home, ret_why);
	if (!verb)
		r = compile_lines(p, &v->overview, d->overview, d->n_overview, tables,
			home, ret_why);
	if (!r)
		*ret_v = v;
	return r;
}

static struct note say(struct sample *s, const struct rule *r, unsigned row)
{
	struct note n = {.finding = r->finding, .row = SPAN_EMPTY};
	if (row < s->tables[r->table].n)
		n.row = s->tables[r->table].rows[row].name;
	n.phrases = arena_get(&s->arena, (r->n_pieces + 1) * sizeof(*n.phrases));
	for (const struct piece *p = r->says; p; p = p->next)
		n.phrases[n.n_phrases++] = (struct phrase){
			.lit = p->lit,
			.name = p->name,
			.value = p->code ? code_eval(p->code, s, r->table, row)
					 : cell_absent(WHY_NOT_HERE),
			.unit = p->unit,
			.rate = p->rate,
		};
	return n;
}

static unsigned say_all(
	const struct rules *rules, struct sample *s, struct note **ret_notes)
{
	unsigned n = 0, cap = 0;
	struct note *notes = NULL;
	for (unsigned i = 0; i < rules->n; i++) {
		const struct rule *r = &rules->at[i];
		for (unsigned row = 0; row < s->tables[r->table].n; row++) {
			if (r->when && !cell_true(code_eval(r->when, s, r->table, row)))
				continue;
			notes = arena_more(&s->arena, notes, n, &cap, sizeof(*notes));
			notes[n++] = say(s, r, row);
		}
	}
	*ret_notes = notes;
	return n;
}

unsigned verdicts_find(
	const struct verdicts *v, struct sample *s, struct note **ret_notes)
{
	unsigned n = say_all(&v->findings, s, ret_notes);
	/* Worst first; stable, so that the order within a weight is the table's. */
	for (unsigned i = 1; i < n; i++) {
		struct note note = (*ret_notes)[i];
		unsigned j = i;
		for (; j && (*ret_notes)[j - 1].finding->weight < note.finding->weight;
			j--)
			(*ret_notes)[j] = (*ret_notes)[j - 1];
		(*ret_notes)[j] = note;
	}
	return n;
}

unsigned verdicts_head(
	const struct verdicts *v, struct sample *s, struct note **ret_notes)
{
	return say_all(&v->head, s, ret_notes);
}

unsigned verdicts_foot(
	const struct verdicts *v, struct sample *s, struct note **ret_notes)
{
	return say_all(&v->foot, s, ret_notes);
}

unsigned verdicts_overview(
	const struct verdicts *v, struct sample *s, struct note **ret_notes)
{
	unsigned n = say_all(&v->overview, s, ret_notes);
	return n > 1 ? 1 : n; /* the first whose `when` holds */
}

unsigned verdicts_check(
	const struct verdicts *v, struct sample *s, struct verdict_check **ret_checks)
{
	unsigned n = 0, cap = 0;
	*ret_checks = NULL;
	for (unsigned i = 0; i < v->checks.n; i++) {
		const struct rule *r = &v->checks.at[i];
		for (unsigned row = 0; row < s->tables[r->table].n; row++) {
			struct cell c = code_eval(r->when, s, r->table, row);
			if (c.type == CELL_ABSENT && c.why == WHY_NOT_HERE)
				continue;
			*ret_checks = arena_more(
				&s->arena, *ret_checks, n, &cap, sizeof(**ret_checks));
			(*ret_checks)[n++] = (struct verdict_check){
				.check = r->check,
				.row = s->tables[r->table].rows[row].name,
				.state = c.type == CELL_ABSENT ? CHECK_UNKNOWN
					 : cell_true(c)	       ? CHECK_HOLDS
							       : CHECK_FAILS,
			};
		}
	}
	return n;
}
