// SPDX-License-Identifier: GPL-2.0-or-later
/* units_test.c - each unit for the eye, exact, and for programs. */
#include <math.h>
#include <time.h>

#include "view_sample.h"

#define U(v) ((struct cell){CELL_U64, .u = (v)})
#define S(v) ((struct cell){CELL_S64, .i = (v)})
#define R(v) ((struct cell){CELL_REAL, .d = (v)})
#define W(z) ((struct cell){CELL_WORD, .s = {(z), sizeof(z) - 1}})

static const struct {
	struct cell cell;
	enum unit unit;
	const char *human, *exact;
} cases[] = {
	/* counts: whole up to four digits, then by 1000 */
	{U(0), UNIT_ONE, "0", "0"},
	{U(1), UNIT_FOLIO, "1", "1"},
	{U(999), UNIT_ONE, "999", "999"},
	{U(1000), UNIT_ONE, "1000", "1000"},
	{U(9999), UNIT_ONE, "9999", "9999"},
	{U(10000), UNIT_ONE, "10k", "10000"},
	{U(12345), UNIT_ONE, "12.3k", "12345"},
	{U(99949), UNIT_ONE, "99.9k", "99949"},
	{U(99950), UNIT_ONE, "100k", "99950"},
	{U(210000), UNIT_ONE, "210k", "210000"},
	{U(999499), UNIT_ONE, "999k", "999499"},
	{U(999500), UNIT_ONE, "1M", "999500"},
	{U(3400000), UNIT_ONE, "3.4M", "3400000"},
	{U(UINT64_MAX), UNIT_ONE, "18.4E", "18446744073709551615"},
	{S(-1), UNIT_ONE, "-1", "-1"},
	{S(-12345), UNIT_ONE, "-12.3k", "-12345"},
	{S(INT64_MIN), UNIT_ONE, "-9.2E", "-9223372036854775808"},
	{R(0.0), UNIT_ONE, "0", "0"},
	{R(-0.0), UNIT_ONE, "0", "0"},
	{R(0.04), UNIT_ONE, "0.04", "0.04"},
	{R(-0.001), UNIT_ONE, "0.00", "-0.001"},
	{R(0.1), UNIT_ONE, "0.1", "0.1"},
	{R(0.4), UNIT_ONE, "0.4", "0.4"},
	{R(9.94), UNIT_ONE, "9.9", "9.94"},
	{R(9.96), UNIT_ONE, "10", "9.96"},
	{R(99.95), UNIT_ONE, "100", "99.95"},
	{R(9999.6), UNIT_ONE, "10k", "9999.6"},
	{R(7), UNIT_ONE, "7", "7"},
	{R(1.0 / 3), UNIT_ONE, "0.3", "0.333333"},
	{R(2.0 / 3), UNIT_ONE, "0.7", "0.666667"},
	{R(99999.96), UNIT_ONE, "100k", "100000"},
	{R(1234567.8), UNIT_ONE, "1.2M", "1234568"},
	{R(0.00001234567), UNIT_ONE, "0.00", "0.0000123457"},
	{R(1e-30), UNIT_ONE, "0.00", "1e-30"},
	{R(-2.5e40), UNIT_ONE, "-25e39", "-25e39"},
	{R(1e19), UNIT_ONE, "10E", "10000000000000000000"},
	{R(NAN), UNIT_ONE, "-", "null"},
	{R(INFINITY), UNIT_ONE, "-", "null"},
	{R(-INFINITY), UNIT_NSEC, "-", "null"},
	/* bytes by 1024; pages, KiB and sectors are bytes by now */
	{U(0), UNIT_BYTE, "0", "0"},
	{U(999), UNIT_PAGE, "999", "999"},
	{U(1000), UNIT_KIB, "1000", "1000"},
	{U(1023), UNIT_SECTOR, "1023", "1023"},
	{U(1024), UNIT_BYTE, "1K", "1024"},
	{U(1536), UNIT_BYTE, "1.5K", "1536"},
	{U(65536), UNIT_BYTE, "64K", "65536"},
	{U(1048575), UNIT_BYTE, "1M", "1048575"},
	{U(64172032), UNIT_BYTE, "61.2M", "64172032"},
	{U(1610612736), UNIT_BYTE, "1.5G", "1610612736"},
	{U(UINT64_MAX), UNIT_BYTE, "16E", "18446744073709551615"},
	{S(-4096), UNIT_BYTE, "-4K", "-4096"},
	{R(0.5), UNIT_BYTE, "0.5", "0.5"},
	/* times are nanoseconds */
	{U(0), UNIT_NSEC, "0s", "0"},
	{U(1), UNIT_NSEC, "1ns", "0.000000001"},
	{U(35000), UNIT_USEC, "35us", "0.000035"},
	{U(35200), UNIT_USEC, "35us", "0.0000352"},
	{U(999600), UNIT_USEC, "1ms", "0.0009996"},
	{U(4100000), UNIT_NSEC, "4.1ms", "0.0041"},
	{U(999999999), UNIT_NSEC, "1s", "0.999999999"},
	{U(2500000000), UNIT_TICK, "2.5s", "2.5"},
	{U(190000000000), UNIT_JIFFY, "190s", "190"},
	{U(UINT64_MAX), UNIT_NSEC, "18446744074s", "18446744073.709551615"},
	{S(-1500000), UNIT_NSEC, "-1.5ms", "-0.0015"},
	{R(4100000), UNIT_NSEC, "4.1ms", "0.0041"},
	{R(-3e9), UNIT_NSEC, "-3s", "-3"},
	{R(4123456.7), UNIT_NSEC, "4.1ms", "0.00412346"},
	{R(0.4), UNIT_NSEC, "0.4ns", "0.0000000004"},
	/* shares of 1 are shown as percentages to a tenth; ratios so below 100 */
	{U(0), UNIT_PERCENT, "0.0", "0"},
	{U(1), UNIT_PERCENT, "100.0", "1"},
	{R(0.12), UNIT_PERCENT, "12.0", "0.12"},
	{R(0.9794), UNIT_PERCENT, "97.9", "0.9794"},
	{R(0.99951), UNIT_PERCENT, "100.0", "0.99951"},
	{R(-0.0004), UNIT_PERCENT, "0.0", "-0.0004"},
	{R(1e298), UNIT_PERCENT, "1e300", "1e298"},
	{U(1), UNIT_RATIO, "1.0", "1"},
	{U(0), UNIT_RATIO, "0.0", "0"},
	{R(3.10), UNIT_RATIO, "3.1", "3.1"},
	{R(0.04), UNIT_RATIO, "0.04", "0.04"},
	{R(99.95), UNIT_RATIO, "100", "99.95"},
	{R(12345.6), UNIT_RATIO, "12.3k", "12345.6"},
	/* words are made safe for the eye; who writes a machine form quotes them */
	{W("always"), UNIT_WORD, "always", "always"},
	{W("a b"), UNIT_WORD, "a b", "a b"},
	{W("0-7,9"), UNIT_LIST, "0-7,9", "0-7,9"},
	{W("\x1b[31m"), UNIT_WORD, "\\x1b[31m", "\x1b[31m"},
	{W(""), UNIT_WORD, "-", ""},
	{U(42), UNIT_WORD, "42", "42"},
	{{CELL_ABSENT, WHY_OFF}, UNIT_BYTE, "-", "null"},
	{{CELL_ABSENT, WHY_LACKS}, UNIT_WORD, "-", "null"},
};

