# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
# guest.sh - what scenarios share; sourced inside the guest. Each check is counted and, when it
# fails, names itself. A scenario must reach `finish`, or it has failed.
#
#   check NAME COMMAND...       the command succeeds
#   refuse NAME COMMAND...      the command fails
#   want NAME EXPECTED ACTUAL   the two texts are equal
#   status NAME N COMMAND...    the command ends with status N, and within 20 s
#   twin NAME DOMAIN            a capture into $cap/NAME prints what its tree then reads as, byte for byte
#   left_out NAME WHY           said, not counted as a check
#   note TEXT                   into the console log
out=/lab/out
cap=/run/capture
topology=$(cat /lab/topology)
mkdir -p $cap
exec 8>>$out/checks

note() { echo "-- $*"; }
ok() { echo "ok $1" >&8; }
fail()
{
	echo "FAIL $1: $2"
	echo "FAIL $1: $2" >&8
}
# said NAME WORD: counts what another program has checked; WORD is ok or FAIL, NAME ends in the reason.
said() { if [ "$2" = ok ]; then ok "$1"; else fail "${1%%: *}" "${1#*: }"; fi; }
left_out() { echo "left out $1: $2" >&8; }

check()
{
	local name=$1
	shift
	if "$@" >/run/said 2>/run/complaint; then ok "$name"; else
		fail "$name" "$* ended with $?: $(cat /run/said /run/complaint | tail -c 300 | tr '\n' ' ')"
	fi
}

refuse()
{
	local name=$1
	shift
	if "$@" >/dev/null 2>&1; then fail "$name" "$* succeeded"; else ok "$name"; fi
}

want() { if [ "$2" = "$3" ]; then ok "$1"; else fail "$1" "expected '$2', got '$3'"; fi; }

status()
{
	local name=$1 expected=$2 rc
	shift 2
	timeout 20 "$@" >/run/said 2>/run/complaint
	rc=$?
	if [ $rc = "$expected" ]; then ok "$name"; else
		fail "$name" "$* ended with $rc, not $expected: $(cat /run/said /run/complaint | tail -c 300 | tr '\n' ' ')"
	fi
}

twin()
{
	local live=/run/live.json
	check "$1: capture" timeout 20 swsched "$2" capture "$cap/$1" 0.1 1 --json
	cp /run/said $live
	check "$1: the capture reads as it was" eval "swsched $2 --sysroot '$cap/$1/t0' --json | cmp - $live"
	check "$1: JSON" jq -e '.samples | length == 1' $live
}

more_than() { [ "$2" -gt "$1" ] || { echo "$2 is not more than $1"; return 1; }; }

# at_least RELEASE: whether this kernel is that or newer.
at_least() { [ "$(printf '%s\n' "$1" "$(uname -r)" | sort -V | head -1)" = "$1" ]; }

# promise_of FILE: what the last line says whose release (its first word) is not newer than this kernel.
promise_of()
{
	local since word said=
	while read -r since word; do
		! at_least "$since" || said=$word
	done < <(sed 's/#.*//' "$1" | awk NF | sort -V)
	echo "$said"
}

finish()
{
	rmdir $cap 2>/dev/null || tar -C $cap -cf $out/capture.tar .
	echo end >&8
	exit 0
}
