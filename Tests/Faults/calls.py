#!/usr/bin/env python3
"""Lets the system's calls fail or fall short under 'tracetool', one at a time, and looks at what is left.

usage: calls.py [--tracetool FILE] [--most N] [--part PART] [--long]

A store holds the first half of a log. The log grows, and is taken in while the n-th call of one kind on the store's
files or the log fails, for many n. After each: the program has not crashed; it ended well, or with code 4 and a message
that names a file; the store is whole and holds either what was committed before or all of it; and the next run ends
with a store that is, row for row, that of a run that nothing disturbed. What only reads ends well with the right
answer, or with code 4.

PART traced: the calls of the kernel, by strace. preloaded: those of the system's library, by a library of the
harness's own that clang builds: there, reads and writes also move fewer bytes than was asked for. full-disk: a
disk that is full from the n-th write on and, where one may be mounted, a real small one. All of them unless one is
named.
"""
import collections
import errno
import os
import shutil
import subprocess
import sys

from bench import ROOT, SHOP, Bench, differences, end, number, rows

# The calls, how they fail, and whether the program must get over it by itself.
TRACED = [
    ("pwrite64", "error=EIO", False), ("pwrite64", "error=ENOSPC", False), ("pwrite64", "error=EINTR", True),
    ("fdatasync", "error=EIO", False),
    ("ftruncate", "error=EIO", False), ("mmap", "error=ENOMEM", False), ("pread64", "error=EIO", False),
    ("pread64", "error=EINTR", True), ("read", "error=EIO", False), ("read", "error=EINTR", True),
    ("openat", "error=EMFILE", False), ("openat", "error=EACCES", False), ("openat", "error=EINTR", True),
    ("lseek", "error=EIO", False), ("fcntl", "error=EIO", False), ("newfstatat", "error=EIO", False),
    ("unlink", "error=EIO", False),
]
# 0 is no error: half of the bytes are moved.
PRELOADED = [
    ("pwrite64", 0, True), ("write", 0, True), ("pread64", 0, True), ("read", 0, True),
    ("pwrite64", errno.EIO, False), ("pwrite64", errno.ENOSPC, False), ("pwrite64", errno.EDQUOT, False),
    ("pwrite64", errno.EINTR, True), ("write", errno.EIO, False), ("write", errno.ENOSPC, False),
    ("pread64", errno.EIO, False), ("pread64", errno.EINTR, True), ("read", errno.EIO, False), ("read", errno.EINTR, True),
    ("read", errno.EISDIR, False), ("fdatasync", errno.EIO, False), ("fdatasync", errno.ENOSPC, False), ("fsync", errno.EIO, False),
    ("ftruncate64", errno.EIO, False), ("ftruncate64", errno.ENOSPC, False), ("mmap64", errno.ENOMEM, False),
    ("mmap64", errno.EACCES, False), ("open64", errno.EMFILE, False), ("open64", errno.ENFILE, False), ("open64", errno.EACCES, False),
    ("open64", errno.EINTR, True), ("open", errno.EMFILE, False), ("open", errno.EACCES, False), ("open", errno.EINTR, True),
    ("open", errno.ENOENT, False), ("lseek", errno.ESPIPE, False), ("fcntl64", errno.EIO, False), ("fcntl64", errno.ENOLCK, False),
    ("fstat64", errno.EIO, False), ("stat64", errno.EIO, False), ("stat", errno.EACCES, False), ("unlink", errno.EIO, False),
    ("rename", errno.ENOSPC, False),
]
# The calls of tracetool itself, for its temporary file.
PRELOADED += [
    ("pwrite", 0, True), ("pwrite", errno.EIO, False), ("pwrite", errno.ENOSPC, False), ("pwrite", errno.EINTR, True),
    ("pread", 0, True), ("pread", errno.EIO, False), ("pread", errno.EINTR, True),
]
FULL = [("pwrite64", errno.ENOSPC), ("ftruncate64", errno.ENOSPC), ("write", errno.ENOSPC), ("fdatasync", errno.ENOSPC)]
FILES = ["store.db", "store.db-wal", "store.db-shm", "log.jsonl", "answer.json"]
INGEST = ["ingest", "log.jsonl", "--store", "store.db"]
REBUILD = ["store", "rebuild", "--store", "store.db"]
READING = [["report", "--format", "json", "--store", "store.db", "--output", "answer.json"],
           ["check", "log.jsonl", "--format", "json"],
           ["check", "store.db", "first.db", "--memory", "0MB", "--format", "json"], ["query", "SELECT * FROM event", "--format", "csv", "--store", "store.db"]]


