#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# What capture writes answers as the machine did; it writes whole trees or none, and follows no link; redacted, no
# name is left in it.
load helper

setup() { d=$BATS_TEST_TMPDIR/d; }

# capture ARGUMENT… - of a captured tree, so that no counter of this machine is needed.
capture() { "$SWSCHED" swap capture "$d" --sysroot "$held" "$@"; }

nothing_in() { [ -z "$(find "$1" -mindepth 1)" ] || { find "$1"; return 1; }; }

@test "the answer printed is the answer of the tree, in every format" {
	for f in "${machine_formats[@]}" --plain "--json --reasons" "--csv --rows device" "--json --per cgroup" "--json --cgroup /t"; do
		# shellcheck disable=SC2086
		capture $f >"$BATS_TEST_TMPDIR/said"
		# shellcheck disable=SC2086
		swsched swap --sysroot "$d/t0" $f >"$BATS_TEST_TMPDIR/replayed"
		cmp "$BATS_TEST_TMPDIR/said" "$BATS_TEST_TMPDIR/replayed" || { echo "$f"; return 1; }
		[ -s "$BATS_TEST_TMPDIR/said" ]
		rm -r "$d"
	done
	swsched capture "$d" --sysroot "$held" --json >"$BATS_TEST_TMPDIR/said"
	swsched --sysroot "$d/t0" --json | cmp - "$BATS_TEST_TMPDIR/said"
}

@test "each captured tree, captured again, answers the same to every command" {
	for t in "$captures"/*/ "$captures"/*/*/; do
		[ -e "$t/proc" ] || [ -e "$t/sys" ] || continue
		# A broken config.gz is not handed on, so its replay says absent.
		[[ $t != */garbled/ ]] || continue
		swsched capture "$d" --sysroot "${t%/}" >/dev/null
		for c in "swap --json --reasons" "swap ps --json --reasons" "swap ps --per cgroup --csv" \
			"swap --per host --csv" "swap tunables" "llc --json" "llc ps --json --reasons" "llc ps --per thread --csv" \
			"cifs --json" --json; do
			# shellcheck disable=SC2086
			swsched $c --sysroot "$t" >"$BATS_TEST_TMPDIR/there" || [ $? -eq 3 ]
			# shellcheck disable=SC2086
			swsched $c --sysroot "$d/t0" >"$BATS_TEST_TMPDIR/here" || [ $? -eq 3 ]
			cmp "$BATS_TEST_TMPDIR/there" "$BATS_TEST_TMPDIR/here" || { echo "$t: $c"; return 1; }
		done
		swsched capture "$d/again" --sysroot "$d/t0" >/dev/null
		diff -r "$d/t0" "$d/again/t0"
		rm -r "$d"
	done
}

@test "files are the kernel's bytes at the kernel's paths" {
	capture
	cmp "$held/proc/swaps" "$d/t0/proc/swaps"
	cmp "$held/proc/vmstat" "$d/t0/proc/vmstat"
	thp=sys/kernel/mm/transparent_hugepage
	cmp "$held/$thp/enabled" "$d/t0/$thp/enabled"
	diff -r "$held/$thp/hugepages-64kB" "$d/t0/$thp/hugepages-64kB"
	[ ! -e "$d/t0/proc/169" ]
	grep -q '^169 .* thpswap$' "$d/t0/@tasks"
	[ "$(stat -c %a "$d/t0" "$d/t0/proc/swaps" | tr '\n' ' ')" = "755 644 " ]
}

@test "the trees of a capture, as an interval and as a loop" {
	run --separate-stderr swsched swap capture "$d" --sysroot "$captures/made-changes"
	expect 0
	[ "${lines[0]%:*}" = "$d/t0" ]
	[ "${lines[1]%:*}" = "$d/t1" ]
	[ "${lines[2]}" = "swsched swap --from $d/t0 --to $d/t1" ]
	a=$captures/made-changes
	swsched swap --json --from "$a/t0" --to "$a/t1" | cmp - <(swsched swap --json --from "$d/t0" --to "$d/t1")
	swsched swap --jsonl --sysroot "$a" 1 1 | cmp - <(swsched swap --jsonl --sysroot "$d" 1 1)
}

