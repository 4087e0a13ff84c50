# SPDX-License-Identifier: GPL-2.0-or-later
# closetimeo default, and what apply finds: cifs.conf and live mounts of a tree below a folder.
load helper

setup()
{
	root=$BATS_TEST_TMPDIR/root
	mkdir -p "$root/etc/swsched" "$root/proc/self" "$root/run/swsched/closetimeo"
	conf=$root/etc/swsched/cifs.conf
	echo 'release 6.12.117' >"$root/@host"
	: >"$root/proc/self/mountinfo"
}

default() { run --separate-stderr swsched cifs closetimeo default --sysroot "$root" "$@"; }
apply() { run --separate-stderr swsched cifs closetimeo apply --sysroot "$root" "$@"; }
# live ID DEV TARGET SOURCE SECONDS [TYPE] - a mount more.
live() { echo "$1 ${7:-1} $2 / $3 rw,relatime - ${6:-cifs} $4 rw,vers=3.1.1${5:+,closetimeo=$5}" >>"$root/proc/self/mountinfo"; }

@test "default: set, shown, changed, taken out" {
	default
	expect 0 && [ -z "$output" ] && [[ $stderr == *"sets no default"* ]]
	default 2
	expect 0
	[ "$output" = "$root/etc/swsched/cifs.conf: [default] closetimeo none -> 2
undo: swsched cifs closetimeo default --unset --sysroot=$root" ]
	default 5 --server Filer
	default 0 --mount '/srv/two words'
	default
	[ "$output" = $'[default] closetimeo 2\n[server Filer] closetimeo 5\n[mount /srv/two words] closetimeo 0' ]
	default --mount='/srv//two words/'
	[ "$output" = '[mount /srv/two words] closetimeo 0' ]
	default 3 --server FILER
	[ "${lines[0]}" = "$conf: [server FILER] closetimeo 5 -> 3" ]
	default --server filer
	[ "$output" = '[server Filer] closetimeo 3' ]
	default --unset --server filer
	expect 0
	default --unset --server filer
	expect 0 && [ -z "$output$stderr" ]
	default --server filer
	expect 5
	[ "$(cat "$conf")" = $'[default]\nclosetimeo = 2\n\n[mount /srv/two\\040words]\nclosetimeo = 0' ]
}

@test "default: what undoes it does" {
	default 2
	cp "$conf" "$BATS_TEST_TMPDIR/before"
	back()
	{
		default "$@"
		expect 0
		eval "${lines[1]#undo: }" 2>/dev/null
		cmp "$conf" "$BATS_TEST_TMPDIR/before"
	}
	back 4
	back --unset
	back 9 "--mount=/a/b'c\"d"
}

@test "default: nothing is written by a dry run, nor where nothing changes" {
	printf '# mine\n[default]\n\tclosetimeo=2\n' >"$conf"
	cp -p "$conf" "$BATS_TEST_TMPDIR/before"
	default 3 --dry-run
	expect 0 && [ "$output" = "$conf: [default] closetimeo 2 -> 3" ]
	default 2
	expect 0 && [ -z "$output$stderr" ]
	cmp "$conf" "$BATS_TEST_TMPDIR/before"
	[ "$(ls "$root/etc/swsched")" = cifs.conf ]
	chmod -R go-w "$root"
	run --separate-stderr as_nobody "$SWSCHED" cifs closetimeo default 3 --dry-run --sysroot "$root"
	expect 0
	run --separate-stderr as_nobody "$SWSCHED" cifs closetimeo default 3 --sysroot "$root"
	expect 4
	cmp "$conf" "$BATS_TEST_TMPDIR/before"
}

@test "default: a share with another value is named" {
	default 2
	[[ $stderr == *"a superblock and a page cache each" ]]
	live 30 0:40 /m //nas/a 1
	default 3
	[[ $stderr == *"each: //nas/a on /m has 1; "* ]]
	default 1
	[[ $stderr == *"a superblock and a page cache each" ]]
}

@test "default and apply: what they refuse" {
	refused <<-'E'
		cifs closetimeo default -1
		cifs closetimeo default 010
		cifs closetimeo default 1.5
		cifs closetimeo default 1073742
		cifs closetimeo default 1 2
		cifs closetimeo default 1 --unset
		cifs closetimeo default --dry-run
		cifs closetimeo default 1 --server a --mount /b
		cifs closetimeo default 1 --server //a/b
		cifs closetimeo default 1 --mount b
		cifs closetimeo default 1 --mount /a/../b
		cifs closetimeo apply /m
		cifs closetimeo apply --live --sysroot /nowhere
	E
	default 1 --server ''
	expect 2
	run --separate-stderr swsched cifs closetimeo default --sysroot "$root/nowhere"
	expect 1
}

@test "default: lines that are not understood are named and kept" {
	printf '[defualt]\nclosetimeo = 1\n[default]\nclosetimeo = fast\n' >"$conf"
	default 4
	expect 0
	[ "$(grep -c 'line [124]: not understood' <<<"$stderr")" -eq 3 ]
	[ "$(cat "$conf")" = $'[defualt]\nclosetimeo = 1\n[default]\ncloset'$'imeo = 4\nclosetimeo = fast' ]
}

@test "apply: drift, each superblock once; 6, then 0" {
	printf '[default]\nclosetimeo = 2\n[server filer]\nclosetimeo = 5\n' >"$conf"
	live 30 0:40 /m/a //nas/a 1
	live 31 0:40 /m/bind //nas/a 1
	live 32 0:41 '/m/two\040words' //FILER/b 1
	live 33 0:42 /m/same //nas/c 2
	live 34 0:43 /m/old-kernel //nas/d ''
	live 35 0:44 /m/nfs nas:/x 4 nfs4
	apply
	expect 0
	[ "$output" = $'/m/a: live closetimeo 1 -> 2, by [default] of cifs.conf\n/m/two words: live closetimeo 1 -> 5, by [server filer] of cifs.conf' ]
	[[ $stderr == *"nothing was changed"* ]]
	apply --check
	expect 6
	sed -i 's/closetimeo=1/closetimeo=2/; /two/s/closetimeo=2/closetimeo=5/' "$root/proc/self/mountinfo"
	apply --check
	expect 0 && [ -z "$output$stderr" ]
	apply
	expect 0 && [ -z "$output$stderr" ]
}

@test "apply: a superblock that another lies over is changed by the path that leads to it, or not at all" {
	printf '[default]\nclosetimeo = 2\n' >"$conf"
	live 30 0:40 /m/a //nas/a 1
	live 31 0:40 /m/bind //nas/a 1
	live 32 0:41 /m/a //nas/b 7 cifs 30
	live 33 0:42 /m/c //nas/c 1
	live 34 0:43 /m/c nas:/x '' nfs4 33
	apply
	[ "$output" = '/m/bind: live closetimeo 1 -> 2, by [default] of cifs.conf' ]
	apply --force
	[ "$output" = $'/m/bind: live closetimeo 1 -> 2, by [default] of cifs.conf\n/m/a: live closetimeo 7 -> 2, by [default] of cifs.conf' ]
	apply --live --force --dry-run
	[ "${lines[2]}" = '/m/c: live closetimeo 1 stays: another mount lies over it' ]
}

@test "apply: an explicit value stays, one of ours does not" {
	printf '[default]\nclosetimeo = 2\n' >"$conf"
	live 30 0:40 /m/explicit //nas/a 7
	live 31 0:41 /m/ours //nas/b 4
	live 32 0:42 /m/changed-since //nas/c 9
	printf 'mount 31\nclosetimeo 4\nby helper\n' >"$root/run/swsched/closetimeo/0:41"
	printf 'mount 32\nclosetimeo 4\nby helper\n' >"$root/run/swsched/closetimeo/0:42"
	apply
	[ "$output" = '/m/ours: live closetimeo 4 -> 2, by [default] of cifs.conf' ]
	apply --dry-run
	[ "${lines[0]}" = '/m/explicit: live closetimeo 7 stays: it may be explicit (--force changes it)' ]
	apply --force
	[ "$(grep -c -- '-> 2' <<<"$output")" -eq 3 ]
}

@test "apply: fstab and units say what is explicit" {
	printf '[default]\nclosetimeo = 2\n' >"$conf"
	mkdir -p "$root/etc/systemd/system"
	printf '//nas/a /m/a cifs closetimeo=8 0 0\n' >"$root/etc/fstab"
	printf '[Mount]\nOptions=ro,closetimeo=9\n' >"$root/etc/systemd/system/m-b.mount"
	live 30 0:40 /m/a //nas/a 1
	live 31 0:41 /m/b //nas/b 1
	apply
	[ "$output" = $'/m/a: live closetimeo 1 -> 8, by fstab\n/m/b: live closetimeo 1 -> 9, by its unit' ]
	apply --force --persist --dry-run
	[ "${lines[0]}" = "$root/etc/fstab, line 1: /m/a: closetimeo=8 -> closetimeo=2" ]
	[ "$(cat "$root/etc/fstab")" = '//nas/a /m/a cifs closetimeo=8 0 0' ]
}

@test "apply --persist: what is to be written elsewhere" {
	printf '[default]\nclosetimeo = 2\n' >"$conf"
	mkdir -p "$root/etc/systemd/system"
	printf '[Mount]\nOptions=ro\n' >"$root/etc/systemd/system/m-b\\x2dc.mount"
	live 20 0:30 /auto /etc/auto.smb '' autofs
	live 30 0:40 /m/b-c //nas/a 2
	live 31 0:41 /auto/x //nas/b 2
	live 32 0:42 /var/lib/kubelet/pods/1/volumes/x //nas/c 2
	live 33 0:43 /m/hand //nas/d 2
	apply --persist
	expect 0
	[[ ${lines[0]} == "/m/b-c is mounted by a systemd unit: systemctl edit --full 'm-b\\x2dc.mount', "*",closetimeo=2" ]]
	[[ ${lines[1]} == "/auto/x is mounted by automount: in its map, -fstype=cifs,closetimeo=2,…" ]]
	[[ ${lines[2]} == *'mountOptions: ["closetimeo=2"]' ]]
	[[ ${lines[3]} == '/m/hand has no line in fstab: '* ]]
	[ ${#lines[@]} -eq 4 ]
}

@test "mounts show the default, where the value comes from, and drift" {
	printf '[default]\nclosetimeo = 2\n' >"$conf"
	live 30 0:40 /m/a //nas/a 1
	run --separate-stderr swsched cifs mounts --sysroot "$root" --csv -o closetimeo_default,default,says,from,drift
	expect 0
	[ "$(tail -1 <<<"$output" | tr -d '\r' | cut -d, -f4-)" = 30,2,2,conf:default,kernel,1 ]
}

@test "secrets of fstab are in no output" {
	printf '[default]\nclosetimeo = 2\n' >"$conf"
	printf '//nas/a /m cifs password=hunter2 0 0\n//nas/b /n cifs pass="hunter2 0 0\n' >"$root/etc/fstab"
	live 30 0:40 /m //nas/a 1
	for c in "apply" "apply --persist" "apply --dry-run --persist --force"; do
		# shellcheck disable=SC2086 # words
		run swsched cifs closetimeo $c --sysroot "$root"
		[[ $output != *hunter2* ]]
	done
	run swsched cifs capture "$BATS_TEST_TMPDIR/capture" 0.1 1 --sysroot "$root"
	[ "$status" -eq 0 ]
	[ -z "$(grep -r hunter2 "$BATS_TEST_TMPDIR/capture")" ]
	grep -q '^30 ' "$BATS_TEST_TMPDIR/capture/t0/@closetimeo"
}

@test "set --persist: the line of fstab, and where there is none" {
	live 30 0:40 /m //nas/a 1
	live 31 0:41 /n //nas/b 1
	printf '//nas/a /m cifs ro 0 0\n' >"$root/etc/fstab"
	run --separate-stderr swsched cifs closetimeo set --dry-run --persist 6 /m --sysroot "$root"
	expect 0
	[ "${lines[-1]}" = "$root/etc/fstab, line 1: /m: +closetimeo=6" ]
	run --separate-stderr swsched cifs closetimeo set --dry-run --persist 6 /n --sysroot "$root"
	expect 6
	[[ $stderr == *"no line for /n"* && ${lines[-1]} == "/n has no line in fstab: "* ]]
	[ "$(cat "$root/etc/fstab")" = '//nas/a /m cifs ro 0 0' ]
}
