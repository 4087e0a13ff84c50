// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * model.c - plays the workload on memory and devices of the model, on one CPU.
 *
 * As the kernel does it: MADV_PAGEOUT goes through an area upwards; a folio for which there is no place in one piece
 * is split, and its pages are tried one by one at once. A page that is written gives its slot back.
 */
#include "sim.h"

/* One of the two areas. */
struct area {
	uint32_t pages;
	unsigned order; /* of its folios; 0 in the small area */
	uint32_t *entries; /* one a page; 0: it is in memory */
	uint64_t *here; /* a bit for each page in memory */
	uint8_t *whole; /* one a folio: it is in memory and in one piece */
};

struct model {
	const struct setup *setup;
	bool whole_to_zswap, whole_back;
	struct devices devices;
	struct area areas[2]; /* the large, the small */
	struct round *rounds, *now; /* NULL: the warm-up */
};

/* ---- memory ---- */

static void area_begin(struct area *m, struct arena *a, uint64_t bytes, unsigned order)
{
	*m = (struct area){.pages = (uint32_t)(bytes / MODEL_PAGE), .order = order};
	m->entries = arena_zero(a, m->pages * sizeof(*m->entries));
	m->here = arena_zero(a, (m->pages + 63) / 64 * sizeof(*m->here));
	m->whole = arena_zero(a, (m->pages >> order) + 1);
}

/* The bits of n pages from this one on within its word. */
static uint64_t span_of(uint32_t from, uint32_t n)
{
	return (n >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << n) - 1) << from % 64;
}

static void fill(struct area *a)
{
	for (uint32_t page = 0; page < a->pages; page += 64)
		a->here[page / 64] = span_of(page, a->pages - page);
	memset(a->whole, a->order > 0, a->pages >> a->order);
}

/* ---- it comes back ---- */

/* Its slots lie together and as a folio's would: it was put out whole, or fell so by chance. */
static bool lies_whole(const struct area *a, uint32_t from)
{
	uint32_t n = 1u << a->order;

	if (!a->entries[from] || a->entries[from] % n)
		return false;
	for (uint32_t i = 1; i < n; i++)
		if (a->entries[from + i] != a->entries[from] + i)
			return false;
	return true;
}

/* The slots of those of n pages that are out fall free; then all are in memory. */
static void bring(struct model *m, struct area *a, uint32_t from, uint32_t n)
{
	uint32_t slots[1 << PMD_ORDER], n_slots = 0;

	for (uint32_t i = from; i < from + n; i++) {
		slots[n_slots] = a->entries[i];
		n_slots += a->entries[i] != 0;
		a->entries[i] = 0;
	}
	for (uint32_t i = from; i < from + n; i += 64)
		a->here[i / 64] |= span_of(i, n);
	devices_put_all(&m->devices, slots, n_slots);
}

static bool bring_whole(struct model *m, struct area *a, uint32_t page)
{
	uint32_t from = page >> a->order << a->order;

	if (!a->order || !lies_whole(a, from))
		return false;
	bring(m, a, from, 1u << a->order);
	a->whole[page >> a->order] = 1;
	if (m->now)
		m->now->swpin++;
	return true;
}

/* From 6.12 on a folio that lies together comes back so with the first of its pages that is touched. */
static void touch_whole(struct model *m, struct area *a, uint32_t from, uint32_t n)
{
	for (uint32_t page = from; page < from + n; page++)
		if (a->entries[page] && !bring_whole(m, a, page))
			bring(m, a, page, 1);
}

static void touch_pages(struct model *m, struct area *a, const struct step *s)
{
	uint32_t slots[STEP_RANGES], n_slots = 0;

	for (unsigned i = 0; i < s->n; i++) {
		uint32_t page = s->places[i];

		slots[n_slots] = a->entries[page];
		n_slots += a->entries[page] != 0;
		a->entries[page] = 0;
		a->here[page / 64] |= (uint64_t)1 << page % 64;
	}
	devices_put_all(&m->devices, slots, n_slots);
}

static void touch(struct model *m, struct area *a, const struct step *s, uint32_t pages)
{
	if (pages == 1 && !m->whole_back) {
		touch_pages(m, a, s);
		return;
	}
	for (unsigned i = 0; i < s->n; i++)
		if (m->whole_back)
			touch_whole(m, a, s->places[i] * pages, pages);
		else
			bring(m, a, s->places[i] * pages, pages);
}

