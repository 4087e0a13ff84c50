// SPDX-License-Identifier: GPL-2.0-or-later
/* texts.h - tables of texts with the facts they hold, in the notation of facts.h, and what is true of any. */
#pragma once

#include "facts.h"

#define T SPAN

struct sample_text {
	const char *name;
	parse_fn *parse;
	const char *hint;
	struct span text;
	const char *facts;
};

static inline void texts_check(const struct sample_text *texts, size_t n)
{
	for (const struct sample_text *t = texts; t < texts + n; t++) {
		struct facts f;

		facts_read(&f, t->parse, t->hint, t->text);
		if (!span_is(buf_text(&f.out), t->facts))
			fail_msg("%s: got\n%s--- expected\n%s", t->name, buf_cstr(&f.out),
				t->facts);
		facts_free(&f);
	}
}

/* The text's first n bytes alone in memory, so that a step beyond them is seen. */
static inline void read_cut(
	struct facts *f, parse_fn *parse, const char *hint, struct span text, size_t n)
{
	char *alone = malloc(n ? n : 1);

	assert_non_null(alone);
	memcpy(alone, text.p, n);
	facts_read(f, parse, hint, (struct span){alone, n});
	free(alone);
}

/* Every text cut at every byte, and given to every grammar. */
static inline void texts_cut_anywhere(const struct sample_text *texts, size_t n)
{
	struct facts f;

	for (const struct sample_text *t = texts; t < texts + n; t++)
		for (size_t g = 0; g < n_grammars; g++)
			for (size_t k = 0; k <= t->text.n; k++) {
				read_cut(&f, grammars[g].parse, grammars[g].hint, t->text,
					k);
				facts_free(&f);
			}
}

/* Without the line of the cut, which is a fault now. */
static inline struct span facts_before_cut(const struct facts *f)
{
	struct span out = buf_text(&f->out);

	if (f->n_faults && span_ends(out, "\n")) {
		while (out.n && out.p[out.n - 1] != '!')
			out.n--;
		out.n -= out.n > 0;
	}
	return out;
}

/* Rows that are counted from the end of the text have other numbers in a shorter one. */
static inline void put_uncounted(struct buf *b, struct span facts)
{
	while (facts.n) {
		struct span line = span_line(&facts), row = SPAN_EMPTY;

		if (span_starts(line, "["))
			row = span_cut(&line, ']');
		for (size_t i = 0; i < row.n; i++)
			if ((unsigned)row.p[i] - '0' > 9)
				buf_char(b, row.p[i]);
		buf_span(b, line);
		buf_char(b, '\n');
	}
}

/* The facts of a cut text are the first of those of the whole: none is made up by the cut. */
static inline void texts_cut_makes_nothing_up(
	const struct sample_text *texts, size_t n, bool counted)
{
	for (const struct sample_text *t = texts; t < texts + n; t++) {
		struct buf all = {0}, out = {0};

		if (t->parse == parse_scalar || t->parse == parse_choice)
			continue; /* these may lack the newline, so a cut does not show */
		if (counted)
			put_uncounted(&all, span_z(t->facts));
		else
			buf_str(&all, t->facts);
		for (size_t k = 0; k <= t->text.n; k++) {
			struct facts f;

			read_cut(&f, t->parse, t->hint, t->text, k);
			buf_reset(&out);
			if (counted)
				put_uncounted(&out, facts_before_cut(&f));
			else
				buf_span(&out, facts_before_cut(&f));
			if (span_cmp(buf_text(&out),
				    span_sub(buf_text(&all), 0, out.n)) != 0)
				fail_msg(
					"%s: cut at %zu: %s", t->name, k, buf_cstr(&out));
			facts_free(&f);
		}
		buf_free(&all);
		buf_free(&out);
	}
}

/* A captured file; the tests run where the sources are. */
static inline void capture_read(struct buf *b, const char *path)
{
	char full[512], part[4096];
	size_t n;
	FILE *file;

	snprintf(full, sizeof(full), "tests/captures/%s", path);
	file = fopen(full, "re");
	if (!file)
		fail_msg("%s is missing", full);
	buf_reset(b);
	while ((n = fread(part, 1, sizeof(part), file)) > 0)
		buf_put(b, part, n);
	fclose(file);
}
