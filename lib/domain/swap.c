// SPDX-License-Identifier: GPL-2.0-or-later
/* swap.c - swap and multi-size THP: every counter beside the tunable that steers it. Tables only. */
#include "domain.h"

#define THP "sys/kernel/mm/transparent_hugepage/"
#define SIZE THP "hugepages-*kB"
#define STATS SIZE "/stats/{}"
#define VMSTAT "proc/vmstat"
#define MEMINFO "proc/meminfo"
#define VM "proc/sys/vm/{}"
#define KHUGE THP "khugepaged/{}"
#define ZSWAP "sys/module/zswap/parameters/{}"
#define ZDEBUG "sys/kernel/debug/zswap/{}"
#define PSI "proc/pressure/memory"
#define CG "@cgroups"
#define SWAPS "proc/swaps"
#define MM_STAT "sys/block/zram*/mm_stat"
#define IO_STAT "sys/block/zram*/io_stat"
#define BD_STAT "sys/block/zram*/bd_stat"
#define TASKS "@tasks"
#define DELAYS "@netlink/taskstats"

/* ---- the machine as a whole ---- */

static const struct field host[] = {
	/* name, head, source, kernel's word, kind, unit, help, since, range, steers */
	{"used", "USED", NULL, "any(device, has(type)) ? sum(device, used) : swap_total - swap_free", KIND_DERIVED, UNIT_BYTE,
		"swap slots in use on all devices, as bytes; what the machine has, where its devices are not to be seen"},
	{"size", "SIZE", NULL, "any(device, has(type)) ? sum(device, size) : swap_total", KIND_DERIVED, UNIT_BYTE,
		"swap slots of all devices, as bytes"},
	{"zram_held", "ZRAM", NULL, "sum(device, when(orig_data_size >= page, orig_data_size - page))",
		KIND_DERIVED, UNIT_BYTE,
		"swapped pages whose data zram holds, before compression; the page of the swap header is left out"},
	{"zswap_held", "ZSWAP", NULL, "or0(zswapped)", KIND_DERIVED, UNIT_BYTE,
		"swapped pages whose data zswap holds, before compression"},
	{"rest", "REST", NULL, "used - zram_held - zswap_held", KIND_DERIVED, UNIT_BYTE,
		"used slots whose data neither zram nor zswap holds: on disk, zero-filled, or in the swap "
		"cache only; a little below zero while slots are being freed"},
	{"cached", "CACHED", NULL, "nr_swapcached ?: swap_cached", KIND_DERIVED, UNIT_BYTE,
		"swapped pages that are also in memory (swap cache)"},
	{"zram_memory", "ZRAM-MEMORY", NULL, "sum(device, mem_used_total)", KIND_DERIVED, UNIT_BYTE,
		"memory that zram swap devices occupy"},

	{"in", "IN", VMSTAT, "pswpin", KIND_COUNTER, UNIT_PAGE, "memory read back from swap devices"},
	{"out", "OUT", VMSTAT, "pswpout", KIND_COUNTER, UNIT_PAGE,
		"memory written to swap devices; not what zswap took, nor zero-filled pages"},
	{"thp_swpout", "THP-OUT", VMSTAT, "thp_swpout", KIND_COUNTER, UNIT_FOLIO,
		"PMD-size folios written to a device in one piece"},
	{"thp_swpout_fallback", "THP-FALLBACK", VMSTAT, "thp_swpout_fallback", KIND_COUNTER, UNIT_FOLIO,
		"PMD-size folios split before swap-out"},
	{"ahead", "AHEAD", VMSTAT, "swap_ra", KIND_COUNTER, UNIT_PAGE, "memory read ahead from swap"},
	{"ahead_hit", "AHEAD-HIT", VMSTAT, "swap_ra_hit", KIND_COUNTER, UNIT_PAGE,
		"read-ahead pages that were used; may exceed ahead, for the flag is shared with reclaim"},
	{"ahead_used", "AHEAD-HIT%", NULL, "ahead_hit > ahead ? 1 : ahead_hit / ahead", KIND_DERIVED, UNIT_PERCENT,
		"share of pages read ahead that were used, at most all"},
	{"nr_swapcached", "SWAPCACHED", VMSTAT, "nr_swapcached", KIND_GAUGE, UNIT_PAGE,
		"pages in the swap cache", "5.12"},
	{"zswpin", "ZSWAP-IN", VMSTAT, "zswpin", KIND_COUNTER, UNIT_PAGE, "memory loaded from zswap"},
	{"zswpout", "ZSWAP-OUT", VMSTAT, "zswpout", KIND_COUNTER, UNIT_PAGE, "memory stored in zswap"},
	{"zswpwb", "ZSWAP-WB", VMSTAT, "zswpwb", KIND_COUNTER, UNIT_PAGE,
		"memory that zswap wrote on to a device; also counted in out", "6.8"},
	{"ksm_swpin_copy", "KSM-IN", VMSTAT, "ksm_swpin_copy", KIND_COUNTER, UNIT_PAGE,
		"KSM pages copied at swap-in"},
	{"swpin_zero", "ZERO-IN", VMSTAT, "swpin_zero", KIND_COUNTER, UNIT_PAGE,
		"zero-filled memory brought back without reading", "6.12"},
	{"swpout_zero", "ZERO-OUT", VMSTAT, "swpout_zero", KIND_COUNTER, UNIT_PAGE,
		"zero-filled memory put out without writing; in no other swap-out counter", "6.12"},
	{"nrswpin", "REQUESTS-IN", VMSTAT, "nrswpin", KIND_COUNTER, UNIT_ONE,
		"read requests to swap devices", "7.3"},
	{"nrswpout", "REQUESTS-OUT", VMSTAT, "nrswpout", KIND_COUNTER, UNIT_ONE,
		"write requests to swap devices", "7.3"},
	{"thp_split_page", "THP-SPLIT", VMSTAT, "thp_split_page", KIND_COUNTER, UNIT_FOLIO,
		"PMD-size folios split"},
	{"thp_split_page_failed", "THP-SPLIT-FAILED", VMSTAT, "thp_split_page_failed", KIND_COUNTER,
		UNIT_FOLIO, "PMD-size folios that could not be split"},
	{"thp_deferred_split_page", "THP-DEFERRED", VMSTAT, "thp_deferred_split_page", KIND_COUNTER,
		UNIT_FOLIO, "PMD-size folios queued for splitting, since partly unmapped"},
	{"thp_underused_split_page", "THP-UNDERUSED", VMSTAT, "thp_underused_split_page", KIND_COUNTER,
		UNIT_FOLIO, "PMD-size folios split because mostly zero-filled", "6.12"},
	{"nr_zspages", "ZSPAGES", VMSTAT, "nr_zspages", KIND_GAUGE, UNIT_PAGE,
		"memory of zsmalloc, shared by zram and zswap"},
	{"pgscan_anon", "SCAN-ANON", VMSTAT, "pgscan_anon", KIND_COUNTER, UNIT_PAGE,
		"anonymous memory looked at by reclaim"},
	{"pgsteal_anon", "STEAL-ANON", VMSTAT, "pgsteal_anon", KIND_COUNTER, UNIT_PAGE,
		"anonymous memory reclaimed"},
	{"pgscan_direct", "SCAN-DIRECT", VMSTAT, "pgscan_direct", KIND_COUNTER, UNIT_PAGE,
		"memory looked at by allocating tasks themselves"},
	{"pgmajfault", "MAJFLT", VMSTAT, "pgmajfault", KIND_COUNTER, UNIT_ONE,
		"page faults that waited for a device"},
	{"oom_kill", "OOM-KILL", VMSTAT, "oom_kill", KIND_COUNTER, UNIT_ONE,
		"processes killed for want of memory"},
	{"allocstall_dma", "STALL-DMA", VMSTAT, "allocstall_dma", KIND_COUNTER, UNIT_ONE,
		"direct reclaims, zone DMA"},
	{"allocstall_dma32", "STALL-DMA32", VMSTAT, "allocstall_dma32", KIND_COUNTER, UNIT_ONE,
		"direct reclaims, zone DMA32"},
	{"allocstall_normal", "STALL-NORMAL", VMSTAT, "allocstall_normal", KIND_COUNTER, UNIT_ONE,
		"direct reclaims, zone Normal"},
	{"allocstall_movable", "STALL-MOVABLE", VMSTAT, "allocstall_movable", KIND_COUNTER, UNIT_ONE,
		"direct reclaims, zone Movable"},
	{"allocstall", "ALLOCSTALL", NULL,
		"allocstall_normal + allocstall_movable + or0(allocstall_dma) + or0(allocstall_dma32)",
		KIND_TALLY, UNIT_ONE, "times an allocation had to reclaim memory itself"},

	{"swap_total", "SWAP-TOTAL", MEMINFO, "SwapTotal", KIND_GAUGE, UNIT_KIB, "swap slots of the machine"},
	{"swap_free", "SWAP-FREE", MEMINFO, "SwapFree", KIND_GAUGE, UNIT_KIB, "free swap slots"},
	{"swap_cached", "SWAP-CACHED", MEMINFO, "SwapCached", KIND_GAUGE, UNIT_KIB,
		"swapped pages that are also in memory"},
	{"zswap", "ZSWAP-POOL", MEMINFO, "Zswap", KIND_GAUGE, UNIT_KIB, "memory that zswap occupies"},
	{"zswapped", "ZSWAPPED", MEMINFO, "Zswapped", KIND_GAUGE, UNIT_KIB,
		"memory stored in zswap, before compression"},
	{"anon_pages", "ANON", MEMINFO, "AnonPages", KIND_GAUGE, UNIT_KIB, "anonymous memory mapped"},
	{"anon_huge_pages", "ANON-HUGE", MEMINFO, "AnonHugePages", KIND_GAUGE, UNIT_KIB,
		"anonymous memory mapped by PMDs; smaller large folios are not in it"},
	{"shm_swap", "SHM-SWAP", "@shm", "swap_bytes", KIND_GAUGE, UNIT_BYTE,
		"swapped memory of System V shared memory segments; tmpfs is not in it"},

	{"psi_some_avg10", "PSI-SOME10", PSI, "some.avg10", KIND_GAUGE, UNIT_PERCENT,
		"share of the last 10 s in which some task waited for memory"},
	{"psi_full_avg10", "PSI-FULL10", PSI, "full.avg10", KIND_GAUGE, UNIT_PERCENT,
		"share of the last 10 s in which all tasks waited for memory"},
	{"psi_some_total", "PSI-SOME-TIME", PSI, "some.total", KIND_COUNTER, UNIT_USEC,
		"time in which some task waited for memory"},
	{"psi_full_total", "PSI-FULL-TIME", PSI, "full.total", KIND_COUNTER, UNIT_USEC,
		"time in which all tasks waited for memory"},
	{"psi_some", "PSI-SOME%", NULL, "interval ? psi_some_total / interval : psi_some_avg10",
		KIND_DERIVED, UNIT_PERCENT,
		"share of the interval (without one: of the last 10 s) in which some task waited for memory"},

	{"zswap_pool_limit_hit", "ZSWAP-LIMIT-HIT", ZDEBUG, "pool_limit_hit", KIND_COUNTER, UNIT_ONE,
		"times the zswap pool was full"},
	{"zswap_reject_reclaim", "ZSWAP-REJ-RECLAIM", ZDEBUG, "reject_reclaim_fail", KIND_COUNTER, UNIT_ONE,
		"stores that zswap refused: its pool was full and could not be shrunk"},
	{"zswap_reject_alloc", "ZSWAP-REJ-ALLOC", ZDEBUG, "reject_alloc_fail", KIND_COUNTER, UNIT_ONE,
		"stores that zswap refused: no memory"},
	{"zswap_reject_poor", "ZSWAP-REJ-POOR", ZDEBUG, "reject_compress_poor", KIND_COUNTER, UNIT_ONE,
		"stores that zswap refused: the page does not compress"},
	{"zswap_stored", "ZSWAP-STORED", ZDEBUG, "stored_pages", KIND_GAUGE, UNIT_PAGE,
		"memory stored in zswap, before compression"},
	{"zswap_written_back", "ZSWAP-WRITTEN", ZDEBUG, "written_back_pages", KIND_COUNTER, UNIT_PAGE,
		"memory that zswap wrote on to a device"},

	{"swappiness", "SWAPPINESS", VM, "swappiness", KIND_TUNABLE, UNIT_ONE,
		"weight of swapping against dropping file pages", NULL, "0..200", "out pgscan_anon", .initial = "60"},
	{"page_cluster", "PAGE-CLUSTER", VM, "page-cluster", KIND_TUNABLE, UNIT_ONE,
		"pages read ahead at swap-in, as a power of two; zram takes no part", NULL, "0..", "ahead ahead_hit", .initial = "3"},
	{"watermark_scale_factor", "WATERMARK-SCALE", VM, "watermark_scale_factor", KIND_TUNABLE, UNIT_ONE,
		"how early kswapd starts, in 1/10000 of memory", NULL, "1..3000", "allocstall", .initial = "10"},
	{"watermark_boost_factor", "WATERMARK-BOOST", VM, "watermark_boost_factor", KIND_TUNABLE, UNIT_ONE,
		"how far reclaim goes on after fragmentation, in 1/10000 of the high watermark", NULL, "0..",
		"folio.anon_fault_fallback", .initial = "15000"},
	{"min_free_kbytes", "MIN-FREE", VM, "min_free_kbytes", KIND_TUNABLE, UNIT_KIB,
		"memory kept free", NULL, "0..", "allocstall"},
	{"defrag_mode", "DEFRAG-MODE", VM, "defrag_mode", KIND_TUNABLE, UNIT_ONE,
		"whether the page allocator defends huge page blocks", "6.15", "0 1", "folio.anon_fault_fallback", .initial = "0"},
	{"compaction_proactiveness", "COMPACTION", VM, "compaction_proactiveness", KIND_TUNABLE, UNIT_ONE,
		"how eagerly memory is compacted in the background", NULL, "0..100", "folio.anon_fault_fallback", .initial = "20"},
	{"vma_ra_enabled", "VMA-READAHEAD", "sys/kernel/mm/swap/{}", "vma_ra_enabled", KIND_TUNABLE,
		UNIT_WORD, "read ahead by address; ignored while any swap device is rotational", NULL,
		"true false", "ahead ahead_hit", .initial = "'true'"},
	{"thp_enabled", "THP", THP "enabled", NULL, KIND_TUNABLE, UNIT_WORD,
		"what sizes that inherit do", NULL, "always madvise never", "folio.anon_fault_alloc", .initial = "when(mem_total >= 512M, config_thp_always == 'y' ? 'always' : when(config_thp_madvise == 'y', 'madvise'))"},
	{"thp_defrag", "THP-DEFRAG", THP "defrag", NULL, KIND_TUNABLE, UNIT_WORD,
		"whether a fault may wait for a large folio", NULL, "always defer defer+madvise madvise never",
		"folio.anon_fault_fallback", .initial = "'madvise'"},
	{"thp_shmem_enabled", "THP-SHMEM", THP "shmem_enabled", NULL, KIND_TUNABLE, UNIT_WORD,
		"large folios of shared memory", NULL, "always within_size advise never deny force",
		"folio.shmem_alloc", .initial = "'never'"},
	{"use_zero_page", "ZERO-PAGE", THP "{}", "use_zero_page", KIND_TUNABLE, UNIT_ONE,
		"read faults map a huge zero page", NULL, "0 1", "folio.anon_fault_alloc", .initial = "1"},
	{"shrink_underused", "SHRINK-UNDERUSED", THP "{}", "shrink_underused", KIND_TUNABLE, UNIT_ONE,
		"split huge folios that are mostly zero before swap-out; looks like a split without a fallback",
		"6.12", "0 1", "folio.split thp_underused_split_page", .initial = "1"},
	{"pmd_size", "PMD-SIZE", THP "{}", "hpage_pmd_size", KIND_GAUGE, UNIT_BYTE, "size of a PMD folio"},
	{"max_ptes_swap", "MAX-PTES-SWAP", KHUGE, "max_ptes_swap", KIND_TUNABLE, UNIT_PAGE,
		"memory that khugepaged may swap in to collapse a folio", NULL, "0..511", "in", .initial = "pmd_size / 8"},
	{"max_ptes_none", "MAX-PTES-NONE", KHUGE, "max_ptes_none", KIND_TUNABLE, UNIT_PAGE,
		"unmapped memory that khugepaged may fill in a folio", NULL, "0..511", "folio.split", .initial = "pmd_size - page"},
	{"max_ptes_shared", "MAX-PTES-SHARED", KHUGE, "max_ptes_shared", KIND_TUNABLE, UNIT_PAGE,
		"shared memory that khugepaged may collapse", NULL, "0..511", NULL, .initial = "pmd_size / 2"},
	{"khugepaged_defrag", "KHUGEPAGED-DEFRAG", KHUGE, "defrag", KIND_TUNABLE, UNIT_ONE,
		"whether khugepaged may reclaim and compact", NULL, "0 1", NULL, .initial = "1"},
	{"pages_to_scan", "PAGES-TO-SCAN", KHUGE, "pages_to_scan", KIND_TUNABLE, UNIT_PAGE,
		"memory that khugepaged scans in a round", NULL, "1..", NULL, .initial = "pmd_size * 8"},
	{"scan_sleep", "SCAN-SLEEP", KHUGE, "scan_sleep_millisecs", KIND_TUNABLE, UNIT_ONE,
		"milliseconds between khugepaged's rounds", NULL, "0..", NULL, .initial = "10000"},
	{"zswap_enabled", "ZSWAP-ON", ZSWAP, "enabled", KIND_TUNABLE, UNIT_WORD,
		"compressed cache in front of the devices; once on, large swap-in stays off", NULL, "Y N",
		"zswpout folio.zswpout folio.swpin", .initial = "config_zswap_default == 'y' ? 'Y' : when(config_zswap_default == 'n', 'N')"},
	{"zswap_compressor", "ZSWAP-COMPRESSOR", ZSWAP, "compressor", KIND_TUNABLE, UNIT_WORD,
		"algorithm of zswap", NULL, "see proc/crypto", "zswap"},
	{"zswap_max_pool", "ZSWAP-MAX-POOL", ZSWAP, "max_pool_percent", KIND_TUNABLE, UNIT_ONE,
		"percent of memory that zswap may occupy", NULL, "0..100", "zswap zswpwb", .initial = "20"},
	{"zswap_accept", "ZSWAP-ACCEPT", ZSWAP, "accept_threshold_percent", KIND_TUNABLE, UNIT_ONE,
		"percent of the pool limit below which a full zswap takes pages again", NULL, "0..100", "zswpout", .initial = "90"},
	{"zswap_shrinker", "ZSWAP-SHRINKER", ZSWAP, "shrinker_enabled", KIND_TUNABLE, UNIT_WORD,
		"write cold pages back under memory pressure, one by one", "6.8", "Y N", "zswpwb"},
	{"lru_gen_enabled", "LRU-GEN", "sys/kernel/mm/lru_gen/{}", "enabled", KIND_TUNABLE, UNIT_WORD,
		"multi-generational LRU, a mask in hex", "6.1", "0x0000..0x0007", "pgscan_anon"},
	{"lru_gen_min_ttl", "LRU-MIN-TTL", "sys/kernel/mm/lru_gen/{}", "min_ttl_ms", KIND_TUNABLE, UNIT_ONE,
		"milliseconds for which the youngest pages are spared; may kill instead", "6.1", "0..", "oom_kill", .initial = "0"},
	{"demotion_enabled", "DEMOTION", "sys/kernel/mm/numa/{}", "demotion_enabled", KIND_TUNABLE, UNIT_WORD,
		"move cold pages to slower memory before swapping", NULL, "true false", "out", .initial = "'false'"},
	{"task_delayacct", "DELAYACCT", "proc/sys/kernel/{}", "task_delayacct", KIND_TUNABLE, UNIT_ONE,
		"delay accounting, which ps needs for swap-in and thrashing delays", NULL, "0 1",
		"process.swapin_delay process.thrashing_delay", .initial = "0"},

	{"mthp_stats", "MTHP-STATS", NULL, "any(folio, has(swpout) || has(anon_swpout))", KIND_DERIVED, UNIT_ONE,
		"whether this kernel counts swap-out by size (6.10)"},
	{"hdd_clusters", "HDD-CLUSTERS", NULL, "any(folio, has(swpin_fallback))", KIND_DERIVED, UNIT_ONE,
		"whether rotational devices take large folios (6.14), told by stats/swpin_fallback"},
	{"fell_back", "FELL-BACK", NULL, "sum(folio, fallback)", KIND_TALLY, UNIT_FOLIO,
		"large folios of all sizes that were split to be swapped out"},
	{"went_whole", "WENT-WHOLE", NULL, "sum(folio, swpout ?: anon_swpout)", KIND_TALLY, UNIT_FOLIO,
		"large folios of all sizes written to a device in one piece"},
	{"went_zswap", "WENT-ZSWAP", NULL, "or0(sum(folio, zswpout))", KIND_TALLY, UNIT_FOLIO,
		"large folios of all sizes stored whole in zswap"},
	{"devices", "DEVICES", NULL, "count(device, has(type))", KIND_DERIVED, UNIT_ONE, "active swap devices"},
	{"first_prio", "FIRST-PRIO", NULL, "max(device, when(used < size, prio))", KIND_DERIVED, UNIT_ONE,
		"highest priority among devices with a free slot"},
	{"file_prio", "FILE-PRIO", NULL, "max(device, when(type == 'file' && used < size, prio))", KIND_DERIVED,
		UNIT_ONE, "highest priority among swap files with a free slot"},
	{"block_prio", "BLOCK-PRIO", NULL, "max(device, when(type == 'partition' && used < size, prio))",
		KIND_DERIVED, UNIT_ONE, "highest priority among block devices with a free slot"},
	{"least_folio", "LEAST-FOLIO", NULL,
		"min(folio, when(setting != 'never' && setting != 'inherit=never', size)) ?: min(folio, size)",
		KIND_DERIVED, UNIT_BYTE, "smallest large folio that is enabled"},
};

