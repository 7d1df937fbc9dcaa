#!/usr/bin/env python3
"""Follows an ingest of some commits call by call: what is told to be stored must have been synced to the disk.

The thread that copies pages from the write-ahead log into the store must have synced the log before. Another thread may
write what it has not committed yet to the log meanwhile. When the program ends nothing that was written may wait for its
sync: speed is not bought with durability. Of a pipe, whose lines cannot be read again, the log must be synced at least
once a commit.
"""
import re
import subprocess

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


def follow(way):
    """Reads the trace into a store of its own; how often was written and synced."""
    store = bench.folder / f"{way}.db"
    with open(bench.folder / "trace.jsonl", "rb") as trace:
        feeder = subprocess.Popen(["cat"], stdin=trace, stdout=subprocess.PIPE)
        bench.must_run(
            "ingest", "trace.jsonl" if way == "file" else "-", "--store", store, "--quiet", timeout=900, stdin=feeder.stdout,
            wrapper=["strace", "-f", "-qq", "-y", "-s", "0", "-o", "calls", "-e",
                     "trace=pwrite64,write,fsync,fdatasync,unlink", "-P", store, "-P", f"{store}-wal"])
        feeder.stdout.close()
        feeder.wait()
    waiting, writes, syncs = set(), 0, {store.name: 0, f"{store.name}-wal": 0}
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
            if name == store.name:
                ready.discard(thread)
            else:
                ready.add(thread)
        elif call == b"unlink":
            waiting.discard(name)
        else:
            if name == store.name:
                is_synced = thread in ready or f"{store.name}-wal" not in waiting
                bench.expect(is_synced, line.decode(), "the thread has not synced the log before")
            else:
                ready.discard(thread)
            waiting.add(name)
            writes += 1
    bench.expect(not waiting, f"{way}, at the end", f"not synced: {sorted(waiting)}")
    bench.expect(syncs[store.name] >= 1, f"{way}, the store", "never synced")
    return writes, syncs[f"{store.name}-wal"]


commits = events // TRANSACTION + 1
(writes, syncs), (more, pipe_syncs) = follow("file"), follow("pipe")
bench.expect(pipe_syncs >= commits, "pipe, the log", f"{pipe_syncs} syncs, {commits} commits or more")
bench.expect(syncs < pipe_syncs, "file, the log", f"{syncs} syncs, of a pipe {pipe_syncs}")
bench.finish(f"{writes + more} writes; syncs of the log: file {syncs}, pipe {pipe_syncs}", writes > 100)