@test "as many trees as asked for" {
	run --separate-stderr swsched swap capture "$d" 0.02 3
	[ "$status" -eq 0 ]
	[ "$(ls "$d" | tr '\n' ' ')" = "t0 t1 t2 " ]
	[ "$(swsched swap --json --from "$d/t0" --to "$d/t1" 2>/dev/null | jq '.samples[0].interval | . >= 0.019 and . < 5')" = true ]
}

@test "this machine, as whoever runs the tests and as nobody" {
	chmod 711 "$BATS_TEST_TMPDIR"
	mkdir "$BATS_TEST_TMPDIR/free"
	chmod 777 "$BATS_TEST_TMPDIR/free"
	"$SWSCHED" capture "$d" 0.02 1 >/dev/null 2>/dev/null
	cd "$BATS_TEST_TMPDIR/free"
	as_nobody "$SWSCHED" swap capture n 0.02 1 --json >"$BATS_TEST_TMPDIR/said" 2>/dev/null
	swsched swap --sysroot n/t0 --json 2>/dev/null | cmp - "$BATS_TEST_TMPDIR/said"
	for t in "$d/t0" n/t0; do
		for c in "swap ps" "swap ps --per cgroup" "swap --per host" "swap --per device" tunables; do
			# shellcheck disable=SC2086
			swsched ${c/tunables/swap tunables} --json --sysroot "$t" 2>/dev/null | valid_json
		done
		[ "$(swsched swap ps --json --sysroot "$t" 2>/dev/null | jq '.samples[0].process | length > 0')" = true ]
	done
}

@test "what is refused is said, once, and the rest is captured" {
	t=$(tree 7.3.4-swap/4-held)
	chmod 000 "$t/proc/vmstat"
	chmod 711 "$BATS_TEST_TMPDIR"
	chmod 755 "$t"
	mkdir "$d"
	chmod 777 "$d"
	cp -r "$t" "$BATS_TEST_TMPDIR/t1"
	mkdir "$BATS_TEST_TMPDIR/both"
	mv "$t" "$BATS_TEST_TMPDIR/both/t0"
	mv "$BATS_TEST_TMPDIR/t1" "$BATS_TEST_TMPDIR/both/t1"
	run --separate-stderr as_nobody "$SWSCHED" swap capture "$d" --sysroot "$BATS_TEST_TMPDIR/both"
	[ "$status" -eq 0 ]
	[ "${#stderr_lines[@]}" -eq 1 ]
	[[ $stderr == *proc/vmstat*denied* ]]
	[ ! -e "$d/t0/proc/vmstat" ]
	cmp "$held/proc/swaps" "$d/t1/proc/swaps"
}

@test "an earlier capture is never added to" {
	capture
	find "$d" -type f -exec md5sum {} + | sort >"$BATS_TEST_TMPDIR/before"
	run --separate-stderr capture
	expect 1
	[[ $stderr == *"$d/t0 is there already"*"new folder"* ]]
	rm -r "$d/t0"
	mkdir "$d/t7"
	run --separate-stderr capture
	expect 1
	rmdir "$d/t7"
	nothing_in "$d"
	echo mine >"$d/notes"
	capture
	[ "$(cat "$d/notes")" = mine ]
}

@test "links, pipes and files in the way are refused, and nothing is made behind them" {
	mkdir "$BATS_TEST_TMPDIR/other"
	for make in "ln -s $BATS_TEST_TMPDIR/other" "ln -s /nonexistent" mkfifo touch; do
		$make "$d"
		run --separate-stderr timeout 5 "$SWSCHED" swap capture "$d" --sysroot "$held"
		expect 1 || { echo "$make"; return 1; }
		rm "$d"
		mkdir "$d"
		$make "$d/t0"
		run --separate-stderr timeout 5 "$SWSCHED" swap capture "$d" --sysroot "$held"
		expect 1 || { echo "$make, as t0"; return 1; }
		rm "$d/t0"
		rmdir "$d"
	done
	nothing_in "$BATS_TEST_TMPDIR/other"
}