/* How the kernel was built: slow to find out (an inflated configuration), so only where it is needed or named. */
static const struct field built[] = {
	{"config_thp_swap", "CONFIG-THP-SWAP", "@kconfig/mm", "CONFIG_THP_SWAP", KIND_GAUGE, UNIT_WORD,
		"whether this kernel was built to swap large folios whole"},
	{"config_zswap_default", "CONFIG-ZSWAP-ON", "@kconfig/mm", "CONFIG_ZSWAP_DEFAULT_ON", KIND_GAUGE,
		UNIT_WORD, "whether zswap starts enabled, which rules out large swap-in even if switched off later"},
	{"config_thp_always", "CONFIG-THP-ALWAYS", "@kconfig/mm", "CONFIG_TRANSPARENT_HUGEPAGE_ALWAYS", KIND_GAUGE,
		UNIT_WORD, "whether THP is on for all memory from the start"},
	{"config_thp_madvise", "CONFIG-THP-MADVISE", "@kconfig/mm", "CONFIG_TRANSPARENT_HUGEPAGE_MADVISE", KIND_GAUGE,
		UNIT_WORD, "whether THP is on from the start for memory that asks for it"},
	{"config_zswap", "CONFIG-ZSWAP", "@kconfig/mm", "CONFIG_ZSWAP", KIND_GAUGE, UNIT_WORD,
		"whether this kernel has zswap"},
	{"config_lru_gen", "CONFIG-LRU-GEN", "@kconfig/mm", "CONFIG_LRU_GEN", KIND_GAUGE, UNIT_WORD,
		"whether this kernel has the multi-generational LRU"},
	{"machine", "MACHINE", "@host", "machine", KIND_GAUGE, UNIT_WORD, "architecture"},
	{"thp_swap", "THP-SWAP", NULL,
		"config_thp_swap ?: (has(machine) && machine != 'x86_64' && machine != 'riscv64' && "
		"machine != 'loongarch64' && !(machine == 'aarch64' && page == 4096) ? 'assumed:n' : 'assumed:y')",
		KIND_DERIVED, UNIT_WORD, "whether large folios can be swapped whole; assumed from the "
		"architecture and page size where no kernel configuration is readable"},
};

