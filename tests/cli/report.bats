#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# A report has 78 columns and 100 lines at most, whatever the machine; redacted, no name is left in it.
load helper

report_py() { python3 "$BATS_TEST_DIRNAME/report.py" "$@"; }
fits() { report_py fits; }

# own_words - what the program says of its own, in $own.
own_words()
{
	own=$BATS_TEST_TMPDIR/own
	{
		swsched doc names
		for d in swap llc cifs; do swsched $d report --redact --sysroot "$captures/bare"; done
	} >"$own"
}

@test "the reports of every captured tree fit, and redacted have no name of it" {
	own_words
	trees=()
	for t in "$captures"/*/ "$captures"/*/*/; do
		[ -e "$t/proc" ] || [ -e "$t/sys" ] || [ -e "$t/@topology" ] || continue
		trees+=("${t%/}")
	done
	[ ${#trees[@]} -gt 60 ]
	report_py all "$own" "${trees[@]}"
}

@test "names are found where they were not redacted" {
	own_words
	for t in made-cifs-trouble/t1 7.3.4-cifs/many-shares; do
		run report_py names "$own" "$captures/$t" < <(swsched cifs report --sysroot "$captures/$t")
		[ "$status" -eq 1 ] && [ "${#lines[@]}" -gt 3 ]
	done
	run report_py names "$own" "$captures/swaps-names" < <(swsched swap report --sysroot "$captures/swaps-names")
	[ "$status" -eq 1 ]
}

# machine CPUS - a tree with that many CPUs, eight a cache, each with two scheduler domains.
machine()
{
	mkdir -p "$1/@topology" "$1/proc/sys/kernel"
	echo 1 >"$1/proc/sys/kernel/sched_schedstats"
	awk -v n="$2" -v more="$3" -v cpu="$1/@topology/cpu" -v llc="$1/@topology/llc" 'BEGIN {
		print "version 15\ntimestamp 4294937296"
		for (i = 0; i < n; i++) {
			l = int(i / 8)
			print i, l * 8, i, int(i / 64), int(i / 64), 1, 8 >cpu
			if (i % 8 == 0)
				print i, 3, 33554432, i "-" i + 7, 8, int(i / 64), int(i / 64), l >llc
			print "cpu" i, more, 0, more * 9, more, more * 5, more * (i % 7), more * 1000, more * 100, more * 3
			for (d = 0; d < 2; d++) {
				printf "domain%d ", d
				print d ? "ffffffff,ffffffff" : "ff", more, more, more, more, more, more, more, more, more, more, more,
					more, more, more, more, more, more, more, more, more, more, more, more, more, 0, 0, 0, 0, 0, 0, 0, 0, 0,
					more * d, 0, 0
			}
		}
	}' >"$1/proc/schedstat"
}

@test "1,024 CPUs fit, and it is said what was left out" {
	machine "$BATS_TEST_TMPDIR/t0" 1024 100
	machine "$BATS_TEST_TMPDIR/t1" 1024 300
	run swsched llc report --from "$BATS_TEST_TMPDIR/t0" --to "$BATS_TEST_TMPDIR/t1"
	[ "$status" -eq 0 ]
	fits <<<"$output"
	grep -q '^last level caches, 128:' <<<"$output"
	grep -qE '^  \.\.\. 1[0-9][0-9] more: swsched llc map ' <<<"$output"
	grep -qE '^  \.\.\. 1[0-9][0-9] more: swsched llc stat ' <<<"$output"
	grep -qE '^  ttwu_count +wakes +1\.5M +1M' <<<"$output"
}

@test "1,000 shares fit, and it is said what was left out" {
	t=$BATS_TEST_TMPDIR/many
	mkdir -p "$t/proc/fs/cifs" "$t/proc/self"
	awk 'BEGIN {
		print "Resources in use\nCIFS Session: 1\nShare (unique mount targets): 1001"
		print "SMB Request/Response Buffer: 1 Pool size: 5\nSMB Small Req/Resp Buffer: 1 Pool size: 30"
		print "Operations (MIDs): 0\n\n0 session 0 share reconnects"
		print "Total vfs operations: 9 maximum at one time: 2\n\nMax requests in flight: 3"
		n = split("TreeConnects TreeDisconnects Creates Closes Flushes Reads Writes Locks IOCTLs QueryDirectories " \
			"ChangeNotifies QueryInfos SetInfos", commands)
		for (i = 1; i <= 1000; i++) {
			print i ") \\\\filer.example\\a share with a long name, number " i "\nSMBs: " i * 3
			print "Bytes read: " i * 4096 "  Bytes written: 0\nOpen files: 0 total (local), 0 open on server"
			for (c = 1; c <= n; c++)
				print commands[c] ": " i " total 0 failed"
			print "OplockBreaks: 0 sent 0 failed"
		}
	}' >"$t/proc/fs/cifs/Stats"
	awk 'BEGIN {
		for (i = 1; i <= 1000; i++)
			print i + 100, 28, "0:" i + 100, "/", "/mnt/a\\040place/" i, "rw - cifs", "//filer.example/a\\040share\\040with\\040" \
				"a\\040long\\040name,\\040number\\040" i, "rw,vers=3.1.1,cache=strict,username=alice,closetimeo=5,actimeo=1"
	}' >"$t/proc/self/mountinfo"
	run swsched cifs report --sysroot "$t"
	[ "$status" -eq 0 ]
	fits <<<"$output"
	grep -q '^mounts, 1000:' <<<"$output"
	grep -qE '^  \.\.\. 9[0-9][0-9] more: swsched cifs mounts ' <<<"$output"
	grep -qE '^  \.\.\. 9[0-9][0-9] more: swsched cifs stat ' <<<"$output"
	# The busiest are those that are shown.
	grep -q '1000/0  *3000 ' <<<"$output"
	own_words
	swsched cifs report --redact --sysroot "$t" | tee "$BATS_TEST_TMPDIR/said" |
		report_py names "$own" "$t"
	fits <"$BATS_TEST_TMPDIR/said"
}

