# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
# llc.sh - the map of last level caches against the machine that qemu was told to be; scheduler statistics
# off and on, a ping-pong within and across LLCs, one LLC with too much to do, CPUs taken offline and back;
# before any of it counts, processes in one LLC, in two, and moving from one to the other.
# Around each load the trees are captured; what swsched says of them is what their /proc/schedstat says.
# topologies: one llc4 smt numa2 isolated
# seconds: 480
# shellcheck source=tests/vm/guest.sh
. /lab/guest.sh
# shellcheck source=tests/vm/llc_ps.sh
. /lab/llc_ps.sh

trips=1000
cpus=/sys/devices/system/cpu
kinds='llc cpu domain node host'

# topology llc|cpu [ONLINE]: the map as qemu was told it, with these CPUs online.
topology() { awk -v of="$1" -v online="${2:-$(cat $cpus/online)}" -f /lab/topology.awk /lab/topology; }

facts()
{
	local off=1
	[ "$(cat proc/sys/kernel/sched_schedstats)" = 0 ] || off=0
	# by the later map, for a sum is that of the CPUs that stayed
	topology cpu "$(cat ../t1/$cpus/online 2>/dev/null)" >/run/map
	awk -v off=$off -f /lab/schedstat.awk /run/map proc/schedstat proc/stat
	for f in proc/sys/kernel/{sched_schedstats,numa_balancing} sys/devices/system/cpu/{online,isolated,smt/control} \
		sys/kernel/sched_ext/state sys/kernel/debug/sched/features sys/kernel/debug/sched/llc_balancing/*; do
		[ ! -e "$f" ] || echo "$f - - $(sed 's/ *$//; s/ /_/g; s/^$/""/' "$f")"
	done
	for f in sys/devices/system/node/node*/cpulist; do
		[[ $f =~ node([0-9]+) ]]
		echo "sys/devices/system/node cpulist ${BASH_REMATCH[1]} $(cat "$f")"
	done
}

# of KIND ROW FIELD: what swsched said of the last load.
of() { jq -r --arg kind "$1" --arg row "$2" --arg f "$3" '.samples[0][$kind][] | select(.name == $row)[$f]' "/run/json-$1"; }
llc_of() { topology cpu | awk -v c="$1" '$1 == c { print $2 }'; }
holds() { awk "BEGIN { exit !($*) }" || { echo "$*"; return 1; }; }
rules() { swsched "$@" --json | jq -r '[.samples[0].findings[].id] | unique | join(" ")'; }

format()
{
	local promised=15 words=38
	! at_least 6.10 || promised=16
	! at_least 6.14 || promised=17 words=48
	want 'version of /proc/schedstat' "version $promised" "$(head -1 /proc/schedstat)"
	want 'numbers of a cpu line' 9 "$(awk '$1 == "cpu0" { print NF - 1; exit }' /proc/schedstat)"
	want 'words of a domain line' $words "$(awk '$1 == "domain0" { print NF; exit }' /proc/schedstat)"
}

map_is()
{
	want "$1: map" "$(topology llc)" "$(swsched llc map -r --noheadings -o cpus,cores,node,package,level)"
	want "$1: map of CPUs" "$(topology cpu)" "$(swsched llc map --per cpu -r --noheadings -o llc,core,package,node,online)"
	want "$1: CPUs that share" "$(topology llc | cut -d' ' -f2)" \
		"$(for c in $(topology cpu | awk '$6 { print $1 }'); do cat "$cpus/cpu$c/cache/index3/shared_cpu_list"; done |
			awk '!seen[$0]++')"
	want "$1: sizes" "$(($(grep -o '^[0-9]*' $cpus/cpu0/cache/index3/size) * 1024))" \
		"$(swsched llc map -r --noheadings -o size | cut -d' ' -f2 | sort -u)"
}

