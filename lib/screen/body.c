// SPDX-License-Identifier: GPL-2.0-or-later
/* body.c - the tables of a page: windows on their rows, with bars and histories beside them. */
#include <math.h>

#include "screen.h"

/* ---- what stands beside a row ---- */

static void put_bar(
	struct window *w, unsigned x, unsigned y, unsigned wide, double share, int weight)
{
	unsigned n = wide - 2, full;
	struct buf *b = &w->s->line;

	buf_reset(b);
	if (isnan(share)) {
		buf_char(b, '-');
		frame_put(&w->s->frame, x + 1, y, x + wide, 0, buf_text(b), TINT_DIM);
		return;
	}
	full = share <= 0 ? 0 : share >= 1 ? n : (unsigned)(share * n + 0.5);
	buf_char(b, '[');
	buf_fill(b, '|', full);
	buf_fill(b, ' ', n - full);
	buf_char(b, ']');
	frame_put(&w->s->frame, x, y, x + wide, 0, buf_text(b), TINT_PLAIN);
	frame_look(
		&w->s->frame, x + 1, y, full, weight ? weight_tints[weight] : TINT_BAR);
}

static void put_bars(struct window *w, unsigned row, unsigned y)
{
	struct span rest = span_z(w->pane->bars);
	const struct column *c;
	unsigned x = w->bars, at = 0;

	for (unsigned i = 0;
		w->bars && i < BARS && (c = window_bar(w, &w->shown, &rest, &at));
		x += w->bar[i++] + 1)
		put_bar(w, x, y, w->bar[i],
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

	for (unsigned i = 0;
		w->bars && i < BARS && (c = window_bar(w, &w->shown, &rest, &at));
		x += w->bar[i++] + 1)
		frame_put(f, x, y, x + w->bar[i], 0, span_z(c->field->head), LOOK_BOLD);
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
		frame_put(f, INDENT + name, y, window_whole(w, skip), name + skip, line,
			look);
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
	window_widths(w);
	table_grid(text, w->r, &w->shown, w->places);
	window_learn(w);
	window_share(w, f->w);
	skip = window_skip(w);
	rest = buf_text(text);
	line = span_line(&rest);
	if (w->end - y > 1) {
		put_line(w, y, line, skip, LOOK_BOLD);
		if (window_end(w) - skip > w->edge)
			frame_put(f, w->edge - 1, y, w->edge, 0, SPAN(">"), TINT_DIM);
		if (skip)
			frame_put(f, 0, y, 1, 0, SPAN("<"), TINT_DIM);
		put_titles(w, y++);
	}
	for (unsigned i = 0; i < w->shown.n_rows && y < w->end; i++)
		put_row(w, i, y++, span_line(&rest), skip);
	if (y < w->end && w->all.n_hidden) {
		buf_reset(&w->s->line);
		head_hidden(&w->s->line, w->r, &w->all, "", "a");
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
	s->scrolls = need > lines;
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
