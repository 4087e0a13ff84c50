#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# bench.sh - runs tests/bench/rows, the steady loop and a huge machine against their limits; a row that fails on a busy
# machine is tried twice more. Exits 1 when one fails for good. Where a machine is shared, MARGIN gives ratios of
# time so many percent of grace, and that of memory beside a peer, which has what others run in its own and as many
# pages of files as the kernel finds cached around: "near" is within it.
set -u

here=$(cd "$(dirname "$0")" && pwd)
bin=$O/tests/bench
PATH="${SWSCHED%/*}:$PATH"
# As on most machines: whoever sets up a locale pays for it here too, and swsched does only where text needs it.
export LC_ALL=C.UTF-8
pairs=200
runner=() # what a command runs through
tries=3
failed=0
passed=0
margin=${MARGIN:-0}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

within() { [[ $1 == [0-9]* ]] && awk -v v="$1" -v l="$2" -v m="$3" 'BEGIN { exit !(v + 0 <= l * (1 + m / 100)) }'; }

# verdict NAME VALUE LIMIT TRY DETAIL [MARGIN] - says how it went; true when there is no need to try again.
verdict()
{
	if within "$2" "$3" 0; then
		passed=$((passed + 1))
		printf '%-22s %8s %8s  ok    %s\n' "$1" "$2" "$3" "$5"
	elif [ "$4" -lt "$tries" ]; then
		return 1
	elif within "$2" "$3" "${6-0}"; then
		passed=$((passed + 1))
		printf '%-22s %8s %8s  near  %s\n' "$1" "$2" "$3" "$5"
	else
		failed=$((failed + 1))
		printf '%-22s %8s %8s  FAIL  %s\n' "$1" "$2" "$3" "$5"
	fi
}

row()
{
	local name=$1 command=$2 peer=$3 limit=$4 pairs=${5:-$pairs} crowd=${6-} try ratio ours theirs kib
	if [ "$crowd" ]; then
		coproc CROWD { exec "$bin/threads" "$crowd"; }
		read -r try <&"${CROWD[0]}" || { verdict "$name" none "$limit" "$tries" "no $crowd threads"; return; }
	fi
	compare
	[ ! "$crowd" ] || { eval "exec ${CROWD[1]}>&-"; wait "$CROWD_PID"; }
}

# What it is asked stands in the variables of row().
compare()
{
	for ((try = 1; try <= tries; try++)); do
		if [ "$peer" = - ]; then
			read -r _ _ _ kib < <("${runner[@]}" "$bin/pairs" 10 "$command" "$bin/empty")
			verdict "$name" "${kib:-none}" "$limit" "$try" "KiB peak of '$command'" && return
		else
			read -r ratio ours theirs _ < <("${runner[@]}" "$bin/pairs" "$pairs" "$command" "${peer/@empty/$bin/empty}")
			verdict "$name" "${ratio:-none}" "$limit" "$try" \
				"'$command' ${ours-} ms, '$peer' ${theirs-} ms" "$margin" && return
		fi
	done
}

# Of one more sample in a loop: our share beside the kernel's work, allocations, and system calls a file; of all
# counters, or of the default columns.
steady()
{
	local try inside outside allocations chunks reads opens others share calls
	for ((try = 1; try <= tries; try++)); do
		# shellcheck disable=SC2086
		read -r _ inside _ outside _ allocations _ chunks _ reads _ opens _ others < <("$bin/steady" swap 2000 $2)
		share=$(awk -v i="${inside:-0}" -v o="${outside:-1}" 'BEGIN { printf "%.1f", (i > 0 ? 100 * o / i : 999) }')
		verdict "$1, our share %" "$share" 10 "$try" "the kernel ${inside-} us, the rest ${outside-} us" \
			"$margin" && break
	done
	verdict "$1, allocations" "$((${allocations:-1} + ${chunks:-1}))" 0 "$tries" "malloc and arena chunks of 2000 samples"
	verdict "$1, opens" "${opens:-1}" 0 "$tries" "descriptors are kept"
	calls=$(calls_per_sample "$2") || calls=none
	# A folder is listed in three calls.
	verdict "$1, system calls" "$calls" "$(awk -v r="${reads:-0}" -v o="${others:-0}" 'BEGIN { print r + 3 * o }')" \
		"$tries" "of one sample; more means other calls"
	verdict "$1, calls a file" "$(calls_per_file "$2")" 1 "$tries" "the most for a file that fits a page"
}

