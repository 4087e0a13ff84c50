// SPDX-License-Identifier: GPL-2.0-or-later
/* keys.c - what each key does; the bottom line and the help come from the same table. */
#include "screen.h"

static const struct binding {
	const char *key, *brief, *name, *help;
} bindings[] = {
	{"q", "quit", "quit", "q, F10, Ctrl-C: quit"},
	{"h", "help", "help", "h, ?, F1: this help; any key leaves it"},
	{"Tab", "next", "next domain",
		"Tab, Shift-Tab, 1, 2, 3: next, previous, that domain; each is as you left it"},
	{"s", "sort", "sort", "s, F6: sort by one of the columns"},
	{"r", "rev", "reverse", "r: the other way round"},
	{"/", "find", "filter",
		"/: only rows that hold a text, or for which a formula holds, such as fallback_share > 0.1; empty: all"},
	{"d", "rate", "delay", "d: seconds between two looks"},
	{"Spc", "hold", "pause", "Space: pause, and on again"},
	{"c", "cols", "columns", "c: choose the columns"},
	{"Ent", "why", "what is this",
		"Enter: what the row and the column mean, and what belongs to the row; Esc: back"},
	{"w", "save", "write a capture",
		"w: write a capture, to be looked at later with --from and --to"},
};

static const char *const more[] = {
	"f: all findings, in full; any key leaves them",
	"a: idle rows too, or not",
	"Up, Down, Left, Right, j, k, l: move",
	"g, G, Home, End: first, last row",
	"Page Up, Page Down: as many rows as are seen",
	"Ctrl-L: paint anew",
	"Ctrl-Z: stop; on again by the shell's fg",
	"",
	"Letters at the left: B broken, C costs, N worth knowing (as findings say), R rises: it went up just now.",
	"Beside the tables, where there is room: bars of shares, and of the column under the cursor the last two minutes and the peak.",
	"The line above the keys tells the same of the cell under the cursor, and which row it is if not all are seen.",
};

void keys_put(struct screen *s, const struct page *p, unsigned y)
{
	struct frame *f = &s->frame;
	unsigned x = 0, need = 0;
	bool full;

	for (size_t i = 0; i < COUNT_OF(bindings); i++)
		need += (unsigned)(strlen(bindings[i].key) + strlen(bindings[i].name) +
				   3);
	full = need <= f->w;
	for (size_t i = 0; i < COUNT_OF(bindings); i++) {
		const struct binding *b = &bindings[i];
		const char *name = !i && p->of ? "back" : full ? b->name : b->brief;

		if (x + strlen(b->key) + 1 + strlen(name) > f->w)
			break;
		x = frame_put(f, x, y, f->w, 0, span_z(b->key), LOOK_BOLD);
		x = frame_put(f, x + 1, y, f->w, 0, span_z(name), 0) + (full ? 2 : 1);
	}
}

const char *keys_help(unsigned i)
{
	if (i < COUNT_OF(bindings))
		return bindings[i].help;
	i -= (unsigned)COUNT_OF(bindings);
	return i < COUNT_OF(more) ? more[i] : NULL;
}

/* ---- one line that is typed ---- */

static enum wish prompt_key(struct screen *s, uint32_t key)
{
	char bytes[4];

	switch (key) {
	case KEY_IS_ESCAPE:
		s->mode = MODE_TABLES;
		return WISH_PAINT;
	case KEY_IS_ENTER:
		s->mode = MODE_TABLES;
		return s->asks;
	case KEY_IS_BACK:
		s->offered = false;
		while (s->answer.n &&
			((unsigned char)s->answer.p[--s->answer.n] & 0xc0) == 0x80)
			;
		return WISH_PAINT;
	case 'U' - '@':
		buf_reset(&s->answer);
		return WISH_PAINT;
	default:
		break;
	}
	if (key < 0x20 || key == 0x7f || key >= 0x110000 || s->answer.n > 200)
		return WISH_NOTHING;
	/* What was offered gives way to what is typed, and is what Enter takes. */
	if (s->offered)
		buf_reset(&s->answer);
	s->offered = false;
	buf_put(&s->answer, bytes, char_bytes(bytes, key));
	return WISH_PAINT;
}

/* ---- the tables ---- */

static const struct move {
	uint32_t key;
	int rows, cols;
} moves[] = {
	{KEY_IS_UP, -1, 0},
	{'k', -1, 0},
	{KEY_IS_DOWN, 1, 0},
	{'j', 1, 0},
	{KEY_IS_LEFT, 0, -1},
	{KEY_IS_RIGHT, 0, 1},
	{'l', 0, 1},
};

