// SPDX-License-Identifier: GPL-2.0-or-later
/* store_test.c - the devices of the model: slots, lists, and which device is tried. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "sim.h"

enum { MIB = 1 << 20, SLOT = (1 << ENTRY_SLOTS) - 1, MOST = 1 << 15 };

static struct arena arena;

static struct devices *make(struct setup s, enum allocator a, const char *sizes)
{
	static struct model_device d[MODEL_DEVICES];
	struct devices *devices = arena_zero(&arena, sizeof(*devices));
	struct span rest = span_z(sizes), word;

	s.allocator = a;
	for (s.n_devices = 0; (word = span_word(&rest)).n; s.n_devices++) {
		struct model_device *now = &d[s.n_devices];

		*now = (struct model_device){.name = "swap"};
		now->file = span_ends(word, "f");
		now->rotational = span_ends(word, "r");
		now->discard = span_ends(word, "d");
		if (now->file || now->rotational || now->discard)
			word.n--;
		assert_int_equal(span_size(word, &now->size), 0);
	}
	s.devices = d;
	devices_begin(devices, &arena, &s);
	return devices;
}

static const struct setup plain;

static int end(void **state)
{
	(void)state;
	arena_free(&arena);
	return 0;
}

/* ---- what must hold whatever happens ---- */

static unsigned chain_length(
	const struct store *s, const struct chain *c, enum list list, unsigned order)
{
	unsigned n = 0;
	uint32_t before = NO_CLUSTER;

	for (uint32_t at = c->head; at != NO_CLUSTER; at = s->piles[at].next) {
		assert_int_equal(s->piles[at].prev, before);
		assert_int_equal(s->piles[at].list, list);
		if (list == LIST_NONFULL || list == LIST_FRAG)
			assert_int_equal(s->piles[at].order, order);
		before = at;
		assert_true(++n <= s->n_clusters);
	}
	assert_int_equal(c->tail, before);
	return n;
}

static void check_store(const struct store *s)
{
	unsigned listed = chain_length(s, &s->free, LIST_FREE, 0) +
			  chain_length(s, &s->full, LIST_FULL, 0) +
			  chain_length(s, &s->discard, LIST_DISCARD, 0);
	uint32_t used = 0;

	for (unsigned o = 0; o < CLUSTER_ORDERS; o++)
		listed += chain_length(s, &s->nonfull[o], LIST_NONFULL, o) +
			  chain_length(s, &s->frag[o], LIST_FRAG, o);
	for (uint32_t i = 0; i < s->n_clusters; i++) {
		const struct pile *p = &s->piles[i];
		struct cluster c = {0};
		unsigned n = 0;

		for (unsigned w = 0; w < CLUSTER_WORDS; w++)
			n += (unsigned)__builtin_popcountll(
				s->taken[i * CLUSTER_WORDS + w]);
		assert_int_equal(n, p->used);
		used += n;
		listed += p->list == LIST_NONE;
		if (p->list == LIST_FREE || p->list == LIST_DISCARD)
			assert_int_equal(n, 0);
		if (p->list == LIST_FULL)
			assert_int_equal(n, CLUSTER_SLOTS);
		/* What is known to have no place has none. */
		cluster_holes(
			&c, &s->taken[i * CLUSTER_WORDS], CLUSTER_SLOTS, CLUSTER_ORDERS);
		for (unsigned o = p->tight; o < CLUSTER_ORDERS; o++)
			assert_int_equal(c.holes[o], 0);
	}
	assert_int_equal(listed, s->n_clusters);
	assert_int_equal(s->n_free, s->n_clusters * CLUSTER_SLOTS - used);
}

/* Folios of many sizes come and go: no slot is given twice, none that is not there, each where it belongs. */
static void random_use(enum allocator a, const char *sizes, struct setup setup)
{
	struct devices *d = make(setup, a, sizes);
	static struct held {
		uint32_t entry;
		unsigned order;
	} held[MOST];
	static uint8_t map[MODEL_DEVICES][1 << 16];
	struct random r;
	unsigned n = 0, most = 0;

	memset(map, 0, sizeof(map));
	random_begin(&r, 7);
	for (unsigned i = 0; i < 60000; i++) {
		bool more = random_next(&r) % 100 < (i / 6000 % 2 ? 40 : 60);

		if (more && n < MOST) {
			unsigned draw = random_next(&r) % 512;
			unsigned order = draw < 400   ? 0
					 : draw < 511 ? draw % 6
						      : PMD_ORDER;
			uint32_t entry = devices_get(d, order), slot = entry & SLOT;

			if (!entry)
				continue;
			assert_true(slot && slot % (1u << order) == 0);
			assert_true(slot + (1u << order) <=
				    d->stores[entry >> ENTRY_SLOTS].slots);
			for (uint32_t j = slot; j < slot + (1u << order); j++)
				assert_false(map[entry >> ENTRY_SLOTS][j]++);
			held[n++] = (struct held){entry, order};
			most = n > most ? n : most;
		} else if (!more && n) {
			unsigned at = random_next(&r) % n;
			uint32_t entry = held[at].entry;

			for (unsigned j = 0; j < 1u << held[at].order; j++) {
				map[entry >> ENTRY_SLOTS][(entry & SLOT) + j] = 0;
				devices_put(d, entry + j);
			}
			held[at] = held[--n];
		}
		if (i % 1000 == 0)
			for (unsigned j = 0; j < d->n; j++)
				check_store(&d->stores[j]);
	}
	assert_true(most > 500);
}

