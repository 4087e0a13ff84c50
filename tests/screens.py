# SPDX-License-Identifier: GPL-2.0-or-later
"""screens.py [--write] [NAME…] - the screens in tests/screens, each in a terminal of tmux. Prints TAP.

A file's first line is "$ WIDTHxHEIGHT COMMAND", run in tests/captures; a line "keys: …" behind it has keys as tmux
calls them, pressed once the capture was played to its end; "noise" before them: another program has written onto the
terminal. The rest is what stands on it then; "colors" behind the size has it with its escape sequences. A screen that
is not so after ten seconds is wrong. With --write it is taken as it is a while after the last key. Of the keys that
the screen "help" tells none is left unpressed.
"""
import concurrent.futures
import os
import string
import subprocess
import sys
import time

TOP = os.path.dirname(os.path.abspath(__file__))
SCREENS = os.path.join(TOP, "screens")
# What says that nothing changes any more.
PLAYED = ("end of capture", "a captured", "every 600s")
PATIENCE = 10

# Names of keys in the help, for tmux.
KEYS = {"Ctrl-%c" % letter: "C-%c" % letter.lower() for letter in string.ascii_uppercase}
KEYS.update({"F%d" % i: "F%d" % i for i in range(1, 13)})
KEYS.update({name: name for name in ("Tab", "Space", "Enter", "Up", "Down", "Left", "Right", "Home", "End")})
KEYS.update({"Shift-Tab": "BTab", "Esc": "Escape", "Page Up": "PageUp", "Page Down": "PageDown"})


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

    def press(self, keys):
        """All at once: what each does must not hang on whether the one before was painted."""
        if keys[:1] == ["noise"]:
            with open(self.do("display-message", "-p", "#{pane_tty}").strip(), "w", encoding="ascii") as tty:
                tty.write("\033[3;1H" + 200 * "#")
            keys = keys[1:]
        if keys:
            self.do("send-keys", *keys)

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
        terminal.press(keys)
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


def told():
    """The keys of the help: those before the colon of each line, as far as the first empty one."""
    with open(os.path.join(SCREENS, "help"), encoding="utf-8") as f:
        text = f.read().split("\n", 3)[3].partition("\n\n")[0]
    for line in text.replace("\n    ", " ").split("\n"):
        for n, part in enumerate(line.split("; ")):
            names = part.split(": ")[0].split(", ")
            keys = [KEYS.get(name, name if len(name) == 1 else None) for name in names]
            if None not in keys:
                yield from keys
            elif not n:
                raise ValueError("no keys: " + line)


def unpressed(names):
    pressed = set()
    for name in names:
        with open(os.path.join(SCREENS, name), encoding="utf-8") as f:
            pressed.update(split(f.read().split("\n"))[3])
    return [key for key in told() if key not in pressed]


def main(args):
    write = args[:1] == ["--write"]
    every = sorted(os.listdir(SCREENS))
    names = args[write:] or every
    left = unpressed(every)
    bad = bool(left)
    print("1..%d" % (len(names) + 1))
    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        for n, (name, (verdict, more)) in enumerate(zip(names, pool.map(lambda name: run(name, write), names)), 1):
            bad += verdict != "ok"
            print("%s %d - screen %s%s" % (verdict, n, name, more))
    print("%s %d - each key of the help is pressed" % ("not ok" if left else "ok", len(names) + 1))
    for key in left:
        print("# not " + key)
    return bad > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