@test "a folder that cannot be written, and one whose parent is not there" {
	mkdir "$d"
	chmod 555 "$d"
	chmod 711 "$BATS_TEST_TMPDIR"
	run --separate-stderr as_nobody "$SWSCHED" swap capture "$d" --sysroot "$(tree 7.3.4-swap/4-held)"
	expect 1
	[[ $stderr == *"$d/t0"*denied* ]]
	chmod 755 "$d"
	nothing_in "$d"
	run --separate-stderr swsched swap capture "$BATS_TEST_TMPDIR/no/d" --sysroot "$held"
	expect 1
	[ ! -e "$BATS_TEST_TMPDIR/no" ]
}

@test "a file that does not fit: 1, and nothing of its tree is left" {
	mkdir "$d"
	# In blocks of 1024 bytes: the first text that is longer ends it, with others written before.
	run --separate-stderr bash -c 'ulimit -f 1; exec "$SWSCHED" swap capture "$@" --json' - "$d" --sysroot "$held"
	expect 1
	[[ $stderr == *"$d/t0/"*"too large"* ]]
	[ -z "$output" ]
	nothing_in "$d"
}

@test "a full disk: 1, and nothing of its tree is left" {
	[ "$(id -u)" -eq 0 ] || skip "needs root for a small file system"
	unshare --mount true 2>/dev/null || skip "may not mount here"
	run --separate-stderr unshare --mount bash -c 'mkdir "$1" && mount -t tmpfs -o size=64k,nr_inodes=1k tmpfs "$1" || exit 77
		"$SWSCHED" swap capture "$1" --sysroot "$2"; s=$?; ls -A "$1"; exit $s' - "$d" "$held"
	[ "$status" -ne 77 ] || skip "may not mount here"
	expect 1
	[[ $stderr == *"No space left"* ]]
	[ -z "$output" ]
}

@test "an answer that cannot be written is 1, and the trees stay" {
	for f in "" --json; do
		# shellcheck disable=SC2086
		run --separate-stderr bash -c '"$SWSCHED" swap capture "$@" >/dev/full' - "$d" --sysroot "$held" $f
		expect 1
		[ -e "$d/t0/proc/swaps" ]
		rm -r "$d"
	done
}

