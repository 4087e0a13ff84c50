# SPDX-License-Identifier: GPL-2.0-or-later
"""monkey.py SEED KEYS [ROUNDS]: keys at random, sizes, and stops, on each domain, live and captured.

Whatever is done, it ends when it is asked to, as asked, and leaves the terminal as it was.
"""
import os
import random
import signal
import sys
import tempfile

from terminal import CAPTURES, DOMAINS, Terminal, stat_of, stopped

LIVE = [[domain, "top", "-d", "0.01"] for domain in DOMAINS]
PLAYED = [[domain, "top", "-d", "0.05", "--sysroot", "%s/%s" % (CAPTURES, tree)] for domain, tree in
          (("swap", "made-changes"), ("llc", "made-llc-hot"), ("cifs", "made-cifs-trouble"))]
INTERVAL = [["swap", "top", "--from", CAPTURES + "/made-changes/t0", "--to", CAPTURES + "/made-changes/t1"]]
# Not the keys of the terminal itself: what ends, stops or holds it, and what drops output. A capture is written, but
# nowhere else than where we are.
PLAIN = [bytes([c]) for c in range(1, 127) if c not in (0x03, 0x0f, 0x13, 0x1a, 0x1c, ord("w"))]
SEQUENCES = [b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D", b"\x1b[5~", b"\x1b[6~", b"\x1b[H", b"\x1b[F", b"\x1bOP",
             b"\x1b[Z", b"\x1b[200~", b"\xc3\xa4", b"\xff", b"\xf0\x9f"]
LIKELY = [b"\r", b"\r", b"\r", b"\x1b", b"\x1b", b"\t", b"j", b"l", b"s\r", b"c\r", b"/a\r", b"/\r", b"/used>0\r", b"/r/\r",
          b" ", b"f", b"r", b"a", b"d0.01\r", b"w\x15here\r"]
KEYS = PLAIN + 2 * SEQUENCES + 4 * LIKELY
LEAVE = b"\x15\x1b\x1bq\x1bqqqqqq"


class Ended(Exception):
    """It was among the keys."""


def act(t, job, rng):
    what = rng.random()
    if what < 0.03:
        t.resize(rng.randrange(1, 60), rng.randrange(1, 200))
    elif what < 0.06:
        if rng.random() < 0.5:
            os.write(t.fd, b"\x1a")
        else:
            os.kill(job, signal.SIGSTOP)
        stopped(t, job)
        os.kill(job, signal.SIGCONT)
    else:
        os.write(t.fd, rng.choice(KEYS))
    t.read(rng.random() * 0.01)
    pid, status = os.waitpid(t.pid, os.WNOHANG)
    if pid:
        raise Ended(status)


def play(args, rng, keys):
    size = rng.choice(((24, 80), (40, 120), (10, 40), (3, 20), (100, 300)))
    t = Terminal(args, size, under=Terminal.as_shell)
    t.ready()
    job = int(stat_of(t.pid)[5])
    try:
        for _ in range(keys):
            act(t, job, rng)
        t.type(LEAVE)
        status = t.wait()
    except Ended as end:
        status = end.args[0]
    t.read(0.05)
    assert status == 0, "%r: status %x: %r" % (args, status, bytes(t.recorded[-9000:]))
    t.restored()
    t.close()


def main():
    seed, keys, rounds = (int(text) for text in (sys.argv[1:] + ["1"])[:3])
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as place:
        os.chdir(place)  # for the captures that it writes
        for _ in range(rounds):
            for args in LIVE + PLAYED + INTERVAL:
                play(args, rng, keys)


main()
