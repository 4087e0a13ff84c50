// SPDX-License-Identifier: GPL-2.0-or-later
/* screen_test.c - the screen without a terminal: pages, windows, keys. */
#include <locale.h>

#include "screen.h"
#include "view_sample.h"

static const struct shade shades[] = {{"share", NULL, 2}};
static const struct pane panes[] = {
	{"folio", "", .bars = "share", .trend = "swpout", .rises = "swpout",
		.shades = shades},
};
static const struct verb verb = {.name = "top", .panes = panes, .n_panes = 1};

struct scene {
	struct stage stage;
	struct screen screen;
	struct page page;
	struct around around;
};

static const char *const tabs[] = {"swap", "llc", "cifs"};

static void scene_begin(struct scene *s, unsigned rows)
{
	static char names[ROWS][8];

	*s = (struct scene){0};
	stage_usual(&s->stage);
	for (unsigned i = 2; i < rows; i++) {
		snprintf(names[i], sizeof(names[i]), "row%03u", i);
		stage_row(&s->stage, span_z(names[i]), WHY_FIRST);
		*stage_cell(&s->stage, i, OUT) = (struct cell){CELL_U64, .u = i};
	}
	s->stage.sample.delta = true;
	s->stage.sample.interval = 1000000000;
	s->stage.report.n_picks = 1;
	s->stage.report.findings = view_notes;
	s->stage.report.n_findings = COUNT_OF(view_notes);
	s->screen.frame.utf8 = true;
	s->around = (struct around){tabs, 3, 0, SPAN("every 2s"), 5000000000};
	page_begin(&s->page, &view_domain, &verb);
}

static void scene_end(struct scene *s)
{
	page_free(&s->page);
	screen_free(&s->screen);
	stage_end(&s->stage);
}

static void compose(struct scene *s, unsigned w, unsigned h)
{
	screen_compose(&s->screen, &s->page, &s->stage.report, &s->around, w, h);
}

/* A line of the frame as text, what is above ASCII as '#'. */
static const char *line(struct scene *s, unsigned y)
{
	static char text[512];
	const struct frame *f = &s->screen.frame;
	unsigned n = 0;

	for (unsigned x = 0; y < f->h && x < f->w && n + 1 < sizeof(text); x++) {
		uint32_t c = f->at[y * f->w + x].ch;

		text[n++] = (char)(c < 0x80 ? c : '#');
	}
	while (n && text[n - 1] == ' ')
		n--;
	text[n] = '\0';
	return text;
}

static int line_with(struct scene *s, const char *what)
{
	for (unsigned y = 0; y < s->screen.frame.h; y++)
		if (strstr(line(s, y), what))
			return (int)y;
	return -1;
}

/* ---- pages ---- */

static void stays_in_sight(void **state)
{
	struct scene s;

	(void)state;
	scene_begin(&s, 100);
	compose(&s, 120, 24);
	assert_string_equal(line(&s, 0), " 1 swap  2 llc  3 cifs  every 2s");
	assert_int_equal(line_with(&s, "B S05"), 2);
	assert_true(line_with(&s, "64K     always") > 0);
	for (unsigned i = 0; i < 60; i++)
		screen_key(&s.screen, &s.page, KEY_IS_DOWN);
	compose(&s, 120, 24);
	assert_int_equal(line_with(&s, "B S05"), 2);
	assert_true(line_with(&s, "FOLIO") > 0);
	assert_true(line_with(&s, "row060") > 0);
	assert_int_equal(line_with(&s, "64K     always"), -1);
	screen_key(&s.screen, &s.page, 'G');
	compose(&s, 120, 24);
	assert_int_equal(line_with(&s, "row099"), 21);
	screen_key(&s.screen, &s.page, 'g');
	compose(&s, 120, 24);
	assert_true(line_with(&s, "64K     always") > 0);
	scene_end(&s);
}

