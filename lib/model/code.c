// SPDX-License-Identifier: GPL-2.0-or-later
/* code.c - the functions of formulas, and what can be told of one without values: is it a rate, and its unit. */
#include "model.h"

static const struct function functions[] = {
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
	{"join", OP_JOIN, 1, 1, true},
	{"has", OP_HAS, 1, 1, false},
	{"or0", OP_OR0, 1, 1, false},
	{"when", OP_WHEN, 2, 2, false},
	{"cat", OP_CAT, 1, 4, false},
	{"floor", OP_FLOOR, 1, 1, false},
	{"dir", OP_DIR, 1, 1, false},
	{"base", OP_BASE, 1, 1, false},
	{"at", OP_AT, 1, 1, false},
	{"starts", OP_STARTS, 2, 2, false},
	{"contains", OP_CONTAINS, 2, 2, false},
	{"ends", OP_ENDS, 2, 2, false},
	{"since", OP_SINCE, 1, 1, false},
	{"head", OP_HEAD, 1, 1, false},
	{"slashes", OP_SLASHES, 1, 1, false},
};

const struct function *function_find(struct span name)
{
	for (size_t i = 0; i < COUNT_OF(functions); i++)
		if (*name.p == *functions[i].name && span_is(name, functions[i].name))
			return &functions[i];
	return NULL;
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
	case OP_AT:
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
	case OP_FLOOR:
	case OP_NEG:
	case OP_ADD:
	case OP_SUB:
	case OP_ELSE:
		return code_unit(c->arg[0]);
	case OP_WHEN:
	case OP_PICK:
	case OP_AT:
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
	case OP_JOIN:
	case OP_DIR:
	case OP_BASE:
	case OP_CAT:
	case OP_ROW:
	case OP_PICKED:
	case OP_HEAD:
	case OP_SLASHES:
		return UNIT_WORD;
	case OP_CONST:
		return c->value.type == CELL_WORD ? UNIT_WORD : UNIT_ONE;
	case OP_CELL:
		return c->field->unit;
	default:
		return UNIT_ONE;
	}
}
