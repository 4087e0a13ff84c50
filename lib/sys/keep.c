// SPDX-License-Identifier: GPL-2.0-or-later
/* keep.c - open descriptors by path, so that a loop opens each file once. */
#include <unistd.h>

#include "sys.h"

/* The slot of a path, or the free one where it would go. */
static struct kept *slot_of(struct kept *slots, size_t cap, const char *path)
{
	size_t i = span_hash(span_z(path)) & (cap - 1);

	while (slots[i].path && strcmp(slots[i].path, path) != 0)
		i = (i + 1) & (cap - 1);
	return &slots[i];
}

struct kept *keep_find(struct keep *k, const char *path)
{
	struct kept *e;

	if (!k->n)
		return NULL;
	e = slot_of(k->slots, k->cap, path);
	if (!e->path)
		return NULL;
	e->round = k->round;
	return e;
}

void keep_close(struct keep *k, struct kept *e)
{
	if (e->fd < 0)
		return;
	close(e->fd);
	e->fd = -1;
	k->n_open--;
	k->n_closed++;
}

/* In this round or the one before: a round asks for some before others. */
static bool is_used(const struct keep *k, const struct kept *e)
{
	return e->path && k->round - e->round <= 1;
}

/*
 * Makes room for one more. What was not asked for in whole rounds is of a
 * device or folder that went away: without this a loop of months would collect
 * them. Only what is left decides whether the table grows.
 */
static bool sweep(struct keep *k)
{
	size_t left = 0, cap = 64;
	struct kept *slots;

	for (size_t i = 0; i < k->cap; i++)
		left += is_used(k, &k->slots[i]);
	while (cap / 2 <= left)
		cap *= 2;
	slots = calloc(cap, sizeof(*slots));
	if (!slots)
		return false;
	for (size_t i = 0; i < k->cap; i++) {
		struct kept *e = &k->slots[i];

		if (!e->path)
			continue;
		if (is_used(k, e)) {
			*slot_of(slots, cap, e->path) = *e;
		} else {
			keep_close(k, e);
			free(e->path);
		}
	}
	free(k->slots);
	k->slots = slots;
	k->cap = cap;
	k->n = left;
	return true;
}

bool keep_put(struct keep *k, const char *path, int fd, size_t length)
{
	struct kept *e;

	if (k->n >= k->cap / 4 * 3 && !sweep(k))
		return false;
	e = slot_of(k->slots, k->cap, path);
	if (!e->path) {
		e->path = strdup(path);
		if (!e->path)
			return false;
		k->n++;
		e->fd = -1;
	}
	keep_close(k, e);
	k->n_open++;
	e->fd = fd;
	e->length = length;
	e->round = k->round;
	return true;
}

void keep_free(struct keep *k)
{
	for (size_t i = 0; i < k->cap; i++) {
		if (!k->slots[i].path)
			continue;
		keep_close(k, &k->slots[i]);
		free(k->slots[i].path);
	}
	free(k->slots);
	*k = (struct keep){.n_closed = k->n_closed};
}
