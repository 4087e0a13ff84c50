// SPDX-License-Identifier: GPL-2.0-or-later
/* jsonl_test.c - what --jsonl writes, read again. */
#include "texts.h"

static const struct sample_text texts[] = {
	{"values beside the tables", parse_jsonl, NULL,
		T("{\"schema\":1,\"release\":\"6.18\",\"interval\":0.5,\"page\":true}\n"),
		"schema=1\nrelease=\"6.18\"\ninterval=0.5\npage=true\n"},
	{"null is no fact", parse_jsonl, NULL,
		T("{\"a\":null,\"b\":1,\"t\":{\"c\":null}}\n"), "b=1\n"},
	{"a table of one row", parse_jsonl, NULL,
		T("{\"host\":{\"in\":4096,\"word\":\"a b\",\"none\":null},\"empty\":{}}\n"),
		"[host] in=4096\n[host] word=\"a b\"\n"},
	{"a table of many", parse_jsonl, NULL,
		T("{\"folio\":[{\"name\":\"64K\",\"swpout\":12,\"setting\":\"always\"},"
		  "{\"name\":\"page\"},{\"name\":\"2048K\",\"swpout\":-1e-20}],\"device\":[]}\n"),
		"[folio/\"64K\"] swpout=12\n[folio/\"64K\"] setting=\"always\"\n"
		"[folio/\"2048K\"] swpout=-1e-20\n"},
	{"objects whose first key is not the name, and what lies deeper, are passed over",
		parse_jsonl, NULL,
		T("{\"findings\":[{\"id\":\"S05\",\"row\":\"64K\",\"numbers\":{\"a\":[1,{\"b\":2}]}}],"
		  "\"t\":[{\"name\":\"r\",\"why\":{\"x\":\"a]}\\\"\"},\"y\":3}],\"z\":4}\n"),
		"[t/\"r\"] y=3\nz=4\n"},
	{"quotes and backslashes in words and names", parse_jsonl, NULL,
		T("{\"share\":[{\"name\":\"0/\\\\\\\\srv\\\\a\\\"b\",\"unc\":\"\\\\\"}]}\n"),
		"[share/\"0/\\\\\\\\srv\\\\a\\\"b\"] unc=\"\\\\\"\n"},
	{"two lines, one of them empty", parse_jsonl, NULL, T("{\"a\":1}\n\n{\"a\":2}\n"),
		"a=1\na=2\n"},
	{"what is not of this form", parse_jsonl, NULL,
		T("[1]\n{\"a\" :1}\n{\"a\":}\n{\"a\":1\n{\"a\":1}}\n{a:1}\n{\"a\":\"x\n"
		  "{\"t\":[1]}\n{\"t\":[{\"name\":\"x\"]}\n{\"a\":[{\"b\":}\nx\n"),
		"!1\n!2\n!3\na=1\n!4\na=1\n!5\n!6\n!7\n!8\n!9\n!10\n!11\n"},
	{"a line that was cut", parse_jsonl, NULL, T("{\"a\":1}\n{\"b\":2}"),
		"a=1\n!2\n"},
	{"bytes that are no text", parse_jsonl, NULL,
		T("{\"a\":\"\x1b[1m\"}\n{\"b\xff\":1}\n{\"c\":\xff}\n"), "!1\n!2\n!3\n"},
};

static void words(void **state)
{
	static const struct {
		struct span text;
		const char *word;
	} rows[] = {
		{T("\"\""), ""},
		{T("\"a b\""), "a b"},
		{T("\"\\\\\\\\srv\\\\x\""), "\\\\srv\\x"},
		{T("\"a\\\"b\""), "a\"b"},
		{T("12"), NULL},
		{T("\""), NULL},
		{T(""), NULL},
		{T("\"a"), NULL},
	};
	char room[64];
	struct span word;
	(void)state;
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		bool is = json_word(rows[i].text, room, &word);
		assert_int_equal(is, rows[i].word != NULL);
		if (is && !span_is(word, rows[i].word))
			fail_msg("%.*s is not %s", (int)word.n, word.p, rows[i].word);
	}
}

static void numbers(void **state)
{
	static const struct {
		struct span text;
		double value;
		bool is;
	} rows[] = {
		{T("0"), 0, true},
		{T("12"), 12, true},
		{T("-0.25"), -0.25, true},
		{T("1e3"), 1000, true},
		{T("25e-2"), 0.25, true},
		{T("-1.5e2"), -150, true},
		{T(""), 0, false},
		{T("-"), 0, false},
		{T("1e"), 1, true},
		{T("1ee"), 0, false},
		{T("1e9999"), 0, false},
		{T("true"), 0, false},
		{T("\"1\""), 0, false},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		double v = 0;
		assert_int_equal(json_number(rows[i].text, &v), rows[i].is);
		assert_true(!rows[i].is ||
			    (v - rows[i].value < 1e-9 && rows[i].value - v < 1e-9));
	}
}

static void all_texts(void **state)
{
	(void)state;
	texts_check(texts, COUNT_OF(texts));
	texts_cut_anywhere(texts, COUNT_OF(texts));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_texts),
		cmocka_unit_test(words),
		cmocka_unit_test(numbers),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
