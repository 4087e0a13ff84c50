# SPDX-License-Identifier: GPL-2.0-or-later
"""terminal.py SCENARIO: runs swsched on a terminal of its own, and fails unless it leaves it as it was.

What the program writes is recorded, so that each byte of it can be accounted for.
"""
import fcntl
import os
import pty
import random
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

SWSCHED = os.environ["SWSCHED"]
CAPTURES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "captures")
PATIENCE = 60
DOMAINS = {
    "swap": ["swap", "top", "--sysroot", CAPTURES + "/large-zram", "-d", "0.02"],
    "llc": ["llc", "top", "--sysroot", CAPTURES + "/made-llc-hot/t1", "-d", "0.02"],
    "cifs": ["cifs", "top", "--sysroot", CAPTURES + "/made-cifs-trouble/t1", "-d", "0.02"],
}
KEYS = b"jjlljkhq?xfjxf \t\t123sjj\rsq\x0fccj \rr/zram\r/\r/used > 0\r/ \rd0.03\r \rGg  a\r\x1b\rqaw"


class Terminal:
    """The program as the leader of a session on a pseudo terminal."""

    def __init__(self, args, size=(24, 80), env=None, ignore=(), under=None):
        self.recorded = bytearray()
        self.status = None
        self.fd, self.tty = pty.openpty()
        self.resize(*size)
        self.before = self.modes()
        self.pid = os.fork()
        if not self.pid:
            os.setsid()
            fcntl.ioctl(self.tty, termios.TIOCSCTTY, 0)
            for fd in range(3):
                os.dup2(self.tty, fd)
            os.closerange(3, 64)
            # A leak check stops us to look; the SIGCONT of a terminal that goes would have it wait for ever.
            environ = dict(os.environ, TERM="xterm", LC_ALL="C.UTF-8", TZ="UTC", ASAN_OPTIONS="detect_leaks=0")
            environ.update(env or {})
            for sig in ignore:
                signal.signal(sig, signal.SIG_IGN)
            if under:
                under()
            os.execve(SWSCHED, [SWSCHED] + args, environ)

    @staticmethod
    def as_shell():
        """Returns in a child, a job in the foreground; a job whose session has no other process cannot be stopped."""
        job = os.fork()
        if job:
            signal.signal(signal.SIGTTOU, signal.SIG_IGN)
            while True:
                pid, status = os.waitpid(job, os.WUNTRACED)
                if not os.WIFSTOPPED(status):
                    os._exit(0 if status == 0 else 1)
        os.setpgid(0, 0)
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        os.tcsetpgrp(0, os.getpgrp())
        signal.signal(signal.SIGTTOU, signal.SIG_DFL)

    def resize(self, lines, columns):
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def modes(self):
        return termios.tcgetattr(self.tty)

    def read(self, seconds):
        """What comes in that time; false once nothing more can come."""
        end = time.time() + seconds
        while True:
            left = end - time.time()
            if left <= 0 or not select.select([self.fd], [], [], left)[0]:
                return True
            try:
                got = os.read(self.fd, 1 << 16)
            except OSError:
                return False
            if not got:
                return False
            self.recorded += got

    def until(self, text):
        end = time.time() + PATIENCE
        while text not in self.recorded:
            if time.time() > end:
                raise AssertionError("no %r in %r" % (text, bytes(self.recorded[-2000:])))
            self.read(0.02)

    def ready(self):
        """The screen is there: its modes are, and something is painted."""
        self.until(b"\x1b[?1049h")
        self.read(0.05)

    def type(self, keys):
        for at in range(0, len(keys), 8):
            os.write(self.fd, keys[at:at + 8])
            self.read(0.01)

    def wait(self):
        """Reads until the program ends, and returns the status of waitpid()."""
        end = time.time() + PATIENCE
        while time.time() < end:
            self.read(0.02)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.read(0.05)
                return status
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        raise AssertionError("it does not end: %r" % bytes(self.recorded[-500:]))

    def restored(self):
        assert self.modes() == self.before, "other modes: %r, not %r" % (self.modes(), self.before)
        left = self.recorded.rfind(b"\x1b[?1049l")
        entered = self.recorded.rfind(b"\x1b[?1049h")
        assert entered < 0 or left > entered, "the other screen is still shown"

    def close(self):
        os.close(self.tty)
        os.close(self.fd)

    def quits(self, keys=b"q"):
        self.type(keys)
        status = self.wait()
        assert status == 0, "status %x: %r" % (status, bytes(self.recorded[-500:]))
        self.restored()
        self.close()


