#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run.sh BUILD-DIR - real kernels under emulation: every scenario on every kernel of ./kernels and
# on each topology that the scenario asks for, two guests at a time. Environment:
#   K, T, P   only these kernels, scenarios, topologies (lists of names)
#   JOBS      how many guests run at a time
# Ends with the line "N passed, N failed, N skipped"; status 1 when one failed.
set -u
cd "$(dirname "$0")/../.." || exit
here=tests/vm build=${1:?build folder}
vm=$build/vm jobs=${JOBS:-2}
mkdir -p "$vm/kernels"

# Runs it so that an interrupt ends this shell at once, and with this shell what it runs.
tied()
{
	setpriv --pdeathsig KILL "$@" &
	wait $!
}

lines() { sed 's/#.*//' "$1" | awk NF; }
asked() { [ -z "$1" ] || [[ " $1 " == *" $2 "* ]]; }
topologies_of() { sed -n 's/^# topologies: *//p' "$here/scenarios/$1.sh"; }

# "kernel scenario topology" of every cell asked for.
cells()
{
	local kernel scenario topology
	for kernel in $(lines $here/kernels | awk '{ print $1 }'); do
		asked "${K-}" "$kernel" || continue
		for scenario in "$here"/scenarios/*.sh; do
			scenario=$(basename "$scenario" .sh)
			asked "${T-}" "$scenario" || continue
			for topology in $(topologies_of "$scenario"); do
				! asked "${P-}" "$topology" || echo "$kernel $scenario $topology"
			done
		done
	done
}

# Lays out the guest image and the kernels; why one cannot be had becomes the reason to skip.
prepare()
{
	local tool kernel suites
	rm -f "$vm/reason" "$vm"/kernels/*.reason
	for tool in $(lines $here/tools); do
		command -v "$tool" >/dev/null || {
			echo "no $tool here: make deps" >"$vm/reason"
			return
		}
	done
	tied bash $here/image.sh "$vm" >"$vm/image.log" 2>&1 || {
		echo "no guest image: $(tail -1 "$vm/image.log")" >"$vm/reason"
		return
	}
	while read -r kernel suites; do
		grep -q "^$kernel " <<<"$list" || continue
		# shellcheck disable=SC2086 # suites are words
		tied bash $here/kernel.sh "$vm" "$kernel" $suites >"$vm/kernels/$kernel.log" 2>&1 ||
			tail -1 "$vm/kernels/$kernel.log" >"$vm/kernels/$kernel.reason"
	done < <(lines $here/kernels)
}

count() { cat "${results[@]}" 2>/dev/null | grep -cx "$1"; }

list=$(cells)
[ -n "$list" ] || {
	echo "vm: no such cell: K='${K-}' T='${T-}' P='${P-}'" >&2
	exit 2
}
prepare
printf '%-8s %-22s %-9s %-9s %-6s %7s  %s\n' KERNEL RELEASE SCENARIO TOPOLOGY RESULT SECONDS NOTE
results=()
while read -r kernel scenario topology; do
	while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do
		wait -n
	done
	result=$vm/cells/$kernel-$scenario-$topology/result
	rm -f "$result"
	results+=("$result")
	setpriv --pdeathsig KILL bash $here/cell.sh "$build" "$kernel" "$scenario" "$topology" </dev/null &
done <<<"$list"
wait
passed=$(count pass) skipped=$(count skip)
failed=$((${#results[@]} - passed - skipped))
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
