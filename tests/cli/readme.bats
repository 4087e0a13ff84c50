# SPDX-License-Identifier: GPL-2.0-or-later
# What README.md shows is what the program answers; and the completions complete.
load helper

@test "the commands of README.md answer as shown" {
	PATH=${SWSCHED%/*}:$PATH run python3 - "$BATS_TEST_DIRNAME/../../README.md" "$captures/7.3.4-swap" <<'PY'
import re, subprocess, sys
text = open(sys.argv[1]).read()
tried = bad = 0
for block in re.findall(r"^```\n(.*?)^```$", text, re.S | re.M):
    for part in re.split(r"(?m)^(?=\$ )", block):
        command, _, want = part.partition("\n")
        want = want.rstrip("\n")
        if not command.startswith("$ swsched") or not want or "#" in command:
            continue
        tried += 1
        got = subprocess.run(command[2:], shell=True, cwd=sys.argv[2], capture_output=True, text=True).stdout.rstrip("\n")
        if want.endswith("\n…"):
            want = want[:-2]
            got = "\n".join(got.split("\n")[: want.count("\n") + 1])
        if got != want:
            bad += 1
            print(command, "answers", got, "not", want, sep="\n")
sys.exit(bad > 0 or tried < 5)
PY
	[ "$status" -eq 0 ] || { echo "$output"; return 1; }
}

# complete WORD… - what bash offers for the last word.
complete_words()
{
	"$SWSCHED" doc bash "$BATS_TEST_DIRNAME/../../completions/swsched.bash.in" >"$BATS_TEST_TMPDIR/c"
	# shellcheck disable=SC2016
	bash -c '
		. "$1"
		shift
		compopt() { :; }
		COMP_WORDS=("$@")
		COMP_CWORD=$(($# - 1))
		_swsched "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
		echo "${COMPREPLY[*]}"' - "$BATS_TEST_TMPDIR/c" "$@"
}

@test "bash completes domains, commands, options, fields and rows" {
	[[ " $(complete_words swsched '') " == *" swap "* ]]
	[[ " $(complete_words swsched swap '') " == *" ps "*" fields "* ]]
	[[ " $(complete_words swsched-swap '') " == *" ps "*" fields "* ]]
	[ "$(complete_words swsched swap --jsonl)" = --jsonl ]
	[ "$(complete_words swsched swap -o in,+fallback_)" = in,+fallback_share ]
	[ "$(complete_words swsched swap --output = fallback_)" = fallback_share ]
	[ "$(complete_words swsched swap --per fo)" = folio ]
	[ "$(complete_words swsched swap ps --per = p)" = process ]
	[ "$(complete_words swsched swap --sysroot "${captures%s}")" = "$captures" ]
	[ "$(complete_words swsched swap --color = n)" = never ]
	[ "$(complete_words swsched llc -e task-clock,cpu-m)" = task-clock,cpu-migrations ]
	[ "$(complete_words swsched llc --event = context)" = context-switches ]
	[ "$(complete_words swsched swap sim --format = k)" = ktap ]
	[ "$(complete_words swsched swap sim --allocator v4,6.18)" = v4,6.18 ]
	[ "$(complete_words swsched swap sim --per oc)" = occupancy ]
	[ "$(complete_words swsched swap sim -o touch)" = touched ]
	[[ " $(complete_words swsched cifs '') " == *" closetimeo "* ]]
	[[ " $(complete_words swsched cifs closetimeo '') " == *" get set "* ]]
	[ -z "$(complete_words swsched cifs closetimeo set '')" ]
	[ "$(complete_words swsched cifs closetimeo set --dry)" = --dry-run ]
}

@test "a marker that is none is told with its line" {
	printf 'one\n@nosuch@\n' >"$BATS_TEST_TMPDIR/x.in"
	run --separate-stderr swsched doc man "$BATS_TEST_TMPDIR/x.in"
	expect 1
	[[ $stderr == *"line 2"* ]] && [ -z "$output" ]
	printf 'me@home@work, @fields nosuch@\n@fields nosuch@\n' >"$BATS_TEST_TMPDIR/x.in"
	run --separate-stderr swsched doc man "$BATS_TEST_TMPDIR/x.in"
	expect 1
}

@test "swsched-swap(1) has every verdict of LARGE-FOLIOS" {
	local page=$BATS_TEST_DIRNAME/../../man/swsched-swap.1.in verdict n=0
	while read -r verdict; do
		n=$((n + 1))
		grep -qx ".It $verdict" "$page" || { echo "no $verdict"; return 1; }
	done < <(swsched swap fields --json --sysroot "$held" |
		jq -r '.samples[0].field[] | select(.name == "backing.large").key' | grep -oP "[?:] '\K[^']+")
	[ "$n" -ge 10 ]
}
