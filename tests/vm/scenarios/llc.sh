# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
# llc.sh - scheduler statistics: off and on, a ping-pong within and across last level caches, a CPU
# taken offline and back.
# topologies: one llc4 smt numa2 isolated
# seconds: 150
# shellcheck source=tests/vm/guest.sh
. /lab/guest.sh

cpus=/sys/devices/system/cpu
trips=1000
l3() { cat $cpus/cpu"$1"/cache/index3/shared_cpu_list; }
moment() { cat /proc/schedstat >"/run/$1"; }
# delta BEFORE AFTER "LEVEL NAME" [CPU]
delta() { awk -v cpu="${4-}" -f /lab/schedstat.awk "/run/$1" "/run/$2" | awk -v k="$3" '$1 " " $2 == k { print $3 }'; }
# Wakeups that CPU sent to other CPUs, at all levels.
remote()
{
	awk -v cpu="$3" -f /lab/schedstat.awk "/run/$1" "/run/$2" |
		awk '$2 == "ttwu_wake_remote" { n += $3 } END { print n + 0 }'
}

facts()
{
	awk '$1 == "version" { print FILENAME, $1, "-", $2; exit }' proc/schedstat
	grep -H . proc/sys/kernel/{sched_schedstats,numa_balancing} sys/kernel/{debug/sched/llc_balancing/enabled,sched_ext/state} \
		2>/dev/null | sed 's/:/ - - /'
}

format()
{
	local promised=15
	! at_least 6.10 || promised=16
	! at_least 6.14 || promised=17
	want 'version of /proc/schedstat' "version $promised" "$(head -1 /proc/schedstat)"
	want 'numbers of a cpu line' 9 "$(awk '$1 == "cpu0" { print NF - 1; exit }' /proc/schedstat)"
	if [ "$promised" -ge 17 ]; then
		want 'words of a domain line' '48' "$(awk '$1 == "domain0" { print NF; exit }' /proc/schedstat)"
	else
		want 'words of a domain line' '38' "$(awk '$1 == "domain0" { print NF; exit }' /proc/schedstat)"
	fi
}

switched_off()
{
	want 'schedstats are off at boot' 0 "$(cat /proc/sys/kernel/sched_schedstats)"
	moment off0
	around llc off pingpong 0 1 $trips
	moment off1
	want 'off: wakeups do not count' 0 "$(delta off0 off1 'cpu ttwu_count')"
	check 'off: slices count all the same' more_than $trips "$(delta off0 off1 'cpu pcount')"
}

# pair NAME CPU CPU: the waker's wakeups of the other CPU are booked where the note says.
pair()
{
	moment "$1-0"
	around llc "$1" pingpong "$2" "$3" $trips
	moment "$1-1"
	check "$1: wakeups count" more_than $((trips - 1)) "$(delta "$1-0" "$1-1" 'cpu ttwu_count' "$2")"
}

pairs()
{
	pair near 0 1
	check 'near: wakeups of another CPU count in a domain' more_than $((trips / 2)) "$(remote near-0 near-1 0)"
	if [ "$TOPOLOGY" = isolated ]; then
		pair isolated 6 7
		want 'isolated: those of CPUs without domains count nowhere' 0 "$(remote isolated-0 isolated-1 6)"
		want 'isolated: no domain line' '' "$(awk '/^cpu/ { c = $1 } /^domain/ && c == "cpu6"' /proc/schedstat)"
	fi
	[ "$TOPOLOGY" != one ] || return 0
	want 'CPUs 0 and 7 share no L3' '' "$(grep -x "$(l3 0)" <<<"$(l3 7)")"
	[ "$TOPOLOGY" != isolated ] || return 0
	pair far 0 7
	check 'far: none of them in the lowest domain' more_than $((trips / 2)) \
		"$(($(remote far-0 far-1 0) - $(delta far-0 far-1 'domain0 ttwu_wake_remote' 0)))"
}

# Hotplug rebuilds the domains: their counters begin again, those of the CPUs go on.
offline()
{
	local last=5
	[ "$TOPOLOGY" != one ] || last=1
	moment on-0
	echo 0 >$cpus/cpu$last/online
	moment on-1
	want "cpu$last offline: no line" '' "$(grep "^cpu$last " /proc/schedstat)"
	echo 1 >$cpus/cpu$last/online
	moment on-2
	check "cpu$last back: a line" grep -q "^cpu$last " /proc/schedstat
	check 'counters of CPUs go on' more_than -1 "$(delta on-0 on-2 'cpu ttwu_count' 0)"
	check 'counters of domains begin again' more_than 0 "$((-$(remote on-0 on-2 0)))"
}

# perf reads the same two texts (bound over /proc/schedstat, changed while it records): the sums over
# CPUs and levels of what it reports are those of the texts.
perf_agrees()
{
	local said=/run/perf-report
	perf sched stats -h 2>&1 | grep -q record || {
		left_out 'perf sched stats' 'perf is not there or does not know it'
		return
	}
	cat /run/near-0 >/run/schedstat
	mount --bind /run/schedstat /proc/schedstat
	check 'perf sched stats record' perf sched stats record -o /run/perf.data -- \
		sh -c 'cat /run/near-1 >/run/schedstat'
	umount /proc/schedstat
	perf sched stats report -i /run/perf.data >$said 2>&1
	awk '/^CPU: / { each = !/<ALL/ } each && $2 == ":" && /^[a-z]/ { sum[$1] += $3 }
		END { for (name in sum) print name, sum[name] }' $said | sort >/run/perf-sums
	awk -f /lab/schedstat.awk /run/near-0 /run/near-1 |
		awk '{ sum[$2] += $3 } END { for (name in sum) print name, sum[name] }' | sort >/run/our-sums
	check 'perf reports CPUs' grep -q '^pcount [1-9]' /run/perf-sums
	check 'the sums of perf are those of the texts' diff /run/our-sums /run/perf-sums
}

format
status swsched 0 swsched
status 'swsched llc' 0 swsched llc
twin at-boot llc
switched_off
echo 1 >/proc/sys/kernel/sched_schedstats
pairs
offline
perf_agrees
finish
