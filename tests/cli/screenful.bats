#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# What others name things reaches the screen as characters only; turn after turn the program stays as large as it was.
load helper

setup_file() { [ -e "$(dirname "$SWSCHED")/../lib/swsched/screen.so" ] || skip "built without ncurses"; }

scenario()
{
	run timeout 120 python3 "$BATS_TEST_DIRNAME/$1.py" "${@:2}"
	[ "$status" -eq 0 ] || { echo "$output"; return 1; }
}

# What a sanitizer keeps of freed memory grows for long.
grows_not() { grep -qa __asan_init "$SWSCHED" && skip "the memory is the sanitizer's"; scenario "$@"; }

@test "ten thousand hostile names: on the screen, and as tables on a terminal" { scenario names; }
@test "from domain to domain and into rows: no growth" { grows_not terminal switched; }
# All 36,000 are in make live.
@test "some thousand turns on a capture: no growth" { grows_not terminal flat=3000; }
