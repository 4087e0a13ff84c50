#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# llc_live.sh - the scheduler of this machine: what threads say where /proc/schedstat does not; --schedstats, on while
# it runs, and then as it was. The latter needs root and a kernel with CONFIG_SCHEDSTATS; puts back the one setting it changes. Prints TAP, and the
# numbers last.
# shellcheck source=tests/live/helper.bash
. "$(dirname "$0")/helper.bash"

if [ ! -e /proc/schedstat ]; then
	taskset -c 0 sh -c 'while :; do :; done' &
	busy=$!
	trap 'kill $busy' EXIT
	sleep 0.2
	read -r ran _ </proc/$busy/schedstat
	llc=$("$SWSCHED" llc ps --per thread --jsonl -o llc,run 1 1 | jq -r ".thread[] | select(.name == \"$busy\").llc")
	sum=$("$SWSCHED" llc --jsonl 1 1 | jq ".llc[] | select(.name == \"$llc\").task_run")
	read -r runs _ </proc/$busy/schedstat
	is "without /proc/schedstat: an LLC has the run time of its threads ($sum s)" \
		"$(jq -n "$sum > 0.2 * $(((runs - ran) / 1000000)) / 1000")" true
	kill $busy
	wait $busy
	trap - EXIT
fi
setting=/proc/sys/kernel/sched_schedstats
[ "$(id -u)" -eq 0 ] || skip_all "llc --schedstats" "needs root"
[ -e "$setting" ] || skip_all "llc --schedstats" "this kernel has no $setting (CONFIG_SCHEDSTATS)"
before=$(cat "$setting")
work=$(mktemp -d) || exit 1
restore() { echo "$before" >"$setting"; rm -rf "$work"; }
trap restore EXIT
trap 'exit 1' INT TERM HUP
echo 0 >"$setting" || skip_all "llc --schedstats" "$setting cannot be written here"

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
