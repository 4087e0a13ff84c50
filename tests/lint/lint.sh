#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# lint.sh - the rules of the house that a program can check. Prints a line for each broken one, and
# the numbers last.
set -u

here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.." || exit 1
export LC_ALL=C.UTF-8
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 skipped=0

# rule NAME COMMAND… - the command prints what breaks the rule; it may not fail in silence either.
rule()
{
	local name=$1 status
	shift
	"$@" >"$work/out" 2>&1
	status=$?
	if [ "$status" -eq 77 ]; then
		skipped=$((skipped + 1))
		echo "skip $name: $(cat "$work/out")"
	elif [ "$status" -ne 0 ] || [ -s "$work/out" ]; then
		failed=$((failed + 1))
		echo "FAIL $name"
		head -40 "$work/out" | sed 's/^/     /'
	else
		passed=$((passed + 1))
		echo "ok   $name"
	fi
}

# What git knows, so that a build folder is never looked at.
files() { git ls-files -- "$@"; }
have() { command -v "$1" >/dev/null || { echo "no $1"; return 77; }; }

rooms() { files 'lib/*' 'cmd/*' 'tests/*.c' 'tests/*.h' | xargs grep -nH '#include "\.\./' || true; }

# What these rooms may want of others: base, each other's model, and pure.allow.
pure()
{
	local room object
	find "$O"/lib/{base,parse,model,sim} -name '*.o' 2>/dev/null >"$work/objects"
	[ -s "$work/objects" ] || { echo "nothing is built"; return 1; }
	xargs nm --defined-only <"$work/objects" | awk 'NF == 3 { print $3 }' | sort -u >"$work/own"
	for room in parse model sim; do
		grep "/lib/$room/" "$work/objects" | sort | while read -r object; do
			nm -u "$object" | awk '{ print $2 }' | grep -vxEf "$here/pure.allow" |
				grep -vxFf "$work/own" | sed "s|^|${object#"$O"/} wants |"
		done
	done
	return 0
}

# Nothing left undone, and no path of the machine that it was written on.
words()
{
	files | grep -vE '^(COPYING|tests/captures/|tests/lint/)' >"$work/list"
	xargs grep -nIE '\b(TODO|FIXME)\b' <"$work/list"
	[ "${PWD%/*}" = /tmp ] || xargs grep -nIF "${PWD%/*}/" <"$work/list"
	return 0
}

spdx()
{
	files | grep -vE '^(COPYING|tests/captures/|tests/golden/|tests/screens/|tests/fuzz/corpus|tests/.gitattributes|\.|.*\.(json|sym)$)' |
		while read -r f; do
			[ -s "$f" ] || continue
			head -5 "$f" | grep -q 'SPDX-License-Identifier: GPL-2.0-or-later' || echo "$f has no SPDX line near its top"
		done
}

# At most 400 lines a file, and 60 a function: from the '{' in column 1 to the '}' there. Tables of data are as
# long as what they know, and a header is one for its room.
lengths()
{
	files '*.c' '*.sh' 'Makefile' '*.mk' '*.bats' | grep -v '^lib/domain/' | while read -r f; do
		awk -v f="$f" '
			/^\{/ { from = NR }
			/^\}/ && from { if (NR - from + 1 > 60) print f ":" from ": a function of " NR - from + 1 " lines"; from = 0 }
			END { if (NR > 400) print f ": " NR " lines" }' "$f"
	done
}

# Headers and tables are laid out by hand, for the eye goes down their columns.
layout() { have clang-format || return; files 'lib/*.c' 'cmd/*.c' 'tests/unit/*.c' | grep -v '^lib/domain/' | xargs clang-format --dry-run -Werror; }
manuals()
{
	local page
	have mandoc || return
	for page in "$O"/man/*.[1-8]; do
		[ -e "$page" ] || { echo "no manual is built"; return 1; }
		mandoc -Tlint -W warning "$page"
	done
}
scripts()
{
	have shellcheck || return
	files | grep -E '\.sh$|^\.ci/run$' | xargs shellcheck -S warning
	# bats sets variables for the test, and the helper for all tests.
	files | grep -E '\.(bats|bash)$' | xargs shellcheck -s bash -S warning -e SC2154,SC2034,SC2030,SC2031
}

completion()
{
	have "$1" || return
	case $1 in
	bash) "$SWSCHED" doc bash >"$work/c" && bash -n "$work/c" ;;
	zsh) "$SWSCHED" doc zsh >"$work/c" && zsh -n "$work/c" ;;
	fish) "$SWSCHED" doc fish >"$work/c" && fish -n "$work/c" ;;
	esac || return
	[ -s "$work/c" ] || echo "empty"
}

# Each key of a row in JSON is a name of `doc names`, which golden/names.txt keeps: "field", or "group.field".
json_keys()
{
	have jq || return
	local domain tree
	while read -r domain tree; do
		"$SWSCHED" doc names | sed -n "s/^$domain\.\([^ ]*\) .*/\1/p" | sed 'p; s/.*\.//' | sort -u >"$work/names"
		"$SWSCHED" "$domain" --json --all --sysroot "tests/captures/$tree" |
			jq -r '.samples[0] | del(.findings, .checks, .faults, .lines) | .[] |
				if type == "array" then .[] else . end | objects | del(.name) | keys[]' |
			sort -u >"$work/keys"
		[ -s "$work/keys" ] || echo "$domain: no keys"
		comm -23 "$work/keys" "$work/names" | sed "s/^/$domain: no name: /"
	done <<-'END'
		swap 7.3.4-swap/4-held
		llc 7.3.4-sched-llc4/t1
		cifs 7.3.4-cifs/many-shares
	END
}

never() # what never stands in lib/
{
	files 'lib/*.c' | xargs grep -nE '\b(stderr|exit\(|abort\(|alloca\(|setlocale\()' |
		grep -vE '^lib/base/(arena|buf)\.c|^lib/screen/' || true
}

rule "no header by ../" rooms
rule "parse, model and sim are pure" pure
rule "nothing in lib prints or exits" never
rule "words" words
rule "SPDX" spdx
rule "lengths" lengths
rule "clang-format" layout
rule "manuals" manuals
rule "shell scripts" scripts
rule "completion for bash" completion bash
rule "completion for zsh" completion zsh
rule "completion for fish" completion fish
rule "JSON keys are names" json_keys
[ "$skipped" -eq 0 ] && more='' || more=", $skipped skipped"
echo "$passed passed, $failed failed$more"
[ "$failed" -eq 0 ]
