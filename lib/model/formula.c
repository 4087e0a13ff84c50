// SPDX-License-Identifier: GPL-2.0-or-later
/* formula.c - the text of a formula becomes a tree; names become columns. */
#include <errno.h>
#include <stddef.h>

#include "model.h"

enum { MAX_DEPTH = 64, MAX_NODES = 1000 }; /* the tree is walked by recursion */

struct parser {
	struct plan *plan;
	unsigned table; /* whose columns plain names mean */
	struct span all, rest;
	struct span why;
	unsigned depth, nodes;
};

static const struct infix {
	char sign[2]; /* the second may be 0: one byte */
	enum op op;
	int binds;
} infixes[] = {
	/* two bytes before one, so that <= is not taken for < */
	{"?:", OP_ELSE, 2},
	{"||", OP_OR, 3},
	{"&&", OP_AND, 4},
	{"==", OP_EQ, 5},
	{"!=", OP_NE, 5},
	{"<=", OP_LE, 6},
	{">=", OP_GE, 6},
	{"<", OP_LT, 6},
	{">", OP_GT, 6},
	{"+", OP_ADD, 7},
	{"-", OP_SUB, 7},
	{"*", OP_MUL, 8},
	{"/", OP_DIV, 8},
	{"?", OP_COND, 1},
};

/* Words that are no field's name. */
static const struct {
	const char *name;
	enum op op;
} words[] = {
	{"row", OP_ROW},
	{"picked", OP_PICKED},
	{"interval", OP_INTERVAL},
	{"delta", OP_DELTA},
	{"page", OP_PAGE},
};

static const struct code *parse(struct parser *p, int binds);

static const struct code *fail(struct parser *p, const char *what)
{
	if (!p->why.n) {
		struct buf b = {0};
		buf_str(&b, what);
		if (p->rest.n) {
			buf_str(&b, " at '");
			buf_span(&b, span_sub(p->rest, 0, 20));
			buf_str(&b, "'");
		}
		buf_str(&b, " in '");
		buf_span(&b, p->all);
		buf_str(&b, "'");
		p->why = arena_span(&p->plan->arena, buf_text(&b));
		buf_free(&b);
	}
	return NULL;
}

static void step(struct parser *p, size_t n)
{
	p->rest.p += n;
	p->rest.n -= n;
}

/* The next byte that is no blank; 0 at the end. */
static char peek(struct parser *p)
{
	while (p->rest.n &&
		(*p->rest.p == ' ' || *p->rest.p == '\t' || *p->rest.p == '\n'))
		step(p, 1);
	return p->rest.n ? *p->rest.p : 0;
}

static bool accept(struct parser *p, char sign)
{
	if (peek(p) != sign)
		return false;
	step(p, 1);
	return true;
}

/* `size`: of the member of its kind. */
static struct code *leaf(struct parser *p, enum op op, size_t size)
{
	struct code *c = arena_get(&p->plan->arena, offsetof(struct code, arg) + size);
	c->op = (uint8_t)op;
	c->n_args = 0;
	c->table = (uint8_t)p->table;
	c->walks = false;
	c->col = 0;
	return c;
}

static struct code *node(
	struct parser *p, enum op op, const struct code *a, const struct code *b)
{
	struct code *c = leaf(p, op, (b ? 2 : 1) * sizeof(a));
	c->arg[c->n_args++] = a;
	if (b)
		c->arg[c->n_args++] = b;
	return c;
}

static const struct code *cell(struct parser *p, unsigned table, unsigned col)
{
	struct code *c = leaf(p, OP_CELL, sizeof(c->field));
	c->table = (uint8_t)table;
	c->col = col;
	c->field = p->plan->shapes[table].cols[col].field;
	return c;
}

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '_' || c == '.';
}

static struct span word(struct parser *p)
{
	size_t n = 0;
	peek(p);
	while (n < p->rest.n && is_word(p->rest.p[n]))
		n++;
	struct span w = {p->rest.p, n};
	step(p, n);
	return w;
}

