// SPDX-License-Identifier: GPL-2.0-or-later
/* code.c - what can be told of a compiled formula without its values: whether it is a rate, and its unit. */
#include "model.h"

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
