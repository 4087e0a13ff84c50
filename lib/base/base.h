// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * base.h - spans, buffers, arena and the reading of numbers.
 *
 * Knows nothing of swsched. A span never owns its bytes; an empty span points
 * at "", never at NULL. Functions that can fail return 0 or a negative errno
 * and leave their ret_ arguments alone on failure. The arena and the buffer end
 * the program with status 1 when memory ends, so no caller handles that.
 */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

/* span.c: a piece of text that somebody else owns. */
struct span {
	const char *p;
	size_t n;
};

#define SPAN(literal) ((struct span){(literal), sizeof(literal) - 1})
#define SPAN_EMPTY SPAN("")

/* These are asked thousands of times a sample, so they are written where the compiler sees them. */
static inline struct span span_z(const char *z)        /* NULL gives the empty span */
{
	return z ? (struct span){z, strlen(z)} : SPAN_EMPTY;
}

static inline bool span_eq(struct span a, struct span b)
{
	return a.n == b.n && memcmp(a.p, b.p, a.n) == 0;
}

static inline bool span_is(struct span s, const char *z) /* the whole span equals z */
{
	return span_eq(s, (struct span){z, strlen(z)});
}

static inline bool span_starts(struct span s, const char *z)
{
	size_t n = strlen(z);
	return s.n >= n && memcmp(s.p, z, n) == 0;
}

bool span_ends(struct span s, const char *z);
int span_cmp(struct span a, struct span b);            /* bytewise, as memcmp */
int span_natcmp(struct span a, struct span b);         /* digit runs compare as numbers */
int span_order(const void *a, const void *b);          /* the same of two spans, for qsort() */
struct span span_line(struct span *rest);              /* next line without its '\n' */
struct span span_word(struct span *rest);              /* next run of non-blanks; empty at the end */
struct span span_cut(struct span *rest, char at);      /* up to `at` (dropped) or all of it */
struct span span_trim(struct span s);                  /* without blanks and newlines at both ends */
struct span span_sub(struct span s, size_t from, size_t n); /* clamped */
/* Trimmed, what follows this word in the first line that begins with it; empty where none does. */
struct span span_value(struct span text, struct span word);
ptrdiff_t span_find(struct span s, char c);            /* index of the first c, or -1 */
uint64_t span_hash(struct span s);
int span_octal_at(struct span s, size_t i);            /* the byte that "\NNN" there stands for; -1: it does not stand there */
size_t span_unoctal(struct span s, char *dst);         /* \040 and kin; dst holds s.n bytes; returns length */

/* number.c: whole-span numbers; no sign, blank or prefix is forgiven. */
int span_u64(struct span s, uint64_t *ret_value);      /* decimal; -EINVAL or -ERANGE */
int span_s64(struct span s, int64_t *ret_value);       /* decimal, one optional '-' */
int span_hex(struct span s, uint64_t *ret_value);      /* hex digits, optional 0x */
int span_double(struct span s, double *ret_value);     /* 12, 0.25: digits and one point; locale-free */
int span_size(struct span s, uint64_t *ret_value);     /* bytes: 4096, 64k, 60M, 1G, 2T (of 1024, either case) */

enum { DIGITS_MOST = 20 };
struct span digits_u64(char room[DIGITS_MOST], uint64_t v); /* in decimal, at the end of the room */
const char *number_word(uint64_t n, const char *one, const char *many); /* the word that goes with so many */

/* buf.c: text that grows. Zero-initialise; buf_free() when done. Content is not NUL-terminated. */
struct buf {
	char *p;
	size_t n, cap;
};

void buf_put(struct buf *b, const void *bytes, size_t n);
void buf_span(struct buf *b, struct span s);
void buf_str(struct buf *b, const char *z);
void buf_char(struct buf *b, char c);
void buf_fill(struct buf *b, char c, size_t n);
void buf_u64(struct buf *b, uint64_t v);
void buf_s64(struct buf *b, int64_t v);
void buf_fmt(struct buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
struct span buf_text(const struct buf *b);             /* valid until the next buf_ call */
const char *buf_cstr(struct buf *b);                   /* adds a NUL behind the content (not counted) */
void buf_reset(struct buf *b);
void buf_free(struct buf *b);

/*
 * arena.c: memory that is released all at once. arena_reset() keeps the chunks,
 * so a loop that needs no more than before allocates nothing; `grown` counts
 * the chunks ever asked of malloc, so that a test can hold us to it.
 */
struct chunk;
struct arena {
	struct chunk *first, *now;
	unsigned long grown;
};

void *arena_get(struct arena *a, size_t n);            /* 16-byte aligned, not cleared */
void *arena_zero(struct arena *a, size_t n);
struct span arena_span(struct arena *a, struct span s); /* a copy, NUL behind it */
/* `old` with room for more than its n elements: itself, or a copy twice as large, zeroed behind. */
void *arena_more(struct arena *a, void *old, unsigned n, unsigned *cap, size_t size);
char *arena_room(struct arena *a, size_t least, size_t *ret_room); /* free bytes at the end; see take */
void arena_take(struct arena *a, size_t n);            /* keeps the first n bytes of that room */
void arena_reset(struct arena *a);
void arena_free(struct arena *a);
_Noreturn void arena_dry(void);                        /* memory ended: says so, exits with 1 */

/* sanitize.c: makes foreign bytes safe for a terminal and for JSON. */
bool span_clean(struct span s);                        /* nothing to escape */
/* Writes s as valid UTF-8: C0, DEL, C1, bidi controls and invalid bytes become \xNN; a backslash stays. */
void buf_sane(struct buf *b, struct span s);

/* Unsafe or locale-bound functions do not compile here (as git's banned.h does it). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define BANNED(f) sorry_##f##_is_banned
#undef strcpy
#define strcpy(a, b) BANNED(strcpy)
#undef strcat
#define strcat(a, b) BANNED(strcat)
#undef strncpy
#define strncpy(a, b, n) BANNED(strncpy)
#undef strncat
#define strncat(a, b, n) BANNED(strncat)
#undef sprintf
#define sprintf(...) BANNED(sprintf)
#undef vsprintf
#define vsprintf(...) BANNED(vsprintf)
#undef strtok
#define strtok(a, b) BANNED(strtok)
#undef atoi
#define atoi(a) BANNED(atoi)
#undef atol
#define atol(a) BANNED(atol)
#undef sscanf
#define sscanf(...) BANNED(sscanf)
