# SPDX-License-Identifier: GPL-2.0-or-later
# helper.bash - what the command line tests share. SWSCHED is the program under test; make sets it.
bats_require_minimum_version 1.5.0

export SWSCHED=${SWSCHED:-$BATS_TEST_DIRNAME/../../build/bin/swsched}
[ -x "$SWSCHED" ] || { echo "no program to test: $SWSCHED" >&2; exit 1; }

captures=$BATS_TEST_DIRNAME/../captures
# One moment with folios, devices, a process and a cgroup in it; no test asserts a counter of this machine.
held=$captures/7.3.4-swap/4-held
machine_formats=(--json --jsonl --csv --raw --pairs)
formats=("${machine_formats[@]}" --plain --human)

export LC_ALL=C.UTF-8 TZ=UTC
unset NO_COLOR CLICOLOR_FORCE FORCE_COLOR COLUMNS

swsched() { "$SWSCHED" "$@"; }

# An own copy of a captured tree, to spoil.
tree()
{
	cp -r "$captures/$1" "$BATS_TEST_TMPDIR/tree"
	echo "$BATS_TEST_TMPDIR/tree"
}

# status N, one line on stderr beside those that name a faulty file each, after `run --separate-stderr`.
expect()
{
	[ "$status" -eq "$1" ] || { echo "status $status, not $1: $output ${stderr-}"; return 1; }
	[ "$1" -eq 0 ] || [ "$(grep -vcE '^swsched: (proc|sys|@)' <<<"${stderr-}")" -eq 1 ] || { echo "stderr: ${stderr-}"; return 1; }
}

# refused <<LINES - each line as arguments is status 2, with one line on stderr and none on stdout.
refused()
{
	local line
	while IFS= read -r line; do
		# shellcheck disable=SC2086 # words are meant
		run --separate-stderr swsched $line
		expect 2 && [ -z "$output" ] || { echo "command: $line: $output"; return 1; }
	done
}

# Reads stdin; fails on what a terminal or a parser must never get.
harmless() { python3 "$BATS_TEST_DIRNAME/outputs.py"; }
# each_format ARGUMENT… -- TREE… - every format of that command on these trees is harmless and valid.
each_format() { python3 "$BATS_TEST_DIRNAME/outputs.py" "$@"; }

# One document, for two readers.
valid_json()
{
	tee "$BATS_TEST_TMPDIR/valid_json" | jq -e . >/dev/null
	python3 -c 'import json, sys; json.load(sys.stdin)' <"$BATS_TEST_TMPDIR/valid_json"
}
valid_jsonl() { python3 -c 'import json, sys; n = [json.loads(l) for l in sys.stdin]; assert n'; }
# As many fields in each row as in the first.
valid_csv() { python3 -c 'import csv, sys; rows = list(csv.reader(sys.stdin, strict=True)); assert rows and {len(r) for r in rows} == {len(rows[0])}, rows'; }

# traced OPTION… - the system calls of a command, in $trace. A sanitizer cannot look for leaks meanwhile.
trace=$BATS_TEST_TMPDIR/trace
traced() { ASAN_OPTIONS=detect_leaks=0 strace -f -o "$trace" "$@"; }
needs_strace() { strace -o /dev/null true 2>/dev/null || skip "no strace here"; }

# json ARGUMENT… EXPRESSION - what jq makes of the one sample that swsched answers.
json()
{
	local args=("${@:1:$#-1}")
	"$SWSCHED" swap --json "${args[@]}" | jq -c ".samples[0] | ${*: -1}"
}

# Root reads what is locked all the same, so it reads as nobody, who has to reach the test's own folder and may not
# reach the captures: a clone in root's home is out of reach.
as_nobody()
{
	chmod o+x "$BATS_RUN_TMPDIR" "$BATS_RUN_TMPDIR"/test "$BATS_TEST_TMPDIR" 2>/dev/null
	if [ "$(id -u)" -eq 0 ]; then
		setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
	else
		"$@"
	fi
}