static void any_use(void **state)
{
	(void)state;
	for (int a = 0; a < N_ALLOCATORS; a++) {
		random_use((enum allocator)a, "16M", plain);
		random_use((enum allocator)a, "16M 6M 40000k", plain);
		random_use((enum allocator)a, "16Md 8Md", plain);
		random_use((enum allocator)a, "16Mr 8Mf", plain);
		random_use(
			(enum allocator)a, "32M 8M", (struct setup){.slot_cache = true});
		end(NULL);
	}
}

/* The short way for single slots gives those that the long way gives. */
static void easy_is_same(void **state)
{
	(void)state;
	for (int a = 0; a < N_ALLOCATORS; a++) {
		struct devices *easy = make(plain, (enum allocator)a, "16M");
		struct devices *plainly = make(plain, (enum allocator)a, "16M");
		static uint32_t held[1 << 13];
		unsigned n = 0, short_way = 0;
		struct random r;

		random_begin(&r, 3);
		for (unsigned i = 0; i < 40000; i++) {
			struct free_slots f = store_singles(easy->stores);
			uint64_t got = 0;
			uint32_t entry = 0;

			if (n == COUNT_OF(held) || (n && random_next(&r) % 2)) {
				unsigned at = random_next(&r) % n;

				store_put_all(easy->stores, &held[at], 1);
				store_put(plainly->stores, held[at]);
				held[at] = held[--n];
				continue;
			}
			if (random_next(&r) % 32 == 0) {
				assert_int_equal(
					devices_get(easy, 4), devices_get(plainly, 4));
				continue;
			}
			if (f.bits) {
				entry = free_slots_take(&f, &got, f.linear);
				store_take_singles(easy->stores, &f, got, 1);
				short_way++;
			} else
				entry = devices_get(easy, 0);
			assert_int_equal(entry, devices_get(plainly, 0));
			if (entry)
				held[n++] = entry;
		}
		assert_true(short_way > 1000);
		check_store(easy->stores);
		assert_memory_equal(easy->stores->piles, plainly->stores->piles,
			easy->stores->n_clusters * sizeof(struct pile));
		end(NULL);
	}
}

/* ---- which device ---- */

/* The first device with any free slot decides over a large folio; single pages go on to the next. */
static void first_device(void **state)
{
	(void)state;
	for (int a = 0; a < N_ALLOCATORS; a++) {
		struct devices *d = make(plain, (enum allocator)a, "4M 16M");
		unsigned first = 0;

		while (devices_get(d, 4) >> ENTRY_SLOTS == 0 && d->stores[0].refused == 0)
			first++;
		assert_true(first >= 32);
		assert_true(d->stores[0].n_free > 0);
		assert_int_equal(devices_get(d, 4), 0);
		assert_int_equal(d->stores[0].refused, 2);
		while (devices_get(d, 0) >> ENTRY_SLOTS == 0)
			;
		/* Full, it is no longer tried. */
		assert_int_equal(d->stores[0].n_free, 0);
		assert_int_equal(devices_get(d, 4) >> ENTRY_SLOTS, 1);
		end(NULL);
	}
}

static void kinds(void **state)
{
	(void)state;
	for (int a = 0; a < N_ALLOCATORS; a++) {
		/* A file never takes a folio, and a disk that seeks from 6.14 on. */
		struct devices *d = make(plain, (enum allocator)a, "16Mf 16M");
		assert_int_equal(devices_get(d, 4), 0);
		assert_int_not_equal(devices_get(d, 0), 0);
		d = make(plain, (enum allocator)a, "16Mr");
		assert_int_equal(devices_get(d, 4) != 0, a >= ALLOCATOR_6_14);
		for (unsigned i = 0; i < 3000; i++)
			assert_int_not_equal(devices_get(d, 0), 0);
		end(NULL);
	}
}

