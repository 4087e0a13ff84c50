// SPDX-License-Identifier: GPL-2.0-or-later
/* ordinals.c - what tells rows apart that have no name of their own, in tables of fixed size. */
#include "parse.h"

#include <errno.h>

void repeats_begin(struct repeats *r, struct span text)
{
	size_t lines = 1;

	/* Most texts are short: a table of its full size would cost more than they do. */
	for (ptrdiff_t at; (at = span_find(text, '\n')) >= 0; lines++)
		text = span_sub(text, (size_t)at + 1, text.n);
	r->n = 0;
	for (r->room = 64; r->room < REPEATS_SLOTS && r->room / 4 * 3 < lines;)
		r->room *= 2;
	memset(r->slots, 0, r->room * sizeof(r->slots[0]));
}

/* The slot of the name, or the free one where it belongs; there is always a free one. */
static struct repeat *slot_of(struct repeats *r, unsigned block, struct span name)
{
	uint64_t hash = (span_hash(name) + block) * 0x9e3779b97f4a7c15u |
			1; /* 0 is a free slot */
	struct repeat *at = &r->slots[hash >> 32 & (r->room - 1)];

	while (at->hash && at->hash != hash)
		at = at + 1 < r->slots + r->room ? at + 1 : r->slots;
	if (!at->hash && r->n < r->room / 4 * 3) {
		at->hash = hash;
		r->n++;
	}
	return at;
}

void repeats_add(struct repeats *r, unsigned block, struct span name)
{
	struct repeat *at = slot_of(r, block, name);

	if (at->hash)
		at->left++;
}

int repeats_next(
	struct repeats *r, unsigned block, struct span name, unsigned *ret_ordinal)
{
	struct repeat *at = slot_of(r, block, name);

	if (!at->hash)
		return -E2BIG;
	*ret_ordinal = at->left++;
	return 0;
}

int repeats_take(
	struct repeats *r, unsigned block, struct span name, unsigned *ret_ordinal)
{
	struct repeat *at = slot_of(r, block, name);

	if (!at->hash || !at->left)
		return -E2BIG;
	*ret_ordinal = --at->left;
	return 0;
}

/* How many are smaller. */
static unsigned rank_of(const struct ranks *r, uint64_t id)
{
	unsigned from = 0, to = r->n;

	while (from < to) {
		unsigned mid = from + (to - from) / 2;

		if (r->ids[mid] < id)
			from = mid + 1;
		else
			to = mid;
	}
	return from;
}

void ranks_begin(struct ranks *r)
{
	r->n = 0;
	r->over = false;
}

void ranks_add(struct ranks *r, uint64_t id)
{
	unsigned at = rank_of(r, id);

	if (at < r->n && r->ids[at] == id)
		return;
	if (r->n == RANKS_MOST) {
		r->over = true;
		return;
	}
	memmove(r->ids + at + 1, r->ids + at, (r->n - at) * sizeof(r->ids[0]));
	r->ids[at] = id;
	r->n++;
}

int ranks_take(const struct ranks *r, uint64_t id, unsigned *ret_ordinal)
{
	if (r->over)
		return -E2BIG;
	*ret_ordinal = rank_of(r, id);
	return 0;
}
