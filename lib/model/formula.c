// SPDX-License-Identifier: GPL-2.0-or-later
/* formula.c - the text of a formula becomes a tree; names become columns. */
#include <errno.h>

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
	const char *sign;
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

/* Functions by name. `walks`: may take a table as its first argument and goes through its rows. */
static const struct function {
	const char *name;
	enum op op;
	unsigned least, most;
	bool walks;
} functions[] = {
	{"sum", OP_SUM, 1, 1, true},
	{"max", OP_MAX, 1, 1, true},
	{"min", OP_MIN, 1, 1, true},
	{"median", OP_MEDIAN, 1, 1, true},
	{"count", OP_COUNT, 1, 1, true},
	{"any", OP_ANY, 1, 1, true},
	{"rank", OP_RANK, 1, 1, false},
	{"pick", OP_PICK, 2, 2, true},
	{"of", OP_OF, 1, 1, true},
	{"list", OP_LIST, 1, 1, true},
	{"has", OP_HAS, 1, 1, false},
	{"or0", OP_OR0, 1, 1, false},
	{"when", OP_WHEN, 2, 2, false},
	{"cat", OP_CAT, 1, 4, false},
	{"starts", OP_STARTS, 2, 2, false},
	{"contains", OP_CONTAINS, 2, 2, false},
	{"ends", OP_ENDS, 2, 2, false},
};

bool op_walks(enum op op)
{
	for (size_t i = 0; i < COUNT_OF(functions); i++)
		if (functions[i].op == op)
			return functions[i].walks;
	return false;
}

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

static void blanks(struct parser *p)
{
	while (p->rest.n &&
		(*p->rest.p == ' ' || *p->rest.p == '\t' || *p->rest.p == '\n'))
		p->rest = span_sub(p->rest, 1, p->rest.n);
}

static bool accept(struct parser *p, const char *sign)
{
	blanks(p);
	if (!span_starts(p->rest, sign))
		return false;
	p->rest = span_sub(p->rest, strlen(sign), p->rest.n);
	return true;
}

static struct code *node(
	struct parser *p, enum op op, const struct code *a, const struct code *b)
{
	struct code *c = arena_zero(&p->plan->arena, sizeof(*c));
	c->op = op;
	c->table = p->table;
	c->arg[0] = a;
	c->arg[1] = b;
	c->n_args = !!a + !!b;
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
	blanks(p);
	while (n < p->rest.n && is_word(p->rest.p[n]))
		n++;
	struct span w = span_sub(p->rest, 0, n);
	p->rest = span_sub(p->rest, n, p->rest.n);
	return w;
}

static const struct code *number(struct parser *p, struct span w)
{
	struct code *c = node(p, OP_CONST, NULL, NULL);
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
	struct code *c = node(p, OP_CONST, NULL, NULL);
	c->value =
		cell_word(arena_span(&p->plan->arena, span_sub(p->rest, 0, (size_t)end)));
	p->rest = span_sub(p->rest, (size_t)end + 1, p->rest.n);
	return c;
}

/* "sum(folio, x)": the first argument names the table to walk, if a comma follows. */
static bool walked_table(struct parser *p, unsigned *ret_table)
{
	struct span before = p->rest, name = word(p);
	int t = name.n ? plan_shape(p->plan, name) : -ENOENT;
	if (t >= 0 && accept(p, ",")) {
		*ret_table = (unsigned)t;
		return true;
	}
	p->rest = before;
	return false;
}

static const struct code *call(struct parser *p, const struct function *f)
{
	struct code *c = node(p, f->op, NULL, NULL);
	unsigned outer = p->table;
	uint32_t asking = p->plan->asking;
	if (f->walks && walked_table(p, &p->table) && p->table != outer)
		p->plan->asking = plan_asking_in(p->plan, p->table);
	c->table = p->table;
	do {
		if (c->n_args == f->most)
			return fail(p, "too many arguments");
		const struct code *arg = parse(p, 1);
		if (!arg)
			return NULL; /* the plan is given up, asking and all */
		c->arg[c->n_args++] = arg;
	} while (accept(p, ","));
	if (c->table != outer && plan_rows(p->plan, c->table, &p->why) < 0)
		return NULL;
	p->table = outer;
	p->plan->asking = asking;
	if (c->n_args < f->least)
		return fail(p, "too few arguments");
	if (!accept(p, ")"))
		return fail(p, "no closing parenthesis");
	return c;
}

