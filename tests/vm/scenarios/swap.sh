# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
# swap.sh - folios of several sizes through zram, two zrams, a loop device and a swap file. Around each
# load the trees are captured; what swsched says of them is what the kernel's files in them say.
# topologies: one
# seconds: 420
# shellcheck source=tests/vm/guest.sh
. /lab/guest.sh

thp=sys/kernel/mm/transparent_hugepage

facts()
{
	awk '{ sub(":", "", $1); print FILENAME, $1, "-", $2 }' proc/vmstat proc/meminfo
	awk '{ sub("total=", "", $NF); print FILENAME, $1, "-", $NF }' proc/pressure/memory
	grep -H . proc/sys/vm/{swappiness,page-cluster,defrag_mode} 2>/dev/null | sed 's/:/ - - /'
	awk 'FNR > 1 { gsub(/\\040/, "_", $1); for (i = 3; i <= 5; i++) print FILENAME, i, $1, $i }' proc/swaps
	awk '{ split(FILENAME, dir, "/"); for (i = 1; i <= NF; i++)
		print "@zram/" dir[4], i, "/dev/" dir[3], $i }' sys/block/zram*/{mm,io}_stat
	[ ! -d $thp/hugepages-64kB/stats ] || grep -H . $thp/hugepages-*kB/stats/* |
		sed 's,^.*hugepages-\(.*\)kB\(/stats/.*\):\(.*\),@size\2 - \1K \3,'
}

# load NAME COMMAND...: around it, and says what became of folios of 64 kB.
load()
{
	around swap "$@"
	note "$1: 64K folios: $(whole 64K) whole, $(split 64K) fell back, $(moved '@size/stats/swpin - 64K') in;" \
		"pages out $(moved 'proc/vmstat pswpout -'), in $(moved 'proc/vmstat pswpin -');" \
		"used: $(grep '^proc/swaps 4' /run/facts1 | cut -d' ' -f3- | paste -sd' ')"
}

whole() { moved "@size/stats/swpout - $1"; }
split() { moved "@size/stats/swpout_fallback - $1"; }
verdict() { jq -r --arg d "$1" '.samples[0].device[] | select(.name == $d).large' /run/json; }
used() { awk -v d="$1" '$1 == "proc/swaps" && $2 == 4 && $3 == d { print $4 }' /run/facts1; }

# only SIZE...: these sizes always, all others never.
only()
{
	local f
	for f in "/$thp"/hugepages-*kB/enabled "/$thp/enabled"; do
		[ ! -e "$f" ] || echo never >"$f"
	done
	for f; do
		f=/$thp/hugepages-${f}kB/enabled
		if [ -e "$f" ]; then echo always >"$f"; else echo always >/$thp/enabled; fi
	done
}

zram_on()
{
	echo "$2" >"/sys/block/zram$1/disksize"
	mkswap -q "/dev/zram$1"
	check "swapon zram$1" swapon -p "$3" "/dev/zram$1"
}

zram_off()
{
	check "swapoff zram$1" swapoff "/dev/zram$1"
	echo 1 >"/sys/block/zram$1/reset"
}

zram_alone()
{
	local size
	zram_on 0 256M 100
	only 64
	load zram thpswap -r 2 32
	check 'zram: pages went out' more_than 8191 "$(moved 'proc/vmstat pswpout -')"
	if [ -n "$sizes" ]; then
		want 'zram: verdict' yes "$(verdict /dev/zram0)"
		check 'zram: folios of 64 kB went whole' more_than 500 "$(whole 64K)"
		want 'zram: none fell back' 0 "$(split 64K)"
	else
		want 'zram: verdict' pmd-only "$(verdict /dev/zram0)"
	fi
	for size in 16 128 2048; do
		only $size
		load "size-$size" thpswap 16
		[ -z "$sizes" ] ||
			check "size-$size: folios of that size went whole" more_than $((8 * 1024 / size)) "$(whole ${size}K)"
	done
	check 'size-2048: PMD folios went whole' more_than 6 "$(moved 'proc/vmstat thp_swpout -')"
	zram_off 0
}
# Waits until the helper says that its memory is out.
# shellcheck disable=SC2317 # called by check
held()
{
	local i
	for ((i = 0; i < 300; i++)); do
		! grep -q held /run/held || return 0
		sleep 0.2
	done
	return 1
}

# The first device has half its slots free, each alone: where do large folios go?
two_zrams()
{
	local holder
	zram_on 0 64M 100
	zram_on 1 64M 50
	only 64
	rm -f /run/go
	thpswap -s -f -w /run/go 62 >/run/held 8>&- &
	holder=$!
	check 'two-zrams: half of the first is taken' held
	load two-zrams thpswap 16
	if [ -n "$sizes" ]; then
		check 'two-zrams: most fell back' more_than "$(whole 64K)" "$(split 64K)"
		want 'two-zrams: the second took none of them' 0 "$(used /dev/zram1)"
		want 'two-zrams: verdict of the second' later "$(verdict /dev/zram1)"
	fi
	: >/run/go
	wait $holder
	zram_off 0
	zram_off 1
}

# A device that writes later leaves the pages in the swap cache; only once reclaim has dropped them
# are they read from the device again.
# shellcheck disable=SC2317 # called by load
out_reclaim_in()
{
	local pid i
	rm -f /run/go
	thpswap -w /run/go "$1" >/run/held 8>&- &
	pid=$!
	held || return
	for ((i = 0; i < 5; i++)); do
		sleep 0.5
		echo 16M >/sys/fs/cgroup/memory.reclaim 2>/dev/null
		[ "$(awk '$1 == "SwapCached:" { print $2 }' /proc/meminfo)" -gt 4096 ] || break
	done
	: >/run/go
	wait "$pid"
}

# The same file as block device and as file: large folios go to the first only.
loop_and_file()
{
	local file='/swap two'
	check 'a swap file' fallocate -l 64M "$file"
	chmod 600 "$file"
	mkswap -q "$file"
	only 64
	losetup /dev/loop0 "$file"
	echo 0 >/sys/block/loop0/queue/rotational
	check 'swapon loop0' swapon -p 5 /dev/loop0
	load loop out_reclaim_in 16
	if [ -n "$sizes" ]; then
		want 'loop: verdict' yes "$(verdict /dev/loop0)"
		check 'loop: folios went whole' more_than 200 "$(whole 64K)"
	fi
	check 'loop: pages came in' more_than 1000 "$(moved 'proc/vmstat pswpin -')"
	swapoff /dev/loop0
	losetup -d /dev/loop0
	check 'swapon of a file' swapon -p 5 "$file"
	load file out_reclaim_in 16
	want 'file: verdict' no:file "$(verdict "$file")"
	if [ -n "$sizes" ]; then
		want 'file: none went whole' 0 "$(whole 64K)"
		check 'file: all fell back' more_than 200 "$(split 64K)"
	fi
	check 'file: pages came in' more_than 1000 "$(moved 'proc/vmstat pswpin -')"
	swapoff "$file"
}

# Every command answers, also a plain user's, also while memory goes out and in.
commands()
{
	local word
	for word in '' ps tunables fields; do
		# shellcheck disable=SC2086 # the first word is none
		status "swsched swap $word" 0 swsched swap $word
	done
	status 'swsched' 0 swsched
	status 'a plain user: swsched swap' 0 setpriv --reuid 65534 --regid 65534 --clear-groups swsched swap
	thpswap -r 20 16 &
	status 'under load: swsched swap --jsonl 0.5 3' 0 swsched swap --jsonl 0.5 3
	want 'under load: three samples' 3 "$(jq -c . /run/said | wc -l)"
	wait $!
}

modprobe -a zram loop
[ -e /sys/block/zram1 ] || cat /sys/class/zram-control/hot_add
sizes=$(find /$thp -path '*/hugepages-64kB/stats/swpout')
want 'sizes are counted since 6.10' "$(! at_least 6.10 || echo yes)" "${sizes:+yes}"
twin no-swap swap
zram_alone
two_zrams
loop_and_file
zram_on 0 64M 100
commands
twin zram-on swap
finish
