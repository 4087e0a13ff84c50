#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# Where processes ran: hostile names, what a plain user sees, what is missing or cut; all of captured trees.
load helper

made=$captures/made-llc-ps

ps() { swsched llc ps "$@" --from "$made/t1" --to "$made/t2"; }

# As a thread is called: what the kernel lets a name be.
thread()
{
	printf '%s (%s) R 1 %s 1 0 -1 64 10 0 5 0 %s 1 0 0 20 0 %s 0 100 1000 10 18446744073709551615%s 17 %s 0 0 0\n' \
		"$2" "$3" "$2" "$4" "$5" "$(printf ' 0%.0s' {26..37})" "$6" >"$1/stat"
}

@test "the names of a process and its thread" {
	evil=$'a) R 1 (\e[2J\a\x9b\xc2\x9b\xe2\x80\xae\xff"\x27,\n \\'
	for t in 0 1; do
		t=$BATS_TEST_TMPDIR/t$t
		cp -r "$made/t${t: -1}" "$t"
		rm -r "$t/@threads"
		mkdir -p "$t/proc/77/task/"{77,78}
		thread "$t/proc/77" 77 "$evil" 1"${t: -1}" 2 0
		thread "$t/proc/77/task/78" 78 "$evil" 1"${t: -1}" 2 3
		printf '0::/%s\n' "${evil%%$'\n'*}" >"$t/proc/77/cgroup"
		echo "${t: -1}00000000 ${t: -1}0 ${t: -1}" | tee "$t/proc/77/schedstat" >"$t/proc/77/task/78/schedstat"
	done
	for per in process thread cgroup process_llc cgroup_llc; do
		each_format llc ps --per $per -- "$t"
		swsched llc ps --per $per --from "$BATS_TEST_TMPDIR/t0" --to "$BATS_TEST_TMPDIR/t1" | harmless
		swsched llc ps --per $per --json --from "$BATS_TEST_TMPDIR/t0" --to "$BATS_TEST_TMPDIR/t1" | valid_json
	done
	[ "$(swsched llc ps --json --from "$BATS_TEST_TMPDIR/t0" --to "$BATS_TEST_TMPDIR/t1" |
		jq -c '.samples[0].process[0] | [.name, .threads, .spanned, .by_llc, .unattributed]')" = '["77",2,2,"0:50%,1:50%",0]' ]
}

@test "a plain user sees all but the limit, and reads why" {
	t=$BATS_TEST_TMPDIR
	cp -r "$made/t1" "$made/t2" "$t"
	chmod 000 "$t"/t?/sys/kernel/debug
	chmod 755 "$t"
	run --separate-stderr as_nobody "$SWSCHED" llc ps --reasons --from "$t/t1" --to "$t/t2"
	chmod 755 "$t"/t?/sys/kernel/debug
	expect 0
	[[ $output == *"4 LLCs  cache-aware needs root  tolerance -"* ]]
	[[ $output == *"LIMIT-EST: needs a privilege"* ]]
	[[ $output == *$'\n  200            4 '*"0:40%,1:30%,2:0%,3:0%"* ]]
}

@test "asked for by name and not there: said, and the rest is printed" {
	t=$(tree made-llc-ps/t1)
	rm "$t/@threads/moves"
	run --separate-stderr swsched llc ps -o +migrations --sysroot "$t"
	expect 5
	[[ $stderr == *"migrations: this kernel lacks it"* && $output == *"wide"* ]]
	# what stands beside it by default was not asked for by name
	rm -r "$t/sys/kernel/debug"
	[ "$(swsched llc ps -o +migrations --sysroot "$t" 2>&1 >/dev/null)" = 'swsched: migrations: this kernel lacks it' ]
	run --separate-stderr swsched llc ps -o +latest,-limit --sysroot "$t"
	expect 0
	# unasked it is not looked for
	run --separate-stderr swsched llc ps --sysroot "$t"
	expect 0
	[ -z "$stderr" ]
}

@test "without run times: absent, with the reason" {
	for n in 1 2; do
		cp -r "$made/t$n" "$BATS_TEST_TMPDIR"
		awk '{ $5 = $6 = $7 = "-"; print }' "$made/t$n/@threads/time" >"$BATS_TEST_TMPDIR/t$n/@threads/time"
	done
	run --separate-stderr swsched llc ps --reasons --from "$BATS_TEST_TMPDIR/t1" --to "$BATS_TEST_TMPDIR/t2"
	expect 0
	[[ $output == *"RUN/s: this kernel lacks it"* && $output == *"wide"* && $output != *100%* ]]
}

@test "cut or garbled: the line is named, the others are right" {
	t=$BATS_TEST_TMPDIR
	cp -r "$made/t1" "$made/t2" "$t"
	sed -i '3s/ [^ ]*$//; 5s/^/\x00/; $a 4711 4711 1 x y z w v u t s' "$t/t2/@threads/time"
	run --separate-stderr swsched llc ps --per thread --csv -o run,stayed --from "$t/t1" --to "$t/t2"
	[[ $stderr == *"@threads/time, line 3: not understood"* && $stderr == *"@threads/time, line 5: "* ]]
	# all but those two, to the digit
	diff <(ps --per thread --csv -o run,stayed | grep -vE ',(101|201),') <(grep -v ,4711, <<<"$output")
}

@test "sort, filter and one kind of row" {
	[ "$(ps --filter "comm == 'mover'" -r --noheadings -o spanned,unattributed_share)" = '300 2 1' ]
	[ "$(ps --sort spanned --reverse -r --noheadings -o spanned | head -1)" != "$(ps --sort spanned -r --noheadings -o spanned | head -1)" ]
	[ "$(ps --per thread --filter 'pid == 200 && stayed == 0' -r --noheadings -o cpu_was,cpu)" = '203 6 5' ]
	[ "$(ps --per process_llc --filter "process == '200'" --sort llc --reverse -r --noheadings -o run_most | wc -l)" -eq 4 ]
}

@test "without /proc/schedstat llc has the run times of threads, with it they are not read" {
	t=$(tree made-llc-ps)/t1
	u=${t%t1}t2
	[ "$(swsched llc --per llc --csv --from "$t" --to "$u" | head -1)" = \
		"t,mono,interval,name,cpus,size,node,busy,task_run,task_wait_share,task_wait_per_slice,task_slices"$'\r' ]
	# what stayed in LLC 1: the kernel's thread and one of "wide"; not "mover", which came from 2
	[ "$(swsched llc --per llc --raw --noheadings -o task_run --filter "row == '1'" --from "$t" --to "$u")" = "1 0.315625" ]
	echo "version 17" >"$t/proc/schedstat"
	cp "$t/proc/schedstat" "$u/proc/schedstat"
	swsched llc --per llc --jsonl --from "$t" --to "$u" | jq -e '.llc[0] | has("wait_per_slice") and (has("task_run") | not)'
}
