#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# Which gate keeps cache-aware scheduling from acting, in each of the interfaces that it has had.
load helper

debug=sys/kernel/debug/sched

# gate FILE TEXT… - what a machine of two caches with these files says: the gate, and the findings.
gate()
{
	local t=$BATS_TEST_TMPDIR/gate
	rm -rf "$t"
	cp -r "$captures/made-events/t0" "$t"
	while [ $# -gt 1 ]; do
		mkdir -p "$t/${1%/*}"
		printf '%b\n' "$2" >"$t/$1"
		shift 2
	done
	"$SWSCHED" llc --per host --json --sysroot "$t" |
		jq -r '.samples[0] | [.host.cache_aware, (.findings[].id | select(. != "L01"))] | map(. // "-") | unique | join(" ")'
}

@test "not in this kernel" { [ "$(gate proc/x 1)" = - ]; }

@test "a folder of its own, from 7.2 on" {
	[ "$(gate $debug/llc_balancing/enabled Y)" = on ]
	[ "$(gate $debug/llc_balancing/enabled 1 $debug/llc_balancing/aggr_tolerance 100)" = on ]
	[ "$(gate $debug/llc_balancing/enabled N)" = "L04 off" ]
	[ "$(gate $debug/llc_balancing/enabled 0)" = "L04 off" ]
	[ "$(gate $debug/llc_balancing/enabled Y $debug/llc_balancing/aggr_tolerance 0)" = "L04 off:tolerance" ]
}

@test "flat files, in earlier patches" {
	[ "$(gate $debug/llc_enabled Y $debug/llc_aggr_tolerance 1)" = on ]
	[ "$(gate $debug/llc_enabled N)" = "L04 off" ]
	[ "$(gate $debug/llc_enabled Y $debug/llc_aggr_tolerance 0)" = "L04 off:tolerance" ]
}

@test "a feature bit, in the first" {
	[ "$(gate $debug/features 'WAKEUP_PREEMPTION SCHED_CACHE')" = on ]
	[ "$(gate $debug/features 'WAKEUP_PREEMPTION NO_SCHED_CACHE')" = "L04 off:feature" ]
	[ "$(gate $debug/features 'WAKEUP_PREEMPTION')" = - ]
}

@test "a BPF scheduler, one cache, caches of one CPU" {
	[ "$(gate $debug/llc_balancing/enabled Y sys/kernel/sched_ext/state enabled)" = "L03 no:sched_ext" ]
	[ "$(gate $debug/llc_balancing/enabled Y @topology/llc '0 3 1 0-3 4 0 0 0' \
		@topology/cpu '0 0 0 0 0 1 2\n1 0 1 0 0 1 2')" = "L43 no:one-llc" ]
	[ "$(gate $debug/llc_balancing/enabled Y @topology/llc '0 3 1 0 1 0 0 0\n1 3 1 1 1 0 0 1' \
		@topology/cpu '0 0 0 0 0 1 1\n1 1 1 0 0 1 1')" = "L04 L41 no:one-cpu-llcs" ]
}

@test "the footprint guard goes with NUMA balancing; the order of Ryzen X3D cores" {
	gate proc/sys/kernel/numa_balancing 1
	[ "$(swsched llc --per host --json --sysroot "$BATS_TEST_TMPDIR/gate" | jq -r '.samples[0].host.footprint_guard')" = armed ]
	gate proc/sys/kernel/numa_balancing 0
	[ "$(swsched llc --per host --json --sysroot "$BATS_TEST_TMPDIR/gate" | jq -r '.samples[0].host.footprint_guard')" = off ]
	x3d=sys/bus/platform/drivers/amd_x3d_vcache/AMDI0101:00/amd_x3d_mode
	two='0 3 100663296 0-1 2 0 0 0\n1 3 33554432 2-3 2 0 0 1'
	gate $x3d frequency @topology/llc "$two"
	swsched llc --sysroot "$BATS_TEST_TMPDIR/gate" | grep -q 'L42 amd_x3d_mode is frequency.*LLC 0'
	gate $x3d cache @topology/llc "$two"
	! swsched llc --sysroot "$BATS_TEST_TMPDIR/gate" | grep -q 'L42 amd_x3d_mode'
}
