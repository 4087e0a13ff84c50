#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# The traps of the kernel's swap interfaces that parsing and arithmetic can meet, one test each. The numbers
# are kept, so those that are missing (27, 28, 30) concern only measuring, not reading.
load helper

is() { [ "$1" = "$2" ] || { echo "is     $1"; echo "should $2"; return 1; }; }
tree_is() { is "$(json --sysroot "$captures/$1" "$2")" "$3"; }
delta_is() { is "$(json --from "$captures/$1/t0" --to "$captures/$1/t1" "$2")" "$3"; }
folio() { echo ".folio[] | select(.name == \"$1\") | $2"; }
device() { echo ".device[] | select(.name == \"$1\") | $2"; }
findings='[.findings[].id] | unique'

@test "trap 1: /proc/swaps: blanks, escapes, deleted, long names, negative priorities, slot order" {
	tree_is swaps-names '[.device[] | [.rank, .name, .type, .size, .used, .prio]] | sort | map(.[1:])' \
		'[["/tab\\x09new\\x0aline\\back","file",16773120,0,32767],["/old (deleted)","file",16773120,8388608,5],["/dev/mapper/exactly-forty-characters-0001","partition",16773120,8388608,0],["/swap two","file",16773120,4194304,-2],["/dev/zram0","partition",67104768,41943040,-3],["/var/lib/machines/a-name-of-more-than-forty-characters.swap","file",10240000000,0,-4]]'
	tree_is swaps-header '.device' '[]'
	tree_is swaps-5.4 '[.device[] | [.name, .size, .used, .prio]]' '[["/dev/sda2",2147479552,1048576,-2]]'
	t=$(tree swaps-5.4)
	rm "$t/proc/swaps"
	is "$(json --sysroot "$t" '.device')" '[]'
}

@test "trap 1: two areas of one name are two rows" {
	t=$(tree swaps-names)
	printf '%s\n' 'Filename Type Size Used Priority' '/gone\040(deleted) file 1000 8 -2' '/dev/zram0 partition 2000 16 5' \
		'/gone\040(deleted) file 4000 32 -3' >"$t/proc/swaps"
	is "$(json --sysroot "$t" '[.device[] | [.name, .rank, .size, .used, .kind]] | sort')" \
		'[["/dev/zram0",1,2048000,16384,"zram"],["/gone (deleted)",2,1024000,8192,"file"],["/gone (deleted)/1",3,4096000,32768,"file"]]'
	swsched swap capture "$t/new" --sysroot "$t" --redact >/dev/null
	is "$(json --sysroot "$t/new/t0" '[.device[] | .used] | sort')" '[8192,16384,32768]'
}

@test "trap 2: the word in brackets, of each file's own set" {
	tree_is trap-order1 '[.folio[] | select(.name != "page") | [.name, .enabled]]' \
		'[["8K",null],["16K","inherit"],["64K","madvise"],["128K","never"],["1024K","never"],["2048K","always"]]'
	tree_is trap-order1 '[.host.thp_enabled, .host.vma_ra_enabled]' '["always","true"]'
	tree_is trap-order1 "$(folio 16K .setting)" '"inherit=always"'
	tree_is made-zswap/t1 '[.host.zswap_enabled, .host.zswap_shrinker]' '["Y","N"]'
	tree_is zram-columns "$(device /dev/zram0 .comp_algorithm)" '"zstd"'
}

@test "trap 3: a size without enabled is not never; no stats are no zeros; hugetlb is not THP" {
	is "$(json --reasons --sysroot "$captures/trap-order1" "$(folio 8K '[.enabled, .why.enabled, .swpout]')")" \
		'[null,"does not apply here",5]'
	tree_is made-6.8 '[.folio[] | select(.name != "page") | [.name, .enabled, .swpout, .fallback, .fallback_share]]' \
		'[["64K","always",null,null,null],["2048K","inherit",null,null,null]]'
	tree_is trap-order1 '[.folio[].name] | index("1048576K")' null
}

