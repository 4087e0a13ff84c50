#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# -e: events counted beside the scheduler's counters; where they may not be, the rest is shown and each says why.
load helper

tree=$captures/made-events

@test "usage: where events are, with an interval to count in" {
	refused <<-'END'
		llc -e
		llc -e task-clock
		llc -e , 1
		llc stat -e task-clock
		llc map -e task-clock
		llc map -e task-clock --sysroot .
		llc fields -e task-clock
		llc tunables -e task-clock
		llc -e it's 1
		llc --per event 1
		llc --per event
		llc -e task-clock 1 --topology pu:4
		swap -e task-clock 1
		swap capture -e task-clock /nonexistent/x
		capture -e task-clock /nonexistent/x
		-e task-clock
	END
}

@test "what cannot be counted is named, and the rest is shown" {
	run --separate-stderr swsched llc -e nonsense/x/ --json 0.01 1
	expect 5
	[[ $stderr == "swsched: -e nonsense/x/: nobody here knows"* ]]
	jq -e '.samples[0] | (.llc | length > 0) and (.event | length > 0) and all(.event[]; .count == null)' <<<"$output"
}

@test "software events, as far as this user may count them" {
	run --separate-stderr swsched llc -e task-clock -e context-switches,task-clock --jsonl 0.05 2
	if [ "$status" -eq 5 ]; then
		[[ $stderr == *"-e task-clock: to count on whole CPUs"*"-e context-switches: to count"* ]]
	else
		[ "$status" -eq 0 ]
		jq -es 'length == 2 and all(.[].event[]; .counted == 1 and .pmu == "software" and .scope == "cpu")' <<<"$output"
		jq -es '[.[].event[] | select(.event == "task-clock").count] | add > 0' <<<"$output"
	fi
}

@test "without libpfm4" {
	mkdir "$BATS_TEST_TMPDIR/bin"
	cp "$SWSCHED" "$BATS_TEST_TMPDIR/bin/swsched"
	run --separate-stderr "$BATS_TEST_TMPDIR/bin/swsched" llc -e LLC-loads --reasons 0.01 1
	expect 5
	[[ $stderr == *"-e LLC-loads: "*"built without libpfm4"* ]]
	[[ $output == *"built without the library"* ]]
}

@test "libpfm4 is loaded for names of its own alone" {
	needs_strace
	for event in task-clock nonsense/x/ cycles LLC-loads; do
		traced "$SWSCHED" llc -e "$event" 0.01 1 >/dev/null 2>&1 || true
		run grep -c 'lib/swsched/pfm\.so' "$trace"
		[ "$status" -eq "$([ $event = LLC-loads ] && echo 0 || echo 1)" ] || { echo "event: $event"; return 1; }
	done
}

@test "a capture is a replay of what was counted and refused" {
	run --separate-stderr swsched llc capture -e task-clock,nonsense/x/ "$BATS_TEST_TMPDIR/c" 0.05 2
	[ "$status" -eq 5 ]
	# Of all trees once.
	[ "$(grep -c 'nonsense/x/: nobody here knows' <<<"$stderr")" -eq 1 ]
	grep -q '^nonsense/x/ unknown -$' "$BATS_TEST_TMPDIR/c/t0/@perf/refused"
	run --separate-stderr swsched llc -e nonsense/x/,task-clock --from "$BATS_TEST_TMPDIR/c/t0" --to "$BATS_TEST_TMPDIR/c/t1" --per event --csv
	[ "$status" -eq 5 ]
	[[ $stderr == *"nonsense/x/: nobody here knows"* ]]
	[[ $output == *task-clock* ]]
	# Nobody asked: nothing is counted.
	swsched llc capture "$BATS_TEST_TMPDIR/d" 0.05 1 >/dev/null
	[ ! -e "$BATS_TEST_TMPDIR/d/t0/@perf" ]
}

@test "every format, hostile words among the names" {
	cp -r "$tree" "$BATS_TEST_TMPDIR/tree"
	printf '0/x/\\033[2J \\033[2J\\042,| x cpu 1 2 3 - - -\n1/y/z z y\xff socket 1 2 3 1 2 3\n0/cut\n' \
		>>"$BATS_TEST_TMPDIR/tree/t1/@perf/cpu"
	each_format llc --per event -- "$BATS_TEST_TMPDIR/tree/t1"
}

@test "events of a loop over trees" {
	run --separate-stderr swsched llc -e cache-misses --per event --jsonl --sysroot "$tree" 1
	expect 0
	[ "$(jq -c '[.event[] | [.name, .count, .counted]]' <<<"$output")" = '[["0/cache-misses",16000,0.75],["1/cache-misses",6000,1]]' ]
}