# Every row that the kernel has is there, and no other but those of CPUs that are offline.
rows_of()
{
	local kind
	for kind in cpu llc node domain; do
		want "$1: rows of kind $kind" "$(awk -v f=@$kind '$1 == f && $3 != "*" { print $3 }' /run/facts1 | sort -u)" \
			"$(jq -r --arg kind $kind '.samples[0][$kind][] | select(.online != 0).name' "/run/json-$kind" | sort -u)"
	done
}

wakeups() { awk '/^cpu/ { n += $6 } END { printf "%.0f\n", n }' "$CAPTURES/$1/proc/schedstat"; }

switched_off()
{
	want 'schedstats are off at boot' 0 "$(cat /proc/sys/kernel/sched_schedstats)"
	around llc off pingpong 0 1 $trips
	rows_of off
	want 'off: wakeups do not count' "$(wakeups off/t0)" "$(wakeups off/t1)"
	check 'off: slices count all the same' more_than $trips "$(moved '@host pcount -')"
	want 'off: every share of wakeups is absent' 'switched_off' \
		"$(awk '$1 ~ /^(llc|node|host|cpu)\.(local|in|cross)_share$|\.elsewhere$|\.goidle_share$/ { print $4 }' /run/cells | sort -u)"
}

# pair NAME CPU CPU SHARE: the two wake each other, and nearly all wakeups of their LLCs are of that kind.
pair()
{
	local name=$1 share=$4 cpu l other=cross_share
	[ "$share" != cross_share ] || other=in_share
	around llc "$name" pingpong "$2" "$3" $trips
	rows_of "$name"
	for cpu in $2 $3; do
		check "$name: wakeups of CPU $cpu count" more_than $((trips - trips / 100)) "$(moved "@cpu ttwu_count $cpu")"
		l=$(llc_of "$cpu")
		check "$name: $share of LLC $l" holds "$(of llc "$l" "$share")" '>= 0.9'
		[ "$share" = elsewhere ] ||
			check "$name: $other of LLC $l" holds "$(of llc "$l" $other)" '<= 0.1'
		note "$name: LLC $l: $(jq -c --arg l "$l" '.samples[0].llc[] | select(.name == $l) |
			[.wakes, .local, .in_llc, .cross, .elsewhere]' /run/json-llc)"
	done
}

pairs()
{
	pair near 0 1 in_share
	cp /run/cells /run/near-cells
	cp /run/facts0 /run/near-facts0
	cp /run/facts1 /run/near-facts1
	[ "$TOPOLOGY" != smt ] || pair core 0 2 in_share
	case $TOPOLOGY in
	one) ;;
	isolated)
		pair isolated 6 7 elsewhere
		want 'isolated: no domain of theirs' '' "$(awk '$1 == "@domain" && $3 ~ "^[67]/"' /run/facts1)"
		pair far 0 5 cross_share
		;;
	*) pair far 0 7 cross_share ;;
	esac
}

# What the machine under the guest takes away falls on a slice of an LLC with hardly any: such a round is run again.
quiet()
{
	jq -e '[.samples[0].llc[] | select(.name != "1").wait_per_slice // 0] as $others |
		(.samples[0].llc[] | select(.name == "1").wait_per_slice) > 2 * ($others | max)' /run/json-llc >/dev/null
}

