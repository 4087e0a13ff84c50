// SPDX-License-Identifier: GPL-2.0-or-later
/* llc.c - the scheduler per last level cache: its counters beside topology and the cache-aware knobs. Tables only. */
#include "domain.h"

#define SCHED "proc/schedstat"
#define STAT "proc/stat"
#define TOPO "@topology/cpu"
#define TOPO_LLC "@topology/llc"
#define HWLOC "@hwloc/llc"
#define TIME "@threads/time"
#define MOVES "@threads/moves"
#define PERF "@perf/cpu"
#define RESCTRL "@resctrl/llc"
#define CPUSETS "@cpusets"
#define KERNEL "proc/sys/kernel/{}"
#define DEBUG "sys/kernel/debug/sched/{}"
#define BALANCING "sys/kernel/debug/sched/llc_balancing/{}"
#define DOMAINS_DEBUG "sys/kernel/debug/sched/domains/cpu*/domain*/{}"
#define CPUS "sys/devices/system/cpu/{}"

/* The switch of cache-aware scheduling, wherever this kernel has it. */
#define SWITCH "(llc_enabled ?: flat_enabled ?: '')"

/* ---- the machine, and which gates are open ---- */

static const struct field host[] = {
	{"version", "SCHEDSTAT", SCHED, "version", KIND_GAUGE, UNIT_ONE,
		"version of /proc/schedstat; absent without CONFIG_SCHEDSTATS"},
	{"schedstats", "SCHEDSTATS", KERNEL, "sched_schedstats", KIND_TUNABLE, UNIT_ONE,
		"whether the scheduler counts; while 0 all but run and wait times are frozen", NULL, "0 1",
		"wakes local in_llc cross", .initial = "0"},
	{"numa_balancing", "NUMA-BALANCING", KERNEL, "numa_balancing", KIND_TUNABLE, UNIT_ONE,
		"automatic NUMA balancing, which also arms cache-aware scheduling's footprint guard", NULL, "0..3",
		NULL},
	{"sched_ext", "SCHED-EXT", "sys/kernel/sched_ext/{}", "state", KIND_GAUGE, UNIT_WORD,
		"whether a BPF scheduler has taken over", "6.12"},
	{"smt", "SMT", CPUS, "smt/control", KIND_TUNABLE, UNIT_WORD, "whether cores run several threads", NULL,
		"on off forceoff notsupported notimplemented", NULL, .initial = "starts(smt, 'not') ? smt : 'on'"},
	{"online", "ONLINE", CPUS, "online", KIND_GAUGE, UNIT_LIST, "CPUs that are online"},
	{"tasks", "TASKS", "proc/loadavg", "tasks", KIND_GAUGE, UNIT_WORD,
		"threads of the machine: runnable ones, a slash, all"},
	{"isolated", "ISOLATED", CPUS, "isolated", KIND_GAUGE, UNIT_LIST,
		"CPUs outside every scheduler domain (isolcpus, or an isolated cpuset partition)"},
	{"x3d_mode", "X3D-MODE", "sys/bus/platform/drivers/amd_x3d_vcache/AMDI0101:00/{}", "amd_x3d_mode",
		KIND_TUNABLE, UNIT_WORD, "which cores of a Ryzen X3D are asked first: those with more cache, or faster ones",
		"6.13", "frequency cache", NULL},
	{"llc_enabled", "CACHE-AWARE", BALANCING, "enabled", KIND_TUNABLE, UNIT_WORD,
		"the user's switch of cache-aware scheduling; not whether it is active", "7.2", "Y N 0 1",
		"pulled alb", .initial = "llc_enabled == 'Y' ? 'Y' : '1'"},
	{"aggr_tolerance", "TOLERANCE", BALANCING, "aggr_tolerance", KIND_TUNABLE, UNIT_ONE,
		"how far a process may outgrow an LLC and still be gathered there; 0 refuses all, 100 has no limit",
		"7.2", "0..100", "pulled", .initial = "1"},
	{"epoch_period", "EPOCH", BALANCING, "epoch_period", KIND_TUNABLE, UNIT_ONE,
		"jiffies between two looks at where a process runs", "7.2", "1..", "pulled",
		.initial = "config_hz == 250 ? 2 : config_hz / 100"},
	{"epoch_timeout", "EPOCH-TIMEOUT", BALANCING, "epoch_affinity_timeout", KIND_TUNABLE, UNIT_ONE,
		"epochs without a sample after which a process has no preference", "7.2", "1..", "pulled", .initial = "5"},
	{"overaggr_pct", "OVERAGGR", BALANCING, "overaggr_pct", KIND_TUNABLE, UNIT_ONE,
		"percent of an LLC's capacity up to which it takes more of a process", "7.2", "0..100", "pulled", .initial = "50"},
	{"imb_pct", "IMB", BALANCING, "imb_pct", KIND_TUNABLE, UNIT_ONE,
		"percent by which the preferred LLC may be busier than the other", "7.2", "0..100", "pulled", .initial = "20"},
	{"flat_enabled", "LLC-ENABLED", DEBUG, "llc_enabled", KIND_TUNABLE, UNIT_WORD,
		"llc_balancing/enabled in earlier patches", NULL, "Y N", "pulled"},
	{"flat_tolerance", "LLC-TOLERANCE", DEBUG, "llc_aggr_tolerance", KIND_TUNABLE, UNIT_ONE,
		"llc_balancing/aggr_tolerance in earlier patches", NULL, "0..100", "pulled"},
	{"features", "FEATURES", DEBUG, "features", KIND_TUNABLE, UNIT_WORD,
		"scheduler features; NO_ in front of one that is off", NULL, "see sched/features", NULL},
	{"footprint_guard", "GUARD", NULL, "numa_balancing == 0 ? 'off' : when(numa_balancing > 0, 'armed')",
		KIND_DERIVED, UNIT_WORD,
		"whether cache-aware scheduling minds how much memory a process uses: only while NUMA balancing is on"},
	{"wait_index", "WAIT-INDEX", NULL, "max(llc, wait_per_slice) / median(llc, wait_per_slice)", KIND_DERIVED,
		UNIT_RATIO, "how much longer tasks wait for a slice in the worst LLC than in the median one"},
	{"llcs", "LLCS", NULL, "count(llc, has(cpus))", KIND_DERIVED, UNIT_ONE, "last level caches"},
	{"all", "ALL", NULL, "'host'", KIND_DERIVED, UNIT_WORD, "the one row that all CPUs add up to"},
	{"cache_aware", "GATE", NULL,
		"contains(features ?: '', 'NO_SCHED_CACHE') ? 'off:feature' : "
		SWITCH " == 'N' || " SWITCH " == '0' ? 'off' : "
		SWITCH " == '' && !contains(features ?: '', 'SCHED_CACHE') ? llc_enabled : "
		"(aggr_tolerance ?: flat_tolerance ?: 1) == 0 ? 'off:tolerance' : "
		"sched_ext == 'enabled' ? 'no:sched_ext' : llcs < 2 ? 'no:one-llc' : "
		"max(llc, width) == 1 ? 'no:one-cpu-llcs' : 'on'",
		KIND_DERIVED, UNIT_WORD,
		"whether cache-aware scheduling acts, or the first gate that is closed; absent: not in this kernel, or "
		"debugfs is not to be read"},
};

/* How the kernel was built: slow to find out, so only where it is needed or named. */
static const struct field built[] = {
	{"machine", "MACHINE", "@host", "machine", KIND_GAUGE, UNIT_WORD, "architecture"},
	{"config_hz", "CONFIG-HZ", "@kconfig/sched", "CONFIG_HZ", KIND_GAUGE, UNIT_ONE, "jiffies a second"},
	{"config_schedstats", "CONFIG-SCHEDSTATS", "@kconfig/sched", "CONFIG_SCHEDSTATS", KIND_GAUGE, UNIT_WORD,
		"whether this kernel has /proc/schedstat"},
	{"config_sched_cache", "CONFIG-SCHED-CACHE", "@kconfig/sched", "CONFIG_SCHED_CACHE", KIND_GAUGE, UNIT_WORD,
		"whether this kernel has cache-aware scheduling"},
};

/* ---- topology ---- */

static const struct field cpu[] = {
	{"llc", "LLC", TOPO, "llc", KIND_GAUGE, UNIT_WORD, "number of its last level cache"},
	{"core", "CORE", TOPO, "core", KIND_GAUGE, UNIT_WORD, "number of its core"},
	{"package", "PACKAGE", TOPO, "package", KIND_GAUGE, UNIT_WORD, "its package"},
	{"node", "NODE", TOPO, "node", KIND_GAUGE, UNIT_WORD, "its NUMA node"},
	{"online", "ONLINE", TOPO, "online", KIND_GAUGE, UNIT_ONE, "1: online"},
	{"width", "LLC-WIDTH", TOPO, "width", KIND_GAUGE, UNIT_ONE, "CPUs online that share its last level cache"},
	{"self", "SELF", NULL, "row", KIND_DERIVED, UNIT_WORD, "its own number"},
	{"all", "ALL", NULL, "'host'", KIND_DERIVED, UNIT_WORD, "the one row that all CPUs add up to"},
};

