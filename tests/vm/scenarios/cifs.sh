# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
# cifs.sh - smbd on the guest's loopback: shares with blanks and UTF-8 in their names, closetimeo 0, 1
# and 5, and a server that is stopped, killed and started again.
# topologies: one
# seconds: 900
# shellcheck source=tests/vm/guest.sh
. /lab/guest.sh
# shellcheck source=tests/vm/smb_set.sh
. /lab/smb_set.sh
# shellcheck source=tests/vm/smb_default.sh
. /lab/smb_default.sh

stats=/proc/fs/cifs/Stats
who=username=root,password=pw,vers=3.1.1
utf8='grüße über'

# shellcheck disable=SC2034 # guest.sh looks at these
kinds='share server command host'

facts()
{
	awk -f /lab/cifs_stats.awk proc/fs/cifs/Stats proc/fs/cifs/Stats
	for f in sys/module/cifs/version sys/module/cifs/parameters/* \
		proc/fs/cifs/{LookupCacheEnabled,SecurityFlags,cifsFYI,traceSMB}; do
		[ ! -e "$f" ] || echo "$f - - $(cat "$f")"
	done
}

server_config()
{
	mkdir -p /srv/share "/srv/two words" "/srv/$utf8" /run/samba
	cat >/run/smb.conf <<-E
		[global]
		server role = standalone server
		interfaces = lo
		bind interfaces only = yes
		smb ports = 445
		disable netbios = yes
		load printers = no
		disable spoolss = yes
		printcap name = /dev/null
		log file = /run/smbd.log
		unix charset = UTF-8
		server min protocol = NT1
		map to guest = Bad User
		[share]
		path = /srv/share
		read only = no
		[open]
		path = /srv/share
		guest ok = yes
		[two words]
		path = /srv/two words
		read only = no
		[$utf8]
		path = /srv/$utf8
		read only = no
	E
	printf 'pw\npw\n' | smbpasswd -c /run/smb.conf -s -a root
}

# shellcheck disable=SC2317 # called by server_start
listening() { (exec 3<>/dev/tcp/127.0.0.1/445) 2>/dev/null; }

# shellcheck disable=SC2317 # called by check
server_start()
{
	local i
	smbd -D -s /run/smb.conf 8>&- 7>&-
	for ((i = 0; i < 100; i++)); do
		! listening || return 0
		sleep 0.2
	done
	return 1
}

# A connection's process calls itself smbd[ADDRESS], others smbd-notifyd and the like.
server_signal() { pkill "-$1" '^smbd'; }

# share SHARE FOLDER OPTIONS
share()
{
	mkdir -p "$2"
	check "mount $1 on $2" mount -t cifs "//127.0.0.1/$1" "$2" -o "$who,iocharset=utf8$3"
}

closetimeo_of() { awk -v m="$1" '$2 == m { print $4 }' /proc/self/mounts | tr , '\n' | sed -n 's/^closetimeo=//p'; }
# Open files of all shares; "local" is the client's list, deferred closes included.
# open_files [STATS]
open_files() { sed -n 's/^Open files: .*total (local), \([0-9]*\) open.*/\1/p' "${1:-$stats}" | awk '{ n += $1 } END { print n + 0 }'; }

# What must hold at any time, whatever the server does: answers, and no hang.
answers()
{
	status "$1: swsched" 0 swsched
	status "$1: swsched cifs" 0 swsched cifs
	twin "$1" cifs
}

# Without the module there is nothing to show; that is a status of its own, and no failure of `swsched`.
without_module()
{
	refuse 'no cifs yet' test -e /proc/fs/cifs
	status 'no cifs: swsched cifs' 3 swsched cifs
	status 'no cifs: swsched' 0 swsched
}

mounts()
{
	share share /mnt/plain ''
	share 'two words' '/mnt/two words' ''
	share "$utf8" "/mnt/$utf8" ''
	check 'files on a plain name' fileio /mnt/plain 10
	check 'files on a name with a blank' fileio '/mnt/two words' 10
	check 'files on a name in UTF-8' fileio "/mnt/$utf8" 10
	answers mounted
	umount -a -t cifs
}

# A handle lease lets the client keep a closed file open for closetimeo seconds.
closetimeo()
{
	local seconds
	for seconds in 0 1 5; do
		share share /mnt/plain ",closetimeo=$seconds"
		want "closetimeo $seconds is shown" $seconds "$(closetimeo_of /mnt/plain)"
		around cifs "files-$seconds" fileio /mnt/plain 10
		# in the captured tree, for by now they may be closed
		[ $seconds != 5 ] || check 'closetimeo 5: closed files stay open' \
			more_than 0 "$(open_files "$CAPTURES/files-5/t1/$stats")"
		answers "closetimeo-$seconds"
		sleep $((seconds + 3))
		want "closetimeo $seconds: in the end all are closed" 0 "$(open_files)"
		umount /mnt/plain
	done
}

# What does not end by itself: none of these may hang, nor touch the mount point.
no_hang()
{
	local command
	for command in '' cifs 'cifs mounts' 'cifs pending' 'cifs --per server' 'cifs tunables' 'cifs closetimeo' \
		'cifs closetimeo get /mnt/plain' 'cifs closetimeo set --dry-run 7 /mnt/plain'; do
		# shellcheck disable=SC2086 # words
		status "$1: swsched $command" 0 swsched $command
	done
	# The kernel may ask the server or not, but we come back.
	timeout 20 swsched cifs closetimeo set "$2" /mnt/plain >/run/said 2>/run/complaint
	check "$1: set comes back" test $? -lt 124
}

# holds NAME FILTER [ARGUMENT...] - what `status` has last heard, a document or lines of JSON, holds to the filter.
holds()
{
	local name=$1 filter=$2
	shift 2
	cp /run/said /run/heard
	if jq -e "$@" "$filter" /run/heard >/dev/null; then ok "$name"; else fail "$name" "$(tail -c 400 /run/heard)"; fi
}

# pending says who waits: the server, the command, the task.
who_waits()
{
	local pid
	pid=$(pgrep -x ls)
	status 'pending, twice' 0 swsched cifs pending --jsonl 1 2
	# shellcheck disable=SC2016 # variables of jq
	holds 'pending names server, command, pid and comm' '[inputs, .] | first | .pending | length > 0 and
		all(.hostname == "127.0.0.1" and (.command | test("^[A-Z_]+$"))) and
		any(.pid == $pid and .comm == "ls" and .seen >= 1)' --argjson pid "${pid:-0}"
	status 'the server, with its socket' 0 swsched cifs --per server --json
	holds 'the socket is told by inet_diag' '.samples[0].server | length > 0 and
		all(.address == "127.0.0.1" and .socket == "here" and .sockets == 1 and .rtt > 0 and .retrans != null)'
}

disconnected() { grep -q 'DISCONNECTED' $stats; }
# Asking for what is not known makes the client ask the server.
connected() { timeout 30 ls /mnt/plain /mnt/plain/none >/dev/null 2>&1; ! disconnected; }

# within SECONDS COMMAND... - once it succeeds.
within()
{
	local i seconds=$1
	shift
	for ((i = 0; i < seconds * 2; i++)); do
		"$@" && return 0
		sleep 0.5
	done
	return 1
}

# A server that is silent, then gone, then back.
server_trouble()
{
	local blocked
	# Not so short that the client gives up a server that is slow, as all is here.
	share share /mnt/plain ',echo_interval=30'
	exec 7>/mnt/plain/held
	server_signal STOP
	timeout 300 ls /mnt/plain >/dev/null 2>&1 7>&- 8>&- &
	blocked=$!
	sleep 2
	who_waits
	answers stopped
	no_hang stopped 3
	server_signal CONT
	wait $blocked
	swsched cifs capture /run/trouble0 0.1 1 >/dev/null
	server_signal KILL
	sleep 1
	timeout 300 ls /mnt/plain >/dev/null 2>&1 7>&- 8>&- &
	blocked=$!
	sleep 2
	answers killed
	no_hang killed 4
	check 'the share is disconnected' within 60 disconnected
	status 'a disconnected share' 0 swsched cifs --json
	holds 'a disconnected share is told' '.samples[0] | any(.share[]; .disconnected == 1 and .state == "disconnected") and
		any(.findings[]; .id == "D09")'
	check 'the server starts again' server_start
	wait $blocked
	check 'the share comes back' within 60 connected
	swsched cifs capture /run/trouble1 0.1 1 >/dev/null
	status 'over a reconnect' 0 swsched cifs --from /run/trouble0/t0 --to /run/trouble1/t0 --json
	holds 'over a reconnect: counted, and the rates are void' '.samples[0] | .host.reconnects_session > 0 and
		any(.findings[]; .says | test("are void"))'
	rm -r /run/trouble0 /run/trouble1
	answers back
	exec 7>&-
	umount /mnt/plain
}

without_module
server_config
check 'the server starts' server_start
check 'the module loads' modprobe cifs
mounts
option_table
refusals
defaults
reopening
closetimeo
server_trouble
server_signal KILL
answers unmounted
finish