@test "what a setting is by default hangs on the release" {
	t=$BATS_TEST_TMPDIR/t
	cp -r "$captures/made-cifs-trouble/t1" "$t"
	swsched cifs report --sysroot "$t" | grep -q 'mount.38.closetimeo 5, initially 1: closetimeo of /proc/self/mountinfo'
	sed -i 's/^release .*/release 6.1.0-57-amd64/' "$t/@host"
	swsched cifs report --sysroot "$t" >"$BATS_TEST_TMPDIR/said"
	! grep -q 'closetimeo.*initially' "$BATS_TEST_TMPDIR/said"
}

@test "an interval is that of the trees; without one, it is since boot" {
	t=$BATS_TEST_TMPDIR/two
	mkdir "$t"
	cp -r "$captures/made-changes/t0" "$captures/made-changes/t1" "$t"
	swsched swap report --sysroot "$t" 1 | grep -q '^  counters of 2 s$'
	swsched swap report --from "$t/t0" --to "$t/t1" | grep -q '^  counters of 2 s$'
	swsched swap report --sysroot "$t" | grep -q '^  counters since boot$'
	swsched swap report --from "$captures/made-other-boot/t0" --to "$captures/made-other-boot/t1" |
		grep -q 'of two boots: not subtracted'
}

@test "this machine, as a plain user" {
	run --separate-stderr as_nobody "$SWSCHED" report 0.1
	expect 0
	fits <<<"$output"
	grep -q "^  Linux $(uname -r), page size" <<<"$output"
	tail -2 <<<"$output" | grep -q '^  swsched report 0.1$'
	! grep -qw "$(hostname)" <<<"$output" || [ ${#HOSTNAME} -lt 4 ]
}

@test "a command that can be repeated is its end" {
	swsched swap report --from "$captures/made-few/t0" --to "$captures/made-few/t1" >"$BATS_TEST_TMPDIR/said"
	again=$(tail -1 "$BATS_TEST_TMPDIR/said")
	[[ $again != *' more:'* ]]
	# shellcheck disable=SC2086 # words are meant
	swsched swap report --from "$captures/made-few/t0" --to "$captures/made-few/t1" | cmp - "$BATS_TEST_TMPDIR/said"
}

@test "usage errors" {
	refused <<-'END'
		swap report x
		swap report 1 2
		swap report 0
		swap report --json
		swap report --from /tmp
		swap report --from /tmp --to /tmp 1
		swap report --from /tmp --to /tmp --sysroot /tmp
		report --no-such
	END
	run --separate-stderr swsched swap report --sysroot /nonexistent
	expect 1
}
