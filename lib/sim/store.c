// SPDX-License-Identifier: GPL-2.0-or-later
/* store.c - a swap device of the model: its slots, its clusters and the lists that these stand on. */
#include "sim.h"

enum {
	COLUMNS = 32
}; /* clusters of 64 MiB, between neighbours in the first free list up to 6.17 */

/* ---- lists ---- */

static struct chain *chain_of(struct store *s, enum list list, unsigned order)
{
	switch (list) {
	case LIST_FREE:
		return &s->free;
	case LIST_NONFULL:
		return &s->nonfull[order];
	case LIST_FRAG:
		return &s->frag[order];
	case LIST_FULL:
		return &s->full;
	case LIST_DISCARD:
		return &s->discard;
	default:
		return NULL;
	}
}

static void chain_drop(struct store *s, uint32_t cluster)
{
	struct pile *p = &s->piles[cluster];
	struct chain *c = chain_of(s, p->list, p->order);

	if (!c)
		return;
	if (p->prev == NO_CLUSTER)
		c->head = p->next;
	else
		s->piles[p->prev].next = p->next;
	if (p->next == NO_CLUSTER)
		c->tail = p->prev;
	else
		s->piles[p->next].prev = p->prev;
}

void store_move(struct store *s, uint32_t cluster, enum list list, unsigned order)
{
	struct pile *p = &s->piles[cluster];
	struct chain *c = chain_of(s, list, order);

	chain_drop(s, cluster);
	p->list = (uint16_t)list;
	p->order = (uint16_t)order;
	if (!c)
		return;
	p->prev = c->tail;
	p->next = NO_CLUSTER;
	if (c->tail == NO_CLUSTER)
		c->head = cluster;
	else
		s->piles[c->tail].next = cluster;
	c->tail = cluster;
}

/* ---- a device comes into use ---- */

/* A slot that is never given out: the header, and those that only fill up the last cluster. */
static void mark_bad(struct store *s, uint32_t slot)
{
	s->taken[slot / 64] |= (uint64_t)1 << slot % 64;
	s->piles[slot / CLUSTER_SLOTS].used++;
}

static void list_cluster(struct store *s, uint32_t cluster)
{
	if (cluster >= s->n_clusters)
		return;
	if (!s->piles[cluster].used)
		store_move(s, cluster, LIST_FREE, 0);
	else if (s->allocator != ALLOCATOR_6_10)
		store_move(s, cluster, LIST_NONFULL, 0);
}

static void list_clusters(struct store *s)
{
	uint32_t columns = s->allocator == ALLOCATOR_6_18 ? 1 : COLUMNS;

	for (uint32_t column = 0; column < columns; column++)
		for (uint32_t at = column; at < s->n_clusters; at += columns)
			list_cluster(s, at);
}

void store_begin(struct store *s, struct arena *a, const struct setup *setup,
	const struct model_device *d)
{
	const struct chain empty = {NO_CLUSTER, NO_CLUSTER};

	*s = (struct store){
		.allocator = setup->allocator,
		.file = d->file,
		.rotational = d->rotational,
		.discards = d->discard,
		.slots = (uint32_t)(d->size / MODEL_PAGE),
		.frees_cached = !setup->slot_cache,
		.free = empty,
		.full = empty,
		.discard = empty,
	};
	/* Nothing else changes a cluster's list than its use, and each allocator has its own way. */
	if (s->allocator == ALLOCATOR_6_10) {
		s->still_taking = s->still_putting = 1u << LIST_NONE;
	} else {
		s->still_taking = 1u << LIST_FRAG;
		s->still_putting = 1u << LIST_NONFULL;
		if (s->allocator < ALLOCATOR_6_14)
			s->still_taking |= 1u << LIST_NONFULL;
	}
	s->n_clusters = (s->slots + CLUSTER_SLOTS - 1) / CLUSTER_SLOTS;
	s->taken = arena_zero(a, s->n_clusters * CLUSTER_SLOTS / 8);
	s->cached = arena_zero(a, s->n_clusters * CLUSTER_SLOTS / 8);
	s->piles = arena_get(a, s->n_clusters * sizeof(*s->piles));
	for (unsigned i = 0; i < CLUSTER_ORDERS; i++)
		s->nonfull[i] = s->frag[i] = empty;
	for (uint32_t i = 0; i < s->n_clusters; i++)
		s->piles[i] = (struct pile){.list = LIST_NONE, .tight = CLUSTER_ORDERS};
	mark_bad(s, 0);
	for (uint32_t i = s->slots; i < s->n_clusters * CLUSTER_SLOTS; i++)
		mark_bad(s, i);
	s->n_free = s->slots - 1;
	list_clusters(s);
}

