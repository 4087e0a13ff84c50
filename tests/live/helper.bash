# SPDX-License-Identifier: GPL-2.0-or-later
# helper.bash - what the tests on the machine itself share: TAP, and the numbers last.
#
#   ok NAME, not_ok NAME, skip NAME WHY
#   is NAME GOT WANTED          the two texts are equal
#   skip_all NAME WHY           the machine cannot do it: ends
#   finish                      the numbers, and the status; nothing comes behind
#   settings                    all that a test of swap may touch, to see that it is as before
set -u
export LC_ALL=C

passed=0 failed=0 skipped=0

ok() { passed=$((passed + 1)); echo "ok $((passed + failed + skipped)) - live: $1"; }
not_ok() { failed=$((failed + 1)); echo "not ok $((passed + failed + skipped)) - live: $1"; }
skip() { skipped=$((skipped + 1)); echo "ok $((passed + failed + skipped)) - live: $1 # skip $2"; }
is() { if [ "$2" = "$3" ]; then ok "$1 ($2)"; else not_ok "$1: '$2' is not '$3'"; fi; }
finish()
{
	local more=
	[ "$skipped" -eq 0 ] || more=", $skipped skipped"
	echo "$passed passed, $failed failed$more"
	[ "$failed" -eq 0 ]
	exit
}
skip_all() { skip "$1" "$2"; finish; }

settings()
{
	local thp=/sys/kernel/mm/transparent_hugepage
	grep -H . "$thp"/enabled "$thp"/hugepages-*kB/enabled /sys/module/zswap/parameters/enabled 2>/dev/null
	cat /proc/swaps
	ls /sys/block
	[ ! -e /run/swsched/swap-test ] || echo record
}
