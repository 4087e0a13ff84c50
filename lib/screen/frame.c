// SPDX-License-Identifier: GPL-2.0-or-later
/* frame.c - glyphs in memory: text is cut to the columns there are, and nothing but characters gets in. */
#include <wchar.h>

#include "screen.h"

void frame_begin(struct frame *f, unsigned w, unsigned h)
{
	size_t n = (size_t)w * h;

	if (n > f->cap) {
		free(f->at);
		f->at = malloc(n * sizeof(*f->at));
		if (!f->at)
			arena_dry();
		f->cap = n;
	}
	f->w = w;
	f->h = h;
	f->x = f->y = -1;
	for (size_t i = 0; i < n; i++)
		f->at[i] = (struct glyph){' ', 0};
}

void frame_free(struct frame *f)
{
	free(f->at);
	*f = (struct frame){0};
}

/* The character at the front; a byte that begins none is '?'. */
static uint32_t next_char(struct span *rest)
{
	const unsigned char *p = (const unsigned char *)rest->p;
	uint32_t c = p[0];
	size_t len = c < 0x80 ? 1 : c >= 0xc2 && c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;

	if (c >= 0x80 && (c < 0xc2 || c > 0xf4 || len > rest->n))
		len = 0;
	c &= len < 2 ? 0x7fu : 0x7fu >> len;
	for (size_t i = 1; i < len; i++) {
		if ((p[i] & 0xc0) != 0x80)
			len = 0;
		c = c << 6 | (p[i] & 0x3fu);
	}
	*rest = span_sub(*rest, len ? len : 1, rest->n);
	return len ? c : '?';
}

size_t char_bytes(char to[4], uint32_t c)
{
	static const unsigned char first[] = {0, 0, 0xc0, 0xe0, 0xf0};
	size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;

	for (size_t i = n - 1; i > 0; i--, c >>= 6)
		to[i] = (char)(0x80 | (c & 0x3f));
	to[0] = (char)(first[n] | c);
	return n;
}

/* The columns of a character, and the one to be shown for it. */
static unsigned columns_of(uint32_t *c, bool utf8)
{
	char bytes[4];
	int n = -1;

	if (*c >= 0x20 && *c < 0x7f)
		return 1;
	/* What is safe is said in one place, to which it is shown as bytes. */
	if (utf8 && span_clean((struct span){bytes, char_bytes(bytes, *c)}))
		n = wcwidth((wchar_t)*c);
	if (n < 0)
		*c = '?';
	return n < 0 ? 1 : (unsigned)n;
}

static void put(struct frame *f, unsigned x, unsigned y, uint32_t ch, unsigned look)
{
	f->at[(size_t)y * f->w + x] = (struct glyph){ch, look};
}

unsigned frame_put(struct frame *f, unsigned x, unsigned y, unsigned end, unsigned skip,
	struct span text, unsigned look)
{
	if (end > f->w)
		end = f->w;
	while (y < f->h && text.n && x < end) {
		uint32_t c = next_char(&text);
		unsigned n = columns_of(&c, f->utf8);

		/* What has no column of its own is left out, and so is half of a character. */
		if (!n)
			continue;
		if (skip >= n) {
			skip -= n;
			continue;
		}
		if (skip || x + n > end) {
			c = ' ';
			n -= skip;
			skip = 0;
			if (x + n > end)
				n = end - x;
		}
		put(f, x++, y, c, look);
		while (--n)
			put(f, x++, y, c == ' ' ? ' ' : 0, look);
	}
	return x;
}

void frame_look(struct frame *f, unsigned x, unsigned y, unsigned n, unsigned look)
{
	for (; y < f->h && n && x < f->w; n--, x++)
		f->at[(size_t)y * f->w + x].look |= look;
}

unsigned text_columns(struct span text, bool utf8)
{
	unsigned n = 0;

	while (text.n) {
		uint32_t c = next_char(&text);

		n += columns_of(&c, utf8);
	}
	return n;
}

struct span text_wrap(struct span *rest, unsigned columns, bool utf8)
{
	struct span all = *rest, at = *rest;
	size_t fits = 0, blank = 0, gap = 0;
	unsigned n = 0;

	while (at.n) {
		uint32_t c;

		if (*at.p == ' ' && at.p > all.p)
			blank = (size_t)(at.p - all.p);
		/* Two blanks are between things that belong less together than words do. */
		if (*at.p == ' ' && at.n > 1 && at.p[1] == ' ' && n >= columns / 2)
			gap = blank;
		c = next_char(&at);
		n += columns_of(&c, utf8);
		if (n > columns)
			break;
		fits = (size_t)(at.p - all.p);
	}
	/* At least one character, whatever the width: else there is no end. */
	if (n <= columns)
		blank = all.n;
	else if (!blank && !fits)
		blank = (size_t)(at.p - all.p);
	else if (gap && gap <= fits)
		blank = gap;
	else if (!blank || blank > fits)
		blank = fits;
	*rest = span_sub(all, blank, all.n);
	while (rest->n && *rest->p == ' ')
		*rest = span_sub(*rest, 1, rest->n);
	all.n = blank;
	while (all.n && all.p[all.n - 1] == ' ')
		all.n--;
	return all;
}
