// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mod_hwloc.c - a module: caches, cores, packages and nodes as hwloc sees them.
 *
 * The x86 component is never let in: it binds itself to every CPU in turn, which
 * disturbs them all, takes seconds on large machines and for ever where a
 * real-time task owns one. CPUs outside of our own cpuset are wanted too.
 */
#include <errno.h>
#include <hwloc.h>

#include "sys.h"

static int fill_in(hwloc_topology_t h, const struct hwloc_asked *asked)
{
	unsigned long flags = HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED;

#if HWLOC_API_VERSION >= 0x00020800
	flags |= HWLOC_TOPOLOGY_FLAG_NO_DISTANCES | HWLOC_TOPOLOGY_FLAG_NO_MEMATTRS |
		 HWLOC_TOPOLOGY_FLAG_NO_CPUKINDS;
#endif
	if (asked->xml.n &&
		hwloc_topology_set_xmlbuffer(h, asked->xml.p, (int)asked->xml.n) < 0)
		return -EINVAL;
	if (asked->synthetic && hwloc_topology_set_synthetic(h, asked->synthetic) < 0)
		return -EINVAL;
	if (hwloc_topology_set_components(
		    h, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, "x86") < 0 ||
		hwloc_topology_set_flags(h, flags) < 0 ||
		hwloc_topology_set_io_types_filter(h, HWLOC_TYPE_FILTER_KEEP_NONE) < 0)
		return -EIO;
	if (hwloc_topology_load(h) < 0)
		return asked->xml.n || asked->synthetic ? -EINVAL : -EIO;
	/* HWLOC_XMLFILE and kin in the environment put another machine in the place of this one. */
	if (!asked->xml.n && !asked->synthetic && !hwloc_topology_is_thissystem(h))
		return -EINVAL;
	return 0;
}

/* The number of a cache, given when it is first met; it stands in userdata, plus one. */
static unsigned number_of(
	const struct hwloc_asked *asked, struct topology *t, hwloc_obj_t cache)
{
	uintptr_t number = (uintptr_t)cache->userdata;

	if (!number) {
		struct topo_llc llc = {
			.level = cache->attr->cache.depth,
			.size = cache->attr->cache.size,
			.id = cache->os_index == HWLOC_UNKNOWN_INDEX ? NO_CACHE_ID
								     : cache->os_index,
		};

		number = (uintptr_t)asked->add(t, &llc) + 1;
		cache->userdata = (void *)number;
	}
	return (unsigned)(number - 1);
}

/* What stands above a PU: the outermost cache is its last level. */
static void take_pu(const struct hwloc_asked *asked, struct topology *t, hwloc_obj_t pu)
{
	struct topo_cpu *c = &t->cpus[pu->os_index];
	hwloc_obj_t cache = NULL;
	int node = pu->nodeset ? hwloc_bitmap_first(pu->nodeset) : -1;

	for (hwloc_obj_t o = pu->parent; o; o = o->parent) {
		if (hwloc_obj_type_is_dcache(o->type))
			cache = o;
		else if (o->type == HWLOC_OBJ_CORE)
			c->at[TOPO_CORE] = o->logical_index;
		else if (o->type == HWLOC_OBJ_PACKAGE)
			c->at[TOPO_PACKAGE] = o->os_index;
	}
	if (cache)
		c->at[TOPO_LLC] = number_of(asked, t, cache);
	if (node >= 0)
		c->at[TOPO_NODE] = (unsigned)node;
	c->online = true;
}

static int take_machine(
	const struct hwloc_asked *asked, hwloc_topology_t h, struct topology *t)
{
	hwloc_const_bitmap_t all = hwloc_topology_get_complete_cpuset(h);
	int last = hwloc_bitmap_last(all);
	hwloc_obj_t pu = NULL;

	if (last < 0 || last >= CPUS_MAX)
		return -EINVAL;
	asked->begin(t, asked->arena, (unsigned)last + 1);
	for (int i = hwloc_bitmap_first(all); i >= 0; i = hwloc_bitmap_next(all, i))
		t->cpus[i].present = true;
	while ((pu = hwloc_get_next_obj_by_type(h, HWLOC_OBJ_PU, pu)))
		if (pu->os_index <= (unsigned)last)
			take_pu(asked, t, pu);
	return 0;
}

int hwloc_topology(const struct hwloc_asked *asked, struct topology *ret_t)
{
	hwloc_topology_t h;
	int rc;

	/* Its complaints about the firmware are not ours to print. */
	setenv("HWLOC_HIDE_ERRORS", "2", 1);
	if (hwloc_topology_init(&h) < 0)
		return -ENOMEM;
	rc = fill_in(h, asked);
	if (rc == 0)
		rc = take_machine(asked, h, ret_t);
	hwloc_topology_destroy(h);
	return rc;
}
