// SPDX-License-Identifier: GPL-2.0-or-later
/* machine_test.c - what programs read: JSON as jq sees it, CSV as Python does, raw and pairs. */
#include <errno.h>
#include <unistd.h>

#include "view_sample.h"

static struct stage stage;

static int setup(void **state)
{
	(void)state;
	stage_usual(&stage);
	stage.sample.interval = 1500000000;
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	stage_end(&stage);
	return 0;
}

#define test(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
#define assert_shows(view, text) \
	assert_string_equal(stage_show(&stage, (view), 1), (text))

/* What a command says of the bytes; it must succeed. */
static void assert_read_as(const char *text, const char *command, const char *expected)
{
	char path[] = "/tmp/swsched-test-XXXXXX";
	struct buf line = {0}, got = {0};
	int fd = mkstemp(path), c;
	FILE *f;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
	buf_fmt(&line, "LC_ALL=C.UTF-8 %s <%s", command, path);
	f = popen(buf_cstr(&line), "r");
	assert_non_null(f);
	while ((c = getc(f)) != EOF)
		buf_char(&got, (char)c);
	assert_int_equal(pclose(f), 0);
	unlink(path);
	assert_string_equal(buf_cstr(&got), expected);
	buf_free(&line);
	buf_free(&got);
}

#define JQ(e) "jq -jc '" e "'"

static void json(void **state)
{
	const char *text = stage_show(&stage, "json", 2);

	(void)state;
	assert_read_as(text, JQ("[.schema,.program,.domain,.command,(.samples|length)]"),
		"[1,\"swsched\",\"swap\",\"stat\",2]");
	assert_read_as(text, JQ(".samples[1].folio[0]"),
		"{\"name\":\"64K\",\"enabled\":\"always\",\"swpout\":448,\"wait\":0.0082,"
		"\"stored\":64172032,\"share\":0.123457,\"zswap.stored\":0,\"zswap.name\":\"0-7,9\"}");
	assert_read_as(text, JQ(".samples[0].folio[1]|[.name,.swpout,.enabled]"),
		"[\"page\",null,null]");
	assert_read_as(text,
		JQ(".samples[0]|[.host,.interval,.release,.page_size,.mono]"),
		"[{\"swappiness\":60,\"in\":8192},1.5,\"6.18.0\",4096,5000000000]");
	assert_read_as(text,
		JQ(".samples[0]|[.findings,.checks,.faults,has(\"page_size_assumed\")]"),
		"[[],[],[],false]");
	assert_non_null(
		strstr(text, "\"t\":1796058149123456789,")); /* jq would round it */
}

static void json_unknowns(void **state)
{
	(void)state;
	stage.sample.t_real = stage.sample.t_mono = stage.sample.interval = 0;
	stage.sample.release = SPAN_EMPTY;
	stage.sample.assumed = true;
	assert_read_as(stage_show(&stage, "json", 1),
		JQ(".samples[0]|[.t,.mono,.interval,.release,.page_size_assumed]"),
		"[null,null,null,null,true]");
}

static void json_reasons(void **state)
{
	struct buf expected = {0};

	(void)state;
	for (unsigned w = WHY_NONE + 1; w < N_WHY; w++) {
		stage_cell(&stage, 1, SHARE)->why = (uint8_t)w;
		stage.report.reasons = true;
		buf_reset(&expected);
		buf_fmt(&expected, "[{},\"%s\",\"%s\",{}]", why_text(w),
			why_text(WHY_LACKS));
		assert_read_as(stage_show(&stage, "json", 1),
			JQ(".samples[0]|[.folio[0].why,.folio[1].why.share,"
			   ".folio[1].why[\"zswap.name\"],.host.why]"),
			buf_cstr(&expected));
	}
	buf_free(&expected);
}

