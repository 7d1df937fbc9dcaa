#!/usr/bin/env python3
"""Tries a built program where systems differ: what its output goes to, and a zip archive of many members.

usage: system.py PROGRAM

On a Mac the device of a terminal has a negative number every other time that it starts, and a file that a child opens
again by its number in /dev/fd shares the place to read from: both have ended in wrong answers or a crash elsewhere.
"""
import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile
import zipfile

SAMPLE = pathlib.Path(__file__).resolve().parents[1] / "Samples/shop.jsonl"
MEMBERS = 20


def run(program, *words, out=subprocess.PIPE):
    done = subprocess.run([program, *words], stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.PIPE, check=False)
    return done.returncode, done.stdout


def at_terminal(program, *words):
    """The exit code and what a terminal gets, without colors and the terminal's own ends of lines."""
    got = bytearray()

    def read(descriptor):
        block = os.read(descriptor, 4096)
        got.extend(block)
        return block

    # `spawn` also copies to standard output what it reads.
    kept = os.dup(1)
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    try:
        status = pty.spawn([program, *words], read, lambda _: b"")
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nothing)
    return os.waitstatus_to_exitcode(status), re.sub(rb"\x1b\[[0-9;]*[A-Za-z]|\r", b"", bytes(got))


def main(arguments):
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    program = os.path.abspath(arguments[0])
    question = ["report", "--launch-times", "--by", "appVersion,kind", str(SAMPLE)]
    code, expected = run(program, *question)
    assert code == 0 and b"4.9.0" in expected, (code, expected)
    lines = SAMPLE.read_text("utf-8").splitlines(keepends=True)

    code, shown = at_terminal(program, *question)
    assert code == 0, (code, shown)
    assert all(line in shown for line in expected.splitlines()), shown.decode()
    code, shown = at_terminal(program, "check", str(SAMPLE))
    assert code == 1 and b"FAILED" in shown, (code, shown)
    with open(os.devnull, "wb") as nothing:
        code, _ = run(program, *question, out=nothing)
    assert code == 0, f"to {os.devnull}: {code}"

    with tempfile.TemporaryDirectory() as folder:
        archive = pathlib.Path(folder) / "traces.zip"
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as opened:
            launches = {}
            for line in lines:
                launches.setdefault(re.search('"launch":"([^"]*)"', line)[1], []).append(line)
            for number, launch in enumerate(launches.values()):
                opened.writestr(f"traces/{number:02}.jsonl", "".join(launch))
            assert len(opened.namelist()) == MEMBERS, opened.namelist()
        code, answer = run(program, *question[:-1], str(archive))
        assert (code, answer) == (0, expected), answer.decode()
    print(f"a terminal, {os.devnull} and an archive of {MEMBERS} members get the answer that a pipe gets")
    return 0


sys.exit(main(sys.argv[1:]))
