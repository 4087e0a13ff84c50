# SPDX-License-Identifier: GPL-2.0-or-later
# `cifs mount` and the mount helpers: what reaches mount(8) and mount.cifs. In a mount namespace of their own, where
# /etc, /run and /sbin are empty but for what a test puts there, and mount.cifs writes down what it is called with.
load helper

setup()
{
	unshare -rm true 2>/dev/null || skip "no namespaces here"
	export said=$BATS_TEST_TMPDIR/said
	export where=$BATS_TEST_TMPDIR/share
	mkdir -p "$where" "$BATS_TEST_TMPDIR/bin"
	cat >"$BATS_TEST_TMPDIR/program" <<-'E'
		#!/bin/bash
		printf '[%s]' "${0##*/}" "$@" >>"$said"
		echo >>"$said"
		exit "${ends:-0}"
	E
	chmod +x "$BATS_TEST_TMPDIR/program"
}

# inside SCRIPT - runs it there; `conf` and `fstab` are what those files say, `known` what the module's list has.
inside()
{
	cat >"$BATS_TEST_TMPDIR/script" <<-'E'
		set -e
		PATH=/usr/bin:/bin
		for d in /etc /run "$(realpath /sbin)" /proc/fs; do mount -t tmpfs none "$d"; done
		mkdir -p /etc/swsched /proc/fs/cifs
		printf '%s\n' "${known-closetimeo:u32}" >/proc/fs/cifs/mount_params
		printf '%s' "$conf" >/etc/swsched/cifs.conf
		printf '%s' "$fstab" >/etc/fstab
		printf 'root:x:0:0::/:/bin/sh\n' >/etc/passwd
		cp "$BATS_TEST_TMPDIR/program" /sbin/mount.cifs
		cp "$BATS_TEST_TMPDIR/program" /sbin/mount.smb3
		cp "$BATS_TEST_TMPDIR/program" "$BATS_TEST_TMPDIR/bin/mount"
		for h in cifs smb3; do ln -s "$SWSCHED" "/sbin/mount.$h.swsched"; done
		set +e
		swsched() { PATH=$BATS_TEST_TMPDIR/bin:$PATH "$SWSCHED" "$@"; }
	E
	cat - >>"$BATS_TEST_TMPDIR/script" <<<"$1"
	rm -f "$said"
	SWSCHED=$(realpath "$SWSCHED") run --separate-stderr unshare -rm bash "$BATS_TEST_TMPDIR/script"
}

# called LINE - what the one program that was run was given.
called() { [ "$(cat "$said")" = "$1" ] || { echo "called: $(cat "$said")"; echo "$output $stderr"; return 1; }; }

export conf=$'[default]\nclosetimeo = 2\n[server Filer]\nclosetimeo = 5\n[mount /srv/two\\040words]\nclosetimeo = 0\n'
export fstab=

@test "cifs mount adds the default of the mount, first and once" {
	inside "swsched cifs mount -t cifs //nas/pub '$where' -o ro"
	[ "$status" -eq 0 ] && [ -z "$stderr" ]
	called "[mount][-o][closetimeo=2][-t][cifs][//nas/pub][$where][-o][ro]"
	inside "swsched cifs mount //FILER/pub '$where'"
	called "[mount][-o][closetimeo=5][//FILER/pub][$where]"
	inside 'swsched cifs mount -t smb3 --source \\\\filer\\pub --target "/srv/two words/"'
	called '[mount][-o][closetimeo=0][-t][smb3][--source][\\filer\pub][--target][/srv/two words/]'
}

@test "cifs mount: an explicit value stays, wherever it is given" {
	inside "swsched cifs mount -t cifs //nas/pub '$where' -o ro,closetimeo=7"
	called "[mount][-t][cifs][//nas/pub][$where][-o][ro,closetimeo=7]"
	inside "swsched cifs mount -oclosetimeo=7 -o ro //nas/pub '$where'"
	called "[mount][-oclosetimeo=7][-o][ro][//nas/pub][$where]"
	inside "swsched cifs mount --opt closetimeo=7 //nas/pub '$where'"
	called "[mount][--opt][closetimeo=7][//nas/pub][$where]"
	# Within quotes it is no option.
	inside "swsched cifs mount -o 'x=\"a,closetimeo=7\"' //nas/pub '$where'"
	called "[mount][-o][closetimeo=2][-o][x=\"a,closetimeo=7\"][//nas/pub][$where]"
	fstab=$'//nas/pub /srv/x cifs ro,closetimeo=9 0 0\n'
	inside "swsched cifs mount /srv/x"
	called "[mount][/srv/x]"
}

