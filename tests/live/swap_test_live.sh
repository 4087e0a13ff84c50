#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# swap_test_live.sh - swap test with zram devices of its own on this machine: what it sees is what the model says, and
# whenever it is killed everything is put back, or the next one says what is left. Needs root. Prints TAP, and the
# numbers last. KILLS sets how often it is killed (50), SEED when.
# shellcheck source=tests/live/helper.bash
. "$(dirname "$0")/helper.bash"

thp=/sys/kernel/mm/transparent_hugepage
kills=${KILLS:-50}
test_run() { "$SWSCHED" swap test --zram 64M "$@" >"$work/out" 2>"$work/err"; }

[ "$(id -u)" -eq 0 ] || skip_all "swap test" "needs root"
[ -d "$thp/hugepages-64kB/stats" ] || skip_all "swap test" "this kernel counts no 64 kB folios"
loaded=
if [ ! -d /sys/class/zram-control ]; then
	modprobe -q zram num_devices=0 || skip_all "swap test" "no zram in this kernel"
	loaded=yes
fi
work=$(mktemp -d) || exit 1
restore()
{
	trap '' INT TERM HUP
	[ -z "${pid-}" ] || kill -KILL "$pid" 2>/dev/null
	[ ! -e /run/swsched/swap-test ] || "$SWSCHED" swap test --restore
	[ -z "$loaded" ] || modprobe -r zram
	rm -rf "$work"
}
trap restore EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

before=$(settings)
test_run -n 1 || skip_all "swap test" "$(tail -1 "$work/err")"
is "every setting is as it was" "$(settings | cksum)" "$(echo "$before" | cksum)"

# The totals are decided by the workload; what comes back whole by whether zswap was ever on.
swapin=
[ -e /sys/kernel/slab/zswap_entry ] || swapin=--large-swapin
for mode in "" -a -s "-a -s"; do
	# shellcheck disable=SC2086 # words are meant
	test_run $mode -n 20 --json
	is "status of swap test $mode" $? 0
	# shellcheck disable=SC2086
	"$SWSCHED" swap sim $mode -n 20 --device 64M --allocator 6.18 $swapin --json >"$work/sim"
	is "totals of each iteration $mode" "$(jq -c '[.samples[0].iteration[].attempts]' "$work/out")" \
		"$(jq -c '[.samples[0].iteration[].attempts]' "$work/sim")"
	is "verdict $mode" "$(jq -r '.samples[0].run[0].verdict' "$work/out")" as-predicted
	is "settings after $mode" "$(settings | cksum)" "$(echo "$before" | cksum)"
done

# Of two devices each tells what it has taken.
"$SWSCHED" swap test --zram 16M --zram 64M -n 5 --json >"$work/out" 2>"$work/err"
is "folios of two devices" "$(jq '[.samples[0].target[].swpout] | add' "$work/out")" "$(jq '.samples[0].run[0].swpout' "$work/out")"
is "the device that took most" "$(jq -r '.samples[0].run[0].device' "$work/out")" \
	"$(jq -r '.samples[0].target | max_by(.swpout).name' "$work/out")"

# The reader leaves: it ends, and puts back.
"$SWSCHED" swap test --zram 64M --format mail 2>"$work/err" | head -1 >"$work/out"
is "the first line" "$(cut -d: -f1 "$work/out")" "Iteration 1"
is "settings when the reader leaves" "$(settings | cksum)" "$(echo "$before" | cksum)"

# killed SIGNAL SECONDS
killed()
{
	"$SWSCHED" swap test --zram 32M --zram 64M -n 100000 >/dev/null 2>"$work/err" &
	pid=$!
	sleep "$2"
	kill "-$1" "$pid"
	wait "$pid" 2>/dev/null
	status=$?
	pid=
}

RANDOM=${SEED:-$$}
echo "# SEED=${SEED:-$$}"
left=0 wrong=0
for ((i = 0; i < kills; i++)); do
	signals=(TERM INT KILL) signal=${signals[i % 3]}
	after=$((RANDOM % 1500))
	killed "$signal" "$((after / 1000)).$(printf %03d $((after % 1000)))"
	if [ "$signal" = KILL ] && [ "$(settings)" != "$before" ]; then
		left=$((left + 1))
		"$SWSCHED" swap test --dry-run >/dev/null 2>"$work/said"
		said=$?
		# A record of nothing is no leftover, and goes.
		if [ "$(settings)" != "$before" ]; then
			[ "$said" -eq 6 ] && grep -q 'has left .*--restore.*: .*echo' "$work/said" ||
				{ echo "# $after ms: status $said: $(cat "$work/said")"; wrong=$((wrong + 1)); }
			"$SWSCHED" swap test --restore 2>>"$work/said" ||
				{ echo "# $after ms: $(cat "$work/said")"; wrong=$((wrong + 1)); }
		fi
	fi
	if [ "$(settings)" != "$before" ]; then
		echo "# $signal after $after ms, status $status:"
		diff <(echo "$before") <(settings) | sed 's/^/# /'
		wrong=$((wrong + 1))
		"$SWSCHED" swap test --restore 2>/dev/null
	fi
done
is "killed $kills times ($left times with something left)" "$wrong" 0
restore
trap - EXIT
is "every setting is as it was in the end" "$(settings | cksum)" "$(echo "$before" | cksum)"
finish
