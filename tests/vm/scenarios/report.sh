# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
# report.sh - a kernel that nobody has set: every setting is what the tables say that it sets; one that is changed is
# told by report and by diff, and a plain user has the whole report.
# topologies: one
# seconds: 240
# shellcheck source=tests/vm/guest.sh
. /lab/guest.sh

# as_set DOMAIN - no setting differs from what the tables say, and the report has its form.
as_set()
{
	status "swsched $1 report" 0 swsched "$1" report 0.1
	want "$1: every setting is as this kernel sets it" 'settings that are not as the kernel sets them: 0' \
		"$(grep '^settings' /run/said)"
	want "$1: the report has 100 lines of 78 columns at most" yes \
		"$(awk 'length > 78 || NR > 100 { bad = 1 } END { print bad ? "no" : "yes" }' /run/said)"
}

modprobe -a zram cifs
swsched swap report 0.1 >/run/said
note "swap: $(sed -n '/^  how it sets/,/^$/p' /run/said | tr -s ' \n' ' ')"
for d in swap llc cifs; do as_set $d; done
status 'a plain user: swsched report' 0 setpriv --reuid 65534 --regid 65534 --clear-groups swsched report 0.1
want 'a plain user: the release' 1 "$(grep -c "^  Linux $(uname -r), page size" /run/said)"

check 'capture, before' swsched swap capture /run/before 0.3
echo 10 >/proc/sys/vm/swappiness
check 'capture, after' swsched swap capture /run/after 0.3
status 'swsched swap report, after' 0 swsched swap report --from /run/after/t0 --to /run/after/t1
want 'report: swappiness' '  host.swappiness 10, initially 60: /proc/sys/vm/swappiness' "$(grep host.swappiness /run/said)"
status 'swsched swap diff' 0 swsched swap diff /run/before /run/after
want 'diff: swappiness' 1 "$(head -5 /run/said | grep -c 'host.swappiness 60 -> 10')"
want 'diff: one boot, by rate' 1 "$(head -5 /run/said | grep -c '^one boot: counters are compared by rate')"
swsched llc --jsonl 0.3 3 >/run/jsonl
status 'swsched llc diff of JSON Lines' 0 swsched llc diff /run/jsonl /run/jsonl
want 'nothing differs from itself' 'no setting or fact differs' "$(sed -n 4p /run/said)"
finish
