// SPDX-License-Identifier: GPL-2.0-or-later
/* number_test.c - numbers with a point, and sizes. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base.h"

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
	static const struct {
		const char *text;
		int r;
		uint64_t v;
	} cases[] = {
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
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		uint64_t v = 77, want = cases[i].r ? 77 : cases[i].v;
		int r = span_size(span_z(cases[i].text), &v);

		if (r != cases[i].r || v != want)
			fail_msg("\"%s\": %d, %llu", cases[i].text, r,
				(unsigned long long)v);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_double),
		cmocka_unit_test(test_size),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