/* Rows come, go and change places; the cursor is on what it was on. */
static void cursor_follows(void **state)
{
	struct scene s;
	struct cursor c;

	(void)state;
	scene_begin(&s, 20);
	compose(&s, 100, 40);
	for (unsigned i = 0; i < 5; i++)
		screen_key(&s.screen, &s.page, 'j');
	assert_true(page_cursor(&s.page, &s.stage.report, &c));
	assert_true(span_is(c.name, "row005"));
	s.stage.order[5] = 9;
	s.stage.order[9] = 5;
	compose(&s, 100, 40);
	assert_true(page_cursor(&s.page, &s.screen.shown, &c));
	assert_true(span_is(c.name, "row005"));
	assert_int_equal(c.row, 9);
	/* Gone: what stands in its place. */
	s.stage.order[9] = 19;
	compose(&s, 100, 40);
	assert_true(page_cursor(&s.page, &s.screen.shown, &c));
	assert_int_equal(c.row, 9);
	s.stage.picks[FOLIO].n_rows = 3;
	compose(&s, 100, 40);
	assert_true(page_cursor(&s.page, &s.screen.shown, &c));
	assert_int_equal(c.row, 2);
	s.stage.picks[FOLIO].n_rows = 0;
	compose(&s, 100, 40);
	assert_false(page_cursor(&s.page, &s.screen.shown, &c));
	assert_true(line_with(&s, "nothing to show here") > 0);
	scene_end(&s);
}

static void columns_scroll(void **state)
{
	struct scene s;

	(void)state;
	scene_begin(&s, 3);
	compose(&s, 40, 20);
	assert_true(line_with(&s, "ENABLED") > 0);
	assert_int_equal(line_with(&s, "LABEL"), -1);
	for (unsigned i = 0; i < 9; i++)
		screen_key(&s.screen, &s.page, KEY_IS_RIGHT);
	compose(&s, 40, 20);
	assert_true(line_with(&s, "LABEL") > 0);
	assert_int_equal(line_with(&s, "ENABLED"), -1);
	assert_true(line_with(&s, "64K") > 0);
	scene_end(&s);
}

/* Whether a word is one of those of a text. */
static bool among(struct span word, const char *words)
{
	struct span rest = span_z(words), w;

	while ((w = span_word(&rest)).n)
		if (span_eq(w, word))
			return true;
	return false;
}

/* A number without its end is another number: at any width, wherever the cursor is. */
static void numbers_are_whole(void **state)
{
	struct scene s;
	char all[512];

	(void)state;
	scene_begin(&s, 4);
	compose(&s, 300, 20);
	snprintf(all, sizeof(all), "%s", line(&s, (unsigned)line_with(&s, "row003")));
	for (unsigned w = 30; w < 130; w++) {
		s.page.col = 0;
		for (unsigned i = 0; i < 12; i++) {
			struct span rest, word;
			int at;

			compose(&s, w, 20);
			at = line_with(&s, "row003");
			assert_true(at > 0);
			rest = span_z(line(&s, (unsigned)at));
			while ((word = span_word(&rest)).n)
				if (*word.p >= '0' && *word.p <= '9' && !among(word, all))
					fail_msg("%u wide: %.*s in '%s', not '%s'", w,
						(int)word.n, word.p,
						line(&s, (unsigned)at), all);
			screen_key(&s.screen, &s.page, KEY_IS_RIGHT);
		}
	}
	scene_end(&s);
}

/* That there is more is seen: columns by marks, rows by the number of the one under the cursor. */
static void more_is_seen(void **state)
{
	struct scene s;

	(void)state;
	scene_begin(&s, 30);
	compose(&s, 40, 20);
	assert_int_equal(line(&s, (unsigned)line_with(&s, "ENABLED"))[39], '>');
	assert_int_equal(line_with(&s, "1/30 folio "), 18);
	screen_key(&s.screen, &s.page, 'G');
	for (unsigned i = 0; i < 9; i++)
		screen_key(&s.screen, &s.page, KEY_IS_RIGHT);
	compose(&s, 40, 20);
	assert_int_equal(line(&s, (unsigned)line_with(&s, "LABEL"))[0], '<');
	assert_int_equal(line_with(&s, ">"), -1);
	assert_int_equal(line_with(&s, "30/30 folio "), 18);
	compose(&s, 300, 60);
	assert_int_equal(line_with(&s, "30/30"), -1);
	assert_int_equal(line_with(&s, ">"), -1);
	scene_end(&s);
}

static void bars_and_peaks(void **state)
{
	struct scene s;
	int y;

	(void)state;
	scene_begin(&s, 3);
	screen_learn(&s.screen, &s.stage.report, s.around.now);
	stage_cell(&s.stage, 0, OUT)->u = 500;
	screen_learn(&s.screen, &s.stage.report, s.around.now + 1000000000);
	compose(&s, 160, 20);
	y = line_with(&s, "64K     always");
	assert_non_null(strstr(line(&s, (unsigned)y), "[||"));
	assert_non_null(strstr(line(&s, (unsigned)y), " 500"));
	assert_int_equal(*line(&s, (unsigned)y), 'R');
	assert_true(line_with(&s, "OUT/s 2min") > 0);
	/* Where there is less room, without. */
	compose(&s, 80, 20);
	assert_int_equal(line_with(&s, "[||"), -1);
	scene_end(&s);
}