/* ---- slots ---- */

static uint32_t find_in_words(const uint64_t *taken, const uint64_t *let_go,
	uint32_t from, uint32_t end, unsigned order)
{
	uint64_t before = ((uint64_t)1 << from % 64) - 1;

	for (uint32_t w = from / 64; w < end / 64; w++, before = 0) {
		uint64_t free = cluster_places(
			(taken[w] & ~(let_go ? let_go[w] : 0)) | before, order);

		if (free)
			return w * 64 + (uint32_t)__builtin_ctzll(free);
	}
	return 0;
}

/* Of an order that is more than a word. */
static uint32_t find_words(const uint64_t *taken, const uint64_t *let_go, uint32_t from,
	uint32_t end, unsigned order)
{
	uint32_t n = 1u << order, run;

	for (uint32_t at = from; at + n <= end; at += n) {
		for (run = 0; run < n; run += 64)
			if (taken[(at + run) / 64] &
				~(let_go ? let_go[(at + run) / 64] : 0))
				break;
		if (run >= n)
			return at;
	}
	return 0;
}

static void free_cached(struct store *s, uint32_t slot, unsigned order)
{
	for (uint32_t i = slot; i < slot + (1u << order); i++)
		if (s->cached[i / 64] >> i % 64 & 1)
			store_put(s, i);
}

static bool is_crowded(const struct store *s)
{
	return s->n_free < (s->slots - 1) / 2;
}

uint32_t store_find(struct store *s, uint32_t from, unsigned order)
{
	uint32_t cluster = from / CLUSTER_SLOTS, start = cluster * CLUSTER_SLOTS,
		 end = start + CLUSTER_SLOTS, at;
	struct pile *p = &s->piles[cluster];
	bool lets_go = s->n_cached && s->frees_cached && is_crowded(s);

	if (p->list == LIST_DISCARD ||
		(!lets_go &&
			(order >= p->tight || p->used + (1u << order) > CLUSTER_SLOTS)))
		return 0;
	at = (order <= 6 ? find_in_words : find_words)(
		s->taken, lets_go ? s->cached : NULL, from, end, order);
	if (!at && from == start)
		p->tight = (uint16_t)order;
	if (at && lets_go)
		free_cached(s, at, order);
	return at;
}

static void set_bits(uint64_t *words, uint32_t slot, unsigned order)
{
	if (order >= 6)
		memset(&words[slot / 64], 0xff, (1u << order) / 8);
	else
		words[slot / 64] |= (((uint64_t)1 << (1u << order)) - 1) << slot % 64;
}

void store_take(struct store *s, uint32_t slot, unsigned order)
{
	struct pile *p = &s->piles[slot / CLUSTER_SLOTS];

	set_bits(s->taken, slot, order);
	p->used = (uint16_t)(p->used + (1u << order));
	s->n_free -= 1u << order;
}

/* What has fallen free waits for its discard, or may be had. */
static void free_cluster(struct store *s, uint32_t cluster)
{
	s->piles[cluster].tight = CLUSTER_ORDERS;
	store_move(s, cluster, s->discards ? LIST_DISCARD : LIST_FREE, 0);
}

void store_put(struct store *s, uint32_t slot)
{
	uint32_t cluster = slot / CLUSTER_SLOTS;
	struct pile *p = &s->piles[cluster];
	uint64_t bit = (uint64_t)1 << slot % 64;

	s->taken[slot / 64] &= ~bit;
	if (s->n_cached && s->cached[slot / 64] & bit)
		store_uncache(s, slot);
	s->n_free++;
	p->tight = CLUSTER_ORDERS;
	if (!--p->used)
		free_cluster(s, cluster);
	else if (s->allocator != ALLOCATOR_6_10 && p->list != LIST_NONFULL)
		store_move(s, cluster, LIST_NONFULL, p->order);
}

