#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# Exit statuses, and what becomes of output that does not arrive.
load helper

@test "help and version are 0 and on stdout" {
	for o in --help --usage --version -V '-?'; do
		run --separate-stderr swsched swap "$o"
		expect 0
		[ -n "$output" ] && [ -z "$stderr" ]
	done
	run --separate-stderr swsched --version
	expect 0
	[[ $output == swsched\ * ]]
	run --separate-stderr swsched help
	expect 0
}

@test "what was typed wrongly is 2, with one line that says so" {
	refused <<-'END'
		--no-such-option
		swap --no-such-option
		swap stat --no-such-option
		nosuchdomain
		swap nosuchverb
		swap -o nosuchfield
		swap --sort nosuchfield
		swap --rows nosuchkind
		swap --filter 1+
		swap --filter nosuchfield>0
		swap --color=purple
		swap 0
		swap -- -1
		swap x
		swap 1 x
		swap 1 0
		swap 1 1 1
		swap 1e999
		swap nan
		swap --from t0
		swap --to t0
		swap --sysroot
		help nosuchcommand
		swap capture
		doc nosuchpage
	END
}

@test "a tree that is not there is 1" {
	for args in "--sysroot /nonexistent" "--from /nonexistent --to $held" "--from $held --to /nonexistent" \
		"--sysroot $BATS_TEST_FILENAME"; do
		# shellcheck disable=SC2086
		run --separate-stderr swsched swap $args
		expect 1 || { echo "command: $args"; return 1; }
		[ -z "$output" ]
	done
}

@test "a full disk is 1 in every format" {
	for f in "${formats[@]}" ""; do
		# shellcheck disable=SC2086
		run --separate-stderr bash -c '"$SWSCHED" swap "$@" >/dev/full' - $f --sysroot "$held"
		expect 1 || { echo "format: $f"; return 1; }
		[[ $stderr == *"No space left"* ]]
	done
	for c in --version --help help "swap fields" "swap tunables" "doc names" "doc man swsched.1" "doc bash"; do
		# shellcheck disable=SC2086
		run --separate-stderr bash -c '"$SWSCHED" $1 >/dev/full' - "$c"
		expect 1 || { echo "command: $c"; return 1; }
	done
}

@test "a reader that leaves is no crash" {
	for f in "${formats[@]}" ""; do
		# shellcheck disable=SC2016
		run --separate-stderr bash -c '"$SWSCHED" swap $1 --sysroot "$2" | true; echo "${PIPESTATUS[0]}"' - "$f" "$held"
		[[ $output == 0 || $output == 141 ]] || { echo "$f: $output"; return 1; }
		[ -z "$stderr" ]
	done
	run --separate-stderr bash -c 'set -o pipefail; "$SWSCHED" swap fields | head -1'
	[ -z "$stderr" ] && [ "${#lines[@]}" -eq 1 ]
}

@test "closed descriptors" {
	swsched swap --sysroot "$held" >"$BATS_TEST_TMPDIR/open"
	swsched swap --sysroot "$held" <&- >"$BATS_TEST_TMPDIR/no-stdin"
	cmp "$BATS_TEST_TMPDIR/open" "$BATS_TEST_TMPDIR/no-stdin"
	swsched swap --sysroot "$held" 2>&- >"$BATS_TEST_TMPDIR/no-stderr"
	cmp "$BATS_TEST_TMPDIR/open" "$BATS_TEST_TMPDIR/no-stderr"
	# Without stdout the answer is lost, and must not land in a file that was opened in its place.
	run --separate-stderr bash -c '"$SWSCHED" swap --sysroot "$1" >&-' - "$held"
	expect 1
	run bash -c '"$SWSCHED" swap --nosuch >&- 2>&- <&-'
	[ "$status" -eq 2 ]
}

@test "nothing to show is 3, and says what is missing" {
	run --separate-stderr swsched swap --sysroot "$captures/bare"
	expect 3
}

@test "a field asked for that cannot be read is 5, the rest is printed" {
	t=$(tree 7.3.4-swap/4-held)
	chmod 000 "$t/proc/vmstat"
	run --separate-stderr as_nobody "$SWSCHED" swap --sysroot "$t" --json -o host.in,swpout
	expect 5
	valid_json <<<"$output"
	[ "$(jq '.samples[0].folio | length' <<<"$output")" -ge 2 ]
}

@test "no colour and no escapes off a terminal, whatever TERM says" {
	for term in xterm-256color dumb bogus ''; do
		TERM=$term swsched swap --sysroot "$captures/large-below-file" | harmless
		TERM=$term swsched --sysroot "$captures/large-below-file" | harmless
	done
	run bash -c '"$SWSCHED" swap --color=never --sysroot "$1" | grep -c $'"'\\e'" - "$captures/large-below-file"
	[ "$output" -eq 0 ]
}

# on_terminal ENVIRONMENT ARGUMENT… - how many escapes a terminal gets.
on_terminal()
{
	local assignment=$1
	shift
	env "$assignment" TERM=xterm script -qec "$SWSCHED swap $*" /dev/null </dev/null | grep -c $'\e' || true
}

@test "colour on a terminal: NO_COLOR, TERM=dumb and --color" {
	command -v script >/dev/null || skip "no script(1)"
	t="--sysroot $captures/large-below-file"
	[ "$(on_terminal A=b "$t")" -gt 0 ]
	[ "$(on_terminal NO_COLOR=1 "$t")" -eq 0 ]
	[ "$(on_terminal NO_COLOR= "$t")" -gt 0 ]
	[ "$(on_terminal NO_COLOR=1 --color=always "$t")" -gt 0 ]
	[ "$(on_terminal A=b --color=never "$t")" -eq 0 ]
	TERM=dumb run script -qec "$SWSCHED swap $t" /dev/null
	[[ $output != *$'\e'* ]]
}

@test "what a capture is told by name and cannot be had is 5, said once; the rest is there" {
	t=$BATS_TEST_TMPDIR
	run --separate-stderr swsched swap capture "$t/cg" 0.01 2 --cgroup no/such --sysroot "$captures/cgroup-v2"
	expect 5 && [[ $stderr == *"there is no cgroup /no/such" ]] && [ -e "$t/cg/t1/proc/swaps" ]
	run --separate-stderr swsched swap capture "$t/is" 0.01 2 --cgroup /sys/fs/cgroup/system.slice --sysroot "$captures/cgroup-v2"
	expect 0
	run --separate-stderr swsched llc capture "$t/ev" 0.01 2 -e LLC-loads --sysroot "$captures/made-llc-ps"
	expect 5 && [[ $stderr == *"LLC-loads"* ]] && [ -e "$t/ev/t1/@topology/llc" ]
}
