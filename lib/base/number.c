// SPDX-License-Identifier: GPL-2.0-or-later
/* number.c - reading whole spans as numbers, by digit loops that know no locale. */
#include "base.h"

#include <errno.h>
#include <math.h>

enum { SAFE_DIGITS = 19 }; /* this many decimal digits always fit 64 bits */

int span_u64(struct span s, uint64_t *ret_value)
{
	uint64_t v = 0;
	bool over = false;

	if (!s.n)
		return -EINVAL;
	for (size_t i = 0; i < s.n; i++) {
		unsigned d = (unsigned)s.p[i] - '0';

		if (d > 9)
			return -EINVAL;
		if (i >= SAFE_DIGITS && (v > UINT64_MAX / 10 || v * 10 > UINT64_MAX - d))
			over = true;
		v = v * 10 + d;
	}
	if (over)
		return -ERANGE;
	*ret_value = v;
	return 0;
}

int span_s64(struct span s, int64_t *ret_value)
{
	bool minus = s.n && s.p[0] == '-';
	uint64_t v;
	int r = span_u64(minus ? span_sub(s, 1, s.n) : s, &v);

	if (r < 0)
		return r;
	if (v > (uint64_t)INT64_MAX + minus)
		return -ERANGE;
	*ret_value = minus ? (int64_t)(0 - v) : (int64_t)v;
	return 0;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

int span_hex(struct span s, uint64_t *ret_value)
{
	uint64_t v = 0;
	bool over = false;

	if (span_starts(s, "0x") || span_starts(s, "0X"))
		s = span_sub(s, 2, s.n);
	if (!s.n)
		return -EINVAL;
	for (size_t i = 0; i < s.n; i++) {
		int d = hex_digit(s.p[i]);

		if (d < 0)
			return -EINVAL;
		over |= v >> 60 != 0;
		v = v << 4 | (unsigned)d;
	}
	if (over)
		return -ERANGE;
	*ret_value = v;
	return 0;
}

/*
 * What the kernel prints (averages, seconds) has few digits: those are exact,
 * as the digits fit the mantissa and the power of ten is exact up to 22.
 */
int span_double(struct span s, double *ret_value)
{
	uint64_t v = 0;
	int scale = 0;
	bool point = false, digit = false;
	double d;

	for (size_t i = 0; i < s.n; i++) {
		unsigned c = (unsigned)s.p[i] - '0';

		if (s.p[i] == '.' && digit && !point) {
			point = true;
			digit = false;
			continue;
		}
		if (c > 9)
			return -EINVAL;
		digit = true;
		if (v > (UINT64_MAX - 9) / 10) {
			scale += !point; /* beyond what a double can hold */
			continue;
		}
		v = v * 10 + c;
		scale -= point;
	}
	if (!digit) /* empty, ".5" or "5." */
		return -EINVAL;
	d = (double)v;
	for (; scale > 0 && !isinf(d); scale--)
		d *= 10;
	if (scale < 0) {
		double ten = 1;

		for (; scale < 0 && ten < 1e300; scale++)
			ten *= 10;
		d /= ten;
	}
	if (isinf(d))
		return -ERANGE;
	*ret_value = d;
	return 0;
}

int span_size(struct span s, uint64_t *ret_value)
{
	static const char suffixes[] = "kmgt";
	char last = s.n ? (char)(s.p[s.n - 1] | 0x20) : '\0';
	const char *suffix = last ? strchr(suffixes, last) : NULL;
	unsigned shift = suffix ? 10 * (unsigned)(suffix - suffixes + 1) : 0;
	uint64_t v;
	int err = span_u64(span_sub(s, 0, suffix ? s.n - 1 : s.n), &v);

	if (err)
		return err;
	if (v << shift >> shift != v)
		return -ERANGE;
	*ret_value = v << shift;
	return 0;
}

struct span digits_u64(char room[DIGITS_MOST], uint64_t v)
{
	size_t at = DIGITS_MOST;

	do
		room[--at] = (char)('0' + v % 10);
	while (v /= 10);
	return (struct span){room + at, DIGITS_MOST - at};
}

const char *number_word(uint64_t n, const char *one, const char *many)
{
	return n == 1 ? one : many;
}
