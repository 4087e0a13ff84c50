#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# events_live.sh - software events on this machine, against what else counts them: every step of -e but for the
# processor's own counters, and those too where the machine has some. Changes nothing. Prints TAP, the numbers last.
# shellcheck source=tests/live/helper.bash
. "$(dirname "$0")/helper.bash"

# between NAME VALUE LEAST MOST
between()
{
	if awk -v v="$2" -v l="$3" -v m="$4" 'BEGIN { exit !(v + 0 >= l && v + 0 <= m) }'; then
		ok "$1 ($2)"
	else
		not_ok "$1: $2 is not between $3 and $4"
	fi
}

[ "$(id -u)" -eq 0 ] || skip_all "events" "needs root"
[ -e /proc/sys/kernel/perf_event_paranoid ] || skip_all "events" "this kernel counts none"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

of() { jq -r --arg e "$1" "[.samples[0].event[] | select(.event == \$e) | $2] | add" "$work/json"; }
ctxt() { awk '/^ctxt / { print $2 }' /proc/stat; }

# A program that faults in 4,096 pages, while swsched looks.
before=$(ctxt)
"$SWSCHED" llc -e task-clock,context-switches,page-faults,cpu-migrations --json 1 1 >"$work/json" 2>"$work/err" &
sleep 0.3
head -c 16M /dev/zero | tail -c 16M >/dev/null
wait $!
is "status" $? 0
is "nothing is said" "$(cat "$work/err")" ''
after=$(ctxt)
cpus=$(getconf _NPROCESSORS_ONLN)
interval=$(jq '.samples[0].interval' "$work/json")
between "task-clock is the CPUs' time" "$(jq -n "$(of task-clock .count) / $interval / $cpus / 1e9")" 0.8 1.2
between "page-faults, with those of 16 MiB" "$(of page-faults .count)" 4000 1e9
between "context-switches, of those of /proc/stat" "$(of context-switches .count)" 1 $((after - before))
between "cpu-migrations" "$(of cpu-migrations .count)" 0 1e9
is "software has a counter all the time" "$(jq -c '[.samples[0].event[].counted] | unique' "$work/json")" '[1]'
is "a row for each LLC and event" "$(jq '(.samples[0].event | length) == 4 * (.samples[0].llc | length)' "$work/json")" true
is "the parts are per the first" "$(jq '[.samples[0].event[] | select(.event == "task-clock").per_first] | unique[0]' "$work/json")" 1

# Opened once, a descriptor a CPU and event, and read each time.
if command -v strace >/dev/null && ! grep -q __asan_init "$SWSCHED"; then
	strace -f -o "$work/trace" "$SWSCHED" llc -e task-clock,cs 0.05 4 >/dev/null
	is "descriptors" "$(grep -c perf_event_open "$work/trace")" $((2 * cpus))
	fds=$(awk -F'= ' '/perf_event_open/ { print $2 }' "$work/trace" | sort -n | head -1)
	is "readings of each" "$(grep -c "read($fds, .*, 24) *= 24" "$work/trace")" 5
else
	skip "system calls" "no strace, or a sanitizer"
fi

# What a plain user is told, with the number it is about.
paranoid=$(cat /proc/sys/kernel/perf_event_paranoid)
if [ "$paranoid" -gt 0 ]; then
	chmod 755 "$work"
	install -m 755 "$SWSCHED" "$work/swsched"
	setpriv --reuid 65534 --regid 65534 --clear-groups "$work/swsched" llc -e task-clock 0.05 1 >"$work/out" 2>"$work/err"
	is "a plain user's status" $? 5
	is "a plain user is told why" "$(grep -c "CAP_PERFMON.*perf_event_paranoid.*(it is $paranoid)" "$work/err")" 1
	is "a plain user sees the rest" "$(grep -c 'CPUS' "$work/out")" 1
else
	skip "a plain user" "perf_event_paranoid is $paranoid"
fi

# The processor's counters: where it has none that is said, else misses are not more than references.
"$SWSCHED" llc -e cache-references,cache-misses --json 1 1 >"$work/json" 2>"$work/err"
if [ $? -eq 5 ]; then
	is "no counter: said of each event" "$(grep -c '^swsched: -e cache-' "$work/err")" 2
else
	between "cache-misses" "$(of cache-misses .count)" 1 "$(of cache-references '.count * 1.5')"
fi
if [ -e /sys/bus/event_source/devices/msr/events/tsc ]; then
	"$SWSCHED" llc -e msr/tsc/ --json 0.5 1 >"$work/json" 2>"$work/err"
	is "a PMU by its files" "$(jq -c '[.samples[0].event[].pmu] | unique' "$work/json")" '["msr"]'
	between "the clock of each CPU" "$(of msr/tsc/ .count)" $((cpus * 100000000)) $((cpus * 5000000000))
else
	skip "a PMU by its files" "no msr here"
fi
finish
