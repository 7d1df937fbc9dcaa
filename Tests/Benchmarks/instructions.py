#!/usr/bin/env python3
"""Counts the instructions of tracetool on small made traces, and holds them against those in `instructions.json`.

usage: instructions.py [--tracetool PROGRAM] [--update] [--runs N]

Where cores are shared a clock shows little; counts of instructions hardly differ from run to run. Valgrind's callgrind
counts them in all threads; as many runs go on at once as there are cores. The program has one core, a clock that stands still, hashes without seeds and the plain
functions of libc, which any x86-64 has, so that other machines count the same. Of work that grows with its input the
difference between two traces is taken: what one more event, or one more launch, takes. Where many launches are open at
once, and where a part of each is stored already, the traces are long enough for several transactions, and for more
launches than are known by number at a time.

A count that is more than 3 % above the kept one is a fault: the program became slower. One that is more than 3 % below
it is a fault, too, as a later loss would not be seen: --update keeps the new numbers, also of what was not counted
before. --runs counts several times and prints how far the counts are apart.

Distinct apps, versions, and launches that are open at once are counted at three sizes, each four times the one before:
what one more takes at the largest must not be half again of what it takes at the smallest, whatever it is.

Another compiler, SQLite or libc counts differently: `instructions.json` names those that it was made with. Where one of
them is another, the counts are printed with what is kept, and no difference is a fault.
"""
import argparse
import concurrent.futures
import itertools
import json
import os
import pathlib
import platform
import queue
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading

HERE = pathlib.Path(__file__).resolve().parent
KEPT = HERE / "instructions.json"
# Runs of one program on one machine differ by a thirtieth of this.
TOLERANCE = 0.03
SEED = 7
# Sizes of the traces in events. A store is made without callgrind, so that it can hold more launches.
SMALL, LARGE = 5_000, 15_000
SMALL_STORE, LARGE_STORE = 20_000, 60_000
EVENTS_A_LAUNCH = 50
# A transaction holds up to 50,000 events, and 3,000 launches are known by number at a time: 33 events each, as many of a
# trace are open at once as devices write.
SMALL_LOG, LARGE_LOG = 60_000, 200_000
# Thousands of what is mostly one. Were they compared with one another, a further one would take many times what is kept.
FEW, MANY = 1_000, 4_000
# Sizes at which work must grow with what grows, beyond what is known by number at a time.
GROWING = (1_000, 4_000, 16_000)
MOST_GROWTH = 1.5
LOG = ["--turns", "3"]
CAPABILITIES = ["AVX", "AVX2", "AVX512F", "AVX512VL", "AVX512BW", "AVX_Fast_Unaligned_Load", "BMI1", "BMI2", "ERMS",
                "EVEX", "FSRM", "LZCNT", "MOVBE", "RTM", "SSE4_1", "SSE4_2", "SSSE3"]


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def versions():
    """What counts depend on beside the program."""
    compiler = re.search(r"Swift version (\S+)", output("swift", "--version"))
    return {"machine": platform.machine(), "swift": compiler[1] if compiler else "unknown",
            "sqlite": sqlite3.sqlite_version, "libc": " ".join(platform.libc_ver())}


