// SPDX-License-Identifier: GPL-2.0-or-later
/* eval.c - the value of a formula in one row. */
#include "model.h"

/* A sum leaves out rows to which the term does not apply; a row that could not be read spoils it. */
static bool spoils(struct cell c)
{
	return c.type == CELL_ABSENT && c.why != WHY_LACKS && c.why != WHY_NOT_HERE &&
	       c.why != WHY_NOTHING && c.why != WHY_UNASKED;
}

/* No rows at all is 0 only if the source that lists them was read; a term for none of the rows is nothing. */
static struct cell empty_sum(const struct sample *s, unsigned table, bool lacks)
{
	const struct shape *shape = &s->plan->shapes[table];
	if (s->tables[table].n)
		return lacks ? cell_absent(WHY_LACKS) : cell_u64(0);
	enum why why = WHY_LACKS;
	for (unsigned i = 0; i < shape->n_cols; i++) {
		const struct column *c = &shape->cols[i];
		if (c->src == ~0u || c->group->joins)
			continue;
		if (s->source_err[c->src] == 0)
			return cell_u64(0);
		if (why_of(s->source_err[c->src]) != WHY_LACKS)
			why = why_of(s->source_err[c->src]);
	}
	return cell_absent(why);
}

static struct cell fold_rows(
	const struct code *c, struct sample *s, unsigned table, unsigned row)
{
	struct cell total = cell_absent(WHY_NOTHING);
	bool comparable, lacks = false;
	struct walk w = walk_begin(c, s, table, row);
	for (unsigned i; walk_next(&w, &i);) {
		struct cell v = code_eval(c->arg[0], s, c->table, i);
		if (spoils(v))
			return v;
		lacks |= v.type == CELL_ABSENT && v.why != WHY_NOT_HERE;
		if (v.type == CELL_ABSENT)
			continue;
		int over = cell_compare(v, total, &comparable);
		if (c->op == OP_SUM && v.type == CELL_WORD)
			return cell_absent(
				WHY_NOT_HERE); /* "max" has no sum, and the others alone are none */
		if (total.type == CELL_ABSENT)
			total = v;
		else if (c->op == OP_SUM)
			total = cell_reckon(OP_ADD, total, v);
		else if (comparable && (over > 0) == (c->op == OP_MAX))
			total = v;
	}
	if (total.type == CELL_ABSENT && c->op == OP_SUM)
		return empty_sum(s, c->table, lacks);
	return total;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return x < y ? -1 : x > y;
}

static struct cell median(
	const struct code *c, struct sample *s, unsigned table, unsigned row)
{
	unsigned n = 0;
	double *v = arena_get(&s->arena, (s->tables[c->table].n + 1) * sizeof(*v));
	struct walk w = walk_begin(c, s, table, row);
	for (unsigned i; walk_next(&w, &i);)
		if (cell_real(code_eval(c->arg[0], s, c->table, i), &v[n]))
			n++;
	if (!n)
		return cell_absent(WHY_NOTHING);
	qsort(v, n, sizeof(*v), by_value);
	return cell_f64(n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2);
}

static struct cell count_rows(
	const struct code *c, struct sample *s, unsigned table, unsigned row)
{
	unsigned n = 0;
	struct walk w = walk_begin(c, s, table, row);
	for (unsigned i; walk_next(&w, &i);)
		n += cell_true(code_eval(c->arg[0], s, c->table, i));
	if (!n && !s->tables[c->table].n) {
		struct cell none = empty_sum(s, c->table, false);
		/* Where the kernel has no such thing, there is none of which it could be so. */
		return c->op == OP_ANY && none.type == CELL_ABSENT &&
				       none.why == WHY_LACKS
			       ? cell_u64(0)
			       : none;
	}
	return cell_u64(c->op == OP_ANY ? n > 0 : n);
}

static struct cell rank(const struct code *c, struct sample *s, unsigned row)
{
	const struct once *once;
	struct cell mine = code_eval(c->arg[0], s, c->table, row);
	unsigned above = 0;
	bool comparable;
	if (mine.type == CELL_ABSENT)
		return mine;
	once = once_of(s, c, c->table);
	if (once)
		return cell_u64(once_above(once, mine) + 1);
	for (unsigned i = 0; i < s->tables[c->table].n; i++) {
		struct cell v = code_eval(c->arg[0], s, c->table, i);
		above += v.type != CELL_ABSENT &&
			 cell_compare(v, mine, &comparable) > 0 && comparable;
	}
	return cell_u64(above + 1);
}

