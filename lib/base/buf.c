// SPDX-License-Identifier: GPL-2.0-or-later
/* buf.c - text that grows. */
#include "base.h"

enum { BUF_LEAST = 256 };

/* Room for n more bytes behind the content. */
static char *grow(struct buf *b, size_t n)
{
	if (n > b->cap - b->n) {
		size_t cap = b->cap ? b->cap : BUF_LEAST;
		char *p;

		while (cap - b->n < n && cap <= SIZE_MAX / 2)
			cap *= 2;
		p = cap - b->n < n ? NULL : realloc(b->p, cap);
		if (!p)
			arena_dry();
		b->p = p;
		b->cap = cap;
	}
	return b->p + b->n;
}

void buf_put(struct buf *b, const void *bytes, size_t n)
{
	if (!n) /* bytes may be NULL then, which memcpy must not see */
		return;
	memcpy(grow(b, n), bytes, n);
	b->n += n;
}

void buf_span(struct buf *b, struct span s)
{
	buf_put(b, s.p, s.n);
}

void buf_str(struct buf *b, const char *z)
{
	buf_put(b, z, strlen(z));
}

void buf_char(struct buf *b, char c)
{
	*grow(b, 1) = c;
	b->n++;
}

void buf_fill(struct buf *b, char c, size_t n)
{
	if (!n)
		return;
	memset(grow(b, n), c, n);
	b->n += n;
}

void buf_u64(struct buf *b, uint64_t v)
{
	char room[DIGITS_MOST];

	buf_span(b, digits_u64(room, v));
}

void buf_s64(struct buf *b, int64_t v)
{
	if (v < 0)
		buf_char(b, '-');
	buf_u64(b, v < 0 ? 0 - (uint64_t)v : (uint64_t)v);
}

void buf_fmt(struct buf *b, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (n <= 0)
		return;
	grow(b, (size_t)n + 1); /* vsnprintf ends with a NUL */
	va_start(ap, fmt);
	vsnprintf(b->p + b->n, (size_t)n + 1, fmt, ap);
	va_end(ap);
	b->n += (size_t)n;
}

struct span buf_text(const struct buf *b)
{
	return b->n ? (struct span){b->p, b->n} : SPAN_EMPTY;
}

const char *buf_cstr(struct buf *b)
{
	*grow(b, 1) = '\0';
	return b->p;
}

void buf_reset(struct buf *b)
{
	b->n = 0;
}

void buf_free(struct buf *b)
{
	free(b->p);
	*b = (struct buf){0};
}
