#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# golden.sh [--write] [NAME…] - runs the command in the first line of each golden file and compares
# (or writes) what it answers. Prints TAP.
set -u

top=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

write=
if [ "${1-}" = --write ]; then
	write=yes
	shift
fi

export PATH="${SWSCHED%/*}:$PATH" LC_ALL=C.UTF-8 TZ=UTC
unset NO_COLOR CLICOLOR_FORCE FORCE_COLOR COLUMNS LINES POSIXLY_CORRECT
cd "$top/tests/captures" || exit 1

# answer FIRST_LINE - what a golden file with that first line has to say.
answer()
{
	local status
	printf '%s\n' "$1"
	bash -c "${1#\$ }" <"/dev/null" >"$work/out" 2>"$work/err"
	status=$?
	cat "$work/out"
	[ -z "$(tail -c 1 "$work/out")" ] || printf '\n[no newline]\n'
	sed 's/^/[stderr] /' "$work/err"
	[ "$status" -eq 0 ] || printf '[exit %d]\n' "$status"
}

files=("$@")
[ $# -gt 0 ] || files=("$top"/tests/golden/*)
n=0 failed=0
echo "1..${#files[@]}"
for file in "${files[@]}"; do
	n=$((n + 1))
	name=${file##*/}
	file=$top/tests/golden/$name
	IFS= read -r first <"$file"
	case $first in
	'$ '*) ;;
	*)
		echo "not ok $n - golden $name: the first line is no command"
		failed=1
		continue
		;;
	esac
	answer "$first" >"$work/new"
	if cmp -s "$work/new" "$file"; then
		echo "ok $n - golden $name"
	elif grep -q '^\[stderr\] .* built without ' "$work/new"; then
		echo "ok $n - golden $name # skip $(sed -n 's/^\[stderr\] .* \(built without .*\)/\1/p' "$work/new")"
	elif [ "$write" ]; then
		cp "$work/new" "$file"
		echo "ok $n - golden $name (written)"
	else
		echo "not ok $n - golden $name"
		diff -u "$file" "$work/new" | head -40 | sed 's/^/# /'
		failed=1
	fi
done
[ -z "$write" ] || git -C "$top" diff --stat -- tests/golden
exit "$failed"