class Calls:
    """A log, a store of its first half, and what runs that nothing disturbs make of the rest."""

    def __init__(self, bench):
        self.bench, self.folder, self.store = bench, bench.folder, bench.folder / "store.db"
        lines = SHOP.read_bytes().splitlines(keepends=True)
        self.log, self.kept, self.full = self.folder / "log.jsonl", self.folder / "kept.db", self.folder / "full.db"
        self.log.write_bytes(b"".join(lines[:len(lines) // 2]))
        self.bench.must_run(*INGEST)
        shutil.copy(self.store, self.kept)
        self.log.write_bytes(b"".join(lines))
        self.bench.must_run(*INGEST)
        shutil.copy(self.store, self.full)
        self.before, self.after, self.none = rows(self.kept), rows(self.full), None
        # Where events of two stores go that memory has no room for.
        self.room = self.folder / "room"
        self.room.mkdir()
        shutil.copy(self.kept, self.folder / "first.db")
        self.answers = {tuple(command): self.answer(self.bench.run(*command)) for command in READING}
        self.hits, self.reached, self.commands = 0, collections.Counter(), 0
        bench.remove("store.db")
        bench.must_run(*INGEST)
        self.fresh = rows(self.store)

    def answer(self, run):
        """What a run has answered, wherever to."""
        file = self.folder / "answer.json"
        text = file.read_text() if file.exists() else ""
        file.unlink(missing_ok=True)
        return run.output + text

    def prepare(self, source):
        """Puts a store in its place, or none."""
        self.bench.remove("store.db")
        if source:
            shutil.copy(source, self.store)
        for name in ("calls", "seen", "answer.json"):
            (self.folder / name).unlink(missing_ok=True)

    def traced(self, command, call, fault, place):
        """Runs with the kernel's call failing; the run, and whether that call came at all."""
        paths = [f"--trace-path={self.folder / name}" for name in FILES]
        run = self.bench.run(*command, wrapper=["strace", "-f", "-qq", "-o", "calls", *paths,
                                                f"--inject={call}:{fault}:when={place}", "--"])
        return run, "(INJECTED)" in (self.folder / "calls").read_text("utf-8", "replace")

    def preloaded(self, command, call, fault, place, on=False):
        """Runs with the library's call failing or falling short."""
        environment = {**os.environ, "TMPDIR": str(self.room), "LD_PRELOAD": str(self.folder / "shim.so"),
                       "FAULT_CALL": call, "FAULT_AT": str(place),
                       "FAULT_ERROR": str(fault), "FAULT_FILES": ":".join(f"/{name}" for name in ("store.db", "log.jsonl", "answer.json"))
                       + ":store.db:log.jsonl:/room/", "FAULT_SEEN": str(self.folder / "seen")}
        if on:
            environment["FAULT_ON"] = "1"
        run = self.bench.run(*command, env=environment)
        return run, (self.folder / "seen").exists()

    def faults(self, run, command, must_pass, before, after):
        """What is wrong after a disturbed run that writes."""
        if run.code not in ((0,) if must_pass else (0, 4)):
            yield f"it ended with {run.code}: {run.errors.strip()[-300:]}"
        if run.code == 4 and not ("store.db" in run.errors or "log.jsonl" in run.errors):
            yield f"its message names no file: {run.errors.strip()}"
        left = rows(self.store) if self.store.exists() and self.store.stat().st_size else {}
        # The events may be committed and only the summaries not.
        if left.get("events", []) not in ((before or {}).get("events", []), after["events"]):
            yield "the store holds neither what was committed before nor all of it"
        if run.code == 0 and left.get("events") != after["events"]:
            yield "it ended well, and events are missing"
        again = self.bench.run(*INGEST)
        if again.code:
            yield f"the next run does not mend it ({again.code}): {again.errors[-300:]}"
        for text in differences(after, self.store):
            yield f"after the next run {text}"

    def writes(self, name, way, command, call, fault, must_pass, source, before, after, place):
        """Disturbs one run that writes; whether the call came, and the code."""
        self.prepare(source)
        run, came = way(command, call, fault, place)
        if not came:
            return None
        for text in self.faults(run, command, must_pass, before, after):
            self.bench.say(f"{name}, {call} {fault} at its call {place}", text)
        return run.code

    def reads(self, way, command, call, fault, must_pass, place):
        """Disturbs one run that reads."""
        self.prepare(self.full)
        run, came = way(command, call, fault, place)
        if not came:
            return None
        what, answer = f"{' '.join(command[:2])}, {call} {fault} at its call {place}", self.answer(run)
        right = answer == self.answers[tuple(command)]
        self.bench.expect(run.code in ((0, 1) if must_pass else (0, 1, 4)), what, f"it ended with {run.code}: {run.errors[-300:]}")
        self.bench.expect(run.code == 4 or right, what, "it ended well with a wrong answer")
        named = any(part in run.errors for part in ("store.db", "log.jsonl", "answer.json", "standard output", "/room'"))
        self.bench.expect(run.code != 4 or named, what, f"its message names no file: {run.errors}")
        left = rows(self.store)
        self.bench.expect(left == self.after, what, "the store has changed")
        return run.code

    def disturb(self, way, most, faults, name, try_one):
        """Every fault at its first calls, then at ever fewer: later ones are alike."""
        for call, fault, must_pass in faults:
            place, step, codes = 1, 1, []
            for _ in range(most):
                code = try_one(call, fault, must_pass, place)
                if code is None:
                    break
                self.hits += 1
                self.reached[call] += 1
                codes.append(code)
                place, step = place + step, step + (place > 4) * 2
            if codes:
                fault = errno.errorcode.get(fault, "half") if isinstance(fault, int) else fault
                print(f"{name:8} {call:11} {fault:12} {len(codes):3} times: " + " ".join(map(str, codes)))

    def disturb_all(self, way, faults, most):
        """Every command that there is under every fault."""
        for name, command, source, before, after in (
            ("grown", INGEST, self.kept, self.before, self.after), ("fresh", INGEST, None, None, self.fresh),
            ("rebuild", REBUILD, self.full, self.after, self.after),
        ):
            self.disturb(way, most if name == "grown" else most // 2, faults, name, lambda call, fault, must_pass, place: self.writes(
                name, way, command, call, fault, must_pass, source, before, after, place))
        for command in READING:
            self.disturb(way, most // 2, faults, " ".join(command[:2]), lambda call, fault, must_pass, place: self.reads(
                way, command, call, fault, must_pass, place))

    def fill(self, most):
        """A disk that is full from the n-th write on."""
        def fill(command, call, fault, place):
            return self.preloaded(command, call, fault, place, on=True)

        def try_one(call, fault, must_pass, place):
            self.prepare(self.kept)
            run, came = fill(INGEST, call, fault, place)
            if not came:
                return None
            for text in self.faults(run, INGEST, False, self.before, self.after):
                self.bench.say(f"a full disk from {call} {place} on", text)
            return run.code

        self.disturb(fill, most, [(call, fault, False) for call, fault in FULL], "full", try_one)

    def fill_really(self, sizes):
        """A small file system that is really full; returns how often it was, or nothing if none may be mounted."""
        disk, store = self.folder / "disk", self.folder / "disk/store.db"
        disk.mkdir()
        lines = [line for seed in range(3) for line in self.bench.trace(150, seed=seed)]
        log = self.folder / "large.jsonl"
        log.write_bytes(b"".join(lines))
        command = ["ingest", "large.jsonl", "--store", "disk/store.db"]
        self.bench.must_run("ingest", "large.jsonl", "--store", "whole.db")
        whole, size = rows(self.folder / "whole.db"), (self.folder / "whole.db").stat().st_size
        full = fine = 0
        for turn in range(sizes):
            room = (24 + 3 * size // 1024 * turn // sizes) // 4 * 4
            mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={room}k", "tmpfs", disk], capture_output=True)
            if mounted.returncode:
                return None
            try:
                what = f"a disk of {room} KB"
                # Half of it is there, and the rest comes when there is no room.
                if turn % 3 == 2:
                    subprocess.run(["mount", "-o", f"remount,size={4 * size // 1024}k", disk], check=True)
                    log.write_bytes(b"".join(lines[:len(lines) // 2]))
                    self.bench.must_run(*command)
                    log.write_bytes(b"".join(lines))
                    used = sum(file.stat().st_blocks * 512 for file in disk.iterdir()) // 1024
                    subprocess.run(["mount", "-o", f"remount,size={used + room // 4}k", disk], check=True)
                before = number(store, "SELECT count(*) FROM events")
                run = self.bench.run(*command)
                if run.code == 0:
                    fine += 1
                else:
                    full += 1
                    self.bench.expect(run.code == 4 and "disk/store.db" in run.errors, what, f"{run.code}: {run.errors[-300:]}")
                    self.bench.expect("full" in run.errors and "free some space" in run.errors, what, f"it does not say so: {run.errors[-300:]}")
                # What is asked now is answered from what is there, or refused with a reason.
                for question in (["report"], ["check"], ["store", "status"], ["store", "rebuild"]):
                    asked = self.bench.run(*question, "--store", "disk/store.db")
                    self.bench.expect(asked.code in (0, 1, 3) or asked.code == 4 and "disk/store.db" in asked.errors, f"{what}, {question}",
                                      f"{asked.code}: {asked.errors[-300:]}")
                subprocess.run(["mount", "-o", "remount,size=64m", disk], check=True)
                if store.exists() and store.stat().st_size:
                    left = rows(store)
                    self.bench.expect("damage" not in left, what, "the store is damaged")
                    self.bench.expect(len(left.get("events", [])) >= before, what, "what was committed is gone")
                again = self.bench.run(*command)
                self.bench.expect(again.code == 0, what, f"the next run, with room, ends with {again.code}: {again.errors}")
                for text in differences(whole, store) if turn % 3 < 2 else ():
                    self.bench.say(what, text)
                events = number(store, "SELECT count(*) FROM events")
                self.bench.expect(events == len(whole["events"]), what, f"{events} events are stored in the end")
            finally:
                subprocess.run(["umount", disk], check=True)
        return full, fine


def main():
    bench = Bench(__doc__, most=(4, "how many calls of a kind are disturbed"), part=("all", "traced, preloaded, full-disk, or all"))
    calls, part = Calls(bench), bench.option("part")
    most = bench.option("most", 24)
    notes = []
    if part in ("all", "traced"):
        calls.disturb(calls.traced, 2 * most, TRACED, "grown", lambda call, fault, must_pass, place: calls.writes(
            "grown", calls.traced, INGEST, call, fault, must_pass, calls.kept, calls.before, calls.after, place))
        notes.append(f"{calls.hits} traced calls of {len(calls.reached)} kinds")
        enough = calls.hits >= min(100, 12 * most) and len(calls.reached) >= 8
        bench.expect(enough, "traced", "too few calls were reached")
    if part in ("all", "preloaded", "full-disk"):
        subprocess.run(["clang", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", bench.folder / "shim.so",
                        ROOT / "Tests/Faults/shim.c", "-ldl"], check=True)
    if part in ("all", "preloaded"):
        calls.hits, calls.reached = 0, collections.Counter()
        calls.disturb_all(calls.preloaded, PRELOADED, most)
        notes.append(f"{calls.hits} preloaded calls of {len(calls.reached)} kinds ("
                     + ", ".join(f"{call} {count}" for call, count in sorted(calls.reached.items())) + ")")
        bench.expect(calls.hits >= 35 * most and len(calls.reached) >= 12, "preloaded", "too few calls were reached")
    if part in ("all", "full-disk"):
        calls.hits = 0
        calls.fill(most)
        notes.append(f"{calls.hits} times full from a call on")
        really = calls.fill_really(60 if bench.is_long else 9)
        if really is None:
            notes.append("nothing may be mounted here: no real disk was full")
        else:
            notes.append(f"{really[0]} real full disks of {sum(really)}")
            bench.expect(really[0] >= 3 and really[1] >= 1, "full disk", f"only {really} were full and not")
    bench.finish("; ".join(notes))


if __name__ == "__main__":
    main()
