# SPDX-License-Identifier: GPL-2.0-or-later
"""names.py: ten thousand names that others chose, on a terminal, by the screen and as tables: no byte of them acts on it.

Trees are made with devices, processes and shares of such names. Each ends in a number of its own, and all numbers are
to be seen; what is not a character must be what ncurses, or a table, writes itself.
"""
import os
import random
import re
import shutil
import sys
import tempfile
import time

from terminal import CAPTURES, PATIENCE, Terminal

EACH = 3400
WIDE = (100, 250)
LAST = b"write a capture"  # what is painted last

# What ncurses writes for an xterm, and tables for colours; all else must be characters.
SCREEN = re.compile(
    rb"\x1b\[\?(?:1|7|12|25|1049|1034)(?:;\d+)?[hl]|\x1b\[(?:4l|\d*;?\d*r|\d*(?:;\d+)*m|\d*;?\d*H|\d*[ABCDGJKLMPSTXZ@bd])"
    rb"|\x1b[78]|\x1b\[22;0;0t|\x1b\[23;0;0t|\x1b[()][AB0]|\x1b[=>]|\x1b\[!p|\x1b\[\?3;4l|\x1bM|[\r\n\b\x0f]")
TABLE = re.compile(rb"\x1b\[\d*(?:;\d+)*m|\r?\n")
# Control characters, C1 also as UTF-8, and what turns the direction of writing or breaks a line.
HOSTILE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
# Of sequences only such as are not written by ncurses: each that came through is seen.
PIECES = (b"\x1b]52;c;!\x07", b"\x1b[5n", b"\x1bc", b"\x1b#8", b"\x9b6n", b"\xc2\x9b6n", b"\x90q\x9c", b"\xe2\x80\xae", b"\xe2\x80\xa8", b"\xff",
          b"\x7f", b"\x0e", "漢".encode(), b"%n", b"e\xcc\x81", b"\\", b"\xc0\xaf", b"\xed\xa0\x80")


def harmless(raw, known):
    text = known.sub(b"", bytes(raw)).decode("utf-8")
    found = HOSTILE.search(text)
    assert not found, "hostile %r in %r" % (found.group(), text[max(0, found.start() - 60):found.end() + 60])


def names(rng, most, without):
    """As many as there are to be of each kind, of at most so many bytes and none of those."""
    for number in range(EACH):
        name = b"".join(rng.choice(PIECES) if rng.random() < 0.4 else bytes([rng.randrange(1, 256)]) for _ in range(6))
        yield bytes(c for c in name[:most - 5] if c not in without) + b"~%04d" % number


def unseen(recorded):
    return set(range(EACH)) - {int(n) for n in re.findall(rb"~(\d{4})", bytes(recorded))}


def on_screen(args, first=b""):
    """Page after page, each painted anew as a whole; held, for another look may order the rows anew."""
    t = Terminal(args, WIDE)
    t.ready()
    t.type(b" " + first)
    end = time.time() + PATIENCE
    while unseen(t.recorded) and time.time() < end:
        painted = t.recorded.count(LAST)
        os.write(t.fd, b"\x1b[6~\x0c")
        while t.recorded.count(LAST) == painted and time.time() < end:
            t.read(0.002)
    assert not unseen(t.recorded), "%s: %d names not seen" % (args, len(unseen(t.recorded)))
    t.type(b"G\rq?jq")
    t.quits(b"qqq")
    harmless(t.recorded, SCREEN)


def as_table(args):
    t = Terminal(args, WIDE)
    status = t.wait()
    assert status == 0, (args, status, bytes(t.recorded[-500:]))
    t.close()
    assert not unseen(t.recorded), "%s: %d names not seen" % (args, len(unseen(t.recorded)))
    harmless(t.recorded, TABLE)


def write(path, content):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as f:
        f.write(content)


def escaped(name, what):
    return b"".join(b"\\%03o" % c if c in what else bytes([c]) for c in name)


def devices(rng, top):
    tree = top + "/devices"
    shutil.copytree(CAPTURES + "/large-zram", tree)
    write(tree + "/proc/swaps", b"Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n" +
          b"".join(b"/%s file\t\t16380\t\t0\t\t%d\n" % (escaped(name, b" \t\n\\#"), number % 9)
                   for number, name in enumerate(names(rng, 40, b"/"))))
    on_screen(["swap", "top", "--sysroot", tree, "-d", "60"])
    as_table(["swap", "--all", "--sysroot", tree])


def shares(rng, top):
    tree = top + "/shares"
    shutil.copytree(CAPTURES + "/made-cifs-trouble/t1", tree)
    with open(tree + "/proc/fs/cifs/Stats", "rb") as f:
        stats = f.read()
    write(tree + "/proc/fs/cifs/Stats", stats + b"".join(b"%d) \\\\h\\%s\nSMBs: %d\nBytes read: 0  Bytes written: 0\n" %
                                                         (number + 9, name, number) for number, name in enumerate(names(rng, 40, b"\n"))))
    on_screen(["cifs", "top", "--sysroot", tree, "-d", "60"])
    as_table(["cifs", "--all", "--sysroot", tree])


def processes(rng, top):
    """At two moments, between which each has run."""
    called = list(names(rng, 15, b""))
    for moment in (1, 2):
        tree = top + "/processes/t%d" % moment
        shutil.copytree(CAPTURES + "/made-llc-ps/t%d" % moment, tree)
        shutil.rmtree(tree + "/@threads")
        for pid, name in enumerate(called, 1000):
            here = tree + "/proc/%d/" % pid
            write(here + "stat", b"%d (%s) R 1 %d 1 0 -1 64 10 0 5 0 %d 1 0 0 20 0 1 0 100 1000 10 18446744073709551615 %s 17 0 0 0 0\n" %
                  (pid, name, pid, moment, b"0 " * 12))
            write(here + "schedstat", b"%d000000 %d0 %d\n" % (moment, moment, moment))
            write(here + "comm", name + b"\n")
            write(here + "status", b"Name:\t%s\nTgid:\t%d\nPid:\t%d\nPPid:\t1\nUid:\t0\t0\t0\t0\nVmSwap:\t    4096 kB\n" %
                  (escaped(name, b"\n\\"), pid, pid))
    interval = ["--from", top + "/processes/t1", "--to", top + "/processes/t2"]
    on_screen(["llc", "top", *interval], b"g\r")
    as_table(["llc", "ps", "--all", *interval])
    as_table(["swap", "ps", "--all", "--sysroot", top + "/processes/t1"])


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        for kind in (devices, shares, processes):
            kind(random.Random(42), folder)
    sys.exit(0)
