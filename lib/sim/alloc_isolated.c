// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * alloc_isolated.c - the allocator of 6.14 to 6.17 and that from 6.18 on: a cluster is taken off its list while it is
 * allocated from, and then put where it belongs by what is left of it: frag if anything is, so that nonfull holds
 * those in which something was freed since they were last looked at.
 *
 * 6.14 begins a free cluster before it looks at those in use, 6.18 after (but where free clusters are discarded), and
 * of frag it looks at one.
 */
#include "sim.h"

static bool is_usable(const struct pile *p, unsigned order)
{
	if (p->list == LIST_FULL || p->list == LIST_DISCARD)
		return false;
	return !order || !p->used || p->order == order;
}

/* Takes the first place, and puts the cluster where it now belongs. */
static uint32_t take_from(struct store *s, uint32_t from, unsigned order)
{
	uint32_t at = store_find(s, from, order), cluster = from / CLUSTER_SLOTS;
	struct pile *p = &s->piles[cluster];
	unsigned belongs = p->used ? p->order : order;

	s->next[order] = 0;
	if (at) {
		store_take(s, at, order);
		if (p->used < CLUSTER_SLOTS && (at + (1u << order)) % CLUSTER_SLOTS)
			s->next[order] = at + (1u << order);
	}
	if (p->list == LIST_DISCARD)
		return at;
	if (!p->used && p->list != LIST_FREE)
		store_move(s, cluster, LIST_FREE, 0);
	else if (p->used == CLUSTER_SLOTS)
		store_move(s, cluster, LIST_FULL, belongs);
	else if (p->used && p->list != LIST_FRAG)
		store_move(s, cluster, LIST_FRAG, belongs);
	return at;
}

static uint32_t take_head(struct store *s, const struct chain *c, unsigned order)
{
	uint32_t cluster = c->head;

	if (cluster == NO_CLUSTER)
		return 0;
	/* It is off its list meanwhile, so that one that stays on the same goes to its end. */
	store_move(s, cluster, LIST_NONE, s->piles[cluster].order);
	return take_from(s, cluster * CLUSTER_SLOTS, order);
}

static uint32_t take_all(struct store *s, const struct chain *c, unsigned order)
{
	uint32_t at = 0;

	while (!at && c->head != NO_CLUSTER)
		at = take_head(s, c, order);
	return at;
}

/* As many as there were: those that had no place before come after those that have none now. */
static uint32_t take_round(
	struct store *s, struct chain *c, unsigned order, uint32_t last)
{
	uint32_t at = 0;

	if (store_pass(s, c, last, order))
		return 0;
	while (!at && last != NO_CLUSTER) {
		bool end = c->head == last;

		at = take_head(s, c, order);
		if (end)
			break;
	}
	return at;
}

uint32_t isolated_next(struct store *s, unsigned order)
{
	uint32_t from = s->next[order];
	struct pile *p = &s->piles[from / CLUSTER_SLOTS];

	if (!from || !is_usable(p, order))
		return 0;
	return take_from(s, p->used ? from : from / CLUSTER_SLOTS * CLUSTER_SLOTS, order);
}

static uint32_t take_6_14(struct store *s, unsigned order)
{
	uint32_t last, at;

	do {
		at = take_head(s, &s->free, order);
		if (at)
			return at;
		store_reclaim(s);
		if (order == PMD_ORDER)
			continue;
		last = s->frag[order].tail;
		at = take_all(s, &s->nonfull[order], order);
		if (!at)
			at = take_round(s, &s->frag[order], order, last);
	} while (!at && store_flush(s));
	return at;
}

static uint32_t take_6_18(struct store *s, unsigned order)
{
	uint32_t at = 0;

	if (s->discards)
		at = take_head(s, &s->free, order);
	if (!at && order < PMD_ORDER)
		at = take_all(s, &s->nonfull[order], order);
	if (!at && !s->discards)
		at = take_head(s, &s->free, order);
	if (at)
		return at;
	store_reclaim(s);
	return order < PMD_ORDER ? take_head(s, &s->frag[order], order) : 0;
}

/* A single slot is taken from clusters of any order, smallest first. */
static uint32_t steal(struct store *s)
{
	uint32_t at = 0;

	for (unsigned o = 1; !at && o < CLUSTER_ORDERS; o++) {
		at = take_all(s, &s->frag[o], 0);
		if (!at)
			at = take_all(s, &s->nonfull[o], 0);
	}
	return at;
}

uint32_t alloc_isolated(struct store *s, unsigned order)
{
	bool late = s->allocator == ALLOCATOR_6_18;
	/* From 6.18 on the cursor is not the device's, but one over all. */
	uint32_t at = late && !s->rotational ? 0 : isolated_next(s, order);

	if (!at)
		at = late ? take_6_18(s, order) : take_6_14(s, order);
	if (!at && !order)
		at = steal(s);
	return at;
}
