# SPDX-License-Identifier: GPL-2.0-or-later
# The SMB client: what is shown when there is little to show, and what must never be.
load helper

trouble=$captures/made-cifs-trouble

@test "without the module 3, with it and no mount 0" {
	for c in stat mounts pending; do
		run --separate-stderr swsched cifs $c --sysroot "$captures/bare"
		expect 3
		[ -z "$output" ]
		run --separate-stderr swsched cifs $c --sysroot "$captures/7.3.4-cifs/module-only"
		expect 0
		[ -n "$output" ] && [ -z "$stderr" ]
	done
	# Mounts of others are no reason to say something.
	mkdir -p "$BATS_TEST_TMPDIR/no/proc/self"
	cp "$captures/7.3.4-cifs/module-only/proc/self/mountinfo" "$BATS_TEST_TMPDIR/no/proc/self"
	run --separate-stderr swsched cifs mounts --sysroot "$BATS_TEST_TMPDIR/no"
	expect 3
}

@test "mounts of other file systems are in no format, whatever the filter" {
	for f in "${formats[@]}"; do
		run --separate-stderr swsched cifs mounts "$f" --all --sysroot "$trouble/t0"
		expect 0
		[[ $output == */home/x* ]]
		[[ $output != */net* && $output != *nfs* && $output != */dev/vda* ]]
		run --separate-stderr swsched cifs mounts "$f" --filter '1 == 1' --sysroot "$trouble/t0"
		expect 0
		[[ $output != */net* ]]
	done
}

@test "a superblock is one row, its other mount points beside it; what is stacked is told apart" {
	rows() { jq -c '[.samples[0].mount[] | [.sb, .target, .also, .points, .covered, .share, .handles]]' <<<"$output"; }
	run --separate-stderr swsched cifs mounts --json --sysroot "$trouble/t1"
	expect 0
	[ "$(rows)" = '[["0:52","/srv/x too","/home/x:covered",2,null,"1/\\\\filer\\two words/0",9],["0:53","/home/x",null,1,null,"1/\\\\filer\\two words/0",9],["0:54","/mnt/old",null,1,null,null,null],["0:55","/mnt/off",null,1,null,null,null]]' ] ||
		{ rows; return 1; }
	# What closetimeo is asked of is a mount point, each by its path; the others of its superblock are named.
	run --separate-stderr swsched cifs closetimeo '/srv/x too' --csv -o target,sb,also,closetimeo --sysroot "$trouble/t1"
	expect 0
	[ "$(tail -1 <<<"$output" | tr -d '\r' | cut -d, -f5-)" = '/srv/x too,0:52,/home/x:covered,5' ] || { echo "$output"; return 1; }
	[ "$(wc -l <<<"$output")" -eq 2 ]
	run --separate-stderr swsched cifs closetimeo --json --sysroot "$trouble/t1"
	[ "$(jq -c '[.samples[0].mount[].name]' <<<"$output")" = '["38","39","40","41","42"]' ]
	# A finding of a superblock is said once.
	t=$(tree made-cifs-trouble/t1)
	echo '60 22 0:54 / /mnt/bound rw - cifs //nas/pub rw,vers=2.0,closetimeo=5' >>"$t/proc/self/mountinfo"
	[ "$(swsched cifs mounts --sysroot "$t" --all | grep -c '^! D02 .*no:smb2.0')" -eq 1 ]
}

@test "every form of output is harmless, of real, troubled and garbled text" {
	for c in stat "stat --per server" "stat --per command" "stat --per host" mounts pending tunables; do
		# shellcheck disable=SC2086 # words
		each_format cifs $c -- "$captures"/*-cifs/* "$trouble"/t? "$captures/garbled"
	done
}

@test "Stats tells HZ, unless the captured machine does" {
	t=$(tree made-cifs-trouble)
	time_of() { swsched cifs --per command --csv -o time --filter "row == '0/5'" --sysroot "$t/t0" | tail -1 | tr -d '\r' | cut -d, -f5; }
	[ "$(time_of)" = 0.028 ]
	sed -i 's/(250 per second)/(100 per second)/' "$t/t0/proc/fs/cifs/Stats"
	[ "$(time_of)" = 0.07 ]
	echo 'hz 1000' >>"$t/t0/@host"
	[ "$(time_of)" = 0.007 ]
}

@test "without command times the shares are whole" {
	t=$(tree made-cifs-trouble)
	before=$(swsched cifs --csv --sysroot "$t/t0")
	sed -i '/^Total time/d; /^  /d' "$t/t0/proc/fs/cifs/Stats"
	[ "$(swsched cifs --csv --sysroot "$t/t0")" = "$before" ]
	run --separate-stderr swsched cifs --per server --json --sysroot "$t/t0"
	expect 0
	[ "$(jq -c '[.samples[0].server[] | .create_time, .max_in_flight]' <<<"$output")" = '[null,4,null,9]' ]
}

@test "a share that was reset has no rate, also if it has overtaken itself" {
	# 32-bit counters wrapped on one share and were reset on the other.
	run --separate-stderr swsched cifs --json --from "$trouble/t0" --to "$trouble/t1"
	expect 0
	[ "$(jq -c '[.samples[0].share[].smbs]' <<<"$output")" = '[null,2,50]' ]
	[ "$(jq -c '.samples[0].host | [.vfs_ops, .reconnects_session]' <<<"$output")" = '[12,1]' ]
}