# LLC 1 gets twice as many processes as it has CPUs: there they wait, and nowhere else.
overload()
{
	local list wait time l round
	[ "$TOPOLOGY" != one ] || return 0
	list=$(swsched llc map -r --noheadings -o cpus | awk '$1 == 1 { print $2 }')
	for round in 1 2 3; do
		around llc load taskset -c "$list" spin $((2 * $(of llc 1 width))) 400
		! quiet || break
		note "load: round $round was disturbed"
	done
	wait=$(of llc 1 wait_per_slice) time=$(of llc 1 wait_time)
	note "load: wait per slice: $(jq -c '[.samples[0].llc[] | [.name, .wait_per_slice, .wait_time, .slices, .busy]]' /run/json-llc)"
	check 'load: they wait for more than a millisecond' holds "$wait" '> 0.001'
	for l in $(topology llc | cut -d' ' -f1); do
		[ "$l" != 1 ] || continue
		check "load: LLC 1 waits longer than LLC $l" holds "$(of llc "$l" wait_per_slice) + 0" "< $wait / 2"
		check "load: LLC $l hardly waits" holds "$(of llc "$l" wait_time)" "< $time / 20"
		check "load: LLC 1 is busier than LLC $l" holds "$(of llc "$l" busy)" "< $(of llc 1 busy)"
	done
}

# hotplug 0|1 CPU...
# shellcheck disable=SC2317 # called by around
hotplug()
{
	local to=$1 cpu
	shift
	for cpu; do
		echo "$to" >"$cpus/cpu$cpu/online" || return 1
	done
}

# Hotplug rebuilds the domains: their counters begin again, those of the CPUs go on.
offline()
{
	local last=5 l
	[ "$TOPOLOGY" != one ] || last=1
	l=$(llc_of $last)
	rebuilt=1 around llc offline hotplug 0 $last
	rows_of offline
	rebuilt_rows offline
	map_is "cpu$last offline"
	want "offline: cpu$last counts no more" 'null null' "$(of cpu $last wakes) $(of cpu $last run_time)"
	want 'offline: counters of CPUs go on' "$(moved '@cpu ttwu_count 0')" "$(of cpu 0 wakes)"
	want "offline: CPUs of LLC $l" "$(topology llc | awk -v l="$l" '$1 == l { print $2 }')" "$(of llc "$l" cpus)"
	echo Y >/sys/kernel/debug/sched/verbose
	rebuilt=1 around llc online hotplug 1 $last
	rows_of online
	rebuilt_rows online
	map_is "cpu$last back"
	own_idea
}

# What the scheduler itself takes for the LLC, in debugfs since it was told to list its domains.
own_idea()
{
	want "the scheduler's own LLCs" \
		"$(swsched llc map -r --noheadings -o width | sed "s/\$/ MC/$([ "$TOPOLOGY" != isolated ] || echo ';$s/.*/3 - none/')")" \
		"$(swsched llc map -r --noheadings -o sched_cpus,sched_level)"
	want 'and nobody differs' '' "$(swsched llc map --json -o sched_level |
		jq -r '.samples[].findings[] | select(.id == "L40").says')"
	echo N >/sys/kernel/debug/sched/verbose
}

# Counters that began again say so in each row; of what is left, promises/llc has seen that no number is too high.
rebuilt_rows()
{
	note "$1: cells of domains: $(awk '$1 ~ /^domain/ { n[$4 " " ($3 == "null" ? "null" : $3 == 0 ? "0" : "number")]++ }
		END { for (w in n) printf "%s %d; ", w, n[w] }' /run/cells)"
	[ "$TOPOLOGY" = one ] || check "$1: the kernel's counters began again" more_than 0 "$((-$(moved '@domain idle_lb_count 0/0')))"
	want "$1: rows that do not say so" '' "$(awk '$1 ~ /^domain/ { said[$2] += $4 ~ /^(reset|first_sight)$/ }
		END { for (row in said) if (!said[row]) print row }' /run/cells | paste -sd' ')"
}

# A whole LLC goes: the others are counted anew.
llc_offline()
{
	[ "$TOPOLOGY" = llc4 ] || return 0
	check 'LLC 1 offline' hotplug 0 2 3
	map_is 'LLC 1 offline'
	check 'LLC 1 back' hotplug 1 2 3
	map_is 'LLC 1 back'
}

