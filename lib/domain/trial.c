// SPDX-License-Identifier: GPL-2.0-or-later
/* trial.c - runs of the swap allocator's own experiment, live or on the model, and what they leave. Tables only. */
#include "domain.h"

#define ROUNDS "@trial/rounds"
#define RUNS "@trial/runs"
#define TARGETS "@trial/targets"
#define LISTS "@trial/lists"
#define HOLES "@trial/holes"
#define CLUSTERS "@trial/clusters"

#define ATTEMPTS "swpout + or0(zswpout) + fallback"

static const struct field iteration[] = {
	{"run", "RUN", ROUNDS, "run", KIND_GAUGE, UNIT_WORD, "which run it is of: an allocator's, or the live one"},
	{"number", "NUMBER", ROUNDS, "number", KIND_GAUGE, UNIT_ID, "number of the iteration, from 1"},
	{"swpout", "OUT", ROUNDS, "swpout", KIND_GAUGE, UNIT_FOLIO, "folios of the size that went to a device in one piece"},
	{"fallback", "FALLBACK", ROUNDS, "fallback", KIND_GAUGE, UNIT_FOLIO,
		"folios of the size that were split to be swapped out"},
	{"zswpout", "ZSWAP", ROUNDS, "zswpout", KIND_GAUGE, UNIT_FOLIO, "folios of the size stored whole in zswap"},
	{"attempts", "ATTEMPTS", NULL, ATTEMPTS, KIND_DERIVED, UNIT_FOLIO,
		"folios that were to be put out: whole or fallen back; what the workload alone decides"},
	{"fallback_share", "FALLBACK%", NULL, "fallback / attempts", KIND_DERIVED, UNIT_PERCENT, "share of attempts that fell back"},
	{"swpin", "IN", ROUNDS, "swpin", KIND_GAUGE, UNIT_FOLIO, "folios of the size that came back in one piece"},
	{"small_out", "SMALL-OUT", ROUNDS, "small_out", KIND_GAUGE, UNIT_BYTE, "memory that went out in single pages"},
	{"left", "LEFT", ROUNDS, "left", KIND_GAUGE, UNIT_BYTE, "memory that found no free slot and stayed"},
	{"system_time", "SYSTEM", ROUNDS, "system_ns", KIND_GAUGE, UNIT_NSEC, "time that it spent in the kernel"},
};

static const struct field run[] = {
	{"kernel", "KERNEL", RUNS, "kernel", KIND_GAUGE, UNIT_WORD, "kernels whose allocator it is, or the release of this one"},
	{"size", "SIZE", RUNS, "size", KIND_GAUGE, UNIT_BYTE, "size of the folios"},
	{"iterations", "ITERATIONS", RUNS, "rounds", KIND_GAUGE, UNIT_ONE, "iterations that were done"},
	{"swpout", "OUT", RUNS, "swpout", KIND_GAUGE, UNIT_FOLIO, "folios that went to a device in one piece"},
	{"fallback", "FALLBACK", RUNS, "fallback", KIND_GAUGE, UNIT_FOLIO, "folios that were split to be swapped out"},
	{"zswpout", "ZSWAP", RUNS, "zswpout", KIND_GAUGE, UNIT_FOLIO, "folios stored whole in zswap"},
	{"attempts", "ATTEMPTS", NULL, ATTEMPTS, KIND_DERIVED, UNIT_FOLIO, "folios that were to be put out"},
	{"fallback_share", "FALLBACK%", NULL, "fallback / attempts", KIND_DERIVED, UNIT_PERCENT, "share of attempts that fell back"},
	{"touched", "TOUCHED", RUNS, "touched", KIND_GAUGE, UNIT_ONE, "iterations in which anything fell back"},
	{"median", "MEDIAN%", RUNS, "p50", KIND_GAUGE, UNIT_PERCENT, "share of fallback that half of the iterations do not exceed"},
	{"p90", "P90%", RUNS, "p90", KIND_GAUGE, UNIT_PERCENT, "share of fallback that 90 of 100 iterations do not exceed"},
	{"p99", "P99%", RUNS, "p99", KIND_GAUGE, UNIT_PERCENT, "share of fallback that 99 of 100 iterations do not exceed"},
	{"most", "MOST%", RUNS, "most", KIND_GAUGE, UNIT_PERCENT, "share of fallback of the worst iteration"},
	{"swpin", "IN", RUNS, "swpin", KIND_GAUGE, UNIT_FOLIO, "folios that came back in one piece"},
	{"small_out", "SMALL-OUT", RUNS, "small_out", KIND_GAUGE, UNIT_BYTE, "memory that went out in single pages"},
	{"left", "LEFT", RUNS, "left", KIND_GAUGE, UNIT_BYTE, "memory that found no free slot and stayed"},
	{"system_time", "SYSTEM", RUNS, "system_ns", KIND_GAUGE, UNIT_NSEC, "time that the iterations spent in the kernel"},
	{"device", "DEVICE", RUNS, "device", KIND_GAUGE, UNIT_WORD, "the device that took most folios"},
	{"predicted", "PREDICTED%", RUNS, "predicted", KIND_GAUGE, UNIT_PERCENT, "share of fallback that was predicted"},
	{"verdict", "VERDICT", NULL,
		"attempts == 0 ? 'nothing-tried' : "
		"has(predicted) ? fallback_share > predicted + 0.05 ? 'worse-than-predicted' : "
		"fallback_share < predicted - 0.05 ? 'better-than-predicted' : 'as-predicted' : "
		"fallback == 0 ? 'all-whole' : fallback == attempts ? 'all-split' : "
		"fallback_share > 0.5 ? 'mostly-split' : 'mostly-whole'",
		KIND_DERIVED, UNIT_WORD,
		"what became of it: against the prediction (within 5 points is as predicted), where there is one"},
};

