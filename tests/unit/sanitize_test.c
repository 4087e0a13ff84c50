// SPDX-License-Identifier: GPL-2.0-or-later
/* sanitize_test.c - foreign bytes come out safe, text comes through. */
#include "facts.h"

static const struct {
	const char *from, *to;
} cases[] = {
	{"", ""},
	{"plain text 09~", "plain text 09~"},
	{"back\\slash \\x41", "back\\slash \\x41"},
	/* C0 and DEL */
	{"\x1b[2J", "\\x1b[2J"},
	{"tab\there\nnow\r", "tab\\x09here\\x0anow\\x0d"},
	{"\x7f", "\\x7f"},
	/* valid UTF-8 of two, three and four bytes */
	{"caf\xc3\xa9", "caf\xc3\xa9"},
	{"\xe2\x82\xac \xe6\xbc\xa2", "\xe2\x82\xac \xe6\xbc\xa2"},
	{"\xf0\x9f\x90\xa7", "\xf0\x9f\x90\xa7"},
	{"\xf4\x8f\xbf\xbf", "\xf4\x8f\xbf\xbf"},
	{"\xc2\xa0", "\xc2\xa0"},
	{"\xed\x9f\xbf\xee\x80\x80", "\xed\x9f\xbf\xee\x80\x80"},
	/* C1, as UTF-8 and raw */
	{"\xc2\x80\xc2\x9b\xc2\x9f", "\\xc2\\x80\\xc2\\x9b\\xc2\\x9f"},
	{"\x9b"
	 "31m",
		"\\x9b31m"},
	/* what turns text round or breaks lines */
	{"\xe2\x80\x8e\xe2\x80\x8f", "\\xe2\\x80\\x8e\\xe2\\x80\\x8f"},
	{"\xe2\x80\xaa\xe2\x80\xae", "\\xe2\\x80\\xaa\\xe2\\x80\\xae"},
	{"\xe2\x81\xa6\xe2\x81\xa9", "\\xe2\\x81\\xa6\\xe2\\x81\\xa9"},
	{"\xd8\x9c", "\\xd8\\x9c"},
	{"\xe2\x80\xa8\xe2\x80\xa9", "\\xe2\\x80\\xa8\\xe2\\x80\\xa9"},
	/* their neighbours are harmless */
	{"\xe2\x80\x90\xe2\x80\xa7\xe2\x80\xaf\xe2\x81\xa5\xe2\x81\xaa",
		"\xe2\x80\x90\xe2\x80\xa7\xe2\x80\xaf\xe2\x81\xa5\xe2\x81\xaa"},
	/* invalid: lone, cut, overlong, surrogate, too great */
	{"\x80x", "\\x80x"},
	{"\xc3", "\\xc3"},
	{"\xc3(", "\\xc3("},
	{"\xe2\x82", "\\xe2\\x82"},
	{"\xf0\x9f\x90", "\\xf0\\x9f\\x90"},
	{"\xc0\xaf\xc1\xbf", "\\xc0\\xaf\\xc1\\xbf"},
	{"\xe0\x80\xaf", "\\xe0\\x80\\xaf"},
	{"\xf0\x80\x80\xaf", "\\xf0\\x80\\x80\\xaf"},
	{"\xed\xa0\x80", "\\xed\\xa0\\x80"},
	{"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"},
	{"\xff\xfe\xf5", "\\xff\\xfe\\xf5"},
	/* a bad lead does not swallow what follows */
	{"\xe2\xc3\xa9", "\\xe2\xc3\xa9"},
};

static void test_cases(void **state)
{
	struct buf b = {0};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct span from = span_z(cases[i].from);

		buf_reset(&b);
		buf_sane(&b, from);
		assert_span(buf_text(&b), cases[i].to);
		assert_int_equal(span_clean(from), span_is(from, cases[i].to));
	}
	buf_free(&b);
}

static void test_nul(void **state)
{
	struct buf b = {0};

	(void)state;
	assert_false(span_clean(SPAN("a\0b")));
	buf_sane(&b, SPAN("a\0b"));
	assert_span(buf_text(&b), "a\\x00b");
	buf_free(&b);
}

/* Every byte at every place of a longer text, next to every other kind: none hides behind another. */
static void test_every_byte(void **state)
{
	static const unsigned char beside[] = {
		' ', 'a', '~', 0x00, 0x1f, 0x7f, 0x80, 0xff};
	char text[17];

	(void)state;
	for (unsigned c = 0; c < 256; c++)
		for (size_t at = 1; at < sizeof(text); at++)
			for (size_t k = 0; k < COUNT_OF(beside); k++) {
				memset(text, 'x', sizeof(text));
				text[at] = (char)c;
				text[at - 1] = (char)beside[k];
				assert_int_equal(
					span_clean((struct span){text, sizeof(text)}),
					c >= 0x20 && c < 0x7f && k < 3);
			}
}

/* Whatever comes in, what goes out is clean, and a second pass changes nothing. */
static void test_always_clean(void **state)
{
	struct buf once = {0}, twice = {0};
	unsigned char bytes[64];
	uint32_t x = 2463534242u;

	(void)state;
	for (int round = 0; round < 20000; round++) {
		for (size_t i = 0; i < sizeof(bytes); i++) {
			x ^= x << 13;
			x ^= x >> 17;
			x ^= x << 5;
			/* many lead bytes, so that valid sequences arise */
			bytes[i] = (unsigned char)(x >> 24 | (x & 0x100 ? 0xc0 : 0));
		}
		buf_reset(&once);
		buf_reset(&twice);
		buf_sane(&once, (struct span){(char *)bytes, x % (sizeof(bytes) + 1)});
		assert_true(span_clean(buf_text(&once)));
		buf_sane(&twice, buf_text(&once));
		assert_true(span_eq(buf_text(&once), buf_text(&twice)));
	}
	buf_free(&once);
	buf_free(&twice);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cases),
		cmocka_unit_test(test_nul),
		cmocka_unit_test(test_every_byte),
		cmocka_unit_test(test_always_clean),
	};

	return cmocka_run_group_tests_name("sanitize", tests, NULL, NULL);
}
