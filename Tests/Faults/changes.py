#!/usr/bin/env python3
"""Changes files between runs of 'tracetool ingest' and under them, and gives it what is no file.

usage: changes.py [--tracetool FILE] [--cuts N] [--seed N] [--long]

A log grows between two runs, from any byte on, in the middle of a line or of a character; it grows while it is read; it
is cut off, replaced, rotated, and vanishes half way. Every record is stored once, as if the log had been whole from the
beginning. What is no file is refused by its name or skipped, and nothing waits for it.
"""
import os
import random
import re
import signal
import socket
import threading
import time

from bench import Bench, connect, differences, end, number, rows

EVENTS = "SELECT count(*) FROM events"
# What tells where a record came from, and what was seen of a source when it was first met.
IDENTITY = re.compile(r"source:[0-9a-f]{16}")


def write_logs(bench, size):
    """A log with records of many bytes a character, doubled ones and lines that are no records; returns its bytes."""
    lines = bench.trace(size // 70, "--fault", "leaked") + bench.trace(size // 70, "--no-seq", "--no-launch", seed=1)
    for place in range(3, len(lines), 9):
        lines[place] = lines[place].rstrip(b"\n}") + ',"名":"日本語 \U0001f4f1 é"}\n'.encode()
    lines[40:40] = [b"no event\n", b"\n", b"  \r\n", lines[39], b'{"time":1}\n', lines[20].replace(b"\n", b"\r\n")]
    return b"".join(lines)


def told(store):
    """What a store holds, without what a source looked like when it was first met."""
    tables = rows(store)
    tables["sources"] = [row[:2] + row[4:6] for row in tables.get("sources", [])]
    return tables


class Changes:
    """The log, and what a run of all of it makes."""

    def __init__(self, bench, chance, log):
        self.bench, self.chance, self.log, self.path = bench, chance, log, bench.folder / "log.jsonl"
        self.path.write_bytes(log)
        self.ingest("whole")
        self.whole = told(bench.folder / "s.db")
        self.events = len(self.whole["events"])
        bench.remove("s.db")

    def ingest(self, what, *paths, codes=(0,)):
        """Takes in, and looks at how it ends."""
        run = self.bench.run("ingest", "--max-rejects", "100%", "--store", "s.db", *(paths or ["log.jsonl"]))
        self.bench.expect(run.code in codes, what, f"it ended with {run.code}: {run.errors[-300:]}")
        return run

    def compare(self, what):
        """The store is that of a run of all of it."""
        for text in differences(self.whole, told(self.bench.folder / "s.db")):
            self.bench.say(what, text)
        self.bench.remove("s.db")

    def count(self, what, wanted):
        """So many events are stored."""
        stored = number(self.bench.folder / "s.db", EVENTS)
        self.bench.expect(stored == wanted, what, f"{stored} events are stored, not {wanted}")

    def grow(self, cuts):
        """Grows the log in one, two or three steps; most of them in the middle of a line."""
        inside = 0
        ends = [place for place, byte in enumerate(self.log) if byte == 10]
        for turn in range(cuts):
            steps = sorted(self.chance.randrange(1, len(self.log)) for _ in range(self.chance.randint(1, 3)))
            if turn % 5 == 0:
                # Before a newline and behind it, and between a carriage return and its newline.
                steps = sorted(self.chance.choice(ends) + self.chance.randint(-1, 1) for _ in range(2))
            if turn % 7 == 0:
                steps[0] = self.chance.randint(1, 4200)  # About what a source is known by.
                steps.sort()
            inside += sum(self.log[step - 1] != 10 for step in steps)
            what = f"grown at {steps}"
            for step in steps:
                self.path.write_bytes(self.log[:step])
                self.ingest(what, codes=(0, 3))
            self.path.write_bytes(self.log)
            self.ingest(what)
            self.compare(what)
        return inside

    def grow_while_read(self, turns):
        """Somebody writes on, a few bytes or many lines at a time."""
        reads = 0
        for turn in range(turns):
            self.path.write_bytes(b"")
            done = threading.Event()

            def write():
                with open(self.path, "ab", buffering=0) as file:
                    place = 0
                    while place < len(self.log):
                        step = self.chance.choice([7, 100, 1000, 30_000, 300_000])
                        file.write(self.log[place:place + step])
                        place += step
                        time.sleep(0.002)
                done.set()

            writer = threading.Thread(target=write)
            writer.start()
            while not done.is_set():
                self.ingest("grown while it is read", codes=(0, 3))
                reads += 1
            writer.join()
            self.ingest("grown while it is read")
            self.compare("grown while it is read")
        return reads

    def shrink(self, turns):
        """Cuts the log off between two runs, and under one; what was stored stays, and nothing is doubled."""
        for turn in range(turns):
            what, length = f"cut off, turn {turn}", self.chance.randrange(len(self.log))
            self.path.write_bytes(self.log)
            if turn % 2:
                run = self.bench.start("ingest", "--max-rejects", "100%", "--store", "s.db", "log.jsonl")
                time.sleep(self.chance.random() * 0.02)
                os.truncate(self.path, length)
                ended = end(run)
                self.bench.expect(ended.code in (0, 3), what, f"it ended with {ended.code}: {ended.errors[-300:]}")
            else:
                self.ingest(what)
                os.truncate(self.path, length)
            self.ingest(what, codes=(0, 3))
            self.path.write_bytes(self.log)
            self.ingest(what)
            # Records without a number, told again by what is a source of its own, are the ones that are there.
            self.count(what, self.events)
            self.bench.remove("s.db")

    def replace(self):
        """Another log under its name; rotated logs; the same log under many names."""
        lines = self.log.splitlines(keepends=True)
        half = b"".join(lines[:len(lines) // 2])
        rest = b"".join(lines[len(lines) // 2:])
        other = b"".join(self.bench.trace(20, seed=5))
        others = len(other.splitlines())
        self.path.write_bytes(self.log)
        self.ingest("replaced")
        self.path.write_bytes(other)
        self.ingest("replaced")
        self.count("replaced", self.events + others)
        # As long as it was, and another.
        self.path.write_bytes(b" " * 9 + self.log[9:])
        self.ingest("replaced by as many bytes", codes=(0, 3))
        self.bench.remove("s.db")
        cases = 2
        for name, steps in {
            "rotated": [(half, None), (rest, half)],
            "rotated when it had grown": [(half[:9000], None), (rest, half)],
            "rotated while nobody looked": [(half, None), (b"", half), (rest, half)],
        }.items():
            for new, old in steps:
                self.path.write_bytes(new)
                (self.bench.folder / "log.1").unlink(missing_ok=True)
                if old is not None:
                    (self.bench.folder / "log.1").write_bytes(old)
                self.ingest(name, "log.jsonl", *(["log.1"] if old is not None else []), codes=(0, 3))
            # Records without a launch of their own are of a device, wherever they stand.
            self.count(name, self.events)
            self.bench.remove("s.db")
            cases += 1
        # A copy, a link, and a link to it are one log by what is in them.
        self.path.write_bytes(self.log)
        (self.bench.folder / "copy.jsonl").write_bytes(self.log)
        (self.bench.folder / "link.jsonl").symlink_to("log.jsonl")
        os.link(self.path, self.bench.folder / "hard.jsonl")
        self.ingest("many names", "log.jsonl", "copy.jsonl", "link.jsonl", "hard.jsonl", "./log.jsonl")
        self.count("many names", self.events)
        self.bench.remove("s.db")
        return cases + 1

    def vanish(self):
        """Files go while others are read, which a pipe holds up; what is there is stored, what is not is named."""
        os.mkfifo(self.bench.folder / "a.pipe")
        half = len(self.log) // 2
        for case in ("gone", "unreadable", "a folder now"):
            victim = self.bench.folder / "b.jsonl"
            victim.write_bytes(self.log)
            (self.bench.folder / "c.jsonl").write_bytes(b"".join(self.bench.trace(5, seed=9)))
            run = self.bench.start("ingest", "--max-rejects", "100%", "--store", "s.db", "a.pipe", "b.jsonl", "c.jsonl")
            with open(self.bench.folder / "a.pipe", "wb") as pipe:
                pipe.write(b"".join(self.bench.trace(3, seed=8)))
                pipe.flush()
                time.sleep(0.1)
                victim.unlink()
                if case == "a folder now":
                    victim.mkdir()
                elif case == "unreadable":
                    victim.symlink_to("b.jsonl")
            ended = end(run)
            self.bench.expect(ended.code == 4 and "'b.jsonl'" in ended.errors, f"vanished, {case}",
                              f"{ended.code}: {ended.errors}")
            files = {path for path, in connect(self.bench.folder / "s.db").execute("SELECT DISTINCT file FROM event")}
            self.bench.expect(files == {b"a.pipe", b"c.jsonl"}, f"vanished, {case}", f"events are of {files}")
            if victim.is_dir():
                victim.rmdir()
            else:
                victim.unlink(missing_ok=True)
            victim.write_bytes(self.log)
            self.ingest("back again", "b.jsonl", "c.jsonl")
            self.bench.remove("s.db")
        return 3

    def no_files(self):
        """What is no file: refused where it was named, skipped in a folder."""
        folder = self.bench.folder / "odd"
        folder.mkdir()
        (folder / "log.jsonl").write_bytes(self.log)
        os.mkfifo(folder / "pipe.jsonl")
        (folder / "null.jsonl").symlink_to("/dev/null")
        (folder / "zero.jsonl").symlink_to("/dev/zero")
        (folder / "self").symlink_to(".")
        (folder / "up").symlink_to("../odd")
        (folder / "deep").mkdir()
        (folder / "deep/round").symlink_to("../deep")
        (folder / "deep/again.jsonl").symlink_to("../log.jsonl")
        server = socket.socket(socket.AF_UNIX)
        server.bind(str(folder / "socket.jsonl"))
        self.ingest("a folder with what is no file", "odd", "odd/.", "odd/self/self/log.jsonl")
        self.count("a folder with what is no file", self.events)
        (folder / "loop.jsonl").symlink_to("loop.jsonl")
        (folder / "nowhere.jsonl").symlink_to("gone")
        cases = 1
        for path, words in {
            "/dev/null": "no file and no pipe", "/dev/zero": "no file and no pipe", "odd/socket.jsonl": "odd/socket.jsonl",
            "odd/loop.jsonl": "odd/loop.jsonl", "odd/nowhere.jsonl": "odd/nowhere.jsonl", "gone.jsonl": "gone.jsonl",
            "odd/log.jsonl/": "odd/log.jsonl/",
        }.items():
            for command in (["ingest", path, "--store", "s.db"], ["check", path]):
                run = self.bench.run(*command, timeout=60)
                cases += 1
                self.bench.expect(run.code == 4 and words in run.errors, f"{command[0]} {path}", f"{run.code}: {run.errors}")
        server.close()
        (folder / "empty").mkdir()
        run = self.bench.run("check", "odd/empty")
        self.bench.expect(run.code == 3 and "no event" in run.errors, "check of an empty folder", f"{run.code}: {run.errors}")
        # A pipe that nobody writes to is waited for, and can be stopped.
        run = self.bench.start("ingest", "odd/pipe.jsonl", "--store", "s.db")
        with open(folder / "pipe.jsonl", "wb"):
            time.sleep(0.2)
            run.send_signal(signal.SIGINT)
            ended = end(run, 60)
        self.bench.expect(ended.code == 130, "a silent pipe", f"{ended.code}: {ended.errors}")
        self.count("after what is no file", self.events)
        return cases + 2


def main():
    bench = Bench(__doc__, cuts=(20, "how often the log grows"), lines=(1500, "how long it is"))
    chance = random.Random(bench.seed)
    changes = Changes(bench, chance, write_logs(bench, bench.option("lines", 4000)))
    turns = bench.option("cuts", 500)
    inside = changes.grow(turns)
    reads = changes.grow_while_read(max(turns // 20, 2))
    changes.shrink(max(turns // 5, 4))
    cases = changes.replace() + changes.vanish() + changes.no_files()
    bench.finish(f"{turns} times grown, {inside} cuts in the middle of a line; {reads} reads while it grew; "
                 f"{max(turns // 5, 4)} times cut off; {cases} cases of other files (seed {bench.seed})",
                 enough=inside >= turns // 2)


if __name__ == "__main__":
    main()