# The sums of what swsched said of "near", as perf calls them: "LEVEL KEY N", and "- KEY N" for the CPUs.
ours()
{
	awk 'FNR == NR && $4 == "@domain" || $4 == "@{}" && $5 !~ /^(in|up)_/ {
			sub(/^.*[.]/, "", $2)
			key[($4 == "@{}" ? "host." : "domain.") $2] = $5
			by[$5] = $3 == "nsec" ? 1e9 : 1
		}
		FNR == NR { next }
		$1 in key && $3 ~ /^[0-9]/ {
			level = $2
			sub("^.*/", "", level)
			sum[level " " key[$1]] += $3 * by[key[$1]]
		}
		END { for (k in sum) printf "%s %.0f\n", k, sum[k] }' /lab/promises/llc /run/near-cells |
		grep -vE ' (user|nice|system|idle|iowait|irq|softirq|steal|span|name) ' | sort
}

# The same of the kernel's own texts.
texts()
{
	awk '$1 == "@level" || $1 == "@host" && $2 !~ /^((in|up)_|(user|nice|system|idle|iowait|irq|softirq|steal)$)/ {
			n[$1 == "@level" ? $3 : "-", $2] += FILENAME ~ /1$/ ? $4 : -$4
		}
		END { for (k in n) { split(k, part, SUBSEP); printf "%s %s %.0f\n", part[1], part[2], n[k] } }' \
		/run/near-facts[01] | sort
}

# The same of what perf reports for each CPU; its domains come in the order of their levels.
perfs()
{
	awk '/^CPU: </ { each = 0 }
		/^CPU: [0-9]/ { each = 1; level = /DOMAIN/ ? level + 1 : -1; name = level < 0 ? "-" : level }
		each && $2 == ":" && /^[a-z]/ { n[name " " $1] += $3 }
		END { for (k in n) printf "%s %.0f\n", k, n[k] }' "$1" | sort
}

# perf and swsched read the same two texts (bound over /proc/schedstat, changed while perf records).
perf_agrees()
{
	local tree=$CAPTURES/near
	texts >/run/text-sums
	ours >/run/our-sums
	check 'sums: there are some' more_than 7 "$(wc -l </run/our-sums)"
	want 'sums: those of swsched are those of the texts' '' "$(grep -vxFf /run/text-sums /run/our-sums | paste -sd' ')"
	cat "$tree/t0/proc/schedstat" >/run/schedstat
	mount --bind /run/schedstat /proc/schedstat
	if perf sched stats -h 2>&1 | grep -q record; then
		check 'perf sched stats record' perf sched stats record -o /run/perf.data -- \
			sh -c "cat $tree/t1/proc/schedstat >/run/schedstat"
		perf sched stats report -i /run/perf.data >/run/perf-report 2>&1
		perfs /run/perf-report >/run/perf-sums
		check 'perf reports CPUs' grep -q '^- pcount [1-9]' /run/perf-sums
		check 'the sums of perf are those of the texts' diff /run/text-sums /run/perf-sums
		want 'the sums of swsched are those of perf' '' "$(grep -vxFf /run/perf-sums /run/our-sums | paste -sd' ')"
	else
		left_out 'perf sched stats' 'perf is not there or does not know it'
		cat "$tree/t1/proc/schedstat" >/run/schedstat
	fi
	want 'the bound text, live' "$(awk '$1 == "@host" && $2 == "ttwu_count" { print $4 }' /run/near-facts1)" \
		"$(swsched llc --per host --json | jq '.samples[0].host.wakes')"
	umount /proc/schedstat
}

