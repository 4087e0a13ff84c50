# SPDX-License-Identifier: GPL-2.0-or-later
# The traps of the SMB client's files that only the whole program can meet. Those of each text are in
# tests/unit/cifs_stats_test.c, cifs_debug_test.c and mountinfo_test.c, those of the way from a mount to its share and
# its superblock in smb_doors_test.c, those of a remount in replay_test.c, closetimeo_test.c and closetimeo.bats.
load helper

trouble=$captures/made-cifs-trouble

is() { [ "$1" = "$2" ] || { echo "is     $1"; echo "should $2"; return 1; }; }
long() { printf "%$1s" '' | tr ' ' "$2"; }

@test "names as long as they come, and hundreds of requests, are whole" {
	t=$(tree made-cifs-trouble/t1)
	host=$(long 1024 h) share=$(long 80 s) place=/$(long 4000 p)
	printf '9) \\\\%s\\%s\nSMBs: 7\nReads: 3 total 0 failed\n' "$host" "$share" >>"$t/proc/fs/cifs/Stats"
	echo "90 22 0:90 / $place rw - cifs //$host/$share/$(long 3000 d) rw,vers=3.1.1,username=$(long 256 u),closetimeo=3" >>"$t/proc/self/mountinfo"
	swsched cifs --json --sysroot "$t" >"$BATS_TEST_TMPDIR/stat"
	is "$(jq -c --arg unc "\\\\$host\\$share" '[.samples[0].share[] | select(.unc == $unc) | .smbs, .reads]' "$BATS_TEST_TMPDIR/stat")" '[7,3]'
	swsched cifs mounts --json --sysroot "$t" >"$BATS_TEST_TMPDIR/mounts"
	is "$(jq -c --arg t "$place" '[.samples[0].mount[] | select(.target == $t) | (.source | length), .closetimeo]' "$BATS_TEST_TMPDIR/mounts")" '[4108,3]'
	rm -r "$t/@smb"
	for i in $(seq 1000); do
		printf '\t\tState: 2 com: 5 pid: %d cbdata: 0 mid %d\n' $((7000 + i)) $((90000 + i))
	done >"$BATS_TEST_TMPDIR/more"
	sed -i "0,/State: /{/State: /{
		r $BATS_TEST_TMPDIR/more
	}}" "$t/proc/fs/cifs/DebugData"
	swsched cifs pending --json --sysroot "$t" >"$BATS_TEST_TMPDIR/pending"
	is "$(jq -c '[.samples[0].pending[] | select(.pid > 7000 and .command == "CREATE")] | length' "$BATS_TEST_TMPDIR/pending")" 1000
}

# A write to Stats resets it, whatever is written; other readers would see it go back.
@test "looking opens no file of the client's for writing" {
	needs_strace
	for c in stat "stat --per server" "stat --per command" mounts pending tunables closetimeo report "closetimeo apply" "stat --json 0.05 1"; do
		of=$trouble/t1
		[[ $c != *0.05* ]] || of=$trouble
		# shellcheck disable=SC2086 # words
		traced -e trace=openat,openat2,open,creat,truncate "$SWSCHED" cifs $c --sysroot "$of" >/dev/null 2>&1 || true
		grep -q '"proc/\|mountinfo\|Stats' "$trace" || { echo "$c reads nothing"; return 1; }
		run grep -E 'O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|creat\(|truncate\(' "$trace"
		[ -z "$output" ] || { echo "$c: $output"; return 1; }
	done
}

@test "a clock that is set meanwhile changes no rate" {
	t=$(tree made-cifs-trouble)
	rates() { swsched cifs --from "$t/t0" --to "$t/t1"; swsched cifs --json --from "$t/t0" --to "$t/t1" | jq -c '.samples[0] | [.interval, .share[].smbs]'; }
	rates >"$BATS_TEST_TMPDIR/before"
	grep -q '^\[10,' "$BATS_TEST_TMPDIR/before"
	for now in 1764510000000000000 1764600000000000000; do
		sed -i "s/^realtime_ns .*/realtime_ns $now/" "$t/t1/@host"
		rates | diff "$BATS_TEST_TMPDIR/before" -
	done
}

# Without "since", as before 6.12: all there is to tell it by is a number that goes back, or a row that was not there.
@test "a share that was unmounted and is mounted again has no rate" {
	t=$BATS_TEST_TMPDIR/trees
	for n in 0 1 2 3; do
		mkdir -p "$t/t$n/proc/fs/cifs"
		printf 'Resources in use\nCIFS Session: 1\n\nMax requests in flight: 1\n' >"$t/t$n/proc/fs/cifs/Stats"
		printf 'monotonic_ns %d000000000\n' $((100 + n)) >"$t/t$n/@host"
	done
	counted() { printf '1) \\\\a\\b\nSMBs: %d\nReads: %d total 0 failed\nOpen files: 2 total (local), 2 open on server\n' "$2" "$2" >>"$t/t$1/proc/fs/cifs/Stats"; }
	counted 0 500
	counted 1 9
	counted 3 700
	smbs() { swsched cifs --json --reasons --from "$t/t$1" --to "$t/t$2" | jq -c '.samples[0] | [.share[]? | .smbs, .reads, .open_local, .why.smbs]'; }
	is "$(smbs 0 1)" '[null,null,2,"reset"]'
	is "$(smbs 1 2)" '[]'
	is "$(smbs 2 3)" '[null,null,2,"first sight"]'
	is "$(smbs 0 3)" '[200,200,2,null]'
	# And in a loop, which has seen it before.
	is "$(swsched cifs --jsonl 1 --sysroot "$t" | jq -c '[.share[]? | .smbs]' | tr '\n' ' ')" '[null] [] [null] '
}

@test "set says that other namespaces see the change" {
	run --separate-stderr swsched cifs closetimeo set --dry-run 2 /mnt/old --sysroot "$trouble/t1"
	expect 0
	[[ $output == *"wherever the superblock is mounted, also in other mount namespaces: containers, their host"* ]]
}
