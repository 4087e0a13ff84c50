#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# --topology: the caches of another machine, out of hwloc's XML or a description.
load helper

machine='pack:2 l3:2(size=1024) core:2 pu:1'

setup()
{
	run swsched llc map --topology 'pu:1'
	[[ $output != *"built without hwloc"* ]] || skip "built without hwloc"
}

@test "usage: only where caches are, and for one answer" {
	refused <<-'END'
		swap --topology pu:4
		--topology pu:4
		llc fields --topology pu:4
		llc capture --topology pu:4 /nonexistent/x
		llc map --topology
		llc map --topology pu:4 1
		llc --schedstats --topology pu:4 1 1
		llc --schedstats --topology pu:4 1 1 --sysroot .
	END
}

@test "--verify: only where there is another side" {
	refused <<-'END'
		llc --verify
		llc map --verify --per cpu
		llc fields --verify
		swap --verify
		--verify
	END
	# Both sides are hwloc then, so there is nothing to differ.
	[ "$(swsched llc map --verify --json --topology "$machine" |
		jq -c '[.samples[0].findings, (.samples[0].llc[] | [.cpus == .hwloc_cpus, .size == .hwloc_size])]')" = \
		'[[],[true,true],[true,true],[true,true],[true,true]]' ]
}

@test "hwloc is loaded on request alone, and may be missing" {
	needs_strace
	for request in '' '--verify'; do
		# shellcheck disable=SC2086
		traced "$SWSCHED" llc map --json $request >/dev/null || [ "$request" ]
		run grep -c 'hwloc\.so' "$trace"
		[ "$status" -eq "$([ "$request" ] && echo 0 || echo 1)" ] || { echo "request: $request"; return 1; }
	done
	mkdir "$BATS_TEST_TMPDIR/bin"
	cp "$SWSCHED" "$BATS_TEST_TMPDIR/bin/swsched"
	run --separate-stderr "$BATS_TEST_TMPDIR/bin/swsched" llc map --topology "$machine"
	expect 1
	[[ $stderr == *"built without hwloc"* ]]
}

@test "a capture holds what --verify asks for" {
	swsched llc capture "$BATS_TEST_TMPDIR/c" 1 1 >/dev/null
	[ -s "$BATS_TEST_TMPDIR/c/t0/@hwloc/llc" ]
	swsched llc map --verify --json --sysroot "$BATS_TEST_TMPDIR/c/t0" | jq -e '.samples[0].llc[0].hwloc_cpus'
}

@test "what is no machine is 1, and one line says so" {
	printf '<?xml version="1.0"?><topology version="2.0"></topology>' >"$BATS_TEST_TMPDIR/bad.xml"
	head -c 3000 "$BATS_TEST_DIRNAME/../topologies/x3d.xml" >"$BATS_TEST_TMPDIR/cut.xml"
	mkfifo "$BATS_TEST_TMPDIR/fifo.xml"
	for m in '' foo 'pack:0 pu:1' 'pack:2 l3:2 core:1' 'pack:100000 pu:1' nonexistent.xml / /dev/zero \
		"$BATS_TEST_FILENAME" "$BATS_TEST_TMPDIR"/{bad,cut,fifo}.xml $'a\e[31mb'; do
		for f in '' --raw; do
			# shellcheck disable=SC2086
			run --separate-stderr timeout 20 "$SWSCHED" llc map $f --topology "$m"
			expect 1 || { echo "machine: $m"; return 1; }
			[ -z "$output" ]
			harmless <<<"$stderr"
		done
	done
}

@test "nothing of this machine stands beside it" {
	[ "$(swsched llc map --topology "$machine" -r --noheadings -o cpus)" = $'0 0-1\n1 2-3\n2 4-5\n3 6-7' ]
	[ "$(swsched llc map --topology "$machine" --json | jq -c '.samples[0] | [.t, .release, .llc[0].busy_time, (.llc | length), .faults]')" = \
		'[null,null,null,4,[]]' ]
	needs_strace
	traced "$SWSCHED" llc map --json --topology "$machine" >/dev/null
	run grep -E 'open[a-z0-9]*\(.*"/?(proc/(stat|schedstat|sys/)|sys/devices|sys/kernel)' "$trace"
	[ "$status" -eq 1 ] || { echo "$output"; return 1; }
}

@test "counters of a tree, caches of a machine" {
	t=7.3.4-sched-llc4
	[ "$(swsched llc map --topology 'l3:2 pu:4' --sysroot "$captures/$t/t1" -r --noheadings -o cpus,schedules)" = $'0 0-3 39012\n1 4-7 42427' ]
	[ "$(swsched llc --topology 'l3:1 pu:8' --from "$captures/$t/t0" --to "$captures/$t/t1" -r --noheadings -o wakes,in_llc)" = '0 21391 323' ]
	# In the place of what was captured.
	mkdir -p "$BATS_TEST_TMPDIR/t/@topology"
	printf '0 3 1024 0-3 4 0 0 0\n' >"$BATS_TEST_TMPDIR/t/@topology/llc"
	[ "$(swsched llc map --sysroot "$BATS_TEST_TMPDIR/t" -r --noheadings -o cpus)" = '0 0-3' ]
	[ "$(swsched llc map --sysroot "$BATS_TEST_TMPDIR/t" --topology 'l2:2 pu:1' -r --noheadings -o cpus)" = $'0 0\n1 1' ]
}

@test "a formula over other tables has its rows, alone and in whatever order it is named" {
	t=$captures/made-llc-flags
	[ "$(swsched llc map -r --noheadings -o sched_cpus --sysroot "$t")" = '0 2' ]
	[ "$(swsched llc map -r --noheadings -o sched_cpus,cpus --sysroot "$t")" = '0 2 0-3' ]
	[ "$(swsched llc map -r --noheadings -o cpus,sched_cpus --sysroot "$t")" = '0 0-3 2' ]
}