# System calls of 100 samples more, by strace, as the kernel sees them. The clock is read without a call.
calls_per_sample()
{
	local n total=()
	for n in 100 200; do
		total+=("$(strace -f -c -U calls -o /dev/stdout "$bin/steady" swap "$n" ${1:+"$1"} |
			awk '$1 ~ /^[0-9]+$/ { n += $1; last = $1 } END { print n - last }')")
	done
	awk -v a="${total[0]}" -v b="${total[1]}" 'BEGIN { printf "%.2f", (b - a) / 100 }'
}

# Read calls a sample of the descriptor that is read most, of those whose files fit a page. A text that
# ends within a record's length of the page may go on behind it, so those are not asked for.
calls_per_file()
{
	local n
	for n in 10 30; do
		echo "run $n"
		strace -e trace=pread64,read -o /dev/stdout "$bin/steady" swap "$n" ${1:+"$1"}
	done | awk -F'[(,]' '
		/^run/ { run = $0 }
		/^(pread64|read)\(/ {
			got = $0
			sub(/.*= /, "", got)
			n[run, $2]++
			fds[$2]
			if (got + 0 > 3072) large[$2]
		}
		END {
			for (fd in fds) {
				calls = (n["run 30", fd] - n["run 10", fd]) / 20
				if (!(fd in large) && calls > most) most = calls
			}
			print most + 0
		}'
}

# The scheduler on a machine of 1,024 CPUs with six levels of domains: beside a plain loop over the same file, and
# how much memory the command takes for an interval.
huge()
{
	local try ratio ours theirs
	for ((try = 1; try <= tries; try++)); do
		read -r ratio ours theirs < <("$bin/huge" "$work")
		verdict "1,024 CPUs" "${ratio:-none}" 2.5 "$try" "take, fold, derive ${ours-} ms, getline and strtok ${theirs-} ms" \
			"$margin" && break
	done
	row "1,024 CPUs, memory" "swsched llc --from $work/t0 --to $work/t1" - 65536
}

# The same Stats for ours and theirs, where both look for it: on a /proc of this command alone.
in_place()
{
	local user=()
	[ "$(id -u)" = 0 ] || user=(--map-root-user)
	# shellcheck disable=SC2016 # for the inner shell
	runner=(unshare --mount "${user[@]}" bash -c '
		mount -t tmpfs none /proc/fs && mkdir /proc/fs/cifs && touch /proc/fs/cifs/Stats &&
			mount --bind "$0/proc/fs/cifs/Stats" /proc/fs/cifs/Stats && exec "$@"' "$1")
}

# An SMB client of ten shares beside cifsiostat, and of a thousand beside one of ten.
shares()
{
	local few=$work/shares-10 many=$work/shares-1000 form pairs=30 runner=()
	bash "$here/shares.sh" "$few" 10
	bash "$here/shares.sh" "$many" 1000
	for form in --json --jsonl --csv --raw --pairs; do
		row "1,000 shares $form" "swsched cifs $form --sysroot $many" "swsched cifs $form --sysroot $few" 20
	done
	row '1,000 shares, table' "swsched cifs --sysroot $many" "swsched cifs --sysroot $few" 60
	row '1,000 shares, memory' "swsched cifs --sysroot $many" - 16384
	row '1,000 shares, memory' "swsched cifs --json --sysroot $many" - 16384
	in_place "$few"
	pairs=200
	row '10 shares' 'swsched cifs' cifsiostat 1.5
}

# The screen beside htop's, which has as many rows: bytes a cell that changed, CPU a refresh, peak memory.
screen()
{
	local try bytes cpu memory ours theirs
	for ((try = 1; try <= tries; try++)); do
		{
			read -r bytes cpu memory
			IFS= read -r ours
			IFS= read -r theirs
		} < <(python3 "$here/screen.py")
		within "${bytes:-none}" 1.2 0 && within "${cpu:-none}" 0.5 0 && within "${memory:-none}" 1 0 && break
	done
	verdict "top, bytes a cell" "${bytes:-none}" 1.2 "$tries" "${ours-}"
	verdict "top, CPU" "${cpu:-none}" 0.5 "$tries" "${theirs-}" "$margin"
	verdict "top, memory" "${memory:-none}" 1 "$tries" "of htop's, at their peak" "$margin"
}

printf '%-22s %8s %8s\n' ROW VALUE LIMIT
while IFS='|' read -r name command peer limit times crowd <&3; do
	case $name in '#'* | '') continue ;; esac
	row "$name" "$command" "$peer" "$limit" "$times" "$crowd"
done 3<"$here/rows"
steady "steady, all" all
steady steady ""
huge
shares
screen
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
