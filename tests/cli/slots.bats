#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# swap slots: what it takes, and what it says where there is nothing to show.
load helper

@test "slots: what was typed wrongly is 2" {
	refused <<-'END'
		swap slots 1
		swap slots --size 0
		swap slots --size x
		swap slots --from a --to b
		cifs slots
	END
}

@test "slots: no device is 3, and a document all the same" {
	mkdir "$BATS_TEST_TMPDIR/empty"
	: >"$BATS_TEST_TMPDIR/empty/@slots"
	run --separate-stderr swsched swap slots --sysroot "$BATS_TEST_TMPDIR/empty"
	expect 3
	run --separate-stderr swsched swap slots --json --sysroot "$BATS_TEST_TMPDIR/empty"
	expect 0
	jq -e '.samples[0].target == []' <<<"$output"
}

@test "slots: a kernel without swap is 3, a tree without page tables shows nothing in use" {
	run --separate-stderr swsched swap slots --sysroot "$captures/bare"
	expect 3
	run --separate-stderr swsched swap slots --json --sysroot "$held"
	expect 0
	jq -e '.samples[0].slots.mapped == 0' <<<"$output"
}

@test "slots: rubbish from the door is no crash" {
	mkdir "$BATS_TEST_TMPDIR/bad"
	printf 'device\ndevice a b\ndevice x partition 99999999999999999999 0 0 0 sure\ndevice y partition 8188 0 1 0 sure\nslots y 5-1,x,99999,7-99999,,3\nslots z 1\nslots y\n' \
		>"$BATS_TEST_TMPDIR/bad/@slots"
	run --separate-stderr swsched swap slots --json --sysroot "$BATS_TEST_TMPDIR/bad"
	expect 0
	jq -e '.samples[0].slots.mapped == 4096' <<<"$output"
}

@test "slots: a folio that no cluster can have is 2" {
	refused <<-END
		swap slots --size 256M --sysroot $captures/made-slots
		swap slots --size 16T --sysroot $captures/made-slots
		swap slots --size 48k --sysroot $captures/made-slots
		swap slots --size 2k --sysroot $captures/made-slots
	END
	run --separate-stderr swsched swap slots --size 128M --per cluster --csv --sysroot "$captures/made-slots"
	expect 0
}

@test "slots: two areas of one name are two devices" {
	mkdir "$BATS_TEST_TMPDIR/two"
	printf '%s\n' 'device a file 8188 8 1 8 sure' 'slots a 1-2' 'device a partition 4092 4 0 4 sure' 'slots a 3' \
		>"$BATS_TEST_TMPDIR/two/@slots"
	printf '%s\n' 'a vda 1 file -' 'a vdb 0 disk -' >"$BATS_TEST_TMPDIR/two/@swapdev"
	run --separate-stderr swsched swap slots --json --sysroot "$BATS_TEST_TMPDIR/two"
	expect 0
	[ "$(jq -c '[.samples[0].target[] | [.device, .kind, .used]]' <<<"$output")" = '[["a","file",8192],["a/1","block",4096]]' ]
	[ "$(jq -c '[.samples[0].occupancy[] | select(.used > 0) | [.device, .used]] | sort' <<<"$output")" = '[["a",8192],["a/1",4096]]' ]
}
