#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# diff says what differs between two captures, or two runs of --jsonl; counters by rate where totals mean nothing.
load helper

setup()
{
	cd "$captures" || return
	a=$BATS_TEST_TMPDIR/a
	b=$BATS_TEST_TMPDIR/b
}

# changed EXPRESSION ARGUMENT… - what jq makes of the document.
changed() { swsched "${@:2}" --json | jq -c ".samples[0] | $1"; }

@test "two kernels: by rate, and the kernels stand in the first lines" {
	run swsched swap diff 6.12.118-zram 7.3.4-zram
	[ "$status" -eq 0 ]
	head -5 <<<"$output" | grep -q 'kernel.release 6.12.118+deb13-amd64 -> 7.3.4+deb13-amd64'
	[ "${lines[2]}" = 'different kernels: counters are compared by rate, never by total' ]
	# 64 MiB each, in 1.281 and 0.900 seconds.
	[ "$(changed '.change[] | select(.name == "host.out") | [.unit, .a, .b]' swap diff 6.12.118-zram 7.3.4-zram)" = \
		'["bytes/s",52384647,74578699]' ]
	[ "$(changed '[.setting[] | select(.name == "host.hdd_clusters") | .a, .b]' swap diff 6.12.118-zram 7.3.4-zram)" = '["0","1"]' ]
}

@test "a CPU that went stands in the first lines" {
	run swsched llc diff 7.3.4-sched-offline/t0,7.3.4-sched-offline/t1 7.3.4-sched-offline/t1,7.3.4-sched-offline/t2
	[ "$status" -eq 0 ]
	head -5 <<<"$output" | grep -q 'host.online 0-7 -> 0-4,6-7'
	head -5 <<<"$output" | grep -q 'told by one side only'
}

@test "closetimeo stands in the first lines" {
	run swsched cifs diff 7.3.4-cifs-ct0 7.3.4-cifs-ct5
	head -5 <<<"$output" | grep -q 'mount./mnt/plain.closetimeo 0 -> 5'
	# ct0: as many closes as opens; ct5: some are still to come.
	[ "$(changed '[.change[] | select(.field == "open_local") | .a, .b]' cifs diff 7.3.4-cifs-ct0 7.3.4-cifs-ct5)" = '[0,10]' ]
}

@test "two moments of one boot are compared by their totals" {
	swsched swap diff 7.3.4-zram/t0 7.3.4-zram/t1 >"$a"
	grep -q '^one boot, two moments: counters are compared by their totals$' "$a"
	[ "$(changed '.change[] | select(.name == "host.out") | [.unit, .a, .b, .difference]' swap diff 7.3.4-zram/t0 7.3.4-zram/t1)" = \
		'["bytes",0,67108864,67108864]' ]
	# also those that came out below zero
	[ "$(changed '.change[] | select(.name == "folio.page.small_out") | [.a, .b, .difference]' swap diff made-changes/t0 made-changes/t1)" = \
		'[-240,4940,5180]' ]
	# of two boots they are not
	cp -r 7.3.4-zram/t1 "$b"
	sed -i 's/^boot_id .*/boot_id other/' "$b/@host"
	swsched swap diff 7.3.4-zram/t0 "$b" | grep -q '^different boots: counters are compared by rate, never by total$'
}

@test "a capture that does not tell its time has no counters to compare" {
	run swsched swap diff 6.12.117-swap/4-held 7.3.4-swap/8b-fallback
	[ "$status" -eq 0 ]
	grep -q 'neither tells its time: counters are not compared' <<<"$output"
	[ "$(changed '[.change[] | select(.kind == "counter")] | length' swap diff 6.12.117-swap/4-held 7.3.4-swap/8b-fallback)" = 0 ]
}

@test "JSON Lines say what the captures do" {
	local field
	for d in swap:6.12.118-zram:7.3.4-zram cifs:7.3.4-cifs-ct0:7.3.4-cifs-ct5; do
		IFS=: read -r d one two <<<"$d"
		swsched "$d" --jsonl --from $one/t0 --to $one/t1 >"$a"
		swsched "$d" --jsonl --from $two/t0 --to $two/t1 >"$b"
		field='.change[] | select(.table == "host" and .kind == "counter32" or .table == "folio" or .table == "share") |
			[.name, .a, .b, .unit]'
		changed "$field" "$d" diff "$a" "$b" >"$BATS_TEST_TMPDIR/lines"
		changed "$field" "$d" diff $one $two >"$BATS_TEST_TMPDIR/trees"
		[ -s "$BATS_TEST_TMPDIR/lines" ]
		diff "$BATS_TEST_TMPDIR/lines" "$BATS_TEST_TMPDIR/trees"
	done
}

