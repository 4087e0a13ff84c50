# SPDX-License-Identifier: GPL-2.0-or-later
"""screens.py [--write] [NAME…] - the screens in tests/screens, each in a terminal of tmux. Prints TAP.

A file's first line is "$ WIDTHxHEIGHT COMMAND", run in tests/captures; a line "keys: …" behind it has keys as tmux
calls them, pressed one after the other once the capture was played to its end. The rest is what stands on the
terminal then; "colors" behind the size has it with its escape sequences. A screen that is not so after ten seconds is
wrong. With --write it is taken as it is a while after the last key.
"""
import concurrent.futures
import os
import subprocess
import sys
import time

TOP = os.path.dirname(os.path.abspath(__file__))
SCREENS = os.path.join(TOP, "screens")
PLAYED = ("end of capture", "a captured")
PATIENCE = 10


class Terminal:
    """One tmux server with one window in which the command runs."""

    def __init__(self, name, size, command):
        self.tmux = ["tmux", "-L", "swsched-%s-%d" % (name, os.getpid()), "-f", "/dev/null"]
        width, height = size.split("x")
        # A leak check stops us to look; the SIGCONT of a terminal that goes would have it wait for ever.
        env = dict(os.environ, LC_ALL="C.UTF-8", TZ="UTC", ASAN_OPTIONS="detect_leaks=0")
        for unwanted in ("NO_COLOR", "TMUX", "COLUMNS", "LINES"):
            env.pop(unwanted, None)
        env["PATH"] = os.path.dirname(os.environ["SWSCHED"]) + ":" + env["PATH"]
        # The window stays when the command has ended.
        subprocess.run(self.tmux + ["new-session", "-d", "-x", width, "-y", height, "-c", os.path.join(TOP, "captures"),
                       command + "; printf '[status %d]' $?; exec sleep 60"], env=env, check=True)

    def do(self, *args):
        return subprocess.run(self.tmux + list(args), stdout=subprocess.PIPE, check=True).stdout.decode()

    def text(self, colors=False):
        shown = self.do("capture-pane", "-p", *(["-e"] if colors else []))
        return "\n".join(line.rstrip() for line in shown.split("\n")).rstrip("\n") + "\n"

    def wait(self, good):
        end = time.time() + PATIENCE
        while not good(self.text()) and time.time() < end:
            time.sleep(0.03)

    def end(self):
        subprocess.run(self.tmux + ["kill-server"], stderr=subprocess.DEVNULL)


def split(lines):
    """size, colors, command, keys, how many lines that is."""
    words = lines[0][2:].split(" ", 1)
    size, command = words
    colors = command.startswith("colors ")
    keys = lines[1][6:].split() if len(lines) > 1 and lines[1].startswith("keys: ") else []
    return size, colors, command[7:] if colors else command, keys, 1 + bool(keys)


def run(name, write):
    path = os.path.join(SCREENS, name)
    with open(path, encoding="utf-8") as f:
        lines = f.read().split("\n")
    size, colors, command, keys, head = split(lines)
    want = "\n".join(lines[head:])
    terminal = Terminal(name, size, command)
    try:
        if int(size.split("x")[0]) >= 20:
            terminal.wait(lambda text: any(word in text for word in PLAYED) or "[status" in text)
        for key in keys:
            terminal.do("send-keys", key)
        if write:
            time.sleep(1.5)
        else:
            terminal.wait(lambda text: terminal.text(colors) == want)
        got = terminal.text(colors)
    finally:
        terminal.end()
    if got == want:
        return "ok", ""
    if write:
        with open(path, "w", encoding="utf-8") as f:
            f.write("\n".join(lines[:head]) + "\n" + got)
        return "ok", " (written)"
    return "not ok", "\n# got:\n" + "".join("# %s\n" % line for line in got.split("\n"))


def main(args):
    write = args[:1] == ["--write"]
    names = args[write:] or sorted(os.listdir(SCREENS))
    bad = 0
    print("1..%d" % len(names))
    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        for n, (name, (verdict, more)) in enumerate(zip(names, pool.map(lambda name: run(name, write), names)), 1):
            bad += verdict != "ok"
            print("%s %d - screen %s%s" % (verdict, n, name, more))
    return bad > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
