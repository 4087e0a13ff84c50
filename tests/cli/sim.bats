# SPDX-License-Identifier: GPL-2.0-or-later
# swap sim: what it takes, what it refuses, and that it looks at nothing of the machine.
load helper

# refused WORDS OPTION… - one line on stderr that has these words, status 2, and nothing else.
refused()
{
	local words=$1
	shift
	run --separate-stderr swsched swap sim "$@"
	expect 2
	[ -z "$output" ] && [[ $stderr == *"$words"* ]] && [ "${#stderr_lines[@]}" -eq 1 ] ||
		{ echo "$* says: $output / $stderr"; return 1; }
}

@test "what makes no sense is refused in a line" {
	refused "--allocator takes" --allocator 6.11
	refused "--allocator takes" --allocator ''
	refused "--allocator takes" --allocator v4,
	refused "names v4 twice" --allocator v4,6.12,v4
	refused "--size" --size 4k
	refused "--size" --size 48k
	refused "--size is at most 2M" --size 4M --mem 64M
	refused "--size takes a size" --size 64kB
	refused "--mem" --mem 100k
	refused "--mem" --mem 100G
	refused "--small" -s --small 5000
	refused "-n takes a number" -n 0
	refused "-n takes a number" -n x
	refused "--seed takes a number" --seed -1
	refused "--device takes a size" --device big
	refused "--device" --device 4k
	refused "--device" --device 2T
	refused "at most 8" --device 8M --device 8M --device 8M --device 8M --device 8M --device 8M --device 8M \
		--device 8M --device 8M
	refused "--format takes" --format html
	refused "--format is instead of --csv" --format mail --csv
	refused "no --sysroot" --sysroot "$captures/bare"
	refused "no --from" --from "$captures/bare" --to "$captures/bare"
	refused "no --cgroup" --cgroup /
	refused "no arguments" 1
}

@test "the smallest of everything is played" {
	run swsched swap sim --device 8k --mem 8k --size 8k -n 1 -s --small 4k
	expect 0
	[[ $output == *all-split* ]]
}

@test "a flag of a device is of the one before it, or of all" {
	kinds() { swsched swap sim -n 1 --per target -o kind --raw --noheadings "$@" | cut -d' ' -f2 | xargs; }
	[ "$(kinds)" = block ]
	[ "$(kinds --file)" = file ]
	[ "$(kinds --rotational --device 8M --device 8M)" = "rotational rotational" ]
	[ "$(kinds --device 8M --file --device 8M --device 8M --rotational)" = "file block rotational" ]
}

@test "sim opens nothing of the machine" {
	needs_strace
	! grep -qa __asan_init "$SWSCHED" || skip "a sanitizer looks into /proc itself"
	strace -f -e trace=open,openat,openat2 -o "$BATS_TEST_TMPDIR/trace" "$SWSCHED" swap sim -n 2 >/dev/null
	run grep -E '"/?(proc|sys)/' "$BATS_TEST_TMPDIR/trace"
	expect 1
}

@test "the machine forms of a model are valid, and what has rows of its own has no findings" {
	swsched swap sim -n 3 --allocator all --state --json >"$BATS_TEST_TMPDIR/j"
	jq -e '.samples[0] | (.iteration | length) == 18 and (.run | length) == 6 and (.findings | length) == 0 and
		.t == null and .page_size == 4096' "$BATS_TEST_TMPDIR/j"
	# What the lists hold is what the clusters hold, and the device.
	jq -e '.samples[0] | ([.occupancy[].used] | add) == ([.cluster[].used] | add) and
		([.cluster[].used] | add) == ([.target[].used] | add)' "$BATS_TEST_TMPDIR/j"
	# Sums are those of the iterations.
	jq -e '.samples[0] as $s | all($s.run[]; . as $r |
		([$s.iteration[] | select(.run == $r.name).fallback] | add) == $r.fallback)' "$BATS_TEST_TMPDIR/j"
}

@test "another seed is another run, the same seed the same" {
	[ "$(swsched swap sim -n 3 --csv)" = "$(swsched swap sim -n 3 --csv --seed 1)" ]
	[ "$(swsched swap sim -n 3 --csv)" != "$(swsched swap sim -n 3 --csv --seed 2)" ]
}

@test "sim: the slots of the cache are those that the swap cache holds alone" {
	cached() { swsched swap sim -n 5 --device 128M --state --json "$@" | jq '[.samples[0].occupancy[] | .cached] | add'; }
	[ "$(cached --allocator 6.12)" = 0 ]
	[ "$(cached --allocator 6.18 --slot-cache)" = 0 ]
	for a in 6.10 6.12 6.14; do
		c=$(cached --allocator "$a" --slot-cache)
		# No more than a batch each way.
		[ "$c" -gt 0 ] && [ "$c" -le $((2 * 64 * 4096)) ] || { echo "$a: $c"; return 1; }
	done
}
