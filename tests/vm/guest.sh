# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
# guest.sh - what scenarios share; sourced inside the guest. Each check is counted and, when it
# fails, names itself. A scenario must reach `finish`, or it has failed.
#
#   check NAME COMMAND...       the command succeeds
#   refuse NAME COMMAND...      the command fails
#   want NAME EXPECTED ACTUAL   the two texts are equal
#   status NAME N COMMAND...    the command ends with status N, and within 20 s
#   left_out NAME WHY           said, not counted as a check
#   note TEXT                   into the console log
out=/lab/out
cap=/run/capture
# shellcheck disable=SC2034 # for the scenarios
topology=$(cat /lab/topology)
mkdir -p $cap
exec 8>>$out/checks

note() { echo "-- $*"; }
ok() { echo "ok $1" >&8; }
fail() {
	echo "FAIL $1: $2"
	echo "FAIL $1: $2" >&8
}
left_out() { echo "left out $1: $2" >&8; }

check() {
	local name=$1 said
	shift
	if said=$("$@" 2>&1); then ok "$name"; else fail "$name" "$* ended with $?: $(tail -c 300 <<<"$said" | tr '\n' ' ')"; fi
}

refuse() {
	local name=$1
	shift
	if "$@" >/dev/null 2>&1; then fail "$name" "$* succeeded"; else ok "$name"; fi
}

want() { if [ "$2" = "$3" ]; then ok "$1"; else fail "$1" "expected '$2', got '$3'"; fi; }

status() {
	local name=$1 expected=$2 said rc
	shift 2
	said=$(timeout 20 "$@" 2>&1 8>&-) && rc=0 || rc=$?
	if [ $rc = "$expected" ]; then ok "$name"; else
		fail "$name" "$* ended with $rc, not $expected: $(tail -c 300 <<<"$said" | tr '\n' ' ')"
	fi
}

# at_least RELEASE: whether this kernel is that or newer.
at_least() { [ "$(printf '%s\n' "$1" "$(uname -r)" | sort -V | head -1)" = "$1" ]; }

# promise_of FILE: what the last line says whose release (its first word) is not newer than this kernel.
promise_of() {
	local since word said=
	while read -r since word; do
		! at_least "$since" || said=$word
	done < <(sed 's/#.*//' "$1" | awk NF | sort -V)
	echo "$said"
}

finish() {
	rmdir $cap 2>/dev/null || tar -C $cap -cf $out/capture.tar .
	echo end >&8
	exit 0
}
