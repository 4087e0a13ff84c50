#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# The screen on terminals that are small, change, stop, are of any kind, and go away: it leaves them as they were.
load helper

setup_file() { [ -e "$(dirname "$SWSCHED")/../lib/swsched/screen.so" ] || skip "built without ncurses"; }

scenario()
{
	grep -qa __asan_init "$SWSCHED" && export SANITIZED=1
	run timeout 120 python3 "$BATS_TEST_DIRNAME/$1.py" "${@:2}"
	[ "$status" -eq 0 ] || { echo "$output"; return 1; }
}

@test "any size, and every key on it" { scenario terminal sizes; }
@test "a thousand resizes in a storm" { scenario terminal storm; }
@test "terminals of other kinds" { scenario terminal kinds; }
@test "suspended and resumed" { scenario terminal suspended; }
@test "suspended at any moment, unless that is ignored" { scenario terminal suspended_anywhen; }
@test "signals" { scenario terminal signalled; }
@test "a terminal that goes away" { scenario lost dead; }
@test "a terminal that another has by now" { scenario lost orphaned; }
@test "bytes that are no characters" { scenario lost unreadable; }
@test "w writes a capture" { scenario terminal captures; }
@test "keys at random, sizes, and stops" { scenario monkey 1 120; }
