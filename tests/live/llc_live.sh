#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# llc_live.sh - --schedstats on this machine's own scheduler: on while it runs, and then as it was.
# Needs root and a kernel with CONFIG_SCHEDSTATS; puts back the one setting it changes. Prints TAP, and the
# numbers last.
set -u
export LC_ALL=C

setting=/proc/sys/kernel/sched_schedstats
passed=0 failed=0 skipped=0
ok() { passed=$((passed + 1)); echo "ok $((passed + failed + skipped)) - live: $1"; }
not_ok() { failed=$((failed + 1)); echo "not ok $((passed + failed + skipped)) - live: $1"; }
is() { if [ "$2" = "$3" ]; then ok "$1 ($2)"; else not_ok "$1: '$2' is not '$3'"; fi; }
finish()
{
	local more=
	[ "$skipped" -eq 0 ] || more=", $skipped skipped"
	echo "$passed passed, $failed failed$more"
	[ "$failed" -eq 0 ]
	exit
}
skip_all() { skipped=1; echo "ok 1 - live: llc --schedstats # skip $1"; finish; }

[ "$(id -u)" -eq 0 ] || skip_all "needs root"
[ -e "$setting" ] || skip_all "this kernel has no $setting (CONFIG_SCHEDSTATS)"
before=$(cat "$setting")
work=$(mktemp -d) || exit 1
restore() { echo "$before" >"$setting"; rm -rf "$work"; }
trap restore EXIT
trap 'exit 1' INT TERM HUP
echo 0 >"$setting" || skip_all "$setting cannot be written here"

"$SWSCHED" llc --schedstats --jsonl 0.5 4 >"$work/out" 2>"$work/err" &
sleep 1
is "on while it runs" "$(cat "$setting")" 1
wait $!
is "status" $? 0
is "off again" "$(cat "$setting")" 0
is "said once, with the way back" "$(grep -c "echo 0 >$setting" "$work/err")" 1
is "the scheduler counts" "$(jq -s '[.[].llc[].wakes] | add > 0' "$work/out")" true

"$SWSCHED" llc --schedstats 0.2 >"$work/out" 2>"$work/err" &
sleep 1
kill -TERM $!
wait $!
is "ended by SIGTERM" $? 143
is "off again after SIGTERM" "$(cat "$setting")" 0

"$SWSCHED" llc --schedstats 0.1 2>"$work/err" | head -1 >"$work/out"
is "off again when the reader leaves" "$(cat "$setting")" 0

echo 1 >"$setting"
"$SWSCHED" llc --schedstats 0.1 1 >"$work/out" 2>"$work/err"
is "on already: stays so" "$(cat "$setting")" 1
is "and nothing is said" "$(wc -l <"$work/err")" 0
finish