static const struct field memory[] = {
	{"mem_total", "MEMORY", MEMINFO, "MemTotal", KIND_GAUGE, UNIT_KIB, "memory of the machine"},
};

/* ---- a large folio size ---- */

/* What a size is set to from the start. */
#define FOLIO_INITIAL "when(host.pmd_size > 0, size == host.pmd_size ? 'inherit' : 'never')"

static const struct field folio[] = {
	{"size", "SIZE", SIZE, "*", KIND_GAUGE, UNIT_KIB, "bytes of one folio"},
	{"enabled", "ENABLED", SIZE "/enabled", NULL, KIND_TUNABLE, UNIT_WORD,
		"whether faults and large swap-in may make this size", "6.8", "always inherit madvise never",
		"anon_fault_alloc swpout swpin", .initial = FOLIO_INITIAL},
	{"shmem_enabled", "SHMEM-ENABLED", SIZE "/shmem_enabled", NULL, KIND_TUNABLE, UNIT_WORD,
		"whether shared memory may use this size", "6.11", "always inherit within_size advise never",
		"shmem_alloc", .initial = FOLIO_INITIAL},
	{"setting", "ENABLED", NULL, "enabled == 'inherit' ? cat('inherit=', host.thp_enabled) : enabled",
		KIND_DERIVED, UNIT_WORD, "enabled, with what an inheriting size inherits"},

	{"swpout", "SWPOUT", STATS, "swpout", KIND_COUNTER, UNIT_FOLIO,
		"folios handed to a swap device in one piece (submitted, not yet durable)", "6.10"},
	{"swpout_fallback", "SWPOUT-FALLBACK", STATS, "swpout_fallback", KIND_COUNTER, UNIT_FOLIO,
		"folios split because no slot range or charge was to be had; then swapped page by page", "6.10"},
	{"anon_swpout", "ANON-SWPOUT", STATS, "anon_swpout", KIND_COUNTER, UNIT_FOLIO,
		"swpout under its name in 6.10-rc and some vendor kernels", "6.10-rc", .instead = "swpout"},
	{"anon_swpout_fallback", "ANON-SWPOUT-FALLBACK", STATS, "anon_swpout_fallback", KIND_COUNTER, UNIT_FOLIO,
		"swpout_fallback under its name in 6.10-rc and some vendor kernels", "6.10-rc",
		.instead = "swpout_fallback"},
	{"zswpout", "ZSWAP", STATS, "zswpout", KIND_COUNTER, UNIT_FOLIO, "folios stored whole in zswap", "6.13"},
	{"swpin", "SWPIN", STATS, "swpin", KIND_COUNTER, UNIT_FOLIO,
		"folios read from a device in one piece; zswap loads never count", "6.13"},
	{"swpin_fallback", "SWPIN-FALLBACK", STATS, "swpin_fallback", KIND_COUNTER, UNIT_FOLIO,
		"large swap-ins given up at this size", "6.14"},
	{"swpin_fallback_charge", "SWPIN-FALLBACK-CHARGE", STATS, "swpin_fallback_charge", KIND_COUNTER,
		UNIT_FOLIO, "of these, for the cgroup's limit", "6.14", .with = "swpin_fallback"},
	{"anon_fault_alloc", "FAULT", STATS, "anon_fault_alloc", KIND_COUNTER, UNIT_FOLIO,
		"folios given to a page fault", "6.10"},
	{"anon_fault_fallback", "FAULT-FALLBACK", STATS, "anon_fault_fallback", KIND_COUNTER, UNIT_FOLIO,
		"faults that found no folio of this size and tried the next; about memory, not slots", "6.10"},
	{"anon_fault_fallback_charge", "FAULT-FALLBACK-CHARGE", STATS, "anon_fault_fallback_charge", KIND_COUNTER,
		UNIT_FOLIO, "of these, for the cgroup's limit", "6.10"},
	{"shmem_alloc", "SHMEM", STATS, "shmem_alloc", KIND_COUNTER, UNIT_FOLIO,
		"folios given to shared memory", "6.11"},
	{"shmem_fallback", "SHMEM-FALLBACK", STATS, "shmem_fallback", KIND_COUNTER, UNIT_FOLIO,
		"shared memory that found no folio of this size", "6.11"},
	{"shmem_fallback_charge", "SHMEM-FALLBACK-CHARGE", STATS, "shmem_fallback_charge", KIND_COUNTER,
		UNIT_FOLIO, "of these, for the cgroup's limit", "6.11"},
	{"split", "SPLIT", STATS, "split", KIND_COUNTER, UNIT_FOLIO, "folios split, for whatever reason", "6.11"},
	{"split_failed", "SPLIT-FAILED", STATS, "split_failed", KIND_COUNTER, UNIT_FOLIO,
		"folios that could not be split, mostly pinned", "6.11"},
	{"split_deferred", "SPLIT-DEFERRED", STATS, "split_deferred", KIND_COUNTER, UNIT_FOLIO,
		"folios queued for splitting, since partly unmapped", "6.11"},
	{"nr_anon", "ANON", STATS, "nr_anon", KIND_GAUGE, UNIT_FOLIO,
		"anonymous folios of this size in memory", "6.12"},
	{"nr_anon_partially_mapped", "ANON-PARTIAL", STATS, "nr_anon_partially_mapped", KIND_GAUGE, UNIT_FOLIO,
		"of these, partly unmapped and waiting to be split", "6.12"},
	{"collapse_alloc", "COLLAPSE", STATS, "collapse_alloc", KIND_COUNTER, UNIT_FOLIO,
		"folios allocated to collapse smaller ones", "7.3"},
	{"collapse_alloc_failed", "COLLAPSE-FAILED", STATS, "collapse_alloc_failed", KIND_COUNTER, UNIT_FOLIO,
		"collapses that found no folio", "7.3",
		.with = "collapse_alloc"},
	{"collapse_exceed_none_pte", "COLLAPSE-NONE", STATS, "collapse_exceed_none_pte", KIND_COUNTER, UNIT_ONE,
		"collapses given up for max_ptes_none", "7.3",
		.with = "collapse_alloc"},
	{"collapse_exceed_swap_pte", "COLLAPSE-SWAP", STATS, "collapse_exceed_swap_pte", KIND_COUNTER, UNIT_ONE,
		"collapses given up for max_ptes_swap", "7.3",
		.with = "collapse_alloc"},
	{"collapse_exceed_shared_pte", "COLLAPSE-SHARED", STATS, "collapse_exceed_shared_pte", KIND_COUNTER,
		UNIT_ONE, "collapses given up for max_ptes_shared", "7.3",
		.with = "collapse_alloc"},

	{"out", "OUT", NULL, "swpout ?: anon_swpout ?: small_out", KIND_TALLY, UNIT_FOLIO,
		"folios written to swap devices whole; on the page row: single pages"},
	{"in", "IN", NULL, "swpin ?: small_in", KIND_TALLY, UNIT_FOLIO,
		"folios read from swap devices whole; on the page row: single pages"},
	{"fallback", "FALLBACK", NULL, "swpout_fallback ?: anon_swpout_fallback", KIND_TALLY, UNIT_FOLIO,
		"folios that were split to be swapped out"},
	{"whole", "WHOLE", NULL, "(swpout ?: anon_swpout) + or0(zswpout)", KIND_TALLY, UNIT_FOLIO,
		"folios put out in one piece, to a device or to zswap; zero-filled ones are in no counter"},
	{"attempts", "ATTEMPTS", NULL, "whole + fallback", KIND_TALLY, UNIT_FOLIO,
		"folios that were to be put out: whole or fallen back"},
	{"fallback_share", "FALLBACK%", NULL, "fallback / attempts", KIND_DERIVED, UNIT_PERCENT,
		"share of attempts that fell back"},
	{"bytes_out", "BYTES-OUT", NULL, "(swpout ?: anon_swpout) * size", KIND_TALLY, UNIT_BYTE,
		"memory written in folios of this size"},
	{"anon_bytes", "ANON-BYTES", NULL, "nr_anon * size", KIND_DERIVED, UNIT_BYTE,
		"anonymous memory in folios of this size"},
};

