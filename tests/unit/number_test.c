// SPDX-License-Identifier: GPL-2.0-or-later
/* number_test.c - the reading of numbers: whole, signed, of hex digits, with a point, and sizes. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base.h"

struct whole {
	const char *text;
	int r;
	uint64_t v;
};

static void check(
	int (*read)(struct span, uint64_t *), const struct whole *cases, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		uint64_t v = 77, want = cases[i].r ? 77 : cases[i].v;
		int r = read(span_z(cases[i].text), &v);

		if (r != cases[i].r || v != want)
			fail_msg("\"%s\": %d, %llu", cases[i].text, r,
				(unsigned long long)v);
	}
}

static void test_u64(void **state)
{
	static const struct whole cases[] = {
		{"0", 0, 0},
		{"00012", 0, 12},
		{"18446744073709551615", 0, UINT64_MAX},
		{"00018446744073709551615", 0, UINT64_MAX},
		{"18446744073709551616", -ERANGE, 0},
		{"99999999999999999999", -ERANGE, 0},
		{"184467440737095516150", -ERANGE, 0},
		{"99999999999999999999x", -EINVAL, 0},
		{"", -EINVAL, 0},
		{"-1", -EINVAL, 0},
		{"+1", -EINVAL, 0},
		{" 1", -EINVAL, 0},
		{"1 ", -EINVAL, 0},
		{"0x10", -EINVAL, 0},
		{"1.0", -EINVAL, 0},
		{"max", -EINVAL, 0},
		{"\xb1", -EINVAL, 0},
	};

	(void)state;
	check(span_u64, cases, COUNT_OF(cases));
}

static void test_s64_hex(void **state)
{
	int64_t i = 77;
	uint64_t u = 77;

	(void)state;
	assert_int_equal(span_s64(SPAN("-2"), &i), 0);
	assert_true(i == -2);
	assert_int_equal(span_s64(SPAN("-9223372036854775808"), &i), 0);
	assert_true(i == INT64_MIN);
	assert_int_equal(span_s64(SPAN("9223372036854775807"), &i), 0);
	assert_true(i == INT64_MAX);
	assert_int_equal(span_s64(SPAN("9223372036854775808"), &i), -ERANGE);
	assert_int_equal(span_s64(SPAN("-9223372036854775809"), &i), -ERANGE);
	assert_int_equal(span_s64(SPAN("--1"), &i), -EINVAL);
	assert_int_equal(span_s64(SPAN("-"), &i), -EINVAL);
	assert_int_equal(span_s64(SPAN(""), &i), -EINVAL);
	assert_true(i == INT64_MAX);

	assert_int_equal(span_hex(SPAN("0x0007"), &u), 0);
	assert_true(u == 7);
	assert_int_equal(span_hex(SPAN("FFffFFffFFffFFff"), &u), 0);
	assert_true(u == UINT64_MAX);
	assert_int_equal(span_hex(SPAN("000FFffFFffFFffFFff"), &u), 0);
	assert_int_equal(span_hex(SPAN("1FFffFFffFFffFFff"), &u), -ERANGE);
	assert_int_equal(span_hex(SPAN("0x"), &u), -EINVAL);
	assert_int_equal(span_hex(SPAN(""), &u), -EINVAL);
	assert_int_equal(span_hex(SPAN("fg"), &u), -EINVAL);
	assert_int_equal(span_hex(SPAN("1\xc1"), &u), -EINVAL);
	assert_true(u == UINT64_MAX);
}

static void test_double(void **state)
{
	static const struct {
		const char *text;
		int r;
		double v;
	} cases[] = {
		{"0", 0, 0},
		{"12", 0, 12},
		{"7.24", 0, 7.24},
		{"0.25", 0, 0.25},
		{"100.00", 0, 100},
		{"812055.123456", 0, 812055.123456},
		{"18446744073709551615", 0, 18446744073709551615.0},
		{"184467440737095516150000", 0, 184467440737095516150000.0},
		{"0.00000000000000000000000001", 0, 1e-26},
		{"", -EINVAL, 0},
		{".", -EINVAL, 0},
		{".5", -EINVAL, 0},
		{"5.", -EINVAL, 0},
		{"1.2.3", -EINVAL, 0},
		{"1,5", -EINVAL, 0},
		{"-1", -EINVAL, 0},
		{"1e5", -EINVAL, 0},
		{"nan", -EINVAL, 0},
		{"inf", -EINVAL, 0},
	};
	struct buf b = {0};
	double d = 77;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		double v = 77, want = cases[i].r ? 77 : cases[i].v;
		int r = span_double(span_z(cases[i].text), &v);

		if (r != cases[i].r || v < want * (1 - 1e-15) || v > want * (1 + 1e-15))
			fail_msg("\"%s\": %d, %.17g", cases[i].text, r, v);
	}
	buf_fill(&b, '9', 400);
	assert_int_equal(span_double(buf_text(&b), &d), -ERANGE);
	buf_str(&b, ".");
	buf_fill(&b, '9', 400);
	assert_int_equal(span_double(buf_text(&b), &d), -ERANGE);
	buf_reset(&b);
	buf_str(&b, "0.");
	buf_fill(&b, '0', 400);
	buf_str(&b, "1");
	assert_int_equal(span_double(buf_text(&b), &d), 0);
	assert_true(d >= 0 && d < 1e-300);
	buf_free(&b);
}

static void test_size(void **state)
{
	static const struct whole cases[] = {
		{"0", 0, 0},
		{"4096", 0, 4096},
		{"64k", 0, 65536},
		{"64K", 0, 65536},
		{"60M", 0, 60 << 20},
		{"1g", 0, 1 << 30},
		{"16777215T", 0, (((uint64_t)1 << 24) - 1) << 40},
		{"16777216T", -ERANGE, 0},
		{"18446744073709551616", -ERANGE, 0},
		{"", -EINVAL, 0},
		{"k", -EINVAL, 0},
		{"64kB", -EINVAL, 0},
		{"64 k", -EINVAL, 0},
		{"-1k", -EINVAL, 0},
		{"1.5M", -EINVAL, 0},
	};

	(void)state;
	check(span_size, cases, COUNT_OF(cases));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_u64),
		cmocka_unit_test(test_s64_hex),
		cmocka_unit_test(test_double),
		cmocka_unit_test(test_size),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
