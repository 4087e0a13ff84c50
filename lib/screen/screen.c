// SPDX-License-Identifier: GPL-2.0-or-later
/* screen.c - a page composed: what stays in sight above, tables between, what the cursor is on and the keys below. */
#include "screen.h"

enum { FINDINGS = 3, LINES_OF_ONE = 2 };

/* ---- above ---- */

static unsigned put_tabs(struct screen *s, const struct around *a, unsigned y)
{
	struct frame *f = &s->frame;
	unsigned x = 0;

	for (unsigned i = 0; i < a->n_tabs; i++) {
		buf_reset(&s->line);
		buf_fmt(&s->line, " %u %s ", i + 1, a->tabs[i]);
		x = frame_put(f, x, y, f->w, 0, buf_text(&s->line),
			i == a->tab ? LOOK_REVERSE | LOOK_BOLD : TINT_PLAIN);
	}
	frame_put(f, x + 1, y, f->w, 0, a->state, TINT_DIM);
	return y + 1;
}

/* A text that is broken into lines, at most `most` of them; the last one is cut. */
static unsigned put_wrapped(struct screen *s, unsigned x, unsigned y, unsigned most,
	struct span text, unsigned look)
{
	struct frame *f = &s->frame;
	unsigned end = y + most;

	while (text.n && y < end && y < f->h) {
		struct span line = text_wrap(&text, f->w > x ? f->w - x : 1, f->utf8);

		frame_put(f, x, y, f->w, 0, line, look);
		if (text.n && y + 1 == end && f->w > x + 2)
			frame_put(f, f->w - 2, y, f->w, 0, SPAN(".."), look);
		y++;
	}
	return y;
}

static unsigned put_head(
	struct screen *s, const struct report *r, unsigned y, unsigned end)
{
	struct span rest, line;

	buf_reset(&s->text);
	head_lines(&s->text, r);
	rest = buf_text(&s->text);
	while (rest.n && y < end) {
		line = span_line(&rest);
		y = put_wrapped(s, 0, y, end - y, line, LOOK_BOLD);
	}
	return y;
}

/* How many findings there was no room for, and the key that shows them; at the end of the last one if need be. */
static unsigned put_more(struct screen *s, unsigned more, unsigned y, unsigned end)
{
	struct frame *f = &s->frame;
	unsigned n;

	buf_reset(&s->text);
	if (y < end) {
		buf_fmt(&s->text, "%u more finding%s (f)", more, more == 1 ? "" : "s");
		frame_put(f, 2, y, f->w, 0, buf_text(&s->text), TINT_DIM);
		return y + 1;
	}
	buf_fmt(&s->text, " +%u (f)", more);
	n = (unsigned)s->text.n;
	if (f->w > 2 * n)
		frame_put(f, f->w - n, y - 1, f->w, 0, buf_text(&s->text), TINT_DIM);
	return y;
}

static unsigned put_findings(
	struct screen *s, const struct report *r, unsigned y, unsigned end)
{
	struct frame *f = &s->frame;
	unsigned most = r->n_findings < FINDINGS ? r->n_findings : FINDINGS, shown = 0;

	for (; shown < most && y < end; shown++) {
		const struct note *n = &r->findings[shown];
		int weight = n->finding->weight & 3;
		unsigned lines = (end - y) / (most - shown);

		buf_reset(&s->text);
		head_finding(&s->text, r, n);
		/* The letter in the place of "!". */
		frame_put(f, 0, y, f->w, 0, (struct span){&weight_letters[weight], 1},
			weight_tints[weight] | LOOK_BOLD);
		y = put_wrapped(s, 2, y,
			lines < 1	       ? 1
			: lines > LINES_OF_ONE ? LINES_OF_ONE
					       : lines,
			span_trim(span_sub(buf_text(&s->text), 2, s->text.n)),
			weight_tints[weight]);
	}
	if (shown < r->n_findings && (shown || y < end))
		y = put_more(s, r->n_findings - shown, y, end);
	return y;
}

/* ---- below ---- */

/* Which row it is of how many there are. */
static void put_place(struct buf *b, const struct report *r, const struct cursor *c)
{
	unsigned all = 0, at = c->row + 1;

	for (unsigned i = 0; i < r->n_picks; i++) {
		at += i < c->pick ? r->picks[i].n_rows : 0;
		all += r->picks[i].n_rows;
	}
	buf_fmt(b, "%u/%u ", at, all);
}

