// SPDX-License-Identifier: GPL-2.0-or-later
/* window.c - where the columns of a table stand in its window, and what is beside them. */
#include "screen.h"

enum {
	APART = 2,
	BAR_LEAST = 6, /* or what its title takes */
	BAR_MOST = 20,
	TREND_LEAST = 8,
	TREND_MOST = 30,
};

void window_widths(struct window *w)
{
	struct paned *d = w->state;
	unsigned n = w->all.n_cols + 1;

	if (d->n_least != n) {
		free(d->least);
		d->least = calloc(n, sizeof(*d->least));
		if (!d->least)
			arena_dry();
		d->n_least = n;
	}
	for (unsigned c = 0; c < n; c++)
		w->places[c].least = d->least[c];
}

void window_learn(struct window *w)
{
	for (unsigned c = 0; c <= w->all.n_cols; c++)
		if (w->places[c].width > w->state->least[c])
			w->state->least[c] = w->places[c].width;
}

unsigned window_end(const struct window *w)
{
	const struct place *last = &w->places[w->all.n_cols];

	return INDENT + last->x + last->width;
}

/* Where columns may reach to; of a table that is wider, a mark stands behind them. */
static unsigned columns_edge(const struct window *w)
{
	enum { MARK = 2 };

	return window_end(w) > w->edge && w->edge > MARK ? w->edge - MARK : w->edge;
}

/* Columns behind the name may be scrolled out, as many as it takes to see the one under the cursor. */
unsigned window_skip(struct window *w)
{
	const struct place *at = w->places;
	unsigned n = w->all.n_cols, left = w->state->left, room, col,
		 width = columns_edge(w);

	if (!n)
		return 0;
	room = INDENT + at[1].x < width ? width - INDENT - at[1].x : 1;
	col = w->col > 0 ? (unsigned)w->col : 0;
	if (left >= n || at[n].x + at[n].width - at[1].x <= room)
		left = 0;
	if (col && col <= left)
		left = col - 1;
	while (col && left + 1 < col && at[col].x + at[col].width > at[left + 1].x + room)
		left++;
	w->state->left = left;
	return at[left + 1].x - at[1].x;
}

/* Where the last column ends that is seen as a whole, for a number without its end is another number. */
unsigned window_whole(const struct window *w, unsigned skip)
{
	unsigned none = INDENT + w->places[1].x, end = none, edge = columns_edge(w);

	for (unsigned c = 1; c <= w->all.n_cols; c++) {
		const struct place *at = &w->places[c];

		if (at->x >= w->places[1].x + skip &&
			INDENT + at->x + at->width - skip <= edge)
			end = INDENT + at->x + at->width - skip;
	}
	return end > none ? end : edge;
}

const struct column *window_bar(
	const struct window *w, const struct pick *p, struct span *rest, unsigned *ret_at)
{
	const struct column *c = NULL;
	struct span word;

	while (!c && (word = span_word(rest)).n)
		c = column_named(w->r, p, word, ret_at);
	return c;
}

/* The least that the bars take, each with a column behind it. */
static unsigned bars_least(struct window *w, unsigned *ret_n)
{
	struct span rest = span_z(w->pane->bars);
	const struct column *c;
	unsigned need = 0, n = 0, at = 0;

	while (n < BARS && (c = window_bar(w, &w->all, &rest, &at))) {
		unsigned title = (unsigned)strlen(c->field->head);

		w->bar[n] = title > BAR_LEAST ? title : BAR_LEAST;
		need += w->bar[n++] + 1;
	}
	*ret_n = n;
	return need;
}

void window_share(struct window *w, unsigned width)
{
	unsigned n, need = bars_least(w, &n), from = window_end(w) + APART;

	w->edge = width;
	/* The last columns give way to bars that come first, where there is still a table beside them. */
	if (w->pane->bars_first && from + need > width && need <= width / 2) {
		w->edge = width - need - 1;
		from = window_whole(w, 0) + APART + 1;
		w->edge = from - 1;
	}
	if (n && from + need <= width) {
		unsigned more = (width - from - need) / n;

		w->bars = from;
		for (unsigned i = 0; i < n; from += w->bar[i++] + 1) {
			w->bar[i] += more;
			if (w->bar[i] > BAR_MOST)
				w->bar[i] = BAR_MOST;
		}
		from++;
	}
	if (from + TREND_LEAST + 1 + PEAK <= width) {
		w->trend = from;
		w->trend_n = width - from - 1 - PEAK;
		if (w->trend_n > TREND_MOST)
			w->trend_n = TREND_MOST;
	}
}
