// SPDX-License-Identifier: GPL-2.0-or-later
/* base_test.c - spans, buffers and the arena. */
#include "facts.h"

static void test_lines_and_words(void **state)
{
	struct span rest = SPAN("a \t bc\n\n d\r\nlast"), line;

	(void)state;
	line = span_line(&rest);
	assert_span(line, "a \t bc");
	assert_span(span_word(&line), "a");
	assert_span(span_word(&line), "bc");
	assert_span(span_word(&line), "");
	assert_span(line, "");
	assert_span(span_line(&rest), "");
	line = span_line(&rest);
	assert_span(span_trim(line), "d");
	assert_span(span_line(&rest), "last");
	assert_span(rest, "");
	assert_span(span_line(&rest), "");
	assert_non_null(rest.p);
	line = SPAN("/a\rb file\r");
	assert_span(span_word(&line), "/a\rb");
	assert_span(span_word(&line), "file");
	assert_span(span_word(&line), "");
	assert_span(span_trim(SPAN(" \ra\r\r\n")), "\ra");
}

static void test_cut_find_sub(void **state)
{
	struct span rest = SPAN("a=b=c");

	(void)state;
	assert_int_equal(span_find(rest, 'b'), 2);
	assert_int_equal(span_find(rest, 'x'), -1);
	assert_span(span_cut(&rest, '='), "a");
	assert_span(rest, "b=c");
	assert_span(span_cut(&rest, '#'), "b=c");
	assert_span(rest, "");
	assert_span(span_sub(SPAN("abc"), 1, 1), "b");
	assert_span(span_sub(SPAN("abc"), 2, SIZE_MAX), "c");
	assert_span(span_sub(SPAN("abc"), 7, 7), "");
	assert_span(span_trim(SPAN(" \t\n")), "");
	assert_span(span_z(NULL), "");
	assert_non_null(span_z(NULL).p);
}

static void test_value(void **state)
{
	struct span text = SPAN("key1 no\n\n key  a b \t\nkey again\nlast");

	(void)state;
	assert_span(span_value(text, SPAN("key")), "a b");
	assert_span(span_value(text, SPAN("last")), "");
	assert_span(span_value(text, SPAN("none")), "");
	assert_span(span_value(SPAN_EMPTY, SPAN("key")), "");
	assert_non_null(span_value(text, SPAN("none")).p);
}

static void test_compare(void **state)
{
	static const struct {
		const char *less, *more;
	} order[] = {
		{"", "a"},
		{"a", "b"},
		{"cpu2", "cpu10"},
		{"64kB", "128kB"},
		{"8kB", "1024kB"},
		{"a1b9", "a1b10"},
		{"a01", "a1"},
		{"a1", "a02"},
		{"a", "a0"},
		{"99999999999999999999998", "99999999999999999999999"},
		{"a", "\xff"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(order); i++) {
		struct span a = span_z(order[i].less), b = span_z(order[i].more);

		if (span_natcmp(a, b) >= 0 || span_natcmp(b, a) <= 0)
			fail_msg("%s does not stand before %s", order[i].less,
				order[i].more);
		assert_int_equal(span_natcmp(a, a), 0);
		assert_false(span_eq(a, b));
	}
	assert_true(span_cmp(SPAN("a"), SPAN("ab")) < 0);
	assert_true(span_cmp(SPAN("b"), SPAN("ab")) > 0);
	assert_int_equal(span_cmp(SPAN("ab"), SPAN("ab")), 0);
	assert_true(span_is(SPAN("swpout"), "swpout"));
	assert_false(span_is(SPAN("swpout_zero"), "swpout"));
	assert_false(span_is(SPAN("swpout"), "swpout_zero"));
	assert_true(span_starts(SPAN("swpout_zero"), "swpout"));
	assert_true(span_ends(SPAN("swpout_zero"), "zero"));
	assert_false(span_ends(SPAN("ro"), "zero"));
	assert_false(span_starts(SPAN("sw"), "swpout"));
}

static void test_hash(void **state)
{
	static const char *const keys[] = {"", "a", "b", "ab", "ba", "pswpin", "pswpout",
		"thp_swpout", "thp_swpout_fallback", "zswpin", "zswpwb", "00000000",
		"0000000"};
	unsigned low = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(keys); i++) {
		uint64_t h = span_hash(span_z(keys[i]));

		low |= 1u << (h & 15);
		for (size_t k = 0; k < i; k++)
			assert_true(h != span_hash(span_z(keys[k])));
	}
	assert_true(__builtin_popcount(low) > 4); /* tables mask the low bits */
	/* by content, not by place or what follows */
	assert_true(
		span_hash(span_sub(SPAN("xpswpinx"), 1, 6)) == span_hash(SPAN("pswpin")));
}