/* What the sizes leave of pswpin and pswpout: there is no counter for single pages. */
static const struct field page_row[] = {
	{"small_out", "SMALL-OUT", NULL,
		"when(row == 'page', (host.out - (sum(folio, bytes_out) ?: (or0(host.thp_swpout) == 0 ? 0 : host.thp_swpout * host.pmd_size)) - "
		"or0(host.zswpwb)) / page)",
		KIND_TALLY, UNIT_FOLIO, "single pages written to swap devices; a little below zero when the files "
		"were not read at one moment"},
	{"small_in", "SMALL-IN", NULL, "when(row == 'page', (host.in - sum(folio, swpin * size)) / page)",
		KIND_TALLY, UNIT_FOLIO, "single pages read from swap devices"},
};

/* ---- a swap device ---- */

static const struct field device[] = {
	{"type", "TYPE", SWAPS, "type", KIND_GAUGE, UNIT_WORD,
		"partition (any block device) or file (never takes large folios)"},
	{"size", "SIZE", SWAPS, "size", KIND_GAUGE, UNIT_KIB, "slots, as bytes; the header is left out"},
	{"used", "USED", SWAPS, "used", KIND_GAUGE, UNIT_KIB,
		"slots in use, as bytes; also slots whose data is in zswap, zero-filled or still in memory"},
	{"prio", "PRIO", SWAPS, "prio", KIND_TUNABLE, UNIT_ID,
		"priority: the highest is used first, equal ones in turn", NULL, "-1.. 0..32767", "large rank"},
	{"rank", "RANK", NULL, "rank(prio)", KIND_DERIVED, UNIT_ONE, "order in which the kernel uses devices"},
	{"free", "FREE", NULL, "size - used", KIND_DERIVED, UNIT_BYTE, "free slots, as bytes"},
	{"used_share", "USED%", NULL, "used / size", KIND_DERIVED, UNIT_PERCENT, "share of slots in use"},
};

static const struct field backing[] = {
	{"kind", "KIND", "@swapdev", "kind", KIND_GAUGE, UNIT_WORD, "zram, loop, disk or file"},
	{"backing", "BACKING", "@swapdev", "backing", KIND_GAUGE, UNIT_WORD, "the disk beneath"},
	{"over", "OVER", "@swapdev", "over", KIND_GAUGE, UNIT_WORD, "the file beneath a loop device"},
	{"rotational", "ROTATIONAL", "@swapdev", "rotational", KIND_TUNABLE, UNIT_ONE,
		"queue/rotational of the disk beneath; the kernel looks at it at swapon only", NULL, "0 1",
		"large"},
	{"rota", "ROTA", NULL, "kind == 'zram' ? 'no' : rotational == 1 ? 'yes' : has(rotational) ? 'no' : rotational",
		KIND_DERIVED, UNIT_WORD, "whether the disk beneath is rotational"},
	{"large", "LARGE-FOLIOS", NULL,
		"type == 'file' ? 'no:file' : "
		"host.thp_swap == 'n' ? 'no:config' : host.thp_swap == 'assumed:n' ? 'no:arch' : "
		"!has(host.thp_swpout) && !host.mthp_stats ? 'no:thp' : "
		"size + page < 2 * (host.pmd_size ?: 2M) ? 'no:small' : "
		"!host.hdd_clusters && rota == 'yes' ? 'no:rotational' : "
		"!host.hdd_clusters && !has(rota) ? 'unknown:rotational' : "
		"size - used < (host.least_folio ?: host.pmd_size ?: 2M) ? 'no:full' : "
		"prio < host.file_prio ? 'no:behind-file' : prio < host.block_prio ? 'later' : "
		"!host.mthp_stats ? 'pmd-only' : starts(host.thp_swap, 'assumed') ? 'yes:assumed' : 'yes'",
		KIND_DERIVED, UNIT_WORD, "whether this device takes large folios whole, and if not, why: file, "
		"config or arch (CONFIG_THP_SWAP), thp (no THP at all), small (under two clusters), rotational (before 6.14), full, "
		"behind-file (a file is tried first); later: when the devices before it are full; pmd-only: before "
		"6.10; assumed: no kernel configuration was readable"},
};

