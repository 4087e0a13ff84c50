#!/bin/busybox sh
# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-or-later
# initramfs.sh - the guest's first process: reaches the root disk and the shares, then hands over
# to /lab/init (guest-init.sh). Runs from the initramfs that kernel.sh makes.
B=/bin/busybox
$B mount -t proc proc /proc
$B mount -t sysfs sys /sys
$B mount -t devtmpfs dev /dev
while read -r m; do
	$B insmod "/mods/$m" || echo "vm: insmod $m failed"
done </mods/order
i=0
while [ ! -b /dev/vda ] && [ $i -lt 50 ]; do
	$B usleep 100000
	i=$((i + 1))
done
$B mount -t ext4 /dev/vda /root || {
	echo 'vm: no root disk'
	$B poweroff -f
}
for d in proc sys dev; do
	$B mount --move /$d /root/$d
done
for d in run tmp dev/shm; do
	$B mkdir -p /root/$d
	$B mount -t tmpfs tmpfs /root/$d
done
$B mkdir -p "/root/lib/modules/$($B uname -r)"
share='trans=virtio,version=9p2000.L,msize=262144'
$B mount -t 9p -o "$share" lab /root/lab || echo 'vm: no share'
$B mount -t 9p -o "$share,cache=loose,ro" mods /root/lib/modules || echo 'vm: no modules'
exec $B switch_root /root /bin/bash /lab/init
