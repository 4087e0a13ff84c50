# SPDX-License-Identifier: GPL-2.0-or-later
# closetimeo default and apply --persist: cifs.conf and fstab below a folder, edited in one place or not at all.
load helper

setup()
{
	root=$BATS_TEST_TMPDIR/root
	mkdir -p "$root/etc/swsched" "$root/proc/self" "$root/run"
	: >"$root/proc/self/mountinfo"
	printf '[default]\nclosetimeo = 2\n[server other]\nclosetimeo = 3\n' >"$root/etc/swsched/cifs.conf"
}

persist() { run --separate-stderr swsched cifs closetimeo apply --persist --sysroot "$root"; }
fstab() { printf "$@" >"$root/etc/fstab"; cp "$root/etc/fstab" "$BATS_TEST_TMPDIR/before"; }
untouched() { cmp "$root/etc/fstab" "$BATS_TEST_TMPDIR/before" && [ -z "$(find "$root" -name '*.swsched.*')" ]; }

# What libmount makes of it: the table, and the complaints of --verify without those of this machine's folders.
reads_as() { findmnt --tab-file "$1" -rno SOURCE,TARGET,FSTYPE,OPTIONS; }
verdict() { findmnt --verify --tab-file "$1" 2>&1 | sed "s|$1|FSTAB|g" | grep . || echo "no verdict of $1"; }

# edited FORMAT EXPECTED - apply --persist makes the one of the other, and libmount says the same of both.
edited()
{
	fstab "$1"
	printf "$2" >"$BATS_TEST_TMPDIR/expected"
	persist
	expect 0 || return 1
	cmp "$root/etc/fstab" "$BATS_TEST_TMPDIR/expected" || { od -c "$root/etc/fstab"; return 1; }
	cmp "$root/etc/fstab.swsched.bak" "$BATS_TEST_TMPDIR/before" || return 1
	diff <(verdict "$BATS_TEST_TMPDIR/before") <(verdict "$root/etc/fstab") || return 1
	# But for options nothing is read otherwise, and those only have more.
	diff <(reads_as "$BATS_TEST_TMPDIR/before" | cut -d' ' -f1-3) <(reads_as "$root/etc/fstab" | cut -d' ' -f1-3) || return 1
	persist
	expect 0 && [ -z "$output" ] && cmp "$root/etc/fstab" "$BATS_TEST_TMPDIR/expected"
}

# left FORMAT STATUS WORDS - it is as it was, and that is said.
left()
{
	fstab "$1"
	persist
	expect "$2" || return 1
	untouched || { echo "touched"; return 1; }
	[ -z "$3" ] || grep -q -- "$3" <<<"$output" || { echo "output: $output"; return 1; }
}

