// SPDX-License-Identifier: GPL-2.0-or-later
/* span.c - cutting, comparing and hashing text that somebody else owns. */
#include "base.h"

bool span_ends(struct span s, const char *z)
{
	size_t n = strlen(z);

	return s.n >= n && memcmp(s.p + (s.n - n), z, n) == 0;
}

int span_cmp(struct span a, struct span b)
{
	int c = memcmp(a.p, b.p, a.n < b.n ? a.n : b.n);

	return c ? c : (a.n > b.n) - (a.n < b.n);
}

static bool is_digit(char c)
{
	return (unsigned)c - '0' <= 9;
}

/* The run of digits at *at, without its leading zeros; steps over it. */
static struct span digits(struct span s, size_t *at)
{
	size_t from, to;

	for (from = *at; from < s.n && s.p[from] == '0'; from++)
		;
	for (to = from; to < s.n && is_digit(s.p[to]); to++)
		;
	*at = to;
	return (struct span){s.p + from, to - from};
}

/* Of two numbers without leading zeros the longer is the greater. */
static int digits_cmp(struct span a, struct span b)
{
	return a.n != b.n ? (a.n > b.n) - (a.n < b.n) : memcmp(a.p, b.p, a.n);
}

int span_natcmp(struct span a, struct span b)
{
	size_t i = 0, j = 0;

	while (i < a.n && j < b.n) {
		int c;

		if (is_digit(a.p[i]) && is_digit(b.p[j])) {
			struct span x = digits(a, &i), y = digits(b, &j);

			c = digits_cmp(x, y);
		} else {
			c = (unsigned char)a.p[i++] - (unsigned char)b.p[j++];
		}
		if (c)
			return c;
	}
	if (i < a.n || j < b.n)
		return i < a.n ? 1 : -1;
	return span_cmp(a, b); /* "01" and "1" are equal numbers but not the same name */
}

int span_order(const void *a, const void *b)
{
	return span_natcmp(*(const struct span *)a, *(const struct span *)b);
}

struct span span_line(struct span *rest)
{
	return span_cut(rest, '\n');
}

/* A carriage return is one where a line ends, in what was saved with CRLF; else it may be of a name. */
static bool is_blank(const char *p, const char *end)
{
	return *p == ' ' || *p == '\t' || *p == '\n' ||
	       (*p == '\r' && (p + 1 == end || p[1] == '\n'));
}

struct span span_word(struct span *rest)
{
	const char *p = rest->p, *end = p + rest->n, *from;

	while (p < end && is_blank(p, end))
		p++;
	for (from = p; p < end && !is_blank(p, end); p++)
		;
	*rest = (struct span){p, (size_t)(end - p)};
	return (struct span){from, (size_t)(p - from)};
}

struct span span_cut(struct span *rest, char at)
{
	struct span all = *rest;
	ptrdiff_t i = span_find(all, at);

	if (i < 0) {
		*rest = (struct span){all.p + all.n, 0};
		return all;
	}
	*rest = (struct span){all.p + i + 1, all.n - (size_t)i - 1};
	return (struct span){all.p, (size_t)i};
}

struct span span_trim(struct span s)
{
	while (s.n && is_blank(s.p, s.p + s.n)) {
		s.p++;
		s.n--;
	}
	while (s.n && is_blank(s.p + s.n - 1, s.p + s.n))
		s.n--;
	return s;
}

struct span span_sub(struct span s, size_t from, size_t n)
{
	if (from > s.n)
		from = s.n;
	if (n > s.n - from)
		n = s.n - from;
	return (struct span){s.p + from, n};
}

struct span span_value(struct span text, struct span word)
{
	while (text.n) {
		struct span line = span_line(&text);

		if (span_eq(span_word(&line), word))
			return span_trim(line);
	}
	return SPAN_EMPTY;
}

ptrdiff_t span_find(struct span s, char c)
{
	const char *hit = memchr(s.p, c, s.n);

	return hit ? hit - s.p : -1;
}

/* Multiply and fold, eight bytes a step: keys are short, and a table masks the low bits. */
uint64_t span_hash(struct span s)
{
	const uint64_t k = 0x9e3779b97f4a7c15u;
	uint64_t h = s.n * k, w;

	for (; s.n >= sizeof(w); s.p += sizeof(w), s.n -= sizeof(w)) {
		memcpy(&w, s.p, sizeof(w));
		h = (h ^ w) * k;
		h ^= h >> 32;
	}
	w = 0;
	memcpy(&w, s.p, s.n);
	h = (h ^ w) * k;
	h ^= h >> 29;
	h *= k;
	return h ^ h >> 32;
}

int span_octal_at(struct span s, size_t i)
{
	int v = 0;

	if (s.n - i < 4 || s.p[i] != '\\' || s.p[i + 1] > '3')
		return -1;
	for (size_t k = 1; k <= 3; k++) {
		if (s.p[i + k] < '0' || s.p[i + k] > '7')
			return -1;
		v = v * 8 + (s.p[i + k] - '0');
	}
	return v;
}

size_t span_unoctal(struct span s, char *dst)
{
	size_t n = 0;

	for (size_t i = 0; i < s.n;) {
		int v = span_octal_at(s, i);

		dst[n++] = v < 0 ? s.p[i] : (char)v;
		i += v < 0 ? 1 : 4;
	}
	return n;
}