void store_put_all(struct store *s, const uint32_t *slots, unsigned n)
{
	uint64_t *taken = s->taken;
	struct pile *piles = s->piles;
	unsigned staying = s->n_cached ? 0 : s->still_putting, easy = 0;

	for (unsigned i = 0; i < n; i++) {
		struct pile *p = &piles[slots[i] / CLUSTER_SLOTS];

		if (p->used == 1 || !(staying >> p->list & 1)) {
			store_put(s, slots[i]);
			continue;
		}
		taken[slots[i] / 64] &= ~((uint64_t)1 << slots[i] % 64);
		p->used--;
		p->tight = CLUSTER_ORDERS;
		easy++;
	}
	s->n_free += easy;
}

void store_cache(struct store *s, uint32_t slot)
{
	s->cached[slot / 64] |= (uint64_t)1 << slot % 64;
	s->n_cached++;
}

void store_uncache(struct store *s, uint32_t slot)
{
	s->cached[slot / 64] &= ~((uint64_t)1 << slot % 64);
	s->n_cached--;
}

bool store_pass(struct store *s, struct chain *c, uint32_t last, unsigned order)
{
	uint32_t at = c->head, next;

	if (s->n_cached || last == NO_CLUSTER)
		return false;
	for (;; at = s->piles[at].next) {
		if (s->piles[at].tight > order)
			return false;
		if (at == last)
			break;
	}
	next = s->piles[last].next;
	if (next == NO_CLUSTER)
		return true;
	s->piles[c->tail].next = c->head;
	s->piles[c->head].prev = c->tail;
	c->head = next;
	s->piles[next].prev = NO_CLUSTER;
	c->tail = last;
	s->piles[last].next = NO_CLUSTER;
	return true;
}

bool store_flush(struct store *s)
{
	bool any = s->discard.head != NO_CLUSTER;

	while (s->discard.head != NO_CLUSTER)
		store_move(s, s->discard.head, LIST_FREE, 0);
	return any;
}

void store_reclaim(struct store *s)
{
	uint32_t cluster = s->full.head;

	if (!s->n_cached || !s->frees_cached || !is_crowded(s) || cluster == NO_CLUSTER)
		return;
	store_move(s, cluster, LIST_FULL, s->piles[cluster].order);
	free_cached(s, cluster * CLUSTER_SLOTS, PMD_ORDER);
}

uint32_t store_get(struct store *s, unsigned order)
{
	static uint32_t (*const allocators[N_ALLOCATORS])(struct store *, unsigned) = {
		[ALLOCATOR_6_10] = alloc_empty,
		[ALLOCATOR_V3] = alloc_listed,
		[ALLOCATOR_V4] = alloc_listed,
		[ALLOCATOR_6_12] = alloc_listed,
		[ALLOCATOR_6_14] = alloc_isolated,
		[ALLOCATOR_6_18] = alloc_isolated,
	};

	if (order && s->file)
		return 0;
	return allocators[s->allocator](s, order);
}

struct cluster *store_clusters(const struct store *s, struct arena *a)
{
	struct cluster *c = arena_zero(a, s->n_clusters * sizeof(*c));

	for (uint32_t i = 0; i < s->n_clusters; i++) {
		const struct pile *p = &s->piles[i];
		const uint64_t *taken = &s->taken[i * CLUSTER_WORDS];

		c[i].number = i;
		c[i].list = (enum list)p->list;
		c[i].order = p->order;
		c[i].slots = CLUSTER_SLOTS;
		c[i].bad = i == 0;
		if (i + 1 == s->n_clusters)
			c[i].bad += s->n_clusters * CLUSTER_SLOTS - s->slots;
		c[i].used = p->used - c[i].bad;
		for (unsigned w = 0; s->n_cached && w < CLUSTER_WORDS; w++)
			c[i].cached += (unsigned)__builtin_popcountll(
				s->cached[i * CLUSTER_WORDS + w]);
		cluster_holes(&c[i], taken, CLUSTER_SLOTS, CLUSTER_ORDERS);
	}
	return c;
}
