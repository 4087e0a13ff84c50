# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
# swaptest.sh - `swap test` on zram of its own, on a loop device, on a swap file and on two zrams of which the first is
# soon full: each ends as it said before that it would, and the totals are those of the model.
# topologies: one
# seconds: 420
# shellcheck source=tests/vm/guest.sh
. /lab/guest.sh

thp=/sys/kernel/mm/transparent_hugepage
rounds=3

settings()
{
	grep -H . $thp/enabled $thp/hugepages-*kB/enabled /sys/module/zswap/parameters/enabled 2>/dev/null
	cat /proc/swaps
	ls /sys/block
	[ ! -e /run/swsched/swap-test ] || echo record
}

# run NAME OPTION...: the test; its document stays in /run/test-NAME.
run()
{
	local name=$1
	shift
	check "$name: swap test $*" timeout 100 swsched swap test -n $rounds --json "$@"
	cp /run/said "/run/test-$name"
	note "$name: $(jq -c '.samples[0] | [.iteration[] | [.swpout, .fallback, .swpin]], (.run[0] | [.predicted, .fallback_share, .verdict])' "/run/test-$name")"
}
of_run() { jq -r ".samples[0].run[0].$2" "/run/test-$1"; }
totals() { jq -c '[.samples[0].iteration[].attempts]' "$1"; }

allocator()
{
	if at_least 6.18; then echo 6.18; elif at_least 6.14; then echo 6.14
	elif at_least 6.12; then echo 6.12; else echo 6.10; fi
}

# What the workload alone decides: the model's totals, and the kernel's.
same_totals()
{
	local name=$1
	shift
	check "$name: swap sim" swsched swap sim -n $rounds --json --allocator "$(allocator)" "$@"
	want "$name: totals are the model's" "$(totals /run/said)" "$(totals "/run/test-$name")"
}

zrams()
{
	run zram -s --zram 64M
	want 'zram: verdict' as-predicted "$(of_run zram verdict)"
	same_totals zram -s --device 64M --large-swapin
	want 'zram: nothing fell back' 0 "$(of_run zram fallback)"
	want 'zram: all is as it was' "$before" "$(settings)"
	run two-zrams --zram 16M --zram 64M
	want 'two-zrams: verdict' as-predicted "$(of_run two-zrams verdict)"
	check 'two-zrams: the first was full' jq -e '.samples[0].target[0].used_share > 0.9' /run/test-two-zrams
	want 'two-zrams: all is as it was' "$before" "$(settings)"
}

only_64k()
{
	local f
	for f in $thp/hugepages-*kB/enabled; do
		echo never >"$f"
	done
	echo always >$thp/hugepages-64kB/enabled
}

# The same file as a block device, and as a file.
loop_and_file()
{
	only_64k
	fallocate -l 64M /swap
	chmod 600 /swap
	mkswap -q /swap
	losetup /dev/loop0 /swap
	echo 0 >/sys/block/loop0/queue/rotational
	check 'loop: swapon' swapon /dev/loop0
	run loop
	want 'loop: verdict' as-predicted "$(of_run loop verdict)"
	# It writes later, so that folios are found in the swap cache, whole.
	same_totals loop --device 64M --large-swapin
	want 'loop: nothing fell back' 0 "$(of_run loop fallback)"
	swapoff /dev/loop0
	losetup -d /dev/loop0
	check 'file: swapon' swapon /swap
	status 'file: said before' 0 swsched swap test --dry-run --json
	cp /run/said /run/before
	check 'file: what to expect' jq -e '.samples[0] | .workload.expected == 1 and .workload.large == "no:file" and
		([.findings[].id] | index("T13"))' /run/before
	run file
	want 'file: verdict' as-predicted "$(of_run file verdict)"
	want 'file: all fell back' 1 "$(of_run file fallback_share)"
	same_totals file --device 64M --file
	swapoff /swap
}

modprobe -a zram loop
status 'without swap it does not start' 6 swsched swap test
if ! at_least 6.10; then
	want 'a kernel that does not count sizes' T01 "$(cut -d' ' -f2 /run/complaint)"
	finish
fi
before=$(settings)
zrams
loop_and_file
finish