static struct cell pick(
	const struct code *c, struct sample *s, unsigned table, unsigned row)
{
	struct walk w = walk_begin(c, s, table, row);
	for (unsigned i; walk_next(&w, &i);)
		if (cell_true(code_eval(c->arg[0], s, c->table, i)))
			return code_eval(c->arg[1], s, c->table, i);
	return cell_absent(WHY_NOT_HERE);
}

static struct cell of(
	const struct code *c, struct sample *s, unsigned table, unsigned row)
{
	struct span name = s->tables[table].rows[row].name, key = span_cut(&name, '/');
	int at = sample_row(s, c->table, key);
	return at < 0 ? cell_absent(WHY_NOT_HERE)
		      : code_eval(c->arg[0], s, c->table, (unsigned)at);
}

static struct cell at(
	const struct code *c, struct sample *s, unsigned table, unsigned row)
{
	struct cell name = code_eval(c->arg[0], s, table, row);
	if (name.type == CELL_ABSENT)
		return name;
	const struct code *of = c->arg[1];
	int at = sample_row_named(s, of->table, name);
	return at < 0 ? cell_absent(WHY_NOT_HERE)
		      : *sample_cell(s, of->table, (unsigned)at, of->col);
}

static struct cell floor_of(struct cell a)
{
	if (a.type != CELL_REAL || a.d < -1e15 || a.d > 1e15)
		return a;
	int64_t i = (int64_t)a.d;
	return cell_s64(i - ((double)i > a.d));
}

static struct cell cell_of(const struct code *c, struct sample *s, unsigned row)
{
	if (s->plan->shapes[c->table].single)
		row = 0;
	return row < s->tables[c->table].n ? *sample_cell(s, c->table, row, c->col)
					   : cell_absent(WHY_LACKS);
}

/* The number before the next '.', which is taken off; what does not begin with one is 0. */
static uint64_t release_part(struct span *rest)
{
	uint64_t v = 0;
	size_t n = 0;
	while (n < rest->n && rest->p[n] >= '0' && rest->p[n] <= '9')
		n++;
	if (span_u64(span_sub(*rest, 0, n), &v) < 0)
		v = 0;
	/* Behind "7.9.0" of "7.9.0-vendor" are no more of the kernel's own. */
	*rest = n < rest->n && rest->p[n] == '.' ? span_sub(*rest, n + 1, rest->n)
						 : SPAN_EMPTY;
	return v;
}

static struct cell since(
	const struct code *c, struct sample *s, unsigned table, unsigned row)
{
	struct cell first = code_eval(c->arg[0], s, table, row);
	struct span mine = s->release;
	if (first.type != CELL_WORD || !mine.n)
		return cell_absent(WHY_NOTHING);
	while (first.s.n) {
		uint64_t has = release_part(&mine), wants = release_part(&first.s);
		if (has != wants)
			return cell_u64(has > wants);
	}
	return cell_u64(1);
}

/* Conditions and alternatives: what is absent counts as false, and is not an answer. */
static struct cell branch(
	const struct code *c, struct sample *s, unsigned table, unsigned row)
{
	struct cell a = code_eval(c->arg[0], s, table, row);
	switch (c->op) {
	case OP_AND:
		return cell_true(a)
			       ? cell_u64(cell_true(code_eval(c->arg[1], s, table, row)))
			       : cell_u64(0);
	case OP_OR:
		return cell_true(a)
			       ? cell_u64(1)
			       : cell_u64(cell_true(code_eval(c->arg[1], s, table, row)));
	case OP_ELSE:
		if (a.type != CELL_ABSENT)
			return a;
		struct cell b = code_eval(c->arg[1], s, table, row);
		return b.type == CELL_ABSENT && b.why == WHY_NOT_HERE ? a : b;
	case OP_COND:
		return code_eval(c->arg[cell_true(a) ? 1 : 2], s, table, row);
	default: /* OP_WHEN */
		if (cell_true(a))
			return code_eval(c->arg[1], s, table, row);
		return a.type == CELL_ABSENT ? a : cell_absent(WHY_NOT_HERE);
	}
}