static void json_verdicts(void **state)
{
	static const struct check sound = {
		"adds-up", "folio", "a == b", "parts make the whole"};
	static const struct verdict_check checks[] = {
		{&sound, SPAN("64K"), CHECK_HOLDS},
		{&sound, SPAN("a\"\n"), CHECK_FAILS},
		{&sound, SPAN(""), CHECK_UNKNOWN},
	};
	static struct fault faults[] = {
		{SPAN("proc/swaps"), 3, -EBADMSG},
		{SPAN("sys/\xff\"\\"), 0, EACCES},
		{SPAN("x"), 0, 9999},
	};

	(void)state;
	stage.report.findings = view_notes;
	stage.report.n_findings = 2;
	stage.report.checks = checks;
	stage.report.n_checks = COUNT_OF(checks);
	stage.sample.faults = faults;
	stage.sample.n_faults = COUNT_OF(faults);
	stage_show(&stage, "json", 1);
	assert_read_as(buf_cstr(&stage.text), JQ(".samples[0].findings[0]"),
		"{\"id\":\"S05\",\"row\":\"64K\",\"says\":\"64K: 150/s of 64K on a\\\\x1b\\\" b (again 64K)\","
		"\"next\":\"give zram0 \\\"more\\\"\",\"weight\":3,"
		"\"numbers\":{\"fallback\":225,\"size\":65536,\"dev\":\"a\\\\x1b\\\" b\"}}");
	assert_null(strstr(strstr(buf_cstr(&stage.text), "\"size\":") + 1,
		"\"size\":")); /* one key once */
	assert_read_as(buf_cstr(&stage.text),
		JQ(".samples[0].checks|map([.name,.row,.state])"),
		"[[\"adds-up\",\"64K\",\"holds\"],[\"adds-up\",\"a\\\"\\\\x0a\",\"fails\"],"
		"[\"adds-up\",\"\",\"unknown\"]]");
	assert_read_as(buf_cstr(&stage.text),
		JQ(".samples[0].faults|map([.path,.line,.error])"),
		"[[\"proc/swaps\",3,\"EBADMSG\"],[\"sys/\\\\xff\\\"\\\\\",0,\"EACCES\"],[\"x\",0,\"EUNKNOWN\"]]");
}

/* A signal may end a run before the first sample, or after any. */
static void json_cut_short(void **state)
{
	static const char *const counts[] = {"0", "1", "2"};

	(void)state;
	for (unsigned n = 0; n < COUNT_OF(counts); n++)
		assert_read_as(
			stage_show(&stage, "json", n), JQ(".samples|length"), counts[n]);
	assert_string_equal(stage_show(&stage, "jsonl", 0), "");
}

static void jsonl(void **state)
{
	const char *text = stage_show(&stage, "jsonl", 3);
	const char *first_end = strchr(text, '\n');

	(void)state;
	assert_non_null(first_end);
	assert_int_equal((first_end - text + 1) * 3, stage.text.n); /* a line a sample */
	assert_read_as(text, JQ("[.schema,.domain,.command,.interval,.folio[0].name]"),
		"[1,\"swap\",\"stat\",1.5,\"64K\"][1,\"swap\",\"stat\",1.5,\"64K\"]"
		"[1,\"swap\",\"stat\",1.5,\"64K\"]");
}

/* A row of each byte, as name and as word; then rows of what is worst together. */
static void hostile(void)
{
	static char bytes[ROWS];
	static const struct span worst[] = {
		SPAN("\x1b[2J\xc2\x9b\xe2\x80\xae"),
		SPAN("\xc3"),
		SPAN("a,b \"c\"\r\n"),
		SPAN("\\\"\\"),
		SPAN("caf\xc3\xa9"),
		SPAN(""),
		SPAN("$(x)`y`"),
		SPAN("nul\0nul"),
	};

	stage_begin(&stage);
	for (unsigned i = 0; i < ROWS; i++) {
		struct span s = {&bytes[i], 1};

		bytes[i] = (char)i;
		if (i >= ROWS - COUNT_OF(worst))
			s = worst[i - (ROWS - COUNT_OF(worst))];
		stage_row(&stage, s, WHY_LACKS);
		*stage_cell(&stage, i, LABEL) = (struct cell){CELL_WORD, .s = s};
	}
}

static void json_hostile(void **state)
{
	(void)state;
	hostile();
	assert_read_as(stage_show(&stage, "json", 1),
		JQ(".samples[0].folio|[length,(map(select(.name!=.[\"zswap.name\"]))|length)]"),
		"[256,0]");
	assert_read_as(buf_cstr(&stage.text),
		JQ(".samples[0].folio|[.[0,34,92,250,251,252,255].name]"),
		"[\"\\\\x00\",\"\\\"\",\"\\\\\",\"a,b \\\"c\\\"\\\\x0d\\\\x0a\",\"\\\\\\\"\\\\\","
		"\"café\",\"nul\\\\x00nul\"]");
}

static void csv(void **state)
{
	(void)state;
	assert_string_equal(stage_show(&stage, "csv", 2),
		"t,mono,interval,name,enabled,swpout,wait,stored,share,zswap.stored,zswap.name\r\n"
		"1796058149123456789,5000000000,1.5,64K,always,448,0.0082,64172032,0.123457,0,\"0-7,9\"\r\n"
		"1796058149123456789,5000000000,1.5,page,,,,,,,\r\n"
		"1796058149123456789,5000000000,1.5,64K,always,448,0.0082,64172032,0.123457,0,\"0-7,9\"\r\n"
		"1796058149123456789,5000000000,1.5,page,,,,,,,\r\n");
	stage.report.headings = false;
	stage.sample.t_real = stage.sample.t_mono = stage.sample.interval = 0;
	stage.picks[FOLIO].n_rows = 1;
	assert_shows("csv", ",,,64K,always,448,0.0082,64172032,0.123457,0,\"0-7,9\"\r\n");
}

