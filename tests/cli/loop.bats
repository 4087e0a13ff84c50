#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# Intervals and counts, on trees and as a running loop; and that looking changes nothing.
load helper

@test "two moments as --from --to, and as the trees of a loop" {
	a=$captures/made-changes
	swsched swap --json --from "$a/t0" --to "$a/t1" | jq -c '.samples[0].folio' >"$BATS_TEST_TMPDIR/pair"
	swsched swap --json --sysroot "$a" 1 1 | jq -c '.samples[0].folio' >"$BATS_TEST_TMPDIR/loop"
	cmp "$BATS_TEST_TMPDIR/pair" "$BATS_TEST_TMPDIR/loop"
	[ "$(swsched swap --json --from "$a/t0" --to "$a/t1" | jq '.samples[0].interval')" = 2 ]
}

@test "a loop over trees ends where the trees end" {
	run --separate-stderr timeout 10 "$SWSCHED" swap --json --sysroot "$captures/made-changes" 0.1
	[ "$status" -eq 0 ]
	valid_json <<<"$output"
	[ "$(jq '.samples | length' <<<"$output")" = 1 ]
}

@test "COUNT samples, in every format" {
	for i in 0 1 2 3; do
		cp -r "$captures/made-torn/t$((i % 2))" "$BATS_TEST_TMPDIR/t$i"
	done
	[ "$(swsched swap --jsonl --sysroot "$BATS_TEST_TMPDIR" 0.01 3 | valid_jsonl && swsched swap --jsonl --sysroot "$BATS_TEST_TMPDIR" 0.01 3 | wc -l)" -eq 3 ]
	[ "$(swsched swap --json --sysroot "$BATS_TEST_TMPDIR" 0.01 2 | jq '.samples | length')" -eq 2 ]
	# One header for all samples.
	swsched swap --csv --sysroot "$BATS_TEST_TMPDIR" 0.01 3 | valid_csv
	[ "$(swsched swap --csv --sysroot "$BATS_TEST_TMPDIR" 0.01 3 | grep -c fallback_share)" -eq 1 ]
}

# interrupt SIGNAL STATUS - a running loop is stopped; its document is whole.
interrupt()
{
	"$SWSCHED" swap --json 0.1 >"$BATS_TEST_TMPDIR/doc" 3>&- &
	loop=$!
	sleep 0.5
	kill -"$1" "$loop"
	status=0
	wait "$loop" || status=$?
	[ "$status" -eq "$2" ] || { echo "status $status"; return 1; }
	valid_json <"$BATS_TEST_TMPDIR/doc"
	[ "$(jq '.samples | length > 0' "$BATS_TEST_TMPDIR/doc")" = true ]
}

@test "SIGTERM closes the document" { interrupt TERM 143; }

@test "SIGINT closes the document" {
	# bash lets what it starts in the background ignore SIGINT, so python starts it.
	run python3 - "$SWSCHED" <<-'END'
		import json, signal, subprocess, sys, time
		p = subprocess.Popen([sys.argv[1], "swap", "--json", "0.1"], stdout=subprocess.PIPE)
		time.sleep(0.5)
		p.send_signal(signal.SIGINT)
		doc = json.loads(p.communicate(timeout=5)[0])
		assert doc["samples"], doc
		assert p.returncode == -signal.SIGINT, p.returncode
	END
	[ "$status" -eq 0 ] || { echo "$output"; return 1; }
}

@test "a reader that leaves ends the loop" {
	run timeout 5 bash -c '"$SWSCHED" swap --jsonl 0.05 | head -2 | wc -l'
	[ "$status" -eq 0 ]
	[ "$output" -eq 2 ]
}

@test "looking opens nothing under /proc and /sys for writing" {
	needs_strace
	for c in "" swap "swap ps" "swap ps --per cgroup" "swap tunables" "swap fields" "swap --json --all 0.1 2" \
		"capture $BATS_TEST_TMPDIR/c 0.1 1"; do
		# shellcheck disable=SC2086
		traced -e trace=%file,%desc "$SWSCHED" $c >/dev/null 2>&1 || [ $? -eq 3 ]
		grep -q open "$trace"
		run grep -E '(/proc|/sys)[^,]*, .*(O_WRONLY|O_RDWR|O_CREAT|O_TRUNC)' "$trace"
		[ -z "$output" ] || { echo "$c: $output"; return 1; }
		# A file whose name the call does not spell (openat below a kept folder) counts as well.
		run grep -E 'openat2?\([0-9]+, .*(O_WRONLY|O_RDWR)' "$trace"
		case $c in capture*) continue ;; esac
		[ -z "$output" ] || { echo "$c: $output"; return 1; }
	done
}

# Reading this file makes a device: the control folder of zram is no place to look round in.
@test "capture reads nothing that acts when it is read" {
	needs_strace
	traced -e trace=%file "$SWSCHED" swap capture "$BATS_TEST_TMPDIR/c" 0.1 1
	[ -s "$BATS_TEST_TMPDIR/c/t0/proc/vmstat" ]
	run grep -E 'hot_add|hot_remove|/compact|mem_used_max|drop_caches' "$trace"
	[ -z "$output" ]
}
