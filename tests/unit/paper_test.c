// SPDX-License-Identifier: GPL-2.0-or-later
/* paper_test.c - text for a mail stays within its columns and lines, and says what it left out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "view.h"

static struct paper paper;
static struct buf out;

static int begin(void **state)
{
	(void)state;
	paper = (struct paper){0};
	return 0;
}

static int end(void **state)
{
	(void)state;
	paper_free(&paper);
	buf_free(&out);
	return 0;
}

static void part(const char *title, const char *more, unsigned least)
{
	paper_part(&paper, span_z(title), span_z(more), least);
}

static void text(const char *z)
{
	paper_text(&paper, span_z(z));
}

static void expect(const char *want)
{
	buf_reset(&out);
	paper_put(&out, &paper);
	assert_string_equal(buf_cstr(&out), want);
}

static void words_fill_lines(void **state)
{
	(void)state;
	part("title", "", 0);
	text("a b");
	text("");
	text("seventy columns are soon full, and then what is to come goes below with an indent");
	expect("title\n  a b\n  \n"
	       "  seventy columns are soon full, and then what is to come goes below with an\n"
	       "    indent\n");
}

static void long_words_are_cut(void **state)
{
	char word[200];
	(void)state;
	memset(word, 'x', sizeof(word));
	part("t", "", 0);
	paper_text(&paper, (struct span){word, sizeof(word)});
	buf_reset(&out);
	paper_put(&out, &paper);
	struct span rest = buf_text(&out);
	unsigned n = 0;
	for (struct span line; (line = span_line(&rest)).n;) {
		assert_true(line.n <= PAPER_COLUMNS);
		n += (unsigned)line.n;
	}
	assert_int_equal(n, 1 + 2 + 4 + 4 + 200);
}

/* A glyph that is not ASCII may take two columns, and is never cut in two. */
static void wide_glyphs(void **state)
{
	(void)state;
	struct buf name = {0};
	part("t", "", 0);
	for (int i = 0; i < 60; i++)
		buf_str(&name, "\xe6\x97\xa5");
	paper_text(&paper, buf_text(&name));
	buf_free(&name);
	buf_reset(&out);
	paper_put(&out, &paper);
	struct span rest = buf_text(&out);
	span_line(&rest);
	assert_int_equal(span_line(&rest).n, 2 + 38 * 3);
	assert_int_equal(span_line(&rest).n, 4 + 22 * 3);
}

static void table(void **state)
{
	static const char *const cells[] = {"NAME", "WHAT", "N", "a", "word", "1",
		"\\\\server\\a share with a very long name that has no room at all beside",
		"w", "1000"};
	struct span spans[9];
	(void)state;
	for (unsigned i = 0; i < 9; i++)
		spans[i] = span_z(cells[i]);
	part("t", "", 0);
	paper_table(&paper, spans, 3, 3, 3);
	expect("t\n"
	       "  NAME                                                              WHAT     N\n"
	       "  a                                                                 word     1\n"
	       "  \\\\server\\a share with a very lo.. that has no room at all beside  w     1000\n");
}

static void columns_that_have_no_room(void **state)
{
	struct span spans[2 * 20];
	(void)state;
	for (unsigned i = 0; i < COUNT_OF(spans); i++)
		spans[i] = i % 20 ? SPAN("12345678") : SPAN("a name of twenty cha");
	part("t", "", 0);
	paper_table(&paper, spans, 2, 20, 1);
	expect("t\n"
	       "  a name of twenty cha  12345678  12345678  12345678  12345678  12345678\n"
	       "  a name of twenty cha  12345678  12345678  12345678  12345678  12345678\n");
}

static unsigned count_lines(void)
{
	unsigned n = 0;
	for (size_t i = 0; i < out.n; i++)
		n += out.p[i] == '\n';
	return n;
}

/* The longest give way, and what they left out is counted; the short ones stay whole. */
static void long_parts_give_way(void **state)
{
	(void)state;
	part("short", "", 0);
	text("whole");
	for (int p = 0; p < 2; p++) {
		part("long", "swsched all", 0);
		for (int i = 0; i < 1000; i++)
			text("entry");
	}
	part("last", "", 0);
	text("whole");
	buf_reset(&out);
	paper_put(&out, &paper);
	assert_int_equal(count_lines(), PAPER_LINES);
	const char *said = buf_cstr(&out);
	assert_non_null(strstr(said, "short\n  whole\n\nlong\n"));
	assert_non_null(strstr(said, "  ... 955 more: swsched all\n\nlong\n"));
	assert_non_null(strstr(said, "  ... 956 more: swsched all\n\nlast\n  whole\n"));
}

/* A part keeps what it is promised; of an entry that has no room as a whole the first lines are shown. */
static void least_and_heads(void **state)
{
	(void)state;
	part("kept", "", 30);
	for (int i = 0; i < 40; i++)
		text("entry");
	for (int p = 0; p < 8; p++) {
		part("long", "more", 0);
		for (int i = 0; i < 10; i++)
			text("one two three four five six seven eight nine ten eleven twelve thirteen "
			     "fourteen fifteen sixteen seventeen eighteen nineteen twenty twenty-one "
			     "twenty-two twenty-three twenty-four twenty-five twenty-six");
	}
	buf_reset(&out);
	paper_put(&out, &paper);
	assert_int_equal(count_lines(), PAPER_LINES);
	assert_non_null(strstr(buf_cstr(&out), "  ... 12 more\n"));
	assert_non_null(strstr(buf_cstr(&out), "long\n  one two"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(words_fill_lines, begin, end),
		cmocka_unit_test_setup_teardown(long_words_are_cut, begin, end),
		cmocka_unit_test_setup_teardown(wide_glyphs, begin, end),
		cmocka_unit_test_setup_teardown(table, begin, end),
		cmocka_unit_test_setup_teardown(columns_that_have_no_room, begin, end),
		cmocka_unit_test_setup_teardown(long_parts_give_way, begin, end),
		cmocka_unit_test_setup_teardown(least_and_heads, begin, end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