@test "fstab: one field of one line, whatever the line looks like" {
	edited '//s/p /m cifs ro 0 0\n' '//s/p /m cifs ro,closetimeo=2 0 0\n'
	edited '# c\n\n  # d\n//s/p /m cifs ro\n# e\n\n\n' '# c\n\n  # d\n//s/p /m cifs ro,closetimeo=2\n# e\n\n\n'
	edited '\t//s/p\t \t/m  cifs\t\tro \t0\t0 \t\n' '\t//s/p\t \t/m  cifs\t\tro,closetimeo=2 \t0\t0 \t\n'
	edited '//s/p /m cifs ro' '//s/p /m cifs ro,closetimeo=2'
	edited '//s/p /m cifs ro\r\n# x\r\n' '//s/p /m cifs ro,closetimeo=2\r\n# x\r\n'
	edited '//s/p /m cifs x="a,closetimeo=9,b",ro 0 0\n' '//s/p /m cifs x="a,closetimeo=9,b",ro,closetimeo=2 0 0\n'
	edited '//s/two\\\\040words /m\\\\040n cifs credentials=/c\\\\040d\n' '//s/two\\\\040words /m\\\\040n cifs credentials=/c\\\\040d,closetimeo=2\n'
	edited '//s/p /m cifs\n' '//s/p /m cifs closetimeo=2\n'
	edited '//s/p /m cifs \t \n' '//s/p /m cifs closetimeo=2 \t \n'
	edited '//s/p /m cifs ro, 0 0\n' '//s/p /m cifs ro,closetimeo=2 0 0\n'
	edited '//s/p /m smb3 noclosetimeo,xclosetimeo=1 0 0\n' '//s/p /m smb3 noclosetimeo,xclosetimeo=1,closetimeo=2 0 0\n'
	edited '/dev/sda1 / ext4 defaults 0 1\n//s/p /m cifs pass=\xff\xfe 0 0\n' '/dev/sda1 / ext4 defaults 0 1\n//s/p /m cifs pass=\xff\xfe,closetimeo=2 0 0\n'
	edited '\\\\134\\\\134OTHER\\\\134p /m cifs ro 0 0\n' '\\\\134\\\\134OTHER\\\\134p /m cifs ro,closetimeo=3 0 0\n'
	edited '//s/p /m cifs ro 0 0\n//s/q /m cifs rw 0 0\n' '//s/p /m cifs ro,closetimeo=2 0 0\n//s/q /m cifs rw,closetimeo=2 0 0\n'
	edited '//s/p /m cifs.swsched ro 0 0\n' '//s/p /m cifs.swsched ro,_netdev 0 0\n'
	edited '//s/p /m smb3.swsched\n' '//s/p /m smb3.swsched _netdev\n'
}

@test "fstab: one field of one line, among lines and words that look alike" {
	edited '//s/p /m cifs ro\n# //s/p /m cifs ro' '//s/p /m cifs ro,closetimeo=2\n# //s/p /m cifs ro'
	edited '//s/p /m cifs ro 0 0\n//s/p /n cifs ro 0 0\n' '//s/p /m cifs ro,closetimeo=2 0 0\n//s/p /n cifs ro,closetimeo=2 0 0\n'
	edited '//s/p /m cifs ro 0 0\n//s/q /m cifs ro 0 0\n' '//s/p /m cifs ro,closetimeo=2 0 0\n//s/q /m cifs ro,closetimeo=2 0 0\n'
	edited '//s/p /m cifs ro 0 0\n//s/p /m cifs.other ro 0 0\n' '//s/p /m cifs ro,closetimeo=2 0 0\n//s/p /m cifs.other ro 0 0\n'
	edited 'cifs /cifs ext4 cifs 0 0\n//cifs/cifs /m cifs cifs 0 0\n' 'cifs /cifs ext4 cifs 0 0\n//cifs/cifs /m cifs cifs,closetimeo=2 0 0\n'
	edited '//s/p#x /m#y cifs ro#z 0 0\n' '//s/p#x /m#y cifs ro#z,closetimeo=2 0 0\n'
	edited '//s/p /m cifs defaults,_netdev,nofail,x-systemd.automount 0 0 # why\n' '//s/p /m cifs defaults,_netdev,nofail,x-systemd.automount,closetimeo=2 0 0 # why\n'
	edited '//s/p /m cifs ro,,rw,username= 0 0\n' '//s/p /m cifs ro,,rw,username=,closetimeo=2 0 0\n'
	edited '//s/p /m\xc3\xa9\\\\040 cifs ro 0 0\n' '//s/p /m\xc3\xa9\\\\040 cifs ro,closetimeo=2 0 0\n'
	edited '//s/p /m cifs x=a\\\\011b 0 0\n' '//s/p /m cifs x=a\\\\011b,closetimeo=2 0 0\n'
	# To libmount that is no value of closetimeo, but one strange word.
	edited '//s/p /m cifs "closetimeo=7" 0 0\n' '//s/p /m cifs "closetimeo=7",closetimeo=2 0 0\n'
	long=$(printf '%70000s' '' | tr ' ' x)
	edited "//s/p /m cifs domain=$long 0 0\n" "//s/p /m cifs domain=$long,closetimeo=2 0 0\n"
}