static const struct field zram[] = {
	{"disksize", "DISKSIZE", "sys/block/zram*/{}", "disksize", KIND_TUNABLE, UNIT_BYTE,
		"capacity of the zram device", NULL, "set once, before use", "size"},
	{"comp_algorithm", "ALGORITHM", "sys/block/zram*/comp_algorithm", NULL, KIND_TUNABLE, UNIT_WORD,
		"compression of the zram device", NULL, "set once, before use", "ratio"},
	{"orig_data_size", "ORIG", MM_STAT, "orig_data_size", KIND_GAUGE, UNIT_BYTE,
		"data stored, before compression"},
	{"compr_data_size", "COMPR", MM_STAT, "compr_data_size", KIND_GAUGE, UNIT_BYTE,
		"data stored, compressed"},
	{"mem_used_total", "MEM-USED", MM_STAT, "mem_used_total", KIND_GAUGE, UNIT_BYTE,
		"memory occupied"},
	{"mem_limit", "MEM-LIMIT", MM_STAT, "mem_limit", KIND_TUNABLE, UNIT_BYTE,
		"memory it may occupy; beyond, writes fail", NULL, "0 (none) ..", "failed_writes", .initial = "0"},
	{"mem_used_max", "MEM-MAX", MM_STAT, "mem_used_max", KIND_GAUGE, UNIT_BYTE,
		"most memory ever occupied"},
	{"same_pages", "SAME", MM_STAT, "same_pages", KIND_GAUGE, UNIT_PAGE,
		"data of one repeated word, which costs no memory"},
	{"pages_compacted", "COMPACTED", MM_STAT, "pages_compacted", KIND_COUNTER, UNIT_PAGE,
		"memory freed by compaction"},
	{"huge_pages", "INCOMPRESSIBLE", MM_STAT, "huge_pages", KIND_GAUGE, UNIT_PAGE,
		"data that does not compress"},
	{"huge_pages_since", "INCOMPR-SINCE", MM_STAT, "huge_pages_since", KIND_COUNTER,
		UNIT_PAGE, "data that did not compress, since the device was set up", "5.11"},
	{"failed_reads", "FAILED-READS", IO_STAT, "failed_reads", KIND_COUNTER, UNIT_ONE,
		"reads that failed"},
	{"failed_writes", "FAILED-WRITES", IO_STAT, "failed_writes", KIND_COUNTER, UNIT_ONE,
		"writes that failed: mem_limit, or no memory; the swap-out was already counted"},
	{"invalid_io", "INVALID-IO", IO_STAT, "invalid_io", KIND_COUNTER, UNIT_ONE,
		"requests that were not page-aligned"},
	{"notify_free", "NOTIFY-FREE", IO_STAT, "notify_free", KIND_COUNTER, UNIT_ONE,
		"slots given back"},
	{"bd_count", "BD-COUNT", BD_STAT, "bd_count", KIND_GAUGE, UNIT_ONE,
		"4 KiB units written back to the backing device"},
	{"bd_reads", "BD-READS", BD_STAT, "bd_reads", KIND_COUNTER, UNIT_ONE,
		"4 KiB units read from the backing device"},
	{"bd_writes", "BD-WRITES", BD_STAT, "bd_writes", KIND_COUNTER, UNIT_ONE,
		"4 KiB units written to the backing device"},
	{"ratio", "COMP-RATIO", NULL, "(orig_data_size - same_pages) / compr_data_size", KIND_DERIVED, UNIT_RATIO,
		"data before to data after compression; pages of one repeated word left out"},
};

/* Of zram each request is one folio or one page, so these tell how many of each. */
static const struct field traffic[] = {
	{"write_ios", "WRITE-IOS", "sys/block/zram*/stat", "write_ios", KIND_COUNTER, UNIT_ONE,
		"requests to write: a folio, or a single page, each"},
	{"written", "WRITTEN", "sys/block/zram*/stat", "write_sectors", KIND_COUNTER, UNIT_SECTOR, "data written to it"},
};

/* ---- processes and cgroups ---- */

static const struct field process[] = {
	{"pid", "PID", NULL, "row", KIND_DERIVED, UNIT_WORD, "process id"},
	{"comm", "COMM", TASKS, "comm", KIND_GAUGE, UNIT_WORD, "name of the process"},
	{"uid", "UID", TASKS, "uid", KIND_GAUGE, UNIT_ID, "owner"},
	{"start", "START", TASKS, "start", KIND_GAUGE, UNIT_TICK, "when it started, since boot"},
	{"cgroup", "CGROUP", TASKS, "cgroup", KIND_GAUGE, UNIT_WORD, "its memory cgroup"},
	{"threads", "THREADS", TASKS, "threads", KIND_GAUGE, UNIT_ONE, "threads"},
	{"swap", "SWAP", TASKS, "swap_kib", KIND_GAUGE, UNIT_KIB,
		"anonymous memory of the process in swap (VmSwap); shared memory is not in it"},
	{"majflt", "MAJFLT", TASKS, "majflt", KIND_COUNTER, UNIT_ONE,
		"page faults of the process that waited for a device"},
	{"minflt", "MINFLT", TASKS, "minflt", KIND_COUNTER, UNIT_ONE, "page faults that did not wait"},
	{"swap_share", "SWAP%", NULL, "swap / host.used", KIND_DERIVED, UNIT_PERCENT,
		"share of the used swap slots"},
};

static const struct field delays[] = {
	{"swapin_count", "SWAPINS", DELAYS, "swapin_count", KIND_COUNTER, UNIT_ONE,
		"times the process waited for a swap-in"},
	{"swapin_delay", "SWAPIN-DELAY", DELAYS, "swapin_delay_ns", KIND_COUNTER, UNIT_NSEC,
		"time the process waited for swap-ins"},
	{"thrashing_count", "THRASHES", DELAYS, "thrashing_count", KIND_COUNTER, UNIT_ONE,
		"times the process waited for a page it had lost too early"},
	{"thrashing_delay", "THRASH-DELAY", DELAYS, "thrashing_delay_ns", KIND_COUNTER, UNIT_NSEC,
		"time the process waited for pages it had lost too early"},
};

