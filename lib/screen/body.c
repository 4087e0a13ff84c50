// SPDX-License-Identifier: GPL-2.0-or-later
/* body.c - the tables of a page: windows on their rows, with bars and histories beside them. */
#include <math.h>

#include "screen.h"

enum {
	INDENT = 2, /* room for the letter */
	APART = 2,
	BAR_LEAST = 8,
	BAR_MOST = 20,
	TREND_LEAST = 8,
	TREND_MOST = 30,
	PEAK = 8,
};

/* One table in its window. */
struct window {
	struct screen *s;
	const struct report *r;
	const struct around *a;
	const struct pane *pane;
	struct paned *state;
	struct pick all, shown; /* shown: the rows of the window */
	struct place *places; /* n_cols + 1 */
	unsigned y, end; /* lines */
	unsigned edge; /* where the table is cut off */
	unsigned bars, bar,
		trend; /* x of the first bar, width of each; x of the history; 0: no room */
	unsigned trend_n;
	int row, col; /* under the cursor, of the window; -1: not here */
};

/* ---- where columns stand ---- */

static void widths_keep(struct window *w)
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

static void widths_learn(struct window *w)
{
	for (unsigned c = 0; c <= w->all.n_cols; c++)
		if (w->places[c].width > w->state->least[c])
			w->state->least[c] = w->places[c].width;
}

