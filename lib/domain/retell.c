// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * retell.c - of a text that has changed, what it says differently is put into the sample that it made.
 *
 * The old text is parsed beside the new one. Only where both state the same facts, in the same order, may the values
 * be put; a fact more or less, or a fault, and the sample is taken in full. Where each line speaks for itself, lines
 * that are equal are not parsed.
 */
#include "domain.h"

enum { MOST_TOLD = 128, KEYS_ROOM = 2048 };

/* The facts of the old text. Keys are copied, for a parser may make them. */
struct told {
	struct fact at[MOST_TOLD];
	unsigned n, next;
	size_t n_keys;
	char keys[KEYS_ROOM];
	bool differs;
	struct taking *t;
};

static void old_fact(void *ctx, const struct fact *f)
{
	struct told *told = ctx;
	if (told->n == MOST_TOLD || told->n_keys + f->key.n > KEYS_ROOM) {
		told->differs = true; /* more than is looked at */
		return;
	}
	struct fact *to = &told->at[told->n++];
	*to = *f;
	to->key.p = told->keys + told->n_keys;
	memcpy(told->keys + told->n_keys, f->key.p, f->key.n);
	told->n_keys += f->key.n;
}

static bool part_eq(struct part a, struct part b)
{
	return a.name.p && b.name.p ? span_eq(a.name, b.name)
				    : a.name.p == b.name.p && a.ordinal == b.ordinal;
}

static bool is_same(const struct fact *a, const struct fact *b)
{
	if (a->n_row != b->n_row || a->escaped != b->escaped || !span_eq(a->key, b->key))
		return false;
	for (unsigned i = 0; i < a->n_row; i++)
		if (!part_eq(a->row[i], b->row[i]))
			return false;
	return true;
}

static void new_fact(void *ctx, const struct fact *f)
{
	struct told *told = ctx;
	struct taking *t = told->t;
	const struct fact *old = &told->at[told->next];
	if (told->differs || told->next++ == told->n || !is_same(old, f)) {
		told->differs = true;
		return;
	}
	if (span_eq(old->value, f->value))
		return;
	if (taking_tells_hz(t, f) ||
		!sample_again(t->s, t->src, taking_row(t, f), t->key.n ? t->key : f->key,
			taking_value(t, f)))
		told->differs = true;
}

static void on_fault(void *ctx, unsigned line, int err)
{
	struct told *told = ctx;
	(void)line;
	(void)err;
	told->differs = true;
}

/* A text, or a part of it that stands for itself. */
static bool retell_part(struct told *told, struct span old, struct span new)
{
	const struct source *source = told->t->source;
	const struct sink before = {old_fact, on_fault, told},
			  now = {new_fact, on_fault, told};
	told->n = told->next = 0;
	told->n_keys = 0;
	told->t->row = SPAN_EMPTY;
	source->parse(old, source->hint, &before);
	source->parse(new, source->hint, &now);
	return !told->differs && told->next == told->n;
}

/* How many bytes at the front are the same in both, back to the start of a line. */
static size_t same_lines(struct span a, struct span b)
{
	size_t n = a.n < b.n ? a.n : b.n, i = 0;
	uint64_t x, y;
	for (; n - i >= sizeof(x); i += sizeof(x)) {
		memcpy(&x, a.p + i, sizeof(x));
		memcpy(&y, b.p + i, sizeof(y));
		if (x != y)
			break;
	}
	while (i < n && a.p[i] == b.p[i])
		i++;
	if (i == a.n && i == b.n)
		return i;
	while (i && a.p[i - 1] != '\n')
		i--;
	return i;
}

/* The next line with its end. */
static struct span whole_line(struct span *rest)
{
	struct span line = *rest;
	span_line(rest);
	line.n -= rest->n;
	return line;
}

static bool retell_lines(struct told *told, struct span old, struct span new)
{
	for (;;) {
		size_t n = same_lines(old, new);
		old = span_sub(old, n, old.n);
		new = span_sub(new, n, new.n);
		if (!old.n || !new.n)
			return old.n == new.n;
		if (!retell_part(told, whole_line(&old), whole_line(&new)))
			return false;
	}
}

/* The grammars of lines that mean the same wherever they stand. */
static bool is_by_line(const struct source *s)
{
	return s->parse == parse_kv || s->parse == parse_tagged || s->parse == parse_rows;
}

struct told *told_new(struct arena *a)
{
	return arena_get(a, sizeof(struct told));
}

bool memo_retell(struct memo *m, struct taking *t, struct span old, struct span new)
{
	m->told->t = t;
	m->told->differs = false;
	return is_by_line(t->source) ? retell_lines(m->told, old, new)
				     : retell_part(m->told, old, new);
}
