# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
# smb_default.sh - the default of closetimeo at mount time and on live mounts, for scenarios/cifs.sh.
# shellcheck source=tests/vm/guest.sh
# shellcheck disable=SC2154 # the scenario says who

# from TARGET - where swsched says that the live value comes from.
from_of() { swsched cifs mounts --json -o target,from | jq -r --arg m "$1" '.samples[0].mount[] | select(.target == $m) | .from'; }

# mounted NAME VALUE FROM - of /mnt/plain; then it is no more.
mounted()
{
	want "$1" "$2" "$(closetimeo_of /mnt/plain)"
	want "$1: from" "$3" "$(from_of /mnt/plain)"
	umount /mnt/plain
}

# At mount time: by the command and by the helpers; an explicit value stays.
default_mounts()
{
	local s=//127.0.0.1/share type
	status 'cifs mount' 0 swsched cifs mount -t cifs $s /mnt/plain -o "$who"
	mounted 'cifs mount: the default' 3 helper
	status 'cifs mount, explicit' 0 swsched cifs mount -t cifs $s /mnt/plain -o "$who,closetimeo=9"
	mounted 'cifs mount: an explicit value stays' 9 unknown
	status 'cifs mount has the status of mount' 32 swsched cifs mount -t cifs //127.0.0.1/none /mnt/plain -o "$who"
	for type in cifs smb3; do
		check "mount -t $type.swsched" mount -t $type.swsched $s /mnt/plain -o "$who,_netdev"
		want "$type.swsched: it is $type" $type "$(findmnt -no FSTYPE /mnt/plain)"
		mounted "$type.swsched: the default" 3 helper
		check "mount -t $type.swsched, explicit" mount -t $type.swsched $s /mnt/plain -o "$who,closetimeo=9"
		mounted "$type.swsched: an explicit value stays" 9 unknown
	done
	share share /mnt/plain ''
	mounted 'plain mount: the kernel does not know of it' 1 kernel
	status 'default of the server' 0 swsched cifs closetimeo default 4 --server 127.0.0.1
	status 'default of a mount' 0 swsched cifs closetimeo default 0 --mount '/mnt/two words'
	status 'cifs mount, server' 0 swsched cifs mount $s /mnt/plain -o "$who"
	status 'cifs mount, mount' 0 swsched cifs mount '//127.0.0.1/two words' '/mnt/two words' -o "$who"
	want 'the default of the mount' 0 "$(awk '$2 == "/mnt/two\\040words" { print $4 }' /proc/self/mounts | tr , '\n' | sed -n 's/^closetimeo=//p')"
	umount '/mnt/two words'
	mounted 'the default of the server' 4 helper
}

# Live: drift is printed, set right, then there is none; what may be explicit stays.
default_live()
{
	share share /mnt/plain ''
	status 'no default, no drift' 0 swsched cifs closetimeo apply --check
	status 'default 2' 0 swsched cifs closetimeo default 2
	want 'default warns of a second superblock' 1 "$(grep -c 'a superblock and a page cache each: //127.0.0.1/share on /mnt/plain has 1;' /run/complaint)"
	status 'apply --check sees the drift' 6 swsched cifs closetimeo apply --check
	status 'apply' 0 swsched cifs closetimeo apply
	want 'apply prints the drift' '/mnt/plain: live closetimeo 1 -> 2, by [default] of cifs.conf' "$(cat /run/said)"
	want 'and changes nothing' 1 "$(closetimeo_of /mnt/plain)"
	status 'apply --live --dry-run' 0 swsched cifs closetimeo apply --live --dry-run
	want 'and changes nothing either' 1 "$(closetimeo_of /mnt/plain)"
	status 'apply --live' 0 swsched cifs closetimeo apply --live
	want 'apply --live changes it' 2 "$(closetimeo_of /mnt/plain)"
	status 'apply --check sees none' 0 swsched cifs closetimeo apply --check
	want 'apply prints nothing' '' "$(swsched cifs closetimeo apply 2>&1)"
	status 'default 3' 0 swsched cifs closetimeo default 3
	status 'apply --live of one that is ours' 0 swsched cifs closetimeo apply --live
	want 'what was ours follows' 3 "$(closetimeo_of /mnt/plain)"
	want 'and is known for it' conf "$(from_of /mnt/plain)"
	status 'set by hand' 0 swsched cifs closetimeo set 7 /mnt/plain
	status 'apply --live of what may be explicit' 0 swsched cifs closetimeo apply --live
	want 'it stays' 7 "$(closetimeo_of /mnt/plain)"
	status 'apply --live --force' 0 swsched cifs closetimeo apply --live --force
	mounted 'by force it does not' 3 conf
}

# fstab: the helper's line, and a plain one.
default_fstab()
{
	local line="//127.0.0.1/share /mnt/plain cifs.swsched $who 0 0"
	echo "$line" >/etc/fstab
	status 'a line without _netdev' 6 swsched cifs closetimeo apply --check
	status 'apply --persist' 0 swsched cifs closetimeo apply --persist
	want 'gives it _netdev' "${line/ 0 0/,_netdev 0 0}" "$(cat /etc/fstab)"
	status 'then it is in line' 0 swsched cifs closetimeo apply --check
	check 'mount by fstab' mount /mnt/plain
	mounted 'mount by fstab: the default' 4 helper
	rm /sbin/mount.cifs.swsched
	# mount.cifs is run then, does not know the type it is given, and ends with 0 all the same.
	mount /mnt/plain >/dev/null 2>&1
	refuse 'without the helper nothing is mounted' findmnt /mnt/plain
	status 'and that is said' 6 swsched cifs closetimeo apply --check
	echo "${line/cifs.swsched/cifs}" >/etc/fstab
	share share /mnt/plain ''
	status 'set --persist' 0 swsched cifs closetimeo set --persist 6 /mnt/plain
	want 'set --persist writes the line' "//127.0.0.1/share /mnt/plain cifs $who,closetimeo=6 0 0" "$(cat /etc/fstab)"
	mounted 'set --persist changes the mount' 6 fstab
	check 'mount by fstab with an explicit value' mount /mnt/plain
	mounted 'the explicit value of fstab' 6 fstab
	: >/etc/fstab
}

defaults()
{
	local type
	for type in cifs smb3; do
		ln -s "$(command -v swsched)" /sbin/mount.$type.swsched
	done
	default_live
	default_mounts
	default_fstab
	rm -rf /etc/swsched /sbin/mount.*.swsched /etc/fstab.swsched.*
}
