# SPDX-License-Identifier: GPL-2.0-or-later
"""outputs.py ARGUMENT… -- TREE…: runs swsched ARGUMENT… in every format on every tree.

Fails on a status but 0 and 3, on any byte that a terminal or a parser must never get, and on a
document that its readers (json, jq, csv, the shell) do not take. Without arguments: reads stdin and
fails on such a byte. One process for all, as starting Python costs more than the program under test.
"""
import csv
import io
import json
import os
import re
import subprocess
import sys

FORMATS = [[], ["--human"], ["--plain"], ["--json"], ["--jsonl"], ["--csv"], ["--raw"], ["--pairs"]]
# Control characters but tab and newline, C1 also as UTF-8, and what turns the direction of writing.
HOSTILE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def harmless(raw):
    text = raw.replace(b"\r\n", b"\n").decode("utf-8")
    found = HOSTILE.search(text)
    if found:
        raise ValueError("hostile character %r in %r" % (found.group(), text[max(0, found.start() - 40):found.end() + 40]))
    return text


def run(command, given=b""):
    return subprocess.run(command, input=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=20)


def check(args, form, tree):
    answer = run([os.environ["SWSCHED"], *args, *form, "--sysroot", tree])
    if answer.returncode not in (0, 3):
        raise ValueError("status %d: %r" % (answer.returncode, answer.stderr))
    harmless(answer.stderr)
    text = harmless(answer.stdout)
    if not text:
        return
    if form == ["--json"]:
        json.loads(text)
        if run(["jq", "-e", "."], answer.stdout).returncode:
            raise ValueError("jq does not take it")
    elif form == ["--jsonl"]:
        for line in text.splitlines():
            json.loads(line)
    elif form == ["--csv"]:
        rows = list(csv.reader(io.StringIO(answer.stdout.decode(), newline=""), strict=True))
        if len({len(row) for row in rows}) != 1:
            raise ValueError("rows of different length")
    elif form == ["--pairs"]:
        # The names become variables and nothing else happens: no command in a value is run.
        shell = run(["bash", "-c", 'set -ef; PATH=; eval "$(</dev/stdin)"'], answer.stdout)
        if shell.returncode or shell.stderr:
            raise ValueError("not safe to eval: %r" % shell.stderr)


def main(argv):
    if not argv:
        harmless(sys.stdin.buffer.read())
        return
    at = argv.index("--")
    for tree in argv[at + 1:]:
        for form in FORMATS:
            try:
                check(argv[:at], form, tree)
            except (ValueError, csv.Error, subprocess.TimeoutExpired) as why:
                sys.exit("swsched %s --sysroot %s: %s" % (" ".join(argv[:at] + form), tree, why))


main([os.fsencode(a).decode("utf-8", "surrogateescape") for a in sys.argv[1:]])