@test "trap 4: zram: 7, 8 and 9 columns, no bd_stat, uneven blanks, a device not set up" {
	tree_is zram-columns '[.device[] | [.name, .orig_data_size, .mem_used_max, .pages_compacted, .huge_pages, .huge_pages_since, .bd_writes, .failed_writes]] | sort' \
		'[["/dev/zram0",106496,49152,0,null,null,null,0],["/dev/zram1",208896,98304,4096,16384,null,null,0],["/dev/zram2",311296,-1,8192,20480,24576,5,7]]'
	tree_is zram-columns "$(device /dev/zram2 .notify_free)" 12
	tree_is zram-unset '[.device, .host.zram_held]' '[[],0]'
}

@test "trap 4: files that only take writes refuse even root, and nobody asks" {
	needs_strace
	t=$(tree zram-columns)
	echo 1 >"$t/sys/block/zram0/mem_limit"
	traced -e trace=%file "$SWSCHED" swap --json --all --sysroot "$t" >/dev/null
	run grep -E 'zram0/(mem_limit|compact|reset|idle)' "$trace"
	[ -z "$output" ]
}

@test "trap 5: whole keys: one that begins with another is another" {
	tree_is trap-prefix '.host | [.in, .out, .ahead, .ahead_hit, .thp_swpout, .thp_swpout_fallback, .swpin_zero, .swpout_zero, .zswpin, .zswpout, .zswpwb]' \
		'[368640,4096000,122880,16384,1,2,20480,24576,28672,32768,36864]'
	tree_is trap-prefix '.host | [.swap_total, .swap_free, .swap_cached, .zswap, .zswapped]' \
		'[67104768,46133248,11264,22528,90112]'
}

@test "trap 6: unsigned numbers: no sign, no overflow, gauges below zero, resets" {
	delta_is made-changes "$(folio 64K .nr_anon)" -3
	delta_is made-changes "$(folio 16K '[.swpout, .swpout_fallback, .split, .fallback_share]')" '[null,null,null,null]'
	is "$(json --reasons --from "$captures/made-changes/t0" --to "$captures/made-changes/t1" "$(folio 16K .why.swpout)")" '"reset"'
	is "$(json --reasons --from "$captures/made-changes/t0" --to "$captures/made-changes/t1" "$(folio 32K .why.swpout)")" '"first sight"'
	delta_is made-changes '[.. | numbers | select(. > 1e15)] - [.t, .mono]' '[]'
	tree_is garbled '.host | [.in, .out, .thp_swpout, .swpout_zero, .pgmajfault, .zswpin]' '[null,null,null,null,null,null]'
	tree_is garbled "[($(folio 64K .swpout)), ($(folio 64K .split))]" '[12,null]'
}

@test "trap 7: the size that stat gives means nothing; one bad file does not end the report" {
	# Longer than a page, and than the first read of any buffer.
	t=$(tree large-zram)
	{ seq -f 'filler_%08.0f 1' 1 20000; echo 'swap_ra 77'; } >>"$t/proc/vmstat"
	is "$(json --sysroot "$t" .host.ahead)" 315392
	rm "$t/sys/kernel/mm/transparent_hugepage/hugepages-64kB/stats/swpout"
	mkdir "$t/sys/kernel/mm/transparent_hugepage/hugepages-64kB/stats/swpout"
	is "$(json --sysroot "$t" "$(folio 64K '[.swpout, .swpout_fallback, .anon_fault_alloc]')")" '[null,0,400]'
}

@test "trap 8: sizes sort as numbers; page and PMD size are the machine's" {
	tree_is trap-order1 '[.folio[].name] - ["page"]' '["8K","16K","64K","128K","1024K","2048K"]'
	tree_is pages-16k '[.page_size, .host.pmd_size, .host.out, .host.in]' "[16384,33554432,$(((11 * 2 + 10 * 4 + 9 * 8 + 8 * 16 + 7 * 32 + 6 * 64 + 5 * 128 + 4 * 256 + 3 * 512 + 2 * 1024 + 2048) * 3 * 16384 + 77 * 16384)),163840]"
	tree_is pages-64k "[.page_size, .host.pmd_size, ($(folio page .out)), ($(folio 524288K .bytes_out))]" '[65536,536870912,77,1610612736]'
	tree_is pages-64k '[.checks[] | select(.state == "fails")]' '[]'
	# A tree that does not say is read as 4096, and that is marked.
	tree_is 7.3.4-swap/4-held '[.page_size, .page_size_assumed]' '[4096,true]'
	tree_is pages-64k .page_size_assumed null
}