static void each_unit(void **state)
{
	struct buf b = {0};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		buf_reset(&b);
		unit_text(&b, cases[i].cell, cases[i].unit, false, 0, true);
		if (strcmp(buf_cstr(&b), cases[i].human))
			fail_msg("case %zu: \"%s\", not \"%s\"", i, buf_cstr(&b),
				cases[i].human);
		buf_reset(&b);
		unit_exact(&b, cases[i].cell, cases[i].unit);
		if (strcmp(buf_cstr(&b), cases[i].exact))
			fail_msg("case %zu: \"%s\", not \"%s\"", i, buf_cstr(&b),
				cases[i].exact);
	}
	buf_free(&b);
}

static const struct {
	struct cell cell;
	enum unit unit;
	uint64_t interval;
	const char *human, *exact;
} rates[] = {
	{U(448), UNIT_FOLIO, 2000000000, "224", "224"},
	{U(0), UNIT_ONE, 1000000000, "0", "0"},
	{U(1), UNIT_ONE, 25000000000, "0.04", "0.04"},
	{U(1), UNIT_ONE, 3600000000000, "0.00", "0.000277778"},
	{U(1), UNIT_ONE, 1, "1G", "1000000000"},
	{U(2516582), UNIT_PAGE, 2000000000, "1.2M", "1258291"},
	{U(8200000), UNIT_NSEC, 2000000000, "4.1ms", "0.0041"},
	{R(0.1234567), UNIT_PERCENT, 0, "12.3", "12.3457"},
	{U(448), UNIT_ONE, 0, "448", "448"}, /* totals are no rates */
	{{CELL_ABSENT, WHY_FIRST}, UNIT_ONE, 1000000000, "-", "-"},
};