static const struct field llc[] = {
	{"level", "LEVEL", TOPO_LLC, "level", KIND_GAUGE, UNIT_ONE,
		"level of the cache; absent: none is known, and the CPUs of a package and node stand for it"},
	{"size", "SIZE", TOPO_LLC, "size_bytes", KIND_GAUGE, UNIT_BYTE, "size of the cache"},
	{"cpus", "CPUS", TOPO_LLC, "cpus", KIND_GAUGE, UNIT_LIST, "CPUs online that share it"},
	{"cores", "CORES", TOPO_LLC, "cores", KIND_GAUGE, UNIT_ONE, "cores that share it"},
	{"node", "NODE", TOPO_LLC, "node", KIND_GAUGE, UNIT_WORD, "NUMA node; a list where it spans several"},
	{"package", "PACKAGE", TOPO_LLC, "package", KIND_GAUGE, UNIT_WORD, "package"},
	{"id", "ID", TOPO_LLC, "id", KIND_GAUGE, UNIT_WORD, "sysfs's id, which resctrl goes by"},
	{"odd", "ODD", NULL,
		"size != median(size) || width != median(width) ? 'odd' : ''", KIND_DERIVED, UNIT_WORD,
		"odd: its size or number of CPUs is not that of most"},
};

/* The same as another library sees it; both number caches by their first CPU. */
static const struct field hwloc[] = {
	{"hwloc_level", "HWLOC-LEVEL", HWLOC, "level", KIND_GAUGE, UNIT_ONE, "level of the cache, by hwloc"},
	{"hwloc_size", "HWLOC-SIZE", HWLOC, "size_bytes", KIND_GAUGE, UNIT_BYTE, "size of the cache, by hwloc"},
	{"hwloc_cpus", "HWLOC-CPUS", HWLOC, "cpus", KIND_GAUGE, UNIT_LIST, "CPUs online that share it, by hwloc"},
};

/* Of resctrl's default group, which is all that was not put into another. */
static const struct field resctrl[] = {
	{"resctrl_id", "RESCTRL-ID", RESCTRL, "id", KIND_GAUGE, UNIT_WORD, "number by which resctrl knows the cache"},
	{"resctrl", "RESCTRL", NULL, "resctrl_id ?: 'none'", KIND_DERIVED, UNIT_WORD,
		"the same; none: resctrl is not mounted, or does not monitor this cache"},
	{"occupancy", "OCCUPANCY", RESCTRL, "llc_occupancy", KIND_GAUGE, UNIT_BYTE,
		"bytes of the cache that tasks of resctrl's default group hold"},
	{"mem_total", "MEM-TOTAL", RESCTRL, "mbm_total_bytes", KIND_COUNTER, UNIT_BYTE,
		"bytes between the cache and memory, by resctrl"},
	{"mem_local", "MEM-LOCAL", RESCTRL, "mbm_local_bytes", KIND_COUNTER, UNIT_BYTE,
		"of these, of memory of its own node"},
};

/* What the scheduler takes for the last level cache, whatever sysfs says. */
static const struct field believed[] = {
	{"sched_cpus", "SCHED-CPUS", NULL, "max(domain by llc, when(shares, span))", KIND_DERIVED, UNIT_ONE,
		"CPUs of the widest scheduler domain that is flagged to share a last level cache"},
	{"sched_level", "SCHED-LEVEL", NULL,
		"pick(domain by llc, shares && span == at(llc.sched_cpus, llc), title) ?: 'none'",
		KIND_DERIVED, UNIT_WORD,
		"level of that domain; none: debugfs lists no domains (while sched/verbose is N), or cannot be read"},
};

static const struct field width[] = {
	{"width", "WIDTH", TOPO, "online", KIND_GAUGE, UNIT_ONE, "CPUs online that share it"},
};

static const struct field cpuset[] = {
	{"partition", "PARTITION", CPUSETS, "partition", KIND_TUNABLE, UNIT_WORD,
		"whether it has scheduler domains of its own (root), none (isolated), or its parent's (member)", NULL,
		"member root isolated", NULL},
	{"cpus", "CPUS", CPUSETS, "cpus", KIND_GAUGE, UNIT_LIST, "CPUs that its tasks may use"},
	{"llcs", "LLCS", CPUSETS, "llcs", KIND_GAUGE, UNIT_LIST, "last level caches of these CPUs"},
	{"parts", "PARTS", CPUSETS, "parts", KIND_GAUGE, UNIT_LIST, "of these, the ones with other CPUs too"},
};

static const struct field node[] = {
	{"cpus", "CPUS", "sys/devices/system/node/node*/cpulist", NULL, KIND_GAUGE, UNIT_LIST, "CPUs of the node"},
};

/* ---- events of perf, on request; each CPU's count is scaled before it meets others ---- */

static const struct field event[] = {
	{"event", "COUNTS", PERF, "event", KIND_GAUGE, UNIT_WORD, "the event, as it was asked for", .fold = FOLD_SAME},
	{"llc", "LLC", NULL, "of(llc, row)", KIND_DERIVED, UNIT_WORD, "the last level cache; absent for a socket",
		.fold = FOLD_SAME},
	{"scope", "SCOPE", PERF, "scope", KIND_GAUGE, UNIT_WORD,
		"what was counted: cpu (its CPUs, added up), llc (the cache, once) or socket (its PMU knows nothing smaller)",
		.fold = FOLD_SAME},
	{"pmu", "PMU", PERF, "pmu", KIND_GAUGE, UNIT_WORD, "the kernel's PMU that counted, without its number",
		.fold = FOLD_SAME},
	{"count", "COUNT", NULL, "running == enabled ? raw : raw * enabled / running", KIND_TALLY, UNIT_ONE,
		"events; the clocks among them in nanoseconds; for times without a counter scaled up, CPU by CPU"},
	{"per_first", "PER-FIRST", NULL, "count / first", KIND_DERIVED, UNIT_RATIO,
		"events for each of those that were named first, there"},
	{"counted", "COUNTED%", NULL, "running / enabled", KIND_DERIVED, UNIT_PERCENT,
		"share of the time in which the event had a counter; below 100 the count is an estimate"},
	{"raw", "RAW", PERF, "count", KIND_COUNTER, UNIT_ONE, "events that were counted, not scaled"},
	{"enabled", "ENABLED", PERF, "enabled_ns", KIND_COUNTER, UNIT_NSEC, "time in which they should have been"},
	{"running", "RUNNING", PERF, "running_ns", KIND_COUNTER, UNIT_NSEC, "time in which they were"},
	{"first", "FIRST", NULL,
		"first_running == first_enabled ? first_raw : first_raw * first_enabled / first_running", KIND_TALLY,
		UNIT_ONE, "count of the event that was named first, there"},
	{"first_raw", "FIRST-RAW", PERF, "first_count", KIND_COUNTER, UNIT_ONE, "the same, not scaled"},
	{"first_enabled", "FIRST-ENABLED", PERF, "first_enabled_ns", KIND_COUNTER, UNIT_NSEC,
		"time in which it should have been counted"},
	{"first_running", "FIRST-RUNNING", PERF, "first_running_ns", KIND_COUNTER, UNIT_NSEC,
		"time in which it was"},
};

/* ---- counters of a CPU; frozen while schedstats are off ---- */

static const struct field sched[] = {
	{"yields", "YIELDS", SCHED, "yld_count", KIND_COUNTER32, UNIT_ONE, "calls of sched_yield"},
	{"schedules", "SCHEDULES", SCHED, "sched_count", KIND_COUNTER32, UNIT_ONE, "times the scheduler ran"},
	{"goidle", "GOIDLE", SCHED, "sched_goidle", KIND_COUNTER32, UNIT_ONE, "times it found nothing to run"},
	{"wakes", "WAKES", SCHED, "ttwu_count", KIND_COUNTER32, UNIT_ONE,
		"wakeups issued from here, by tasks or interrupts (the waker's side)"},
	{"local", "LOCAL", SCHED, "ttwu_local", KIND_COUNTER32, UNIT_ONE,
		"of these, wakeups onto the waker's own CPU"},
};

/* What goes on counting. */
static const struct field times[] = {
	{"run_time", "RUN", SCHED, "rq_cpu_time", KIND_COUNTER, UNIT_NSEC,
		"run time of tasks, booked when they leave the CPU; nanoseconds whatever perf's heading says"},
	{"wait_time", "WAIT", SCHED, "run_delay", KIND_COUNTER, UNIT_NSEC,
		"time tasks were runnable and waited, booked when they arrive on a CPU"},
	{"slices", "SLICES", SCHED, "pcount", KIND_COUNTER, UNIT_ONE, "times a task began to run"},
};