/* Columns behind the name may be scrolled out, as many as it takes to see the one under the cursor. */
static unsigned skip_of(struct window *w, unsigned width)
{
	const struct place *at = w->places;
	unsigned n = w->all.n_cols, left = w->state->left, room, col;

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

/* The next share with a bar that is among the columns; NULL: there is no more. */
static const struct column *next_bar(
	const struct window *w, const struct pick *p, struct span *rest, unsigned *ret_at)
{
	const struct column *c = NULL;
	struct span word;

	while (!c && (word = span_word(rest)).n)
		c = column_named(w->r, p, word, ret_at);
	return c;
}

static void room_share(struct window *w, unsigned width)
{
	const struct place *last = &w->places[w->all.n_cols];
	unsigned n = 0, at, from = INDENT + last->x + last->width + APART;
	struct span rest = span_z(w->pane->bars);

	w->edge = width;
	while (next_bar(w, &w->all, &rest, &at))
		n++;
	/* The last columns give way to bars that come first, where there is still a table beside them. */
	if (w->pane->bars_first && from + n * (BAR_LEAST + 1) > width &&
		n * (BAR_LEAST + 1) <= width / 2) {
		from = width - n * (BAR_LEAST + 1);
		w->edge = from - 1;
	}
	if (n && from + n * (BAR_LEAST + 1) <= width) {
		w->bar = (width - from) / n - 1;
		if (w->bar > BAR_MOST)
			w->bar = BAR_MOST;
		w->bars = from;
		from += n * (w->bar + 1) + 1;
	}
	if (from + TREND_LEAST + 1 + PEAK <= width) {
		w->trend = from;
		w->trend_n = width - from - 1 - PEAK;
		if (w->trend_n > TREND_MOST)
			w->trend_n = TREND_MOST;
	}
}

/* ---- what stands beside a row ---- */

static void put_bar(struct window *w, unsigned x, unsigned y, double share, int weight)
{
	unsigned n = w->bar - 2, full;
	struct buf *b = &w->s->line;

	buf_reset(b);
	if (isnan(share)) {
		buf_char(b, '-');
		frame_put(&w->s->frame, x + 1, y, x + w->bar, 0, buf_text(b), TINT_DIM);
		return;
	}
	full = share <= 0 ? 0 : share >= 1 ? n : (unsigned)(share * n + 0.5);
	buf_char(b, '[');
	buf_fill(b, '|', full);
	buf_fill(b, ' ', n - full);
	buf_char(b, ']');
	frame_put(&w->s->frame, x, y, x + w->bar, 0, buf_text(b), TINT_PLAIN);
	frame_look(
		&w->s->frame, x + 1, y, full, weight ? weight_tints[weight] : TINT_BAR);
}

static void put_bars(struct window *w, unsigned row, unsigned y)
{
	struct span rest = span_z(w->pane->bars);
	const struct column *c;
	unsigned x = w->bars, at = 0;

	for (; w->bars && (c = next_bar(w, &w->shown, &rest, &at)); x += w->bar + 1)
		put_bar(w, x, y,
			cell_rate(w->r, c, column_cell(w->r, &w->shown, row, at)),
			cell_weight(w->r, w->pane, &w->shown, row, c->field->name));
}

/* The column under the cursor where it is here and has a history, else the pane's own. */
static const struct column *trend_of(const struct window *w)
{
	unsigned at = 0;
	const struct column *c =
		w->col > 0 ? column_at(w->r, &w->shown, (unsigned)w->col - 1) : NULL;

	return c && column_counts(c)
		       ? c
		       : column_named(w->r, &w->shown, span_z(w->pane->trend), &at);
}

static void put_trend(struct window *w, unsigned row, unsigned y)
{
	const struct column *c = w->trend ? trend_of(w) : NULL;
	const struct series *s =
		c ? series_of(w->s, w->r, &w->shown, row, c->field) : NULL;
	struct frame *f = &w->s->frame;
	struct buf *b = &w->s->line;
	unsigned n;

	if (!s)
		return;
	buf_reset(b);
	series_line(b, s, w->a->now, w->trend_n, f->utf8);
	frame_put(f, w->trend, y, f->w, 0, buf_text(b), TINT_BAR);
	buf_reset(b);
	rate_text(b, w->r, c, s->peak);
	n = text_columns(buf_text(b), f->utf8);
	frame_put(f, w->trend + w->trend_n + 1 + (n < PEAK ? PEAK - n : 0), y, f->w, 0,
		buf_text(b), TINT_PLAIN);
}

static void put_titles(struct window *w, unsigned y)
{
	struct span rest = span_z(w->pane->bars);
	const struct column *c;
	struct frame *f = &w->s->frame;
	struct buf *b = &w->s->line;
	unsigned x = w->bars, at = 0;

	for (; w->bars && (c = next_bar(w, &w->shown, &rest, &at)); x += w->bar + 1)
		frame_put(f, x + 1, y, x + w->bar, 0, span_z(c->field->head), LOOK_BOLD);
	c = w->trend ? trend_of(w) : NULL;
	if (!c)
		return;
	buf_reset(b);
	column_head(b, w->r, c);
	buf_str(b, " 2min");
	frame_put(f, w->trend, y, w->trend + w->trend_n, 0, buf_text(b), LOOK_BOLD);
	frame_put(f, w->trend + w->trend_n + 1 + PEAK - 4, y, f->w, 0, SPAN("PEAK"),
		LOOK_BOLD);
}

/* ---- a window ---- */

/* A line of the table view: the name stays, what follows moves. */
static void put_line(
	struct window *w, unsigned y, struct span line, unsigned skip, unsigned look)
{
	struct frame *f = &w->s->frame;
	unsigned name = w->all.n_cols ? w->places[1].x : w->edge;

	frame_put(f, INDENT, y, INDENT + name < w->edge ? INDENT + name : w->edge, 0,
		line, look);
	if (w->all.n_cols)
		frame_put(f, INDENT + name, y, w->edge, name + skip, line, look);
}

static void look_cell(
	struct window *w, unsigned y, unsigned col, unsigned skip, unsigned look)
{
	const struct place *at = &w->places[col];

	if (!col)
		frame_look(&w->s->frame, INDENT, y, at->width, look);
	else if (at->x >= w->places[1].x + skip)
		frame_look(&w->s->frame, INDENT + at->x - skip, y, at->width, look);
}

static void put_row(
	struct window *w, unsigned row, unsigned y, struct span line, unsigned skip)
{
	struct frame *f = &w->s->frame;
	int weight = row_weight(w->s, w->r, w->pane, &w->shown, row);

	put_line(w, y, line, skip, weight == WEIGHT_RISES ? weight_tints[weight] : 0);
	frame_put(f, 0, y, 1, 0, (struct span){&weight_letters[weight], 1},
		weight_tints[weight]);
	for (unsigned c = 0; c < w->shown.n_cols; c++) {
		int cell = cell_weight(w->r, w->pane, &w->shown, row,
			column_at(w->r, &w->shown, c)->field->name);

		if (cell && weight != WEIGHT_RISES)
			look_cell(w, y, c + 1, skip, weight_tints[cell]);
	}
	put_bars(w, row, y);
	put_trend(w, row, y);
	if (w->row == (int)row) {
		frame_look(f, 0, y, f->w, LOOK_REVERSE);
		/* In a bar of one look its cell is the one without. */
		for (unsigned i = 0; i < w->places[w->col].width; i++) {
			unsigned x =
				INDENT + w->places[w->col].x + i - (w->col ? skip : 0);

			if (x < f->w && y < f->h)
				f->at[(size_t)y * f->w + x].look ^=
					LOOK_REVERSE | LOOK_BOLD;
		}
	}
}

static void put_window(struct window *w)
{
	struct frame *f = &w->s->frame;
	struct buf *text = &w->s->text;
	struct span rest, line;
	unsigned skip, y = w->y;

	buf_reset(text);
	w->places = arena_zero(&w->s->arena, (w->all.n_cols + 1) * sizeof(*w->places));
	widths_keep(w);
	table_grid(text, w->r, &w->shown, w->places);
	widths_learn(w);
	room_share(w, f->w);
	skip = skip_of(w, w->edge);
	rest = buf_text(text);
	line = span_line(&rest);
	if (w->end - y > 1) {
		put_line(w, y, line, skip, LOOK_BOLD);
		put_titles(w, y++);
	}
	for (unsigned i = 0; i < w->shown.n_rows && y < w->end; i++)
		put_row(w, i, y++, span_line(&rest), skip);
	if (y < w->end && w->all.n_hidden) {
		buf_reset(&w->s->line);
		head_hidden(&w->s->line, w->r, &w->all, "");
		rest = buf_text(&w->s->line);
		frame_put(f, INDENT, y, f->w, 0, span_line(&rest), TINT_DIM);
	}
}

/* ---- which lines each table gets ---- */

static unsigned wants(const struct pick *p)
{
	return p->n_rows ? 1 + p->n_rows + (p->n_hidden > 0) : p->n_hidden ? 1 : 0;
}

/* Small tables whole, large ones what is left in equal parts; a line apart while there is room. */
static void share_out(
	const struct pick *picks, unsigned n, unsigned lines, unsigned at, unsigned *gets)
{
	bool done[MAX_SHAPES] = {false};
	unsigned left = n, need = 0;

	for (unsigned i = 0; i < n; i++) {
		gets[i] = 0;
		need += wants(&picks[i]);
	}
	/* Too little for all: the one that is looked at. */
	if (need > lines && lines < 3 * n) {
		gets[at] = lines;
		return;
	}
	for (unsigned i = 0; i < n && left; i++) {
		if (done[i] || wants(&picks[i]) > lines / left)
			continue;
		gets[i] = wants(&picks[i]);
		done[i] = true;
		lines -= gets[i];
		left--;
		i = -1u; /* what that leaves may be enough for one before */
	}
	for (unsigned i = 0; i < n; i++)
		if (!done[i]) {
			gets[i] = lines / left;
			lines -= gets[i];
			left--;
		}
}

static void scroll(struct window *w, unsigned rows)
{
	struct paned *d = w->state;

	if (d->from + rows > w->all.n_rows)
		d->from = w->all.n_rows > rows ? w->all.n_rows - rows : 0;
	if (w->row >= 0 && (unsigned)w->row < d->from)
		d->from = (unsigned)w->row;
	if (w->row >= 0 && (unsigned)w->row >= d->from + rows)
		d->from = (unsigned)w->row - rows + 1;
	d->rows = rows;
	w->shown = w->all;
	w->shown.rows += d->from;
	w->shown.n_rows = rows < w->all.n_rows - d->from ? rows : w->all.n_rows - d->from;
	w->shown.parents = NULL;
	if (w->row >= 0)
		w->row -= (int)d->from;
}

void body_put(struct screen *s, struct page *p, const struct report *r,
	const struct around *a, unsigned y, unsigned end)
{
	unsigned gets[MAX_SHAPES], lines = y < end ? end - y : 0, gaps = 0, need = 0;
	struct cursor c = {0};
	bool any = page_cursor(p, r, &c);

	for (unsigned i = 0; i < r->n_picks; i++)
		need += wants(&r->picks[i]);
	/* Lines between tables, and above the first, as far as there is room for them. */
	if (need + r->n_picks <= lines)
		gaps = 1;
	share_out(r->picks, r->n_picks, lines - gaps * r->n_picks, p->at, gets);
	for (unsigned i = 0; i < r->n_picks; i++) {
		struct window w = {.s = s,
			.r = r,
			.a = a,
			.all = r->picks[i],
			.pane = page_pane(p, r, i),
			.state = page_paned(p, r, i),
			.row = any && c.pick == i ? (int)c.row : -1,
			.col = any && c.pick == i ? (int)c.col : -1};

		if (!gets[i])
			continue;
		w.y = y + gaps;
		w.end = w.y + gets[i];
		y = w.end;
		scroll(&w, gets[i] > 1 ? gets[i] - 1 : 1);
		put_window(&w);
	}
}
