# SPDX-License-Identifier: GPL-2.0-or-later
"""screen.py: `swsched cifs top` beside htop, each on a terminal of 120 by 40 with as many rows, for as many refreshes.

Of both terminals a small emulator knows which cells a refresh changed, so that bytes can be told by the cell. Shares of
a capture stand for processes: as many as htop shows, whose counters are written anew so that a tenth of the cells
changes. Prints ratios ours to theirs: bytes a changed cell, CPU a refresh, peak memory; then what they are made of.
"""
import fcntl
import os
import pty
import random
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

CAPTURES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "captures")
COLUMNS, LINES = 120, 40
ROWS = 30
REFRESHES = 40
DELAY = 0.25
TOKEN = re.compile(rb"\x1b\[([?!>]?)([\d;]*)([@-~])|\x1b[()][AB0]|\x1b[=>78M]|[\r\n\b\x0e\x0f]|[^\x1b\r\n\b\x0e\x0f]")


class Screen:
    """What a terminal shows of what xterm's kind is told."""

    def __init__(self):
        self.cells = [[(" ", "")] * COLUMNS for _ in range(LINES)]
        self.x = self.y = 0
        self.look = ""
        self.last = " "
        self.left = b""

    def feed(self, data):
        data = self.left + data
        self.left = b""
        at = data.rfind(b"\x1b")
        if at >= 0 and not TOKEN.match(data, at):
            data, self.left = data[:at], data[at:]
        text = data.decode("utf-8", "replace").encode("utf-8")
        pos = 0
        while pos < len(text):
            found = TOKEN.match(text, pos)
            if not found:
                pos += 1
                continue
            pos = found.end()
            self.token(found)

    def put(self, char):
        if self.x < COLUMNS and self.y < LINES:
            self.cells[self.y][self.x] = (char, self.look)
        self.x = min(self.x + 1, COLUMNS)

    def token(self, found):
        raw = found.group()
        if found.group(3):
            if not found.group(1):
                self.control(found.group(3).decode(), [int(n or 0) for n in found.group(2).split(b";")])
        elif raw == b"\r":
            self.x = 0
        elif raw == b"\n":
            self.y = min(self.y + 1, LINES - 1)
        elif raw == b"\b":
            self.x = max(min(self.x, COLUMNS - 1) - 1, 0)
        elif raw[0] >= 0x20:
            # Of a character of several bytes the first stands for all.
            if raw[0] < 0x80 or raw[0] >= 0xc0:
                self.last = raw.decode("latin-1")
                self.put(self.last)

    def control(self, kind, args):
        first = args[0]
        count = max(first, 1)
        line = self.cells[self.y] if self.y < LINES else []
        blank = (" ", "")
        if kind == "m":
            self.look = "" if args == [0] else self.look + ";" + ";".join(map(str, args)) if 0 not in args else ";".join(map(str, args))
        elif kind == "H":
            self.y, self.x = max(first, 1) - 1, (args[1] if len(args) > 1 and args[1] else 1) - 1
        elif kind == "G":
            self.x = count - 1
        elif kind == "d":
            self.y = count - 1
        elif kind in "ABCD":
            self.x += count if kind == "C" else -count if kind == "D" else 0
            self.y += count if kind == "B" else -count if kind == "A" else 0
        elif kind == "K":
            for x in range(0 if first else self.x, self.x + 1 if first == 1 else COLUMNS):
                line[x] = blank
        elif kind == "J":
            if first == 0:
                line[self.x:] = [blank] * (COLUMNS - self.x)
            for y in range(0 if first else self.y + 1, LINES):
                self.cells[y] = [blank] * COLUMNS
        elif kind == "X":
            for x in range(self.x, min(self.x + count, COLUMNS)):
                line[x] = blank
        elif kind == "b":
            for _ in range(count):
                self.put(self.last)
        elif kind == "P":
            del line[self.x:self.x + count]
            line.extend([blank] * (COLUMNS - len(line)))
        elif kind == "@":
            line[self.x:self.x] = [blank] * count
            del line[COLUMNS:]
        elif kind in "LM":
            for _ in range(count):
                if kind == "L":
                    self.cells.insert(self.y, [blank] * COLUMNS)
                    del self.cells[LINES:]
                else:
                    del self.cells[self.y]
                    self.cells.append([blank] * COLUMNS)

    def snapshot(self):
        return [list(line) for line in self.cells]


