#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# image.sh DIR - makes DIR/guest.img, the guest's root disk, from the packages that ./guest names.
#
# The packages are unpacked, not configured: no chroot, no maintainer script, no root needed, some
# seconds. What a scenario needs of the configuring (accounts, a few links) is done here by hand.
set -euo pipefail
here=$(dirname "$0")
mkdir -p "${1:?folder}"
dir=$(realpath "$1")
# shellcheck source=tests/vm/archive.sh
. "$here/archive.sh"

img=$dir/guest.img new=$dir/guest.new root=$dir/guest
[ ! "$img" -nt "$here/guest" ] || [ ! "$img" -nt "$0" ] || exit 0

# Prints the packages of ./guest as apt takes them; optional ones only where the archive has them.
packages()
{
	local suite names name
	while read -r suite names; do
		for name in $names; do
			case $suite in
			\?*) ! apt-cache show "$name/${suite#\?}" >/dev/null 2>&1 || echo "$name/${suite#\?}" ;;
			*) echo "$name" ;;
			esac
		done
	done < <(grep -v '^#' "$here/guest")
}

unpack()
{
	local deb
	rm -rf "$root"
	# merged /usr, as Debian's installer lays it
	mkdir -p "$root"/usr/{bin,sbin,lib,lib64}
	ln -s usr/bin usr/sbin usr/lib usr/lib64 "$root/"
	for deb in "$dir"/apt/guest/cache/archives/*.deb; do
		dpkg-deb --fsys-tarfile "$deb" | tar -x --keep-directory-symlink --no-same-owner -C "$root" \
			--exclude='./usr/share/doc/*' --exclude='./usr/share/man/*' --exclude='./usr/share/locale/*' \
			--exclude='./usr/share/info/*' --exclude='./usr/share/zoneinfo/*'
	done
}

# What the packages' maintainer scripts would have done.
configure()
{
	cp "$root/usr/share/base-passwd/passwd.master" "$root/etc/passwd"
	cp "$root/usr/share/base-passwd/group.master" "$root/etc/group"
	ln -sf gawk "$root/usr/bin/awk"
	echo guest >"$root/etc/hostname"
	echo '127.0.0.1 localhost guest' >"$root/etc/hosts"
	: >"$root/etc/fstab"
	mkdir -p "$root"/{lab,proc,sys,dev,run,tmp,mnt,srv,root,var/lib/samba/private,var/log/samba}
}

mapfile -t suites < <(sed 's/#.*//; s/^?//' "$here/guest" | awk 'NF { print $1 }' | sort -u)
archive_open "$dir/apt/guest" "${suites[@]}"
rm -f "$dir"/apt/guest/cache/archives/*.deb
mapfile -t names < <(packages)
apt-get -qq -y --no-install-recommends --download-only install "${names[@]}"
unpack
configure
rm -f "$new"
mke2fs -q -t ext4 -O '^has_journal' -E root_owner=0:0 -d "$root" "$new" 2G
mv "$new" "$img"
rm -rf "$root" "$dir"/apt/guest/cache/archives/*.deb
