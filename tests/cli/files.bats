#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# Files that cannot be read as they should: the fault is named, the rest is printed, nothing crashes.
load helper

@test "a locked file: named as a fault, default columns stay 0" {
	t=$(tree 7.3.4-swap/4-held)
	chmod 000 "$t/proc/vmstat" "$t/sys/kernel/mm/transparent_hugepage/hugepages-64kB/stats/swpout"
	run --separate-stderr as_nobody "$SWSCHED" swap --json --sysroot "$t"
	[ "$status" -eq 0 ]
	valid_json <<<"$output"
	[ "$(jq -c '[.samples[0].faults[] | select(.error == "EACCES") | .path] | sort' <<<"$output")" = \
		'["proc/vmstat","sys/kernel/mm/transparent_hugepage/hugepages-64kB/stats/swpout"]' ]
	[ "$(jq -c '.samples[0].folio[] | select(.name == "64K") | [.swpout, .swpout_fallback]' <<<"$output")" = '[null,0]' ]
	[ "$(jq -c '.samples[0].folio[] | select(.name == "2048K") | .swpout' <<<"$output")" = 56 ]
}

@test "everything locked: 4, permission, and nothing shown" {
	t=$(tree 7.3.4-swap/4-held)
	find "$t" -type f -exec chmod 000 {} +
	run --separate-stderr as_nobody "$SWSCHED" swap --sysroot "$t"
	expect 4
}

@test "a locked folder" {
	t=$(tree 7.3.4-swap/4-held)
	chmod 000 "$t/sys/kernel/mm/transparent_hugepage"
	run --separate-stderr as_nobody "$SWSCHED" swap --json --sysroot "$t"
	chmod 755 "$t/sys/kernel/mm/transparent_hugepage"
	[ "$status" -eq 0 ]
	[ "$(jq -c '[.samples[0].faults[].error] | unique' <<<"$output")" = '["EACCES"]' ]
	[ "$(jq -c '.samples[0].device | length' <<<"$output")" = 1 ]
}

@test "a file beyond 64 MiB is a fault of its own" {
	t=$(tree 7.3.4-swap/4-held)
	truncate -s 67108865 "$t/proc/vmstat"
	run --separate-stderr swsched swap --json --sysroot "$t"
	[ "$status" -eq 0 ]
	[ "$(jq -c '.samples[0].faults | map(select(.path == "proc/vmstat") | .error)' <<<"$output")" = '["EFBIG"]' ]
	[ "$(jq -c '.samples[0].device | length' <<<"$output")" = 1 ]
}

@test "a folder, a pipe and a socket where a file should be" {
	t=$(tree 7.3.4-swap/4-held)
	rm "$t/proc/vmstat" "$t/proc/meminfo"
	mkdir "$t/proc/vmstat"
	mkfifo "$t/proc/meminfo"
	run --separate-stderr timeout 5 "$SWSCHED" swap --json --sysroot "$t"
	[ "$status" -eq 0 ]
	valid_json <<<"$output"
	[ "$(jq -c '[.samples[0].faults[] | select(.path == "proc/vmstat") | .error]' <<<"$output")" = '["EISDIR"]' ]
}

@test "links stay inside the tree" {
	t=$(tree 7.3.4-swap/4-held)
	mkdir -p "$BATS_TEST_TMPDIR/outside"
	echo 'pswpout 4242' >"$BATS_TEST_TMPDIR/outside/vmstat"
	ln -sf "$BATS_TEST_TMPDIR/outside/vmstat" "$t/proc/vmstat"
	run --separate-stderr swsched swap --json --sysroot "$t"
	[ "$status" -eq 0 ]
	[[ $output != *4242* && $output != *17371136* ]]
	ln -sf ../../outside/vmstat "$t/proc/vmstat"
	run --separate-stderr swsched swap --json --sysroot "$t"
	[ "$status" -eq 0 ]
	[[ $output != *17371136* ]]
	# A link whose target is in the tree is followed, as seen from the tree's root.
	mv "$t/proc/swaps" "$t/swaps"
	ln -s /swaps "$t/proc/swaps"
	[ "$(json --sysroot "$t" '.device | length')" = 1 ]
}

@test "each capture in each format is harmless and valid" {
	trees=()
	for t in "$captures"/*/ "$captures"/*-swap/*/ "$captures"/*/t1/; do
		[ -d "$t/t0" ] || [[ $t == *-swap/ ]] || trees+=("$t")
	done
	[ "${#trees[@]}" -gt 60 ]
	each_format swap -- "${trees[@]}"
	each_format swap --rows device -- "${trees[@]}"
}

@test "garbled text: faults with their lines, no invented numbers" {
	run --separate-stderr swsched swap --json --sysroot "$captures/garbled"
	[ "$status" -eq 0 ]
	valid_json <<<"$output"
	[ "$(jq '.samples[0].faults | length > 0' <<<"$output")" = true ]
	# No counter and no size out of a number that was cut, signed, doubled or beyond 64 bits.
	[ "$(jq -c '[.samples[0].host | .in, .out, .thp_swpout, .swpout_zero, .allocstall, .swappiness]' <<<"$output")" = \
		'[null,null,null,null,null,null]' ]
	[ "$(jq -c '[.samples[0].device[] | select(.name == "/dev/zram0") | .size, .prio, .orig_data_size, .disksize]' <<<"$output")" = \
		'[null,null,null,null]' ]
}

@test "random bytes in every file" {
	t=$(tree 7.3.4-swap/4-held)
	python3 - "$t" <<-'END'
		import os, random, sys
		random.seed(7)
		for d, _, files in os.walk(sys.argv[1]):
		    for f in sorted(files):
		        with open(os.path.join(d, f), "wb") as out:
		            out.write(bytes(random.choice(b"0123456789 \n:=[]\x00\xff\xe2\x80") for _ in range(random.choice([0, 1, 50, 5000]))))
	END
	each_format swap -- "$t"
	each_format swap ps -- "$t"
	each_format swap ps --per cgroup -- "$t"
	each_format swap tunables -- "$t"
}
