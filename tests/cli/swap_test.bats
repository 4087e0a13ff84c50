#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# swap test: what it takes, and what it says of captured machines. What it does is in tests/live and tests/vm.
load helper

@test "test: what was typed wrongly is 2" {
	refused <<-'END'
		swap test 1
		swap test --size 3k
		swap test --size 4k
		swap test --mem 100
		swap test -n 0
		swap test --zram
		swap test --zram 1k
		swap test --zram x
		swap test --zram 64M --zram 64M --zram 64M --zram 64M --zram 64M --zram 64M --zram 64M --zram 64M --zram 64M
		swap test --cpu x
		swap test --format x
		swap test --format mail --json
		swap test --restore --dry-run
		swap test --restore --zram 64M
		swap test --from a --to b
		swap test --sysroot /
		cifs test
	END
}

@test "test: a dry run is 0 where it may start, 6 where it may not" {
	run --separate-stderr swsched swap test --dry-run --sysroot "$captures/large-file"
	expect 0
	run swsched swap test --dry-run --sysroot "$captures/made-no-swap/t1"
	[ "$status" -eq 6 ]
	[[ $output == "! T03 "* ]]
}

@test "test: a dry run changes nothing and needs no root" {
	local tree
	tree=$(tree large-zram)
	chmod -R a+rX "$BATS_TEST_TMPDIR"
	(cd "$tree" && find . -type f | sort | xargs cksum) >"$BATS_TEST_TMPDIR/before"
	run swsched swap test --dry-run --zram 64M --sysroot "$tree"
	[ "$status" -eq 0 ]
	(cd "$tree" && find . -type f | sort | xargs cksum) | cmp - "$BATS_TEST_TMPDIR/before"
}

@test "test: a dry run of a size that the tree lacks says which there are" {
	run swsched swap test --dry-run --size 32k --sysroot "$captures/large-zram"
	[ "$status" -eq 6 ]
	[[ $output == *"! T02 a fault makes no folios of "*"--size takes one of these"* ]]
}

@test "test: what is told of the workload is in the document" {
	run swsched swap test --dry-run --zram 16M --zram 64M -s --json --sysroot "$captures/7.3.4-swap/4-held"
	[ "$status" -eq 0 ]
	jq -e '.samples[0] | .workload.zrams == 2 and .workload.small == 4194304 and .workload.first == "zram" and
		(.change | length) == 3 and .workload.expected < 0.2' <<<"$output"
}
