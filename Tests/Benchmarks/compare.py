#!/usr/bin/env python3
"""Run tracetool and DuckDB in turn over made traces, and print how long each took.

usage: compare.py --tracetool PROGRAM --duckdb PROGRAM --ceiling PROGRAM --folder FOLDER [--events N] [--runs N] [--long]

First the answers are compared: launch-time counts and percentiles of both must agree. All times are wall time, medians
of N runs; the ratio is the median of the ratios of neighbouring runs, with their range. Memory is the largest
resident size. Traces lie in the page cache. The report that is timed is the first after an ingest. Then the same trace
is read in other dresses, beside the plain one; with --long also ten times as much, interleaved, into a full store, in
longer launches, and as a stream of twenty times as much.
"""
import argparse
import csv
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
# What is striven for: tracetool's time as a part of DuckDB's.
GOALS = {"ingest": 1 / 3, "check": 0.15, "report --launch-times": 0.25}
DRESSES = ["foreign", "no-seq", "no-launch"]


def remove(*stores):
    for store in stores:
        for path in store.parent.glob(store.name + "*"):
            path.unlink()


def size(store):
    return sum(path.stat().st_size for path in store.parent.glob(store.name + "*"))


class Bench:
    """The programs, the folder of traces and stores, and how often each command is run."""

    def __init__(self, options):
        self.tracetool, self.peer, self.options = options.tracetool, HERE / "peer_duckdb.sh", options
        self.folder, self.runs, self.events = options.folder, options.runs, options.events
        self.store, self.database = options.folder / "events.db", options.folder / "events.duckdb"
        self.environment = {**os.environ, "DUCKDB": options.duckdb}

    def run(self, *command, accepted=(0,), output=None, feed=None):
        """Runs a command; seconds and peak memory in bytes."""
        with open(output or os.devnull, "wb") as out, open(os.devnull, "rb") as nothing:
            began = time.perf_counter()
            child = subprocess.Popen(command, stdin=feed or nothing, stdout=out, stderr=subprocess.PIPE, env=self.environment)
            complaint = child.stderr.read()
            _, status, usage = os.wait4(child.pid, 0)
            seconds = time.perf_counter() - began
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode not in accepted:
            sys.exit(f"compare: {' '.join(map(str, command))} ended with {child.returncode}\n{complaint.decode()}")
        return seconds, usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)

    def trace(self, events, *how, seed=7):
        """A trace, made once and kept."""
        path = self.folder / f"trace-{events}-{seed}{''.join(how)}.jsonl"
        if not path.exists():
            part = path.with_suffix(".part")
            with open(part, "wb") as out:
                subprocess.run([HERE / "generate.py", str(events), "--seed", str(seed), *how], stdout=out, check=True)
            part.rename(path)
        with open(path, "rb") as file:
            while file.read(1 << 20):
                pass
        return path

    def ingest(self, trace, store=None, fresh=True):
        store = store or self.store
        if fresh:
            remove(store)
        return self.run(self.tracetool, "ingest", trace, "--store", store, "--quiet")

    def check(self, trace):
        return self.run(self.tracetool, "check", trace, accepted=(0, 1))

    def report(self, store=None, output=None):
        return self.run(
            self.tracetool, "report", "--launch-times", "--by", "appVersion", "--store", store or self.store,
            *(["--format", "json"] if output else []), output=output)

    def times(self, store):
        """Launch-time counts and percentiles of a store, by version."""
        answer = self.folder / "ours.json"
        self.report(store, answer)
        names = ["count"] + [f"{name}Nanos" for name in ("p50", "p90", "p95", "p99")]
        groups = json.loads(answer.read_text())["groups"]
        return {group["by"][0]["value"]: [group[name] for name in names] for group in groups}

    def peer_times(self):
        answer = self.folder / "theirs.csv"
        self.run(self.peer, "report", self.database, output=answer)
        rows = csv.DictReader(answer.read_text().splitlines())
        return {row["version"]: [float(row[name]) for name in ("count", "p50", "p90", "p95", "p99")] for row in rows}

    def in_turn(self, one, other):
        """Both so many times; medians in seconds, the ratio with its range, peaks in bytes."""
        pairs = [(one(), other()) for _ in range(self.runs)]
        ratios = [a[0] / b[0] for a, b in pairs]
        return (
            statistics.median(a[0] for a, _ in pairs), statistics.median(b[0] for _, b in pairs),
            statistics.median(ratios), min(ratios), max(ratios), max(a[1] for a, _ in pairs), max(b[1] for _, b in pairs))


def agree(ours, theirs):
    if ours.keys() != theirs.keys():
        sys.exit(f"compare: versions differ: {sorted(ours)} and {sorted(theirs)}")
    for version, numbers in ours.items():
        if any(abs(a - b) > 1 for a, b in zip(numbers, theirs[version])):
            sys.exit(f"compare: {version} differs: {numbers} and {theirs[version]}")
    return sum(int(numbers[0]) for numbers in ours.values())