@test "fstab: left alone, and why" {
	left '' 0 ''
	left '//s/p /m cifs ro,closetimeo=7 0 0\n' 0 ''
	left '//s/p /m cifs.swsched _netdev 0 0\n' 0 ''
	left '//s/p /m cifs.other ro 0 0\nnas:/x /n nfs ro 0 0\n' 0 ''
	left '#//s/p /m cifs ro 0 0\n' 0 ''
	left '//s/p /m\n' 0 ''
	left '//s/p\n\n\n \t\n' 0 ''
	left '//s/p /m cifs closetimeo=010,ro 0 0\n' 0 ''
	left '//s/p /m cifs closetimeo=fast,ro 0 0\n' 0 ''
	left '//s/p /m cifs x="a b",ro 0 0\n' 6 'not plain'
	left '//s/p /m cifs ro 0 0\n//s/p /m/ cifs rw 0 0\n' 6 'several lines'
	left '//s/p /m cifs x="a,ro 0 0\n' 6 'not plain'
	left '//s/p /m cifs ro\\\\054x 0 0\n' 6 'not plain'
	left '//s/p /m cifs r\\\\157 0 0\n' 6 'not plain'
	left '//s/p /m cifs ro\rx 0 0\n' 6 'not plain'
	left '//s/p /m cifs # ro\n' 6 'not plain'
	left '//s/p /m cifs ro\0x 0 0\n' 6 'not plain'
}

@test "fstab: one line that cannot be edited does not keep the others from it" {
	fstab '//s/p /m cifs x="a 0 0\n//s/q /n cifs ro 0 0\n'
	persist
	expect 6
	[ "$(cat "$root/etc/fstab")" = $'//s/p /m cifs x="a 0 0\n//s/q /n cifs ro,closetimeo=2 0 0' ]
}

@test "fstab: a link stays one, mode and owner are kept" {
	for to in ../data/tab /data/tab; do
		rm -rf "$root/data" "$root/etc/fstab"
		mkdir "$root/data"
		echo '//s/p /m cifs ro 0 0' >"$root/data/tab"
		chmod 640 "$root/data/tab"
		[ "$(id -u)" -ne 0 ] || chown 7:8 "$root/data/tab"
		was=$(stat -c '%a %u %g' "$root/data/tab")
		ln -s "$to" "$root/etc/fstab"
		persist
		expect 0
		[ "$(readlink "$root/etc/fstab")" = "$to" ]
		[ "$(cat "$root/data/tab")" = '//s/p /m cifs ro,closetimeo=2 0 0' ]
		[ "$(stat -c '%a %u %g' "$root/data/tab")" = "$was" ]
	done
}

@test "fstab: what is no file of its own is refused" {
	ln -s nowhere "$root/etc/fstab"
	persist
	expect 0 # as a machine without one
	rm "$root/etc/fstab"
	mkfifo "$root/etc/fstab"
	persist
	expect 6
	rm "$root/etc/fstab"
	fstab '//s/p /m cifs ro 0 0\n'
	ln "$root/etc/fstab" "$root/other"
	persist
	expect 6
	[[ $stderr == *"hard link"* ]]
	untouched
}

