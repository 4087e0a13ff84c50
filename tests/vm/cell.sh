#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# cell.sh BUILD-DIR KERNEL SCENARIO TOPOLOGY - runs one scenario on one kernel and one machine,
# prints its row of the table, and leaves pass, fail or skip in <cell>/result.
set -u
here=$(dirname "$0")
build=$(realpath "$1") kernel=$2 scenario=$3 topology=$4
vm=$build/vm ker=$build/vm/kernels/$2 name=$2-$3-$4
cell=$vm/cells/$name checks=$vm/cells/$name/out/checks

# The first failures; when a source is lost there are hundreds.
failures()
{
	grep '^FAIL ' "$checks" | cut -c1-200 | awk 'NR <= 12 { print "         - " substr($0, 6) }
		END { if (NR > 12) print "         - and " NR - 12 " more in '"$checks"'" }'
}

# row RESULT DETAIL
row()
{
	local word=$1 release=-
	[ "$word" != fail ] || word=FAIL
	[ ! -e "$ker/release" ] || release=$(cat "$ker/release")
	printf '%-8s %-22s %-9s %-9s %-6s %7d  %s\n' "$kernel" "$release" "$scenario" "$topology" "$word" $SECONDS "$2"
	[ ! -e "$checks" ] || failures
	echo "$1" >"$cell/result"
	exit 0
}

# The value of a "# word: value" line in the scenario's head.
head_of() { sed -n "s/^# $1: *//p" "$here/scenarios/$scenario.sh"; }

topology_line() { awk -v t="$topology" '$1 == t' "$here/topologies"; }

fill()
{
	mkdir -p "$cell"/{bin,lib,out,promises}
	cp "$here/guest-init.sh" "$cell/init"
	cp "$here"/guest.sh "$here"/smb_* "$here"/llc_* "$here"/*.awk "$cell/"
	cp "$here/scenarios/$scenario.sh" "$cell/scenario.sh"
	cp "$here"/promises/* "$cell/promises/"
	cp "$build/bin/swsched" "$build"/tests/vm/src/* "$cell/bin/"
	[ ! -d "$build/lib/swsched" ] || cp -R "$build/lib/swsched" "$cell/lib/"
	cp "$ker/config" "$cell/"
	topology_line >"$cell/topology"
}

boot()
{
	local words options
	read -r _ words options < <(topology_line)
	[ "$words" != - ] || words=
	# shellcheck disable=SC2086 # options are words
	setpriv --pdeathsig KILL bash "$here/boot.sh" "$ker" "$vm/guest.img" "$cell" "$1" "$words" $options &
	wait $!
}

unpack_capture()
{
	[ -e "$cell/out/capture.tar" ] || return 0
	rm -rf "$vm/captures/$name"
	mkdir -p "$vm/captures/$name"
	tar -C "$vm/captures/$name" -xf "$cell/out/capture.tar"
	rm "$cell/out/capture.tar"
}

judge()
{
	local ended=$1 limit=$2 n left
	if grep -qa 'Kernel panic' "$cell/console"; then
		row fail "kernel panic: $cell/console"
	elif grep -qsaE 'Oops: |BUG: ' "$cell/console" "$cell/out/dmesg"; then
		row fail "the kernel reports a bug: $cell/console"
	elif [ "$ended" = 137 ]; then
		row fail "hung: still running after $limit s: $cell/console"
	elif [ ! -e "$cell/out/status" ]; then
		row fail "the guest ended early: $cell/console"
	elif ! grep -qx end "$checks"; then
		row fail "the scenario ended early: $cell/console"
	fi
	n=$(grep -cE '^(ok|FAIL) ' "$checks") left=$(grep -c '^left out ' "$checks")
	if [ "$n" = 0 ]; then
		row fail 'the scenario checked nothing'
	elif grep -q '^FAIL ' "$checks"; then
		row fail "$(grep -c '^FAIL ' "$checks") of $n checks: $cell/console"
	fi
	row pass "$n checks$([ "$left" = 0 ] || echo ", $left left out")"
}

rm -rf "$cell"
mkdir -p "$cell"
[ ! -e "$vm/reason" ] || row skip "$(cat "$vm/reason")"
[ ! -e "$vm/kernels/$kernel.reason" ] || row skip "$(cat "$vm/kernels/$kernel.reason")"
fill
limit=$(head_of seconds)
boot "$limit"
ended=$?
unpack_capture
judge $ended "$limit"
