#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# swap_live.sh - real folios through real swap devices: what swsched says against the kernel's own files.
# Needs root. Uses a zram device and a swap file of its own, and puts back every setting it changes, also
# when it is interrupted. Prints TAP, and the numbers last.
# shellcheck source=tests/live/helper.bash
. "$(dirname "$0")/helper.bash"

thp=/sys/kernel/mm/transparent_hugepage
zswap=/sys/module/zswap/parameters/enabled
mib=32
seconds=2
zram='' loaded='' swapfile=''
declare -A saved=()

current() { sed 's/.*\[\(.*\)\].*/\1/' "$1"; }
change()
{
	[ -e "$1" ] || return 0
	[ -n "${saved[$1]-}" ] || saved[$1]=$(current "$1")
	echo "$2" >"$1"
}

drop_zram()
{
	[ -n "$zram" ] || return 0
	swapoff "/dev/zram$zram" 2>/dev/null
	echo 1 >"/sys/block/zram$zram/reset"
	echo "$zram" >/sys/class/zram-control/hot_remove
	zram=
}
drop_file()
{
	[ -n "$swapfile" ] || return 0
	swapoff "$swapfile" 2>/dev/null
	rm -f "$swapfile"
	swapfile=
}
restore()
{
	local f
	trap '' INT TERM HUP
	[ -z "${load_PID-}" ] || kill "$load_PID" 2>/dev/null
	drop_file
	drop_zram
	for f in "${!saved[@]}"; do
		echo "${saved[$f]}" >"$f"
	done
	saved=()
	[ -z "$loaded" ] || modprobe -r zram
	rm -rf "$work"
}

# stats KB - "name value" of that size's swap counters. What faults and splits count, all of the machine moves.
stats()
{
	local f
	for f in "$thp/hugepages-$1kB/stats"/{swp,zswp}*; do
		[ ! -e "$f" ] || echo "${f##*/} $(cat "$f")"
	done
}

# watch_load - lets swsched look while memory goes out; kernel's increments in $work/kernel, its answer in $work/json.
watch_load()
{
	local watcher feed
	coproc load { exec "$O/tests/live/pageout" "$mib"; }
	read -r _ <&"${load[0]}"
	stats 64 >"$work/before"
	"$SWSCHED" swap --json "$seconds" 1 >"$work/json" 2>"$work/err" &
	watcher=$!
	sleep 0.5
	echo go >&"${load[1]}"
	read -r _ <&"${load[0]}"
	wait "$watcher"
	is "status while folios go out to $1" $? 0
	stats 64 >"$work/after"
	feed=${load[1]}
	exec {feed}>&-
	wait "$load_PID"
	load_PID=
	join "$work/before" "$work/after" | awk '{ print $1, $3 - $2 }' >"$work/kernel"
}

kernel() { awk -v k="$1" '$1 == k { print $2 }' "$work/kernel"; }
said() { jq -r "$1" "$work/json"; }

[ "$(id -u)" -eq 0 ] || skip_all "swap of 64 kB folios" "needs root"
[ -d "$thp/hugepages-64kB/stats" ] || skip_all "swap of 64 kB folios" "this kernel counts no 64 kB folios"
moved() { awk '/^pswp(in|out) / { n += $2 } END { print n + 0 }' /proc/vmstat; }
before=$(moved)
sleep 0.5
[ "$(moved)" -eq "$before" ] || skip_all "swap of 64 kB folios" "this machine is swapping"

work=$(mktemp -d) || exit 1
before=$(settings)
trap restore EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

if [ ! -d /sys/class/zram-control ] && modprobe -q zram num_devices=0; then
	loaded=yes
fi
for f in "$thp"/hugepages-*kB/enabled; do
	change "$f" never
done
change "$thp/hugepages-64kB/enabled" always
change "$zswap" N

# A device that takes whole folios: each counter that swsched shows is what the kernel counted.
device_zram()
{
	local counter n
	[ -r /sys/class/zram-control/hot_add ] || { skip "zram" "no zram in this kernel"; return; }
	zram=$(cat /sys/class/zram-control/hot_add) || { zram=; skip "zram" "no device to be had"; return; }
	echo 64M >"/sys/block/zram$zram/disksize"
	if ! mkswap -q "/dev/zram$zram" || ! swapon -p 32767 "/dev/zram$zram"; then
		skip "zram" "swapon is refused here"
		return
	fi
	watch_load zram
	while read -r counter n; do
		is "64K $counter on zram" "$(said ".samples[0].folio[] | select(.name == \"64K\") | .$counter")" "$n"
	done <"$work/kernel"
	if [ "$(kernel swpout)" -ge $((mib * 16 / 2)) ]; then
		ok "folios went out whole ($(kernel swpout))"
	else
		not_ok "only $(kernel swpout) folios went out whole"
	fi
	is "zram takes large folios" "$(said ".samples[0].device[] | select(.name == \"/dev/zram$zram\") | .large")" yes
	drop_zram
}

# A file takes none: all fall back, and the finding says why.
device_file()
{
	swapfile=$(mktemp "${TMPDIR:-/var/tmp}/swsched-live.XXXXXX") || { skip "swap file" "no place for it"; return; }
	chmod 600 "$swapfile"
	dd if=/dev/zero of="$swapfile" bs=1M count=64 status=none
	if ! mkswap -q "$swapfile" || ! swapon -p 32767 "$swapfile" 2>/dev/null; then
		skip "swap file" "swapon is refused on $(stat -f -c %T "$swapfile")"
		return
	fi
	watch_load "a file"
	is "no folio went whole to a file" "$(kernel swpout)" 0
	is "64K fallback on a file" "$(said '.samples[0].folio[] | select(.name == "64K") | .swpout_fallback')" "$(kernel swpout_fallback)"
	is "all of it fell back" "$(said '.samples[0].folio[] | select(.name == "64K") | .fallback_share')" 1
	is "a file takes no large folios" "$(said ".samples[0].device[] | select(.name == \"$swapfile\") | .large")" no:file
	is "the finding" "$(said '[.samples[0].findings[] | .id] | map(select(. == "S05" or . == "S06")) | length')" 1
	drop_file
}

device_zram
device_file
restore
is "every setting is as it was" "$(settings | cksum)" "$(echo "$before" | cksum)"
finish