@test "fstab: a folder that is read-only, a full disk, a file that is mounted" {
	unshare -rm true 2>/dev/null || skip "no namespaces here"
	fstab '//s/p /m cifs ro 0 0\n'
	chmod 555 "$root/etc"
	run --separate-stderr as_nobody "$SWSCHED" cifs closetimeo apply --persist --sysroot "$root"
	chmod 755 "$root/etc"
	expect 4
	untouched
	run --separate-stderr unshare -rm bash -c "mount --bind '$root' '$root' && mount -o remount,bind,ro '$root' &&
		'$SWSCHED' cifs closetimeo apply --persist --sysroot '$root'"
	expect 4
	untouched
	run --separate-stderr unshare -rm bash -c "mount --bind '$root/etc/fstab' '$root/etc/fstab' && '$SWSCHED' cifs closetimeo apply --persist --sysroot '$root'"
	expect 6
	[[ $stderr == *"on the host"* ]]
	untouched
	run --separate-stderr unshare -rm bash -c "mkdir '$root/small' && mount -t tmpfs -o size=16k none '$root/small' && cp -r '$root/etc' '$root/proc' '$root/small' &&
		cat /dev/zero >'$root/small/fill'; cd '$root/small' && '$SWSCHED' cifs closetimeo apply --persist --sysroot .; n=\$?
		cmp etc/fstab '$root/etc/fstab' && ! ls etc/*.swsched.* 2>/dev/null && exit \$n"
	[ "$status" -eq 1 ] && [[ $stderr == *"No space left"* ]]
}

@test "fstab: killed at any system call, or refused any, the old or the new file is there" {
	needs_strace
	fstab '//s/p /m cifs ro 0 0\n'
	new='//s/p /m cifs ro,closetimeo=2 0 0'
	again()
	{
		rm -f "$root"/etc/fstab*
		cp "$BATS_TEST_TMPDIR/before" "$root/etc/fstab"
	}
	under() { ASAN_OPTIONS=detect_leaks=0 strace -f "$@" "$SWSCHED" cifs closetimeo apply --persist --sysroot "$root" >"$BATS_TEST_TMPDIR/out" 2>&1 || true; }
	# Each call from where the folder is locked on, by its name and which of that name it is; before, it only reads.
	under -o "$trace"
	awk '{ sub(/\(.*/, "", $2); n[$2]++ } / flock/ { on = 1 } on && $2 ~ /^[a-z]/ && $2 != "exit_group" { print $2, n[$2] }' \
		"$trace" >"$BATS_TEST_TMPDIR/calls"
	[ "$(wc -l <"$BATS_TEST_TMPDIR/calls")" -gt 20 ]
	changed=0 kept=0
	while read -r call n; do
		for what in signal=KILL error=EIO; do
			again
			under -o /dev/null -e "inject=$call:$what:when=$n"
			if [ "$(cat "$root/etc/fstab")" = "$new" ]; then
				changed=$((changed + 1))
			else
				cmp "$root/etc/fstab" "$BATS_TEST_TMPDIR/before" || { echo "$what $call $n"; return 1; }
				kept=$((kept + 1))
			fi
			[ ! -e "$root/etc/fstab.swsched.bak" ] || cmp "$root/etc/fstab.swsched.bak" "$BATS_TEST_TMPDIR/before"
			[ $what = signal=KILL ] || continue
			# And the next run finds its way, whatever is left.
			persist
			expect 0 && [ "$(cat "$root/etc/fstab")" = "$new" ] || { echo "after $what $call $n: $stderr"; return 1; }
		done
	done <"$BATS_TEST_TMPDIR/calls"
	[ $changed -gt 5 ] && [ $kept -gt 10 ]
}

@test "systemd takes a line of the helper's type for a network mount once it has _netdev" {
	generator=/usr/lib/systemd/system-generators/systemd-fstab-generator
	[ -x "$generator" ] || skip "no systemd here"
	fstab '//s/p /m cifs.swsched ro 0 0\n'
	wants()
	{
		rm -rf "$BATS_TEST_TMPDIR"/units*
		mkdir "$BATS_TEST_TMPDIR"/units{,-early,-late}
		SYSTEMD_FSTAB=$1 SYSTEMD_LOG_TARGET=console "$generator" "$BATS_TEST_TMPDIR"/units{,-early,-late} >&2
		(cd "$BATS_TEST_TMPDIR/units" && ls -d ./*.requires/m.mount)
	}
	[ "$(wants "$root/etc/fstab")" = ./local-fs.target.requires/m.mount ]
	run --separate-stderr swsched cifs closetimeo apply --check --persist --sysroot "$root"
	expect 6
	persist
	expect 0
	[ "$(wants "$root/etc/fstab")" = ./remote-fs.target.requires/m.mount ]
	run --separate-stderr swsched cifs closetimeo apply --check --persist --sysroot "$root"
	expect 0
}
