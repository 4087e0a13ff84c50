// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sched_damage_test.c - real /proc/schedstat texts, damaged in every place: cut at each byte, and in each line a
 * field too many or too few. The damaged line is a fault by its number; of all others the same is said as before.
 */
#include "texts.h"

enum { LINES_MOST = 64 };

/* What each line of a whole text says; a domain line's facts have its CPU's number in them. */
struct whole {
	struct buf text, expected;
	struct span line[LINES_MOST]; /* with its newline */
	struct buf facts[LINES_MOST];
	unsigned n;
};

static const char *const captures[] = {
	"6.1.192-sched-llc4/t1/proc/schedstat", /* version 15 */
	"6.12.117-sched-llc4/t1/proc/schedstat", /* 16 */
	"7.3.4-sched-llc4/t1/proc/schedstat", /* 17 */
};

/* Of the text up to each line's end, what is more than up to the line's start. */
static void whole_read(struct whole *w, const char *path)
{
	struct span rest;
	size_t said = 0;

	*w = (struct whole){0};
	capture_read(&w->text, path);
	rest = buf_text(&w->text);
	while (rest.n) {
		const char *from = rest.p;
		struct facts f;

		assert_true(w->n < LINES_MOST);
		span_line(&rest);
		w->line[w->n] = (struct span){from, (size_t)(rest.p - from)};
		facts_read(&f, parse_schedstat, NULL,
			span_sub(buf_text(&w->text), 0, w->text.n - rest.n));
		assert_int_equal(f.n_faults, 0);
		buf_span(&w->facts[w->n],
			span_sub(buf_text(&f.out), said, f.out.n - said));
		said = f.out.n;
		w->n++;
		facts_free(&f);
	}
}

static void whole_free(struct whole *w)
{
	for (unsigned i = 0; i < w->n; i++)
		buf_free(&w->facts[i]);
	buf_free(&w->text);
	buf_free(&w->expected);
}

/* All lines speak as before but for these from `from` on, which are faults. */
static void expect(struct whole *w, unsigned lines, unsigned from, unsigned n_faults)
{
	buf_reset(&w->expected);
	for (unsigned i = 0; i < lines; i++)
		if (i >= from && i < from + n_faults)
			buf_fmt(&w->expected, "!%u\n", i + 1);
		else
			buf_span(&w->expected, buf_text(&w->facts[i]));
}

static void assert_read(struct whole *w, struct span text, const char *what, unsigned at)
{
	struct facts f;

	facts_read(&f, parse_schedstat, NULL, text);
	if (!span_eq(buf_text(&f.out), buf_text(&w->expected)))
		fail_msg("%s %u: got\n%s--- expected\n%s", what, at, buf_cstr(&f.out),
			buf_cstr(&w->expected));
	facts_free(&f);
}

static void cut_at_each_byte(void **state)
{
	(void)state;
	for (size_t c = 0; c < COUNT_OF(captures); c++) {
		struct whole w;
		size_t at = 0;

		whole_read(&w, captures[c]);
		for (unsigned i = 0; i < w.n; at += w.line[i++].n)
			for (size_t k = 0; k < w.line[i].n; k++) {
				/* a line without its end may be short of digits, so it says nothing */
				expect(&w, i + (k > 0), i, 1);
				assert_read(&w, span_sub(buf_text(&w.text), 0, at + k),
					captures[c], (unsigned)(at + k));
			}
		whole_free(&w);
	}
}

/* How many lines nobody can tell the CPU of, when this one is not to be read. */
static unsigned lost_with(const struct whole *w, unsigned line, unsigned field)
{
	unsigned n = 1;

	/* Only its label says which CPU it is. */
	if (field || !span_starts(w->line[line], "cpu"))
		return span_starts(w->line[line], "domain0") && !field ? 2 : 1;
	while (line + n < w->n && span_starts(w->line[line + n], "domain"))
		n++;
	return n;
}

/* The text with one field of this line left out, or one more put in front of it. */
static void put_damaged(
	struct buf *out, const struct whole *w, unsigned line, unsigned field, bool more)
{
	struct span rest = w->line[line], word;

	buf_reset(out);
	for (unsigned i = 0; i < line; i++)
		buf_span(out, w->line[i]);
	for (unsigned k = 0; (word = span_word(&rest)).n; k++) {
		if (k == field && more)
			buf_str(out, "7 ");
		if (k == field && !more)
			continue;
		buf_span(out, word);
		buf_char(out, ' ');
	}
	buf_char(out, '\n');
	for (unsigned i = line + 1; i < w->n; i++)
		buf_span(out, w->line[i]);
}

static unsigned count_words(struct span line)
{
	unsigned n = 0;

	while (span_word(&line).n)
		n++;
	return n;
}

static void a_field_more_or_less(void **state)
{
	(void)state;
	for (size_t c = 0; c < COUNT_OF(captures); c++) {
		struct buf text = {0};
		struct whole w;

		whole_read(&w, captures[c]);
		assert_int_equal(w.n, 2 + 8 * 3);
		/* the first line is the version, by which all others are read */
		for (unsigned i = 1; i < w.n; i++)
			for (unsigned k = 0; k < count_words(w.line[i]); k++)
				for (int more = 0; more < 2; more++) {
					put_damaged(&text, &w, i, k, more);
					expect(&w, w.n, i, lost_with(&w, i, k));
					assert_read(
						&w, buf_text(&text), captures[c], i + 1);
				}
		buf_free(&text);
		whole_free(&w);
	}
}

/* Without a version nothing is read, and each line says so. */
static void no_version(void **state)
{
	static const char *const wrong[] = {
		"version\n", "version 17 17\n", "version 99\n", "17\n", "7 version 17\n"};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(wrong); i++) {
		struct buf text = {0};
		struct whole w;
		struct facts f;

		whole_read(&w, captures[2]);
		buf_str(&text, wrong[i]);
		for (unsigned k = 1; k < w.n; k++)
			buf_span(&text, w.line[k]);
		facts_read(&f, parse_schedstat, NULL, buf_text(&text));
		assert_int_equal(f.n_faults, w.n - 1); /* but the timestamp */
		facts_free(&f);
		buf_free(&text);
		whole_free(&w);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(cut_at_each_byte),
		cmocka_unit_test(a_field_more_or_less),
		cmocka_unit_test(no_version),
	};

	return cmocka_run_group_tests_name("sched_damage", tests, NULL, NULL);
}