class Counter:
    """Runs tracetool under callgrind, in a folder of its own."""

    def __init__(self, tracetool, folder):
        self.tracetool, self.folder = tracetool, folder
        self.cores = queue.SimpleQueue()
        for core in sorted(os.sched_getaffinity(0)):
            self.cores.put(core)
        self.stores = itertools.count()
        # Traces and stores are made by one at a time.
        self.making = threading.RLock()
        self.clock = folder / "still_clock.so"
        subprocess.run(["clang", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", self.clock, HERE / "still_clock.c"],
                       check=True)
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(folder), "LC_ALL": "C", "TZ": "UTC", "LD_PRELOAD": str(self.clock),
            "SWIFT_DETERMINISTIC_HASHING": "1",
            "GLIBC_TUNABLES": "glibc.cpu.hwcaps=" + ",".join("-" + name for name in CAPABILITIES),
            **{name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ}}

    def trace(self, events, *how):
        path = self.folder / f"{events}{''.join(how)}.jsonl"
        with self.making:
            if not path.exists():
                with open(path, "wb") as file:
                    subprocess.run([sys.executable, HERE / "generate.py", str(events), "--seed", str(SEED), *how],
                                   check=True, stdout=file)
        return path

    def lines(self, name, objects):
        """A log of these objects."""
        path = self.folder / f"{name}.jsonl"
        path.write_text("".join(json.dumps(one) + "\n" for one in objects))
        return path

    def store(self, trace):
        """The store of a trace, made without callgrind."""
        path = trace.with_suffix(".db")
        with self.making:
            if not path.exists():
                subprocess.run([self.tracetool, "ingest", trace, "--store", path, "--quiet"], check=True,
                               stdout=subprocess.DEVNULL, env=self.environment, cwd=self.folder)
        return path

    def count(self, *arguments, accepted=(0,)):
        """The instructions of one run, in all of its threads."""
        core = self.cores.get()
        command = ["taskset", "--cpu-list", str(core), "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
                   str(self.tracetool), *map(str, arguments)]
        run = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=self.environment,
                             cwd=self.folder)
        self.cores.put(core)
        found = re.search(r"Collected : (\d+)", run.stderr)
        if run.returncode not in accepted or not found:
            sys.exit(f"instructions: {' '.join(command)} ended with {run.returncode}\n{run.stderr}")
        return int(found[1])

    def check(self, events):
        return self.count("check", self.trace(events), accepted=(0, 1))

    def ingest(self, events, *how, begun=None):
        """Into a new store, or into a copy of that of the trace `begun`."""
        store = f"ingest-{next(self.stores)}.db"
        if begun:
            shutil.copy(self.store(begun), self.folder / store)
        return self.count("ingest", self.trace(events, *how), "--store", store, "--quiet")

    def ingest_sorted(self, events):
        return self.ingest(events, *LOG, "--order", "one-process")

    def ingest_overlapping(self, events):
        return self.ingest(events, *LOG, begun=self.trace(events, *LOG, "--leave-out", "10"))

    def ingest_shared_id(self, count):
        """Two logs in which `count` devices use one id and the same numbers."""
        return self.count("ingest", *(self.lines(f"shared-{log}-{count}", (
            {"event": "data.save", "launch": "1", "seq": seq, "device": f"d{device}", "time": 1_760_000_000 + seq}
            for seq in range(2) for device in range(count))) for log in "ab"),
            "--store", f"ingest-{next(self.stores)}.db", "--quiet")

    def report_shared_id(self, count):
        """A log of `count` devices that use one id without numbers, after as many events that name none."""
        def event(name, number, **more):
            return {"event": name, "launch": "1", "time": 1_750_000_000 + number, **more}
        events = [event("data.save", number) for number in range(count)]
        events += [event("process.start", count + number, device=f"d{number}") for number in range(count)]
        return self.count("report", self.lines(f"owners-{count}", events))

    def report_wide_object(self, count):
        """A line whose object has `count` events as members."""
        members = {f"k{number}": {"event": "process.start"} for number in range(count)}
        line = {"session_id": "s", "time": 1_792_500_000_000, "app_version": "4.9", "all": members}
        return self.count("report", self.lines(f"wide-{count}", [line]))

    def growing(self, command, what):
        """A work on as many as are asked for: apps or versions of one device, or launches that are open at once."""
        def event(number):
            own = {"apps": {"app": f"a{number}", "pid": number}, "models": {"app": "a", "deviceModel": f"m{number}", "pid": number},
                   "versions": {"app": "a", "appVersion": f"1.{number}", "pid": number},
                   "apps without pid": {"app": f"a{number}"},
                   "launches": {"app": "a", "launch": f"L{number}", "seq": 0, "device": f"d{number}"}}[what]
            return {"time": 1_760_000_000_000_000_000 + 1_000 * number, "event": "app.didBecomeActive", "device": "d", **own}

        def work(count):
            log = self.lines(f"{command}-{what.replace(' ', '-')}-{count}", map(event, range(count)))
            store = ["--store", f"ingest-{next(self.stores)}.db", "--quiet"] if command == "ingest" else []
            return self.count(command, log, *store, accepted=(0, 1, 3))
        return work

    def growth(self, pool):
        """A function that waits for this: by work, how much more one more takes at the largest sizes than at the smallest."""
        works = [(command, what) for what in ("launches", "apps", "apps without pid", "models", "versions")
                 for command in ("ingest", "check")]
        counts = {work: [pool.submit(self.growing(*work), size) for size in reversed(GROWING)] for work in works}

        def found():
            grown = {}
            for (command, what), waits in counts.items():
                large, middle, small = (wait.result() for wait in waits)
                first = (middle - small) / (GROWING[1] - GROWING[0])
                grown[f"{command}, {what}"] = (large - middle) / (GROWING[2] - GROWING[1]) / first
            return grown
        return found

    def report(self, events, *more):
        return self.count("report", "--launch-times", *more, "--store", self.store(self.trace(events)))

    def all(self, pool):
        """A function that waits for what each work takes."""
        def slope(work, small, large, scale=1):
            """A function that waits for what `scale` more events take."""
            first, second = pool.submit(work, small), pool.submit(work, large)
            return lambda: round((second.result() - first.result()) / (large - small) * scale)

        def launch_slope(*more):
            return slope(lambda events: self.report(events, *more), SMALL_STORE, LARGE_STORE, EVENTS_A_LAUNCH)

        def each(work):
            return slope(work, FEW, MANY)

        # The longest first.
        overlapping = slope(self.ingest_overlapping, SMALL_LOG, LARGE_LOG)
        in_order = slope(self.ingest_sorted, SMALL_LOG, LARGE_LOG)
        waits = {
            "start, --version": pool.submit(self.count, "--version").result,
            "report --launch-times, a store of one event": pool.submit(self.report, 1).result,
            "check, an event": slope(self.check, SMALL, LARGE),
            "ingest, an event": slope(self.ingest, SMALL, LARGE),
            "ingest, an event, sorted by time": in_order,
            "ingest, an event, 90 % are stored": overlapping,
            "ingest, a device of many that share an id": each(self.ingest_shared_id),
            "report, a device of many that share an id": each(self.report_shared_id),
            "report, a member of an object of many": each(self.report_wide_object),
            "report --launch-times, a launch": launch_slope(),
            "report --launch-times --by appVersion, a launch": launch_slope("--by", "appVersion"),
        }
        return lambda: {name: wait() for name, wait in waits.items()}