static const struct field ticks[] = {
	{"user", "USER", STAT, "user", KIND_COUNTER, UNIT_TICK, "time in user space, guests included"},
	{"nice", "NICE", STAT, "nice", KIND_COUNTER, UNIT_TICK, "time in user space at low priority"},
	{"system", "SYSTEM", STAT, "system", KIND_COUNTER, UNIT_TICK, "time in the kernel"},
	{"idle", "IDLE", STAT, "idle", KIND_COUNTER, UNIT_TICK, "idle time"},
	{"iowait", "IOWAIT", STAT, "iowait", KIND_COUNTER, UNIT_TICK, "idle time with I/O outstanding"},
	{"irq", "IRQ", STAT, "irq", KIND_COUNTER, UNIT_TICK, "time in interrupts"},
	{"softirq", "SOFTIRQ", STAT, "softirq", KIND_COUNTER, UNIT_TICK, "time in soft interrupts"},
	{"steal", "STEAL", STAT, "steal", KIND_COUNTER, UNIT_TICK, "time the hypervisor gave to others"},
	{"busy_time", "BUSY", NULL, "user + nice + system + irq + softirq + steal", KIND_TALLY, UNIT_NSEC,
		"time that was not idle"},
	{"all_time", "TIME", NULL, "busy_time + idle + iowait", KIND_TALLY,
		UNIT_NSEC, "time of all CPUs of the row"},
};

/* ---- counters of a scheduler domain ---- */

static const struct field domain[] = {
	{"level", "LEVEL", SCHED, "name", KIND_GAUGE, UNIT_WORD, "level: SMT CLS MC PKG NODE NUMA", "6.14"},
	{"span", "SPAN", SCHED, "span", KIND_GAUGE, UNIT_ONE, "CPUs it spans"},
	{"remote", "REMOTE", SCHED, "ttwu_wake_remote", KIND_COUNTER32, UNIT_ONE,
		"wakeups onto another CPU of this domain and no smaller one (the waker's side)"},
	{"affine", "AFFINE", SCHED, "ttwu_move_affine", KIND_COUNTER32, UNIT_ONE,
		"wakeups pulled to the waker's side"},
	{"busy_count", "BUSY", SCHED, "busy.lb_count", KIND_COUNTER32, UNIT_ONE,
		"times a busy CPU looked for work to pull"},
	{"busy_balanced", "BUSY-BALANCED", SCHED, "busy.lb_balanced", KIND_COUNTER32, UNIT_ONE,
		"of these, nothing to move: not elected, no busier group or queue, or all pinned"},
	{"busy_failed", "BUSY-FAILED", SCHED, "busy.lb_failed", KIND_COUNTER32, UNIT_ONE,
		"of these, a busier queue, but no task could be taken"},
	{"busy_gained", "BUSY-GAINED", SCHED, "busy.lb_gained", KIND_COUNTER32, UNIT_ONE,
		"tasks pulled by busy CPUs (the receiver's side)"},
	{"idle_count", "IDLE", SCHED, "idle.lb_count", KIND_COUNTER32, UNIT_ONE,
		"times an idle CPU looked, or another for it"},
	{"idle_balanced", "IDLE-BALANCED", SCHED, "idle.lb_balanced", KIND_COUNTER32, UNIT_ONE,
		"of these, nothing to move"},
	{"idle_failed", "IDLE-FAILED", SCHED, "idle.lb_failed", KIND_COUNTER32, UNIT_ONE,
		"of these, no task could be taken"},
	{"idle_gained", "IDLE-GAINED", SCHED, "idle.lb_gained", KIND_COUNTER32, UNIT_ONE,
		"tasks pulled by idle CPUs"},
	{"newidle_count", "NEWIDLE", SCHED, "newidle.lb_count", KIND_COUNTER32, UNIT_ONE,
		"times a CPU looked as it went idle; kernels that skip hopeless attempts count fewer"},
	{"newidle_balanced", "NEWIDLE-BALANCED", SCHED, "newidle.lb_balanced", KIND_COUNTER32, UNIT_ONE,
		"of these, nothing to move"},
	{"newidle_failed", "NEWIDLE-FAILED", SCHED, "newidle.lb_failed", KIND_COUNTER32, UNIT_ONE,
		"of these, no task could be taken"},
	{"newidle_gained", "NEWIDLE-GAINED", SCHED, "newidle.lb_gained", KIND_COUNTER32, UNIT_ONE,
		"tasks pulled by CPUs that went idle"},
	{"hot_busy", "HOT-BUSY", SCHED, "busy.lb_hot_gained", KIND_COUNTER32, UNIT_ONE,
		"pulled by busy CPUs though cache-hot; unreliable before 6.14"},
	{"hot_idle", "HOT-IDLE", SCHED, "idle.lb_hot_gained", KIND_COUNTER32, UNIT_ONE, "by idle CPUs though hot"},
	{"hot_newidle", "HOT-NEWIDLE", SCHED, "newidle.lb_hot_gained", KIND_COUNTER32, UNIT_ONE,
		"by CPUs that went idle though hot"},
#define BALANCE(type, TYPE, who)                                                                                      \
	{type "_nogroup", TYPE "-NO-GROUP", SCHED, type ".lb_nobusyg", KIND_COUNTER32, UNIT_ONE,                \
		"of the balanced: no group was busier, seen by " who},                                          \
	{type "_noqueue", TYPE "-NO-QUEUE", SCHED, type ".lb_nobusyq", KIND_COUNTER32, UNIT_ONE,                \
		"of the balanced: a group was busier, but no queue in it, seen by " who},                       \
	{type "_imbalance", TYPE "-IMBALANCE", SCHED, type ".lb_imbalance", KIND_COUNTER32, UNIT_ONE,           \
		"imbalance of every kind, units mixed, before 6.14, seen by " who},                             \
	{type "_load", TYPE "-LOAD", SCHED, type ".lb_imbalance_load", KIND_COUNTER32, UNIT_ONE,                \
		"imbalance in load, 1024 for a task of nice 0, seen by " who, "6.14"},                          \
	{type "_util", TYPE "-UTIL", SCHED, type ".lb_imbalance_util", KIND_COUNTER32, UNIT_ONE,                \
		"imbalance in utilisation, 1024 for a full CPU, seen by " who, "6.14"},                         \
	{type "_tasks", TYPE "-TASKS", SCHED, type ".lb_imbalance_task", KIND_COUNTER32, UNIT_ONE,              \
		"imbalance in tasks, seen by " who, "6.14"},                                                    \
	{type "_misfit", TYPE "-MISFIT", SCHED, type ".lb_imbalance_misfit", KIND_COUNTER32, UNIT_ONE,          \
		"imbalance of tasks too large for their CPU, seen by " who, "6.14"}
	BALANCE("busy", "BUSY", "busy CPUs"),
	BALANCE("idle", "IDLE", "idle CPUs"),
	BALANCE("newidle", "NEWIDLE", "CPUs that went idle"),
	{"alb_count", "ALB", SCHED, "alb_count", KIND_COUNTER32, UNIT_ONE,
		"active balances: a running task was to be pushed here (the receiver's side)"},
	{"alb_failed", "ALB-FAILED", SCHED, "alb_failed", KIND_COUNTER32, UNIT_ONE, "active balances that failed"},
	{"alb_pushed", "ALB-PUSHED", SCHED, "alb_pushed", KIND_COUNTER32, UNIT_ONE, "tasks pushed here"},
	/* These are in the file, but no kernel of today moves them. */
	{"exec_count", "EXEC", SCHED, "sbe_count", KIND_COUNTER32, UNIT_ONE, "balancing at exec; unused by kernels of today"},
	{"exec_balanced", "EXEC-BALANCED", SCHED, "sbe_balanced", KIND_COUNTER32, UNIT_ONE, "the same"},
	{"exec_pushed", "EXEC-PUSHED", SCHED, "sbe_pushed", KIND_COUNTER32, UNIT_ONE, "the same"},
	{"fork_count", "FORK", SCHED, "sbf_count", KIND_COUNTER32, UNIT_ONE, "balancing at fork; unused by kernels of today"},
	{"fork_balanced", "FORK-BALANCED", SCHED, "sbf_balanced", KIND_COUNTER32, UNIT_ONE, "the same"},
	{"fork_pushed", "FORK-PUSHED", SCHED, "sbf_pushed", KIND_COUNTER32, UNIT_ONE, "the same"},
	{"wake_balance", "WAKE-BALANCE", SCHED, "ttwu_move_balance", KIND_COUNTER32, UNIT_ONE,
		"wakeups pulled to balance load; unused by kernels of today"},
};

/* debugfs has these while sched/verbose is Y. */
static const struct field flagged[] = {
	{"title", "TITLE", DOMAINS_DEBUG, "name", KIND_GAUGE, UNIT_WORD, "level of the domain, by debugfs"},
	{"flags", "FLAGS", DOMAINS_DEBUG, "flags", KIND_GAUGE, UNIT_TEXT, "flags of the domain, by debugfs"},
	{"shares", "SHARES", NULL, "contains(flags, 'SD_SHARE_LLC') || contains(flags, 'SD_SHARE_PKG_RESOURCES')",
		KIND_DERIVED, UNIT_ONE, "1: to the scheduler its CPUs share a last level cache"},
	{"llc", "LLC", NULL, "of(cpu, llc)", KIND_DERIVED, UNIT_WORD, "last level cache of the CPU whose domain it is"},
};