static const struct code *number(struct parser *p, struct span w)
{
	struct code *c = leaf(p, OP_CONST, sizeof(c->value));
	uint64_t u, scale = 1;
	double d;
	char last = w.p[w.n - 1];
	if (last == 'K' || last == 'M' || last == 'G') {
		scale = last == 'K' ? 1u << 10 : last == 'M' ? 1u << 20 : 1u << 30;
		w.n--;
	}
	if (!span_u64(w, &u) && u <= UINT64_MAX / scale)
		c->value = cell_u64(u * scale);
	else if (!span_double(w, &d))
		c->value = cell_f64(d * (double)scale);
	else
		return fail(p, "not a number");
	return c;
}

static const struct code *text(struct parser *p, char quote)
{
	ptrdiff_t end = span_find(p->rest, quote);
	if (end < 0)
		return fail(p, "no closing quote");
	struct code *c = leaf(p, OP_CONST, sizeof(c->value));
	c->value =
		cell_word(arena_span(&p->plan->arena, span_sub(p->rest, 0, (size_t)end)));
	p->rest = span_sub(p->rest, (size_t)end + 1, p->rest.n);
	return c;
}

/*
 * "sum(folio, x)": the first argument names the table to walk, if a comma follows. "sum(part by disk, x)": its rows
 * whose field `disk` names the row at hand.
 */
static bool walked_table(struct parser *p, unsigned *ret_table, struct span *ret_by)
{
	struct span before = p->rest, name = word(p), by = SPAN_EMPTY;
	int t = name.n ? plan_shape(p->plan, name) : -ENOENT;
	bool found = t >= 0 && accept(p, ',');
	if (t >= 0 && !found && span_is(word(p), "by")) {
		by = word(p);
		found = by.n && accept(p, ',');
	}
	if (!found) {
		p->rest = before;
		return false;
	}
	*ret_table = (unsigned)t;
	*ret_by = by;
	return true;
}

/* What is asked of another table's rows is asked for its sake, until the old asking is put back. */
static int walk_into(struct parser *p, struct code *c, unsigned outer, struct span by)
{
	unsigned table;
	if (p->table != outer)
		p->plan->asking = plan_asking_in(p->plan, p->table);
	c->table = (uint8_t)p->table;
	if (!by.n)
		return 0;
	int col = plan_resolve(p->plan, p->table, by, false, &table, &p->why);
	if (col < 0 || table != p->table)
		return -EINVAL;
	c->col = (unsigned)col + 1;
	return 0;
}

static const struct code *call(struct parser *p, const struct function *f)
{
	struct code *c = leaf(p, f->op, f->most * sizeof(c->arg[0]));
	unsigned outer = p->table;
	uint64_t asking = p->plan->asking;
	struct span by = SPAN_EMPTY;
	c->walks = f->walks;
	if (f->walks && walked_table(p, &p->table, &by) && walk_into(p, c, outer, by) < 0)
		return fail(p, "no such field to go by");
	do {
		if (c->n_args == f->most)
			return fail(p, "too many arguments");
		const struct code *arg = parse(p, 1);
		if (!arg)
			return NULL; /* the plan is given up, asking and all */
		c->arg[c->n_args++] = arg;
	} while (accept(p, ','));
	if (c->table != outer && plan_rows(p->plan, c->table, &p->why) < 0)
		return NULL;
	p->table = outer;
	p->plan->asking = asking;
	if (c->n_args < f->least)
		return fail(p, "too few arguments");
	if (!accept(p, ')'))
		return fail(p, "no closing parenthesis");
	return c;
}

/* "at(cpu.llc, x)": a field of the row of that table which x names. */
static const struct code *call_at(struct parser *p, const struct function *f)
{
	struct code *c = leaf(p, f->op, 2 * sizeof(c->arg[0]));
	uint64_t asking = p->plan->asking;
	struct span name = word(p), rest = name;
	int t = plan_shape(p->plan, span_cut(&rest, '.'));
	if (t < 0 || !accept(p, ','))
		return fail(p, "no table.field");
	p->plan->asking = plan_asking_in(p->plan, (unsigned)t);
	unsigned table;
	int col = plan_resolve(p->plan, p->table, name, true, &table, &p->why);
	if (col < 0 || plan_rows(p->plan, table, &p->why) < 0)
		return NULL;
	p->plan->asking = asking;
	c->arg[1] = cell(p, table, (unsigned)col);
	c->arg[0] = parse(p, 1);
	c->n_args = 2;
	if (!c->arg[0])
		return NULL;
	return accept(p, ')') ? c : fail(p, "no closing parenthesis");
}

