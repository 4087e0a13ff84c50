// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * alloc_empty.c - the allocator of 6.10 and 6.11: a folio has its place in an empty cluster, or where the last one of
 * its order left off in one. A cluster that was begun and is no longer gone on with stands on no list, so large
 * orders never come back to it; single slots do, by a linear search of the whole device.
 */
#include "sim.h"

/* The next place of this order, in the cluster that is gone on with or in the first free one; 0: there is none. */
static uint32_t next_place(struct store *s, unsigned order)
{
	for (;;) {
		uint32_t from = s->next[order], at, behind;

		if (!from && s->free.head == NO_CLUSTER) {
			if (!store_flush(s))
				return 0;
			continue;
		}
		if (!from)
			from = s->free.head * CLUSTER_SLOTS;
		at = store_find(s, from, order);
		s->next[order] = 0;
		if (!at)
			continue;
		behind = at + (1u << order);
		if (behind % CLUSTER_SLOTS)
			s->next[order] = behind;
		/* A free cluster is begun in its turn only. */
		if (s->piles[at / CLUSTER_SLOTS].list != LIST_FREE ||
			s->free.head == at / CLUSTER_SLOTS)
			return at;
		s->next[order] = 0;
	}
}

/* The first free slot from one on, and before another. */
static uint32_t scan_range(struct store *s, uint32_t from, uint32_t end)
{
	while (from < end) {
		uint32_t at = store_find(s, from, 0);

		if (at)
			return at < end ? at : 0;
		from = (from / CLUSTER_SLOTS + 1) * CLUSTER_SLOTS;
	}
	return 0;
}

uint32_t alloc_empty(struct store *s, unsigned order)
{
	uint32_t at = 0;

	/* A disk that seeks has no clusters at all. */
	if (!s->rotational)
		at = next_place(s, order);
	if (!at && order)
		return 0;
	if (!at)
		at = scan_range(s, s->scan + 1, s->slots);
	if (!at)
		at = scan_range(s, 1, s->scan);
	if (!at)
		return 0;
	if (!order)
		s->scan = at + 1;
	if (s->piles[at / CLUSTER_SLOTS].list == LIST_FREE)
		store_move(s, at / CLUSTER_SLOTS, LIST_NONE, order);
	store_take(s, at, order);
	return at;
}
