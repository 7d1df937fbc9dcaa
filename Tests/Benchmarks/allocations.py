#!/usr/bin/env python3
"""Counts how often memory is asked for, per event, in one long launch: neither scanner nor writer may need any.

usage: allocations.py [--tracetool PROGRAM]

The count of so many events is taken from that of twice as many: what is left is the steady state. What SQLite takes for
itself, for pages and for texts that it is given, is not counted. The launch is always in the foreground and runs no task, for the
replay keeps each stay and each task.
"""
import argparse
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

import generate

HERE = pathlib.Path(__file__).resolve().parent
EVENTS = 40_000
# Blocks an event that are let pass: arrays that grow, and what a batch of 2,000 lines takes.
LIMIT = 0.1

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--tracetool", default=str(HERE.parent.parent / ".build/release/tracetool"))
options = parser.parse_args()
DRESSES = {
    "plain": generate.plain, "foreign": generate.Foreign(7), "no-seq": generate.without("seq"),
    "no-launch": generate.without("launch"),
}


def record(number):
    kind = "scene.willDeactivate" if number % 2 else "scene.didActivate"
    return {"event": kind, "time": generate.FIRST + number * 300 * generate.MILLISECOND, "seq": number, "launch": "launch",
            "device": "device", "osVersion": "iOS 18.0", "app": "com.example.shop", "appVersion": "5.0.0", "boot": "boot",
            "pid": 7, "thread": "main", "scene": "scene"}


wrong = False
with tempfile.TemporaryDirectory(prefix="tracetool-allocations-") as name:
    folder = pathlib.Path(name)
    library, count = folder / "allocations.so", folder / "count"
    subprocess.run(["clang", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library, HERE / "allocations.c"], check=True)

    def counted(command, trace):
        """How often a command over a trace asked for memory."""
        count.unlink(missing_ok=True)
        store = folder / "events.db"
        more = ["--store", store, "--quiet"] if command == "ingest" else []
        run = subprocess.run(
            [options.tracetool, command, trace, *more], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            env={**os.environ, "LD_PRELOAD": str(library), "ALLOCATIONS": str(count)})
        if run.returncode not in (0, 1):
            sys.exit(f"{command} ended with {run.returncode}: {run.stderr.decode()}")
        for path in folder.glob("events.db*"):
            path.unlink()
        return struct.unpack("q", count.read_bytes())[0]

    for dress, write in DRESSES.items():
        traces = []
        for events in (EVENTS, 2 * EVENTS):
            traces.append(folder / f"{events}.jsonl")
            traces[-1].write_text("".join(write(record(number)) + "\n" for number in range(events)))
        for command in ("check", "ingest"):
            one, two = (counted(command, trace) for trace in traces)
            each = (two - one) / EVENTS
            wrong = wrong or each > LIMIT
            print(f"{command} {dress}: {each:.3f} an event, at most {LIMIT}{', TOO MANY' if each > LIMIT else ''}")
sys.exit(1 if wrong else 0)