/* What is neither balanced nor failed; the three are not read at one instant, so it may come out below 0. */
#define PULLS(type)                                                                                            \
	"(" type "_count < " type "_balanced + " type "_failed ? 0 : " type "_count - " type "_balanced - " type "_failed)"

static const struct field domain_shares[] = {
	{"gained", "GAINED", NULL, "busy_gained + idle_gained + newidle_gained", KIND_TALLY, UNIT_ONE,
		"tasks pulled here"},
	{"attempts", "ATTEMPTS", NULL, "busy_count + idle_count + newidle_count", KIND_TALLY, UNIT_ONE,
		"times this CPU, or another for it, looked for work to pull"},
	{"failed", "FAILED", NULL, "busy_failed + idle_failed + newidle_failed", KIND_TALLY, UNIT_ONE,
		"of these, a busier queue, but no task could be taken"},
	{"pulls", "PULLS", NULL, PULLS("busy") " + " PULLS("idle") " + " PULLS("newidle"), KIND_TALLY, UNIT_ONE,
		"of these, at least one task was pulled"},
	{"hot", "HOT", NULL, "hot_busy + hot_idle + hot_newidle", KIND_TALLY, UNIT_ONE,
		"tasks pulled though cache-hot; unreliable before 6.14"},
	{"busy_ok", "BUSY-OK%", NULL, PULLS("busy") " / busy_count", KIND_DERIVED, UNIT_PERCENT,
		"share of attempts of busy CPUs that pulled a task"},
	{"idle_ok", "IDLE-OK%", NULL, PULLS("idle") " / idle_count", KIND_DERIVED, UNIT_PERCENT,
		"share of attempts of idle CPUs that pulled a task"},
	{"newidle_ok", "NEWIDLE-OK%", NULL, PULLS("newidle") " / newidle_count", KIND_DERIVED, UNIT_PERCENT,
		"share of newidle attempts that pulled a task"},
	{"elected", "ELECTED%", NULL,
		"1 - (busy_balanced + idle_balanced + newidle_balanced - nogroup - noqueue) / attempts", KIND_DERIVED,
		UNIT_PERCENT, "share of attempts for which this CPU was the one to balance, and not all was pinned"},
	{"nogroup", "NO-GROUP", NULL, "busy_nogroup + idle_nogroup + newidle_nogroup", KIND_TALLY, UNIT_ONE,
		"attempts that saw no busier group"},
	{"noqueue", "NO-QUEUE", NULL, "busy_noqueue + idle_noqueue + newidle_noqueue", KIND_TALLY, UNIT_ONE,
		"attempts that saw a busier group, but no queue to pull from"},
	{"nogroup_share", "NO-GROUP%", NULL, "nogroup / attempts", KIND_DERIVED, UNIT_PERCENT,
		"share of attempts that saw no busier group"},
	{"noqueue_share", "NO-QUEUE%", NULL, "noqueue / attempts", KIND_DERIVED, UNIT_PERCENT,
		"share of attempts that saw a busier group, but no queue"},
	{"pinned_share", "PINNED%", NULL, "failed / (failed + pulls)", KIND_DERIVED, UNIT_PERCENT,
		"share of busier queues of which no task could be taken: pinned, or cache-hot"},
	{"hot_share", "HOT%", NULL, "hot / gained", KIND_DERIVED, UNIT_PERCENT,
		"share of pulled tasks that were cache-hot; unreliable before 6.14"},
	{"per_pull", "TASKS-PER-PULL", NULL, "gained / pulls", KIND_DERIVED, UNIT_RATIO, "tasks pulled each time that any was"},
	{"alb_ok", "ALB-OK%", NULL, "alb_pushed / alb_count", KIND_DERIVED, UNIT_PERCENT,
		"share of active balances that pushed a task"},
	{"cpu", "CPU", NULL, "of(cpu, self)", KIND_DERIVED, UNIT_WORD, "the CPU whose domain it is"},
};

/* Domain rows that do not leave the LLC of their CPU. */
static const struct field within[] = {
	{"inner", "INNER", SCHED, "span", KIND_GAUGE, UNIT_ONE, "CPUs of the widest domain within the LLC",
		.fold = FOLD_MAX},
	{"in_llc", "IN-LLC", SCHED, "ttwu_wake_remote", KIND_COUNTER32, UNIT_ONE,
		"wakeups onto another CPU of the same LLC (the waker's side)"},
	{"in_gained", "IN-GAINED", NULL, "in_busy + in_idle + in_newidle", KIND_TALLY, UNIT_ONE,
		"tasks pulled from CPUs of the same LLC (the receiver's side)"},
	{"in_busy", "IN-BUSY", SCHED, "busy.lb_gained", KIND_COUNTER32, UNIT_ONE, "of these, by busy CPUs"},
	{"in_idle", "IN-IDLE", SCHED, "idle.lb_gained", KIND_COUNTER32, UNIT_ONE, "of these, by idle CPUs"},
	{"in_newidle", "IN-NEWIDLE", SCHED, "newidle.lb_gained", KIND_COUNTER32, UNIT_ONE,
		"of these, by CPUs that went idle"},
};

/* Those that do. */
static const struct field above[] = {
	{"outer", "OUTER", SCHED, "span", KIND_GAUGE, UNIT_ONE, "CPUs of the widest domain above the LLC",
		.fold = FOLD_MAX},
	{"cross", "CROSS-LLC", SCHED, "ttwu_wake_remote", KIND_COUNTER32, UNIT_ONE,
		"wakeups onto a CPU of another LLC (the waker's side)"},
	{"cross_affine", "CROSS-AFFINE", SCHED, "ttwu_move_affine", KIND_COUNTER32, UNIT_ONE,
		"wakeups pulled to the waker's LLC from another"},
	{"newidle", "NEWIDLE", SCHED, "newidle.lb_count", KIND_COUNTER32, UNIT_ONE,
		"times a CPU that went idle looked beyond its LLC"},
	{"newidle_balanced", "NEWIDLE-BALANCED", SCHED, "newidle.lb_balanced", KIND_COUNTER32, UNIT_ONE,
		"of these, nothing to move"},
	{"newidle_failed", "NEWIDLE-FAILED", SCHED, "newidle.lb_failed", KIND_COUNTER32, UNIT_ONE,
		"of these, no task could be taken"},
	{"up_busy", "UP-BUSY", SCHED, "busy.lb_gained", KIND_COUNTER32, UNIT_ONE,
		"tasks pulled from other LLCs by busy CPUs"},
	{"up_idle", "UP-IDLE", SCHED, "idle.lb_gained", KIND_COUNTER32, UNIT_ONE, "by idle CPUs"},
	{"up_newidle", "UP-NEWIDLE", SCHED, "newidle.lb_gained", KIND_COUNTER32, UNIT_ONE,
		"by CPUs that went idle"},
	{"up_load", "UP-IMBALANCE", SCHED, "imbalance", KIND_COUNTER32, UNIT_ONE,
		"imbalance seen, units mixed: only whether it is 0 means something"},
	{"load_busy", "LOAD-BUSY", SCHED, "busy.lb_imbalance_load", KIND_COUNTER32, UNIT_ONE,
		"load imbalance seen by busy CPUs", "6.14"},
	{"load_idle", "LOAD-IDLE", SCHED, "idle.lb_imbalance_load", KIND_COUNTER32, UNIT_ONE, "by idle CPUs", "6.14"},
	{"load_newidle", "LOAD-NEWIDLE", SCHED, "newidle.lb_imbalance_load", KIND_COUNTER32, UNIT_ONE,
		"by CPUs that went idle", "6.14"},
	{"one_busy", "IMBALANCE-BUSY", SCHED, "busy.lb_imbalance", KIND_COUNTER32, UNIT_ONE,
		"imbalance of every kind, before 6.14"},
	{"one_idle", "IMBALANCE-IDLE", SCHED, "idle.lb_imbalance", KIND_COUNTER32, UNIT_ONE, "by idle CPUs"},
	{"one_newidle", "IMBALANCE-NEWIDLE", SCHED, "newidle.lb_imbalance", KIND_COUNTER32, UNIT_ONE,
		"by CPUs that went idle"},
	{"tasks_busy", "TASKS-BUSY", SCHED, "busy.lb_imbalance_task", KIND_COUNTER32, UNIT_ONE,
		"imbalance in tasks seen by busy CPUs", "6.14"},
	{"tasks_idle", "TASKS-IDLE", SCHED, "idle.lb_imbalance_task", KIND_COUNTER32, UNIT_ONE, "by idle CPUs",
		"6.14"},
	{"tasks_newidle", "TASKS-NEWIDLE", SCHED, "newidle.lb_imbalance_task", KIND_COUNTER32, UNIT_ONE,
		"by CPUs that went idle", "6.14"},
	{"util_busy", "UTIL-BUSY", SCHED, "busy.lb_imbalance_util", KIND_COUNTER32, UNIT_ONE,
		"imbalance in utilisation seen by busy CPUs", "6.14"},
	{"util_idle", "UTIL-IDLE", SCHED, "idle.lb_imbalance_util", KIND_COUNTER32, UNIT_ONE, "by idle CPUs", "6.14"},
	{"util_newidle", "UTIL-NEWIDLE", SCHED, "newidle.lb_imbalance_util", KIND_COUNTER32, UNIT_ONE,
		"by CPUs that went idle", "6.14"},
	{"misfit_busy", "MISFIT-BUSY", SCHED, "busy.lb_imbalance_misfit", KIND_COUNTER32, UNIT_ONE,
		"imbalance of tasks too large for their CPU seen by busy CPUs", "6.14"},
	{"misfit_idle", "MISFIT-IDLE", SCHED, "idle.lb_imbalance_misfit", KIND_COUNTER32, UNIT_ONE, "by idle CPUs",
		"6.14"},
	{"misfit_newidle", "MISFIT-NEWIDLE", SCHED, "newidle.lb_imbalance_misfit", KIND_COUNTER32, UNIT_ONE,
		"by CPUs that went idle", "6.14"},
	{"outer_level", "OUTER-LEVEL", SCHED, "name", KIND_GAUGE, UNIT_WORD,
		"level of the domain above the LLC; absent where there are several", "6.14", .fold = FOLD_SAME},
	{"cross_node", "CROSS-NODE", NULL, "(outer_level == 'NUMA') * cross", KIND_TALLY, UNIT_ONE,
		"of the wakeups onto a CPU of another LLC, those onto another NUMA node"},
	{"pulled", "PULLED-IN", NULL, "up_busy + up_idle + up_newidle", KIND_TALLY, UNIT_ONE,
		"tasks pulled from other LLCs (the receiver's side)"},
	{"pulled_quiet", "PULLED-QUIET", NULL,
		"(up_load == 0) * pulled", KIND_TALLY,
		UNIT_ONE, "of these, by CPUs that saw no imbalance: what cache-aware scheduling looks like"},
	{"alb", "ALB", SCHED, "alb_count", KIND_COUNTER32, UNIT_ONE,
		"active balances from other LLCs (the receiver's side)"},
	{"alb_pushed", "ALB-PUSHED", SCHED, "alb_pushed", KIND_COUNTER32, UNIT_ONE,
		"running tasks pushed here from other LLCs"},
};