static const struct code *named(struct parser *p, struct span w)
{
	if (accept(p, "(")) {
		for (size_t i = 0; i < COUNT_OF(functions); i++)
			if (span_is(w, functions[i].name))
				return call(p, &functions[i]);
		return fail(p, "no such function");
	}
	if (span_is(w, "row"))
		return node(p, OP_ROW, NULL, NULL);
	if (span_is(w, "interval"))
		return node(p, OP_INTERVAL, NULL, NULL);
	if (span_is(w, "delta"))
		return node(p, OP_DELTA, NULL, NULL);
	if (span_is(w, "page"))
		return node(p, OP_PAGE, NULL, NULL);
	unsigned table;
	int col = plan_resolve(p->plan, p->table, w, false, &table, &p->why);
	if (col < 0)
		return NULL;
	struct code *c = node(p, OP_CELL, NULL, NULL);
	c->table = table;
	c->col = (unsigned)col;
	c->field = p->plan->shapes[table].cols[col].field;
	return c;
}

static const struct code *operand(struct parser *p)
{
	const struct code *a;
	blanks(p);
	if (!p->rest.n)
		return fail(p, "something is missing");
	if (accept(p, "(")) {
		a = parse(p, 1);
		return !a ? NULL : accept(p, ")") ? a : fail(p, "no closing parenthesis");
	}
	if (accept(p, "!"))
		return (a = parse(p, 9)) ? node(p, OP_NOT, a, NULL) : NULL;
	if (accept(p, "-"))
		return (a = parse(p, 9)) ? node(p, OP_NEG, a, NULL) : NULL;
	if (accept(p, "\""))
		return text(p, '"');
	if (accept(p, "'"))
		return text(p, '\'');
	struct span w = word(p);
	if (!w.n)
		return fail(p, "unexpected character");
	return w.p[0] >= '0' && w.p[0] <= '9' ? number(p, w) : named(p, w);
}

static const struct code *condition(struct parser *p, const struct code *a)
{
	const struct code *b = parse(p, 1);
	if (!b)
		return NULL;
	if (!accept(p, ":"))
		return fail(p, "? without :");
	const struct code *c = parse(p, 1);
	if (!c)
		return NULL;
	struct code *n = node(p, OP_COND, a, b);
	n->arg[n->n_args++] = c;
	return n;
}

static const struct infix *infix_here(struct parser *p)
{
	blanks(p);
	if (!p->rest.n || !memchr("?|&=!<>+-*/", *p->rest.p, 11))
		return NULL;
	for (size_t i = 0; i < COUNT_OF(infixes); i++)
		if (span_starts(p->rest, infixes[i].sign))
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
		accept(p, i->sign);
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
	blanks(&p);
	if (c && p.rest.n)
		c = fail(&p, "unexpected text");
	if (!c)
		*ret_why = p.why;
	return c;
}

bool code_rate(const struct code *c)
{
	switch (c->op) {
	case OP_SUM:
	case OP_NEG:
	case OP_OF:
	case OP_OR0:
		return code_rate(c->arg[0]);
	case OP_ADD:
	case OP_SUB:
	case OP_ELSE:
		return code_rate(c->arg[0]) && code_rate(c->arg[1]);
	case OP_WHEN:
	case OP_PICK:
		return code_rate(c->arg[1]);
	case OP_CELL:
		return kind_rates(c->field->kind);
	default:
		return false;
	}
}

enum unit code_unit(const struct code *c)
{
	enum unit a;
	switch (c->op) {
	case OP_SUM:
	case OP_MAX:
	case OP_MIN:
	case OP_MEDIAN:
	case OP_OF:
	case OP_OR0:
	case OP_NEG:
	case OP_ADD:
	case OP_SUB:
	case OP_ELSE:
		return code_unit(c->arg[0]);
	case OP_WHEN:
	case OP_PICK:
	case OP_COND:
		return code_unit(c->arg[1]);
	case OP_MUL:
		a = code_unit(c->arg[0]);
		return a == UNIT_ONE || a == UNIT_FOLIO ? code_unit(c->arg[1]) : a;
	case OP_PAGE:
		return UNIT_BYTE;
	case OP_INTERVAL:
		return UNIT_NSEC;
	case OP_LIST:
	case OP_CAT:
	case OP_ROW:
		return UNIT_WORD;
	case OP_CONST:
		return c->value.type == CELL_WORD ? UNIT_WORD : UNIT_ONE;
	case OP_CELL:
		return c->field->unit;
	default:
		return UNIT_ONE;
	}
}