@test "interrupted while it waits: whole trees only, and it says how many" {
	run python3 - "$SWSCHED" "$d" "$BATS_TEST_TMPDIR" <<-'END'
		import os, signal, subprocess, sys, time
		p = subprocess.Popen([sys.argv[1], "swap", "capture", sys.argv[2], "60", "3"],
		    stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
		assert p.stdout.readline().startswith(sys.argv[2] + "/t0: ")
		p.send_signal(signal.SIGINT)
		err = p.communicate(timeout=5)[1]
		assert "interrupted: 1 of 3 trees" in err, err
		assert p.returncode == -signal.SIGINT, p.returncode
		assert os.listdir(sys.argv[2]) == ["t0"], os.listdir(sys.argv[2])
	END
	[ "$status" -eq 0 ] || { echo "$output"; return 1; }
	swsched swap --json --sysroot "$d/t0" 2>/dev/null | valid_json
}

@test "options that make no sense are refused before anything is written" {
	for a in "-o nosuchfield" "--per nosuchkind" "--from $held --to $held" 0 "1 0"; do
		# shellcheck disable=SC2086
		run --separate-stderr swsched swap capture "$d" $a --json
		[ "$status" -eq 2 ] || { echo "$a: $status"; return 1; }
		[ ! -e "$d" ]
	done
	run --separate-stderr swsched swap --redact
	[ "$status" -eq 2 ]
}

# ---- redaction ----

# process TREE PID NAME CGROUP
process()
{
	mkdir -p "$1/proc/$2"
	printf '%s (%s) S 1 77 77 0 -1 0 10 0 5 0 1 1 0 0 20 0 1 0 100 1000 10 18446744073709551615%s 17 0\n' "$2" "$3" "$(printf ' 0%.0s' {26..37})" >"$1/proc/$2/stat"
	printf 'Name:\t%s\nState:\tS (sleeping)\nPPid:\t1\nUid:\t1000\t1000\t1000\t1000\nVmSwap:\t    %s kB\n' "$3" "$2" >"$1/proc/$2/status"
	printf '0::%s\n' "$4" >"$1/proc/$2/cgroup"
	echo "$2 1 1" >"$1/proc/$2/schedstat"
}

# Two moments of a machine full of secrets; all of them hold "secret", in some spelling.
secrets()
{
	s=$BATS_TEST_TMPDIR/s
	for t in "$s/t0" "$s/t1"; do
		mkdir -p "$s" && cp -r "$captures/large-zram" "$t"
		printf '%s\t%s\t\t%s\t\t%s\t\t%s\n' \
			'/home/secret-alice/my\040secret\011swap' file 20476 400 7 \
			/dev/mapper/secretvg-swap partition 20476 100 6 \
			/dev/loop3 partition 20476 50 5 \
			'/srv/secret-alice/old\134secret\040(deleted)' file 20476 25 4 \
			/swapfile file 20476 12 3 >>"$t/proc/swaps"
		mkdir -p "$t/sys/block/loop3/loop" "$t/sys/fs/cgroup/system.slice/secret-web.service/secret-job" \
			"$t/sys/fs/cgroup/user.slice/user-1000.slice/session-3.scope" "$t/proc/fs/cifs"
		echo '/home/secret-alice/loop secret.img' >"$t/sys/block/loop3/loop/backing_file"
		echo memory >"$t/sys/fs/cgroup/cgroup.controllers"
		for c in system.slice{,/secret-web.service{,/secret-job}} user.slice/user-1000.slice{,/session-3.scope}; do
			echo "${#c}0000" | tee "$t/sys/fs/cgroup/$c/memory.swap.current" >"$t/sys/fs/cgroup/$c/memory.current"
		done
		process "$t" 70 'secret) S 1' /system.slice/secret-web.service/secret-job
		process "$t" 71 secret-alice /user.slice/user-1000.slice/session-3.scope
		cat >"$t/proc/fs/cifs/Stats" <<-'END'
			Resources in use
			CIFS Session: 1
			Share (unique mount targets): 2
			Operations (MIDs): 0

			0 session 0 share reconnects
			Total vfs operations: 16 maximum at one time: 2

			Max requests in flight: 3
			1 slow responses from secret-filer for command 5
			1) \\secret-filer\secret share
			SMBs: 9
			2) \\fe80::5ec:3e7\IPC$	DISCONNECTED 
			SMBs: 7
		END
		cat >"$t/proc/fs/cifs/DebugData" <<-'END'
			1) ConnectionId: 0x1 Hostname: secret-filer 
			ClientGUID: 5EC3E700-0000-0000-0000-000000000000
			Number of credits: 50,1,1 Dialect 0x311
			DFS leaf full path: \\secret-filer\secret share\secret
				1) Name: secret-filer  Domain: SECRETS Uses: 1 OS: Windows 6.1 
				2) Address: fe80::5ec:3e7 Uses: 1 Capability: 0x300047	Session Status: 1 
				1) \\secret-filer\secret share Mounts: 2 DevInfo: 0x20 Attributes: 0x1006f
				PathComponentMax: 255 Status: 1 type: DISK Serial Number: 0x1
					IPv6: fe80::5ec:3e7
				Id: 1 Refs: 1 Network name: 'secret-filer'(y) Share name: 'secret share'(y) Ip address: fe80::5ec:3e7
		END
		mkdir -p "$t/proc/self"
		cat >"$t/proc/self/mountinfo" <<-'END'
			30 22 0:30 / /net/secret rw - nfs4 secret-filer:/secret rw,vers=4.2
			38 22 0:52 /secret /home/secret-alice/a\040b rw shared:7 - cifs //secret-filer/secret\040share/secret rw,vers=3.1.1,username=secret-alice,domain=SECRETS,addr=fe80::5ec:3e7,soft,closetimeo=5
			39 22 0:52 / /srv/secret-bound rw - cifs //secret-filer/secret\040share/secret rw,vers=3.1.1,username=secret-alice,domain=SECRETS,addr=fe80::5ec:3e7,soft,closetimeo=5
			40 39 0:60 / /srv/secret-bound rw - tmpfs secret rw
			41 22 0:52 / /srv/secret-last rw - cifs //secret-filer/secret\040share/secret rw,vers=3.1.1,username=secret-alice,domain=SECRETS,addr=fe80::5ec:3e7,soft,closetimeo=5
		END
	done
	sed -i 's/400/500/; s/^boot_id.*/boot_id 5ec3e700-0000-4000-8000-5ec3e75ec3e7/' "$s/t1/proc/swaps" "$s"/t?/@host
	# The second moment lists the processes the other way round, and one more before them.
	process "$s/t1" 60 secret-late /secret-late.slice
}

