// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * topo_sysfs.c - caches, cores, packages and nodes of the CPUs, as sysfs tells them.
 *
 *	sys/devices/system/cpu/{online,present}                          "0-4,6-7"
 *	…/cpuN/cache/indexM/{level,type,size,id,shared_cpu_list}         drivers/base/cacheinfo.c
 *	…/cpuN/topology/{core_cpus_list,package_cpus_list,physical_package_id}   …/topology.c
 *	sys/devices/system/node/{online,nodeN/cpulist}
 *
 * What is shared is read of the first CPU that shares it and holds for all: a
 * few files for a cache, a core, a package, not for a CPU. indexM is not
 * level M, levels differ between the CPUs of one machine (E-cores without L3),
 * id may be missing, and the whole folder is where a hypervisor tells of no
 * cache. An offline CPU has neither folder, and stands in no list.
 */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "sys.h"

#define CPU "sys/devices/system/cpu/"
#define NODE "sys/devices/system/node/"

enum {
	ROOM = 4096, /* sysfs gives no more at once */
	INDEXES = 16, /* of a CPU: L1i, L1d, L2, L3, rarely L4 */
};

struct reading {
	struct root *r;
	struct topology *t;
	int fd; /* of the folder cpu/ */
	char room[ROOM];
};

/* The value of a file below an open folder, good until the next; empty when there is none. */
static struct span value_at(struct reading *g, int fd, const char *name)
{
	ssize_t n = root_read_at(g->r, fd, name, g->room, sizeof(g->room));

	/* A full room is a list that was cut: it would be wrong rather than short. */
	return n > 0 && n < ROOM ? span_trim((struct span){g->room, (size_t)n})
				 : SPAN_EMPTY;
}

static struct span value_of_cpu(struct reading *g, unsigned cpu, const char *file)
{
	char name[64];

	snprintf(name, sizeof(name), "cpu%u/topology/%s", cpu, file);
	return value_at(g, g->fd, name);
}

/* Those that share with this CPU, at least itself: a list that leaves it out is believed as far as that. */
static void read_sharers(struct span list, unsigned cpu, struct cpuset *set)
{
	if (!list.n || cpuset_list(list, set) < 0)
		*set = (struct cpuset){{0}};
	cpuset_add(set, cpu);
}

static void spread(struct topology *t, const struct cpuset *set, enum topo_place place,
	unsigned value)
{
	for (unsigned i = cpuset_next(set, 0); i < t->n_cpus; i = cpuset_next(set, i + 1))
		if (t->cpus[i].online && t->cpus[i].at[place] == NOWHERE)
			t->cpus[i].at[place] = value;
}

/* The newer name of a file first; before 5.2 there was only the other. */
static struct span list_of_cpu(
	struct reading *g, unsigned cpu, const char *file, const char *old)
{
	struct span list = value_of_cpu(g, cpu, file);

	return list.n ? list : value_of_cpu(g, cpu, old);
}

static void read_core(struct reading *g, unsigned cpu)
{
	struct span list = list_of_cpu(g, cpu, "core_cpus_list", "thread_siblings_list");
	struct cpuset set;

	if (!list.n)
		return;
	read_sharers(list, cpu, &set);
	spread(g->t, &set, TOPO_CORE, cpu);
}

/* The number is -1 where the firmware tells of no package. */
static void read_package(struct reading *g, unsigned cpu)
{
	uint64_t id;
	struct cpuset set;

	if (span_u64(value_of_cpu(g, cpu, "physical_package_id"), &id) < 0 ||
		id >= NOWHERE)
		return;
	read_sharers(list_of_cpu(g, cpu, "package_cpus_list", "core_siblings_list"), cpu,
		&set);
	spread(g->t, &set, TOPO_PACKAGE, (unsigned)id);
}

/* The indexes of a cache folder, with their levels. */
struct indexes {
	struct reading *g;
	int fd;
	unsigned n;
	struct index {
		unsigned number, level;
	} list[INDEXES];
};

static struct span value_of_index(struct indexes *x, unsigned number, const char *file)
{
	char name[64];

	snprintf(name, sizeof(name), "index%u/%s", number, file);
	return value_at(x->g, x->fd, name);
}

static void add_index(void *ctx, const char *name, unsigned char type)
{
	static const char prefix[] = "index";
	struct indexes *x = ctx;
	struct span s = span_z(name);
	uint64_t number, level;

	(void)type;
	if (x->n == INDEXES || !span_starts(s, prefix) ||
		span_u64(span_sub(s, sizeof(prefix) - 1, s.n), &number) < 0 ||
		number > UINT16_MAX)
		return;
	if (span_u64(value_of_index(x, (unsigned)number, "level"), &level) < 0 ||
		!level || level > UINT8_MAX)
		return;
	x->list[x->n++] = (struct index){(unsigned)number, (unsigned)level};
}

/* The highest level that holds data; a kernel that says no type (trees with few files) has only such there. */
static const struct index *last_level(struct indexes *x)
{
	while (x->n) {
		struct index *best = x->list;

		for (unsigned i = 1; i < x->n; i++)
			if (x->list[i].level > best->level)
				best = &x->list[i];
		if (!span_is(value_of_index(x, best->number, "type"), "Instruction"))
			return best;
		*best = x->list[--x->n];
	}
	return NULL;
}

