// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * devices.c - all swap devices of the model, in the order in which they are tried.
 *
 * A large folio is tried on the first device that has any free slot, and nowhere else; a single page on each. Up to
 * 6.14 single slots come and go through a cache: they are taken in batches, and those that fall free stay taken
 * until a batch of them is full.
 */
#include "sim.h"

/* Of 2 CPUs: the cache is used while more slots are free than that, and no longer below this. */
enum { CACHE_FROM = 2 * 5 * SLOT_BATCH, CACHE_TO = 2 * 2 * SLOT_BATCH };

void devices_begin(struct devices *d, struct arena *a, const struct setup *s)
{
	*d = (struct devices){
		.allocator = s->allocator,
		.stores = arena_zero(a, s->n_devices * sizeof(*d->stores)),
		.n = s->n_devices,
		.batches = s->slot_cache && s->allocator != ALLOCATOR_6_18,
	};
	for (unsigned i = 0; i < d->n; i++)
		store_begin(&d->stores[i], a, s, &s->devices[i]);
}

static uint32_t n_free(const struct devices *d)
{
	uint32_t n = 0;

	for (unsigned i = 0; i < d->n; i++)
		n += d->stores[i].n_free;
	return n;
}

static uint32_t entry_of(unsigned device, uint32_t slot)
{
	return device << ENTRY_SLOTS | slot;
}

/* From 6.18 on an order goes on where it was last, on whichever device that is. */
static bool get_current(struct devices *d, unsigned order, uint32_t *ret_entry)
{
	unsigned device = d->current[order];
	uint32_t slot = isolated_next(&d->stores[device], order);

	if (!slot)
		return false;
	*ret_entry = entry_of(device, slot);
	return true;
}

static uint32_t get_slot(struct devices *d, unsigned order)
{
	uint32_t entry = 0;

	if (n_free(d) >> order == 0)
		return 0;
	if (d->allocator == ALLOCATOR_6_18 && get_current(d, order, &entry))
		return entry;
	for (unsigned i = 0; !entry && i < d->n; i++) {
		struct store *s = &d->stores[i];
		uint32_t slot;

		if (!s->n_free)
			continue;
		slot = store_get(s, order);
		if (slot) {
			entry = entry_of(i, slot);
			d->current[order] = i;
		} else if (order) {
			s->refused++;
			break;
		}
	}
	return entry;
}

/* What waits for its discard is flushed at once by 6.18 for a page that has no place; the others do it on their way. */
static uint32_t get_or_flush(struct devices *d, unsigned order)
{
	uint32_t entry;
	bool again;

	do {
		entry = get_slot(d, order);
		again = false;
		for (unsigned i = 0; !entry && !order && i < d->n; i++)
			again |= store_flush(&d->stores[i]);
	} while (again);
	return entry;
}

static struct store *store_of(struct devices *d, uint32_t entry)
{
	return &d->stores[entry >> ENTRY_SLOTS];
}

static uint32_t slot_of(uint32_t entry)
{
	return entry & ((1u << ENTRY_SLOTS) - 1);
}

static void put_slot(struct devices *d, uint32_t entry)
{
	store_put(store_of(d, entry), slot_of(entry));
}

/* ---- the cache of single slots: for the devices they are held by the swap cache, with no page behind ---- */

static void put_batch(struct devices *d)
{
	for (unsigned i = 0; i < d->n_back; i++)
		put_slot(d, d->back[i]);
	d->n_back = 0;
}

/* Those not yet given out go back too. */
static void drain(struct devices *d)
{
	while (d->n_ready) {
		put_slot(d, d->ready[d->at_ready++]);
		d->n_ready--;
	}
	put_batch(d);
}

static bool is_active(struct devices *d)
{
	if (!d->active && n_free(d) > CACHE_FROM)
		d->active = true;
	else if (d->active && n_free(d) < CACHE_TO) {
		drain(d);
		d->active = false;
	}
	return d->active;
}

static uint32_t get_ready(struct devices *d)
{
	uint32_t entry;

	if (!d->n_ready) {
		d->at_ready = 0;
		while (d->n_ready < SLOT_BATCH &&
			(d->ready[d->n_ready] = get_or_flush(d, 0))) {
			entry = d->ready[d->n_ready++];
			store_cache(store_of(d, entry), slot_of(entry));
		}
	}
	if (!d->n_ready)
		return 0;
	d->n_ready--;
	entry = d->ready[d->at_ready++];
	store_uncache(store_of(d, entry), slot_of(entry));
	return entry;
}

uint32_t devices_get(struct devices *d, unsigned order)
{
	if (!order && d->batches && is_active(d))
		return get_ready(d);
	return get_or_flush(d, order);
}

void devices_put(struct devices *d, uint32_t entry)
{
	/* 6.14 gives single slots back at once. */
	if (!d->batches || !d->active || d->allocator == ALLOCATOR_6_14) {
		put_slot(d, entry);
		return;
	}
	if (d->n_back == SLOT_BATCH)
		put_batch(d);
	d->back[d->n_back++] = entry;
	store_cache(store_of(d, entry), slot_of(entry));
}

void devices_put_all(struct devices *d, const uint32_t *entries, unsigned n)
{
	if (!d->batches && d->n == 1) {
		store_put_all(d->stores, entries, n);
		return;
	}
	for (unsigned i = 0; i < n; i++)
		devices_put(d, entries[i]);
}