no_secret()
{
	local left
	left=$(grep -rail -e secret -e 5ec3e7 -e 5ec: -e alice "$d"; find "$d" -iname '*secret*' -o -iname '*alice*')
	[ -z "$left" ] || { echo "$left"; return 1; }
	[ "$(find "$d/t0" -type f | wc -l)" -gt 10 ]
}

@test "redacted, no name is left: in no file, no file's name, no answer" {
	secrets
	grep -rqi secret "$s"
	run --separate-stderr swsched capture "$d" --sysroot "$s" --redact --json
	[ "$status" -eq 0 ]
	[ -n "$output" ]
	[ "$(grep -cie secret -e 5ec3e7 -e 5ec: -e alice <<<"$output$stderr")" -eq 0 ]
	no_secret
	# What is not redacted holds them all, so the words above do look for something.
	swsched capture "$d/open" --sysroot "$s" >/dev/null
	for w in secret-alice 'my\\040secret' secretvg 'old\\134secret' 'loop\\040secret' secret-web secret-job 5ec3e700 \
		secret-late secret-filer 'secret share' 5ec:3e7; do
		grep -rqa -e "$w" "$d/open" || { echo "$w"; return 1; }
	done
}

@test "redacted, the figures are the same and still belong together" {
	secrets
	swsched capture "$d" --sysroot "$s" --redact >/dev/null
	swsched capture "$BATS_TEST_TMPDIR/open" --sysroot "$s" >/dev/null
	# Nothing but names differs, and they in nothing but their spelling.
	for c in "swap --json" "swap ps --json" "cifs --json" "cifs mounts --json" "swap ps --per cgroup --json" \
		"llc ps --json" "llc ps --per thread --json" "llc ps --per cgroup --json"; do
		for t in t0 t1; do
			for o in "$d" "$BATS_TEST_TMPDIR/open"; do
				# shellcheck disable=SC2086
				swsched $c --sysroot "$o/$t" |
					jq -cS '.samples[0] | del(.findings, .faults, .boot_id) |
						walk(if type == "object" then del(.name, .comm, .process, .cgroup, .over, .hostname, .unc,
							.target, .source, .root, .address, .share, .twin, .also) elif type == "array" then sort else . end)' \
						>"$BATS_TEST_TMPDIR/$(basename "$o").figures"
			done
			[ -s "$BATS_TEST_TMPDIR/d.figures" ]
			cmp "$BATS_TEST_TMPDIR/d.figures" "$BATS_TEST_TMPDIR/open.figures" || { echo "$c"; return 1; }
		done
	done
	[ "$(json --sysroot "$d/t0" '[.device[] | select(.backing == "loop3") | .name, .kind, (.over | test("^/home/name[0-9]+/name[0-9]+$"))]')" = \
		'["/dev/loop3","loop",true]' ]
	[ "$(json --sysroot "$d/t0" '[.device[] | select(.name == "/dev/zram0") | .disksize, .kind]')" != '[null,null]' ]
}

