// SPDX-License-Identifier: GPL-2.0-or-later
/* cell.c - values: making, comparing and reckoning with them. Whole numbers stay whole until a division. */
#include "model.h"

struct cell cell_u64(uint64_t v)
{
	return (struct cell){.type = CELL_U64, .u = v};
}

/* Whole numbers have one form each: S64 holds negative ones only, so that equal values are equal cells. */
struct cell cell_s64(int64_t v)
{
	return v >= 0 ? cell_u64((uint64_t)v) : (struct cell){.type = CELL_S64, .i = v};
}

struct cell cell_f64(double v)
{
	if (v != v || v - v != 0)
		return cell_absent(WHY_NOTHING);
	return (struct cell){.type = CELL_REAL, .d = v};
}

struct cell cell_word(struct span s)
{
	return (struct cell){.type = CELL_WORD, .s = s.p ? s : SPAN_EMPTY};
}

struct cell cell_absent(enum why w)
{
	return (struct cell){.type = CELL_ABSENT, .why = (uint8_t)w};
}

bool cell_real(struct cell c, double *ret_value)
{
	switch (c.type) {
	case CELL_U64:
		*ret_value = (double)c.u;
		return true;
	case CELL_S64:
		*ret_value = (double)c.i;
		return true;
	case CELL_REAL:
		*ret_value = c.d;
		return true;
	default:
		return false;
	}
}

bool cell_true(struct cell c)
{
	double d;
	return c.type == CELL_WORD ? c.s.n > 0 : cell_real(c, &d) && d != 0;
}

bool cell_same(struct cell a, struct cell b)
{
	return a.type == b.type && (a.type == CELL_WORD ? span_eq(a.s, b.s) : a.u == b.u);
}

static bool whole(struct cell c, __int128 *ret_value)
{
	if (c.type == CELL_U64)
		*ret_value = c.u;
	else if (c.type == CELL_S64)
		*ret_value = c.i;
	else
		return false;
	return true;
}

static struct cell from_whole(__int128 v)
{
	if (v >= 0 && v <= UINT64_MAX)
		return cell_u64((uint64_t)v);
	if (v < 0 && v >= INT64_MIN)
		return cell_s64((int64_t)v);
	return cell_f64((double)v);
}

struct cell cell_reckon(enum op op, struct cell a, struct cell b)
{
	__int128 x, y, v;
	double d, e;
	if (op != OP_DIV && whole(a, &x) && whole(b, &y)) {
		if (op == OP_MUL && !__builtin_mul_overflow(x, y, &v))
			return from_whole(v);
		if (op != OP_MUL)
			return from_whole(op == OP_ADD ? x + y : x - y);
	}
	if (!cell_real(a, &d) || !cell_real(b, &e))
		return cell_absent(WHY_NOT_HERE); /* a word such as "max" has no sum */
	switch (op) {
	case OP_ADD:
		return cell_f64(d + e);
	case OP_SUB:
		return cell_f64(d - e);
	case OP_MUL:
		return cell_f64(d * e);
	default:
		return e == 0 ? cell_absent(WHY_NOTHING) : cell_f64(d / e);
	}
}

int cell_compare(struct cell a, struct cell b, bool *ret_comparable)
{
	__int128 x, y;
	double d, e;
	*ret_comparable = true;
	if (a.type == CELL_WORD && b.type == CELL_WORD)
		return span_cmp(a.s, b.s);
	if (whole(a, &x) && whole(b, &y))
		return x < y ? -1 : x > y;
	if (cell_real(a, &d) && cell_real(b, &e))
		return d < e ? -1 : d > e;
	*ret_comparable = false;
	return 0;
}

struct cell cell_test(enum op op, struct cell a, struct cell b)
{
	bool comparable;
	int c = cell_compare(a, b, &comparable);
	if (!comparable) /* a word and a number are different, and neither is the larger */
		return cell_u64(op == OP_NE);
	switch (op) {
	case OP_LT:
		return cell_u64(c < 0);
	case OP_LE:
		return cell_u64(c <= 0);
	case OP_GT:
		return cell_u64(c > 0);
	case OP_GE:
		return cell_u64(c >= 0);
	case OP_EQ:
		return cell_u64(c == 0);
	default:
		return cell_u64(c != 0);
	}
}

struct span cell_digits(char out[CELL_DIGITS], struct cell c)
{
	bool minus = c.type == CELL_S64;
	struct span digits = digits_u64(out + 1, minus ? 0 - (uint64_t)c.i : c.u);
	if (!minus)
		return digits;
	out[CELL_DIGITS - digits.n - 1] = '-';
	return (struct span){digits.p - 1, digits.n + 1};
}
