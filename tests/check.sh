#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# check.sh UNIT_TEST… - runs the unit tests, the golden files and the command line tests; prints what
# failed and, last, the numbers of all. Each part speaks TAP.
set -u

top=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
export CMOCKA_MESSAGE_OUTPUT=TAP

# part NAME COMMAND… - its TAP goes to a file; one that dies before its plan is done has failed.
part()
{
	local name=$1 status
	shift
	"$@" >"$work/$name" 2>&1 </dev/null
	status=$?
	if [ "$status" -ne 0 ] && ! grep -aq '^not ok' "$work/$name"; then
		echo "not ok - $name: status $status without a failing test" >>"$work/$name"
	fi
}

running=0
start()
{
	if [ "$running" -ge "$(nproc)" ]; then
		wait -n
		running=$((running - 1))
	fi
	part "$@" &
	running=$((running + 1))
}

start golden "$top/tests/golden.sh"
for t in "$top"/tests/cli/*.bats; do
	start "cli-$(basename "$t" .bats)" bats --tap "$t"
done
for t in "$@"; do
	start "unit-${t##*/}" "$t"
done
wait

for log in "$work"/*; do
	grep -aq '^not ok' "$log" || continue
	echo "== ${log##*/}"
	grep -av '^ok' "$log"
done

cat "$work"/* >"$work/all"
passed=$(grep -a '^ok' "$work/all" | grep -avciE '# skip')
skipped=$(grep -a '^ok' "$work/all" | grep -aciE '# skip')
failed=$(grep -ac '^not ok' "$work/all")
grep -aiE '^ok.*# skip' "$work/all" | sed 's/^ok [0-9]* /skipped: /'
[ "$skipped" -eq 0 ] && more='' || more=", $skipped skipped"
echo "$passed passed, $failed failed$more"
[ "$failed" -eq 0 ]