@test "redacted, a name is the same everywhere, and known words stay" {
	secrets
	swsched capture "$d" --sysroot "$s" --redact >/dev/null
	# secret-alice is a folder twice, a process, and the same in both trees.
	n=$(awk '$1 == 71 { print $NF }' "$d/t0/@tasks")
	[[ $n == proc* ]]
	[ "$(grep -ho "/[a-z]*/name${n#proc}/" "$d"/t?/proc/swaps | sort | uniq -c | awk '{ print $1 $2 }' | tr '\n' ' ')" = \
		"2/home/name${n#proc}/ 2/srv/name${n#proc}/ " ]
	[ "$(awk '$1 == 71 { print $NF }' "$d/t1/@tasks")" = "$n" ]
	# The cgroup of a process is a cgroup.
	g=$(awk '$1 == 70 { print $(NF - 1) }' "$d/t0/@tasks")
	[[ $g =~ ^/system.slice/cg[0-9]+.service/cg[0-9]+$ ]]
	grep -q "^$g memory.swap.current" "$d/t1/@cgroups"
	grep -q '^/user.slice/user-1000.slice/session-3.scope memory' "$d/t0/@cgroups"
	grep -q '^/dev/zram0 ' "$d/t0/proc/swaps"
	grep -q '^/swapfile[[:blank:]]*file' "$d/t0/proc/swaps"
	grep -q '^Filename' "$d/t0/proc/swaps"
	grep -Eq '^/srv/name[0-9]+/name[0-9]+\\040\(deleted\)[[:blank:]]' "$d/t0/proc/swaps"
	grep -Eq '^/dev/mapper/name[0-9]+[[:blank:]]' "$d/t0/proc/swaps"
	grep -Eq '^1\) \\\\host[0-9]+\\share[0-9]+$' "$d/t0/proc/fs/cifs/Stats"
	grep -Eq $'^2\\) \\\\\\\\host[0-9]+\\\\IPC\\$\tDISCONNECTED $' "$d/t0/proc/fs/cifs/Stats"
	grep -Eq '^1 slow responses from host[0-9]+ for command 5$' "$d/t0/proc/fs/cifs/Stats"
	# The host of the share, of the connection and of the mount is the same.
	h=$(grep -Eo '^1\) \\\\host[0-9]+' "$d/t0/proc/fs/cifs/Stats" | grep -o 'host.*')
	grep -q "^1) ConnectionId: 0x1 Hostname: $h \$" "$d/t0/proc/fs/cifs/DebugData"
	grep -Eq "1\) \\\\\\\\$h\\\\share[0-9]+ Mounts: 2 DevInfo: 0x20" "$d/t0/proc/fs/cifs/DebugData"
	grep -Eq "^38 22 0:52 /name[0-9]+ /home/name${n#proc}/name[0-9]+ rw shared:7 - cifs //$h/share[0-9]+/name[0-9]+ rw,vers=3.1.1,username=user${n#proc},domain=host[0-9]+,addr=host[0-9]+,soft,closetimeo=5\$" \
		"$d/t0/proc/self/mountinfo"
	[ "$(grep -c nfs "$d/t0/proc/self/mountinfo")" -eq 0 ]
	# A list of places has those of the mounts; what covers one is of another file system, and known all the same.
	at() { awk -v id="$1" '$1 == id { print $5 }' "$d/t0/proc/self/mountinfo"; }
	[ "$(grep '^38 ' "$d/t0/@smb/points")" = "38 38 3 $(at 39):covered,$(at 41) -" ]
	[ "$(grep '^39 ' "$d/t0/@smb/points")" = "39 38 3 $(at 38),$(at 41) 40" ]
	grep -Eq '^boot_id 00000000-0000-0000-0000-[0-9]{12}$' "$d/t0/@host"
	cmp <(grep boot_id "$d/t0/@host") <(grep boot_id "$d/t1/@host")
}

@test "redacted, hostile names and garbled text leave nothing either" {
	secrets
	evil=$'secret\e[2J\xc2\x9b\xe2\x80\xae\xff"\x27,$(id)'
	printf '/%s file 8 0 -2\nsecret-cut-line' "$evil" >>"$s/t0/proc/swaps"
	process "$s/t0" 80 "$evil"$'\n secret' "/$evil/secret"
	printf '9) \\\\secret' >>"$s/t0/proc/fs/cifs/Stats"
	swsched capture "$d" --sysroot "$s" --redact >/dev/null
	no_secret
	for f in "${formats[@]}"; do
		swsched swap "$f" --sysroot "$d/t0" 2>/dev/null | harmless
	done
}