# lines N… - a run of that many bytes out in each of the intervals.
lines()
{
	local n
	for n; do
		swsched swap --jsonl --from 7.3.4-zram/t0 --to 7.3.4-zram/t1 |
			sed "s/\"interval\":[0-9.]*/\"interval\":2/; s/\"out\":67108864/\"out\":$n/"
	done
}

@test "several intervals: medians, ranges, and noise where they overlap" {
	lines 100 200 600 >"$a"
	lines 500 800 >"$b"
	out='.change[] | select(.name == "host.out") | [.a, .b, .difference, .percent, .a_min, .a_max, .b_min, .b_max, .noise]'
	[ "$(changed "$out" swap diff "$a" "$b")" = '[100,325,225,2.25,50,300,250,400,"within-noise"]' ]
	lines 700 800 >"$b"
	[ "$(changed "$out" swap diff "$a" "$b")" = '[100,375,275,2.75,50,300,350,400,null]' ]
	# one interval has no range: nothing is said of noise
	lines 500 >"$b"
	[ "$(changed "$out" swap diff "$a" "$b")" = '[100,250,150,1.5,50,300,250,250,null]' ]
	swsched swap diff "$a" "$b" | grep -q '^A .* 3 intervals, in all 6$'
	[ "$(changed '[.change[].name]' swap diff "$b" "$b")" = '[]' ]
	swsched swap diff "$b" "$b" | grep -q '^no setting or fact differs$'
}

@test "rows that one side lacks are told once" {
	cp -r 7.3.4-zram "$b"
	for t in "$b"/t?; do sed -i '/zram0/d' "$t/proc/swaps"; done
	[ "$(changed '[.setting[] | select(.table == "device") | [.name, .a, .b]]' swap diff 7.3.4-zram "$b")" = \
		'[["device./dev/zram0.row","there",null]]' ]
	[ "$(changed '[.change[] | select(.table == "device")] | length' swap diff 7.3.4-zram "$b")" = 0 ]
}

@test "every form is whole, and one kind of row in CSV is what changed" {
	for f in --json --jsonl; do swsched cifs diff 7.3.4-cifs-ct0 7.3.4-cifs-ct5 $f | valid_json; done
	swsched cifs diff 7.3.4-cifs-ct0 7.3.4-cifs-ct5 --csv | tee "$a" | valid_csv
	head -1 "$a" | grep -q '^t,mono,interval,name,table,row,field,unit,a,b,difference,percent,'
	swsched cifs diff 7.3.4-cifs-ct0 7.3.4-cifs-ct5 --per setting --csv | grep -q 'mount,/mnt/plain,closetimeo,0,5'
	swsched cifs diff 7.3.4-cifs-ct0 7.3.4-cifs-ct5 -o percent --filter 'percent < -0.9' --csv | grep -q read
	swsched swap diff 6.12.118-zram 7.3.4-zram --sort percent --plain | harmless
}

@test "captures of every kind can be compared with each other" {
	for d in swap llc cifs; do
		for t in bare garbled made-changes made-cifs-trouble 7.3.4-sched-llc4/t1 swaps-names made-other-boot/t1; do
			run --separate-stderr swsched $d diff $t 7.3.4-zram --json
			[ "$status" -eq 0 ] || { echo "$d $t: $status $stderr"; return 1; }
			jq -e . <<<"$output" >/dev/null
			printf '%s\n' "$output" >>"$a"
		done
	done
	harmless <"$a"
}

@test "what is no capture, and usage errors" {
	refused <<-'END'
		swap diff
		swap diff a
		swap diff a b c
		swap diff a b --from /tmp --to /tmp
		swap diff a b --sysroot /tmp
		diff a b
	END
	run --separate-stderr swsched swap diff /nonexistent 7.3.4-zram
	expect 1
	printf '{"domain":"llc"}\n' >"$a"
	run --separate-stderr swsched swap diff "$a" "$a"
	expect 1
	[[ $stderr == *'another domain'* ]]
	printf 'nothing of ours\n' >"$a"
	run --separate-stderr swsched swap diff "$a" "$a"
	expect 1
	: >"$a"
	run --separate-stderr swsched swap diff "$a" "$a"
	expect 1
	run --separate-stderr swsched swap diff made-other-boot 7.3.4-zram
	expect 1
	[[ $stderr == *'different boots'* ]]
}

@test "a file without end is too large" {
	run --separate-stderr swsched swap diff /dev/zero "$held"
	expect 1 && [[ $stderr == *"cannot read /dev/zero: File too large"* ]]
}