/* From 6.18 on single pages go on where they were, also when a device before has room again. */
static void goes_on(void **state)
{
	(void)state;
	for (int a = ALLOCATOR_6_14; a < N_ALLOCATORS; a++) {
		struct devices *d = make(plain, (enum allocator)a, "4M 16M");
		uint32_t entry;

		while ((entry = devices_get(d, 0)) >> ENTRY_SLOTS == 0)
			;
		devices_put(d, 5);
		entry = devices_get(d, 0);
		assert_int_equal(entry >> ENTRY_SLOTS, a == ALLOCATOR_6_18);
		end(NULL);
	}
}

/* ---- clusters ---- */

/* A PMD's folio has place in a free cluster only; the first and a last that is cut short never are one. */
static void pmd(void **state)
{
	(void)state;
	for (int a = 0; a < N_ALLOCATORS; a++) {
		struct devices *d = make(plain, (enum allocator)a, "9M");
		unsigned n = 0;

		assert_int_equal(d->stores->n_clusters, 5);
		assert_int_equal(d->stores->piles[0].used, 1);
		assert_int_equal(d->stores->piles[4].used, 256);
		while (devices_get(d, 9))
			n++;
		assert_int_equal(n, 3);
		assert_int_not_equal(devices_get(d, 0), 0);
		end(NULL);
	}
}

/* What was freed whole waits for its discard, and is flushed when nothing else is left; by 6.18 for single pages. */
static void discards(void **state)
{
	(void)state;
	for (int a = 0; a < N_ALLOCATORS; a++) {
		struct devices *d = make(plain, (enum allocator)a, "6Md");
		struct store *s = d->stores;
		uint32_t entry = devices_get(d, 9);

		assert_int_not_equal(devices_get(d, 9), 0);
		for (unsigned i = 0; i < CLUSTER_SLOTS; i++)
			devices_put(d, entry + i);
		assert_int_equal(s->piles[entry / CLUSTER_SLOTS].list, LIST_DISCARD);
		if (a == ALLOCATOR_6_18) {
			assert_int_equal(devices_get(d, 9), 0);
			while (s->discard.head != NO_CLUSTER)
				assert_int_not_equal(devices_get(d, 0), 0);
		} else
			assert_int_equal(devices_get(d, 9), entry);
		check_store(s);
		end(NULL);
	}
}

/* A slot that only the swap cache uses is let go for a folio once more than half of the device is used. */
static void cached(void **state)
{
	(void)state;
	for (int a = ALLOCATOR_6_12; a < N_ALLOCATORS; a++) {
		struct devices *d = make(plain, (enum allocator)a, "8M");
		struct store *s = d->stores;
		uint32_t folio = devices_get(d, 4);

		for (unsigned i = 0; i < 16; i++)
			store_cache(s, folio + i);
		assert_int_not_equal(devices_get(d, 4), folio);
		assert_int_equal(s->n_cached, 16);
		while (s->n_cached && devices_get(d, 4))
			;
		/* They went while there was no other place. */
		assert_int_equal(s->n_cached, 0);
		assert_true(s->n_free < 1024);
		check_store(s);
		end(NULL);
	}
}

/* ---- the cache of single slots ---- */

static void batches(void **state)
{
	(void)state;
	for (int a = 0; a < N_ALLOCATORS; a++) {
		struct devices *d = make(
			(struct setup){.slot_cache = true}, (enum allocator)a, "16M");
		uint32_t before = d->stores->n_free, entry = devices_get(d, 0);
		bool has = a != ALLOCATOR_6_18, holds = a < ALLOCATOR_6_14;

		assert_int_equal(before - d->stores->n_free, has ? SLOT_BATCH : 1);
		/* What no page holds yet, or any more, only the swap cache does. */
		assert_int_equal(d->stores->n_cached, has ? SLOT_BATCH - 1 : 0);
		before = d->stores->n_free;
		devices_put(d, entry);
		assert_int_equal(d->stores->n_free - before, holds ? 0 : 1);
		assert_int_equal(d->stores->n_cached, holds ? SLOT_BATCH
						      : has ? SLOT_BATCH - 1
							    : 0);
		/* When slots are short, all go back. */
		while (d->stores->n_free > 300)
			devices_get(d, 9) ? 0 : devices_get(d, 0);
		while (devices_get(d, 0))
			;
		assert_int_equal(d->stores->n_free, 0);
		assert_int_equal(d->n_back + d->n_ready, 0);
		assert_int_equal(d->stores->n_cached, 0);
		end(NULL);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(any_use, end),
		cmocka_unit_test_teardown(easy_is_same, end),
		cmocka_unit_test_teardown(first_device, end),
		cmocka_unit_test_teardown(kinds, end),
		cmocka_unit_test_teardown(goes_on, end),
		cmocka_unit_test_teardown(pmd, end),
		cmocka_unit_test_teardown(discards, end),
		cmocka_unit_test_teardown(cached, end),
		cmocka_unit_test_teardown(batches, end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
