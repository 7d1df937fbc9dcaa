#!/usr/bin/env python3
"""Counts what a caller of `record` waits for: the system calls of its thread between two pauses.

usage: recorder_calls.py FILE    (what strace wrote of `recorder-probe rotate`, which sleeps before each record)

A record writes; the first one of a file renames it before. Half-way through a file and after its first line a record
wakes another thread, which opens and removes files. The heap may grow at any time.
"""
import collections
import re
import sys

# Foundation on Linux asks for both to know the main thread; Apple's systems need no call for it.
OF_LINUX = {"gettid", "getpid"}
HEAP = {"brk", "mmap", "munmap", "madvise"}
CALL = re.compile(r"^(\d+) +(?:<\.\.\. )?(\w+)[ (]")

records, current, main = [], None, None
with open(sys.argv[1], encoding="utf-8", errors="replace") as file:
    for line in file:
        found = CALL.match(line)
        if not found:
            continue
        thread, call = found.groups()
        main = main or thread
        # The rest of a call that another thread's came between.
        if thread != main or "resumed>" in line:
            continue
        if call in ("clock_nanosleep", "nanosleep"):
            if current is not None:
                records.append(current)
            current = []
        elif current is not None and call not in OF_LINUX | HEAP:
            current.append(call)

faults = []
kinds = collections.Counter(" ".join(calls) for calls in records)
rotations = [calls for calls in records if "rename" in calls]
if len(rotations) < 10:
    faults.append(f"only {len(rotations)} records began a file")
for calls in rotations:
    if calls != ["rename", "write"]:
        faults.append(f"a record that began a file made the calls {' '.join(calls)}")
for calls in records:
    if calls.count("write") != 1 or set(calls) & {"open", "openat", "getdents64", "unlink", "close", "stat", "newfstatat"}:
        faults.append(f"a record made the calls {' '.join(calls)}")
for kind, count in kinds.most_common():
    print(f"{count:6}  {kind}")
for fault in faults[:10]:
    print(fault)
print(f"{len(records)} records, {len(rotations)} of them began a file, {len(faults)} faults")
sys.exit(1 if faults else 0)