/* What they mean together, for a CPU, an LLC, a node or the machine. */
static const struct field shares[] = {
	{"busy", "BUSY%", NULL, "busy_time / all_time", KIND_DERIVED, UNIT_PERCENT,
		"share of CPU time that was not idle"},
	{"wait_per_slice", "SLICE-WAIT", NULL, "wait_time / slices", KIND_DERIVED, UNIT_NSEC,
		"mean time a task waited before it ran"},
	{"wait_share", "WAIT%", NULL, "wait_time / (run_time + wait_time)", KIND_DERIVED, UNIT_PERCENT,
		"of the time in which tasks ran or wanted to, the share that they waited"},
	{"wait_ratio", "WAIT-RATIO", NULL, "wait_time / run_time", KIND_DERIVED, UNIT_RATIO,
		"time waited per time run"},
	{"local_share", "LOCAL%", NULL, "local / wakes", KIND_DERIVED, UNIT_PERCENT,
		"share of wakeups onto the waker's own CPU"},
	{"in_share", "IN-LLC%", NULL, "or0(in_llc) / wakes", KIND_DERIVED, UNIT_PERCENT,
		"share of wakeups onto another CPU of the same LLC"},
	{"cross_share", "CROSS-LLC%", NULL, "or0(cross) / wakes", KIND_DERIVED, UNIT_PERCENT,
		"share of wakeups onto a CPU of another LLC"},
	{"node_share", "CROSS-NODE%", NULL, "or0(cross_node) / wakes", KIND_DERIVED, UNIT_PERCENT,
		"share of wakeups onto a CPU of another NUMA node"},
	{"affine_share", "AFFINE%", NULL, "cross_affine / cross", KIND_DERIVED, UNIT_PERCENT,
		"wakeups pulled to the waker's LLC, by those onto another LLC"},
	{"alb_ok", "ALB-OK%", NULL, "alb_pushed / alb", KIND_DERIVED, UNIT_PERCENT,
		"share of active balances from other LLCs that pushed a task"},
	{"elsewhere", "ELSEWHERE%", NULL,
		"wakes < local + or0(in_llc) + or0(cross) ? 0 : (wakes - local - or0(in_llc) - or0(cross)) / wakes",
		KIND_DERIVED, UNIT_PERCENT, "share of wakeups onto CPUs outside every domain, such as isolated ones"},
	{"goidle_share", "GOIDLE%", NULL, "goidle / schedules", KIND_DERIVED, UNIT_PERCENT,
		"share of scheduler runs that found nothing to run"},
	{"newidle_ok", "NEWIDLE-OK%", NULL,
		"(newidle < newidle_balanced + newidle_failed ? 0 : newidle - newidle_balanced - newidle_failed) / newidle",
		KIND_DERIVED, UNIT_PERCENT, "share of newidle attempts beyond the LLC that pulled a task"},
};

/* ---- threads, and what they add up to ---- */

static const struct field thread[] = {
	{"pid", "PID", TIME, "pid", KIND_GAUGE, UNIT_ID, "its process"},
	{"start", "START", TIME, "start", KIND_GAUGE, UNIT_TICK, "when it started, since boot"},
	{"comm", "COMM", TIME, "comm", KIND_GAUGE, UNIT_WORD, "name of the thread"},
	{"process", "PROCESS", TIME, "process", KIND_GAUGE, UNIT_WORD, "name of its process"},
	{"cgroup", "CGROUP", TIME, "cgroup", KIND_GAUGE, UNIT_WORD, "cgroup of its process"},
	{"kernel", "KERNEL", TIME, "kernel", KIND_GAUGE, UNIT_ONE, "1: a thread of the kernel"},
	{"cpu", "CPU", TIME, "cpu", KIND_GAUGE, UNIT_ID, "CPU where it runs, or ran last"},
	{"cpu_was", "CPU-WAS", TIME, "cpu", KIND_EARLIER, UNIT_ID, "the same at the begin of the interval"},
	{"run", "RUN", TIME, "run_ns", KIND_COUNTER, UNIT_NSEC,
		"time it ran; of a process that ran less than a tick of 10 ms, told with the next"},
	{"wait", "WAIT", TIME, "wait_ns", KIND_COUNTER, UNIT_NSEC,
		"time it was runnable and waited, booked when it arrives on a CPU"},
	{"slices", "SLICES", TIME, "slices", KIND_COUNTER, UNIT_ONE, "times it began to run"},
	{"llc", "LLC", NULL, "at(cpu.llc, cpu)", KIND_DERIVED, UNIT_WORD,
		"LLC of that CPU; of one that slept, where it slept"},
	{"llc_was", "LLC-WAS", NULL, "at(cpu.llc, cpu_was)", KIND_DERIVED, UNIT_WORD,
		"the same at the begin of the interval"},
	{"stayed", "STAYED", NULL, "delta ? (llc == llc_was ?: 0) : llc == llc_was", KIND_DERIVED, UNIT_ONE,
		"1: in one LLC at both ends of the interval, so its run time counts there; 0: unattributed"},
	{"cpu_share", "CPU%", NULL, "run / interval", KIND_DERIVED, UNIT_PERCENT, "share of one CPU that it used"},
	{"wait_per_slice", "SLICE-WAIT", NULL, "wait / slices", KIND_DERIVED, UNIT_NSEC,
		"mean time it waited before it ran"},
	/* by these, threads meet */
	{"place", "PLACE", NULL, "when(run > 0, cat(pid, '/', llc))", KIND_DERIVED, UNIT_WORD,
		"process and LLC at the end of the interval, of one that ran"},
	{"place_was", "PLACE-WAS", NULL, "when(run > 0 && llc != llc_was, cat(pid, '/', llc_was))", KIND_DERIVED,
		UNIT_WORD, "process and LLC at its begin, of one that ran and left it"},
	{"spot", "SPOT", NULL, "when(run > 0, cat(cgroup, '/', llc))", KIND_DERIVED, UNIT_WORD,
		"cgroup and LLC at the end of the interval, of one that ran"},
	{"spot_was", "SPOT-WAS", NULL, "when(run > 0 && llc != llc_was, cat(cgroup, '/', llc_was))", KIND_DERIVED,
		UNIT_WORD, "cgroup and LLC at its begin, of one that ran and left it"},
};

static const struct field moves[] = {
	{"migrations", "MIGRATIONS", MOVES, "migrations", KIND_COUNTER, UNIT_ONE,
		"times it was moved to another CPU, in the same LLC too"},
	{"still", "STILL", NULL, "when(stayed && migrations == 0, run)", KIND_TALLY, UNIT_NSEC,
		"its run time if it was not moved at all, so that the LLC is certain"},
};

/* What the threads of a process or a cgroup add up to. */
#define THREADS                                                                                                      \
	{"run", "RUN", TIME, "run_ns", KIND_COUNTER, UNIT_NSEC, "time its threads ran; not of those that ended"},    \
	{"wait", "WAIT", TIME, "wait_ns", KIND_COUNTER, UNIT_NSEC, "time its threads were runnable and waited"},     \
	{"slices", "SLICES", TIME, "slices", KIND_COUNTER, UNIT_ONE, "times its threads began to run"},              \
	{"latest", "LATEST", TIME, "start", KIND_GAUGE, UNIT_TICK, "when its latest thread started, since boot",     \
		.fold = FOLD_MAX}

