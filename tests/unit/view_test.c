// SPDX-License-Identifier: GPL-2.0-or-later
/* view_test.c - what people read: the table and plain views, byte for byte. */
#include <locale.h>

#include "view_sample.h"

static struct stage stage;

static int setup(void **state)
{
	(void)state;
	setenv("TZ", "UTC0", 1);
	stage_usual(&stage);
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
#define assert_holds(view, text) \
	assert_non_null(strstr(stage_show(&stage, (view), 1), (text)))
#define assert_lacks(view, text) \
	assert_null(strstr(stage_show(&stage, (view), 1), (text)))

static struct phrase used[] = {
	{SPAN("USED "), SPAN("x"), {CELL_U64, .u = 123456789}, UNIT_BYTE}};
static const struct note used_note = {NULL, SPAN(""), used, 1};

/* Words go with the number said last, as it is said; a word between is no number. */
static void one_or_many(void **state)
{
	static const struct {
		struct cell c;
		bool rate;
		const char *text;
	} said[] = {
		{{CELL_U64, .u = 0}, false, "of 0 are down at x, 0 folios"},
		{{CELL_U64, .u = 1}, false, "of 1 is down at x, 1 folio"},
		{{CELL_REAL, .d = 1}, false, "of 1 is down at x, 1 folio"},
		{{CELL_U64, .u = 2}, false, "of 2 are down at x, 2 folios"},
		{{CELL_U64, .u = 11}, false, "of 11 are down at x, 11 folios"},
		{{CELL_U64, .u = 2}, true, "of 1/s is down at x, 1/s folio"},
		{{CELL_ABSENT}, false, "of - are down at x, - folios"},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(said); i++) {
		struct phrase phrases[] = {
			{SPAN("of "), SPAN("n"), said[i].c, UNIT_ONE, said[i].rate},
			{SPAN(" [is|are] down at "), SPAN("w"),
				{CELL_WORD, .s = SPAN("x")}, UNIT_WORD},
			{SPAN(", "), SPAN("n"), said[i].c, UNIT_ONE, said[i].rate},
			{SPAN(" folio[|s]"), SPAN_EMPTY},
		};
		const struct note note = {NULL, SPAN(""), phrases, COUNT_OF(phrases)};
		struct buf out = {0};
		note_text(&out, &note, 2000000000, true);
		assert_string_equal(buf_cstr(&out), said[i].text);
		buf_free(&out);
	}
}

static void totals(void **state)
{
	(void)state;
	assert_shows("table",
		"since boot\n"
		"\n"
		"  FOLIO  ENABLED  OUT   WAIT  STORED  SHARE%  ZSTORED  LABEL\n"
		"  64K    always   448  8.2ms   61.2M    12.3        0  0-7,9\n"
		"  page   -          -      -       -       -        -  -\n"
		"\n"
		"  SWAPPINESS  60\n"
		"  IN          8K bytes\n");
}

static void rates(void **state)
{
	(void)state;
	stage.sample.interval = 2004999999;
	stage.sample.delta = true;
	stage.picks[FOLIO].n_hidden = 8;
	stage.report.head = stage.report.foot = &used_note;
	stage.report.n_head = stage.report.n_foot = 1;
	assert_shows("table",
		"+2.00s  USED 118M\n"
		"\n"
		"  FOLIO  ENABLED  OUT/s  WAIT/s  STORED  SHARE%  ZSTORED  LABEL\n"
		"  64K    always     223   4.1ms   61.2M    12.3        0  0-7,9\n"
		"  page   -            -       -       -       -        -  -\n"
		"  8 idle folio rows not shown (--all)\n"
		"\n"
		"  SWAPPINESS  60\n"
		"  IN/s        4K bytes\n"
		"\n"
		"USED 118M\n");
}

static void exact(void **state)
{
	(void)state;
	stage.report.human = false;
	stage.report.headings = false;
	stage.sample.delta = true; /* differences, but nobody knows over what time */
	assert_shows("table",
		"over an unknown time\n"
		"\n"
		"  64K    always   448  0.0082  64172032  12.3457        0  0-7,9\n"
		"  page   -          -       -         -        -        -  -\n"
		"\n"
		"  SWAPPINESS  60\n"
		"  IN          8192\n");
}

/* Without counters nothing says what time they span, and nothing begins with an empty line. */
static void settings_alone(void **state)
{
	static const unsigned cols[] = {SWAPPINESS};

	(void)state;
	stage.report.n_picks = 1;
	stage.picks[0] = (struct pick){HOST, cols, 1, stage.order, 1};
	assert_shows("table", "  SWAPPINESS  60\n");
	stage.report.stamp = true;
	assert_shows("table", "2026-11-30T17:02:29+00:00\n\n  SWAPPINESS  60\n");
	stage.sample.t_real = 0;
	assert_shows("table", "  SWAPPINESS  60\n");
}

static void findings(void **state)
{
	(void)state;
	stage.report.findings = view_notes;
	stage.report.n_findings = 5;
	assert_holds("table",
		"! S05 64K: 225 of 64K on a\\x1b\" b (again 64K); give zram0 \"more\"\n"
		"! S05 64K: 225; give zram0 \"more\"\n"
		"! S05 64K: 225; give zram0 \"more\"\n"
		"... 2 more findings (--all)\n\n");
	stage.report.n_findings = 4;
	assert_holds("table", "... 1 more finding (--all)\n");
	stage.report.n_findings = 3;
	assert_lacks("table", "--all");
	stage.report.n_findings = 5;
	stage.report.all = true;
	assert_lacks("table", "--all");
}

static void colour(void **state)
{
	(void)state;
	stage.report.findings = view_notes;
	stage.report.n_findings = 1;
	assert_lacks("table", "\033");
	stage.report.color = true;
	assert_holds("table", "\033[1msince boot\033[0m\n\033[1;31m! S05 ");
	assert_holds("table",
		"  \033[1mFOLIO  ENABLED  OUT   WAIT  STORED  SHARE%  ZSTORED  LABEL\033[0m\n");
	assert_lacks("plain", "\033");
}

static void run_of_samples(void **state)
{
	const char *text = stage_show(&stage, "table", 3);
	unsigned n = 0;

	(void)state;
	for (; (text = strstr(text, "since boot\n\n")); text++)
		n++;
	assert_int_equal(n, 3);
	assert_non_null(strstr(buf_cstr(&stage.text), "bytes\n\nsince boot\n"));
}

static void reasons(void **state)
{
	struct buf expected = {0};

	(void)state;
	stage_end(&stage);
	stage_begin(&stage);
	for (unsigned w = WHY_NONE + 1; w < N_WHY; w++) {
		stage_row(&stage, SPAN("a"), w);
		stage_row(&stage, SPAN("b"), w);
	}
	stage.report.reasons = true;
	for (unsigned w = WHY_NONE + 1; w < N_WHY; w++)
		buf_fmt(&expected, "  STORED: %s\n", why_text(w));
	buf_str(&expected, "  SHARE%: ");
	assert_holds("table", buf_cstr(&expected));
	for (unsigned w = WHY_NONE + 1; w < N_WHY; w++) {
		buf_reset(&expected);
		buf_fmt(&expected, "folio b zswap.name - (%s)\n", why_text(w));
		assert_holds("plain", buf_cstr(&expected));
	}
	buf_free(&expected);
}

static void empty(void **state)
{
	(void)state;
	stage.report.n_picks = 1;
	stage.picks[FOLIO].n_rows = 0;
	assert_shows("table", "since boot\n");
	assert_shows("plain", "since boot\n");
	stage.picks[FOLIO].n_hidden = 1;
	assert_shows("table", "since boot\n\n  1 idle folio row not shown (--all)\n");
	stage.report.n_picks = 0;
	assert_shows("table", "");
	assert_shows("plain", "");
}

static void plain(void **state)
{
	(void)state;
	stage.sample.interval = 2000000000;
	assert_shows("plain", "+2.00s\n"
			      "folio 64K enabled always\n"
			      "folio 64K swpout 224 folios/s\n"
			      "folio 64K wait 4.1ms /s\n"
			      "folio 64K stored 61.2M bytes\n"
			      "folio 64K share 12.3 percent\n"
			      "folio 64K zswap.stored 0 bytes\n"
			      "folio 64K zswap.name 0-7,9\n"
			      "folio page enabled -\n"
			      "folio page swpout -\n"
			      "folio page wait -\n"
			      "folio page stored -\n"
			      "folio page share -\n"
			      "folio page zswap.stored -\n"
			      "folio page zswap.name -\n"
			      "host swappiness 60\n"
			      "host in 4K bytes/s\n");
}

/* A name of each byte: text stays text, and one word a cell. */
static void hostile_names(void **state)
{
	static const char *const views_of_text[] = {"table", "plain"};
	static char bytes[ROWS];

	(void)state;
	stage_end(&stage);
	stage_begin(&stage);
	for (unsigned i = 0; i < ROWS; i++) {
		bytes[i] = (char)i;
		stage_row(&stage, (struct span){&bytes[i], 1}, WHY_LACKS);
		*stage_cell(&stage, i, ENABLED) =
			(struct cell){CELL_WORD, .s = {&bytes[i], 1}};
	}
	for (size_t v = 0; v < COUNT_OF(views_of_text); v++) {
		const char *text = stage_show(&stage, views_of_text[v], 1);

		for (; *text; text++)
			assert_true(*text == '\n' || (*text >= ' ' && *text <= '~'));
	}
	assert_holds("table", "  \\x1b   \\x1b     ");
	assert_holds("table", "  \\x20   \\x20     ");
	assert_holds("plain", "folio \\x0a enabled \\x0a\n");
}

static void hostile_words(void **state)
{
	(void)state;
	stage.rows[0].name = SPAN("caf\xc3\xa9 \xe2\x80\xae\xc2\x9bx\xff");
	stage_cell(&stage, 0, ENABLED)->s = SPAN(" a  b ");
	stage_cell(&stage, 0, LABEL)->s = SPAN("");
	setlocale(LC_CTYPE, "C.UTF-8");
	assert_holds("table",
		"  caf\xc3\xa9\\x20\\xe2\\x80\\xae\\xc2\\x9bx\\xff  \\x20a\\x20\\x20b\\x20");
	setlocale(LC_CTYPE, "C");
	assert_holds("table",
		"  caf\\xc3\\xa9\\x20\\xe2\\x80\\xae\\xc2\\x9bx\\xff  \\x20a\\x20\\x20b\\x20");
	assert_holds("plain", " zswap.name -\n");
}

/* A long name makes a wide table; no terminal cuts or wraps it. */
static void wide(void **state)
{
	static char name[5000];
	size_t n = 0;

	(void)state;
	memset(name, 'w', sizeof(name));
	stage.rows[1].name = (struct span){name, sizeof(name)};
	setenv("COLUMNS", "40", 1);
	for (const char *p = stage_show(&stage, "table", 1); *p; p++)
		n += *p == 'w';
	assert_int_equal(n, sizeof(name) + 1); /* the "w" of "always" */
	unsetenv("COLUMNS");
}

static void list_of_views(void **state)
{
	(void)state;
	for (size_t i = 0; i < n_views; i++) {
		assert_ptr_equal(view_find(views[i].name), &views[i]);
		assert_true(strlen(views[i].brief) > 0);
	}
	assert_null(view_find("xml"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(one_or_many),
		test(totals),
		test(rates),
		test(exact),
		test(settings_alone),
		test(findings),
		test(colour),
		test(run_of_samples),
		test(reasons),
		test(empty),
		test(plain),
		test(hostile_names),
		test(hostile_words),
		test(wide),
		test(list_of_views),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