static const struct field cgroup[] = {
	{"swap", "SWAP", NULL, "swap_current ?: total_swap ?: v1_swap", KIND_DERIVED, UNIT_BYTE,
		"memory of the cgroup and its children in swap"},
	{"memory", "MEMORY", NULL, "current ?: v1_usage", KIND_DERIVED, UNIT_BYTE,
		"memory used by the cgroup and its children"},
	{"swap_max", "SWAP-MAX", CG, "memory.swap.max", KIND_TUNABLE, UNIT_BYTE,
		"limit of swap; a large folio fails when it no longer fits", NULL, "bytes or max", "events_max"},
	{"swap_high", "SWAP-HIGH", CG, "memory.swap.high", KIND_TUNABLE, UNIT_BYTE,
		"swap beyond which allocations are slowed", NULL, "bytes or max", "events_high"},
	{"swap_current", "SWAP-CURRENT", CG, "memory.swap.current", KIND_GAUGE, UNIT_BYTE,
		"swap used by the cgroup and its children"},
	{"swap_peak", "SWAP-PEAK", CG, "memory.swap.peak", KIND_GAUGE, UNIT_BYTE, "most swap ever used", "6.5"},
	{"events_max", "EVENTS-MAX", CG, "memory.swap.events.max", KIND_COUNTER, UNIT_ONE,
		"times swap.max stood in the way; children included"},
	{"events_fail", "EVENTS-FAIL", CG, "memory.swap.events.fail", KIND_COUNTER, UNIT_ONE,
		"slot allocations that failed, also of large folios that then went page by page; children included"},
	{"events_high", "EVENTS-HIGH", CG, "memory.swap.events.high", KIND_COUNTER, UNIT_ONE,
		"times swap.high was exceeded; children included"},
	{"current", "CURRENT", CG, "memory.current", KIND_GAUGE, UNIT_BYTE, "memory used"},
	{"max", "MAX", CG, "memory.max", KIND_TUNABLE, UNIT_BYTE, "limit of memory", NULL, "bytes or max", "swap"},
	{"high", "HIGH", CG, "memory.high", KIND_TUNABLE, UNIT_BYTE, "memory beyond which reclaim starts", NULL,
		"bytes or max", "swap"},
	{"zswap_current", "ZSWAP", CG, "memory.zswap.current", KIND_GAUGE, UNIT_BYTE, "zswap used, compressed"},
	{"zswap_max", "ZSWAP-MAX", CG, "memory.zswap.max", KIND_TUNABLE, UNIT_BYTE, "limit of zswap", NULL,
		"bytes or max", "zswpout"},
	{"writeback", "WRITEBACK", CG, "memory.zswap.writeback", KIND_TUNABLE, UNIT_ONE,
		"whether zswap may write on to a device; 0 keeps refused pages in memory", "6.8", "0 1", "zswpwb"},
	{"some_total", "PSI-SOME", CG, "memory.pressure.some.total", KIND_COUNTER, UNIT_USEC,
		"time in which some task of the cgroup waited for memory"},
	{"full_total", "PSI-FULL", CG, "memory.pressure.full.total", KIND_COUNTER, UNIT_USEC,
		"time in which all tasks of the cgroup waited for memory"},
	{"some_avg10", "PSI-SOME10", CG, "memory.pressure.some.avg10", KIND_GAUGE, UNIT_PERCENT,
		"share of the last 10 s in which some task waited for memory"},
	{"pressure", "PRESSURE%", NULL, "interval ? some_total / interval : some_avg10", KIND_DERIVED,
		UNIT_PERCENT, "share of the interval (without one: of the last 10 s) in which some task waited"},
	{"swapcached", "CACHED", CG, "memory.stat.swapcached", KIND_GAUGE, UNIT_BYTE,
		"swapped memory that is also in memory"},
	{"zswap", "ZSWAP-COMPR", CG, "memory.stat.zswap", KIND_GAUGE, UNIT_BYTE, "zswap used, compressed"},
	{"zswapped", "ZSWAPPED", CG, "memory.stat.zswapped", KIND_GAUGE, UNIT_BYTE,
		"memory stored in zswap, before compression"},
	{"zswpin", "ZSWAP-IN", CG, "memory.stat.zswpin", KIND_COUNTER, UNIT_PAGE, "memory loaded from zswap"},
	{"zswpout", "ZSWAP-OUT", CG, "memory.stat.zswpout", KIND_COUNTER, UNIT_PAGE, "memory stored in zswap"},
	{"zswpwb", "ZSWAP-WB", CG, "memory.stat.zswpwb", KIND_COUNTER, UNIT_PAGE,
		"memory that zswap wrote on to a device", "6.8"},
	{"in", "IN", CG, "memory.stat.pswpin", KIND_COUNTER, UNIT_PAGE, "memory read from devices", "6.13"},
	{"out", "OUT", CG, "memory.stat.pswpout", KIND_COUNTER, UNIT_PAGE, "memory written to devices", "6.13"},
	{"swpin_zero", "ZERO-IN", CG, "memory.stat.swpin_zero", KIND_COUNTER, UNIT_PAGE,
		"zero-filled memory brought back without reading", "6.12"},
	{"swpout_zero", "ZERO-OUT", CG, "memory.stat.swpout_zero", KIND_COUNTER, UNIT_PAGE,
		"zero-filled memory put out without writing", "6.12"},
	{"thp_swpout", "THP-OUT", CG, "memory.stat.thp_swpout", KIND_COUNTER, UNIT_FOLIO,
		"PMD-size folios written in one piece; other sizes are not counted by cgroup", "6.7"},
	{"thp_swpout_fallback", "THP-FALLBACK", CG, "memory.stat.thp_swpout_fallback", KIND_COUNTER, UNIT_FOLIO,
		"PMD-size folios split before swap-out", "6.7"},
	{"pgmajfault", "MAJFLT", CG, "memory.stat.pgmajfault", KIND_COUNTER, UNIT_ONE,
		"page faults that waited for a device"},
	{"procs", "PROCS", CG, "procs", KIND_GAUGE, UNIT_ONE, "processes directly in the cgroup"},
	{"oom_kill", "OOM-KILL", CG, "memory.events.oom_kill", KIND_COUNTER, UNIT_ONE,
		"processes killed for want of memory; children included"},
	{"v1_swap", "V1-SWAP", CG, "memory.stat.swap", KIND_GAUGE, UNIT_BYTE, "swap used (cgroup v1)"},
	{"total_swap", "V1-TOTAL-SWAP", CG, "memory.stat.total_swap", KIND_GAUGE, UNIT_BYTE,
		"swap used with children (cgroup v1)"},
	{"v1_usage", "V1-USAGE", CG, "memory.usage_in_bytes", KIND_GAUGE, UNIT_BYTE, "memory used (cgroup v1)"},
	{"memsw_limit", "MEMSW-LIMIT", CG, "memory.memsw.limit_in_bytes", KIND_TUNABLE, UNIT_BYTE,
		"limit of memory and swap together (cgroup v1)", NULL, "bytes", "memsw_failcnt"},
	{"memsw_usage", "MEMSW-USAGE", CG, "memory.memsw.usage_in_bytes", KIND_GAUGE, UNIT_BYTE,
		"memory and swap together (cgroup v1)"},
	{"memsw_failcnt", "MEMSW-FAIL", CG, "memory.memsw.failcnt", KIND_COUNTER, UNIT_ONE,
		"times the limit of memory and swap stood in the way (cgroup v1)"},
	{"v1_swappiness", "V1-SWAPPINESS", CG, "memory.swappiness", KIND_TUNABLE, UNIT_ONE,
		"the cgroup's own swappiness (cgroup v1)", NULL, "0..200", "total_swap"},
};

/* ---- the workload of `swap test`, as it is before it starts ---- */

#define WORK "@trial/work"
#define CHANGES "@trial/changes"
#define LIMITS "@limits"
#define FIRST "prio == host.first_prio && used < size"
#define ENABLED "setting != 'never' && setting != 'inherit=never' && has(setting)"

static const struct field workload[] = {
	{"size", "SIZE", WORK, "size", KIND_GAUGE, UNIT_BYTE, "size of the folios that it puts out"},
	{"mem", "MEM", WORK, "mem", KIND_GAUGE, UNIT_BYTE, "memory in such folios"},
	{"small", "SMALL", WORK, "small", KIND_GAUGE, UNIT_BYTE, "memory in single pages"},
	{"zrams", "ZRAMS", WORK, "zrams", KIND_GAUGE, UNIT_ONE, "zram devices that it sets up for itself"},
	{"zram_size", "ZRAM-SIZE", WORK, "zram_size", KIND_GAUGE, UNIT_BYTE, "their slots, as bytes"},
	{"moved", "MOVED", WORK, "moved", KIND_GAUGE, UNIT_PAGE,
		"memory that others moved to or from swap in the moment before"},
	{"model", "MODEL", WORK, "model", KIND_GAUGE, UNIT_WORD, "the model of this kernel's allocator that predicts"},
	{"predicted", "PREDICTED%", WORK, "predicted", KIND_GAUGE, UNIT_PERCENT, "share of fallback that the model gives"},
	{"available", "AVAILABLE", MEMINFO, "MemAvailable", KIND_GAUGE, UNIT_KIB, "memory that can be had without swapping"},
	{"memory_room", "MEMORY-ROOM", LIMITS, "memory_room", KIND_GAUGE, UNIT_BYTE,
		"memory that the cgroups of this process still allow"},
	{"memory_at", "MEMORY-AT", LIMITS, "memory_at", KIND_GAUGE, UNIT_WORD, "the cgroup with the tightest limit of memory"},
	{"swap_room", "SWAP-ROOM", LIMITS, "swap_room", KIND_GAUGE, UNIT_BYTE,
		"swap that the cgroups of this process still allow"},
	{"swap_at", "SWAP-AT", LIMITS, "swap_at", KIND_GAUGE, UNIT_WORD, "the cgroup with the tightest limit of swap"},
	{"zswap_entry", "ZSWAP-ENTRY", "sys/kernel/slab/zswap_entry/{}", "object_size", KIND_GAUGE, UNIT_BYTE,
		"what the kernel keeps of a page in zswap; there is such a thing once zswap was on since boot"},
	{"need", "NEED", NULL, "mem + small", KIND_DERIVED, UNIT_BYTE, "memory that it has"},
	{"room", "ROOM", NULL, "zrams > 0 ? zram_size : sum(device, free)", KIND_DERIVED, UNIT_BYTE,
		"free slots of all devices, as bytes"},
	{"first", "FIRST", NULL, "zrams > 0 ? 'zram' : list(device, " FIRST ")", KIND_DERIVED, UNIT_WORD,
		"the device that is tried first"},
	{"large", "LARGE-FOLIOS", NULL, "zrams > 0 ? 'yes' : pick(device, " FIRST ", large)", KIND_DERIVED, UNIT_WORD,
		"whether that takes large folios whole, and if not, why: see device"},
	{"setting", "ENABLED", NULL, "pick(folio, size == workload.size, setting)", KIND_DERIVED, UNIT_WORD,
		"whether faults make folios of its size"},
	{"expected", "EXPECTED%", NULL, "starts(large, 'no:') ? 1 : predicted", KIND_DERIVED, UNIT_PERCENT,
		"share of fallback to expect: all where the first device takes none, else what the model gives"},
};