static void csv_hostile(void **state)
{
	(void)state;
	hostile();
	assert_read_as(stage_show(&stage, "csv", 1),
		"python3 -c 'import csv, sys\n"
		"sys.stdin.reconfigure(newline=\"\")\n"
		"r = list(csv.DictReader(sys.stdin, strict=True))\n"
		"assert all(len(x) == 11 and x[\"name\"] == x[\"zswap.name\"] for x in r)\n"
		"print(len(r), r[34][\"name\"], r[44][\"name\"], r[250][\"name\"], r[251][\"name\"])'",
		"256 \" , a,b \"c\"\\x0d\\x0a \\\"\\\n");
}

static void raw(void **state)
{
	(void)state;
	stage_cell(&stage, 0, ENABLED)->s = SPAN("a b\\\x1b\xff");
	assert_string_equal(stage_show(&stage, "raw", 2),
		"name enabled swpout wait stored share zswap.stored zswap.name\n"
		"64K a\\x20b\\x5c\\x1b\\xff 448 0.0082 64172032 0.123457 0 0-7,9\n"
		"page - - - - - - -\n"
		"64K a\\x20b\\x5c\\x1b\\xff 448 0.0082 64172032 0.123457 0 0-7,9\n"
		"page - - - - - - -\n");
	stage.report.headings = false;
	stage.picks[FOLIO].n_rows = 0;
	assert_shows("raw", "");
}

static void raw_hostile(void **state)
{
	(void)state;
	hostile();
	assert_read_as(stage_show(&stage, "raw", 1),
		"awk '{ n++; if (NF != 8 || (NR > 1 && $1 != $8) || /[^ -~]/) bad++ } END { print n, bad + 0 }'",
		"257 0\n");
}

static void pairs(void **state)
{
	(void)state;
	assert_shows("pairs",
		"name=\"64K\" enabled=\"always\" swpout=\"448\" wait=\"0.0082\" stored=\"64172032\" "
		"share=\"0.123457\" zswap_stored=\"0\" zswap_name=\"0-7,9\"\n"
		"name=\"page\" enabled=\"\" swpout=\"\" wait=\"\" stored=\"\" share=\"\" "
		"zswap_stored=\"\" zswap_name=\"\"\n");
}

/* A shell that evaluates the lines runs nothing and gets the names back. */
static void pairs_hostile(void **state)
{
	(void)state;
	hostile();
	assert_read_as(stage_show(&stage, "pairs", 1),
		"bash -c 'while read -r l; do eval \"$l\"; [ \"$name\" = \"$zswap_name\" ] || echo differ\n"
		"done; printf \"%s %b %b\" \"$name\" \"$name\" \"$swpout\"' 2>&1",
		"nul\\x5cx00nul nul\\x00nul ");
}

static void nothing_picked(void **state)
{
	static const char *const one_pick[] = {"raw", "pairs", "csv"};

	(void)state;
	stage.report.n_picks = 0;
	for (size_t i = 0; i < COUNT_OF(one_pick); i++)
		assert_shows(one_pick[i], "");
	assert_read_as(
		stage_show(&stage, "json", 1), JQ(".samples[0]|has(\"folio\")"), "false");
	stage.report.n_picks = N_TABLES;
	stage.picks[FOLIO].n_rows = stage.picks[HOST].n_rows = 0;
	stage.report.reasons = true;
	assert_read_as(stage_show(&stage, "json", 1), JQ(".samples[0]|[.folio,.host]"),
		"[[],{}]");
	stage.picks[FOLIO].n_rows = stage.picks[HOST].n_rows = 1;
	stage.picks[FOLIO].n_cols = stage.picks[HOST].n_cols = 0;
	assert_read_as(stage_show(&stage, "json", 1), JQ(".samples[0]|[.folio,.host]"),
		"[[{\"name\":\"64K\",\"why\":{}}],{\"why\":{}}]");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(json),
		test(json_unknowns),
		test(json_reasons),
		test(json_verdicts),
		test(json_cut_short),
		test(jsonl),
		test(json_hostile),
		test(csv),
		test(csv_hostile),
		test(raw),
		test(raw_hostile),
		test(pairs),
		test(pairs_hostile),
		test(nothing_picked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
