// SPDX-License-Identifier: GPL-2.0-or-later
/* frame_test.c - text is cut to the columns there are; what numbers were in the last two minutes. */
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "screen.h"

/* ---- frames ---- */

static void text_is_cut(void **state)
{
	struct frame f = {.utf8 = true};
	static const struct {
		struct span text;
		unsigned x, end, skip, ends;
		const char *shows;
	} cases[] = {
		{SPAN("abc"), 0, 8, 0, 3, "abc     "},
		{SPAN("abcdef"), 5, 8, 0, 8, "     abc"},
		{SPAN("abcdef"), 0, 4, 2, 4, "cdef    "},
		{SPAN("abc"), 0, 99, 5, 0, "        "},
		{SPAN("\x1b[2J\x9b"), 0, 8, 0, 5, "?[2J?   "},
		{SPAN("\xc2\x9b\xe2\x80\xae\x7f"), 0, 8, 0, 3, "???     "},
		/* Two columns each; half of one is a blank. */
		{SPAN("漢字"), 0, 8, 0, 4, "#.#.    "},
		{SPAN("漢字"), 0, 3, 0, 3, "#.      "},
		{SPAN("漢字"), 0, 8, 1, 3, " #.     "},
		/* A mark that has no column of its own. */
		{SPAN("e\xcc\x81x"), 0, 8, 0, 2, "ex      "},
		{SPAN("x"), 9, 99, 0, 9, "        "},
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char shows[9] = {0};

		frame_begin(&f, 8, 1);
		assert_int_equal(frame_put(&f, cases[i].x, 0, cases[i].end, cases[i].skip,
					 cases[i].text, 0),
			cases[i].ends);
		for (unsigned x = 0; x < 8; x++) {
			uint32_t c = f.at[x].ch;

			shows[x] = (char)(!c ? '.' : c < 0x80 ? c : '#');
		}
		assert_string_equal(shows, cases[i].shows);
	}
	f.utf8 = false;
	frame_begin(&f, 8, 1);
	frame_put(&f, 0, 0, 8, 0, SPAN("a漢b"), 0);
	assert_int_equal(f.at[1].ch, '?');
	assert_int_equal(f.at[2].ch, 'b');
	frame_put(&f, 0, 7, 8, 0, SPAN("below"), 0);
	frame_look(&f, 6, 0, 99, LOOK_BOLD);
	frame_look(&f, 0, 3, 99, LOOK_BOLD);
	frame_free(&f);
}

static void text_is_broken(void **state)
{
	struct span rest = SPAN("one two  threefourfive 6"), line;
	static const char *const lines[] = {"one two", "threefou", "rfive 6"};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		line = text_wrap(&rest, 8, true);
		if (!span_is(line, lines[i]))
			fail_msg("%.*s", (int)line.n, line.p);
	}
	assert_int_equal(rest.n, 0);
	/* No width is no end of it. */
	rest = SPAN("漢字");
	assert_int_equal(text_wrap(&rest, 0, true).n, 3);
	assert_int_equal(text_wrap(&rest, 1, true).n, 3);
	assert_int_equal(rest.n, 0);
	/* Where two blanks are in the second half of the line, there. */
	rest = SPAN("a bc  d e f");
	line = text_wrap(&rest, 8, true);
	assert_true(span_is(line, "a bc") && span_is(rest, "d e f"));
	rest = SPAN("a  bcd e f");
	line = text_wrap(&rest, 8, true);
	assert_true(span_is(line, "a  bcd e") && span_is(rest, "f"));
}

/* ---- histories ---- */

#define S 1000000000ull

static const char *history(const struct history *h, uint64_t id, uint64_t ns, unsigned n)
{
	static struct buf b;

	buf_reset(&b);
	series_line(&b, history_find(h, id), ns, n, false);
	return buf_cstr(&b);
}

static void two_minutes(void **state)
{
	struct history h = {0};
	const struct series *s;

	(void)state;
	assert_null(history_find(&h, 7));
	assert_string_equal(history(&h, 7, 10 * S, 4), "    ");
	for (unsigned t = 0; t < 200; t++)
		history_put(&h, 7, t * S, t == 150 ? 80 : t > 178 ? NAN : t % 10);
	s = history_find(&h, 7);
	assert_true(s->peak == 80);
	assert_true(isnan(s->now));
	assert_string_equal(history(&h, 7, 199 * S, 6), "...#. ");
	/* Later nothing is left of it but the peak. */
	assert_string_equal(history(&h, 7, 400 * S, 6), "      ");
	assert_true(s->peak == 80);
	history_free(&h);
}

static void rising(void **state)
{
	struct history h = {0};
	static const struct {
		double value;
		bool rises;
	} steps[] = {{0, false}, {1, true}, {1, false}, {3, true}, {2, false},
		{NAN, false}, {2, true}, {0, false}};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(steps); i++) {
		history_put(&h, 1, i * S, steps[i].value);
		assert_int_equal(series_rises(history_find(&h, 1)), steps[i].rises);
	}
	assert_false(series_rises(NULL));
	history_free(&h);
}

/* Ever new rows take the places of those that are gone; those that are there keep theirs. */
static void pool_is_fixed(void **state)
{
	struct history h = {0};

	(void)state;
	for (uint64_t t = 0; t < 3000; t++) {
		history_put(&h, 42, t * S, 1);
		for (uint64_t i = 0; i < 100; i++)
			history_put(
				&h, (t * 100 + i + 1000) * 0x9e3779b97f4a7c15u, t * S, 2);
	}
	assert_non_null(history_find(&h, 42));
	assert_non_null(history_find(&h, (2999 * 100 + 1000) * 0x9e3779b97f4a7c15u));
	assert_null(history_find(&h, 1000 * 0x9e3779b97f4a7c15u));
	history_free(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_is_cut),
		cmocka_unit_test(text_is_broken),
		cmocka_unit_test(two_minutes),
		cmocka_unit_test(rising),
		cmocka_unit_test(pool_is_fixed),
	};

	setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