def sizes():
    """Any size, and every key on it."""
    for args in DOMAINS.values():
        for size in ((1, 1), (3, 2), (2, 3), (200, 500), (1, 80), (24, 1), (10, 40)):
            t = Terminal(args, size)
            t.ready()
            t.type(KEYS)
            t.quits(b"\x15\x1b\x1bq\x1bqqq")


def storm():
    """A thousand sizes as fast as they can be told."""
    rng = random.Random(6)
    for args in DOMAINS.values():
        t = Terminal(args)
        t.ready()
        for i in range(1000):
            t.resize(rng.randrange(1, 120), rng.randrange(1, 250))
            if i % 5 == 0:
                t.read(0.001)
            if i % 50 == 0:
                os.write(t.fd, b"jl\r"[i // 50 % 3:][:1])
        t.resize(24, 80)
        t.read(0.3)
        t.quits(b"\x1bqqq")


def kinds():
    """Terminals of other kinds."""
    for term in ("xterm", "vt100", "linux", "screen", "ansi", "xterm-256color", "tmux-256color"):
        t = Terminal(DOMAINS["swap"], env={"TERM": term})
        t.until(b"FOLIO")
        t.type(KEYS)
        t.type(b"\x15\x1b\x1bq\x1bqqq")
        status = t.wait()
        assert status == 0, (term, status)
        assert t.modes() == t.before
        t.close()


def stat_of(pid):
    with open("/proc/%d/stat" % pid, encoding="utf-8") as f:
        return f.read().rsplit(")", 1)[1].split()


def stopped(t, job):
    end = time.time() + PATIENCE
    while True:
        try:
            if stat_of(job)[0] == "T":
                break
        except FileNotFoundError:
            raise AssertionError("it ended: %r" % bytes(t.recorded[-9000:])) from None
        assert time.time() < end, "not stopped"
        t.read(0.02)
    t.read(0.05)


def goes_on(t, job):
    seen = len(t.recorded)
    os.kill(job, signal.SIGCONT)
    end = time.time() + PATIENCE
    while b"SHARE" not in t.recorded[seen:] and time.time() < end:
        t.read(0.02)
    assert b"SHARE" in t.recorded[seen:], "not painted anew"


def suspended():
    """Ctrl-Z and on again, and stopped by what cannot be caught."""
    for stop in ("key", "SIGSTOP"):
        t = Terminal(DOMAINS["cifs"], under=Terminal.as_shell)
        t.ready()
        job = int(stat_of(t.pid)[5])
        for _ in range(3):
            if stop == "key":
                os.write(t.fd, b"\x1a")
            else:
                os.kill(job, signal.SIGSTOP)
            stopped(t, job)
            if stop == "key":
                t.restored()
            goes_on(t, job)
        t.quits()


def suspended_anywhen():
    """Ctrl-Z is heard whatever the program does just then, above all while it paints."""
    rng = random.Random(11)
    t = Terminal(DOMAINS["cifs"], (200, 500), under=Terminal.as_shell)
    t.ready()
    job = int(stat_of(t.pid)[5])
    for _ in range(60):
        os.write(t.fd, rng.choice((b"?", b"x", b"l", b"\x0c")))
        time.sleep(rng.random() * 0.01)
        os.write(t.fd, b"\x1a")
        stopped(t, job)
        t.restored()
        # What is typed meanwhile is heard afterwards.
        os.write(t.fd, rng.choice((b"", b"\r", b"j", b" ", b"s", b"\x1b")))
        os.kill(job, signal.SIGCONT)
        t.read(rng.random() * 0.01)
    t.quits(b"\x1bqqqq")
    # Who has it ignored does not want it.
    t = Terminal(DOMAINS["cifs"], ignore=(signal.SIGTSTP,), under=Terminal.as_shell)
    t.ready()
    job = int(stat_of(t.pid)[5])
    for _ in range(5):
        os.write(t.fd, b"\x1a")
        t.read(0.1)
        assert stat_of(job)[0] != "T", "stopped"
    t.quits()


def signalled():
    """Each signal that ends it leaves the terminal as it was, and is how it ended."""
    for sig in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGSEGV, signal.SIGABRT):
        t = Terminal(DOMAINS["llc"])
        t.ready()
        os.kill(t.pid, sig)
        status = t.wait()
        # A sanitizer says of a fault what it was, in its own way.
        assert os.WIFSIGNALED(status) and os.WTERMSIG(status) == sig or "SANITIZED" in os.environ, (sig, status)
        if "SANITIZED" not in os.environ or sig not in (signal.SIGSEGV, signal.SIGABRT):
            t.restored()
        t.close()
    # The keys that mean them.
    t = Terminal(DOMAINS["swap"])
    t.ready()
    os.write(t.fd, b"\x03")
    status = t.wait()
    assert os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGINT, status
    t.restored()
    t.close()


def status_of(pid, key):
    with open("/proc/%d/status" % pid, encoding="ascii") as f:
        return int(re.search(key + r":\s+(\d+)", f.read()).group(1))


def sizes_of(args):
    """Memory and descriptors, again and again until the program ends."""
    t = Terminal(args, (40, 120))
    t.until(b"\x1b[?1049h")
    sizes = []
    while True:
        t.read(0.02)
        pid, status = os.waitpid(t.pid, os.WNOHANG)
        if pid:
            assert status == 0, status
            t.read(0.1)
            t.restored()
            return sizes
        try:
            sizes.append((status_of(t.pid, "VmRSS"), len(os.listdir("/proc/%d/fd" % t.pid))))
        except (OSError, AttributeError):
            pass  # it ends just now


def flat(turns=36000):
    """Turn after turn on a capture: neither memory nor descriptors grow."""
    sizes = []
    while len(sizes) < 16:  # a fast machine has more turns
        sizes = sizes_of(["cifs", "top", "--sysroot", CAPTURES + "/made-cifs-trouble/t1", "-d", "0", "-n", str(turns)])
        turns *= 4
    first, last = sizes[len(sizes) // 3], sizes[-1]
    print("# %d turns: %d kB after a third, %d kB at the end; %d descriptors, %d" %
          (turns // 4, first[0], last[0], first[1], last[1]))
    assert last[0] <= first[0] + 64 and last[1] == first[1], (first, last)


def switched():
    """From domain to domain and into rows and back, for ever: descriptors come and go, memory stays."""
    t = Terminal(DOMAINS["cifs"], (40, 120))
    t.ready()
    seen = []
    for _ in range(24):
        t.type(b"\t\r\x1b\t\t\r q \r")
        t.type(b"qr/x\r/\rca\r")
        t.type(b"\x1b")
        seen.append((status_of(t.pid, "VmRSS"), len(os.listdir("/proc/%d/fd" % t.pid))))
    t.quits(b"\x1bqqq")
    # Some were looked at with a page more on top.
    assert min(fds for _, fds in seen[-8:]) <= max(fds for _, fds in seen[:8]), seen
    assert seen[-1][0] <= seen[10][0] + 256, seen


def real():
    """This machine, whatever it has: each domain, for some turns."""
    for domain in DOMAINS:
        t = Terminal([domain, "top", "-d", "0.05"], (40, 120))
        t.ready()
        t.read(1)
        t.type(KEYS)
        t.read(0.5)
        t.quits(b"\x15\x1b\x1bq\x1bqqq")
        for title in (b" 1 swap ", b" 2 llc ", b" 3 cifs "):
            assert title in t.recorded, title
        for error in (b"cannot", b"not understood", b"no screen"):
            assert error not in t.recorded, error


def forks():
    with open("/proc/stat", encoding="ascii") as f:
        return int(re.search(r"^processes (\d+)", f.read(), re.M).group(1))


def size_now(t):
    return status_of(t.pid, "VmRSS"), len(os.listdir("/proc/%d/fd" % t.pid))


def fork_storm(seconds=30):
    """Processes come and go by the thousand: no error is shown, nothing is kept of them.

    Rows have room for as many as there ever were at a time, and histories are a pool of a fixed size. A crowd makes
    the one, and the storm itself fills the other in as long again, so that what grows afterwards would grow for ever.
    """
    crowd = [subprocess.Popen(["sleep", "600"]) for _ in range(400)]
    t = Terminal(["llc", "top", "-d", "0.1"], (40, 120))
    storm = []
    try:
        t.ready()
        t.type(b"ag\ra")
        t.read(6)
        for p in crowd:
            p.kill()
        storm = [subprocess.Popen(["sh", "-c", "while :; do (:); (:); done"]) for _ in range(2)]
        t.read(seconds)
        first, forked = size_now(t), forks()
        t.read(seconds)
        last, forked = size_now(t), forks() - forked
        t.quits(b"qq")
    finally:
        for p in crowd + storm:
            p.kill()
            p.wait()
    print("# %d processes: from %d kB to %d kB; %d descriptors, %d" % (forked, first[0], last[0], first[1], last[1]))
    assert forked > 100 * seconds, forked
    # Whatever is kept of each would be more than a byte.
    assert (last[0] - first[0]) * 1024 < forked and last[1] == first[1], (first, last)
    assert b"cannot" not in t.recorded and b"not understood" not in t.recorded


def captures():
    """w writes a capture, and says what reads it."""
    with tempfile.TemporaryDirectory() as top:
        t = Terminal(DOMAINS["swap"], (24, 120))
        t.ready()
        os.write(t.fd, b"w")
        t.until(b"a capture into the folder")
        t.type(top.encode() + b"/new\r")
        t.until(b"written, to be seen again by: swsched swap --sysroot " + top.encode() + b"/new/t0")
        assert os.path.isfile(top + "/new/t0/proc/swaps"), os.listdir(top)
        os.write(t.fd, b"w")
        t.read(0.1)
        t.type(top.encode() + b"/new\r")
        t.until(b"no capture: ")
        t.quits()
        # Of this machine, for there are two moments to wait for.
        t = Terminal(["swap", "top", "-d", "5"], (24, 120))
        t.ready()
        os.write(t.fd, b"w")
        t.read(0.1)
        t.type(top.encode() + b"/live\r")
        t.until(b"writing a capture")
        t.read(0.5)
        t.quits()
        assert not os.path.isdir(top + "/live/t1"), "a tree that was not waited for"
        # What stops the screen stops it as well, and both go on, or end.
        t = Terminal(["swap", "top", "-d", "1"], (24, 120), under=Terminal.as_shell)
        t.ready()
        job = int(stat_of(t.pid)[5])
        for name, last in ((b"/one", b"written, to be seen"), (b"/two", b"q")):
            os.write(t.fd, b"w")
            t.read(0.1)
            t.type(top.encode() + name + b"\r")
            t.until(b"writing a capture")
            os.write(t.fd, b"\x1a")
            stopped(t, job)
            t.recorded.clear()
            os.kill(job, signal.SIGCONT)
            if last != b"q":
                t.until(last)
        t.quits()


if __name__ == "__main__":
    for scenario in sys.argv[1:]:
        name, _, argument = scenario.partition("=")
        globals()[name](*([int(argument)] if argument else []))
