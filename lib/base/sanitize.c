// SPDX-License-Identifier: GPL-2.0-or-later
/* sanitize.c - makes foreign bytes safe for a terminal and for JSON. */
#include "base.h"

/* Characters above ASCII that act on a terminal or turn text round. */
static const struct {
	uint32_t from, to;
} unsafe[] = {
	{0x0080, 0x009f}, /* C1 controls: 0x9b opens an escape sequence */
	{0x061c, 0x061c}, /* Arabic letter mark */
	{0x200e, 0x200f}, /* left-to-right and right-to-left mark */
	{0x2028, 0x202e}, /* line and paragraph separator, embeddings, overrides */
	{0x2066, 0x2069}, /* isolates */
};

static bool is_unsafe(uint32_t c)
{
	for (size_t i = 0; i < COUNT_OF(unsafe); i++)
		if (c >= unsafe[i].from && c <= unsafe[i].to)
			return true;
	return false;
}

/* Length of the character at the front of p if it may be shown as it is, else 0. */
static size_t safe_char(const unsigned char *p, size_t n)
{
	static const uint32_t least[] = {
		0, 0, 0x80, 0x800, 0x10000}; /* less is overlong */
	uint32_t c = p[0];
	size_t len;

	if (c < 0x80)
		return c >= 0x20 && c < 0x7f;
	if (c < 0xc2 || c > 0xf4)
		return 0;
	len = c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
	if (n < len)
		return 0;
	c &= 0x7fu >> len;
	for (size_t i = 1; i < len; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (p[i] & 0x3f);
	}
	if (c < least[len] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
		return 0;
	return is_unsafe(c) ? 0 : len;
}

/*
 * Eight bytes at once: a byte sets its top bit if it is under 0x20, 0x7f or above. A borrow or carry
 * comes only from a byte that does so itself, so a zero is exact.
 */
static bool eight_text(const unsigned char *p)
{
	const uint64_t each = 0x0101010101010101u;
	uint64_t w;

	memcpy(&w, p, sizeof(w));
	return !(((w - each * 0x20) | (w + each) | w) & each * 0x80);
}

/* Length of the part at the front of s that may be shown as it is. */
static size_t safe_run(struct span s)
{
	const unsigned char *p = (const unsigned char *)s.p;
	size_t i = 0, len;

	while (i < s.n) {
		if (s.n - i >= 8 && eight_text(p + i))
			len = 8;
		else
			len = safe_char(p + i, s.n - i);
		if (!len)
			break;
		i += len;
	}
	return i;
}

bool span_clean(struct span s)
{
	return safe_run(s) == s.n;
}

/* One byte at a time is escaped: what is left of a bad character is bad in itself. */
void buf_sane(struct buf *b, struct span s)
{
	static const char hex[] = "0123456789abcdef";

	for (;;) {
		size_t n = safe_run(s);
		unsigned char c;

		buf_span(b, span_sub(s, 0, n));
		if (n == s.n)
			return;
		c = (unsigned char)s.p[n];
		buf_put(b, (char[]){'\\', 'x', hex[c >> 4], hex[c & 15]}, 4);
		s = span_sub(s, n + 1, s.n);
	}
}