static struct cell unary(
	const struct code *c, struct sample *s, unsigned table, unsigned row)
{
	struct cell a = code_eval(c->arg[0], s, table, row);
	if (c->op == OP_HAS)
		return cell_u64(a.type != CELL_ABSENT ||
				(a.why >= WHY_OFF && a.why <= WHY_RESET));
	if (c->op == OP_OR0)
		return a.type == CELL_ABSENT &&
				       (a.why == WHY_LACKS || a.why == WHY_NOT_HERE)
			       ? cell_u64(0)
			       : a;
	if (a.type == CELL_ABSENT)
		return a;
	if (c->op == OP_FLOOR)
		return floor_of(a);
	return c->op == OP_NOT ? cell_u64(!cell_true(a))
			       : cell_reckon(OP_SUB, cell_u64(0), a);
}

static struct cell binary(
	const struct code *c, struct sample *s, unsigned table, unsigned row)
{
	struct cell a = code_eval(c->arg[0], s, table, row);
	if (a.type == CELL_ABSENT)
		return a;
	struct cell b = code_eval(c->arg[1], s, table, row);
	if (b.type == CELL_ABSENT)
		return b;
	return c->op >= OP_LT ? cell_test(c->op, a, b) : cell_reckon(c->op, a, b);
}

/* Functions that go through rows. */
struct cell over_rows(
	const struct code *c, struct sample *s, unsigned table, unsigned row)
{
	switch (c->op) {
	case OP_SUM:
	case OP_MAX:
	case OP_MIN:
		return fold_rows(c, s, table, row);
	case OP_MEDIAN:
		return median(c, s, table, row);
	case OP_COUNT:
	case OP_ANY:
		return count_rows(c, s, table, row);
	case OP_PICK:
		return pick(c, s, table, row);
	case OP_LIST:
		return words_list(c, s, table, row);
	case OP_JOIN:
		return words_join(c, s, table, row);
	default:
		return of(c, s, table, row);
	}
}

/* The same in each row. */
static struct cell of_sample(const struct code *c, const struct sample *s)
{
	switch (c->op) {
	case OP_PICKED:
		return s->plan->picked.n ? cell_word(s->plan->picked)
					 : cell_absent(WHY_NOT_HERE);
	case OP_INTERVAL:
		return s->interval ? cell_u64(s->interval) : cell_absent(WHY_NOT_HERE);
	case OP_DELTA:
		return cell_u64(s->delta);
	default: /* OP_PAGE */
		return cell_u64(s->page_size);
	}
}

static struct cell over_rows_once(
	const struct code *c, struct sample *s, unsigned table, unsigned row)
{
	const struct once *once = once_of(s, c, table);
	return once ? once->value : over_rows(c, s, table, row);
}

struct cell code_eval(
	const struct code *c, struct sample *s, unsigned table, unsigned row)
{
	switch (c->op) {
	case OP_CONST:
		return c->value;
	case OP_CELL:
		return cell_of(c, s, row);
	case OP_ROW:
		return row < s->tables[table].n
			       ? cell_word(s->tables[table].rows[row].name)
			       : cell_absent(WHY_LACKS);
	case OP_PICKED:
	case OP_INTERVAL:
	case OP_DELTA:
	case OP_PAGE:
		return of_sample(c, s);
	case OP_RANK:
		return rank(c, s, row);
	case OP_AT:
		return at(c, s, table, row);
	case OP_CAT:
		return words_cat(c, s, table, row);
	case OP_STARTS:
	case OP_ENDS:
	case OP_CONTAINS:
		return words_affix(c, s, table, row);
	case OP_SINCE:
		return since(c, s, table, row);
	case OP_DIR:
	case OP_BASE:
	case OP_HEAD:
	case OP_SLASHES:
		return words_part(c, s, table, row);
	case OP_NOT:
	case OP_NEG:
	case OP_HAS:
	case OP_OR0:
	case OP_FLOOR:
		return unary(c, s, table, row);
	case OP_AND:
	case OP_OR:
	case OP_ELSE:
	case OP_COND:
	case OP_WHEN:
		return branch(c, s, table, row);
	default:
		return c->op >= OP_SUM ? over_rows_once(c, s, table, row)
				       : binary(c, s, table, row);
	}
}
