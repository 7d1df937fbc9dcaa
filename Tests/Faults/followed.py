#!/usr/bin/env python3
"""Kills 'tracetool ingest --follow' at random instants while a program writes on, and begins it again each time.

usage: followed.py [--tracetool FILE] [--lines N] [--seed N] [--long]

A log grows by pieces that end anywhere, in the middle of a line or of a character, and is rotated in each way that
programs have: renamed, copied and emptied, renamed and compressed. Whatever happened, in the end the store holds what an
ingest of all lines stores: of a log that only grew, every table is the same, row for row; of rotated logs, what 'export'
writes.
"""
import gzip
import os
import random
import re
import shutil
import signal
import threading
import time

from bench import Bench, differences, end, number

OFFSETS = "SELECT sum(offset) FROM sources"
# How many lines were rejected before an event: none that stand in the file before its own.
ORIGIN = re.compile(r'"origin":\{[^{}]*\},')


def make_log(bench, size):
    """The lines of a log: with records of many bytes a character, doubled ones, and lines that are no records."""
    lines = bench.trace(size // 70, "--fault", "leaked") + bench.trace(size // 70, "--no-seq", "--no-launch", seed=1)
    for place in range(3, len(lines), 9):
        lines[place] = lines[place].rstrip(b"\n}") + ',"名":"日本語 \U0001f4f1 é"}\n'.encode()
    lines[40:40] = [b"no event\n", b"\n", lines[39], b'{"time":1}\n', lines[20].replace(b"\n", b"\r\n")]
    return lines


class Writer:
    """A program that writes a log, and rotates it now and then if it is asked to."""

    def __init__(self, folder, lines, chance, rotates):
        self.path, self.log, self.chance, self.rotates = folder / "x.log", b"".join(lines), chance, rotates
        self.rotations = 0
        self.thread = threading.Thread(target=self.write)

    def write(self):
        place = 0
        while place < len(self.log):
            step = self.chance.choice([7, 100, 1000, 4096, 20_000])
            # A program rotates its log behind a whole line.
            turns = self.rotates and self.chance.random() < 0.1
            last = self.log.find(b"\n", place + step) + 1 if turns else place + step
            with open(self.path, "ab", buffering=0) as file:
                file.write(self.log[place:last or len(self.log)])
            place = last or len(self.log)
            if turns:
                self.rotate()
            time.sleep(self.chance.random() * 0.06)

    def rotate(self):
        self.rotations += 1
        older = self.path.with_name(f"x.log.{self.rotations}")
        way = self.chance.choice(["rename", "copy", "compress"])
        if way == "copy":
            shutil.copy(self.path, older)
            os.truncate(self.path, 0)
            return
        os.rename(self.path, older)
        if way == "compress":
            packed = gzip.compress(older.read_bytes())
            # It takes its name once it is whole, and the other file goes then.
            older.with_name(f".{self.rotations}").write_bytes(packed)
            os.rename(older.with_name(f".{self.rotations}"), f"{older}.gz")
            older.unlink()


def follow(bench, chance, lines, rotates):
    """Follows a log that is written, by runs that are killed; how many were, and how many in the middle of the log."""
    logs = bench.folder / "logs"
    logs.mkdir()
    writer = Writer(logs, lines, random.Random(chance.random()), rotates)
    kills = between = 0
    what = "rotated" if rotates else "grown"
    arguments = ["ingest", "--follow", "--for", "5min", "--max-rejects", "100%", "--store", "s.db", "logs"]
    writer.thread.start()
    while writer.thread.is_alive():
        run = bench.start(*arguments)
        time.sleep(chance.random() * 1.5)
        run.send_signal(signal.SIGKILL)
        ended = end(run)
        bench.expect(ended.code == -signal.SIGKILL, what, f"it ended with {ended.code}: {ended.errors[-300:]}")
        kills += 1
        between += 0 < number(bench.folder / "s.db", OFFSETS) < len(writer.log)
    writer.thread.join()
    run = bench.start(*arguments)
    time.sleep(1)
    run.send_signal(signal.SIGINT)
    ended = end(run)
    bench.expect(ended.code == 0, what, f"the last run ended with {ended.code}: {ended.errors[-300:]}")
    compare(bench, what, rotates, b"".join(lines))
    shutil.rmtree(logs)
    bench.remove("s.db")
    return kills, between, writer.rotations


def compare(bench, what, rotates, log):
    """The store is that of an ingest of all lines."""
    folder = bench.folder / "whole"
    (folder / "logs").mkdir(parents=True)
    (folder / "logs/x.log").write_bytes(log)
    bench.must_run("ingest", "--max-rejects", "100%", "--store", "../whole.db", "logs", cwd=folder)
    if rotates:
        exported = [sorted(ORIGIN.sub("", bench.must_run("export", "--store", store).output).splitlines())
                    for store in ("s.db", "whole.db")]
        bench.expect(exported[0] == exported[1], what, f"{len(exported[0])} events are stored, not {len(exported[1])}: "
                     f"{next((pair for pair in zip(*exported) if pair[0] != pair[1]), '')}")
    else:
        for text in differences(bench.folder / "whole.db", bench.folder / "s.db"):
            bench.say(what, text)
    shutil.rmtree(folder)
    bench.remove("whole.db")


def main():
    bench = Bench(__doc__, lines=(1500, "how long the log is"), turns=(4, "how often it is written, in each way"))
    chance = random.Random(bench.seed)
    lines = make_log(bench, bench.option("lines", 4000))
    kills = between = rotations = 0
    for turn in range(2 * bench.option("turns", 40)):
        counts = follow(bench, chance, lines, rotates=turn % 2 == 1)
        kills, between, rotations = (sum(pair) for pair in zip((kills, between, rotations), counts))
    bench.finish(f"{kills} kills, {between} in the middle of a log, {rotations} rotations (seed {bench.seed})",
                 enough=between >= 2 and rotations > 0)


if __name__ == "__main__":
    main()