@test "trap 9: a key that is not there is null; another boot is not subtracted" {
	tree_is thp-off '.host | [.thp_swpout, .thp_swpout_fallback, .zswpout, .swpout_zero, .zswap_enabled]' '[null,null,null,null,null]'
	tree_is 6.1.192-swap/4-held '[.folio[] | select(.name != "page")]' '[]'
	delta_is made-other-boot '[.host.in, .host.out]' '[null,null]'
	delta_is made-other-boot "$(folio 64K '[.swpout, .swpout_fallback, .fallback_share]')" '[null,null,null]'
	run --separate-stderr swsched swap --from "$captures/made-other-boot/t0" --to "$captures/made-other-boot/t1"
	[[ $output$stderr == *boot* ]]
}

@test "trap 10: every file has units of its own" {
	# 2 thp folios of 2 MiB are not pages; KiB, bytes and pages meet as bytes; PSI is microseconds.
	tree_is pages-64k '[.host.thp_swpout, .host.used, .host.zram_held, .host.swpout_zero]' '[3,6553600,6553600,327680]'
	tree_is pages-64k "$(device /dev/zram0 '[.size, .orig_data_size, .bd_count]')" '[4294901760,6619136,4]'
	tree_is cgroup-v2/t1 .host.psi_some_total null
	t=$(tree large-zram)
	mkdir -p "$t/proc/pressure"
	printf 'some avg10=1.50 avg60=0.00 avg300=0.00 total=2500001\nfull avg10=0.25 avg60=0.00 avg300=0.00 total=1\n' >"$t/proc/pressure/memory"
	is "$(json --sysroot "$t" '.host | [.psi_some_total == 2.500001, .psi_full_total == 0.000001]')" '[true,true]'
}

@test "trap 11: whole is what went to a device or to zswap; zero-filled memory is beside it" {
	delta_is made-zswap "$(folio 64K '[.swpout, .zswpout, .whole, .attempts, .fallback_share]')" '[0,224,224,224,0]'
	delta_is made-zswap '[.host.out, .host.swpout_zero, .host.zswpout]' '[40960,6250496,14721024]'
	# What zswap wrote on is in pswpout, and is no small-page swap-out.
	delta_is made-zswap "$(folio page .out)" 0
}

@test "trap 12: what fell back was swapped page by page: it is in the page row, not lost" {
	tree_is large-file "[($(folio 64K .fallback)), ($(folio page .out))]" '[100,1600]'
	# 6.18: 8b-fallback has both whole folios and fallen back ones.
	k=$captures/7.3.4-swap/8b-fallback
	out=$(awk '$1 == "pswpout" { print $2 }' "$k/proc/vmstat")
	s=$k/sys/kernel/mm/transparent_hugepage
	is "$(json --sysroot "$k" "$(folio page .out)")" \
		$((out - 16 * $(cat "$s/hugepages-64kB/stats/swpout") - 512 * $(cat "$s/hugepages-2048kB/stats/swpout")))
}

@test "trap 13: fallback is about slots; failed allocations at faults are about memory" {
	t=$(tree large-zram)
	echo 5000 >"$t/sys/kernel/mm/transparent_hugepage/hugepages-64kB/stats/anon_fault_fallback"
	echo 4000 >"$t/sys/kernel/mm/transparent_hugepage/hugepages-64kB/stats/swpin_fallback"
	is "$(json --sysroot "$t" "$(folio 64K '[.fallback, .attempts, .fallback_share, .anon_fault_fallback]')")" '[0,100,0,5000]'
}

