#!/usr/bin/env python3
"""Counts what a caller of TraceRecorder pays: instructions of its thread, by valgrind, and how often memory is asked for.

usage: recorder_costs.py FOLDER    (which holds `recorder-probe`, optimized)

Of a line it is the difference of two runs that record 1,000 and 3,000 lines; of the start, until its first line is
written, the difference of a run that starts and one that does nothing. The bounds are a quarter over what was counted on
x86-64 with Swift 6.3: more is a fault. A phone's time is another matter, which nobody has measured.
"""
import os
import pathlib
import re
import struct
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
FEW, MANY = 1000, 3000
# What was counted, by what is counted.
COUNTED = {
    "instructions of a line": 7_840, "allocations of a line": 2.2,
    "instructions of the start": 5_960_000, "allocations of the start": 905,
}
SLACK = 1.25


def instructions(folder, events):
    """Those of the main thread, the kernel's not among them."""
    out = folder / "callgrind"
    subprocess.run(["valgrind", "-q", "--tool=callgrind", "--separate-threads=yes", f"--callgrind-out-file={out}",
                    folder / "recorder-probe", "start", folder / f"data{events}", str(events)], check=True)
    text = pathlib.Path(f"{out}-01").read_text("utf-8")
    return int(re.search(r"^(?:totals|summary): (\d+)", text, re.M)[1])


def allocations(folder, events):
    library, count = folder / "allocations.so", folder / "count"
    count.unlink(missing_ok=True)
    subprocess.run([folder / "recorder-probe", "start", folder / f"more{events}", str(events)], check=True,
                   env={**os.environ, "LD_PRELOAD": str(library), "ALLOCATIONS": str(count)})
    return struct.unpack("q", count.read_bytes())[0]


folder = pathlib.Path(sys.argv[1])
subprocess.run(["clang", "-shared", "-fPIC", "-O1", "-o", folder / "allocations.so", HERE / "allocations.c"], check=True)
counts = {}
for what, count in ("instructions", instructions), ("allocations", allocations):
    nothing, start, few, many = (count(folder, events) for events in (-1, 0, FEW, MANY))
    counts[f"{what} of a line"] = (many - few) / (MANY - FEW)
    counts[f"{what} of the start"] = start - nothing
faults = 0
for name, bound in COUNTED.items():
    is_over = counts[name] > bound * SLACK
    faults += is_over
    print(f"{name}: {counts[name]:,.1f}, at most {bound * SLACK:,.1f}{': too many' if is_over else ''}")
sys.exit(1 if faults else 0)