/* A line that is cut ends in whole words, where it has some: of a number no part is left. */
static void put_cut(struct frame *f, unsigned y)
{
	const struct glyph *at = f->at + (size_t)y * f->w;
	unsigned x = f->w > 2 ? f->w - 2 : 0;

	while (x > f->w / 2 && at[x - 1].ch != ' ')
		x--;
	for (unsigned i = x; i < f->w; i++)
		frame_put(f, i, y, f->w, 0, SPAN(" "), TINT_DIM);
	frame_put(f, x, y, f->w, 0, SPAN(".."), TINT_DIM);
}

/* What the cursor is on: its name, its last two minutes, now and at most, and what it is. */
static void put_cursor(
	struct screen *s, struct page *p, const struct around *a, unsigned y)
{
	const struct report *r = &s->shown;
	struct frame *f = &s->frame;
	const struct series *h;
	struct cursor c;
	struct buf *b = &s->line;

	if (!page_cursor(p, r, &c))
		return;
	buf_reset(b);
	if (s->scrolls)
		put_place(b, r, &c);
	buf_str(b, c.pane->row);
	buf_char(b, ' ');
	word_text(b, c.name);
	if (c.column) {
		buf_char(b, ' ');
		column_head(b, r, c.column);
		h = series_of(s, r, &r->picks[c.pick], c.row, c.column->field);
		if (h && column_counts(c.column)) {
			buf_char(b, ' ');
			series_line(b, h, a->now, f->w < 60 ? 8 : 20, f->utf8);
			buf_char(b, ' ');
			rate_text(b, r, c.column, h->now);
			buf_str(b, " peak ");
			rate_text(b, r, c.column, h->peak);
		}
		buf_str(b, ": ");
		buf_str(b, c.column->field->help);
	}
	frame_put(f, 0, y, f->w, 0, buf_text(b), TINT_DIM);
	if (text_columns(buf_text(b), f->utf8) > f->w)
		put_cut(f, y);
}

static void put_bottom(
	struct screen *s, struct page *p, const struct around *a, unsigned y)
{
	struct frame *f = &s->frame;
	unsigned x;

	if (s->mode == MODE_PROMPT) {
		buf_reset(&s->line);
		buf_str(&s->line, s->question);
		buf_str(&s->line, ": ");
		x = frame_put(f, 0, y, f->w, 0, buf_text(&s->line), LOOK_BOLD);
		x = frame_put(f, x, y, f->w, 0, buf_text(&s->answer), 0);
		f->x = x < f->w ? (int)x : (int)f->w - 1;
		f->y = (int)y;
	} else if (s->said.n)
		frame_put(f, 0, y, f->w, 0, buf_text(&s->said), LOOK_BOLD);
	else if (s->mode == MODE_TABLES && (!p->of || p->of->more))
		put_cursor(s, p, a, y);
}

/* ---- a page that was entered ---- */

static unsigned put_about(struct screen *s, struct page *p, unsigned y, unsigned end)
{
	struct span rest;
	bool first = true;

	buf_reset(&s->text);
	explain_put(&s->text, &s->shown, p->of, buf_text(&p->of_row), p->about);
	rest = buf_text(&s->text);
	for (; rest.n && y < end; first = false)
		y = put_wrapped(s, first ? 0 : 2, y, end - y < 3 ? end - y : 3,
			span_line(&rest), first ? LOOK_BOLD : 0);
	return y;
}

static void put_value(struct screen *s, const struct column *c, const struct cell *v,
	const struct series *h, uint64_t now, unsigned y)
{
	enum { HEAD = 24, VALUE = 12, LINE = 30 };
	const struct report *r = &s->shown;
	struct frame *f = &s->frame;
	struct buf *b = &s->line;

	buf_reset(b);
	column_head(b, r, c);
	frame_put(f, 2, y, HEAD, 0, buf_text(b), 0);
	buf_reset(b);
	column_text(b, r, c, v);
	frame_put(f, HEAD + 1, y, f->w, 0, buf_text(b), LOOK_BOLD);
	if (!h || !column_counts(c))
		return;
	buf_reset(b);
	series_line(b, h, now, LINE, f->utf8);
	buf_str(b, "  peak ");
	rate_text(b, r, c, h->peak);
	frame_put(f, HEAD + 1 + VALUE, y, f->w, 0, buf_text(b), TINT_BAR);
}