static const struct field change[] = {
	{"old", "OLD", CHANGES, "old", KIND_GAUGE, UNIT_WORD, "what it is, and will be again"},
	{"new", "NEW", CHANGES, "new", KIND_GAUGE, UNIT_WORD, "what it is to be for the test"},
};

static const struct group groups[] = {
	{.name = "host", .row = "host", .brief = "the machine as a whole", .always = "host", .fields = host,
		.n_fields = COUNT_OF(host)},
	{.name = "build", .row = "host", .brief = "how the kernel was built", .always = "host", .apart = true,
		.fields = built, .n_fields = COUNT_OF(built)},
	{.name = "memory", .row = "host", .brief = "what the machine has", .always = "host", .apart = true,
		.fields = memory, .n_fields = COUNT_OF(memory)},
	{.name = "folio", .row = "folio", .brief = "a large folio size", .fields = folio,
		.n_fields = COUNT_OF(folio)},
	{.name = "page", .row = "folio", .brief = "single pages", .always = "page", .fields = page_row,
		.n_fields = COUNT_OF(page_row)},
	{.name = "device", .row = "device", .brief = "a swap device", .fields = device,
		.n_fields = COUNT_OF(device)},
	{.name = "backing", .row = "device", .brief = "what is beneath a device", .joins = true,
		.fields = backing, .n_fields = COUNT_OF(backing)},
	{.name = "zram", .row = "device", .brief = "a zram device that is swap", .joins = true, .fields = zram,
		.n_fields = COUNT_OF(zram)},
	{.name = "traffic", .row = "device", .brief = "what a zram device was given to write", .joins = true, .apart = true,
		.fields = traffic, .n_fields = COUNT_OF(traffic)},
	{.name = "process", .row = "process", .brief = "a process", .same = "start", .fields = process,
		.n_fields = COUNT_OF(process)},
	{.name = "delays", .row = "process", .brief = "delays of a process, from taskstats", .joins = true,
		.gate = "host.task_delayacct", .fields = delays, .n_fields = COUNT_OF(delays)},
	{.name = "cgroup", .row = "cgroup", .brief = "a memory cgroup", .up = "cgroup", .fields = cgroup,
		.n_fields = COUNT_OF(cgroup)},
	{.name = "workload", .row = "workload", .brief = "the workload of test, before it starts", .always = "workload",
		.fields = workload, .n_fields = COUNT_OF(workload)},
	{.name = "change", .row = "change", .brief = "a setting that test changes, and puts back",
		.fields = change, .n_fields = COUNT_OF(change)},
};

/* ---- what is sure, said unasked: rules of the same number in swsched-swap(1) ---- */

static const struct finding findings[] = {
	{"S04", "host", "delta && swap_total == 0 && devices == 0 && fell_back > 0",
		"{fell_back;n} large folio[ was|s were] split to be swapped out, but there is no swap",
		"add swap, or stop what calls MADV_PAGEOUT, process_madvise or DAMON", 3},
	{"S05", "folio",
		"fallback > 0 && whole == 0 && host.devices > 0 && !any(device, type == 'partition')",
		"{row}: {fallback;n} of {attempts;n} fell back: swap is on files only "
		"({list(device, type == 'file')}), and a file never takes large folios",
		"swap to a partition, logical volume, zram, or a loop device over the file", 3},
	{"S06", "host", "fell_back > 0 && block_prio < file_prio && (delta || went_whole * 20 <= fell_back)",
		"{fell_back;n} large folio[|s] fell back: {list(device, type == 'file' && prio == host.file_prio)} "
		"is tried first and is a file (never takes large folios), so [it does|they do] not reach "
		"{list(device, type == 'partition' && used < size)}",
		"give the block device the higher priority", 3},
	{"S07", "host", "fell_back > 0 && has(block_prio) && block_prio == file_prio && block_prio == first_prio && "
		"(delta || went_whole <= fell_back * 20)",
		"{list(device, prio == host.first_prio && used < size)} share priority {first_prio}: "
		"the share of large folios that meets a file falls back",
		"give the block device the higher priority", 2},
	{"S08", "device",
		"host.fell_back > 0 && host.mthp_stats && !host.hdd_clusters && rota == 'yes' && "
		"type == 'partition' && prio == host.first_prio && host.went_whole == 0",
		"{row} counts as rotational ({backing}), and this kernel (before 6.14) swaps no large folio to such "
		"a device: {host.fell_back;n} fell back",
		"swapoff, write 0 to queue/rotational, swapon again; or use Linux 6.14", 3},
	{"S09", "device", "host.fell_back > 0 && prio == host.first_prio && host.thp_swap == 'n'",
		"{host.fell_back;n} large folio[|s] fell back: the kernel was built without CONFIG_THP_SWAP",
		"use a kernel with CONFIG_THP_SWAP=y", 3},
	{"S10", "folio",
		"fallback > 0 && has(size) && max(device, when(prio == host.first_prio, size - used)) < size && "
		"(delta || fallback * 20 >= attempts)",
		"{row}: {fallback;n} of {attempts;n} fell back: {list(device, prio == host.first_prio && used < size)} "
		"is tried first and has {max(device, when(prio == host.first_prio, size - used))} free",
		"add swap of a higher priority; lower-priority devices do not catch large folios", 3},
	{"S10", "folio", "fallback > 0 && has(size) && host.devices > 0 && !has(host.first_prio)",
		"{row}: {fallback;n} of {attempts;n} fell back: every swap device is full", "add swap", 3},
	{"S21", "cgroup", "delta && events_max > 0",
		"cgroup {row}: swap.max ({swap_max}) stood in the way {events_max;n} time[|s]",
		"raise memory.swap.max here or in the cgroups above", 2},
	{"S29", "device",
		"host.fell_back > 0 && type == 'partition' && size + page < 2 * (host.pmd_size ?: 2M)",
		"{row} ({size}) is smaller than two clusters: it never holds a large folio",
		"use a larger device", 2},
	{"S03", "host",
		"mthp_stats && fell_back == 0 && went_whole == 0 && went_zswap == 0 && out >= 20 * page",
		"no large folio reached swap: {out} went out in single pages",
		"swsched swap -o +anon_fault_alloc,anon_fault_fallback shows whether there are any", 1},
	{"S16", "host", "zswap_enabled == 'Y' && went_zswap > 0 && went_whole * 20 <= went_zswap",
		"{went_zswap;n} large folio[ rests|s rest] whole in zswap: not a fallback; while zswap is on, none comes back "
		"whole",
		NULL, 1},
	{"S23", "host", "swpout_zero >= 20 * page && swpout_zero > out",
		"{swpout_zero} of zero-filled memory went out without writing, {out} with: no loss, but large "
		"zero-filled folios are in no counter",
		NULL, 1},

	/* Before `swap test` starts; with a weight of 3 it does not. */
	{"T01", "workload", "!host.mthp_stats", "this kernel does not count swap-out by folio size",
		"Linux 6.10 does", 3, .verb = "test", .given = "size"},
	{"T02", "workload", "host.mthp_stats && !any(folio, size == workload.size && has(enabled))",
		"a fault makes no folios of {size} here, but of {list(folio, has(enabled))}", "--size takes one of these", 3,
		.verb = "test", .given = "size"},
	{"T03", "workload", "zrams == 0 && host.devices == 0", "there is no swap",
		"--zram 64M sets some up for the time of the test", 3, .verb = "test", .given = "size"},
	{"T04", "workload", "zrams == 0 && (setting == 'never' || setting == 'inherit=never')",
		"folios of {size} are switched off", "write always to enabled of that size, or have --zram do it", 3,
		.verb = "test", .given = "size"},
	{"T05", "workload", "zrams == 0 && any(folio, size > workload.size && " ENABLED ")",
		"larger folios are switched on, and faults take these first: {list(folio, size > workload.size && " ENABLED ")}",
		"write never to enabled of those sizes, or have --zram do it", 3, .verb = "test", .given = "size"},
	{"T06", "workload", "moved > 0", "the machine is swapping: {moved} within half a second, which its counters would mix in",
		"wait until it is quiet", 3, .verb = "test", .given = "size"},
	{"T07", "workload", "(zrams > 0 || host.devices > 0) && room * 50 < need * 49",
		"{need} is to be put out, and {room} of swap is free", "more swap, or a smaller --mem", 3, .verb = "test", .given = "size"},
	{"T07", "workload", "(zrams > 0 || host.devices > 0) && room * 50 >= need * 49 && room < need",
		"{need - room} of the {need} will find no slot: {room} of swap is free", NULL, 1, .verb = "test", .given = "size"},
	{"T08", "workload", "available < need + need / 4 + 16M", "{available} of memory is available, for {need} and what zram stores",
		"a smaller --mem", 3, .verb = "test", .given = "size"},
	{"T09", "workload", "memory_room < need + need / 4", "cgroup {memory_at} allows {memory_room} more memory",
		"raise its limit, or run it elsewhere", 3, .verb = "test", .given = "size"},
	{"T10", "workload", "swap_room < need", "cgroup {swap_at} allows {swap_room} more swap",
		"raise its memory.swap.max, or run it elsewhere", 3, .verb = "test", .given = "size"},
	{"T11", "workload", "zrams == 0 && host.zswap_enabled == 'Y'",
		"zswap is on: it takes folios before any device does", "echo N >/sys/module/zswap/parameters/enabled", 2,
		.verb = "test", .given = "size"},
	{"T15", "workload", "host.zswap_enabled == 'N' && has(zswap_entry) && host.hdd_clusters && "
		"(zrams > 0 || any(device, " FIRST " && kind == 'zram'))",
		"zswap was on since boot: no large folio comes back whole until the next", NULL, 1, .verb = "test", .given = "size"},
	{"T12", "workload", "zrams == 0 && count(device, " FIRST ") > 1",
		"{first} share the highest priority: folios go to them in turn", NULL, 1, .verb = "test", .given = "size"},
	{"T14", "workload", "zrams > 0 && max(device, prio) > 32767 - zrams",
		"{list(device, prio > 32767 - workload.zrams)} has the highest priority there is, and would be tried first",
		"swapon it with a lower one", 3, .verb = "test", .given = "size"},
	{"T13", "workload", "zrams == 0 && starts(large, 'no:')", "{first} is tried first and takes no large folios ({large})",
		"a device that does, with a higher priority", 1, .verb = "test", .given = "size"},
};

