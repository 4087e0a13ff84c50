// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * alloc_listed.c - the allocator that was proposed as v3 and v4 and is that of 6.12 and 6.13: clusters in use stand on
 * a list of their order, and a cluster stays on its list while it is allocated from.
 *
 * v3 looks at the clusters in use before it begins a free one, v4 and 6.12 after. 6.12 moves those that have no place
 * out of the way, to frag, where it goes once round when nothing else is left.
 */
#include "sim.h"

struct
try {
	uint32_t found, next; /* 0: none */
};

/* Takes the first place of the order from there to the end of the cluster. */
static bool try_from(struct store *s, uint32_t from, unsigned order, struct try *t)
{
	uint32_t at = store_find(s, from, order), cluster = from / CLUSTER_SLOTS;
	struct pile *p = &s->piles[cluster];

	t->next = 0;
	if (!at)
		return false;
	if (p->list == LIST_FREE)
		store_move(
			s, cluster, order < PMD_ORDER ? LIST_NONFULL : LIST_NONE, order);
	store_take(s, at, order);
	t->found = at;
	if (p->used == CLUSTER_SLOTS)
		store_move(s, cluster, LIST_FULL, p->order);
	else if ((at + (1u << order)) % CLUSTER_SLOTS)
		t->next = at + (1u << order);
	return true;
}

static bool try_cluster(struct store *s, uint32_t cluster, unsigned order, struct try *t)
{
	return try_from(s, cluster * CLUSTER_SLOTS, order, t);
}

static bool try_free(struct store *s, unsigned order, struct try *t)
{
	return s->free.head != NO_CLUSTER && try_cluster(s, s->free.head, order, t);
}

static bool try_nonfull(struct store *s, unsigned list, unsigned order, struct try *t)
{
	for (uint32_t c = s->nonfull[list].head, next; c != NO_CLUSTER; c = next) {
		next = s->piles[c].next;
		if (try_cluster(s, c, order, t))
			return true;
	}
	return false;
}

/* Those in use that have no place go behind those that had none before, which are then asked once more. */
static bool try_frag(struct store *s, unsigned order, struct try *t)
{
	uint32_t last = s->frag[order].tail, c;

	while ((c = s->nonfull[order].head) != NO_CLUSTER) {
		store_move(s, c, LIST_FRAG, order);
		if (try_cluster(s, c, order, t))
			return true;
	}
	if (store_pass(s, &s->frag[order], last, order))
		return false;
	while (last != NO_CLUSTER) {
		c = s->frag[order].head;
		store_move(s, c, LIST_FRAG, order);
		if (try_cluster(s, c, order, t))
			return true;
		if (c == last)
			break;
	}
	return false;
}

static bool try_used(struct store *s, unsigned order, struct try *t)
{
	if (order == PMD_ORDER)
		return false;
	return s->allocator == ALLOCATOR_6_12 ? try_frag(s, order, t)
					      : try_nonfull(s, order, order, t);
}

/* A single slot is taken from clusters of any order, smallest first. */
static bool try_steal(struct store *s, struct try *t)
{
	for (unsigned o = 1; o < CLUSTER_ORDERS; o++) {
		if (s->frag[o].head != NO_CLUSTER &&
			try_cluster(s, s->frag[o].head, 0, t))
			return true;
		if (try_nonfull(s, o, 0, t))
			return true;
	}
	return false;
}

static bool try_all(struct store *s, unsigned order, struct try *t)
{
	if (s->next[order] && try_from(s, s->next[order], order, t))
		return true;
	if (s->allocator == ALLOCATOR_V3 && try_used(s, order, t))
		return true;
	if (try_free(s, order, t))
		return true;
	if (s->allocator == ALLOCATOR_6_12)
		store_reclaim(s);
	return s->allocator != ALLOCATOR_V3 && try_used(s, order, t);
}

/* Of a disk that seeks: no clusters, the next free slot. */
static bool try_linear(struct store *s, struct try *t)
{
	for (uint32_t n = 0, c = s->next[0] / CLUSTER_SLOTS; n <= s->n_clusters; n++) {
		uint32_t from = n || !s->next[0] ? c * CLUSTER_SLOTS : s->next[0];

		if (try_from(s, from, 0, t))
			return true;
		c = c + 1 == s->n_clusters ? 0 : c + 1;
	}
	return false;
}

uint32_t alloc_listed(struct store *s, unsigned order)
{
	struct try t = {0};
	bool done = false;

	if (s->rotational && order)
		return 0;
	if (s->rotational)
		done = try_linear(s, &t);
	else
		while (!(done = try_all(s, order, &t)) && store_flush(s))
			;
	if (!done && !order)
		try_steal(s, &t);
	s->next[order] = t.next;
	return t.found;
}
