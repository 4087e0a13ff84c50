#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# top_live.sh - the screen on this machine: each domain, under a storm of forks, and for 36,000 turns on a capture.
# Needs the module of ncurses, and tmux for a part. Prints TAP, and the numbers last.
# shellcheck source=tests/live/helper.bash
. "$(dirname "$0")/helper.bash"
export LC_ALL=C.UTF-8

here=$(cd "$(dirname "$0")" && pwd)

# scenario NAME FILE ARGUMENT…
scenario()
{
	local out
	if out=$(timeout 300 python3 "$here/$2" "${@:3}" 2>&1); then
		ok "$1"
	else
		not_ok "$1"
	fi
	[ -z "$out" ] || sed 's/^#* */# /' <<<"$out"
}

[ -e "$(dirname "$SWSCHED")/../lib/swsched/screen.so" ] || skip_all "top" "built without ncurses"
scenario "top of each domain" ../cli/terminal.py real
scenario "llc top through 30 s of forks" ../cli/terminal.py fork_storm=30
scenario "cifs top for 36,000 turns" ../cli/terminal.py flat=36000
scenario "keys at random, ten rounds" ../cli/monkey.py 2 150 10
if command -v tmux >/dev/null; then
	scenario "every key, in each domain and size" screens_live.py
else
	skip "every key" "no tmux here"
fi
finish
