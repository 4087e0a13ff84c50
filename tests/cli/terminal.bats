#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# The screen on terminals that are small, change, stop, are of any kind, and go away: it leaves them as they were.
load helper

setup_file() { [ -e "$(dirname "$SWSCHED")/../lib/swsched/screen.so" ] || skip "built without ncurses"; }

scenario()
{
	grep -qa __asan_init "$SWSCHED" && export SANITIZED=1
	run timeout 120 python3 "$BATS_TEST_DIRNAME/terminal.py" "$@"
	[ "$status" -eq 0 ] || { echo "$output"; return 1; }
}

@test "any size, and every key on it" { scenario sizes; }
@test "a thousand resizes in a storm" { scenario storm; }
@test "terminals of other kinds" { scenario kinds; }
@test "suspended and resumed" { scenario suspended; }
@test "signals" { scenario signalled; }
@test "a terminal that goes away" { scenario dead; }
@test "w writes a capture" { scenario captures; }