static void texts_are_found(void **state)
{
	struct scene s;

	(void)state;
	scene_begin(&s, 50);
	compose(&s, 100, 40);
	for (const char *z = "/ROW03\r"; *z; z++)
		if (screen_key(&s.screen, &s.page,
			    *z == '\r' ? KEY_IS_ENTER : (uint32_t)*z) == WISH_FILTER) {
			buf_reset(&s.page.find);
			buf_span(&s.page.find, buf_text(&s.screen.answer));
		}
	compose(&s, 100, 40);
	assert_int_equal(s.screen.shown.picks[0].n_rows, 10);
	assert_true(line_with(&s, "row035") > 0);
	assert_int_equal(line_with(&s, "row040"), -1);
	scene_end(&s);
}

/* Whatever a name holds, each glyph of the frame is a character that can be shown. */
static void names_are_hostile(void **state)
{
	struct scene s;
	static char names[ROWS][24];
	uint32_t seed = 1;

	(void)state;
	scene_begin(&s, 2);
	for (unsigned i = 0; i < 200; i++) {
		for (unsigned k = 0; k < sizeof(names[i]); k++)
			names[i][k] = (char)((seed = seed * 1664525 + 1013904223) >> 24);
		stage_row(&s.stage, (struct span){names[i], sizeof(names[i])}, WHY_FIRST);
	}
	for (unsigned turn = 0; turn < 2; turn++) {
		s.screen.frame.utf8 = turn;
		compose(&s, 200, 230);
		for (unsigned i = 0; i < 200 * 230; i++) {
			uint32_t c = s.screen.frame.at[i].ch;

			if ((c && c < 0x20) || (c > 0x7e && c < 0xa0) ||
				(c > 0x2027 && c < 0x202f) || (!turn && c > 0x7f))
				fail_msg("glyph %x at %u", c, i);
		}
	}
	scene_end(&s);
}

/* Any key on any size: a sanitizer watches. */
static void keys_at_random(void **state)
{
	static const char chars[] = "\tqrgGjkl sfch?/d w19a\r\x1bxyz(";
	struct scene s;
	uint32_t seed = 7;

	(void)state;
	scene_begin(&s, 60);
	for (unsigned i = 0; i < 4000; i++) {
		uint32_t key, r = (seed = seed * 1664525 + 1013904223) >> 8;
		enum wish w;

		key = r % 3 ? KEY_IS_NONE + r / 3 % (KEY_IS_RESIZE - KEY_IS_NONE + 1)
			    : (uint32_t)chars[r / 3 % (sizeof(chars) - 1)];
		w = screen_key(&s.screen, &s.page, key);
		if (w == WISH_ENTER) {
			s.page.of = &panes[0];
			s.page.about = i % 2 ? &folio_fields[i % 5] : NULL;
			buf_reset(&s.page.of_row);
			buf_str(&s.page.of_row, "64K");
		} else if (w == WISH_LEAVE)
			s.page.of = NULL;
		else if (w == WISH_CAPTURE)
			screen_ask(&s.screen, WISH_CAPTURE_TO, "where", SPAN("there"));
		s.stage.picks[FOLIO].n_rows = r % 50 ? r % 62 : 0;
		if (r % 40 == 0)
			compose(&s, 500, 200);
		else
			compose(&s, r / 7 % 90, r / 11 % 30);
	}
	scene_end(&s);
}

static void what_it_means(void **state)
{
	struct scene s;

	(void)state;
	scene_begin(&s, 3);
	s.page.of = &panes[0];
	s.page.about = &folio_fields[3];
	buf_str(&s.page.of_row, "64K");
	compose(&s, 100, 40);
	assert_int_equal(line_with(&s, "folio 64K, STORED: held"), 1);
	assert_true(line_with(&s, "file    /f, there \"s\"") > 0);
	assert_true(line_with(&s, "name    folio.stored, a state, in bytes") > 0);
	assert_true(line_with(&s, "ZSTORED") > 0);
	scene_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(stays_in_sight),
		cmocka_unit_test(cursor_follows),
		cmocka_unit_test(columns_scroll),
		cmocka_unit_test(numbers_are_whole),
		cmocka_unit_test(more_is_seen),
		cmocka_unit_test(bars_and_peaks),
		cmocka_unit_test(texts_are_found),
		cmocka_unit_test(names_are_hostile),
		cmocka_unit_test(keys_at_random),
		cmocka_unit_test(what_it_means),
	};

	setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