commands()
{
	local kind gate=null
	status swsched 0 swsched
	for kind in $kinds; do
		status "swsched llc --per $kind" 0 swsched llc --per "$kind"
		status "swsched llc --per $kind 0.1 2" 0 swsched llc --per "$kind" --jsonl 0.1 2
		want "swsched llc --per $kind 0.1 2: samples" 2 "$(jq -c . /run/said | wc -l)"
	done
	status 'swsched llc tunables' 0 swsched llc tunables
	status 'swsched llc fields' 0 swsched llc fields
	status 'a plain user: swsched llc' 0 setpriv --reuid 65534 --regid 65534 --clear-groups swsched llc
	want 'a plain user: the same map' "$(swsched llc map)" \
		"$(setpriv --reuid 65534 --regid 65534 --clear-groups swsched llc map)"
	! at_least 7.2 || gate=on
	[ "$gate.$TOPOLOGY" != on.one ] || gate=no:one-llc
	want 'cache-aware scheduling' $gate "$(swsched llc --per host --json | jq -r '.samples[0].host.cache_aware')"
	if at_least 7.2; then
		echo N >/sys/kernel/debug/sched/llc_balancing/enabled
		want 'cache-aware scheduling, switched off' off "$(swsched llc --per host --json | jq -r '.samples[0].host.cache_aware')"
		check 'the finding of that' grep -qw L04 <(rules llc)
		echo Y >/sys/kernel/debug/sched/llc_balancing/enabled
	fi
}

# events_of EVENT EXPRESSION: of its rows in the last sample.
events_of() { jq -s --arg e "$1" "[last.event[] | select(.event == \$e)] | $2" /run/events; }

# Software events, which every machine has; no other PMU is emulated.
events()
{
	local llcs last=5 user='setpriv --reuid 65534 --regid 65534 --clear-groups'
	[ "$TOPOLOGY" != one ] || last=1
	llcs=$(topology llc | wc -l)
	swsched llc -e context-switches,task-clock --jsonl 3 1 >/run/events 2>/run/told &
	sleep 1
	check 'events: a load' pingpong 0 1 $trips
	check 'events: status' wait $!
	want 'events: nothing is said' '' "$(cat /run/told)"
	want 'events: a row for each LLC' "$llcs $llcs" "$(events_of task-clock length) $(events_of context-switches length)"
	want 'events: nothing is estimated' true "$(events_of context-switches 'all(.counted == 1)')"
	check 'events: the load is seen on its LLC' more_than $trips \
		"$(events_of context-switches "map(select(.llc == \"$(llc_of 0)\").count)[0]")"
	status 'events: no counter in this machine' 5 swsched llc -e cycles 0.1 1
	want 'events: and that is said' 1 "$(grep -c '^swsched: -e cycles: this machine has no counter' /run/complaint)"
	# shellcheck disable=SC2086 # words are meant
	status 'events: a plain user' 5 $user swsched llc -e task-clock 0.1 1
	want 'events: a plain user is told why' 1 "$(grep -c 'CAP_PERFMON.*it is [1-4]' /run/complaint)"
	swsched llc -e task-clock --jsonl 2 4 >/run/events 2>/run/told &
	sleep 2
	check "events: cpu$last goes" hotplug 0 $last
	sleep 2
	check "events: cpu$last comes back" hotplug 1 $last
	check 'events: status, CPUs coming and going' wait $!
	want 'events: nothing is said of that' '' "$(cat /run/told)"
	want 'events: no clock runs faster than its CPUs' true \
		"$(jq -s 'all(.[]; .interval as $i | all(.event[]; (.count // 0) <= 8 * 1.5e9 * $i))' /run/events)"
	want 'events: at last all CPUs count' "$llcs" "$(events_of task-clock 'map(select(.count > 0)) | length')"
}

expected=
[ "$TOPOLOGY" != isolated ] || expected=' L32'
[ "$TOPOLOGY" != one ] || expected=' L43'
format
map_is 'at boot'
want 'findings at boot' "L01$expected" "$(rules llc)"
status 'swsched, switched off' 0 swsched
twin at-boot llc
switched_off
processes
echo 1 >/proc/sys/kernel/sched_schedstats
want 'findings, switched on' "${expected# }" "$(rules llc)"
pairs
overload
offline
llc_offline
perf_agrees
events
commands
twin on llc
finish