/* "32768K" */
static uint64_t bytes_of(struct span s)
{
	static const char scales[] = "KMG";
	const char *scale = s.n ? memchr(scales, s.p[s.n - 1], sizeof(scales) - 1) : NULL;
	unsigned shift = scale ? 10 * (unsigned)(scale - scales + 1) : 0;
	uint64_t n;

	if (span_u64(span_sub(s, 0, s.n - (scale != NULL)), &n) < 0 ||
		n > UINT64_MAX >> shift)
		return 0;
	return n << shift;
}

static void read_index(struct indexes *x, const struct index *last, unsigned cpu)
{
	struct topo_llc llc = {.level = last->level, .id = NO_CACHE_ID};
	struct topology *t = x->g->t;
	struct cpuset set;
	unsigned k;

	llc.size = bytes_of(value_of_index(x, last->number, "size"));
	span_u64(value_of_index(x, last->number, "id"), &llc.id);
	if (cpuset_list(value_of_index(x, last->number, "shared_cpu_list"), &set) < 0 ||
		!cpuset_has(&set, cpu)) {
		if (cpuset_mask(value_of_index(x, last->number, "shared_cpu_map"), &set) <
				0 ||
			!cpuset_has(&set, cpu))
			return;
	}
	k = topology_add(t, &llc);
	spread(t, &set, TOPO_LLC, k);
}

static void read_cache(struct reading *g, unsigned cpu)
{
	struct indexes x = {.g = g};
	const struct index *last;
	char name[64];

	snprintf(name, sizeof(name), CPU "cpu%u/cache", cpu);
	x.fd = root_openat(g->r, name, O_RDONLY | O_DIRECTORY);
	if (x.fd < 0)
		return;
	if (root_list_fd(x.fd, add_index, &x) == 0) {
		last = last_level(&x);
		if (last)
			read_index(&x, last, cpu);
	}
	close(x.fd);
}

/* Offline CPUs too: kernels differ in whether they name them there. */
static void read_node(struct reading *g, const char *path, unsigned node)
{
	struct topology *t = g->t;
	struct cpuset set;
	struct span list;

	if (root_read(g->r, path, root_scratch(g->r), &list) < 0 ||
		cpuset_list(list, &set) < 0)
		return;
	for (unsigned i = cpuset_next(&set, 0); i < t->n_cpus;
		i = cpuset_next(&set, i + 1))
		t->cpus[i].at[TOPO_NODE] = node;
}

static void take_node(void *ctx, const char *path, const struct span *caught, unsigned n)
{
	uint64_t node;

	(void)n;
	if (span_u64(caught[0], &node) == 0 && node < NOWHERE)
		read_node(ctx, path, (unsigned)node);
}

int topology_key(struct root *r, struct span *ret_key)
{
	return root_read(r, CPU "online", root_scratch(r), ret_key);
}

/* The CPUs that there are. Those present and offline are told of where `present` is. */
static int read_cpus(struct reading *g, struct span list)
{
	struct cpuset online, present;
	unsigned n = 0;
	int rc = cpuset_list(list, &online);

	if (rc < 0)
		return rc;
	if (cpuset_list(value_at(g, g->fd, "present"), &present) < 0)
		present = online;
	for (size_t i = 0; i < COUNT_OF(present.bits); i++)
		present.bits[i] |= online.bits[i];
	for (unsigned i = cpuset_next(&present, 0); i < CPUS_MAX;
		i = cpuset_next(&present, i + 1))
		n = i + 1;
	topology_begin(g->t, root_scratch(g->r), n);
	for (unsigned i = 0; i < n; i++) {
		g->t->cpus[i].present = cpuset_has(&present, i);
		g->t->cpus[i].online = cpuset_has(&online, i);
	}
	return 0;
}

/* Each node that `online` names, or where a tree lacks it each that there is. */
static void read_nodes(struct reading *g)
{
	struct arena *a = root_scratch(g->r);
	struct cpuset nodes;
	struct span text;
	char path[64];

	if (root_read(g->r, NODE "online", a, &text) < 0 ||
		cpuset_list(text, &nodes) < 0) {
		root_glob(g->r, NODE "node*/cpulist", a, take_node, g);
		return;
	}
	for (unsigned i = cpuset_next(&nodes, 0); i < CPUS_MAX;
		i = cpuset_next(&nodes, i + 1)) {
		snprintf(path, sizeof(path), NODE "node%u/cpulist", i);
		read_node(g, path, i);
	}
}

int topology_sysfs(struct root *r, struct span key, struct topology *ret_t)
{
	struct reading g = {.r = r, .t = ret_t};
	int rc;

	g.fd = root_openat(r, "sys/devices/system/cpu", O_RDONLY | O_DIRECTORY);
	if (g.fd < 0)
		return g.fd;
	rc = read_cpus(&g, key);
	if (rc < 0)
		goto out;
	read_nodes(&g);
	for (unsigned i = 0; i < ret_t->n_cpus; i++) {
		const struct topo_cpu *c = &ret_t->cpus[i];

		if (!c->online)
			continue;
		if (c->at[TOPO_CORE] == NOWHERE)
			read_core(&g, i);
		if (c->at[TOPO_PACKAGE] == NOWHERE)
			read_package(&g, i);
		if (c->at[TOPO_LLC] == NOWHERE)
			read_cache(&g, i);
	}
out:
	close(g.fd);
	return rc;
}
