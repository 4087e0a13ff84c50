#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# What is read depends on what is shown; what is said must not.
load helper

@test "a device's verdict is the same in every view" {
	for t in "$captures"/large-*/ "$captures"/swaps-*/ "$captures"/zram-*/ "$captures"/*-swap/4-held/; do
		swsched swap --json --sysroot "$t" 2>/dev/null |
			jq -r '.samples[0].device[] | [.name, .rank, .large] | @csv' >"$BATS_TEST_TMPDIR/json" || true
		swsched swap --csv --rows device -o rank,large --sysroot "$t" 2>/dev/null | python3 -c '
import csv, io, json, sys
for row in csv.DictReader(io.StringIO(sys.stdin.read())):
    print("\"%s\",%s,\"%s\"" % (row["name"], row["rank"], row["large"]))' >"$BATS_TEST_TMPDIR/csv"
		# Order and the spelling of names are the view's own.
		diff <(grep -v '\\' "$BATS_TEST_TMPDIR/json" | sort) <(grep -v '\\' "$BATS_TEST_TMPDIR/csv" | sort) ||
			{ echo "$t"; return 1; }
	done
}
