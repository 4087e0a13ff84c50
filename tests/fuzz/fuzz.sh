#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# fuzz.sh DIR SECONDS - runs DIR/parse_fuzz on each grammar for so long, as many at once as there are
# processors; one line a grammar. What it found is kept in DIR: new inputs for the next run, and crashes.
set -u

dir=$1 seconds=$2
here=$(cd "$(dirname "$0")" && pwd)

# one NUMBER NAME
one()
{
	local log="$dir/$2.log" seeds="$dir/seeds/$2" found="$dir/found/$2" status speed
	rm -rf "$seeds"
	mkdir -p "$found"
	"$here/corpus.sh" "$1" "$seeds" || return 1
	"$dir/parse_fuzz" -max_total_time="$seconds" -max_len=8192 -timeout=10 -rss_limit_mb=2048 \
		-print_final_stats=1 -artifact_prefix="$dir/crash-$2-" "$found" "$seeds" >"$log" 2>&1
	status=$?
	# "ok" needs the statistics, not only the status: a fuzzer that ran nothing has proved nothing.
	speed=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log")
	if [ "$status" -eq 0 ] && [ "${speed:-0}" -gt 0 ]; then
		printf 'ok      %-12s %8d exec/s\n' "$2" "$speed"
	else
		printf 'FAILED  %-12s see %s\n' "$2" "$log"
		return 1
	fi
}

bad=0 running=0
while read -r number name; do
	if [ "$running" -ge "$(nproc)" ]; then
		wait -n || bad=1
		running=$((running - 1))
	fi
	one "$number" "$name" &
	running=$((running + 1))
done <<<"$("$dir/parse_replay")"
while [ "$running" -gt 0 ]; do
	wait -n || bad=1
	running=$((running - 1))
done
exit "$bad"
