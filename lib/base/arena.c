// SPDX-License-Identifier: GPL-2.0-or-later
/* arena.c - memory that is released all at once, and the end of the program when there is none. */
#include "base.h"

enum {
	ALIGN = 16,
	CHUNK_LEAST = 64 << 10,
	CHUNK_MOST = 4 << 20,
};

struct chunk {
	struct chunk *next;
	size_t used, cap;
	_Alignas(ALIGN) char bytes[];
};

void arena_dry(void)
{
	fputs("swsched: out of memory\n", stderr);
	exit(EXIT_FAILURE);
}

static size_t align(size_t n)
{
	return (n + (ALIGN - 1)) & ~(size_t)(ALIGN - 1);
}

static struct chunk *chunk_new(struct arena *a, size_t n)
{
	size_t size = CHUNK_LEAST;
	struct chunk *c;

	for (unsigned long i = 0; i < a->grown && size < CHUNK_MOST; i++)
		size *= 2;
	if (n > SIZE_MAX - sizeof(*c) - ALIGN)
		arena_dry();
	if (size < n + sizeof(*c))
		size = align(n + sizeof(*c));
	c = malloc(size);
	if (!c)
		arena_dry();
	a->grown++;
	c->next = NULL;
	c->used = 0;
	c->cap = size - sizeof(*c);
	return c;
}

/*
 * Makes current a chunk with n free bytes: the next kept one that is large
 * enough is moved up, so that smaller ones stay in front of later requests.
 */
static void chunk_turn(struct arena *a, size_t n)
{
	struct chunk **at = a->now ? &a->now->next : &a->first, **from = at;
	struct chunk *c;

	while (*from && (*from)->cap < n)
		from = &(*from)->next;
	c = *from;
	if (c)
		*from = c->next;
	else
		c = chunk_new(a, n);
	c->used = 0;
	c->next = *at;
	*at = c;
	a->now = c;
}

/* n free bytes at the end of the current chunk. */
static char *room(struct arena *a, size_t n)
{
	if (!a->now || a->now->cap - a->now->used < n)
		chunk_turn(a, n);
	return a->now->bytes + a->now->used;
}

void *arena_get(struct arena *a, size_t n)
{
	char *p = room(a, n);

	arena_take(a, n);
	return p;
}

void *arena_zero(struct arena *a, size_t n)
{
	return memset(arena_get(a, n), 0, n);
}

struct span arena_span(struct arena *a, struct span s)
{
	char *p = arena_get(a, s.n + 1);

	memcpy(p, s.p, s.n);
	p[s.n] = '\0';
	return (struct span){p, s.n};
}

void *arena_more(struct arena *a, void *old, unsigned n, unsigned *cap, size_t size)
{
	if (n < *cap)
		return old;
	unsigned more = *cap ? *cap * 2 : 8;
	char *grown = arena_zero(a, (size_t)more * size);
	if (n)
		memcpy(grown, old, (size_t)n * size);
	*cap = more;
	return grown;
}

char *arena_room(struct arena *a, size_t least, size_t *ret_room)
{
	char *p = room(a, least);

	*ret_room = a->now->cap - a->now->used;
	return p;
}

void arena_take(struct arena *a, size_t n)
{
	a->now->used =
		align(a->now->used + n); /* cap is a multiple of it, as are all sizes */
}

void arena_reset(struct arena *a)
{
	a->now = a->first;
	if (a->now)
		a->now->used = 0;
}

void arena_free(struct arena *a)
{
	for (struct chunk *c = a->first, *next; c; c = next) {
		next = c->next;
		free(c);
	}
	*a = (struct arena){0};
}