def beside_peer(bench, trace):
    bench.ingest(trace)
    bench.run(bench.peer, "ingest", trace, bench.database)
    counted = agree(bench.times(bench.store), bench.peer_times())
    print(f"{bench.events:,} events, {trace.stat().st_size / 1e6:,.0f} MB; {counted:,} launch times, the same in both")
    print(f"medians of {bench.runs} runs in turn\n")
    print(f"{'work':22} {'tracetool':>11} {'DuckDB':>11} {'ratio':>7} {'range':>13} {'goal':>6} {'memory':>17}")

    def first_report():
        bench.ingest(trace)
        return bench.report()

    def peer_ingest():
        return bench.run(bench.peer, "ingest", trace, bench.database)

    works = [
        ("ingest", lambda: bench.ingest(trace), peer_ingest),
        ("second ingest", lambda: bench.ingest(trace, fresh=False), peer_ingest),
        ("check", lambda: bench.check(trace), lambda: bench.run(bench.peer, "check", trace)),
        ("report --launch-times", first_report, lambda: bench.run(bench.peer, "report", bench.database)),
        ("--version", lambda: bench.run(bench.tracetool, "--version"),
         lambda: bench.run(bench.options.duckdb, "--version")),
    ]
    for name, ours, theirs in works:
        our, their, ratio, low, high, our_memory, their_memory = bench.in_turn(ours, theirs)
        goal = f"{GOALS[name]:.2f}" if name in GOALS else ""
        memory = f"{our_memory / 1e6:,.0f} / {their_memory / 1e6:,.0f} MB"
        print(f"{name:22} {our * 1000:8.1f} ms {their * 1000:8.1f} ms {ratio:7.3f} {low:6.3f}-{high:.3f} {goal:>6} {memory:>17}")
    print(f"\nbytes an event: tracetool {size(bench.store) / bench.events:.1f}, DuckDB {size(bench.database) / bench.events:.1f}")
    limit = bench.folder / "ceiling.db"
    answer = bench.folder / "ceiling.txt"
    bench.run(bench.options.ceiling, limit, str(bench.events), output=answer)
    remove(limit)
    print(f"\nSQLite alone, as many rows:\n{answer.read_text().rstrip()}")


def row(name, what, numbers):
    one, other, ratio, low, high, memory, _ = numbers
    print(f"{name:50} {what:7} {one * 1000:9.1f} ms {other * 1000:9.1f} ms {ratio:6.2f} {low:6.2f}-{high:.2f} {memory / 1e6:7,.0f} MB")


def beside_plain(bench, plain, name, *how):
    """The same events told otherwise: as long per event?"""
    other = bench.folder / "other.db"
    trace = bench.trace(bench.events, *how)
    bench.ingest(plain)
    bench.ingest(trace, other)
    if "--interleave" not in how:
        agree(bench.times(other), bench.times(bench.store))
    row(name, "ingest", bench.in_turn(lambda: bench.ingest(trace, other), lambda: bench.ingest(plain)))
    row(name, "check", bench.in_turn(lambda: bench.check(trace), lambda: bench.check(plain)))


def growth(bench, plain):
    many, other = bench.trace(10 * bench.events), bench.folder / "other.db"

    def tenth(measured):
        return measured[0] / 10, measured[1]

    row("ten times as many events, a tenth of it", "ingest", bench.in_turn(
        lambda: tenth(bench.ingest(many, other)), lambda: bench.ingest(plain)))
    row("ten times as many events, a tenth of it", "check", bench.in_turn(
        lambda: tenth(bench.check(many)), lambda: bench.check(plain)))
    full, more = bench.folder / "full.db", bench.trace(bench.events, seed=8)
    bench.ingest(many, full)

    def into_full():
        remove(other)
        shutil.copy(full, other)
        return bench.ingest(more, other, fresh=False)

    row("into a store that holds ten times as many", "ingest", bench.in_turn(into_full, lambda: bench.ingest(more)))
    # As many launches: 24 events each, and 234.
    short, long = bench.trace(bench.events * 24 // 240, "--turns", "2"), bench.trace(bench.events * 222 // 240, "--turns", "35")
    bench.ingest(short)
    bench.ingest(long, other)
    row("launches of ten times as many events", "report", bench.in_turn(
        lambda: bench.report(other), lambda: bench.report()))
    one, hundred = bench.trace(bench.events, "--turns", str(bench.events)), bench.trace(bench.events, "--turns", "14")
    row("one launch of all events, beside launches of 110", "ingest", bench.in_turn(
        lambda: bench.ingest(one, other), lambda: bench.ingest(hundred)))
    row("one launch of all events, beside launches of 110", "check", bench.in_turn(
        lambda: bench.check(one), lambda: bench.check(hundred)))
    remove(full, other, bench.store)
    for what in (["ingest", "--store", bench.store, "--quiet"], ["check"]):
        events = 20 * bench.events
        with subprocess.Popen([HERE / "generate.py", str(events)], stdout=subprocess.PIPE) as stream:
            seconds, memory = bench.run(bench.tracetool, *what, "-", accepted=(0, 1), feed=stream.stdout)
        print(f"a stream of {events:,} events, {what[0]}: {memory / 1e6:,.0f} MB, {memory / events:.0f} bytes an event")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for program in ("--tracetool", "--duckdb", "--ceiling"):
        parser.add_argument(program, required=True)
    parser.add_argument("--folder", type=pathlib.Path, required=True)
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--long", action="store_true")
    bench = Bench(parser.parse_args())
    plain = bench.trace(bench.events)
    beside_peer(bench, plain)
    print(f"\n{'the same, told otherwise':50} {'work':7} {'so':>12} {'plain':>12} {'ratio':>6} {'range':>11} {'memory':>10}")
    for dress in DRESSES:
        beside_plain(bench, plain, dress, "--dress", dress)
    beside_plain(bench, plain, "interleaved", "--interleave")
    if bench.options.long:
        print()
        growth(bench, plain)


main()
