#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# boot.sh KERNEL-DIR IMAGE CELL-DIR SECONDS KERNEL-WORDS QEMU-OPTION... - boots one guest; CELL-DIR
# becomes its /lab. Returns when the guest is off; what it wrote is in CELL-DIR/{out,console}.
#
# Who dies takes its children along (pdeathsig), so that no qemu outlives make, however that ends.
# One TCG thread: with more, the kernel's code patching now and then trips over qemu ("Oops: int3").
set -u
ker=$1 image=$2 cell=$3 seconds=$4 words=$5
shift 5

# shellcheck disable=SC2054 # the commas are qemu's
options=(
	-machine q35 -accel tcg,thread=single "$@"
	-nodefaults -no-user-config -display none -monitor none -no-reboot -serial stdio
	-kernel "$ker/vmlinuz" -initrd "$ker/initramfs"
	-append "console=ttyS0 quiet loglevel=4 panic=-1 mitigations=off nokaslr tsc=reliable $words"
	-drive "file=$image,format=raw,if=none,id=root,snapshot=on" -device virtio-blk-pci,drive=root
	-virtfs "local,path=$cell,mount_tag=lab,security_model=none,id=lab"
	-virtfs "local,path=$ker/modules/lib/modules,mount_tag=mods,security_model=none,readonly=on,id=mods"
	-device virtio-rng-pci
)
setpriv --pdeathsig KILL timeout --signal KILL "$seconds" \
	setpriv --pdeathsig KILL qemu-system-x86_64 "${options[@]}" </dev/null >"$cell/console" 2>&1 &
wait $! 2>/dev/null # without the shell's word on a guest that was killed