static const struct field process[] = {
	THREADS,
	{"comm", "COMM", TIME, "process", KIND_GAUGE, UNIT_WORD, "name of the process", .fold = FOLD_SAME},
	{"kernel", "KERNEL", TIME, "kernel", KIND_GAUGE, UNIT_ONE, "1: a thread of the kernel", .fold = FOLD_SAME},
};

static const struct field cgroup[] = {
	THREADS,
};

/* Run time in an LLC: of threads that were there at the end of the interval, and of those that had left it. */
static const struct field ended[] = {
	{"here", "HERE", TIME, "run_ns", KIND_COUNTER, UNIT_NSEC,
		"run time of threads that were there at the end of the interval"},
	{"run", "RUN", NULL, "when(of(thread, stayed), here)", KIND_TALLY, UNIT_NSEC,
		"run time there: of threads that were there at both ends of the interval"},
	{"latest", "LATEST", TIME, "start", KIND_GAUGE, UNIT_TICK, "when the latest of them started, since boot",
		.fold = FOLD_MAX},
};

static const struct field left[] = {
	{"left", "LEFT", TIME, "run_ns", KIND_COUNTER, UNIT_NSEC,
		"run time of threads that were there at its begin, and no more at its end"},
	{"left_latest", "LEFT-LATEST", TIME, "start", KIND_GAUGE, UNIT_TICK,
		"when the latest of them started, since boot", .fold = FOLD_MAX},
};

/* Of each process or cgroup `kind` in an LLC. */
#define PARTS(kind)                                                                                                  \
	{kind, "WHOSE", NULL, "dir(row)", KIND_DERIVED, UNIT_WORD, "the " kind},                                        \
	{"llc", "LLC", NULL, "base(row)", KIND_DERIVED, UNIT_WORD, "the LLC"},                                       \
	{"run_most", "RUN-MOST", NULL, "when(delta, or0(here) + or0(left))", KIND_TALLY, UNIT_NSEC,                               \
		"run time there and of threads that came or went meanwhile: more it cannot be"},                     \
	{"share", "SHARE%", NULL, "or0(run) / at(" kind ".run, " kind ")", KIND_DERIVED, UNIT_PERCENT,               \
		"share of the run time of the " kind}

static const struct field process_parts[] = {
	PARTS("process"),
	{"comm", "COMM", NULL, "at(process.comm, process)", KIND_DERIVED, UNIT_WORD, "name of the process"},
};

static const struct field cgroup_parts[] = {
	PARTS("cgroup"),
};

/* What /proc/schedstat says of run and wait times, without that file. */
static const struct field tasks[] = {
	{"task_run", "TASK-RUN", TIME, "run_ns", KIND_COUNTER, UNIT_NSEC,
		"run time of threads that were there at both ends of the interval"},
	{"task_wait", "TASK-WAIT", TIME, "wait_ns", KIND_COUNTER, UNIT_NSEC,
		"time these were runnable and waited, booked when they arrive on a CPU"},
	{"task_slices", "TASK-SLICES", TIME, "slices", KIND_COUNTER, UNIT_ONE, "times these began to run"},
	{"task_latest", "TASK-LATEST", TIME, "start", KIND_GAUGE, UNIT_TICK, "when the latest of them started, since boot",
		.fold = FOLD_MAX},
};

static const struct field task_shares[] = {
	{"task_wait_share", "TASK-WAIT%", NULL, "task_wait / (task_run + task_wait)", KIND_DERIVED, UNIT_PERCENT,
		"of the time in which these ran or wanted to, the share that they waited"},
	{"task_wait_per_slice", "TASK-SLICE-WAIT", NULL, "task_wait / task_slices", KIND_DERIVED, UNIT_NSEC,
		"mean time one of them waited before it ran"},
};

/* What they say together. `key` is the field of a thread that names the row. */
#define SPREAD(kind, key)                                                                                            \
	{"threads", "THREADS", NULL, "count(thread by " key ", 1)", KIND_DERIVED, UNIT_ONE, "threads"},              \
	{"cpu_share", "CPU%", NULL, "run / interval", KIND_DERIVED, UNIT_PERCENT,                                    \
		"run time by time: 200% are two CPUs' worth"},                                                       \
	{"wait_per_slice", "SLICE-WAIT", NULL, "wait / slices", KIND_DERIVED, UNIT_NSEC,                             \
		"mean time its threads waited before they ran"},                                                     \
	{"top_run", "TOP-RUN", NULL, "max(" kind "_llc by " kind ", run)", KIND_TALLY, UNIT_NSEC,                    \
		"run time in the LLC where it ran most"},                                                            \
	{"top_llc", "TOP-LLC", NULL,                                                                                 \
		"pick(" kind "_llc by " kind ", run > 0 && run == at(" kind ".top_run, " kind "), llc)", KIND_DERIVED, \
		UNIT_WORD, "the LLC where it ran most: about what the kernel prefers for it"},                       \
	{"top_share", "TOP%", NULL, "top_run / run", KIND_DERIVED, UNIT_PERCENT, "share of its run time there"},     \
	{"spanned", "LLCS", NULL, "when(delta, count(" kind "_llc by " kind ", run_most > 0))", KIND_DERIVED, UNIT_ONE,   \
		"LLCs in which threads that ran were at either end of the interval"},                                \
	{"unattributed", "UNATTRIBUTED", NULL, "when(delta, run - or0(sum(" kind "_llc by " kind ", run)))", KIND_TALLY, UNIT_NSEC, \
		"run time of threads that were in different LLCs at the two ends of the interval, or are new"},      \
	{"unattributed_share", "UNATTR%", NULL, "unattributed / run", KIND_DERIVED, UNIT_PERCENT,                    \
		"share of its run time that is unattributed"},                                                       \
	{"flips", "FLIPS-1MIN", NULL, "top_llc", KIND_FLIPS, UNIT_ONE,                                                 \
		"how often in the last minute of this run top_llc became another"},                                  \
	{"by_llc", "BY-LLC", NULL,                                                                                   \
		"join(" kind "_llc by " kind ", cat(llc, ':', floor(share * 100 + 0.5), '%'))", KIND_DERIVED, UNIT_WORD, \
		"percent of its run time in each LLC; what is missing from 100 is unattributed"}

static const struct field process_spread[] = {
	SPREAD("process", "pid"),
	{"limit", "LIMIT-EST", NULL,
		"(host.aggr_tolerance ?: host.flat_tolerance) == 0 ? 0 : "
		"(host.aggr_tolerance ?: host.flat_tolerance) >= 100 ? 'none' : "
		"floor((4 * (host.aggr_tolerance ?: host.flat_tolerance) * at(llc.cores, top_llc) - 1) / 5)",
		KIND_DERIVED, UNIT_ONE,
		"estimate: running threads up to which cache-aware scheduling gathers a process in that LLC"},
	{"eligible", "ELIGIBLE-EST", NULL,
		"kernel == 1 ? 'no:kernel' : threads == 1 ? 'no:one-thread' : limit == 0 ? 'no:tolerance' : "
		"cpu_share > limit ? 'no:over-limit' : limit >= 0 || limit == 'none' ? 'yes' : limit",
		KIND_DERIVED, UNIT_WORD, "estimate: whether it gathers this process, by the limit and cpu_share"},
};

static const struct field cgroup_spread[] = {
	SPREAD("cgroup", "cgroup"),
};

static const struct field process_moves[] = {
	{"migrations", "MIGRATIONS", NULL, "sum(thread by pid, migrations)", KIND_TALLY, UNIT_ONE,
		"times its threads were moved to another CPU, in the same LLC too"},
	{"still_share", "STILL%", NULL, "sum(thread by pid, still) / run", KIND_DERIVED, UNIT_PERCENT,
		"share of its run time by threads that were not moved at all: for these the LLC is certain"},
};

static const struct field cgroup_moves[] = {
	{"migrations", "MIGRATIONS", NULL, "sum(thread by cgroup, migrations)", KIND_TALLY, UNIT_ONE,
		"times its threads were moved to another CPU, in the same LLC too"},
	{"still_share", "STILL%", NULL, "sum(thread by cgroup, still) / run", KIND_DERIVED, UNIT_PERCENT,
		"share of its run time by threads that were not moved at all: for these the LLC is certain"},
};

/*
 * The same counters for each kind of row: those of a CPU are renamed through a cell of table cpu, and so are those
 * of its domains, which fall to the row of their CPU's LLC, apart by whether they leave it.
 */
#define FOLDED(kind, map, one)                                                                                       \
	{.name = kind "_sched", .row = kind, .brief = "scheduler calls and wakeups", .by = map,                 \
		.gate = "host.schedstats", .fields = sched, .n_fields = COUNT_OF(sched)},                       \
	{.name = kind "_times", .row = kind, .brief = "run and wait times", .by = map, .fields = times,         \
		.n_fields = COUNT_OF(times)},                                                                   \
	{.name = kind "_ticks", .row = kind, .brief = "where the time went", .by = map, .fields = ticks,        \
		.n_fields = COUNT_OF(ticks)},                                                                   \
	DOMAINS(kind, map, one)
