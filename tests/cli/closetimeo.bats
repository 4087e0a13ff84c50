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

# made_mount - a folder that a mountinfo made up calls an SMB mount, as it was, as wanted, and with another option changed.
made_mount()
{
	needs_strace
	cd "$BATS_TEST_TMPDIR" || return
	mkdir m
	local options=rw,vers=3.1.1,cache=loose,username=u,uid=7,noforceuid,addr=127.0.0.1,soft,nounix,serverino,mapposix,actimeo=1
	is_mounted() { echo "ID 1 0:99 / $PWD/m rw,relatime - cifs //srv/p $1"; }
	is_mounted $options,closetimeo=1 >before
	is_mounted $options,closetimeo=5 >wanted
	is_mounted ${options/loose/strict},closetimeo=5 >lost
	is_mounted ${options/loose/strict},closetimeo=1 >half
	cat >act.sh <<-'END'
		exec 9<m
		id=$(awk '/^mnt_id/ { print $2 }' /proc/self/fdinfo/9)
		exec 9<&-
		sed -i "s/^ID/$id/" now before wanted lost half
		mount --bind now /proc/$$/mountinfo && exec "$SWSCHED" cifs closetimeo set 5 "$PWD/m"
	END
	cp before now
	unshare -rm bash -c 'mount --bind now /proc/$$/mountinfo' 2>/dev/null || skip "no namespaces here"
}

# set_answered ANSWER MOMENT… - closetimeo set. fsconfig(2) is answered so, and not made; one that is made has no file
# system to be of, and is refused. Whenever the mount is picked mountinfo becomes the next of the moments.
set_answered()
{
	local answer=$1 picked=0 setting
	shift
	cp before now
	sed -i 's/^[0-9]* /ID /' now before wanted lost half
	: >"$trace"
	ASAN_OPTIONS=detect_leaks=0 unshare -rm strace -f -o "$trace" -e trace=fspick,fsconfig -e inject=fspick:retval=0 \
		-e "inject=fsconfig:$answer:delay_enter=30000" bash act.sh </dev/null >said 2>complaint 3>&- &
	setting=$!
	while kill -0 $setting 2>/dev/null; do
		if [ $# -gt 0 ] && [ "$(grep -c 'fspick(' "$trace")" -gt $picked ]; then
			picked=$((picked + 1))
			cat "$1" >now
			shift
		fi
		sleep 0.01
	done
	wait $setting && status=0 || status=$?
	stderr=$(cat complaint) output=$(cat said)
	[ $# -eq 0 ] || { echo "the mount was not picked as often: $stderr"; return 1; }
}

@test "set: another option that changes is put back, 6; where it cannot be, 7" {
	made_mount
	set_answered retval=0 wanted
	expect 0
	[[ $output == *"done: 14 other options"* ]]
	[ "$(grep -c CMD_RECONFIGURE "$trace")" -eq 1 ]
	set_answered retval=0 lost before
	expect 6
	[[ $stderr == *"m is again as it was, for the change was not that of closetimeo alone: "*"m: lost cache=loose gained cache=strict" ]]
	# What is given to put it back is the old value, and all else again.
	[ "$(grep -c CMD_RECONFIGURE "$trace")" -eq 2 ]
	[ "$(sed -n 's/.*"closetimeo", "\([0-9]*\)".*/\1/p' "$trace" | tr '\n' ' ')" = '5 1 ' ]
	[ "$(grep -c '"cache", "loose"' "$trace")" -eq 2 ]
	# The kernel says yes and does nothing.
	set_answered retval=0 before before
	expect 6
	[[ $stderr == *"again as it was"*"closetimeo is 1" ]]
	set_answered retval=0 lost lost
	expect 7
	[[ $stderr == *"m is not as it was, and could not be put back: "*"lost cache=loose gained cache=strict; closetimeo is 5; mount it anew" ]]
	# The other option is back, closetimeo is not.
	set_answered retval=0 lost wanted
	expect 7
	[[ $stderr == *"could not be put back: closetimeo is 5; mount it anew" ]]
	set_answered retval=0 /dev/null /dev/null
	expect 7
	[[ $stderr == *"it is no longer mounted"* ]]
}

@test "set: what is refused changes nothing, 6; and if it did, is put back or said, 6 or 7" {
	made_mount
	set_answered retval=0 wanted
	calls=$(grep -c 'fsconfig(' "$trace")
	# An option: the kernel is not asked to change anything.
	set_answered retval=0:when=1..3 before
	expect 6
	[[ $stderr == *"m was left as it is: the kernel refused: '"*"' was refused" ]]
	run ! grep CMD_RECONFIGURE "$trace"
	# The change.
	set_answered "retval=0:when=1..$((calls - 1))" before
	expect 6
	[[ $stderr == *"m was left as it is: the kernel refused: Invalid argument" ]]
	[ "$(grep -c CMD_RECONFIGURE "$trace")" -eq 1 ]
	# The change, and yet something was.
	set_answered "retval=0:when=1..$((calls - 1))" half before
	expect 6
	[[ $stderr == *"m is again as it was: the kernel refused: Invalid argument; a part had been changed: "*"lost cache=loose gained cache=strict" ]]
	set_answered "retval=0:when=1..$((calls - 1))" wanted before
	expect 6
	[[ $stderr == *"a part had been changed: closetimeo is 5" ]]
	set_answered "retval=0:when=1..$((calls - 1))" half half
	expect 7
	[[ $stderr == *"m is not as it was, and could not be put back: "*"lost cache=loose gained cache=strict; mount it anew" ]]
}
