#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# live.sh - runs what is tried on the machine itself, one after the other, and adds up their numbers.
set -u

here=$(cd "$(dirname "$0")" && pwd)
passed=0 failed=0 skipped=0
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
for t in "$here"/*_live.sh; do
	"$t" | tee "$log"
	last=$(tail -1 "$log")
	if [[ $last =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed(,\ ([0-9]+)\ skipped)?$ ]]; then
		passed=$((passed + BASH_REMATCH[1]))
		failed=$((failed + BASH_REMATCH[2]))
		skipped=$((skipped + ${BASH_REMATCH[4]:-0}))
	else
		echo "not ok - live: ${t##*/} ended before it was done"
		failed=$((failed + 1))
	fi
done
[ "$skipped" -eq 0 ] && more='' || more=", $skipped skipped"
echo "$passed passed, $failed failed$more"
[ "$failed" -eq 0 ]
