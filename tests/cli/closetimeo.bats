# SPDX-License-Identifier: GPL-2.0-or-later
# closetimeo of live mounts, as far as it goes without any: what is refused, and that a plan is only a plan.
load helper

trouble=$captures/made-cifs-trouble/t1

@test "seconds are whole, decimal and within what the kernel takes" {
	for s in 010 0x10 -1 +1 1.5 5s '' ' 5' 18446744073709551616; do
		run --separate-stderr swsched cifs closetimeo set --dry-run -- "$s" /home/x
		expect 2
		[ -z "$output" ]
	done
	# HZ is 250 there; where nobody tells it, it may be 1000.
	for s in 4294968 99999999999999; do
		run --separate-stderr swsched cifs closetimeo set --dry-run $s /home/x --sysroot "$trouble"
		expect 2
		[[ $stderr == *"at most 4294967"* && -z $output ]]
	done
	run --separate-stderr swsched cifs closetimeo set --dry-run 4294967 /home/x --sysroot "$trouble"
	expect 0
	t=$(tree made-cifs-trouble/t1)
	sed -i '/^Total time/d; /^  /d' "$t/proc/fs/cifs/Stats"
	run --separate-stderr swsched cifs closetimeo set --dry-run 1073742 /home/x --sysroot "$t"
	expect 2
	[[ $stderr == *"at most 1073741"* ]]
	run --separate-stderr swsched cifs closetimeo set --dry-run 1073741 /home/x --sysroot "$t"
	expect 0
}

@test "what cannot be done is a usage error" {
	refused <<-END
		cifs closetimeo set
		cifs closetimeo set 5
		cifs closetimeo set --dry-run
		cifs closetimeo set 5 /home/x --sysroot $trouble
		cifs closetimeo set 5 /home/x --json
		cifs closetimeo set 5 /home/x --nosuch
		cifs closetimeo --dry-run
		swap closetimeo
		llc closetimeo set 5 /
	END
}

@test "a plan needs no privilege, and writes nothing" {
	needs_strace
	run --separate-stderr as_nobody "$SWSCHED" cifs closetimeo set --dry-run 2 /home/x --sysroot "$(tree made-cifs-trouble/t1)"
	expect 0
	traced "$SWSCHED" cifs closetimeo set --dry-run 2 /home/x --sysroot "$trouble" >/dev/null
	run ! grep -E '^[0-9]+ +(fspick|fsconfig|mount|fork|clone|vfork|open.*(O_WRONLY|O_RDWR))' "$trace"
}

@test "a place is a mount point of mountinfo, and is never looked at" {
	needs_strace
	cd /
	traced "$SWSCHED" cifs closetimeo .//home/./x/ --sysroot "$trouble" >"$BATS_TEST_TMPDIR/out"
	grep -q '/home/x' "$BATS_TEST_TMPDIR/out"
	run ! grep -q '"/home' "$trace"
	run --separate-stderr swsched cifs closetimeo set --dry-run 2 /home/../home/x --sysroot "$trouble"
	expect 5
}

@test "a kernel without closetimeo is told from one without the mount" {
	t=$(tree made-cifs-trouble/t1)
	sed -i 's/,closetimeo=[0-9]*//' "$t/proc/self/mountinfo"
	run --separate-stderr swsched cifs closetimeo set --dry-run 2 /mnt/old --sysroot "$t"
	expect 3
	run --separate-stderr swsched cifs closetimeo --sysroot "$t"
	expect 0
	[[ $output == *no:kernel-before-6.0* ]]
	rm "$t/proc/self/mountinfo"
	run --separate-stderr swsched cifs closetimeo set --dry-run 2 /mnt/old --sysroot "$t"
	[ "$status" -ne 0 ] && [ -z "$output" ]
}

@test "of mounts on one point the last is meant; if that is none of SMB, none is" {
	run --separate-stderr swsched cifs closetimeo set --dry-run 2 /home/x --sysroot "$trouble"
	[[ $output == *"cache=none"* && $output != *"acregmax=5"* ]]
	t=$(tree made-cifs-trouble/t1)
	echo '50 40 0:60 / /home/x rw - tmpfs none rw' >>"$t/proc/self/mountinfo"
	run --separate-stderr swsched cifs closetimeo set --dry-run 2 /home/x --sysroot "$t"
	expect 5
}

@test "what is hidden is given, secrets are not shown, hostile names do no harm" {
	t=$(tree made-cifs-trouble/t1)
	printf '%s\n' '60 22 0:70 / /mnt/\033[31m\342\200\256 rw - cifs //s/p rw,vers=3.0,username=\033]0;x\007,pass=hunter2,mapchars,closetimeo=1' >>"$t/proc/self/mountinfo"
	run --separate-stderr swsched cifs closetimeo set --dry-run 2 $'/mnt/\033[31m\342\200\256' --sysroot "$t"
	expect 0
	harmless <<<"$output"
	[[ $output == *"noserverino"* && $output != *hunter2* && $output == *'pass=***'* ]]
	run --separate-stderr swsched cifs closetimeo set --dry-run 2 $'/mnt/\033[31m' --sysroot "$t"
	expect 5
	harmless <<<"$stderr"
	each_format cifs closetimeo -- "$t"
}