@test "trap 14: no fallback and only single pages is not success" {
	delta_is made-small-only "$findings" '["S03"]'
	delta_is made-small-only "[($(folio 64K .fallback_share)), ($(folio page .out))]" '[null,2496]'
	# What was split before it came to a slot is no fallback either, and shows as split.
	delta_is made-changes "$(folio 64K '[.fallback, .split]')" '[1,3]'
}

@test "trap 15: free space decides only where no aligned range can be left" {
	tree_is large-nearly-full "$(device /dev/zram0 '[.used_share > 0.98, .large]')" '[true,"yes:assumed"]'
	tree_is large-full "$(device /dev/zram0 .large)" '"no:full"'
}

@test "trap 16: devices below the first do not catch large folios" {
	tree_is large-below-file "[($(device /dev/zram0 '[.rank, .large]')), ($(device /swapfile '[.rank, .large]'))]" \
		'[[2,"no:behind-file"],[1,"no:file"]]'
	tree_is large-below-file "$findings" '["S06"]'
	tree_is large-full "$(device /dev/vdb .large)" '"later"'
}

@test "trap 17: readahead hits beyond what was read ahead are not 101 %" {
	delta_is made-torn '[.host.ahead, .host.ahead_hit, .host.ahead_used]' '[40960,61440,1]'
}

@test "trap 18: the readahead switch is shown as it is, and every device's rotational state beside it" {
	tree_is large-rotational-6.14 '[.host.vma_ra_enabled, (.device[] | .rota)]' '["true","yes"]'
}

@test "trap 19: features are told by their files, not by the release" {
	tree_is large-rotational-6.13 "$(device /dev/vdb .large)" '"no:rotational"'
	tree_is large-rotational-6.14 "$(device /dev/vdb .large)" '"yes:assumed"'
	tree_is large-rotational-backport '[.release, (.device[] | .large)]' '["6.6.99-vendor","yes:assumed"]'
	tree_is large-rotational-renamed '[.release, (.device[] | .large)]' '["7.9.0-vendor","no:rotational"]'
	tree_is made-6.10rc "$(folio 64K '[.out, .fallback, .anon_swpout, .swpout, .fallback_share]')" '[600,200,600,null,0.25]'
	tree_is made-6.10rc "$(folio page .out)" 3200
}

@test "trap 20: zswap off now says nothing of before" {
	# A build with zswap on by default counts as ever enabled: the tunable and the build are two fields.
	t=$(tree large-zram)
	mkdir -p "$t/sys/module/zswap/parameters" "$t/boot"
	echo N >"$t/sys/module/zswap/parameters/enabled"
	printf 'CONFIG_ZSWAP_DEFAULT_ON=y\nCONFIG_THP_SWAP=y\n' >"$t/boot/config-6.18.15"
	is "$(json --sysroot "$t" -o zswap_enabled,config_zswap_default '[.host.zswap_enabled, .host.config_zswap_default]')" '["N","y"]'
}

@test "trap 21: a container's empty swaps beside the host's counters" {
	tree_is swaps-header '[.host.used, .host.size, .device]' '[1073737728,2147479552,[]]'
	t=$(tree made-no-swap)
	for m in t0 t1; do cp "$captures/swaps-header/proc/meminfo" "$t/$m/proc/meminfo"; done
	# There is swap, only not to be seen from here: rule 4 has no say.
	is "$(json --from "$t/t0" --to "$t/t1" "$findings" | jq 'index("S04")')" null
	delta_is made-no-swap "$findings" '["S04"]'
}

@test "trap 22: cgroups: no files at the root, parents hold their children, v1 limits" {
	swsched swap ps --per cgroup --json --sysroot "$captures/cgroup-v2/t0" >"$BATS_TEST_TMPDIR/ps"
	is "$(jq -c '[.samples[0].cgroup[] | [.name, .swap]]' "$BATS_TEST_TMPDIR/ps")" \
		'[["/system.slice",20971520],["/system.slice/db.service",16777216],["/system.slice/cache.service",4194304],["/user.slice",0]]'
	swsched swap ps --per cgroup --json --sysroot "$captures/cgroup-v1" >"$BATS_TEST_TMPDIR/ps"
	is "$(jq -c '[.samples[0].cgroup[] | [.name, .swap]]' "$BATS_TEST_TMPDIR/ps")" \
		'[["/",20971520],["/docker",20971520],["/docker/db",16777216],["/docker/web",4194304]]'
	run --separate-stderr swsched swap --cgroup no/such --sysroot "$captures/cgroup-v2/t0"
	[ "$status" -ne 0 ]
}