/* Identities of the kernel's own counters; a machine that breaks one is read wrongly, or torn. */
static const struct check checks[] = {
	{"thp_swpout", "host", "thp_swpout == pick(folio, size == (host.pmd_size ?: max(folio, size)), swpout)",
		"thp_swpout equals the PMD size's swpout"},
	{"thp_swpout_fallback", "host",
		"thp_swpout_fallback == pick(folio, size == (host.pmd_size ?: max(folio, size)), swpout_fallback)",
		"thp_swpout_fallback equals the PMD size's swpout_fallback"},
	{"fallback_split", "folio", "swpout_fallback <= split", "no more fallbacks than splits"},
	{"small_out", "folio", "small_out > -512", "the sizes do not exceed pswpout"},
};

#define HEAD \
	"USED {used} = zram {zram_held} + zswap {zswap_held} + rest {rest}  cached {cached}  zero-filled " \
	"{swpout_zero}  swappiness {swappiness}  page-cluster {page_cluster}  zswap {zswap_enabled == 'Y' ? 'on' : " \
	"has(zswap_enabled) ? 'off' : zswap_enabled}  PSI some {psi_some}  allocstall {allocstall}"

static const struct line head[] = {
	{NULL, HEAD},
	{"!mthp_stats && has(thp_swpout)",
		"this kernel counts large folios of PMD size only: {thp_swpout;n} out whole, "
		"{thp_swpout_fallback;n} fell back (by size from 6.10 on)"},
};

/* Of `swap test`, before it starts. */
static const struct pane test_panes[] = {
	{"workload", "size mem small room first large expected model"},
	{"device", "type rank prio rota size used large", NULL, "rank"},
	{"change", "old new"},
};

const struct verb verb_before = {
	.name = "test", .brief = "what the swap-out workload would meet, and what it would change",
	.panes = test_panes, .n_panes = COUNT_OF(test_panes),
};

static const struct line ps_foot[] = {
	{NULL, "processes {sum(process, swap)} + System V shared memory {shm_swap} + rest "
	       "{used - sum(process, swap) - or0(shm_swap)} = {used} used, of which {cached} also in memory",
		"process"},
};

static const struct pane stat_panes[] = {
	{"folio", "setting out in fallback fallback_share split zswpout nr_anon",
		"row != 'page' && (out ?: 0) == 0 && (in ?: 0) == 0 && (fallback ?: 0) == 0 && "
		"(zswpout ?: 0) == 0 && (nr_anon ?: 0) == 0 && (!has(enabled) || ends(setting, 'never'))",
		NULL},
	{"device", "type rank prio rota backing size used used_share ratio large", NULL, "rank"},
	{"host",
		"used size zram_held zswap_held rest cached zram_memory in out ahead ahead_used zswpin zswpout zswpwb "
		"swpin_zero swpout_zero thp_swpout thp_swpout_fallback pgmajfault allocstall psi_some swappiness "
		"page_cluster vma_ra_enabled thp_enabled thp_defrag zswap_enabled thp_swap",
		NULL, NULL, true},
	{"cgroup", "swap swap_max events_max events_fail memory max pressure in out zswap_current", NULL, "-swap",
		true, .given = "cgroup"},
};

static const struct pane ps_panes[] = {
	{"process", "swap swap_share majflt swapin_count swapin_delay thrashing_delay uid comm",
		"(swap ?: 0) == 0", "-swap"},
	{"cgroup", "swap swap_max pressure events_max events_fail memory max procs", "(swap ?: 0) == 0 && (events_fail ?: 0) == 0",
		"-swap", true, .given = "cgroup"},
};

static const struct shade folio_shades[] = {
	{"fallback", "delta && fallback > 0", 2},
	{"fallback_share", "delta && fallback > 0", 2},
	{"split", "delta && split_failed > 0", 1},
};

static const struct shade device_shades[] = {
	{"used_share", "used_share > 0.98", 3},
	{"used_share", "used_share > 0.9", 2},
	{"large", "starts(large, 'no:')", 1},
};

static const struct pane top_panes[] = {
	{"folio", "setting out in fallback fallback_share split zswpout nr_anon",
		"row != 'page' && (out ?: 0) == 0 && (in ?: 0) == 0 && (fallback ?: 0) == 0 && "
		"(zswpout ?: 0) == 0 && (nr_anon ?: 0) == 0 && (!has(enabled) || ends(setting, 'never'))",
		"-fallback", .trend = "fallback", .rises = "fallback", .shades = folio_shades,
		.n_shades = COUNT_OF(folio_shades)},
	{"device", "rank prio rota size used used_share ratio large", NULL, "rank", .bars = "used_share",
		.trend = "used", .shades = device_shades, .n_shades = COUNT_OF(device_shades)},
};

static const struct verb top = {
	.name = "top", .brief = "folio sizes, devices and the machine, live", .like = "stat", .panes = top_panes,
	.n_panes = COUNT_OF(top_panes), .head = head, .n_head = COUNT_OF(head),
};

static const struct verb verbs[] = {
	{.name = "stat", .brief = "swap-out by folio size, devices and the machine, beside their tunables",
		.panes = stat_panes, .n_panes = COUNT_OF(stat_panes), .head = head, .n_head = COUNT_OF(head)},
	{.name = "ps", .brief = "processes, or cgroups, by swap held", .panes = ps_panes,
		.n_panes = COUNT_OF(ps_panes), .foot = ps_foot, .n_foot = COUNT_OF(ps_foot)},
};

static const struct line overview[] = {
	{"!has(swap_total)", "swap: this kernel shows no swap (CONFIG_SWAP)"},
	{"devices == 0 || swap_total == 0",
		"swap: no swap device is active (swapon brings one); THP {thp_enabled}, swappiness {swappiness}"},
	{NULL, "swap: {used} of {size} used = zram {zram_held} + zswap {zswap_held} + rest {rest}; large folios "
	       "since boot: {went_whole;n} out whole, {fell_back;n} fell back"},
};

/* ---- what a report is made of ---- */

static const struct section sections[] = {
	{"kernel configuration", "host",
		.facts = "machine config_thp_swap config_thp_always config_thp_madvise config_zswap config_zswap_default "
			 "config_lru_gen mthp_stats hdd_clusters",
		.now = "mem_total", .more = "fields"},
	{"swap devices", "device", .facts = "type prio rota backing size large disksize comp_algorithm",
		.now = "used ratio", .sort = "rank", .more = "--all"},
	{"of the machine", "host", .counts = "*", .more = "-o +FIELD"},
	{"of the folio sizes", "folio", .counts = "*", .sort = "-attempts", .more = "--per folio"},
	{"of the devices", "device", .counts = "*", .sort = "rank", .more = "--per device"},
};

const struct domain domain_swap = {
	.name = "swap",
	.brief = "swap-out, swap-in and fallback of every folio size, beside its knob",
	.groups = groups,
	.n_groups = COUNT_OF(groups),
	.findings = findings,
	.n_findings = COUNT_OF(findings),
	.verbs = verbs,
	.n_verbs = COUNT_OF(verbs),
	.top = &top,
	.checks = checks,
	.n_checks = COUNT_OF(checks),
	.params = "cgroup",
	.overview = overview,
	.n_overview = COUNT_OF(overview),
	.more = &domain_trial,
	.sections = sections,
	.n_sections = COUNT_OF(sections),
};