static void test_unoctal(void **state)
{
	static const struct {
		const char *from, *to;
	} cases[] = {
		{"/swap\\040two", "/swap two"},
		{"\\011\\012\\134", "\t\n\\"},
		{"\\1340", "\\0"},
		{"a\\04", "a\\04"},
		{"a\\", "a\\"},
		{"\\400", "\\400"},
		{"\\089", "\\089"},
		{"\\303\\251", "\303\251"},
		{"", ""},
	};
	char dst[32];

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		size_t n = span_unoctal(span_z(cases[i].from), dst);

		assert_span((struct span){dst, n}, cases[i].to);
	}
}

static void test_buf(void **state)
{
	struct buf b = {0};

	(void)state;
	assert_span(buf_text(&b), "");
	assert_string_equal(buf_cstr(&b), "");
	buf_put(&b, NULL, 0);
	buf_fill(&b, '.', 0);
	buf_span(&b, SPAN_EMPTY);
	assert_int_equal(b.n, 0);
	buf_u64(&b, 0);
	buf_char(&b, ' ');
	buf_u64(&b, UINT64_MAX);
	buf_char(&b, ' ');
	buf_s64(&b, INT64_MIN);
	buf_char(&b, ' ');
	buf_s64(&b, INT64_MAX);
	buf_fmt(&b, "%s", "");
	buf_fmt(&b, " %03d%%", 7);
	assert_string_equal(buf_cstr(&b),
		"0 18446744073709551615 -9223372036854775808 9223372036854775807 007%");
	buf_reset(&b);
	buf_fill(&b, 'x', 100000);
	buf_fmt(&b, "%0300d", 1);
	assert_int_equal(b.n, 100300);
	assert_int_equal(b.p[99999], 'x');
	assert_int_equal(b.p[100299], '1');
	buf_free(&b);
	assert_null(b.p);
	buf_free(&b);
}

static void test_arena_keeps_its_chunks(void **state)
{
	struct arena a = {0};
	unsigned long grown = 0;

	(void)state;
	for (int round = 0; round < 4; round++) {
		for (size_t i = 1; i < 3000; i++) {
			unsigned char *p = arena_get(&a, i % 500);

			assert_int_equal((uintptr_t)p % 16, 0);
			memset(p, (int)i, i % 500);
		}
		memset(arena_get(&a, 9 << 20), 1, 9 << 20); /* beyond the largest chunk */
		memset(arena_get(&a, 100), 2, 100);
		if (round == 0)
			grown = a.grown;
		assert_int_equal(a.grown, grown);
		arena_reset(&a);
	}
	assert_true(grown >= 3);
	assert_true(grown <= 6); /* chunks double: few are needed for much */
	/* in another order no more is needed either */
	memset(arena_get(&a, 9 << 20), 1, 9 << 20);
	for (size_t i = 1; i < 3000; i++)
		memset(arena_get(&a, i % 500), 1, i % 500);
	assert_int_equal(a.grown, grown);
	arena_free(&a);
	assert_null(a.first);
	arena_free(&a);
}

static void test_arena_bytes_do_not_meet(void **state)
{
	struct arena a = {0};
	unsigned char *got[512];

	(void)state;
	arena_get(&a, 0);
	for (size_t i = 0; i < COUNT_OF(got); i++) {
		got[i] = arena_zero(&a, i * 7);
		for (size_t k = 0; k < i * 7; k++)
			assert_int_equal(got[i][k], 0);
		memset(got[i], (int)(i & 255), i * 7);
	}
	for (size_t i = 0; i < COUNT_OF(got); i++)
		for (size_t k = 0; k < i * 7; k++)
			assert_int_equal(got[i][k], i & 255);
	arena_free(&a);
}

static void test_arena_room(void **state)
{
	struct arena a = {0};
	struct span s;
	size_t room;
	char *p, *q;

	(void)state;
	p = arena_room(&a, 4096, &room);
	assert_true(room >= 4096);
	memset(p, 'a', room);
	arena_take(&a, 5);
	q = arena_room(&a, 1, &room);
	assert_int_equal((uintptr_t)q % 16, 0);
	assert_true(q >= p + 5 && q <= p + 16);
	assert_ptr_equal(arena_room(&a, 1, &room), q); /* not taken, so still free */
	p = arena_room(&a, 8 << 20, &room);
	assert_true(room >= 8 << 20);
	memset(p, 'b', room);
	arena_take(&a, room);
	s = arena_span(&a, SPAN("swap"));
	assert_span(s, "swap");
	assert_int_equal(s.p[s.n], '\0');
	assert_int_equal(p[(8 << 20) - 1], 'b');
	assert_span(arena_span(&a, SPAN_EMPTY), "");
	arena_free(&a);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lines_and_words),
		cmocka_unit_test(test_cut_find_sub),
		cmocka_unit_test(test_value),
		cmocka_unit_test(test_compare),
		cmocka_unit_test(test_hash),
		cmocka_unit_test(test_unoctal),
		cmocka_unit_test(test_buf),
		cmocka_unit_test(test_arena_keeps_its_chunks),
		cmocka_unit_test(test_arena_bytes_do_not_meet),
		cmocka_unit_test(test_arena_room),
	};

	return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
