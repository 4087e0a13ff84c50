#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# kernel.sh DIR NAME SUITE... - fetches the kernel that a line of ./kernels names, ready to boot:
#   DIR/kernels/NAME/{release,vmlinuz,config,initramfs,modules/}
# One that is there is kept; remove DIR/kernels to look for newer ones. On failure the last line
# printed is the reason.
set -euo pipefail
here=$(dirname "$0")
# shellcheck source=tests/vm/archive.sh
. "$here/archive.sh"
mkdir -p "${1:?folder}"
dir=$(realpath "$1") name=${2:?name}
shift 2
ker=$dir/kernels/$name new=$dir/kernels/.$name

# Modules that the first process needs to reach the root disk and the shares.
boot_modules='virtio_pci virtio_blk crc32c_generic ext4 9pnet_virtio 9p'

[ ! -e "$ker/initramfs" ] || exit 0

# The highest release that the name stands for; flavours (cloud, rt) and unsigned twins are not meant.
find_release()
{
	local want='[0-9]'
	[ "$name" = newest ] || want=${name//./\\.}'[.-]'
	apt-cache pkgnames linux-image- | sed -n "s/^linux-image-\($want.*-amd64\)\$/\1/p" |
		grep -vE -e '-(cloud|rt|dbg|unsigned)-?' | grep -E '^[0-9]+\.[0-9]+\.[0-9]' | sort -V | tail -1
}

# Since 6.19 the image package is split; what it depends on under its own release is part of it.
packages()
{
	echo "linux-image-$rel"
	apt-cache depends -i "linux-image-$rel" |
		sed -n "s/^.*Depends: \(linux-[a-z]*-${rel//./\\.}\)\$/\1/p" | sort -u
}

unpack()
{
	local pkg deb
	mkdir -p "$new/deb" "$new/root" "$new/modules/lib"
	for pkg in $(packages); do
		(cd "$new/deb" && apt-get -qq download "$pkg")
	done
	for deb in "$new"/deb/*.deb; do
		dpkg-deb -x "$deb" "$new/root"
	done
	mv "$(find "$new/root" -name 'vmlinuz*' -type f | head -1)" "$new/vmlinuz"
	mv "$(find "$new/root" -path '*/boot/config-*' -o -path '*/modules/*/config' | head -1)" "$new/config"
	mv "$(find "$new/root" -path '*/lib/modules' -type d | head -1)" "$new/modules/lib/"
	rm -rf "$new/deb" "$new/root"
	# half a gigabyte of drivers for what no guest has
	rm -rf "$new/modules/lib/modules/$rel/kernel"/{sound,drivers/{gpu,media,net,infiniband,staging}}
	depmod -b "$new/modules" "$rel"
}

# Copies a module and what it depends on (modules.dep names the nearest first), in load order.
add_module()
{
	local mods=$new/modules/lib/modules/$rel line file to
	line=$(grep -E "/$1\.ko(\.[a-z]+)?:" "$mods/modules.dep" | head -1) || return 0 # built in
	for file in $(tr -d : <<<"$line" | tr ' ' '\n' | tac); do
		to=$(basename "${file%.xz}")
		[ ! -e "$new/init/mods/$to" ] || continue
		case $file in
		*.xz) xz -dc "$mods/$file" >"$new/init/mods/$to" ;;
		*) cp "$mods/$file" "$new/init/mods/" ;;
		esac
		echo "$to" >>"$new/init/mods/order"
	done
}

initramfs()
{
	local module
	mkdir -p "$new"/init/{bin,proc,sys,dev,root,mods}
	cp -L "$(command -v busybox)" "$new/init/bin/busybox"
	cp "$here/initramfs.sh" "$new/init/init"
	chmod +x "$new/init/init"
	: >"$new/init/mods/order"
	for module in $boot_modules; do
		add_module "$module"
	done
	(cd "$new/init" && find . | cpio -o -H newc -R 0:0 --quiet | gzip -1) >"$new/initramfs"
	rm -rf "$new/init"
}

archive_open "$dir/apt/$name" "$@" || {
	echo "the archive cannot be read: $*"
	exit 1
}
rel=$(find_release || :)
[ -n "$rel" ] || {
	echo "no such kernel in $*"
	exit 1
}
rm -rf "$new" "$ker"
unpack || {
	echo "$rel is incomplete in the archive"
	exit 1
}
initramfs
echo "$rel" >"$new/release"
mv "$new" "$ker"