static const struct field target[] = {
	{"run", "RUN", TARGETS, "run", KIND_GAUGE, UNIT_WORD, "which run met it"},
	{"device", "DEVICE", TARGETS, "device", KIND_GAUGE, UNIT_WORD, "its name"},
	{"kind", "KIND", TARGETS, "kind", KIND_GAUGE, UNIT_WORD, "what it is: block, rotational or file"},
	{"rank", "RANK", TARGETS, "rank", KIND_GAUGE, UNIT_ID, "which is tried first: 1"},
	{"size", "SIZE", TARGETS, "size", KIND_GAUGE, UNIT_BYTE, "its size"},
	{"used", "USED", TARGETS, "used", KIND_GAUGE, UNIT_BYTE, "its slots in use at the end, as bytes"},
	{"used_share", "USED%", NULL, "used / size", KIND_DERIVED, UNIT_PERCENT, "share of its slots in use at the end"},
	{"swpout", "OUT", TARGETS, "folios", KIND_GAUGE, UNIT_FOLIO, "folios that it took in one piece"},
	{"small_out", "SMALL-OUT", TARGETS, "small", KIND_GAUGE, UNIT_BYTE, "memory that it took in single pages"},
	{"refused", "REFUSED", TARGETS, "refused", KIND_GAUGE, UNIT_FOLIO, "folios that were split as it had no place for them"},
	{"owner", "OWNER", TARGETS, "owner", KIND_GAUGE, UNIT_WORD,
		"whether the slots seen are its own: sure, or assumed where more than one device could have them"},
};

/* What of clusters is the same whether they are counted one by one or by list. */
#define CLUSTER_FIELDS(DOOR) \
	{"run", "RUN", DOOR, "run", KIND_GAUGE, UNIT_WORD, "which run left it"}, \
	{"device", "DEVICE", DOOR, "device", KIND_GAUGE, UNIT_WORD, "on which device"}, \
	{"list", "LIST", DOOR, "list", KIND_GAUGE, UNIT_WORD, \
		"list of the allocator: free, nonfull, frag, full, discard or none; part: in use, list unknown"}, \
	{"size", "SIZE", DOOR, "size", KIND_GAUGE, UNIT_BYTE, "size of the folios that it is for"}, \
	{"used", "USED", DOOR, "used", KIND_GAUGE, UNIT_BYTE, "slots in use, as bytes"}, \
	{"cached", "CACHED", DOOR, "cached", KIND_GAUGE, UNIT_BYTE, "of these held by the swap cache alone, as bytes: the batches of --slot-cache; of a real device not to be seen"}, \
	{"bad", "BAD", DOOR, "bad", KIND_GAUGE, UNIT_BYTE, "slots never to be used: the header, and what lies behind the end"}, \
	{"free", "FREE", DOOR, "free", KIND_GAUGE, UNIT_BYTE, "free slots, as bytes"}, \
	{"holes", "HOLES", DOOR, "holes", KIND_GAUGE, UNIT_ONE, "aligned free places for a folio of the workload's size"}

static const struct field occupancy[] = {
	CLUSTER_FIELDS(LISTS),
	{"clusters", "CLUSTERS", LISTS, "clusters", KIND_GAUGE, UNIT_ONE, "clusters that stand there"},
};