/* All that is shown of the row that the page is about. */
static void put_values(
	struct screen *s, struct page *p, uint64_t now, unsigned y, unsigned end)
{
	const struct report *r = &s->shown;

	for (unsigned i = 0; i < r->n_picks; i++) {
		const struct pick *pick = &r->picks[i];

		for (unsigned row = 0; row < pick->n_rows; row++) {
			if (strcmp(column_shape(r, pick)->row, p->of->row) != 0 ||
				!span_eq(column_row(r, pick, row), buf_text(&p->of_row)))
				continue;
			for (unsigned c = 0; c < pick->n_cols && y < end; c++)
				put_value(s, column_at(r, pick, c),
					column_cell(r, pick, row, c),
					series_of(s, r, pick, row,
						column_at(r, pick, c)->field),
					now, y++);
			return;
		}
	}
}

/* ---- all ---- */

static bool is_empty(const struct report *r)
{
	for (unsigned i = 0; i < r->n_picks; i++)
		if (r->picks[i].n_rows || r->picks[i].n_hidden)
			return false;
	return true;
}

static void put_middle(struct screen *s, struct page *p, const struct around *a,
	unsigned y, unsigned end)
{
	const struct report *r = &s->shown;
	/* The tables keep half of what there is. */
	unsigned half = end > y ? y + (end - y) / 2 : y;

	if (s->mode == MODE_HELP || s->mode == MODE_FINDINGS) {
		reading_put(s, y, end);
		return;
	}
	if (p->of) {
		y = put_about(s, p, y, p->of->more ? half : end - (end - y) / 3);
		if (!p->of->more) {
			put_values(s, p, a->now, y + 1, end);
			return;
		}
	} else {
		y = put_head(s, r, y, half - (r->n_findings && half > y + 1));
		y = put_findings(s, r, y, half);
	}
	if (s->mode == MODE_SORT || s->mode == MODE_COLUMNS)
		lists_put(s, p, y, end);
	else if (!is_empty(r))
		body_put(s, p, r, a, y, end);
	else if (!p->of)
		put_wrapped(s, 2, y + 1, 3,
			p->find.n
				? SPAN("no row holds the text looked for (/ and Enter shows all)")
				: SPAN("nothing to show here: this kernel lacks it, or there is none of it"),
			0);
}

void screen_compose(struct screen *s, struct page *p, const struct report *r,
	const struct around *a, unsigned w, unsigned h)
{
	struct frame *f = &s->frame;
	unsigned y = 0, end = h;
	bool bottom;

	arena_reset(&s->arena);
	frame_begin(f, w, h);
	if (!w || !h)
		return;
	s->scrolls = false;
	s->shown = *r;
	s->shown.color = false;
	page_found(s, p, r, s->found);
	s->shown.picks = s->found;
	/* Totals are wider than rates: their columns are no measure. */
	if (p->was_delta != r->sample->delta)
		for (size_t i = 0; i < MAX_SHAPES; i++)
			p->panes[i].n_least = 0;
	p->was_delta = r->sample->delta;
	if (h >= 4)
		y = put_tabs(s, a, y);
	if (h >= 3)
		keys_put(s, p, --end);
	bottom = h >= 7 || s->mode == MODE_PROMPT || s->said.n;
	end -= bottom;
	if (y < end)
		put_middle(s, p, a, y, end);
	if (bottom)
		put_bottom(s, p, a, end);
}

void screen_say(struct screen *s, struct span text)
{
	buf_reset(&s->said);
	buf_span(&s->said, text);
}

void screen_ask(
	struct screen *s, enum wish what, const char *question, struct span answer)
{
	s->mode = MODE_PROMPT;
	s->asks = what;
	s->question = question;
	buf_reset(&s->answer);
	buf_span(&s->answer, answer);
	s->offered = answer.n > 0;
}

void screen_free(struct screen *s)
{
	frame_free(&s->frame);
	history_free(&s->history);
	arena_free(&s->arena);
	buf_free(&s->text);
	buf_free(&s->line);
	buf_free(&s->answer);
	buf_free(&s->said);
	free(s->chosen);
	*s = (struct screen){0};
}
