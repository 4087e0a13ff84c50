#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# top_live.sh - the screen on this machine: each domain, under a storm of forks, and for 36,000 turns on a capture.
# Needs the module of ncurses. Prints TAP, and the numbers last.
set -u
export LC_ALL=C.UTF-8

here=$(cd "$(dirname "$0")" && pwd)
passed=0 failed=0

scenario()
{
	local out
	if out=$(timeout 300 python3 "$here/../cli/terminal.py" "$2" 2>&1); then
		passed=$((passed + 1))
		echo "ok $((passed + failed)) - live: $1"
	else
		failed=$((failed + 1))
		echo "not ok $((passed + failed)) - live: $1"
	fi
	[ -z "$out" ] || sed 's/^#* */# /' <<<"$out"
}

if [ ! -e "$(dirname "$SWSCHED")/../lib/swsched/screen.so" ]; then
	echo "ok 1 - live: top # skip built without ncurses"
	echo "0 passed, 0 failed, 1 skipped"
	exit
fi
scenario "top of each domain" real
scenario "llc top through 30 s of forks" fork_storm=30
scenario "cifs top for 36,000 turns" flat=36000
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
