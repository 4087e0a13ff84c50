# SPDX-License-Identifier: GPL-2.0-or-later
"""screens_live.py - `top` of each domain on this machine in a terminal of tmux, at each size: every key that the help
tells of, and the screen stands as it should after each. Exits 1, and says which, where it does not.
"""
import os
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import screens  # pylint: disable=wrong-import-position

TABS = " 1 swap  2 llc  3 cifs"
ENDS = ("q", "F10", "C-c", "C-z") # or stops it: no shell is there to go on with it


def stands(text):
    return text.startswith(TABS) and "[status" not in text


def run(domain, size, folder):
    terminal = screens.Terminal("live-%s-%s" % (domain, size), size, "cd %s && swsched %s top -d 0.2" % (folder, domain))
    try:
        terminal.wait(lambda text: text.startswith(TABS) and text.count("\n") > 2)
        for key in screens.told():
            if key in ENDS:
                continue
            terminal.press([key])
            time.sleep(0.1)
            if "[status" in terminal.text():
                return "%s ends it" % key
            # What it opened is left again; on a page that nothing opened Escape is no key that does anything.
            terminal.press(["Escape"])
            terminal.wait(stands)
            if not stands(terminal.text()):
                return "after %s and Escape:\n%s" % (key, terminal.text())
        terminal.press(["q", "q"])
        terminal.wait(lambda text: "[status 0]" in text)
        return None if "[status 0]" in terminal.text() else "q does not end it well:\n" + terminal.text()
    finally:
        terminal.end()


def main():
    wrong = 0
    for domain in ("swap", "llc", "cifs"):
        for size in ("80x24", "120x40", "40x10"):
            with tempfile.TemporaryDirectory() as folder:
                why = run(domain, size, folder)
            if why:
                print("# %s top at %s: %s" % (domain, size, why.replace("\n", "\n# ")))
                wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