def changed(a, b):
    return sum(x != y for la, lb in zip(a, b) for x, y in zip(la, lb))


def watch(args, each, quit_key):
    """Bytes and changed cells of the refreshes after the first few, CPU seconds of all, peak KiB."""
    master, slave = pty.openpty()
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
    env = dict(os.environ, TERM="xterm", LC_ALL="C.UTF-8", HTOPRC="/dev/null")
    child = subprocess.Popen(args, stdin=slave, stdout=slave, stderr=slave, env=env, start_new_session=True)
    os.close(slave)
    screen = Screen()
    n_bytes = n_cells = 0
    before = None
    for n in range(REFRESHES):
        each(n)
        end = time.time() + DELAY
        while (left := end - time.time()) > 0:
            if select.select([master], [], [], left)[0]:
                got = os.read(master, 1 << 16)
                screen.feed(got)
                if n > 4:
                    n_bytes += len(got)
        now = screen.snapshot()
        if n > 4:
            n_cells += changed(before, now)
        before = now
    with open("/proc/%d/status" % child.pid, encoding="ascii") as f:
        kib = int(re.search(r"VmHWM:\s+(\d+)", f.read()).group(1))
    os.write(master, quit_key)
    _, _, use = os.wait4(child.pid, 0)
    os.close(master)
    return n_bytes, n_cells, use.ru_utime + use.ru_stime, kib


def stats(rng, counts):
    head = "Resources in use\nCIFS Session: 1\nShare (unique mount targets): %d\nSMB Request/Response Buffer: 1 Pool size: 5\n" \
           "SMB Small Req/Resp Buffer: 1 Pool size: 30\nOperations (MIDs): 0\n\n0 session 0 share reconnects\n" \
           "Total vfs operations: 1 maximum at one time: 1\n\n" % ROWS
    # About one number in two of a row changes.
    for i in range(ROWS):
        counts[i] += rng.randrange(1, 900)
    return (head + "".join("%d) \\\\filer\\share%02d\nSMBs: %d\nBytes read: %d  Bytes written: %d\nOpen files: 1 total (local), 2 open on server\n"
                           % (i + 1, i, counts[i], counts[i] * 4096 % 9999999999, 0) for i in range(ROWS))).encode()


def main():
    rng = random.Random(1)
    counts = [1000] * ROWS
    with tempfile.TemporaryDirectory() as top:
        tree = top + "/tree"
        os.makedirs(tree + "/proc/fs/cifs")
        path = tree + "/proc/fs/cifs/Stats"

        def rewrite(_):
            with open(path, "wb") as f:
                f.write(stats(rng, counts))

        rewrite(0)
        ours = watch([os.environ["SWSCHED"], "cifs", "top", "-d", str(DELAY), "--sysroot", tree], rewrite, b"q")
    # Rows for htop, with something to show of them.
    idle = [subprocess.Popen(["sh", "-c", "while :; do sleep 0.05; done"]) for _ in range(ROWS)]
    try:
        theirs = watch(["htop", "-d", str(max(1, round(DELAY * 10)))], lambda n: None, b"q")
    finally:
        for p in idle:
            p.terminate()
            p.wait()
    ratio = [(ours[0] / max(ours[1], 1)) / (theirs[0] / max(theirs[1], 1)), ours[2] / theirs[2], ours[3] / theirs[3]]
    cells = (REFRESHES - 5) * LINES * COLUMNS / 100
    print("%.3f %.3f %.3f" % tuple(ratio))
    for name, of in (("ours", ours), ("htop", theirs)):
        print("%s: %.0f bytes a refresh, %.1f %% of the cells, %.2f bytes a cell; %.2f ms CPU a refresh; %d KiB" %
              (name, of[0] / (REFRESHES - 5), of[1] / cells, of[0] / max(of[1], 1), 1000 * of[2] / REFRESHES, of[3]))


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    if not shutil.which("htop"):
        sys.exit("no htop here: make deps bench")
    main()
