# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
# smb_set.sh - closetimeo set on live mounts, for scenarios/cifs.sh: changes that and nothing else, or nothing.
# shellcheck source=tests/vm/guest.sh disable=SC2154 # out is of guest.sh

# Each option set of smb_options on a mount of its own, /mnt/o/1 and so on; their options are in $sets.
sets=() places=()
option_mounts()
{
	local since options share type n=0
	local -A takes=()
	mkdir -p /mnt/o/{1..120}
	while read -r since options; do
		[ "${takes[$since]-}" ] || takes[$since]=$(at_least "$since" && echo yes || echo no)
		[ "${takes[$since]}" = yes ] || continue
		n=$((n + 1)) share=share type=cifs
		sets[n]=$options places+=("/mnt/o/$n")
		if [[ ,$options, =~ ,share=([^,]*), ]]; then
			share=${BASH_REMATCH[1]/_/ } options=${options/share="${BASH_REMATCH[1]}"/}
		fi
		if [[ ,$options, =~ ,fstype=([^,]*), ]]; then
			type=${BASH_REMATCH[1]} options=${options/fstype="$type"/}
		fi
		options=${options#,} options=${options%,}
		# Another closetimeo is another superblock, though all else is the same.
		[[ $options == *closetimeo* ]] || options=$options${options:+,}closetimeo=$((100 + n))
		[[ $options == guest* ]] || options=username=root,password=pw,$options
		check "mount with ${sets[n]}" mount -t "$type" "//127.0.0.1/$share" "/mnt/o/$n" -o "$options"
	done < <(sed 's/#.*//' /lab/smb_options | awk NF)
}

# verdicts WANTED BEFORE AFTER - "ok OPTIONS" or "FAIL OPTIONS: …" of each mount.
verdicts()
{
	local word place rest
	awk -v wanted="$1" -f /lab/mountinfo.awk "$2" "$3" | while read -r word place rest; do
		place=${place%:}
		echo "$word ${sets[${place##*/}]}${rest:+: $rest}"
	done
}

# The whole table: by swsched, then, as the reason for it, by mount -o remount.
option_table()
{
	local line word n
	option_mounts
	cp /proc/self/mountinfo /run/mounts0
	check 'set on all option sets' timeout 200 swsched cifs closetimeo set --keep-going 9 "${places[@]}"
	cp /run/said "$out/set.said"
	cp /run/complaint "$out/set.complaint"
	cp /proc/self/mountinfo /run/mounts1
	verdicts 9 /run/mounts0 /run/mounts1 >"$out/set"
	want 'set: all option sets were looked at' "${#sets[@]}" "$(wc -l <"$out/set")"
	check 'set: at least 70 option sets' more_than 69 "${#sets[@]}"
	while read -r word line; do
		said "set with $line" "$word"
	done <"$out/set"
	for n in "${!sets[@]}"; do
		mount -o remount,closetimeo=8 "/mnt/o/$n" >/dev/null 2>&1
	done
	cp /proc/self/mountinfo /run/mounts2
	verdicts 8 /run/mounts1 /run/mounts2 >"$out/plain-remount"
	note "mount -o remount spoilt $(grep -c '^FAIL' "$out/plain-remount") of ${#sets[@]} option sets: out/plain-remount"
	check 'mount -o remount is no way to do it' grep -q '^FAIL noserverino: ' "$out/plain-remount"
	umount -a -t cifs,smb3
}

# unchanged NAME: mountinfo is what it was when $mounts was read.
unchanged() { want "$1: nothing is changed" "$mounts" "$(cat /proc/self/mountinfo)"; }

# told NAME TEXT FILE - what `status` has last heard says so.
told() { if grep -q -- "$2" "$3"; then ok "$1"; else fail "$1" "no '$2' in: $(tail -c 300 "$3")"; fi; }

# injected NAME HOW NUMBER STATUS SECONDS - set, with one of its calls to fsconfig(2) not made but answered so.
injected()
{
	status "$1" "$4" strace -f -o /run/trace -e trace=fsconfig -e "inject=fsconfig:$2:when=$3" \
		swsched cifs closetimeo set "${5:-7}" /mnt/o/a
}

# What fails leaves all as it was: a refused option, a refused change; and what cannot be put back is said.
refusals()
{
	local calls cache name mounts spoiler
	mkdir -p /mnt/o/a /mnt/o/b /mnt/o/c
	mount -t cifs //127.0.0.1/share /mnt/o/a -o username=root,password=pw,uid=1000,cache=loose,noserverino,nosuid
	mount --bind /mnt/o/a /mnt/o/b
	mounts=$(cat /proc/self/mountinfo)
	want 'mounts: a bind mount is no row of its own' '/mnt/o/a also /mnt/o/b' \
		"$(swsched cifs mounts --json | jq -r '.samples[0].mount[] | select(.target | startswith("/mnt/o/")) | "\(.target) also \(.also)"')"
	injected 'a refused option is status 6' error=EINVAL 4 6
	unchanged 'a refused option'
	refuse 'a refused option: no change was asked for' grep -q CMD_RECONFIGURE /run/trace
	strace -f -o /run/trace -e trace=fsconfig swsched cifs closetimeo set 7 /mnt/o/a >/dev/null
	calls=$(grep -c 'fsconfig(' /run/trace)
	cache=$(grep 'fsconfig(' /run/trace | grep -n '"cache"' | cut -d: -f1)
	check 'all options are given' more_than 20 "$calls"
	status 'and back' 0 swsched cifs closetimeo set 1 /mnt/o/a
	unchanged 'there and back'
	injected 'a refused change is status 6' error=EINVAL "$calls" 6
	unchanged 'a refused change'
	# Once the change is made another remount spoils the rest, before swsched looks at what has become of it.
	spoil() { for _ in {1..100}; do [ "$(closetimeo_of /mnt/o/a)" != 7 ] || break; sleep 0.1; done; mount -o remount,closetimeo=7 /mnt/o/a; }
	spoil >/dev/null 2>&1 &
	spoiler=$!
	injected 'what another remount has spoilt is put back, status 6' delay_exit=4000000 "$calls" 6
	wait $spoiler
	told 'what another remount has spoilt is said' 'again as it was.*gained serverino' /run/complaint
	unchanged 'what another remount has spoilt'
	name=$(uname -n)
	echo elsewhere >/proc/sys/kernel/hostname
	status 'under another host name' 6 swsched cifs closetimeo set 7 /mnt/o/a
	told 'under another host name: the way out is said' "host's name" /run/complaint
	unchanged 'under another host name'
	echo "$name" >/proc/sys/kernel/hostname
	status 'dry run' 0 swsched cifs closetimeo set --dry-run 7 /mnt/o/a
	told 'dry run: what changes along is named' '/mnt/o/b' /run/said
	unchanged 'dry run'
	status 'set by a user' 4 setpriv --reuid=65534 --clear-groups swsched cifs closetimeo set 7 /mnt/o/a
	unchanged 'set by a user'
	status 'no mount point' 5 swsched cifs closetimeo set 7 /mnt/o/c
	status 'no SMB mount' 5 swsched cifs closetimeo set 7 /proc
	unchanged 'no SMB mount'
	status 'set of a bind mount' 0 swsched cifs closetimeo set 7 /mnt/o/b
	want 'set of a bind mount changes the other as well' 7 "$(closetimeo_of /mnt/o/a)"
	mount -t tmpfs cover /mnt/o
	status 'a mount that another one covers' 1 swsched cifs closetimeo set 3 /mnt/o/a
	umount /mnt/o
	want 'a mount that another one covers is left alone' 7 "$(closetimeo_of /mnt/o/a)"
	# Of the list, cache gets lost on its way, each time.
	injected 'what cannot be put back is status 7' retval=0 "$cache" 7 11
	told 'what cannot be put back is said' 'lost cache=loose gained cache=strict' /run/complaint
	umount /mnt/o/b /mnt/o/a
}

creates() { sed -n 's/^Creates: \([0-9]*\) .*/\1/p' /proc/fs/cifs/Stats | awk '{ n += $1 } END { print n + 0 }'; }

# reopen FILE: how many Creates it takes to open, read and close it a hundred times.
reopen()
{
	local i before
	before=$(creates)
	for ((i = 0; i < 100; i++)); do
		read -r _ <"$1"
	done
	echo $(($(creates) - before))
}

# What it is for: a file that is opened again and again.
reopening()
{
	local n
	mkdir -p /mnt/o/a
	echo line >/srv/share/again
	mount -t cifs //127.0.0.1/share /mnt/o/a -o username=root,password=pw,vers=3.1.1
	status 'set 5' 0 swsched cifs closetimeo set 5 /mnt/o/a
	n=$(reopen /mnt/o/a/again)
	note "closetimeo 5: $n Creates for 100 opens"
	check "closetimeo 5: at most 3 Creates for 100 opens, not $n" test "$n" -le 3
	status 'set 0' 0 swsched cifs closetimeo set 0 /mnt/o/a
	sleep 7
	n=$(reopen /mnt/o/a/again)
	note "closetimeo 0: $n Creates for 100 opens"
	# Where files are read through netfs, a handle is put later, and may be met again.
	at_least 6.2 || check "closetimeo 0: about 100 Creates for 100 opens, not $n" more_than 79 "$n"
	umount /mnt/o/a
}