def faults(kept, found):
    """What of the counts is too far from what is kept, in words."""
    lines = [f"{name}: is kept and counted no more: drop it with --update" for name in kept if name not in found]
    for name, now in found.items():
        before = kept.get(name, now)
        if abs(now - before) > TOLERANCE * before:
            change = f"{name}: {before:,} instructions are kept, now {now:,} ({(now / before - 1) * 100:+.1f} %)"
            advice = "find out why" if now > before else "keep the gain with --update"
            lines.append(f"{change}: {advice}")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tracetool", type=pathlib.Path, default=HERE.parent.parent / ".build/release/tracetool")
    parser.add_argument("--update", action="store_true", help="keep what is counted")
    parser.add_argument("--runs", type=int, default=1, help="count so often, and print how far the counts are apart")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tracetool-instructions-") as folder:
        counter = Counter(options.tracetool.resolve(), pathlib.Path(folder))
        with concurrent.futures.ThreadPoolExecutor(counter.cores.qsize()) as pool:
            # The longest first.
            waits = [counter.all(pool) for _ in range(options.runs)]
            growth = counter.growth(pool)()
            runs = [wait() for wait in waits]
    for name, times in growth.items():
        print(f"{times:>12.2f}  times as much for one more of {GROWING[2]:,} as of {GROWING[1]:,}: {name}")
    grown = [name for name, times in growth.items() if times > MOST_GROWTH]
    if grown:
        sys.exit(f"more than {MOST_GROWTH} times as much for one more, the more there are: {'; '.join(grown)}")
    found = runs[0]
    kept = json.loads(KEPT.read_text())
    for name in found:
        counts = [run[name] for run in runs]
        spread = f", {min(counts):,} to {max(counts):,} in {len(counts)} runs" if len(counts) > 1 else ""
        new = "" if name in kept["instructions"] else ": not kept yet, --update does"
        print(f"{found[name]:>12,}  {name}{spread}{new}")
    if options.update:
        KEPT.write_text(json.dumps({"counted with": versions(), "instructions": found}, indent=2) + "\n")
        return
    lines = faults(kept["instructions"], found)
    here = versions()
    others = [f"{name} {here[name]} instead of {value}" for name, value in kept["counted with"].items() if here[name] != value]
    if others:
        print(f"Counted with {', '.join(others)}: not held against the kept counts.")
        print("\n".join(lines))
    elif lines:
        sys.exit("\n".join(lines))


if __name__ == "__main__":
    main()
