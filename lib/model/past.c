// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * past.c - how often a formula came out another than the time before.
 *
 * Each difference that is reckoned into the same sample is an interval of the same run. A row is the same by its name. An
 * interval for which the formula gives nothing (a process that slept) is passed over: it is compared with the last that
 * gave something.
 */
#include "model.h"

enum {
	MOST = 256
}; /* changes remembered: more than intervals in a minute, but for very short ones */

static const uint64_t minute = 60000000000u;

struct past_row {
	uint64_t key; /* 0: free */
	struct span word;
	const uint64_t *at; /* when it changed, within the last minute */
	unsigned n;
};

static struct past_row *find(struct past_row *rows, unsigned n_rows, uint64_t key)
{
	unsigned i = (unsigned)key & (n_rows - 1);
	while (rows[i].key && rows[i].key != key)
		i = (i + 1) & (n_rows - 1);
	return &rows[i];
}

static uint64_t key_of(const struct sample *s, unsigned table, unsigned row, unsigned col)
{
	uint64_t key = s->tables[table].rows[row].hash ^
		       (table * 64 + col + 1) * 0x9e3779b97f4a7c15u;
	return key ? key : 1;
}

static struct span word_of(struct cell c, char digits[CELL_DIGITS])
{
	if (c.type == CELL_WORD)
		return c.s;
	return c.type == CELL_U64 || c.type == CELL_S64 ? cell_digits(digits, c)
							: SPAN_EMPTY;
}

/* What is known of a row after this interval. */
static void follow(struct arena *a, const struct past_row *old, struct span word,
	uint64_t now, struct past_row *to)
{
	bool flips = old->key && word.n && !span_eq(old->word, word);
	unsigned from = 0;
	uint64_t *at;

	while (from < old->n && (old->at[from] + minute <= now || old->n - from >= MOST))
		from++;
	to->word = arena_span(a, word.n ? word : old->word);
	to->n = old->n - from + flips;
	if (!to->n)
		return;
	at = arena_get(a, to->n * sizeof(*at));
	for (unsigned i = from; i < old->n; i++)
		at[i - from] = old->at[i];
	if (flips)
		at[to->n - 1] = now;
	to->at = at;
}

static void note_column(struct sample *s, struct arena *a, unsigned t, unsigned c,
	struct past_row *rows, unsigned n_rows)
{
	static const struct past_row none = {.key = 0, .word = {"", 0}};
	const struct past *p = &s->past;
	char digits[CELL_DIGITS];

	for (unsigned r = 0; r < s->tables[t].n; r++) {
		struct cell v = code_eval(s->plan->shapes[t].cols[c].code, s, t, r);
		struct span word = word_of(v, digits);
		uint64_t key = key_of(s, t, r, c);
		const struct past_row *old =
			p->n_rows ? find(p->rows, p->n_rows, key) : &none;
		struct past_row *to = find(rows, n_rows, key);
		struct cell *cell = cell_at(s, t, r, c);

		if (!old->key && !word.n)
			continue;
		follow(a, old, word, s->t_mono, to);
		to->key = key;
		if (old->key)
			*cell = cell_u64(to->n);
	}
}

static bool flips(const struct column *c)
{
	return c->field->kind == KIND_FLIPS && c->code;
}

void past_note(struct sample *s)
{
	struct past *p = &s->past;
	struct arena *a = &p->arenas[!p->now];
	unsigned n = 0, n_rows = 16;
	struct past_row *rows;

	for (unsigned t = 0; t < s->plan->n_shapes; t++)
		for (unsigned c = 0; c < s->plan->shapes[t].n_cols; c++)
			n += flips(&s->plan->shapes[t].cols[c]) ? s->tables[t].n : 0;
	if (!n || s->other_boot)
		p->n_rows = 0;
	if (!n || !s->interval)
		return;
	while (n_rows < n * 2)
		n_rows *= 2;
	arena_reset(a);
	rows = arena_zero(a, n_rows * sizeof(*rows));
	for (unsigned t = 0; t < s->plan->n_shapes; t++)
		for (unsigned c = 0; c < s->plan->shapes[t].n_cols; c++)
			if (flips(&s->plan->shapes[t].cols[c]))
				note_column(s, a, t, c, rows, n_rows);
	p->rows = rows;
	p->n_rows = n_rows;
	p->now = !p->now;
}
