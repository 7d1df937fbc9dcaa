#!/usr/bin/env python3
"""Counts what a caller of TraceRecorder pays: instructions of its thread, by valgrind, and how often memory is asked for.

usage: recorder_costs.py FOLDER    (which holds `recorder-probe` and `hang-turns`, optimized)

Of a line it is the difference of two runs that record 1,000 and 3,000 lines; of the start, until its first line is
written, the difference of a run that starts and one that does nothing; of a full folder what a start takes more beside
2,000 traces, as many as there can be. The bounds are a quarter over what was counted on x86-64 with Swift 6.3: more is
a fault. A phone's time is another matter, which nobody has measured.

The watch for hangs may take a thousandth of a core that does a billion instructions a second, whether the run loop turns
never, 60 or 120 times a second. It is the difference of two runs, of 10 and 30 seconds of the script's clock.
"""
import os
import pathlib
import re
import struct
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
FEW, MANY = 1000, 3000
# What was counted, by what is counted.
COUNTED = {
    "instructions of a line": 7_840, "allocations of a line": 2.2,
    "instructions of the start": 4_060_000, "allocations of the start": 677,
    "instructions of a full folder": 3_250_000, "allocations of a full folder": 24,
}
FULL = 2000
SLACK = 1.25
# Turns of the run loop in a second; the two lengths of a run in seconds; and the most instructions in a second.
TURNS, SECONDS, MOST_OF_WATCH = (0, 60, 120), (10, 30), 1_000_000


def instructions_of(folder, command):
    """Those of the main thread, the kernel's not among them."""
    out = folder / "callgrind"
    subprocess.run(["valgrind", "-q", "--tool=callgrind", "--separate-threads=yes", f"--callgrind-out-file={out}",
                    *command], check=True)
    text = pathlib.Path(f"{out}-01").read_text("utf-8")
    return int(re.search(r"^(?:totals|summary): (\d+)", text, re.M)[1])


def fill(data):
    """Puts traces of launches that have ended where the probe records."""
    place = data / "tracetool/recorder-probe/recorder-probe"
    place.mkdir(parents=True)
    for number in range(FULL):
        (place / f"trace-{number + 1:08}-{int(time.time())}-2147483646-{number:08X}.jsonl").touch()
    return data


def instructions(data, events):
    return instructions_of(data.parent, [data.parent / "recorder-probe", "start", data, str(events)])


def instructions_of_watch(folder, turns):
    """Those of a second in which the run loop turns so often."""
    few, many = (instructions_of(folder, [folder / "hang-turns", folder / f"turns{turns}-{seconds}", str(turns),
                                          str(seconds)]) for seconds in SECONDS)
    return (many - few) / (SECONDS[1] - SECONDS[0])


def allocations(data, events):
    library, count = data.parent / "allocations.so", data.parent / "count"
    count.unlink(missing_ok=True)
    subprocess.run([data.parent / "recorder-probe", "start", data, str(events)], check=True,
                   env={**os.environ, "LD_PRELOAD": str(library), "ALLOCATIONS": str(count)})
    return struct.unpack("q", count.read_bytes())[0]


folder = pathlib.Path(sys.argv[1])
subprocess.run(["clang", "-shared", "-fPIC", "-O1", "-o", folder / "allocations.so", HERE / "allocations.c"], check=True)
counts = {}
for what, count in ("instructions", instructions), ("allocations", allocations):
    nothing, start, few, many = (count(folder / f"{what}{events}", events) for events in (-1, 0, FEW, MANY))
    counts[f"{what} of a line"] = (many - few) / (MANY - FEW)
    counts[f"{what} of the start"] = start - nothing
    counts[f"{what} of a full folder"] = count(fill(folder / f"{what}Full"), 0) - start
faults = 0
for name, bound in COUNTED.items():
    is_over = counts[name] > bound * SLACK
    faults += is_over
    print(f"{name}: {counts[name]:,.1f}, at most {bound * SLACK:,.1f}{': too many' if is_over else ''}")
for turns in TURNS:
    count = instructions_of_watch(folder, turns)
    is_over = count > MOST_OF_WATCH
    faults += is_over
    print(f"instructions of a second's watch, {turns} turns: {count:,.0f}, at most {MOST_OF_WATCH:,}"
          f"{': too many' if is_over else ''}")
sys.exit(1 if faults else 0)
