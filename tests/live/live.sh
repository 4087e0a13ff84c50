#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# live.sh - runs what is tried on the machine itself, one after the other, and adds up their numbers.
# shellcheck source=tests/live/helper.bash
. "$(dirname "$0")/helper.bash"

here=$(cd "$(dirname "$0")" && pwd)
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
finish