static void each_rate(void **state)
{
	struct buf b = {0};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(rates); i++) {
		for (int human = 0; human < 2; human++) {
			buf_reset(&b);
			unit_text(&b, rates[i].cell, rates[i].unit, true,
				rates[i].interval, human);
			assert_string_equal(
				buf_cstr(&b), human ? rates[i].human : rates[i].exact);
		}
	}
	buf_free(&b);
}

/* Whatever a real is, what is written reads back as nearly the same number. */
static void reals_read_back(void **state)
{
	static const char *const mantissas[] = {
		"1", "1.5", "9.999999", "9.9999999", "3.14159265"};
	struct buf b = {0};

	(void)state;
	for (int exp = -300; exp <= 300; exp++) {
		for (size_t i = 0; i < COUNT_OF(mantissas); i++) {
			double v, got;
			char *end;

			buf_reset(&b);
			buf_fmt(&b, "%se%d", mantissas[i], exp);
			v = strtod(buf_cstr(&b), NULL);
			buf_reset(&b);
			unit_exact(&b, R(v), UNIT_ONE);
			got = strtod(buf_cstr(&b), &end);
			assert_int_equal(*end, 0);
			assert_true(fabs(got - v) <= v * 5.1e-6);
		}
	}
	buf_free(&b);
}

static void names_and_sides(void **state)
{
	(void)state;
	assert_string_equal(unit_name(UNIT_KIB), "bytes");
	assert_string_equal(unit_name(UNIT_JIFFY), "seconds");
	assert_string_equal(unit_name(UNIT_ONE), "count");
	assert_string_equal(unit_name(UNIT_PERCENT), "share");
	assert_string_equal(unit_word(UNIT_PERCENT, false), "percent");
	assert_string_equal(unit_word(UNIT_NSEC, true), "");
	assert_string_equal(unit_word(UNIT_NSEC, false), "seconds");
	assert_string_equal(unit_word(UNIT_FOLIO, true), "folios");
	assert_string_equal(unit_word(UNIT_ONE, false), "");
	assert_true(unit_right(UNIT_PERCENT));
	assert_false(unit_right(UNIT_WORD));
	assert_false(unit_right(UNIT_LIST));
}

static void notes(void **state)
{
	struct buf b = {0};

	(void)state;
	note_text(&b, &view_notes[0], 0, true);
	assert_string_equal(buf_cstr(&b), "64K: 225 of 64K on a\\x1b\" b (again 64K)");
	buf_reset(&b);
	note_text(&b, &view_notes[0], 450000000, false);
	assert_string_equal(
		buf_cstr(&b), "64K: 500/s of 65536 on a\\x1b\" b (again 65536)");
	buf_free(&b);
}

static void stamps(void **state)
{
	static const struct {
		const char *zone, *text;
	} zones[] = {
		{"UTC0", "2026-11-30T17:02:29+00:00"},
		{"XXX-5:30", "2026-11-30T22:32:29+05:30"},
		{"XXX+3:30", "2026-11-30T13:32:29-03:30"},
	};
	struct buf b = {0};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(zones); i++) {
		setenv("TZ", zones[i].zone, 1);
		tzset();
		buf_reset(&b);
		stamp_text(&b, 1796058149123456789);
		assert_string_equal(buf_cstr(&b), zones[i].text);
	}
	buf_reset(&b);
	stamp_text(&b, UINT64_MAX);
	assert_int_equal(buf_text(&b).n, 25);
	buf_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_unit),
		cmocka_unit_test(each_rate),
		cmocka_unit_test(reals_read_back),
		cmocka_unit_test(names_and_sides),
		cmocka_unit_test(notes),
		cmocka_unit_test(stamps),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
