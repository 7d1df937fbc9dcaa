#!/usr/bin/env python3
"""Types beginnings of command lines into real shells, presses Tab, and reads what they offer.

usage: complete.py PROGRAM [SHELL…]

PROGRAM is a built tracetool. SHELL is bash, zsh or fish; without one all three are tried, and a missing one is an
error. Every shell runs in a terminal of its own (a pty) without the user's settings, and loads the script that
`tracetool completions SHELL` prints. Then the manual page is formatted, which must give no warning.
"""
import concurrent.futures
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What is typed, what the shell then completes it to or lists, and what it must not show.
CASES = [
    ("tracetool ch", ["check"], ["ingest"]),
    ("tracetool s", ["show", "store"], ["check"]),
    ("tracetool check --fail", ["--fail-on"], ["--format"]),
    ("tracetool check --f", ["--fail-on", "--format", "--from"], ["--store"]),
    ("tracetool check --format sa", ["sarif"], ["junit"]),
    ("tracetool check --format=j", ["json", "junit"], []),
    ("tracetool check --also mark", ["markdown="], ["sarif"]),
    ("tracetool check --budget resu", ["resume"], ["launch"]),
    ("tracetool check --rule background.task-o", ["background.task-overrun"], ["order"]),
    ("tracetool report --by kind,appB", ["kind,appBuild"], ["osVersion"]),
    ("tracetool store re", ["rebuild", "rejects"], ["status"]),
    ("tracetool explain background.task-ov", ["background.task-overrun"], ["order"]),
    ("tracetool help exit", ["exit-codes"], ["soundness"]),
    ("tracetool check Tests/Samples/shop.j", ["Tests/Samples/shop.jsonl"], ["house"]),
    ("tracetool check --store Tests/Samples/shop.j", ["Tests/Samples/shop.jsonl"], ["house"]),
]
# How each shell starts without anybody's settings, and what it is told before the cases.
STARTS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "PS1='> '; bind 'set completion-query-items 0'; bind 'set page-completions off'; . {script}"),
    "zsh": (["zsh", "-f", "-i"], "PS1='> '; LISTMAX=10000; . {script}"),
    "fish": (["fish", "--no-config", "-i"], "function fish_prompt; echo '> '; end; function fish_greeting; end; source {script}"),
}
SETTLED = 0.4
PATIENCE = 15


class Terminal:
    """A shell in a pty."""

    def __init__(self, words, environment):
        self.process, self.side = pty.fork()
        if self.process == 0:
            os.chdir(ROOT)
            os.execvpe(words[0], words, environment)

    def type(self, text):
        os.write(self.side, text.encode())

    def read(self, is_enough):
        """What the shell writes until it is enough, and it has been silent for a moment."""
        written, end = b"", time.monotonic() + PATIENCE
        while time.monotonic() < end:
            ready, _, _ = select.select([self.side], [], [], SETTLED)
            if ready:
                written += os.read(self.side, 65536)
            elif is_enough(plain(written)):
                break
        return plain(written)

    def close(self):
        os.close(self.side)
        os.waitpid(self.process, 0)


def plain(written):
    """The text without the codes that move the cursor and set colors."""
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()=>].?|\x1b\].*?(\x07|\x1b\\)", "", written.decode("utf-8", "replace"))
    return text.replace("\r", "")


def failures(shell, program, folder):
    script = folder / f"completions.{shell}"
    script.write_bytes(subprocess.run([program, "completions", shell], stdout=subprocess.PIPE, check=True).stdout)
    words, start = STARTS[shell]
    environment = {"PATH": f"{program.parent}:{os.environ['PATH']}", "HOME": str(folder), "TERM": "xterm", "COLUMNS": "200", "LANG": "C.UTF-8"}
    found = []
    terminal = Terminal(words, environment)
    terminal.read(lambda text: any(sign in text for sign in "$%#>"))
    terminal.type(start.format(script=script) + "; echo rea''dy\n")
    terminal.read(lambda text: "ready" in text)
    for typed, wanted, unwanted in CASES:
        terminal.type(typed)
        terminal.read(lambda text: typed[-1] in text)
        offered = ""
        # bash lists several words at the second Tab only.
        for _ in range(2):
            terminal.type("\t")
            offered += terminal.read(lambda text: True)
            if all(word in typed + offered.lstrip("\x07") for word in wanted):
                break
        line = typed + offered.lstrip("\x07")
        missing = [word for word in wanted if word not in line]
        surplus = [word for word in unwanted if word in offered]
        if missing or surplus:
            found.append(f"{shell}: {typed!r}: lacks {missing}, shows {surplus}:\n{line}")
        # The next line begins at a new prompt.
        terminal.type("\x03")
        terminal.read(lambda text: ">" in text)
    terminal.close()
    return found


def main(arguments):
    if not arguments or not set(arguments[1:]) <= set(STARTS):
        print(__doc__, file=sys.stderr)
        return 2
    program = pathlib.Path(arguments[0]).resolve()
    shells = arguments[1:] or list(STARTS)
    absent = [shell for shell in [*shells, "man"] if not shutil.which(shell)]
    if absent:
        print(f"complete.py: not installed: {' '.join(absent)}; '.ci/install-dependencies ci' brings them", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        with concurrent.futures.ThreadPoolExecutor() as pool:
            found = sum(pool.map(lambda shell: failures(shell, program, folder), shells), [])
        page = folder / "tracetool.1"
        page.write_bytes(subprocess.run([program, "man"], stdout=subprocess.PIPE, check=True).stdout)
        shown = subprocess.run(["man", "--warnings", "-l", page], capture_output=True, text=True, env={**os.environ, "MANWIDTH": "80"}, check=True)
        if shown.stderr or "--fail-on LEVEL" not in shown.stdout:
            found.append(f"man: {shown.stderr or shown.stdout}")
    print(*found, sep="\n", end="\n" if found else "")
    print(f"{len(CASES)} lines in {', '.join(shells)}, and the manual page: {len(found)} wrong")
    return 1 if found else 0


sys.exit(main(sys.argv[1:]))
