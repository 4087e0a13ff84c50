# SPDX-License-Identifier: GPL-2.0-or-later
"""report.py fits | names OWN | all OWN TREE…

fits: stdin has 78 columns and 100 lines at most. names OWN TREE: stdin has no name of that captured tree.
all: the reports of these trees, of each domain and the whole, fit, and redacted have no name.

Names are every word of a tree that is a host, a user, a share, a process, a cgroup or a swap file. They are found
here in another way than redact.c's. OWN is a text whose words are no names, since the program says them of its own.
"""
import os
import re
import subprocess
import sys

# Folders that everybody has, and what settings say.
usual = set(
    """boot data dev home lib media mnt opt root run srv swap swapfile tmp usr var mapper guest nobody IPC$ docker
    kubepods init.scope system.slice user.slice machine.slice app.slice session.slice background.slice off""".split()
)


def read(path):
    try:
        with open(path, "rb") as f:
            return f.read().decode("utf-8", "replace")
    except OSError:
        return ""


def plain(word):
    return re.sub(r"\\([0-7]{3})", lambda m: chr(int(m[1], 8)), word)


def unc(text, sep):
    """Hosts and shares of \\\\server\\share or //server/share."""
    for m in re.finditer(re.escape(sep * 2) + r"([^\t\n]*)", text):
        path = re.split(r" Mounts: |\tDISCONNECTED", m[1])[0]
        yield from path.split(sep)[:2]


def of_processes(tree):
    proc = os.path.join(tree, "proc")
    for entry in os.listdir(proc) if os.path.isdir(proc) else []:
        if entry.isdigit():
            yield read(f"{proc}/{entry}/comm").strip()
            for line in read(f"{proc}/{entry}/cgroup").splitlines():
                yield from line.split(":", 2)[-1].split("/")
    for line in read(f"{tree}/@tasks").splitlines():
        yield plain(line.split()[-1])
        yield from plain(line.split()[-2]).split("/")
    for line in read(f"{tree}/@cgroups").splitlines():
        yield from plain(line.split()[0]).split("/")
    for line in read(f"{proc}/swaps").splitlines()[1:]:
        path = plain(line.split()[0]) if line.split() else ""
        if not path.startswith("/dev/"):
            yield from path.split("/")


def of_shares(tree):
    for file in ("Stats", "DebugData"):
        text = read(f"{tree}/proc/fs/cifs/{file}")
        yield from unc(text, "\\")
        yield from re.findall(r"(?:Hostname|Address|Name|Domain|IPv4|IPv6|ClientGUID): '?([^\s']+)", text)
    for line in read(f"{tree}/proc/self/mountinfo").splitlines():
        if not re.search(r" - (cifs|smb3) ", line):
            continue
        words = line.split(" ")
        yield from unc(plain(words[words.index("-") + 2]) + "\n", "/")
        yield from plain(words[4]).split("/")
        yield from re.findall(r"\b(?:username|domain|addr|srcaddr)=([^,\s]+)", line)


def leaked(report, own, tree):
    # Lines break where they must.
    joined = re.sub(r"\s+", " ", report)
    for name in {n.replace(" (deleted)", "") for n in {*of_processes(tree), *of_shares(tree)}}:
        for word in {name, *name.split()}:
            known = word in usual or word in own or re.fullmatch(r"[\W_]*\d*", word)
            if len(word) > 1 and not known and re.search(rf"(?<![\w.-]){re.escape(word)}(?![\w-])", joined):
                yield f"{tree}: {word}"


def unfit(report):
    lines = report.splitlines()
    if not 0 < len(lines) <= 100:
        yield f"{len(lines)} lines"
    for line in lines:
        # What is not ASCII may take two columns.
        if sum(1 + (ord(c) > 127) for c in line) > 78:
            yield f"too long: {line}"


def said(tree, *command):
    p = subprocess.run(
        [os.environ["SWSCHED"], *command, "--sysroot", tree], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    return p.stdout.decode(), [] if p.returncode == 0 else [f"status {p.returncode}"]


def check(tree, own):
    for domain in ("swap", "llc", "cifs"):
        report, wrong = said(tree, domain, "report", "--redact")
        yield from (f"{domain} {tree}: {w}" for w in [*wrong, *unfit(report), *leaked(report, own, tree)])
    report, wrong = said(tree, "report")
    yield from (f"{tree}: {w}" for w in [*wrong, *unfit(report)])


def main():
    what = sys.argv[1]
    own = set(re.findall(r"[\w.$-]+", read(sys.argv[2]))) if len(sys.argv) > 2 else set()
    if what == "fits":
        bad = list(unfit(sys.stdin.read()))
    elif what == "names":
        bad = list(leaked(sys.stdin.read(), own, sys.argv[3]))
    else:
        bad = [b for tree in sys.argv[3:] for b in check(tree, own)]
    print("\n".join(sorted(set(bad))), end="\n" if bad else "")
    sys.exit(bool(bad))


main()
