// SPDX-License-Identifier: GPL-2.0-or-later
/* sources.c - which file is written in which grammar, and how its rows are called. */
#include "domain.h"

#define THP "sys/kernel/mm/transparent_hugepage/"
#define ROOT_DEBUGFS "root, and debugfs mounted"

const struct source sources[] = {
	/* path, grammar, hint, row, needs */
	{"@host", parse_kv, NULL, NULL, NULL, "boot_id=boot"},
	{"@kconfig/mm", parse_kv},
	{"@kconfig/sched", parse_kv},
	{"@kconfig/smb", parse_kv},
	{"@shm", parse_kv},
	{"@swapdev", parse_table, "name+ backing rotational kind over", NULL, NULL,
		"row=path backing=device over=path"},
	{"@tasks", parse_table, "pid start ppid uid state swap_kib majflt minflt threads cgroup comm", NULL,
		NULL, "comm=process cgroup=cgroup"},
	{"@netlink/taskstats", parse_table,
		"pid swapin_count swapin_delay_ns thrashing_count thrashing_delay_ns", NULL,
		"CAP_NET_ADMIN"},
	{"@cgroups", parse_rows, NULL, NULL, NULL, "row=cgroup"},
	{"proc/vmstat", parse_kv},
	{"proc/meminfo", parse_kv},
	{"proc/swaps", parse_table, "# name+ type size used prio", NULL, NULL, "row=path"},
	{"proc/pressure/memory", parse_tagged},
	{"proc/sys/kernel/{}", parse_scalar},
	{"proc/sys/vm/{}", parse_scalar},
	{THP "hugepages-*kB", NULL, NULL, "*K"},
	{THP "hugepages-*kB/stats/{}", parse_scalar, NULL, "*K"},
	{THP "hugepages-*kB/enabled", parse_choice, NULL, "*K"},
	{THP "hugepages-*kB/shmem_enabled", parse_choice, NULL, "*K"},
	{THP "enabled", parse_choice},
	{THP "defrag", parse_choice},
	{THP "shmem_enabled", parse_choice},
	{THP "{}", parse_scalar},
	{THP "khugepaged/{}", parse_scalar},
	{"sys/kernel/mm/swap/{}", parse_scalar},
	{"sys/kernel/mm/lru_gen/{}", parse_scalar},
	{"sys/kernel/mm/numa/{}", parse_scalar},
	{"sys/module/zswap/parameters/{}", parse_scalar},
	{"sys/kernel/slab/zswap_entry/{}", parse_scalar, NULL, NULL, "root"},
	{"sys/kernel/debug/zswap/{}", parse_scalar, NULL, NULL, ROOT_DEBUGFS},
	{"sys/block/zram*/mm_stat", parse_columns,
		"orig_data_size compr_data_size mem_used_total mem_limit mem_used_max same_pages "
		"pages_compacted huge_pages huge_pages_since",
		"/dev/zram*"},
	{"sys/block/zram*/io_stat", parse_columns, "failed_reads failed_writes invalid_io notify_free",
		"/dev/zram*"},
	{"sys/block/zram*/stat", parse_columns,
		"read_ios read_merges read_sectors read_ms write_ios write_merges write_sectors", "/dev/zram*"},
	{"sys/block/zram*/bd_stat", parse_columns, "bd_count bd_reads bd_writes", "/dev/zram*"},
	{"sys/block/zram*/comp_algorithm", parse_choice, NULL, "/dev/zram*"},
	{"sys/block/zram*/{}", parse_scalar, NULL, "/dev/zram*"},
	{"@limits", parse_kv, NULL, NULL, NULL, "memory_at=cgroup swap_at=cgroup"},
	{"@trial/work", parse_kv},
	{"@trial/changes", parse_table, "row old new"},
	/* rows of `swap test` and `swap sim`, see lib/sim/tell.c */
	{"@trial/rounds", parse_table, "row run number swpout fallback zswpout swpin small_out left system_ns"},
	{"@trial/runs", parse_table,
		"row kernel size rounds swpout fallback zswpout swpin small_out left system_ns touched p50 p90 p99 most "
		"predicted device"},
	{"@trial/targets", parse_table, "row run device kind rank size used folios small refused owner"},
	{"@trial/lists", parse_table, "row run device list size clusters used cached bad free holes"},
	{"@trial/holes", parse_table, "row run device size places free"},
	{"@trial/clusters", parse_table, "row run device number list size used cached bad free holes"},
	/* llc */
	{"proc/schedstat", parse_schedstat},
	{"proc/stat", parse_stat},
	{"proc/loadavg", parse_columns, "avg1 avg5 avg15 tasks last_pid"},
	{"@topology/cpu", parse_table, "cpu llc core package node online width"},
	{"@topology/llc", parse_table, "llc level size_bytes cpus cores node package id"},
	{"@threads/time", parse_table,
		"tid pid start cpu run_ns wait_ns slices kernel cgroup process comm", NULL, NULL,
		"cgroup=cgroup process=process comm=process"},
	{"@threads/moves", parse_table, "tid migrations"},
	{"@hwloc/llc", parse_table, "llc level size_bytes cpus cores node package id"},
	{"@cpusets", parse_table, "cgroup partition cpus llcs parts", NULL, NULL, "row=cgroup"},
	{"@resctrl/llc", parse_table, "llc id llc_occupancy mbm_total_bytes mbm_local_bytes", .refuses = true},
	{"@perf/cpu", parse_table,
		"row event pmu scope count enabled_ns running_ns first_count first_enabled_ns first_running_ns", NULL,
		"CAP_PERFMON, or kernel.perf_event_paranoid at 0 or less", .refuses = true},
	{"sys/devices/system/node/node*/cpulist", parse_scalar},
	{"sys/devices/system/cpu/{}", parse_scalar},
	{"sys/kernel/debug/sched/{}", parse_scalar, NULL, NULL, ROOT_DEBUGFS},
	{"sys/kernel/debug/sched/llc_balancing/{}", parse_scalar, NULL, NULL, ROOT_DEBUGFS},
	{"sys/kernel/debug/sched/domains/cpu*/domain*/{}", parse_scalar, NULL, NULL, ROOT_DEBUGFS},
	{"sys/kernel/sched_ext/{}", parse_scalar},
	{"sys/bus/platform/drivers/amd_x3d_vcache/AMDI0101:00/{}", parse_scalar},
	/* cifs */
	{"proc/fs/cifs/Stats", parse_cifs_stats, NULL, NULL, NULL, "unc=share from=host", .hz = "hz"},
	{"proc/fs/cifs/DebugData", parse_cifs_debug, NULL, NULL, NULL,
		"unc=share Hostname:=host Address:=host Name:=host name:=host address:=host Domain:=host IPv4:=host "
		"IPv6:=host ClientGUID:=host"},
	{"proc/fs/cifs/{}", parse_scalar},
	{"proc/self/mountinfo", parse_mountinfo, NULL, NULL, NULL,
		"root=path target=path source=remote username=user domain=host addr=host srcaddr=host"},
	{"@closetimeo", parse_table, "mount default from says"},
	{"@smb/requests", parse_table, "request comm seen_ns", NULL, NULL, "comm=process"},
	{"@smb/tcp", parse_table, "server address socket sockets rtt_us retrans", NULL, NULL, "address=host"},
	{"@smb/shares", parse_table, "share closetimeo actimeo cache", NULL, NULL, "row=share"},
	{"@smb/mounts", parse_table, "mount share", NULL, NULL, "share=share"},
	{"@smb/twins", parse_table, "mount twin", NULL, NULL, "twin=path"},
	{"@smb/points", parse_table, "mount lead points also covered", NULL, NULL, "also=points"},
	{"sys/module/cifs/{}", parse_scalar},
	{"sys/module/cifs/parameters/{}", parse_scalar},
};
const size_t n_sources = COUNT_OF(sources);

const struct source *source_find(const char *path)
{
	for (size_t i = 0; i < n_sources; i++)
		if (!strcmp(sources[i].path, path))
			return &sources[i];
	return NULL;
}