#define DOMAINS(kind, map, one)                                                                                      \
	{.name = kind "_within", .row = kind, .brief = "within the LLC", .by = map, .where = "inner <= of(cpu, width)", \
		.gate = "host.schedstats", .same = "inner", .fields = within, .n_fields = COUNT_OF(within)},                     \
	{.name = kind "_above", .row = kind, .brief = "between LLCs", .by = map, .where = "outer > of(cpu, width)", \
		.gate = "host.schedstats", .same = "outer", .fields = above, .n_fields = COUNT_OF(above)},                       \
	{.name = kind "_shares", .row = kind, .brief = "what they mean together", .always = one, .fields = shares,             \
		.n_fields = COUNT_OF(shares)}

/* Threads meet in the row that `key` names, and by the LLC `at` (`key`/LLC) in its parts. */
#define OF_THREADS(kind, key, at, one)                                                                               \
	{.name = #kind, .row = #kind, .brief = one, .by = "thread." key, .same = "latest", .born = true,             \
		.fields = kind, .n_fields = COUNT_OF(kind)},                                                         \
	{.name = #kind "_spread", .row = #kind, .brief = "where its threads ran", .fields = kind##_spread,           \
		.n_fields = COUNT_OF(kind##_spread)},                                                                \
	{.name = #kind "_moves", .row = #kind, .brief = "migrations of its threads", .apart = true,                  \
		.fields = kind##_moves, .n_fields = COUNT_OF(kind##_moves)},                                         \
	{.name = #kind "_ended", .row = #kind "_llc", .brief = one " in an LLC", .by = "thread." at,                 \
		.where = "here > 0", .same = "latest", .born = true, .fields = ended, .n_fields = COUNT_OF(ended)},  \
	{.name = #kind "_left", .row = #kind "_llc", .brief = "what left it", .by = "thread." at "_was",             \
		.where = "left > 0", .same = "left_latest", .born = true, .fields = left, .n_fields = COUNT_OF(left)}, \
	{.name = #kind "_parts", .row = #kind "_llc", .brief = "its part of the whole", .fields = kind##_parts,      \
		.n_fields = COUNT_OF(kind##_parts)}

static const struct group groups[] = {
	{.name = "host", .row = "host", .brief = "the machine as a whole", .always = "host", .fields = host,
		.n_fields = COUNT_OF(host)},
	{.name = "build", .row = "host", .brief = "how the kernel was built", .always = "host", .apart = true,
		.fields = built, .n_fields = COUNT_OF(built)},
	{.name = "llc", .row = "llc", .brief = "a last level cache", .fields = llc, .n_fields = COUNT_OF(llc)},
	{.name = "width", .row = "llc", .brief = "its CPUs", .by = "cpu.llc", .fields = width,
		.n_fields = COUNT_OF(width)},
	{.name = "hwloc", .row = "llc", .brief = "what hwloc says of it", .apart = true, .joins = true,
		.fields = hwloc, .n_fields = COUNT_OF(hwloc)},
	{.name = "believed", .row = "llc", .brief = "what the scheduler takes for it", .apart = true, .fields = believed,
		.n_fields = COUNT_OF(believed)},
	{.name = "resctrl", .row = "llc", .brief = "what resctrl monitors of it", .apart = true, .joins = true,
		.fields = resctrl, .n_fields = COUNT_OF(resctrl)},
	{.name = "cpu", .row = "cpu", .brief = "a CPU", .fields = cpu, .n_fields = COUNT_OF(cpu)},
	{.name = "event", .row = "event", .brief = "an event of -e, by last level cache or socket", .up = "llc",
		.by = "cat(scope == 'socket' ? cat('socket', of(cpu, package)) : of(cpu, llc), '/', event)",
		.fields = event, .n_fields = COUNT_OF(event)},
	{.name = "node", .row = "node", .brief = "a NUMA node", .fields = node, .n_fields = COUNT_OF(node)},
	{.name = "cpuset", .row = "cpuset", .brief = "a cgroup with CPUs of its own", .fields = cpuset,
		.n_fields = COUNT_OF(cpuset)},
	FOLDED("llc", "cpu.llc", NULL),
	FOLDED("node", "cpu.node", NULL),
	FOLDED("host", "cpu.all", "host"),
	{.name = "sched", .row = "cpu", .brief = "scheduler calls and wakeups", .gate = "host.schedstats",
		.fields = sched, .n_fields = COUNT_OF(sched)},
	{.name = "times", .row = "cpu", .brief = "run and wait times", .fields = times, .n_fields = COUNT_OF(times)},
	{.name = "ticks", .row = "cpu", .brief = "where the time went", .fields = ticks, .n_fields = COUNT_OF(ticks)},
	DOMAINS("cpu", "cpu.self", NULL),
	{.name = "domain", .row = "domain", .brief = "a scheduler domain of a CPU", .gate = "host.schedstats",
		.same = "span", .fields = domain, .n_fields = COUNT_OF(domain)},
	{.name = "domain_shares", .row = "domain", .brief = "what they mean together", .fields = domain_shares,
		.n_fields = COUNT_OF(domain_shares)},
	{.name = "flagged", .row = "domain", .brief = "what debugfs says of it", .apart = true, .joins = true,
		.fields = flagged, .n_fields = COUNT_OF(flagged)},
	{.name = "thread", .row = "thread", .brief = "a thread", .same = "start", .born = true, .fields = thread,
		.n_fields = COUNT_OF(thread)},
	{.name = "moves", .row = "thread", .brief = "migrations of a thread", .apart = true, .joins = true,
		.born = true, .fields = moves, .n_fields = COUNT_OF(moves)},
	{.name = "tasks", .row = "llc", .brief = "threads that stayed in it, instead of /proc/schedstat", .by = "thread.llc",
		.where = "of(thread, stayed)", .same = "task_latest", .born = true, .apart = true, .fields = tasks,
		.n_fields = COUNT_OF(tasks)},
	{.name = "task_shares", .row = "llc", .brief = "what these mean together", .apart = true, .fields = task_shares,
		.n_fields = COUNT_OF(task_shares)},
	OF_THREADS(process, "pid", "place", "a process"),
	OF_THREADS(cgroup, "cgroup", "spot", "a cgroup"),
};

static const struct finding findings[] = {
	{"L01", "host", "!has(version)",
		"no scheduler statistics: this kernel has no /proc/schedstat (CONFIG_SCHEDSTATS)",
		"use a kernel with CONFIG_SCHEDSTATS=y; meanwhile run and wait times are those of threads, BUSY% is of /proc/stat",
		1, "stat"},
	{"L01", "host", "schedstats == 0", "scheduler statistics are switched off: only run and wait times count",
		"sysctl kernel.sched_schedstats=1", 1, "stat"},
	{"L02", "host", "delta && has(version) && (wakes >= 0 ? 0 : 1) && schedstats == 1",
		"CPU counters were reset or CPUs came and went within the interval: its sums are void",
		"take the next interval", 2, "stat"},
	{"L03", "host", "sched_ext == 'enabled'",
		"a BPF scheduler (sched_ext) runs the tasks: balancing counters tell of what it leaves", NULL, 2, "stat"},
	{"L04", "host", "starts(cache_aware, 'off')",
		"this kernel has cache-aware scheduling, and it is switched off ({cache_aware})",
		"'swsched llc tunables' names the files", 1, "stat"},
	{"L04", "host", "cache_aware == 'no:one-cpu-llcs'",
		"cache-aware scheduling does not act: each last level cache has one CPU", NULL, 1, "stat"},
	{"L31", "cpuset", "has(parts) && parts != ''",
		"{row} may use CPUs {cpus}: not all that share LLC {parts}",
		"give it whole caches, by 'swsched llc map -r -o cpus'", 1},
	{"L31", "cpuset", "host.llcs > 1 && !contains(llcs, ',') && !contains(llcs, '-')",
		"{row} is confined to LLC {llcs}, CPUs {cpus}", NULL, 1},
	{"L32", "host", "isolated != ''", "CPUs {isolated} are isolated: no balancing, and wakeups to them count "
		"nowhere", NULL, 1},
	{"L41", "host", "llcs > 1 && max(llc, width) == 1",
		"each of {llcs;n} last level caches has one CPU: by LLC means by CPU here, as in many virtual machines",
		NULL, 1},
	{"L42", "host", "min(llc, size) != max(llc, size)",
		"last level caches differ in size, from {min(llc, size);bytes} to {max(llc, size);bytes}; the largest: "
		"LLC {list(llc, size == max(size))}", NULL, 1},
	{"L42", "host", "min(llc, width) != max(llc, width)",
		"last level caches differ in CPUs, from {min(llc, width);n} to {max(llc, width);n} online; the fewest: "
		"LLC {list(llc, width == min(width))}", NULL, 1},
	{"L42", "host", "x3d_mode == 'frequency' && min(llc, size) != max(llc, size)",
		"amd_x3d_mode is frequency: work goes to the faster cores first, not to the larger cache of LLC "
		"{list(llc, size == max(size))}", "'swsched llc tunables' names the file", 1},
	{"L43", "host", "llcs == 1", "one last level cache: there is no other to balance with", NULL, 1},
	{"L50", "llc", "delta && busy > 0.9 && host.busy < 0.1",
		"LLC {row} is {busy;%} busy, the machine {host.busy;%}", "swsched llc --per cpu", 2, "stat"},
	{"L40", "llc", "hwloc_cpus != cpus", "LLC {row}: CPUs {cpus} by sysfs, {hwloc_cpus} by hwloc", "see lstopo", 2,
		"map", "hwloc_cpus"},
	{"L40", "llc", "inner < width",
		"LLC {row}: of its {width;n} CPUs the scheduler takes at most {inner;n} as one",
		"its domains end at nodes (numactl -H) and at cpuset partitions", 2, "map", "hwloc_cpus"},
	{"L40", "llc", "sched_cpus != width",
		"LLC {row}: of {width;n} CPUs, to the scheduler {sched_cpus;n} (level {sched_level}) share a last level cache",
		"in its eyes that is the LLC: see flags of 'swsched llc --per domain -o +flags'", 2, "map", "sched_level"},
	{"L40", "llc", "resctrl == 'none' && any(llc, has(resctrl_id))",
		"LLC {row}: resctrl monitors other caches, but not this", "ls /sys/fs/resctrl/mon_data", 2, "map", "resctrl"},
	{"L40", "domain", "level == 'MC' && span != of(cpu, width)",
		"domain {row}: the scheduler's MC spans {span;n} CPU[|s], the cache {of(cpu, width);n}",
		"swsched llc map, and numactl -H", 2},
};

#define STAT_COLS \
	"busy wait_per_slice wakes local_share in_share cross_share pulled pulled_quiet alb newidle_ok"

#define TASK_COLS "task_run task_wait_share task_wait_per_slice task_slices"

static const struct pane map_panes[] = {
	{"llc", "level size cpus width cores node package id odd", .verify = "hwloc_level hwloc_size hwloc_cpus inner sched_level resctrl"},
	{"cpu", "llc core package node online", NULL, NULL, true},
};

static const struct pane stat_panes[] = {
	{"llc", "cpus size node " STAT_COLS, .file = SCHED, .without = "cpus size node busy " TASK_COLS},
	{"cpu", "llc node " STAT_COLS, NULL, NULL, true},
	{"domain", "level span remote affine busy_count idle_count newidle_count newidle_ok gained alb_count", NULL,
		NULL, true},
	{"node", "cpus " STAT_COLS, NULL, NULL, true},
	{"cpuset", "partition cpus llcs parts", NULL, NULL, true},
	{"event", "scope count per_first counted pmu", NULL, NULL, true, .given = "events"},
	{"host", "version schedstats cache_aware footprint_guard numa_balancing sched_ext smt isolated llcs " STAT_COLS, NULL, NULL,
		true},
};

#define SPREAD_COLS "threads run top_llc top_share spanned unattributed_share flips wait_per_slice"
#define SLEPT "(run ?: 0) == 0"

static const struct pane ps_panes[] = {
	{"process", SPREAD_COLS " limit by_llc comm", SLEPT, "-run"},
	{"cgroup", SPREAD_COLS " by_llc", SLEPT, "-run", true},
	{"thread", "pid llc cpu run cpu_share stayed wait_per_slice comm", SLEPT, "-run", true},
	{"process_llc", "llc run share run_most comm", NULL, "-run", true},
	{"cgroup_llc", "llc run share run_most", NULL, "-run", true},
};

static const struct line ps_head[] = {
	{NULL, "{llcs;n} LLC[|s]  cache-aware {cache_aware ?: (has(cache_aware) ? 'needs root' : 'not in this kernel')}  "
	       "tolerance {aggr_tolerance ?: flat_tolerance}"},
};

static const struct line ps_foot[] = {
	{"!delta", "run times since each thread began; in which LLC it ran is known of an interval only: swsched llc ps 1"},
	{"delta", "threads kept {sum(thread, run) / interval;n} CPU[|s] busy: {sum(thread, when(stayed, run)) / interval;n} those "
		  "that stayed in an LLC, {sum(thread, when(!stayed, run)) / interval;n} unattributed (moved, or new); "
		  "{busy_time / interval;n} [was|were] busy in all, with interrupts and threads that ended"},
	{"has(tasks)", "threads in sight: {count(thread, 1);n} of {base(tasks)}"},
};

static const struct shade load_shades[] = {
	{"busy", "delta && busy > 0.9", 2},
	{"wait_share", "delta && wait_share > 0.5", 2},
	{"cross_share", "delta && cross_share > 0.5", 1},
};

static const struct pane top_more_panes[] = {
	{"cpu", "busy wait_share wait_per_slice wakes local_share in_share cross_share pulled", .only = "llc == picked",
		.trend = "busy", .shades = load_shades, .n_shades = COUNT_OF(load_shades)},
	{"process_llc", "run share run_most comm", SLEPT, "-run", .only = "llc == picked", .trend = "run"},
};

static const struct verb top_more = {
	.name = "top", .brief = "what runs there", .panes = top_more_panes, .n_panes = COUNT_OF(top_more_panes),
};

static const struct pane top_panes[] = {
	{"llc", "cpus busy wait_share cross_share wakes wait_per_slice pulled alb newidle_ok", NULL, "-busy",
		.file = SCHED, .without = "cpus busy " TASK_COLS,
		.bars = "busy wait_share cross_share task_wait_share", .bars_first = true, .trend = "busy", .shades = load_shades,
		.n_shades = COUNT_OF(load_shades), .more = &top_more},
};

static const struct line head[] = {
	{NULL, "{llcs;n} LLC[|s]  schedstat {version}  schedstats {schedstats == 0 ? 'off' : has(schedstats) ? 'on' : "
	       "schedstats}  cache-aware {cache_aware}  numa_balancing {numa_balancing}"},
};

static const struct line foot[] = {
	{"!has(version) && delta", "TASK-: of threads that were in one LLC at both ends of the interval; /proc/schedstat, "
		"which has all, is not in this kernel", "llc"},
	{"!has(version) && !delta", "in which LLC threads ran is known of an interval only: swsched llc 1", "llc"},
};

static const struct verb top = {
	.name = "top", .brief = "last level caches, live: busy, waiting, waking others", .like = "stat",
	.panes = top_panes, .n_panes = COUNT_OF(top_panes), .head = head, .n_head = COUNT_OF(head),
};

static const struct verb verbs[] = {
	{.name = "stat", .brief = "scheduler statistics per last level cache, CPU, domain, node or host",
		.panes = stat_panes, .n_panes = COUNT_OF(stat_panes), .head = head, .n_head = COUNT_OF(head),
		.foot = foot, .n_foot = COUNT_OF(foot)},
	{.name = "ps", .brief = "processes, or cgroups, by the last level caches that their threads ran in",
		.panes = ps_panes, .n_panes = COUNT_OF(ps_panes), .head = ps_head, .n_head = COUNT_OF(ps_head),
		.foot = ps_foot, .n_foot = COUNT_OF(ps_foot)},
	{.name = "map", .brief = "which CPUs share which last level cache", .panes = map_panes,
		.n_panes = COUNT_OF(map_panes)},
};

static const struct line overview[] = {
	{"!has(llcs)", "llc: no topology is to be seen here"},
	{"!has(version)", "llc: {llcs;n} last level cache[|s]; this kernel has no /proc/schedstat (CONFIG_SCHEDSTATS)"},
	{"schedstats == 0", "llc: {llcs;n} last level cache[|s]; schedstat version {version}, switched off (sysctl "
		"kernel.sched_schedstats=1 starts it)"},
	{NULL, "llc: {llcs;n} last level cache[|s]; schedstat version {version}, counting; cache-aware {cache_aware}"},
};

static const struct section sections[] = {
	{"kernel configuration", "host", .facts = "machine config_hz config_schedstats config_sched_cache version",
		.more = "fields"},
	{"CPUs", "host", .facts = "online isolated llcs cache_aware sched_ext", .more = "map"},
	{"last level caches", "llc", .facts = "cpus level size cores node package", .more = "map"},
	{"of all CPUs together", "host", .counts = "*", .more = "--per host"},
	{"of each last level cache", "llc",
		.counts = "busy wait_per_slice wakes local_share in_share cross_share pulled alb",
		.sort = "-wakes", .more = "stat"},
};

const struct domain domain_llc = {
	.name = "llc",
	.brief = "scheduler statistics per last level cache",
	.groups = groups,
	.n_groups = COUNT_OF(groups),
	.findings = findings,
	.n_findings = COUNT_OF(findings),
	.verbs = verbs,
	.n_verbs = COUNT_OF(verbs),
	.top = &top,
	.params = "topology events",
	.counting = "proc/sys/kernel/sched_schedstats",
	.overview = overview,
	.n_overview = COUNT_OF(overview),
	.sections = sections,
	.n_sections = COUNT_OF(sections),
};
