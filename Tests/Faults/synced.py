#!/usr/bin/env python3
"""Follows an ingest of some commits call by call: what is committed must have been synced to the disk.

The thread that copies pages from the write-ahead log into the store must have synced the log before. Another thread may
write what it has not committed yet to the log meanwhile. The log must be synced at least once a commit, and when the
program ends nothing that was written may wait for its sync: speed is not bought with durability.
"""
import re

from bench import Bench

# A transaction ends after so many events, if time does not end it before.
TRANSACTION = 100_000
CALL = re.compile(rb"(\d+) +(pwrite64|write|fsync|fdatasync|unlink)\((?:\d+<([^>]*)>|\"([^\"]*)\")")

bench = Bench(__doc__, events=(220_000, "events"))
events = bench.option("events", 1_000_000)
with open(bench.folder / "trace.jsonl", "wb") as trace:
    # One launch a few events, so that the replay takes none of the time.
    for number in range(events):
        trace.write(b'{"event":"view.didAppear","time":%d,"seq":%d,"launch":"%d"}\n'
                    % (1_760_000_000_000_000_000 + number, number % 100, number // 100))
store = bench.folder / "events.db"
bench.must_run(
    "ingest", "trace.jsonl", "--store", store, "--quiet", timeout=900,
    wrapper=["strace", "-f", "-qq", "-y", "-s", "0", "-o", "calls", "-e", "trace=pwrite64,write,fsync,fdatasync,unlink",
             "-P", store, "-P", f"{store}-wal"])
waiting, writes, syncs = set(), 0, {"events.db": 0, "events.db-wal": 0}
# The threads that have synced the log, and have neither written to it nor synced the store since.
ready = set()
for line in (bench.folder / "calls").read_bytes().splitlines():
    found = CALL.search(line)
    if not found:
        continue
    thread, call, name = found[1], found[2], (found[3] or found[4]).decode().rsplit("/", 1)[-1]
    if call.endswith(b"sync"):
        waiting.discard(name)
        syncs[name] += 1
        if name == "events.db":
            ready.discard(thread)
        else:
            ready.add(thread)
    elif call == b"unlink":
        waiting.discard(name)
    else:
        if name == "events.db":
            is_synced = thread in ready or "events.db-wal" not in waiting
            bench.expect(is_synced, line.decode(), "the thread has not synced the log before")
        else:
            ready.discard(thread)
        waiting.add(name)
        writes += 1
bench.expect(not waiting, "at the end", f"not synced: {sorted(waiting)}")
commits = events // TRANSACTION + 1
bench.expect(syncs["events.db-wal"] >= commits, "the log", f"{syncs['events.db-wal']} syncs, {commits} commits or more")
bench.expect(syncs["events.db"] >= 1, "the store", "never synced")
bench.finish(f"{writes} writes, {syncs['events.db-wal']} syncs of the log, {syncs['events.db']} of the store", writes > 100)
