# SPDX-License-Identifier: GPL-2.0-or-later
"""lost.py SCENARIO: the terminal goes away, or another has it, or what it sends is no character."""
import ctypes
import os
import signal
import sys
import time

from terminal import DOMAINS, PATIENCE, Terminal, stat_of


def dead():
    """The terminal goes away: it ends, and soon, whether or not the signal of that is heard."""
    for ignore in ((), (signal.SIGHUP,)):
        t = Terminal(DOMAINS["swap"], ignore=ignore)
        t.ready()
        t.close()
        end = time.time() + PATIENCE
        pid = 0
        while not pid and time.time() < end:
            pid, status = os.waitpid(t.pid, os.WNOHANG)
            time.sleep(0.02)
        if not pid:
            os.kill(t.pid, signal.SIGKILL)
            os.waitpid(t.pid, 0)
            raise AssertionError("it outlives its terminal")
        if ignore:
            assert os.WIFEXITED(status) and os.WEXITSTATUS(status) == 1, status
        else:
            assert os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGHUP, status


def as_orphan():
    """Returns in a process in the foreground, started by a shell; the leader takes the terminal once that dies."""
    shell = os.fork()
    if shell:
        os.waitpid(shell, 0)
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        os.tcsetpgrp(0, os.getpgrp())
        time.sleep(2 * PATIENCE)
        os._exit(0)
    os.setpgid(0, 0)
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    os.tcsetpgrp(0, os.getpgrp())
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
    if os.fork():
        time.sleep(2 * PATIENCE)
        os._exit(0)


def seconds_of(pid):
    """CPU time it took so far."""
    user, system = stat_of(pid)[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def members(group):
    """The processes of it."""
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if int(stat_of(int(pid))[2]) == group:
                yield int(pid)
        except OSError:
            pass  # it has just ended


def orphaned():
    """Its shell dies and another has the terminal: it cannot read it, and ends without touching it."""
    pr_set_child_subreaper = 36
    assert ctypes.CDLL(None).prctl(pr_set_child_subreaper, 1, 0, 0, 0) == 0
    t = Terminal(DOMAINS["swap"][:-1] + ["600"], under=as_orphan)
    t.ready()
    shell = int(stat_of(t.pid)[5])
    os.kill(shell, signal.SIGKILL)
    end = time.time() + PATIENCE
    while int(stat_of(t.pid)[5]) != t.pid:
        assert time.time() < end, "the terminal is not taken"
        t.read(0.02)
    t.read(0.2)
    job, = members(shell)
    before, seen, modes = seconds_of(job), len(t.recorded), t.modes()
    # What is typed is for the other.
    os.write(t.fd, b"x")
    t.read(2)
    pid, status, used = os.wait4(job, os.WNOHANG)
    os.kill(t.pid, signal.SIGKILL)
    os.waitpid(t.pid, 0)
    if not pid:
        took = seconds_of(job) - before
        os.kill(job, signal.SIGKILL)
        raise AssertionError("it does not end, and took %.2f s of 2" % took)
    assert os.WIFEXITED(status) and os.WEXITSTATUS(status) == 1, status
    assert used.ru_utime + used.ru_stime - before < 0.2, used
    assert t.modes() == modes and b"\x1b" not in t.recorded[seen:], bytes(t.recorded[seen:])
    assert b"terminal" in t.recorded[seen:], bytes(t.recorded[seen:])
    t.close()


def unreadable():
    """Bytes that make no character, one at a time, are no sign of that."""
    t = Terminal(DOMAINS["swap"][:-1] + ["600"])
    t.ready()
    for byte in (b"\xe9", b"\xf0", b"\xbf"):
        for _ in range(40):
            os.write(t.fd, byte)
            t.read(0.002)
    # None of them takes what comes behind it along.
    for keys in (b"\xe9\xffs\xbf\xf0", b"\xc3(\xf0\x9f\x98s"):
        for typed, shown in ((keys, b"Sort by"), (b"\x1b", b"DEVICE")):
            seen = len(t.recorded)
            os.write(t.fd, typed)
            end = time.time() + PATIENCE
            while shown not in t.recorded[seen:]:
                assert time.time() < end, bytes(t.recorded[seen:])
                t.read(0.02)
    t.quits(b"\xe2\x82\xffq\xff")


if __name__ == "__main__":
    globals()[sys.argv[1]]()
