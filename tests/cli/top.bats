#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# `top`: on a terminal a screen, elsewhere the same as text.
load helper

@test "on a pipe it prints, and ends where the trees end" {
	run --separate-stderr timeout 10 "$SWSCHED" swap top --sysroot "$captures/made-changes"
	expect 0
	[[ $output == "+2.00s  USED"* && $output == *"FALLBACK/s"* ]]
	[ "$(timeout 10 "$SWSCHED" llc top --sysroot "$captures/made-llc-hot" | grep -c '^+')" -eq 2 ]
	run timeout 10 "$SWSCHED" cifs top --from "$captures/made-cifs-trouble/t0" --to "$captures/made-cifs-trouble/t1"
	[ "$status" -eq 0 ]
	[[ $output == "+10.00s"*"disconnected"* ]]
}

@test "a tree by itself is read again, as often as was asked for" {
	t=$(tree large-zram)
	run timeout 20 "$SWSCHED" swap top -d 0 -n 3 --jsonl --sysroot "$t"
	[ "$status" -eq 0 ]
	[ "$(valid_jsonl <<<"$output" && wc -l <<<"$output")" -eq 3 ]
	# What changes in it is seen.
	"$SWSCHED" swap top -d 0.2 -n 12 --csv -o used --per device --sysroot "$t" >"$BATS_TEST_TMPDIR/out" 3>&- &
	for _ in {1..200}; do [ "$(wc -l <"$BATS_TEST_TMPDIR/out")" -ge 3 ] && break; sleep 0.05; done
	awk '/zram0/ { $4 += 8 } { print }' "$t/proc/swaps" >"$t/proc/swaps.new"
	mv "$t/proc/swaps.new" "$t/proc/swaps"
	wait $!
	[ "$(wc -l <"$BATS_TEST_TMPDIR/out")" -eq 13 ]
	[ "$(cut -d, -f5 "$BATS_TEST_TMPDIR/out" | sort -u | wc -l)" -eq 3 ] || { cat "$BATS_TEST_TMPDIR/out"; return 1; }
}

@test "the formats of the other commands, and --plain" {
	for f in "${machine_formats[@]}"; do
		run timeout 10 "$SWSCHED" swap top "$f" --sysroot "$captures/made-changes"
		[ "$status" -eq 0 ] && [ -n "$output" ] || { echo "$f: $output"; return 1; }
	done
	run timeout 10 "$SWSCHED" swap top --plain --sysroot "$captures/made-changes"
	[[ $output == *"folio 64K fallback 0.5 folios/s"* ]]
}

# typed COMMAND - run in a terminal; its output with what the terminal adds.
# In the terminal's foreground whatever shell it is: timeout would leave it, and a screen stops in the background.
typed() { SHELL=/bin/sh script -qec "stty cols 80 rows 24; $1" /dev/null </dev/null; }

@test "without a terminal that can have a screen it prints" {
	command -v script >/dev/null || skip "no script here"
	for term in "TERM=dumb" "-u TERM" "TERM="; do
		run typed "env $term timeout --foreground 10 $SWSCHED swap top --sysroot $captures/made-changes"
		[ "$status" -eq 0 ] && [[ $output == *"+2.00s  USED"* && $output != *$'\e[?1049h'* ]] || { echo "$term: $output"; return 1; }
	done
	run typed "env TERM=xterm timeout --foreground 10 $SWSCHED swap top -b --sysroot $captures/made-changes"
	[ "$status" -eq 0 ]
	[[ $output == *"+2.00s"* ]]
	# ncurses keeps memory of a terminal that it does not know
	run typed "env TERM=bogus ASAN_OPTIONS=detect_leaks=0 timeout --foreground 10 $SWSCHED swap top --sysroot $captures/made-changes"
	[ "$status" -eq 0 ]
	[[ $output == *"no screen: "*"printing instead, as with -b"*"+2.00s  USED"* ]]
}

@test "without keys to read it prints, on a terminal too" {
	command -v script >/dev/null || skip "no script here"
	run typed "env TERM=xterm timeout --foreground 10 $SWSCHED llc top --sysroot $captures/made-llc-hot </dev/null"
	[ "$status" -eq 0 ] || { echo "$output"; return 1; }
	[[ $output == *"+2.00s  4 LLCs"* && $output != *$'\e[?1049h'* && $output != *"no screen"* ]]
	# With the terminal as its input the same is a screen.
	run typed "env TERM=xterm timeout --foreground -s INT 1 $SWSCHED llc top --sysroot $captures/made-llc-hot"
	[[ $output == *$'\e[?1049h'* ]]
}

@test "what is wrong is said before there is a screen" {
	refused <<-END
		swap top -d 0.001
		swap top -d 0
		swap top -d x
		swap top -n 0
		swap top -n 1 --from $held --to $held
		swap top -d 1 --from $held --to $held
		swap top --filter nix
		swap top -o nix
		swap top --sort nix
		swap top --per process
		llc top --topology pack:2
		swap top --schedstats
		swap top 1 2 3
	END
	run typed "env TERM=xterm $SWSCHED swap top --filter nix"
	[ "$status" -eq 2 ]
	[[ $output != *$'\e[?1049h'* && $output == *"no field 'nix'"* ]]
}

@test "a tree that is not there" {
	run --separate-stderr timeout 10 "$SWSCHED" swap top --sysroot "$BATS_TEST_TMPDIR/nix"
	expect 1
	run typed "env TERM=xterm timeout --foreground 10 $SWSCHED swap top --sysroot $BATS_TEST_TMPDIR/nix"
	[ "$status" -eq 1 ]
	[[ $output != *$'\e[?1049h'* && $output == *"cannot read the tree"* ]]
}

@test "when reading takes over a twentieth of the time the delay stretches, and says so" {
	needs_strace
	run --separate-stderr env ASAN_OPTIONS=detect_leaks=0 timeout 60 strace -qq -o /dev/null -e trace=pread64 -e inject=pread64:delay_exit=2000 \
		"$SWSCHED" swap top -b -d 0.05 -n 2
	[ "$status" -eq 0 ]
	[[ $stderr == *"every "*"s, not 0.05s: reading takes "*"ms" ]]
}

@test "screens in a terminal" {
	[ -e "$(dirname "$SWSCHED")/../lib/swsched/screen.so" ] || skip "built without ncurses"
	command -v tmux >/dev/null || skip "no tmux here"
	run python3 "$BATS_TEST_DIRNAME/../screens.py"
	[ "$status" -eq 0 ] || { grep -v '^ok' <<<"$output"; return 1; }
}

@test "the screens that README.md shows" {
	run python3 - "$BATS_TEST_DIRNAME/.." <<-'PY'
		import re, sys
		readme = open(sys.argv[1] + "/../README.md", encoding="utf-8").read()
		for name in ("swap-80x24", "llc-80x24", "cifs-80x24"):
		    head, _, text = open(sys.argv[1] + "/screens/" + name, encoding="utf-8").read().partition("\n")
		    picture = re.sub(r"\n\n\n+", "\n\n", text)
		    if "```\n" + picture + "```" not in readme:
		        sys.exit(name + " in README.md is not what it is:\n" + picture)
	PY
	[ "$status" -eq 0 ] || { echo "$output"; return 1; }
}
