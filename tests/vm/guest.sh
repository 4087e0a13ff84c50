# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
# guest.sh - what scenarios share; sourced inside the guest. Each check is counted and, when it
# fails, names itself. A scenario must reach `finish`, or it has failed.
#
#   check NAME COMMAND...       the command succeeds
#   refuse NAME COMMAND...      the command fails
#   want NAME EXPECTED ACTUAL   the two texts are equal
#   status NAME N COMMAND...    the command ends with status N, and within 20 s
#   twin NAME DOMAIN            a capture into $CAPTURES/NAME prints what its tree then reads as, byte for byte
#   around DOMAIN NAME CMD...    a load between two captures, held against promises/DOMAIN
#   left_out NAME WHY           said, not counted as a check
#   note TEXT                   into the console log
out=/lab/out
export CAPTURES=/run/capture # what is left there is brought out as fixture trees
read -r TOPOLOGY _ </lab/topology
export TOPOLOGY
mkdir -p "$CAPTURES"
exec 8>>$out/checks

note() { echo "-- $*"; }
ok() { echo "ok $1" >&8; }
fail()
{
	echo "FAIL $1: $2"
	echo "FAIL $1: $2" >&8
}
# said NAME WORD: counts what another program has checked; WORD is ok or FAIL, NAME ends in the reason.
said() { if [ "$2" = ok ]; then ok "$1"; else fail "${1%%: *}" "${1#*: }"; fi; }
left_out() { echo "left out $1: $2" >&8; }

check()
{
	local name=$1
	shift
	if "$@" >/run/said 2>/run/complaint; then ok "$name"; else
		fail "$name" "$* ended with $?: $(cat /run/said /run/complaint | tail -c 300 | tr '\n' ' ')"
	fi
}

refuse()
{
	local name=$1
	shift
	if "$@" >/dev/null 2>&1; then fail "$name" "$* succeeded"; else ok "$name"; fi
}

want() { if [ "$2" = "$3" ]; then ok "$1"; else fail "$1" "expected '$2', got '$3'"; fi; }

status()
{
	local name=$1 expected=$2 rc
	shift 2
	timeout 20 "$@" >/run/said 2>/run/complaint
	rc=$?
	if [ $rc = "$expected" ]; then ok "$name"; else
		fail "$name" "$* ended with $rc, not $expected: $(cat /run/said /run/complaint | tail -c 300 | tr '\n' ' ')"
	fi
}

twin()
{
	local live=/run/live.json
	check "$1: capture" timeout 20 swsched "$2" capture "$CAPTURES/$1" 0.1 1 --json
	cp /run/said $live
	check "$1: the capture reads as it was" eval "swsched $2 --sysroot '$CAPTURES/$1/t0' --json | cmp - $live"
	check "$1: JSON" jq -e '.samples | length == 1' $live
}

more_than() { [ "$2" -gt "$1" ] || { echo "$2 is not more than $1"; return 1; }; }

# at_least RELEASE: whether this kernel is that or newer.
at_least() { [ "$(printf '%s\n' "$1" "$(uname -r)" | sort -V | head -1)" = "$1" ]; }

# What swsched says of the time between two trees, one "TABLE.FIELD ROW VALUE WHY" a line; of each KIND of
# row, if some are named. The documents stay in /run/json and /run/json-KIND.
cells()
{
	local domain=$1 tree=$2 kind
	shift 2
	for kind in "${@:-}"; do
		swsched "$domain" ${kind:+"--per=$kind"} --from "$tree/t0" --to "$tree/t1" --json --all --reasons \
			>"/run/json${kind:+-$kind}"
		jq -r '.samples[0] | to_entries[] | .key as $table |
			(.value | if type == "array" then .[] else . end | objects) | . as $row | to_entries[] |
			select(.key | IN("name", "why") | not) |
			[$table + "." + .key, ($row.name // "-"), (.value | tostring), ($row.why[.key]? // "-")] |
			map(if . == "" then "\"\"" else gsub(" "; "_") end) | join(" ")' "/run/json${kind:+-$kind}"
	done
}

# around DOMAIN NAME COMMAND...: captures before and after, and holds promises/DOMAIN against both trees.
# The scenario's `facts` prints the kernel's numbers of the tree it stands in as the promises name them;
# $kinds are the kinds of row to look at, $rebuilt is for promises.awk.
around()
{
	local domain=$1 name=$2 tree=$CAPTURES/$2 line
	shift 2
	mkdir -p "$tree"
	check "$name: capture before" swsched "$domain" capture /run/before 0.1 1
	check "$name: $*" "$@"
	check "$name: capture after" swsched "$domain" capture /run/after 0.1 1
	mv /run/before/t0 "$tree/t0"
	mv /run/after/t0 "$tree/t1"
	rm -rf /run/before /run/after
	(cd / && facts) >/run/facts
	(cd "$tree/t0" && facts) >/run/facts0
	(cd "$tree/t1" && facts) >/run/facts1
	# shellcheck disable=SC2086 # kinds are words
	cells "$domain" "$tree" ${kinds-} >/run/cells
	awk -v release="$(uname -r)" -v rebuilt="${rebuilt-}" -f /lab/promises.awk "/lab/promises/$domain" \
		/run/facts /run/facts[01] /run/cells >/run/kept
	check "$name: promises were looked at" test -s /run/kept
	while read -r line; do
		said "$name: ${line#* }" "${line%% *}"
	done </run/kept
}

# moved "FILE KEY ROW": the kernel's difference around the last load.
moved()
{
	awk -v of="$1" '$1 " " $2 " " $3 == of { n[FILENAME] = $4 }
		END { printf "%.0f\n", n[ARGV[2]] - n[ARGV[1]] }' /run/facts[01]
}

finish()
{
	rmdir "$CAPTURES" 2>/dev/null || tar -C "$CAPTURES" -cf $out/capture.tar .
	echo end >&8
	exit 0
}
