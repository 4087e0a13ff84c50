// SPDX-License-Identifier: GPL-2.0-or-later
/* llc.c - the scheduler per last level cache: what this kernel offers. Tables only. */
#include "domain.h"

static const struct field host[] = {
	{"version", "SCHEDSTAT", "proc/schedstat", "version", KIND_GAUGE, UNIT_ONE,
		"version of /proc/schedstat; absent without CONFIG_SCHEDSTATS"},
	{"schedstats", "SCHEDSTATS", "proc/sys/kernel/{}", "sched_schedstats", KIND_TUNABLE, UNIT_ONE,
		"whether the scheduler counts; while 0 all but run and wait times are frozen", NULL, "0 1",
		NULL},
	{"cache_aware", "CACHE-AWARE", "sys/kernel/debug/sched/llc_balancing/{}", "enabled", KIND_TUNABLE,
		UNIT_WORD, "the user's switch of cache aware scheduling", "7.2", "Y N", NULL},
	{"numa_balancing", "NUMA-BALANCING", "proc/sys/kernel/{}", "numa_balancing", KIND_TUNABLE, UNIT_ONE,
		"automatic NUMA balancing, which also arms cache-aware scheduling's footprint guard", NULL, "0..3",
		NULL},
	{"sched_ext", "SCHED-EXT", "sys/kernel/sched_ext/{}", "state", KIND_GAUGE, UNIT_WORD,
		"whether a BPF scheduler has taken over", "6.12"},
};

static const struct group groups[] = {
	{.name = "host", .row = "host", .brief = "the machine as a whole", .always = "host", .fields = host,
		.n_fields = COUNT_OF(host)},
};

static const struct pane panes[] = {
	{"host", "version schedstats cache_aware numa_balancing sched_ext"},
};

static const struct verb verbs[] = {
	{.name = "stat", .brief = "what this kernel offers of scheduler statistics", .panes = panes,
		.n_panes = COUNT_OF(panes)},
};

static const struct line overview[] = {
	{"!has(version)", "llc: this kernel has no /proc/schedstat (CONFIG_SCHEDSTATS)"},
	{"schedstats == 0",
		"llc: schedstat version {version}, switched off (sysctl kernel.sched_schedstats=1 starts it)"},
	{NULL, "llc: schedstat version {version}, counting"},
};

const struct domain domain_llc = {
	.name = "llc",
	.brief = "scheduler statistics per last level cache",
	.groups = groups,
	.n_groups = COUNT_OF(groups),
	.verbs = verbs,
	.n_verbs = COUNT_OF(verbs),
	.overview = overview,
	.n_overview = COUNT_OF(overview),
};