/* As many rows as are seen of the table. */
static enum wish page(struct screen *s, struct page *p, int way)
{
	struct cursor c;

	if (page_cursor(p, &s->shown, &c)) {
		unsigned rows = page_paned(p, &s->shown, c.pick)->rows;

		page_move(p, &s->shown, way * (int)(rows ? rows : 1), 0);
	}
	return WISH_PAINT;
}

static enum wish ask(struct screen *s, struct page *p, uint32_t key)
{
	switch (key) {
	case '/':
		screen_ask(s, WISH_FILTER, "rows that hold a text, or a formula",
			SPAN_EMPTY);
		return WISH_PAINT;
	case 'd':
		screen_ask(s, WISH_DELAY, "seconds between two looks", SPAN_EMPTY);
		return WISH_PAINT;
	case 's':
	case KEY_IS_SORT:
		lists_begin(s, p, MODE_SORT);
		return WISH_PAINT;
	case 'c':
		lists_begin(s, p, MODE_COLUMNS);
		return WISH_PAINT;
	case 'h':
	case '?':
	case KEY_IS_HELP:
		reading_begin(s, MODE_HELP);
		return WISH_PAINT;
	case 'f':
		reading_begin(s, MODE_FINDINGS);
		return WISH_PAINT;
	default:
		return WISH_NOTHING;
	}
}

static enum wish reverse(struct screen *s, struct page *p)
{
	struct cursor c;
	struct paned *d;

	if (!page_cursor(p, &s->shown, &c))
		return WISH_NOTHING;
	d = page_paned(p, &s->shown, c.pick);
	/* That of the pane itself is turned too. */
	if (!d->sort && !d->by_name) {
		struct span sort = span_z(c.pane->sort);
		bool down = span_starts(sort, "-");
		unsigned at = 0;
		const struct column *col = column_named(&s->shown,
			&s->shown.picks[c.pick], span_sub(sort, down, sort.n), &at);

		d->sort = col ? col->field : NULL;
		d->by_name = !col;
		d->reverse = down;
	}
	d->reverse = !d->reverse;
	return WISH_ORDER;
}

static enum wish command(struct screen *s, struct page *p, uint32_t key)
{
	switch (key) {
	case 'q':
	case KEY_IS_QUIT:
		return p->of && key == 'q' ? WISH_LEAVE : WISH_QUIT;
	case KEY_IS_ESCAPE:
		return p->of ? WISH_LEAVE : WISH_NOTHING;
	case '\t':
		s->number = -1;
		return WISH_DOMAIN;
	case KEY_IS_BACK_TAB:
		s->number = -2;
		return WISH_DOMAIN;
	case 'r':
		return reverse(s, p);
	case ' ':
		return WISH_PAUSE;
	case 'a':
		return WISH_ALL;
	case 'w':
		return WISH_CAPTURE;
	case KEY_IS_ENTER:
		return WISH_ENTER;
	case 'L' - '@':
		return WISH_REDRAW;
	default:
		return ask(s, p, key);
	}
}

enum wish screen_key(struct screen *s, struct page *p, uint32_t key)
{
	if (key == KEY_IS_RESIZE)
		return WISH_PAINT;
	buf_reset(&s->said);
	if (s->mode == MODE_PROMPT)
		return prompt_key(s, key);
	if (s->mode == MODE_SORT || s->mode == MODE_COLUMNS)
		return lists_key(s, p, key);
	if (s->mode == MODE_HELP || s->mode == MODE_FINDINGS)
		return reading_key(s, key);
	if (key > '0' && key <= '9') {
		s->number = (int)(key - '1');
		return WISH_DOMAIN;
	}
	for (size_t i = 0; i < COUNT_OF(moves); i++)
		if (moves[i].key == key) {
			page_move(p, &s->shown, moves[i].rows, moves[i].cols);
			return WISH_PAINT;
		}
	if (key == KEY_IS_PAGE_UP || key == KEY_IS_PAGE_DOWN)
		return page(s, p, key == KEY_IS_PAGE_UP ? -1 : 1);
	if (key == 'g' || key == 'G' || key == KEY_IS_HOME || key == KEY_IS_END) {
		page_jump(p, &s->shown, key == 'G' || key == KEY_IS_END);
		return WISH_PAINT;
	}
	return command(s, p, key);
}
