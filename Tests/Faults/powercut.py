#!/usr/bin/env python3
"""Cuts the power of 'tracetool ingest' at random instants, and holds the store against that of an undisturbed run.

usage: powercut.py [--tracetool FILE] [--cuts N] [--seed N] [--long]

A run writes down what it does to its store (journal.c). After a cut the disk has what was synced; of what was written
since, each write is there, is missing, or is torn between two sectors. The store that is left must be whole, and the next
run must make of it that of a run that nothing disturbed. What a run has said to be stored must be there: after the end
of a run, nothing that was not synced may be missed. The logs are read as files, and from a pipe, where all that was
committed is synced at once, as nobody may write it again.
"""
import os
import random
import subprocess

from bench import ROOT, Bench, differences, number, rows

SECTOR = 512
EVENTS = "SELECT count(*) FROM events"


class Disk:
    """What the disk has of the files of a store, and what was written since they were synced."""

    def __init__(self):
        self.synced, self.waiting, self.begun = {}, {}, {}

    @staticmethod
    def apply(content, step, kept=None):
        """Does a step to the content of a file; `kept` are the sectors of a write that reach the disk."""
        call, at, data = step
        if call == "cut":
            del content[at:]
            content.extend(bytes(at - len(content)))
            return
        content.extend(bytes(max(0, at + len(data) - len(content))))
        for start in range(0, len(data), SECTOR):
            if kept is None or start // SECTOR in kept:
                content[at + start:at + start + SECTOR] = data[start:start + SECTOR]

    def do(self, call, name, at, data):
        waiting = self.waiting.setdefault(name, [])
        if call == "begin":
            self.begun.setdefault(name, []).append(len(waiting))
        elif call == "end":
            count = self.begun[name].pop(0)
            content = self.synced.setdefault(name, bytearray())
            for step in waiting[:count]:
                self.apply(content, step)
            del waiting[:count]
            self.begun[name] = [max(0, other - count) for other in self.begun[name]]
        elif call == "unlink":
            self.synced.pop(name, None)
            self.waiting[name] = []
        else:
            waiting.append((call, at, data))

    def cut(self, chance, folder, store):
        """Writes what a cut leaves to a folder; the index of the log is made anew by whoever opens the store."""
        share = chance.choice((0, 0.5, 0.9, 1))
        for suffix in ("", "-wal"):
            name = store + suffix
            content = bytearray(self.synced.get(name, b""))
            for step in self.waiting.get(name, []):
                if chance.random() >= share:
                    continue
                sectors = range((len(step[2]) + SECTOR - 1) // SECTOR)
                is_torn = chance.random() < 0.2
                self.apply(content, step, {sector for sector in sectors if chance.random() < 0.5} if is_torn else None)
            if name in self.synced or content:
                (folder / name).write_bytes(content)


def steps(journal):
    """The steps of a journal."""
    with open(journal, "rb") as file:
        for head in file:
            call, name, at, length = head.decode().split(" ")
            yield call, name, int(at), file.read(int(length)) if call == "write" else b""


def write_log(bench):
    """A log of launches whose texts fill the program's memory of them, so that it commits with each batch or two."""
    lines = bench.trace(800, "--repeat-context", "--devices", "20")
    lines = [line.rstrip(b"\n}") + b',"viewInstance":"%d%s"}\n' % (place, b"x" * 500) for place, line in enumerate(lines)]
    (bench.folder / "log.jsonl").write_bytes(b"".join(lines))


def ingest(bench, way, **more):
    """Runs an ingest of the log, as a file or from a pipe."""
    if way == "file":
        return bench.run("ingest", "--store", "power.db", "log.jsonl", **more)
    with open(bench.folder / "log.jsonl", "rb") as log:
        feeder = subprocess.Popen(["cat"], stdin=log, stdout=subprocess.PIPE)
    run = bench.run("ingest", "--store", "power.db", "-", stdin=feeder.stdout, **more)
    feeder.stdout.close()
    feeder.wait()
    return run


def record(bench, way):
    """What an ingest does to its store, step by step."""
    journal = bench.folder / f"{way}.journal"
    run = ingest(bench, way, env={**os.environ, "LD_PRELOAD": str(bench.folder / "journal.so"), "JOURNAL": str(journal),
                                  "JOURNAL_OF": "power.db"})
    bench.expect(run.code == 0, f"{way}, undisturbed", f"it ended with {run.code}: {run.errors[-300:]}")
    return list(steps(journal))


def main():
    bench = Bench(__doc__, cuts=(12, "cuts of each way"))
    chance, cuts = random.Random(bench.seed), bench.option("cuts", 300)
    subprocess.run(["clang", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", bench.folder / "journal.so",
                    ROOT / "Tests/Faults/journal.c", "-ldl"], check=True)
    write_log(bench)
    between = lost = 0
    for way in ("file", "pipe"):
        journal = record(bench, way)
        whole, all_events = rows(bench.folder / "power.db"), number(bench.folder / "power.db", EVENTS)
        bench.remove("power.db")
        # The last cut comes after the end of the run.
        places = sorted(chance.randrange(1, len(journal)) for _ in range(cuts)) + [len(journal)] * 2
        disk, done = Disk(), 0
        for place in places:
            for step in journal[done:place]:
                disk.do(*step)
            done, what = place, f"{way}, cut after {place} of {len(journal)} calls"
            disk.cut(chance, bench.folder, "power.db")
            is_there = (bench.folder / "power.db").exists()
            if is_there and (bench.folder / "power.db").stat().st_size:
                stored = number(bench.folder / "power.db", EVENTS)
                between += 0 < stored < all_events
                lost += stored < all_events
                if place == len(journal):
                    bench.expect(stored == all_events, what, f"{stored} of {all_events} events are left")
            run = ingest(bench, way)
            if bench.expect(run.code == 0, what, f"the next run ended with {run.code}: {run.errors[-300:]}"):
                verified = bench.run("store", "verify", "--store", "power.db")
                bench.expect(verified.code == 0, what, f"the store is not whole: {verified.output[-300:]}")
                for text in differences(whole, bench.folder / "power.db"):
                    bench.say(what, text)
            bench.remove("power.db")
    bench.finish(f"{2 * (cuts + 2)} cuts, {lost} of them took something back, {between} not all; seed {bench.seed}", between > cuts // 4)


main()
