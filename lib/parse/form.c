// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * form.c - a line of prose with values in it, described by a form.
 *
 * The form "# session # share reconnects" reads the two numbers of
 *	9 session 12 share reconnects
 */
#include "parse.h"

/* How far the form and the text were read. */
struct walk {
	const char *form;
	struct span text;
	unsigned n; /* holes so far */
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool is_hole(char c)
{
	return c == '#' || c == '%' || c == '~';
}

/* Whether the words end here. */
static bool is_end(char c)
{
	return !c || is_hole(c) || c == '[' || c == ']';
}

/* The words at the start of a form, up to its next hole or bracket. */
static size_t words_length(const char *form)
{
	size_t n = 0;

	while (!is_end(form[n]))
		n++;
	return n;
}

static void step(struct walk *w, size_t n)
{
	w->text = span_sub(w->text, n, w->text.n);
}

static bool read_words(struct walk *w)
{
	const char *f = w->form, *p = w->text.p, *end = p + w->text.n;

	while (!is_end(*f)) {
		if (p == end)
			return false;
		if (*f != ' ') {
			if (*f++ != *p++)
				return false;
			continue;
		}
		if (!is_blank(*p++))
			return false;
		while (*f == ' ')
			f++;
		while (*f != '~' && p < end &&
			is_blank(*p)) /* text may be empty, and a blank follow */
			p++;
	}
	w->form = f;
	w->text = (struct span){p, (size_t)(end - p)};
	return true;
}

static size_t number_length(struct span s)
{
	size_t minus = s.n && s.p[0] == '-', n = minus;

	while (n < s.n && (unsigned)s.p[n] - '0' <= 9)
		n++;
	return n > minus ? n : 0;
}

static size_t word_length(struct span s)
{
	size_t n = 0;

	while (n < s.n && !is_blank(s.p[n]))
		n++;
	return span_clean(span_sub(s, 0, n)) ? n : 0;
}

/* Up to the last place where these words stand; to the end if there are none. */
static bool text_length(struct span s, const char *words, size_t *ret_length)
{
	size_t n = words_length(words);

	if (!n) {
		*ret_length = s.n;
		return true;
	}
	for (size_t at = s.n; at-- > 0;)
		if (s.n - at >= n && !memcmp(s.p + at, words, n)) {
			*ret_length = at;
			return true;
		}
	return false;
}

static bool read_hole(struct walk *w, struct span *ret_value)
{
	char kind = *w->form++;
	size_t n;

	if (kind == '~') {
		if (!text_length(w->text, w->form, &n))
			return false;
	} else {
		n = kind == '#' ? number_length(w->text) : word_length(w->text);
		if (!n)
			return false;
	}
	*ret_value = span_sub(w->text, 0, n);
	step(w, n);
	return true;
}

/* Most lines are told from most forms by their first byte. */
static bool may_be(const char *form, struct span line)
{
	if (!line.n)
		return false;
	if (*form == '#')
		return number_length(span_sub(line, 0, 2)) > 0;
	return is_hole(*form) || *form == line.p[0];
}

bool form_read(const struct form *f, struct span line, struct form_values *ret_values)
{
	struct walk w = {.form = f->text, .text = line}, before = {0};
	struct form_values v = {0};

	if (!may_be(f->text, line))
		return false;
	while (*w.form) {
		bool ok;

		if (*w.form == '[') {
			before = w;
			w.form++;
			continue;
		}
		if (*w.form == ']') {
			before.form = NULL;
			w.form++;
			continue;
		}
		ok = is_hole(*w.form) ? read_hole(&w, &v.at[w.n++]) : read_words(&w);
		if (ok)
			continue;
		if (!before.form)
			return false;
		for (w = before; *w.form != ']'; w.form++)
			if (is_hole(*w.form))
				v.at[w.n++] = (struct span){0};
	}
	if (f->flags ? w.text.n && !is_blank(w.text.p[0]) : w.text.n != 0)
		return false;
	v.rest = w.text;
	*ret_values = v;
	return true;
}

bool form_begins(const struct form *f, struct span line)
{
	size_t n = may_be(f->text, line) ? words_length(f->text) : 0;

	return n && line.n >= n && !memcmp(line.p, f->text, n);
}

/*
 * Whether the word stands in the text, alone or with something in parentheses behind it. One word got
 * another first letter: Encrypted, later encrypted.
 */
static bool has_word(struct span s, const char *word)
{
	size_t n = strlen(word);

	for (size_t at = 1; at + n <= s.n; at++)
		if (is_blank(s.p[at - 1]) && (s.p[at] | 0x20) == (*word | 0x20) &&
			!memcmp(s.p + at + 1, word + 1, n - 1) &&
			(at + n == s.n || is_blank(s.p[at + n]) || s.p[at + n] == '('))
			return true;
	return false;
}

void form_facts(const struct form *f, const struct form_values *v, struct fact at,
	const struct sink *sink)
{
	for (unsigned i = 0; i < FORM_HOLES; i++)
		if (f->keys[i] && v->at[i].p)
			sink_row(sink, &at, span_z(f->keys[i]), span_trim(v->at[i]));
	for (const struct flag *g = f->flags; g && g->word; g++)
		sink_row(sink, &at, span_z(g->key),
			has_word(v->rest, g->word) ? SPAN("1") : SPAN("0"));
}
