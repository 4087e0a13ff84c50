# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
# llc_ps.sh - processes in one LLC, in two, and moving from one to the other, for scenarios/llc.sh.
# shellcheck source=tests/vm/guest.sh
# shellcheck disable=SC2154 # the scenario says where

# Fields of processes called "place", in the interval of the last step: ${ps[PID.FIELD]}. A jq for each is slow here.
declare -A ps
places()
{
	local field value
	ps=()
	while read -r field value; do
		ps[$field]=$value
	done < <(jq -r '.samples[-1].process[] | select(.comm == "place") | .name as $pid | del(.why) | to_entries[] |
		$pid + "." + .key + " " + (.value | tostring)')
}

# step N: now is the end of interval N.
step()
{
	local tree=$CAPTURES/ps
	sleep 1
	check "ps: capture $1" swsched llc capture /run/step 0.1 1
	mv /run/step/t0 "$tree/t$1" && rmdir /run/step
	[ "$1" = 0 ] || places < <(swsched llc ps --json -o +migrations,+still_share \
		--from "$tree/t$(($1 - 1))" --to "$tree/t$1")
}

# ran PID N: milliseconds its threads ran in interval N, by the texts of the trees.
ran()
{
	awk -v pid="$1" '$2 == pid { n += FILENAME ~ "/t" last "/" ? $5 : -$5 } END { printf "%.0f\n", n / 1e6 }' last="$2" \
		"$CAPTURES/ps/t$(($2 - 1))/@threads/time" "$CAPTURES/ps/t$2/@threads/time"
}

# stayed NAME PID LLC: all that it ran was there, and it is said how long and how often it waited.
stayed()
{
	want "ps: $1 is in LLC $3" "$3 1 1 0 $3:100%" \
		"${ps[$2.top_llc]} ${ps[$2.spanned]} ${ps[$2.top_share]} ${ps[$2.unattributed_share]} ${ps[$2.by_llc]}"
	want "ps: $1 was moved by nobody" '0 1' "${ps[$2.migrations]} ${ps[$2.still_share]}"
	# who is alone on its CPU may not have waited at all
	check "ps: how long $1 waits is known" test "${ps[$2.wait_per_slice]}" != null
}

# Needs no schedstats, which are off now. CPUs 0 and 1 share an LLC; so do 2 and 3, but where there is one only.
processes()
{
	local far=4 to=4 pair both mover near cores limit
	[ "$TOPOLOGY" != one ] || far=1 to=0
	mkdir -p "$CAPTURES/ps"
	near=$(llc_of 0)
	place 600000 0 1 & pair=$!
	place 600000 0 $far & both=$!
	place 600000 1 & mover=$!
	step 0
	step 1
	stayed 'a pair' $pair "$near"
	stayed 'a thread' $mover "$near"
	want 'ps: threads of the pair' 2 "${ps[$pair.threads]}"
	want 'ps: run time is that of the threads' "$(ran $pair 1) $(ran $both 1)" \
		"$(awk "BEGIN { printf \"%.0f %.0f\", ${ps[$pair.run]} * 1000, ${ps[$both.run]} * 1000 }")"
	check 'ps: the pair ran' more_than 0 "$(ran $pair 1)"
	if [ "$TOPOLOGY" = one ]; then
		stayed 'another pair' $both "$near"
	else
		want 'ps: one over two LLCs' "2 0 :,:" \
			"${ps[$both.spanned]} ${ps[$both.unattributed]} $(tr -d '%0-9' <<<"${ps[$both.by_llc]}")"
	fi
	note "ps: $(declare -p ps)"
	check 'ps: the thread moves' taskset -p -c $to $mover
	step 2
	stayed 'the pair' $pair "$near"
	if [ "$TOPOLOGY" != one ]; then
		want 'ps: what moved is over two LLCs, and in none for sure' "2 1 null $near:0%,$(llc_of $far):0%" \
			"${ps[$mover.spanned]} ${ps[$mover.unattributed_share]} ${ps[$mover.top_llc]} ${ps[$mover.by_llc]}"
	fi
	check 'ps: and was moved' holds "${ps[$mover.migrations]}" '>= 1'
	step 3
	stayed 'what moved' $mover "$(llc_of $far)"
	# the same three intervals as a loop: of the pair none, of the mover one flip
	swsched llc ps --jsonl -o flips --sysroot "$CAPTURES/ps" 1 3 >/run/loop
	want 'ps: flips' "null null,0 0,0 $([ "$TOPOLOGY" = one ] || echo 1)$([ "$TOPOLOGY" != one ] || echo 0)" \
		"$(jq -r --arg a $pair --arg b $mover '[.process[] | select(.name == $a or .name == $b)] | sort_by(.name | tonumber) |
			map(.flips | tostring) | join(" ")' /run/loop | paste -sd,)"
	cores=$(topology llc | awk -v l="$near" '$1 == l { print $3 }')
	limit=$(((4 * cores - 1) / 5))
	at_least 7.2 || limit=null
	want 'ps: thread limit' $limit "${ps[$pair.limit]}"
	live $pair "$near" $limit
	kill $pair $both $mover
	wait
}

# live PID LLC LIMIT: as they run, for root and for a plain user, who cannot see the limit.
live()
{
	local user kind
	for user in '' 'setpriv --reuid 65534 --regid 65534 --clear-groups'; do
		# shellcheck disable=SC2086 # words
		status "ps${user:+, a plain user}" 0 $user swsched llc ps --json 0.5 2
		places </run/said
		want "ps, live${user:+, a plain user}" "$2 1 $2:100% $([ "$user" ] && echo null || echo "$3")" \
			"${ps[$1.top_llc]} ${ps[$1.spanned]} ${ps[$1.by_llc]} ${ps[$1.limit]}"
		# shellcheck disable=SC2086
		[ -z "$user" ] || status 'ps, a plain user, migrations' 0 $user swsched llc ps -o +migrations 0.5 1
	done
	status 'swsched llc ps' 0 swsched llc ps
	for kind in process cgroup thread process_llc cgroup_llc; do
		status "swsched llc ps --per $kind 0.1 1" 0 swsched llc ps --per $kind 0.1 1
	done
}
