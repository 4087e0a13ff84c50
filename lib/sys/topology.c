// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * topology.c - which CPUs share which last level cache, written as two tables.
 *
 * "@topology/cpu", a row for each CPU that is present:
 *
 *	0 0 0 0 0 1 8
 *	5 - - - - 0 -
 *
 * Columns: cpu, llc, core, package, node, online (1 or 0), width (CPUs online that
 * share its llc). Caches and cores are numbered by us, in the order of their first
 * CPU: the kernel's own numbers repeat (core_id), have holes (cache id) or are not
 * there. package and node are the kernel's. What is unknown is "-"; of a CPU that
 * is offline the kernel tells nothing, but its node at times.
 *
 * "@topology/llc", a row for each last level cache with a CPU that is online:
 *
 *	0 3 33554432 0-7,128-135 8 0 0 0
 *	1 - - 8-11 4 0,1 0 -
 *
 * Columns: llc, level, size_bytes, cpus (those online), cores, node, package, id
 * (sysfs's, which resctrl goes by). node and package are lists ("0,1") where the
 * cache spans several. A level "-" says that no cache is known there and the
 * CPUs of one package and node stand for it: so does the scheduler when it is
 * told of no cache. The scheduler's own idea can differ: it cuts at the node.
 *
 * "@hwloc/cpu" and "@hwloc/llc" are the same tables as hwloc sees it (hwloc.c).
 */
#include <errno.h>

#include "sys.h"

/* The two texts, and what they were made of. Freed with the root. */
struct texts {
	struct buf key, cpus, llcs;
	bool made;
};

static void texts_free(void *what)
{
	struct texts *t = what;

	buf_free(&t->key);
	buf_free(&t->cpus);
	buf_free(&t->llcs);
}

void topology_begin(struct topology *t, struct arena *a, unsigned n_cpus)
{
	*t = (struct topology){
		.n_cpus = n_cpus,
		.cpus = arena_get(a, n_cpus * sizeof(*t->cpus)),
		.llcs = arena_get(a, n_cpus * sizeof(*t->llcs)),
		.map = arena_get(a, n_cpus * sizeof(*t->map)),
	};
	for (unsigned i = 0; i < n_cpus; i++)
		t->cpus[i] =
			(struct topo_cpu){.at = {NOWHERE, NOWHERE, NOWHERE, NOWHERE}};
}

unsigned topology_add(struct topology *t, const struct topo_llc *llc)
{
	if (t->n_llcs == t->n_cpus)
		return NOWHERE;
	t->llcs[t->n_llcs] = *llc;
	return t->n_llcs++;
}

static bool same_place(const struct topo_cpu *a, const struct topo_cpu *b)
{
	return a->at[TOPO_PACKAGE] == b->at[TOPO_PACKAGE] &&
	       a->at[TOPO_NODE] == b->at[TOPO_NODE];
}

/* CPUs without a cache that is known stand together by package and node. */
static void group_cacheless(struct topology *t)
{
	unsigned from = t->n_llcs;

	for (unsigned i = 0; i < t->n_cpus; i++) {
		struct topo_cpu *c = &t->cpus[i];
		unsigned k = from;

		if (!c->online || c->at[TOPO_LLC] < from)
			continue;
		while (k < t->n_llcs && !same_place(&t->cpus[t->llcs[k].first], c))
			k++;
		if (k == t->n_llcs)
			k = topology_add(
				t, &(struct topo_llc){.id = NO_CACHE_ID, .first = i});
		c->at[TOPO_LLC] = k;
	}
}

/* Gives the numbers 0, 1, … in the order of their first CPU; returns how many there are. */
static unsigned renumber(struct topology *t, enum topo_place place)
{
	unsigned n = 0;

	memset(t->map, 0xff, t->n_cpus * sizeof(*t->map));
	for (unsigned i = 0; i < t->n_cpus; i++) {
		unsigned *at = &t->cpus[i].at[place];

		if (!t->cpus[i].online || *at >= t->n_cpus) {
			*at = NOWHERE;
			continue;
		}
		if (t->map[*at] == NOWHERE)
			t->map[*at] = n++;
		*at = t->map[*at];
	}
	return n;
}

/* Puts the caches into the order of their numbers, each with the chain of its CPUs. */
static void order_llcs(struct topology *t, struct arena *a)
{
	unsigned n = renumber(t, TOPO_LLC);
	struct topo_llc *old = t->llcs;

	t->llcs = arena_get(a, n * sizeof(*t->llcs));
	for (unsigned k = 0; k < t->n_llcs; k++)
		if (t->map[k] != NOWHERE)
			t->llcs[t->map[k]] = old[k];
	t->n_llcs = n;
	for (unsigned k = 0; k < n; k++) {
		t->llcs[k].first = NOWHERE;
		t->llcs[k].width = 0;
	}
	for (unsigned i = t->n_cpus; i-- > 0;) {
		struct topo_cpu *c = &t->cpus[i];

		if (c->at[TOPO_LLC] == NOWHERE)
			continue;
		c->next = t->llcs[c->at[TOPO_LLC]].first;
		t->llcs[c->at[TOPO_LLC]].first = i;
		t->llcs[c->at[TOPO_LLC]].width++;
	}
}

static void put_number(struct buf *out, uint64_t value, bool known)
{
	buf_char(out, ' ');
	if (known)
		buf_u64(out, value);
	else
		buf_char(out, '-');
}

static void put_cpus(struct buf *out, const struct topology *t)
{
	for (unsigned i = 0; i < t->n_cpus; i++) {
		const struct topo_cpu *c = &t->cpus[i];
		unsigned llc = c->at[TOPO_LLC];

		if (!c->present)
			continue;
		buf_u64(out, i);
		for (unsigned k = 0; k < TOPO_PLACES; k++)
			put_number(out, c->at[k], c->at[k] != NOWHERE);
		buf_str(out, c->online ? " 1" : " 0");
		put_number(out, llc == NOWHERE ? 0 : t->llcs[llc].width, llc != NOWHERE);
		buf_char(out, '\n');
	}
}

/* How many cores these CPUs are threads of; 0: not known of all. A map entry holds the last cache seen. */
static unsigned count_cores(struct topology *t, unsigned llc)
{
	unsigned n = 0;

	for (unsigned i = t->llcs[llc].first; i != NOWHERE; i = t->cpus[i].next) {
		unsigned core = t->cpus[i].at[TOPO_CORE];

		if (core == NOWHERE)
			return 0;
		n += t->map[core] != llc;
		t->map[core] = llc;
	}
	return n;
}

/* The packages or nodes of these CPUs in ascending order: most often one. */
static void put_places(
	struct buf *out, const struct topology *t, unsigned first, enum topo_place place)
{
	unsigned from = 0;
	char mark = ' ';

	for (;;) {
		unsigned least = NOWHERE;

		for (unsigned i = first; i != NOWHERE; i = t->cpus[i].next) {
			unsigned at = t->cpus[i].at[place];

			if (at >= from && at < least)
				least = at;
		}
		if (least == NOWHERE)
			break;
		buf_char(out, mark);
		buf_u64(out, least);
		mark = ',';
		from = least + 1;
	}
	if (mark == ' ')
		buf_str(out, " -");
}

static void put_llcs(struct buf *out, struct topology *t)
{
	memset(t->map, 0xff, t->n_cpus * sizeof(*t->map));
	for (unsigned k = 0; k < t->n_llcs; k++) {
		const struct topo_llc *l = &t->llcs[k];
		struct cpuset cpus = {{0}};
		unsigned cores;

		for (unsigned i = l->first; i != NOWHERE; i = t->cpus[i].next)
			cpuset_add(&cpus, i);
		buf_u64(out, k);
		put_number(out, l->level, l->level);
		put_number(out, l->size, l->size);
		buf_char(out, ' ');
		cpuset_put(out, &cpus);
		cores = count_cores(t, k);
		put_number(out, cores, cores);
		put_places(out, t, l->first, TOPO_NODE);
		put_places(out, t, l->first, TOPO_PACKAGE);
		put_number(out, l->id, l->id != NO_CACHE_ID);
		buf_char(out, '\n');
	}
}

/*
 * A machine changes while we look only by its CPUs going and coming, so its map is made once and again
 * when `key` is another. Both doors are asked for in turn, and read nothing the second time.
 */
int topology_serve(struct root *r, const char *door, const char *arg, struct span key,
	topology_load *load, struct buf *out)
{
	struct texts *m = root_memory(r, door, sizeof(*m), texts_free);
	struct arena *a = root_scratch(r);
	struct topology t;
	bool cpu = !strcmp(arg, "cpu");
	int rc;

	if (!cpu && strcmp(arg, "llc") != 0)
		return -ENOENT;
	if (!m->made || !span_eq(buf_text(&m->key), key)) {
		rc = load(r, key, &t);
		if (rc < 0)
			return rc;
		group_cacheless(&t);
		order_llcs(&t, a);
		renumber(&t, TOPO_CORE);
		buf_reset(&m->cpus);
		buf_reset(&m->llcs);
		buf_reset(&m->key);
		put_cpus(&m->cpus, &t);
		put_llcs(&m->llcs, &t);
		buf_span(&m->key, key);
		m->made = true;
	}
	buf_span(out, buf_text(cpu ? &m->cpus : &m->llcs));
	return 0;
}

int door_topology(struct root *r, const char *arg, struct buf *out)
{
	struct span key;
	int rc;

	if (root_get(r, "topology"))
		return door_hwloc(r, arg, out);
	rc = topology_key(r, &key);
	return rc < 0 ? rc : topology_serve(r, "topology", arg, key, topology_sysfs, out);
}

int topology_text(struct root *r, const char *table, struct buf *out)
{
	char path[32];
	struct span text;

	snprintf(path, sizeof(path), "@topology/%s", table);
	if (root_live(r) || root_read(r, path, root_scratch(r), &text) < 0)
		return door_topology(r, table, out);
	buf_span(out, text);
	return 0;
}
