#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# --schedstats: on while the program runs, and as it was when it ends, however it ends. The setting is a file of
# /proc that belongs to the test's own shell, mounted in its place in a namespace of its own.
load helper

setup()
{
	unshare -m true 2>/dev/null && namespace=(unshare -m) || namespace=(unshare -rm)
	[[ $BATS_TEST_DESCRIPTION == *usage* ]] && return
	"${namespace[@]}" true 2>/dev/null || skip "no namespaces here"
	! grep -q __asan_init "$SWSCHED" || skip "a sanitizer looks into /proc itself"
}

setting=/proc/sys/kernel/sched_schedstats
# What the shell in the namespace begins with: a captured tree as /proc and /sys, the setting among it.
begin='
set -e
mount -t tmpfs tmpfs "$tmp"
touch "$tmp/setting"
mount --bind "/proc/$$/oom_score_adj" "$tmp/setting"
mount -t tmpfs tmpfs /sys
mount -t tmpfs tmpfs /proc
cp -r "$tree/proc/." /proc
cp -r "$tree/sys/." /sys
rm -f "$setting"
mkdir -p "${setting%/*}"
: >"$setting"
mount --bind "$tmp/setting" "$setting"
set +e
# Signals are as at a shell: whoever runs the tests may ignore some.
loop() { env --default-signal "$SWSCHED" llc --schedstats --json "$@" >"$tmp/out" 2>"$tmp/err"; }
start() { env --default-signal "$SWSCHED" llc --schedstats --json "$@" >"$tmp/out" 2>"$tmp/err" & }
# An empty folder over the one of the setting.
hide() { mount -t tmpfs tmpfs "${setting%/*}"; }
# Until it is on: then the loop runs.
is_on() { for i in {1..500}; do [ "$(cat "$setting")" = 1 ] && return; sleep 0.01; done; return 1; }
# meanwhile COMMAND… - while the loop runs and cannot come to its end, however slow the machine is.
meanwhile() { is_on && kill -STOP $! && "$@" && kill -CONT $!; }
put() { echo "$1" >"$setting"; }
end() { echo "status $1, setting $(cat "$setting"), said $(wc -l <"$tmp/err")"; }
'

# on_machine SCRIPT - the script, in a shell of that machine.
on_machine()
{
	tmp=$BATS_TEST_TMPDIR tree=$captures/7.3.4-sched-llc4/t1 setting=$setting SWSCHED=$SWSCHED \
		"${namespace[@]}" --propagation private bash -c "$begin$1"
}

@test "usage: not without an interval, of captured trees, or of what has no such setting" {
	refused <<-'END'
		llc --schedstats
		llc stat --schedstats
		llc --schedstats 1 1 --sysroot .
		llc --schedstats --from . --to .
		llc tunables --schedstats 1 1
		llc fields --schedstats 1 1
		llc capture --schedstats /nonexistent/x 1 1
		swap --schedstats 1 1
		--schedstats
	END
}

@test "on for the run, and off again" {
	run --separate-stderr on_machine 'echo "before: $(cat "$setting")"; loop 0.01 3; end $?; cat "$tmp/err"; jq -c "[.samples[].findings[].id]" "$tmp/out"'
	[ "${lines[0]}" = "before: 0" ]
	[ "${lines[1]}" = "status 0, setting 0, said 1" ]
	[[ ${lines[2]} == *"echo 0 >$setting" ]]
	[ "${lines[3]}" = '[]' ] # nothing of L01, switched off
}

@test "a signal that ends it" {
	for s in INT TERM HUP; do
		run --separate-stderr on_machine "start 0.01; is_on && kill -$s \$!; wait \$!; end \$?; jq -e .schema \"\$tmp/out\""
		[ "${lines[0]}" = "status $((128 + $(kill -l "$s"))), setting 0, said 1" ] || { echo "$s: $output"; return 1; }
		[ "${lines[1]}" = 1 ] # the document is whole
	done
}