static const struct field hole[] = {
	{"run", "RUN", HOLES, "run", KIND_GAUGE, UNIT_WORD, "which run left it"},
	{"device", "DEVICE", HOLES, "device", KIND_GAUGE, UNIT_WORD, "on which device"},
	{"size", "SIZE", HOLES, "size", KIND_GAUGE, UNIT_BYTE, "size of a folio"},
	{"places", "PLACES", HOLES, "places", KIND_GAUGE, UNIT_ONE, "aligned free places for folios of that size"},
	{"free", "FREE", HOLES, "free", KIND_GAUGE, UNIT_BYTE, "free slots in these places, as bytes"},
};

static const struct field cluster[] = {
	CLUSTER_FIELDS(CLUSTERS),
	{"number", "NUMBER", CLUSTERS, "number", KIND_GAUGE, UNIT_ID, "which cluster of the device, from 0"},
};

static const struct field seen[] = {
	{"used", "USED", NULL, "sum(target, used)", KIND_DERIVED, UNIT_BYTE, "slots in use on all devices, as bytes"},
	{"mapped", "MAPPED", NULL, "sum(occupancy, used)", KIND_DERIVED, UNIT_BYTE,
		"of these, those that page tables of processes point to"},
	{"unseen", "UNSEEN", NULL, "used - mapped", KIND_DERIVED, UNIT_BYTE,
		"of these, those that are not to be seen: shared memory, or in the swap cache only"},
};

static const struct group groups[] = {
	{.name = "iteration", .own = true, .row = "iteration", .brief = "an iteration of the swap-out workload", .fields = iteration,
		.n_fields = COUNT_OF(iteration)},
	{.name = "run", .own = true, .row = "run", .brief = "all iterations of a run", .fields = run, .n_fields = COUNT_OF(run)},
	{.name = "target", .own = true, .row = "target", .brief = "a swap device as a run met it", .fields = target,
		.n_fields = COUNT_OF(target)},
	{.name = "occupancy", .own = true, .row = "occupancy", .brief = "clusters by the list on which they stand",
		.fields = occupancy, .n_fields = COUNT_OF(occupancy)},
	{.name = "hole", .own = true, .row = "hole", .brief = "free places by folio size", .fields = hole, .n_fields = COUNT_OF(hole)},
	{.name = "cluster", .own = true, .row = "cluster", .brief = "a cluster of a swap device", .fields = cluster,
		.n_fields = COUNT_OF(cluster)},
	{.name = "slots", .own = true, .row = "slots", .brief = "slots of all devices", .always = "slots", .fields = seen,
		.n_fields = COUNT_OF(seen)},
};

static const struct pane sim_panes[] = {
	{"iteration", "swpout fallback fallback_share", NULL, "number"},
	{"run", "kernel swpout fallback fallback_share touched median p90 p99 most verdict"},
	{"target", "kind size used used_share swpout small_out refused"},
	{"occupancy", "clusters used cached bad free holes", NULL, NULL, true},
	{"hole", "places free", NULL, "size", true},
	{"cluster", "list size used cached bad free holes", NULL, NULL, true},
};

static const struct pane slots_panes[] = {
	{"target", "kind rank size used used_share owner", NULL, "rank"},
	{"occupancy", "clusters used bad free holes"},
	{"hole", "places free", NULL, "size"},
	{"cluster", "list used bad free holes", NULL, NULL, true},
	{"slots", "used mapped unseen", NULL, NULL, true},
};

static const struct pane test_panes[] = {
	{"iteration", "swpout fallback fallback_share swpin small_out left system_time"},
	{"run", "kernel swpout fallback fallback_share touched median p90 p99 most system_time predicted verdict device"},
	{"target", "kind rank size used used_share swpout small_out", NULL, "rank"},
};

/* What is not seen fills some of the rest. */
static const struct line slots_head[] = {
	{NULL, "{mapped} of the {used} in use is seen, through page tables: clusters hold at least that, and FREE, HOLES and "
	       "PLACES are at most"},
};

static const struct verb verbs[] = {
	{.name = "test", .brief = "the swap-out workload on this machine, against what the model predicts",
		.panes = test_panes, .n_panes = COUNT_OF(test_panes)},
	{.name = "slots", .brief = "occupancy of the swap devices per cluster, aligned free places by folio size",
		.panes = slots_panes, .n_panes = COUNT_OF(slots_panes), .head = slots_head,
		.n_head = COUNT_OF(slots_head)},
	{.name = "sim", .brief = "the swap-out workload on a model of the kernel's swap allocator", .panes = sim_panes,
		.n_panes = COUNT_OF(sim_panes)},
};

const struct domain domain_trial = {
	.name = "swap",
	.brief = "the swap allocator's own experiment",
	.groups = groups,
	.n_groups = COUNT_OF(groups),
	.verbs = verbs,
	.n_verbs = COUNT_OF(verbs),
};
