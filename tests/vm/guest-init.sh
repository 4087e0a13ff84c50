#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# guest-init.sh - the guest's process 1 after the initramfs (it is /lab/init there): runs the
# scenario, leaves its exit status in /lab/out/status and powers off.
export PATH=/run/swsched/bin:/usr/sbin:/usr/bin HOME=/root TERM=dumb LC_ALL=C
ulimit -c 0
echo guest >/proc/sys/kernel/hostname
ip link set lo up
ln -s /proc/self/fd /dev/fd
mount -t cgroup2 cgroup2 /sys/fs/cgroup
mount -t debugfs debugfs /sys/kernel/debug
mkdir -p /boot
cp /lab/config "/boot/config-$(uname -r)"
# from memory: each exec from the share would be a trip to the host
mkdir -p /run/swsched
cp -R /lab/bin /lab/lib /run/swsched/
cd /run || exit
read -r up _ </proc/uptime
echo "vm: $(uname -r) up at ${up}s"
bash /lab/scenario.sh </dev/null
status=$?
dmesg >/lab/out/dmesg
echo "$status" >/lab/out/status
read -r up _ </proc/uptime
echo "vm: scenario ended with $status at ${up}s"
sync
echo o >/proc/sysrq-trigger
sleep 60