@test "a second signal, while the first waits for a reader that does not read" {
	for s in INT TERM; do
		run --separate-stderr on_machine 'mkfifo "$tmp/full"; exec 3<>"$tmp/full"; head -c 65536 "$SWSCHED" >&3
			env --default-signal "$SWSCHED" llc --schedstats --json 0.01 >"$tmp/full" 2>"$tmp/err" &
			is_on && kill -'"$s"' $!; sleep 0.3; is_on && kill -'"$s"' $!; wait $!; end $?'
		[ "$output" = "status $((128 + $(kill -l "$s"))), setting 0, said 1" ] || { echo "$s: $output"; return 1; }
	done
}

@test "a reader that leaves, or a full disk" {
	run --separate-stderr on_machine '"$SWSCHED" llc --schedstats 0.01 2>"$tmp/err" | head -1 >/dev/null; end "${PIPESTATUS[0]}"'
	[ "$output" = "status 141, setting 0, said 1" ]
	run --separate-stderr on_machine 'trap "" PIPE; "$SWSCHED" llc --schedstats 0.01 2>"$tmp/err" | head -1 >/dev/null; end "${PIPESTATUS[0]}"'
	[ "$output" = "status 1, setting 0, said 2" ]
	run --separate-stderr on_machine '"$SWSCHED" llc --schedstats 0.01 >/dev/full 2>"$tmp/err"; end $?; tail -1 "$tmp/err"'
	[ "${lines[0]}" = "status 1, setting 0, said 2" ]
	[[ ${lines[1]} == *"No space left"* ]]
}

@test "what is on already stays on" {
	run --separate-stderr on_machine 'echo 1 >"$setting"; loop 0.01 1; end $?'
	[ "$output" = "status 0, setting 1, said 0" ]
}

@test "what somebody else changes meanwhile stays so" {
	run --separate-stderr on_machine 'start 0.01; is_on && echo 5 >"$setting"; kill $!; wait $!; end $?; tail -1 "$tmp/err"'
	[ "${lines[0]}" = "status 143, setting 5, said 2" ]
	[[ ${lines[1]} == *"changed to 5"* ]]
	run --separate-stderr on_machine 'start 0.01 50; meanwhile put 0; wait $!; end $?'
	[ "$output" = "status 0, setting 0, said 2" ]
}

@test "what cannot be put back is 7, and says what it is left at" {
	run --separate-stderr on_machine 'start 0.01 50; meanwhile mount -o remount,ro,bind "$setting"; wait $!; end $?; tail -1 "$tmp/err"'
	[ "${lines[0]}" = "status 7, setting 1, said 2" ]
	[[ ${lines[1]} == *"it is 1 and was 0"* ]]
}

@test "not allowed is 4, not there 3, not of the kernel 6: nothing is shown" {
	run --separate-stderr on_machine 'mount -o remount,ro,bind "$setting"; loop 0.01 1; end $?; wc -c <"$tmp/out"'
	[ "$output" = $'status 4, setting 0, said 1\n0' ]
	run --separate-stderr on_machine 'hide; echo 0 >"$setting"; loop 0.01 1; end $?; wc -c <"$tmp/out"'
	[ "$output" = $'status 6, setting 0, said 1\n0' ] || { echo "$output"; return 1; }
	run --separate-stderr on_machine 'hide; ln -sf "$tmp/setting" "$setting"; loop 0.01 1; end $?; wc -c <"$tmp/out"'
	[ "$output" = $'status 6, setting 0, said 1\n0' ] || { echo "$output"; return 1; }
	run --separate-stderr on_machine 'hide; loop 0.01 1; echo $?; cat "$tmp/err"; wc -c <"$tmp/out"'
	[ "${lines[0]}" = 3 ]
	[[ ${lines[1]} == *"lacks $setting"* ]]
	[ "${lines[2]}" = 0 ]
}

@test "as an ordinary user it is 4" {
	[ "$(id -u)" -eq 0 ] || skip "only root can become another"
	run --separate-stderr on_machine 'setpriv --reuid=65534 --regid=65534 --clear-groups "$SWSCHED" llc --schedstats 0.01 1 2>"$tmp/err"; end $?; cat "$tmp/err"'
	[ "${lines[0]}" = "status 4, setting 0, said 1" ]
	[[ ${lines[1]} == *"as root"* ]]
}