static void renew(struct model *m, struct area *a, const struct step *s, uint32_t pages)
{
	for (unsigned i = 0; i < s->n; i++) {
		bring(m, a, s->places[i] * pages, pages);
		a->whole[s->places[i]] = a->order > 0;
	}
}

/* ---- it goes out ---- */

static void count_folio(struct model *m, uint32_t entry)
{
	if (!m->now)
		return;
	if (!entry)
		m->now->fallback++;
	else if (m->whole_to_zswap)
		m->now->zswpout++;
	else
		m->now->swpout++;
	if (entry)
		m->devices.stores[entry >> ENTRY_SLOTS].folios++;
}

/* In one piece, if there is a place for it. */
static bool out_whole(struct model *m, struct area *a, uint32_t page)
{
	uint32_t entry = devices_get(&m->devices, a->order), n = 1u << a->order;

	a->whole[page >> a->order] = 0;
	count_folio(m, entry);
	if (!entry)
		return false;
	for (uint32_t i = 0; i < n; i++)
		a->entries[page + i] = entry + i;
	for (uint32_t i = page; i < page + n; i += 64)
		a->here[i / 64] &= ~span_of(i, n);
	return true;
}

/* The lowest of the pages, each to the slot that comes next; returns those that are left. */
static inline uint64_t out_run(struct store *s, struct free_slots f, bool linear,
	uint32_t *entries, uint64_t pages)
{
	uint64_t got = 0;
	unsigned n = 0;

	for (; pages && f.bits; n++, pages &= pages - 1)
		entries[__builtin_ctzll(pages)] = free_slots_take(&f, &got, linear);
	store_take_singles(s, &f, got, n);
	s->small += n;
	return pages;
}

/* One at least, if there is any slot. */
static uint64_t out_some(struct model *m, uint32_t *entries, uint64_t pages)
{
	struct free_slots f = {0};
	uint32_t entry;

	if (devices_easy(&m->devices))
		f = store_singles(m->devices.stores);
	if (f.bits && f.linear)
		return out_run(m->devices.stores, f, true, entries, pages);
	if (f.bits)
		return out_run(m->devices.stores, f, false, entries, pages);
	entry = devices_get(&m->devices, 0);
	if (!entry)
		return pages;
	entries[__builtin_ctzll(pages)] = entry;
	m->devices.stores[entry >> ENTRY_SLOTS].small++;
	return pages & (pages - 1);
}

/* Those pages of a word, singly; returns how many stay. */
static unsigned out_pages(struct model *m, struct area *a, uint32_t word, uint64_t pages)
{
	uint64_t stay = pages, before = 0;

	while (stay && stay != before) {
		before = stay;
		stay = out_some(m, &a->entries[word * 64], stay);
	}
	a->here[word] &= ~pages | stay;
	return stay ? (unsigned)__builtin_popcountll(stay) : 0;
}

/* A word of folios that are smaller: single pages between those that go out whole are put out in a run. */
static unsigned out_word(struct model *m, struct area *a, uint32_t word)
{
	uint32_t n = 1u << a->order;
	uint64_t run = 0;
	unsigned stay = 0;

	for (uint32_t page = word * 64; page < word * 64 + 64 && page < a->pages;
		page += n) {
		bool whole = a->whole[page >> a->order];

		if (whole && run) {
			stay += out_pages(m, a, word, run);
			run = 0;
		}
		if (!whole || !out_whole(m, a, page))
			run |= a->here[word] & span_of(page, n);
	}
	return stay + (run ? out_pages(m, a, word, run) : 0);
}

/* A folio of a word or more. */
static unsigned out_words(struct model *m, struct area *a, uint32_t page)
{
	unsigned stay = 0;

	if (a->whole[page >> a->order] && out_whole(m, a, page))
		return 0;
	for (uint32_t i = page; i < page + (1u << a->order); i += 64)
		stay += out_pages(m, a, i / 64, a->here[i / 64]);
	return stay;
}

