# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
# cifs.sh - smbd on the guest's loopback: shares with blanks and UTF-8 in their names, closetimeo 0, 1
# and 5, and a server that is stopped, killed and started again.
# topologies: one
# seconds: 420
# shellcheck source=tests/vm/guest.sh
. /lab/guest.sh
# shellcheck source=tests/vm/smb_set.sh
. /lab/smb_set.sh

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

server_signal() { pkill "-$1" -x smbd; }

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

# A server that is silent, then gone, then back.
server_trouble()
{
	local blocked
	share share /mnt/plain ',echo_interval=2'
	exec 7>/mnt/plain/held
	server_signal STOP
	timeout 60 ls /mnt/plain >/dev/null 2>&1 7>&- 8>&- &
	blocked=$!
	sleep 2
	answers stopped
	server_signal CONT
	wait $blocked
	server_signal KILL
	sleep 1
	timeout 60 ls /mnt/plain >/dev/null 2>&1 7>&- 8>&- &
	blocked=$!
	sleep 2
	answers killed
	check 'the server starts again' server_start
	wait $blocked
	check 'the share comes back' timeout 60 ls /mnt/plain
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
closetimeo
server_trouble
server_signal KILL
answers unmounted
finish