@test "trap 23: fail counts large folios too: max and fail stand apart" {
	run swsched swap ps --per cgroup --json --from "$captures/cgroup-v2/t0" --to "$captures/cgroup-v2/t1"
	is "$(jq -c '[.samples[0].cgroup[] | [.name, .events_max, .events_fail]] | sort' <<<"$output")" \
		'[["/system.slice",0,55],["/system.slice/cache.service",0,30],["/system.slice/db.service",25,25],["/user.slice",0,0]]'
}

@test "trap 24: nothing stored by compression is no ratio; used and stored may differ" {
	tree_is zram-same-pages "$(device /dev/zram0 '[.compr_data_size, .same_pages, .ratio]')" '[0,16777216,null]'
	is "$(json --reasons --sysroot "$captures/zram-same-pages" "$(device /dev/zram0 .why.ratio)")" '"a ratio of nothing"'
	# A page of one repeated word is no success of the compression.
	tree_is zram-columns "$(device /dev/zram1 .ratio)" 3.84
	# Used and what zram holds may differ: the sum still adds up.
	tree_is 6.12.117-swap/4-held '.host | .used == .zram_held + .zswap_held + .rest' true
	tree_is large-zram '.host | .used == .zram_held + .zswap_held + .rest' true
}

@test "trap 25: files are not read at one instant: a little below zero is said, not wrapped" {
	delta_is made-torn "[($(folio 64K .swpout)), ($(folio page .out))]" '[3,-16]'
	delta_is made-torn '[.checks[] | select(.state == "fails")]' '[]'
	run swsched swap --from "$captures/made-torn/t0" --to "$captures/made-torn/t1"
	[[ $output != *184467* && $output != *e+* ]]
}

@test "trap 26: percentages stand beside their counts; ratios of few events blame nobody" {
	delta_is made-few "$(folio 64K '[.fallback, .attempts, .fallback_share]')" '[3,3,1]'
	delta_is made-few "$findings" '[]'
	swsched swap --sysroot "$captures/large-below-file" | grep -q 'FALLBACK .*FALLBACK%'
	# Of less than 20 pages nothing is said.
	t=$(tree made-small-only)
	sed -i 's/^pswpout .*/pswpout 1619/' "$t/t1/proc/vmstat"
	is "$(json --from "$t/t0" --to "$t/t1" "$findings")" '[]'
	sed -i 's/^pswpout .*/pswpout 1620/' "$t/t1/proc/vmstat"
	is "$(json --from "$t/t0" --to "$t/t1" "$findings")" '["S03"]'
	for n in 19:null 20:0; do
		sed -i '/^swpout_zero/d; s/^pswpout .*/pswpout 1600/' "$t/t0/proc/vmstat" "$t/t1/proc/vmstat"
		echo 'swpout_zero 100' >>"$t/t0/proc/vmstat"
		echo "swpout_zero $((100 + ${n%:*}))" >>"$t/t1/proc/vmstat"
		is "$(json --from "$t/t0" --to "$t/t1" "$findings" | jq 'index("S23")')" "${n#*:}"
	done
}

@test "trap 29: a ratio of nothing is absent, never nan, inf or 0 %" {
	tree_is made-small-only/t0 "$(folio 64K '[.attempts, .fallback_share]')" '[0,null]'
	for f in "${formats[@]}" ""; do
		# shellcheck disable=SC2086
		swsched swap $f --sysroot "$captures/made-small-only/t0" >"$BATS_TEST_TMPDIR/out"
		run grep -iwE 'nan|-nan|inf' "$BATS_TEST_TMPDIR/out"
		[ -z "$output" ]
	done
}