static const struct code *named(struct parser *p, struct span w)
{
	if (accept(p, '(')) {
		const struct function *f = function_find(w);
		if (!f)
			return fail(p, "no such function");
		return f->op == OP_AT ? call_at(p, f) : call(p, f);
	}
	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (*w.p == *words[i].name && span_is(w, words[i].name))
			return leaf(p, words[i].op, 0);
	unsigned table;
	int col = plan_resolve(p->plan, p->table, w, false, &table, &p->why);
	if (col < 0)
		return NULL;
	return cell(p, table, (unsigned)col);
}

static const struct code *operand(struct parser *p)
{
	const struct code *a;
	char c = peek(p);
	if (is_word(c)) {
		struct span w = word(p);
		return c >= '0' && c <= '9' ? number(p, w) : named(p, w);
	}
	switch (c) {
	case 0:
		return fail(
			p, p->rest.n ? "unexpected character" : "something is missing");
	case '(':
		step(p, 1);
		a = parse(p, 1);
		return !a ? NULL : accept(p, ')') ? a : fail(p, "no closing parenthesis");
	case '!':
	case '-':
		step(p, 1);
		a = parse(p, 9);
		return a ? node(p, c == '!' ? OP_NOT : OP_NEG, a, NULL) : NULL;
	case '"':
	case '\'':
		step(p, 1);
		return text(p, c);
	default:
		return fail(p, "unexpected character");
	}
}

static const struct code *condition(struct parser *p, const struct code *a)
{
	const struct code *b = parse(p, 1);
	if (!b)
		return NULL;
	if (!accept(p, ':'))
		return fail(p, "? without :");
	const struct code *c = parse(p, 1);
	if (!c)
		return NULL;
	struct code *n = leaf(p, OP_COND, 3 * sizeof(a));
	n->arg[n->n_args++] = a;
	n->arg[n->n_args++] = b;
	n->arg[n->n_args++] = c;
	return n;
}

static const struct infix *infix_here(struct parser *p)
{
	char c = peek(p), next = p->rest.n > 1 ? p->rest.p[1] : 0;
	if (!c || c == ')' || c == ',')
		return NULL;
	for (size_t i = 0; i < COUNT_OF(infixes); i++)
		if (c == infixes[i].sign[0] &&
			(!infixes[i].sign[1] || next == infixes[i].sign[1]))
			return &infixes[i];
	return NULL;
}

/* Precedence climbing: takes operators that bind at least as tightly as `binds`. */
static const struct code *parse(struct parser *p, int binds)
{
	if (++p->depth > MAX_DEPTH || ++p->nodes > MAX_NODES)
		return fail(p, p->depth > MAX_DEPTH ? "too deeply nested" : "too long");
	const struct code *a = operand(p);
	const struct infix *i;
	while (a && (i = infix_here(p)) && i->binds >= binds) {
		step(p, i->sign[1] ? 2 : 1);
		if (i->op == OP_COND) {
			a = condition(p, a);
			continue;
		}
		const struct code *b = parse(p, i->binds + 1);
		a = b ? node(p, i->op, a, b) : NULL;
	}
	p->depth--;
	return a;
}

const struct code *formula_parse(
	struct plan *plan, unsigned table, struct span formula, struct span *ret_why)
{
	struct parser p = {.plan = plan, .table = table, .all = formula, .rest = formula};
	const struct code *c = parse(&p, 1);
	peek(&p);
	if (c && p.rest.n)
		c = fail(&p, "unexpected text");
	if (!c)
		*ret_why = p.why;
	return c;
}