static void out(struct model *m, struct area *a)
{
	uint32_t step = a->order > 6 ? 1u << a->order : 64;
	uint64_t stay = 0;

	for (uint32_t page = 0; page < a->pages; page += step) {
		if (a->order >= 6)
			stay += out_words(m, a, page);
		else if (!a->order)
			stay += out_pages(m, a, page / 64, a->here[page / 64]);
		else if (a->here[page / 64])
			stay += out_word(m, a, page / 64);
	}
	if (m->now)
		m->now->left += stay * MODEL_PAGE;
}

/* ---- the run ---- */

/* What is counted of a device is that of the rounds. */
static void forget_warmup(struct model *m)
{
	for (unsigned i = 0; i < m->devices.n; i++)
		m->devices.stores[i].refused = m->devices.stores[i].small = 0;
}

static uint64_t small_out(const struct model *m)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < m->devices.n; i++)
		sum += m->devices.stores[i].small * MODEL_PAGE;
	return sum;
}

static void play(struct model *m, const struct step *s)
{
	struct area *a = &m->areas[s->small];
	uint32_t pages = (uint32_t)(s->unit / MODEL_PAGE);

	m->now = s->round ? &m->rounds[s->round - 1] : NULL;
	switch (s->act) {
	case ACT_FILL:
		fill(a);
		break;
	case ACT_TOUCH:
		touch(m, a, s, pages);
		break;
	case ACT_RENEW:
		renew(m, a, s, pages);
		break;
	case ACT_OUT:
		out(m, a);
		break;
	case ACT_BEGIN:
		if (s->round == 1)
			forget_warmup(m);
		*m->now = (struct round){.number = s->round,
			.small_out = small_out(m),
			.system_ns = UNSEEN};
		if (!m->setup->zswap)
			m->now->zswpout = UNSEEN;
		break;
	case ACT_END:
		m->now->small_out = small_out(m) - m->now->small_out;
		break;
	}
}

static void tell_targets(struct model *m, struct arena *a, struct trial *t)
{
	unsigned n = m->setup->n_devices;
	struct swap_target *targets = arena_zero(a, n * sizeof(*targets));
	const struct cluster **clusters = arena_zero(a, n * sizeof(*clusters));
	size_t *n_clusters = arena_zero(a, n * sizeof(*n_clusters));

	for (unsigned i = 0; i < n; i++) {
		const struct model_device *d = &m->setup->devices[i];
		const struct store *s = &m->devices.stores[i];

		targets[i] = (struct swap_target){
			.name = d->name,
			.kind = d->file		? "file"
				: d->rotational ? "rotational"
						: "block",
			.size = d->size,
			.used = (uint64_t)(s->slots - 1 - s->n_free) * MODEL_PAGE,
			.folios = s->folios,
			.small = s->small * MODEL_PAGE,
			.refused = s->refused,
		};
		clusters[i] = store_clusters(s, a);
		n_clusters[i] = s->n_clusters;
	}
	t->targets = targets;
	t->n_targets = n;
	t->clusters = clusters;
	t->n_clusters = n_clusters;
}

void model_run(struct arena *a, const struct work *w, const struct setup *s,
	struct trial *ret_trial)
{
	struct model *m = arena_zero(a, sizeof(*m));
	struct steps *steps = arena_get(a, sizeof(*steps));
	struct step step;

	m->setup = s;
	/* zswap takes folios from 6.13 on; while it is on, nothing comes back whole. */
	m->whole_to_zswap = s->zswap && s->allocator >= ALLOCATOR_6_14;
	m->whole_back = s->large_swapin && !s->zswap && s->allocator >= ALLOCATOR_6_12;
	m->rounds = arena_get(a, w->rounds * sizeof(*m->rounds));
	devices_begin(&m->devices, a, s);
	area_begin(&m->areas[0], a, w->mem, work_order(w));
	area_begin(&m->areas[1], a, w->small_too ? w->small : 0, 0);
	steps_begin(steps, w);
	while (steps_next(steps, &step))
		play(m, &step);
	*ret_trial = (struct trial){
		.name = allocator_names[s->allocator],
		.kernel = allocator_kernels[s->allocator],
		.work = w,
		.rounds = m->rounds,
		.n_rounds = w->rounds,
		.predicted = -1,
	};
	tell_targets(m, a, ret_trial);
}