@test "cifs mount: one name is looked for in fstab" {
	fstab=$'# x\n//filer/two\\040words /srv/two\\040words cifs ro 0 0\n//nas/pub /srv/x cifs.swsched ro 0 0\n/dev/sda1 /srv/y ext4 defaults 0 0\n'
	inside "swsched cifs mount '/srv/two words'"
	called "[mount][-o][closetimeo=0][/srv/two words]"
	inside "swsched cifs mount '//filer/two words'"
	called "[mount][-o][closetimeo=0][//filer/two words]"
	inside "swsched cifs mount -T other /srv/x"
	called "[mount][-T][other][/srv/x]"
	# The helper adds it; others are none of ours.
	inside "swsched cifs mount /srv/x; swsched cifs mount /srv/y; swsched cifs mount /srv/z"
	called $'[mount][/srv/x]\n[mount][/srv/y]\n[mount][/srv/z]'
}

@test "cifs mount passes on as it is what it should not or cannot add to" {
	for args in "-o remount,ro $where" "--bind /a /b" "-a -t cifs" "--make-private /x" "-l" "" "-t ext4 //nas/pub $where" \
		"--no-such-option //nas/pub $where" "-t cifs //nas/pub" "-t cifs,nfs //nas/pub $where" "--help" "-V" \
		"-N 1 //nas/pub $where" "-t cifs.swsched //nas/pub $where"; do
		inside "swsched cifs mount $args"
		# shellcheck disable=SC2086 # words
		called "$(printf '[%s]' mount $args)"
	done
}

@test "cifs mount has mount's own status" {
	for n in 0 1 32 64; do
		ends=$n inside "export ends=$n; swsched cifs mount //nas/pub '$where'"
		[ "$status" -eq "$n" ]
	done
	inside "printf '#!/bin/bash\nkill -TERM \$\$\n' >'$BATS_TEST_TMPDIR/bin/mount'; swsched cifs mount //nas/pub '$where'"
	[ "$status" -eq 143 ]
	inside "rm '$BATS_TEST_TMPDIR/bin/mount'; PATH=$BATS_TEST_TMPDIR/bin \"\$SWSCHED\" cifs mount //nas/pub '$where'"
	[ "$status" -eq 2 ] && [[ $stderr == *"cannot run mount"* ]]
}

@test "mount(8) runs the helper, which adds the default to mount.cifs" {
	inside "mount -t cifs.swsched //nas/pub '$where' -o ro,_netdev"
	[ "$status" -eq 0 ]
	called "[mount.cifs][//nas/pub][$where][-o][ro,_netdev,closetimeo=2]" || called "[mount.cifs][//nas/pub][$where][-o][ro,closetimeo=2]"
	inside "mount -t smb3.swsched //filer/pub '$where'"
	called "[mount.smb3][//filer/pub][$where][-o][rw,closetimeo=5]"
	inside "mount -t cifs.swsched //nas/pub '$where' -o closetimeo=8"
	called "[mount.cifs][//nas/pub][$where][-o][rw,closetimeo=8]"
	fstab="//nas/pub $where cifs.swsched ro,user=x,_netdev 0 0"$'\n'
	inside "mount '$where'"
	[[ $(cat "$said") == *",closetimeo=2]" ]]
}

@test "the helper by itself: no options, a type, a failure, a remount" {
	inside "/sbin/mount.cifs.swsched //nas/pub /x -n -v"
	called "[mount.cifs][//nas/pub][/x][-n][-v][-o][closetimeo=2]"
	inside "/sbin/mount.cifs.swsched //nas/pub /x -o a -t cifs.swsched -o b"
	called "[mount.cifs][//nas/pub][/x][-o][a][-o][b,closetimeo=2]"
	inside "/sbin/mount.cifs.swsched //nas/pub /x -o remount,ro"
	called "[mount.cifs][//nas/pub][/x][-o][remount,ro]"
	inside "/sbin/mount.cifs.swsched"
	called "[mount.cifs]"
	inside "export ends=32; /sbin/mount.cifs.swsched //nas/pub /x"
	[ "$status" -eq 32 ]
	inside "rm /sbin/mount.smb3; /sbin/mount.smb3.swsched //nas/pub /x"
	[ "$status" -eq 2 ] && [[ $stderr == *"cannot run /sbin/mount.smb3"* ]]
}

@test "no default, no configuration, a broken one, a kernel without the option: the mount goes on" {
	conf='' inside "/sbin/mount.cifs.swsched //nas/pub /x -o ro; rm -r /etc/swsched; swsched cifs mount //nas/pub '$where'"
	[ "$status" -eq 0 ] && [ -z "$stderr" ]
	called $'[mount.cifs][//nas/pub][/x][-o][ro]\n[mount][//nas/pub]['"$where]"
	known=nolease:flag inside "/sbin/mount.cifs.swsched //nas/pub /x -o ro"
	called "[mount.cifs][//nas/pub][/x][-o][ro]"
	conf=$'[default]\nclosetimeo = fast\n[nonsense\nclosetimeo = 3\n[server nas]\nclosetimeo = 4\n' \
		inside "/sbin/mount.cifs.swsched //nas/pub /x -o ro"
	[ "$status" -eq 0 ]
	called "[mount.cifs][//nas/pub][/x][-o][ro,closetimeo=4]"
	[ "$(grep -c 'cifs.conf, line [234]: not understood' <<<"$stderr")" -eq 3 ]
}
