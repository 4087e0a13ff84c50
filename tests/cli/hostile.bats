#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# Names that others choose (swap files, processes, cgroups) reach no terminal and no parser as they are.
load helper

# What a name may hold: ESC and a clear screen, BEL, C1 raw and as UTF-8, a bidi override, invalid and overlong
# UTF-8, quotes, commas, a backslash, a shell's own letters.
evil=$'a\e[2J\a\x9b31m\xc2\x9b31m\xe2\x80\xae\xff\xc0\xaf"\x27,;$(id)`id`\\'

setup()
{
	t=$(tree large-zram)
}

# As the kernel writes it: blank, tab, newline and backslash as octal, all else as it is.
octal() { local s=${1//\\/\\134}; s=${s// /\\040}; s=${s//$'\n'/\\012}; printf '%s' "${s//$'\t'/\\011}"; }

@test "the name of a swap file" {
	printf '%s file\t\t16380\t\t0\t\t7\n' "$(octal "/$evil"$'\n\t two')" >>"$t/proc/swaps"
	each_format swap --rows device -- "$t"
	[ "$(json --sysroot "$t" '.device | length')" = 2 ]
	each_format swap -- "$t"
	swsched --sysroot "$t" | harmless
}

@test "the name of a process" {
	mkdir -p "$t/proc/77"
	printf '%s\n' "$evil" >"$t/proc/77/comm"
	printf 'Name:\t%s\nUmask:\t0022\nState:\tS (sleeping)\nTgid:\t77\nPid:\t77\nPPid:\t1\nUid:\t0\t0\t0\t0\nVmSwap:\t    4096 kB\n' \
		"$(sed 's/\\/\\\\/g' <<<"$evil")" >"$t/proc/77/status"
	printf '77 (%s) S 1 77 77 0 -1 0 10 0 5 0 1 1 0 0 20 0 1 0 100 1000 10 18446744073709551615 0 0 0 0 0 0 0 0 0 0 0 0 17 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n' \
		"$evil) R (" >"$t/proc/77/stat"
	each_format swap ps -- "$t"
	# However it calls itself, it is there, with its memory.
	[ "$(swsched swap ps --json --sysroot "$t" | jq '.samples[0].process[0].swap')" = 4194304 ]
}

@test "the name of a cgroup" {
	cp -r "$captures/cgroup-v2/t0/." "$t"
	cp -r "$t/sys/fs/cgroup/user.slice" "$t/sys/fs/cgroup/"$'x\e[2J\xc2\x9b\xe2\x80\xae "\x27,\n\xff'
	each_format swap ps --per cgroup -- "$t"
	[ "$(swsched swap ps --per cgroup --json --sysroot "$t" | jq '.samples[0].cgroup | length')" = 5 ]
	swsched swap --cgroup $'x\e[2J\xc2\x9b\xe2\x80\xae "\x27,\n\xff' --json --sysroot "$t" | valid_json
}

@test "what the user typed is quoted back without its control characters" {
	for args in "$evil" "swap $evil" "swap -o $evil" "swap --filter $evil" "swap --sysroot $evil" "swap --cgroup $evil --sysroot $t"; do
		read -ra words <<<"$args"
		run --separate-stderr swsched "${words[@]}"
		[ "$status" -ne 0 ] && [ "$status" -lt 8 ] && [ -n "$stderr" ] || { echo "status $status: $args"; return 1; }
		harmless <<<"$stderr" || { echo "$args"; return 1; }
		harmless <<<"$output"
	done
}

@test "settings and kernel words" {
	printf '%s' "$evil" >"$t/sys/block/zram0/comp_algorithm"
	printf 'release %s\nmachine %s\npage_size 4096\n' "$evil" "$evil" >"$t/@host"
	printf '%s' "$evil" >"$t/sys/kernel/mm/transparent_hugepage/enabled"
	each_format swap -- "$t"
	each_format swap --rows device -- "$t"
	each_format swap tunables -- "$t"
	swsched --sysroot "$t" | harmless
}

@test "the command that reads it again can be given to a shell, whatever the folder is called" {
	d="$BATS_TEST_TMPDIR/it's \$HOME; a folder"
	swsched swap capture "$d" 0.01 2 --sysroot "$captures/made-changes" >"$BATS_TEST_TMPDIR/said"
	PATH=${SWSCHED%/*}:$PATH bash -c "$(tail -1 "$BATS_TEST_TMPDIR/said")" >"$BATS_TEST_TMPDIR/again"
	grep -q '^  64K ' "$BATS_TEST_TMPDIR/again"
	swsched swap report --from "$d/t0" --to "$d/t1" | grep -A2 '^to see it again' | grep -F "it'\\''s"
}
