#!/usr/bin/env python3
"""Runs tracetool and its peers in turn over made traces, and prints how long each took.

usage: compare.py --tracetool PROGRAM --venv FOLDER --ceiling PROGRAM --folder FOLDER [--events N] [--runs N]
                  [--long | --only FORM[,FORM…]]

First the answers are compared: all must hold as many events, and tracetool and DuckDB find the same launch times. All
times are wall time, medians of N runs; the ratio is the median of the ratios of neighbouring runs, with their range.
Memory is the largest resident size of tracetool. Traces lie in the page cache. The report that is timed is the first
after an ingest. The peers are DuckDB, which takes the events into a table, and Polars, which takes them into a Parquet
file (the folder of --venv holds both); or tracetool itself, with the same events in their plain form.
"""
import argparse
import collections
import csv
import functools
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent


def remove(*stores):
    for store in stores:
        for path in store.parent.glob(store.name + "*"):
            path.unlink()


def copy(store, other):
    """A copy that is on the disk, so that no later program waits for it."""
    remove(other)
    shutil.copy(store, other)
    os.sync()


def size(store):
    return sum(path.stat().st_size for path in store.parent.glob(store.name + "*"))


# Starts a command and measures it. Linux counts the peak memory of the process that starts another one as that one's own:
# this process is small, whatever the benchmark holds.
LAUNCHER = """
import json, os, sys, time
answer = int(sys.argv[1])
os.set_inheritable(answer, False)
began = time.perf_counter()
child = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ)
_, status, usage = os.wait4(child, 0)
seconds = time.perf_counter() - began
measured = [os.waitstatus_to_exitcode(status), seconds, usage.ru_maxrss, usage.ru_utime + usage.ru_stime]
os.write(answer, json.dumps(measured).encode())
"""


def run(*command, accepted=(0,), output=None, feed=None, environment=None):
    """Runs a command, named by its path; seconds, peak memory in bytes, and seconds of processor time."""
    reading, writing = os.pipe()
    launcher = [sys.executable, "-S", "-E", "-c", LAUNCHER, str(writing), *map(str, command)]
    with open(output or os.devnull, "wb") as out, open(os.devnull, "rb") as nothing:
        child = subprocess.Popen(
            launcher, stdin=feed or nothing, stdout=out, stderr=subprocess.PIPE, env=environment, pass_fds=[writing])
        os.close(writing)
        complaint = child.communicate()[1].decode()
    with open(reading) as answer:
        code, seconds, memory, processor = json.loads(answer.read() or "[null, 0, 0, 0]")
    if code not in accepted:
        sys.exit(f"{' '.join(map(str, command))} ended with {code}\n{complaint}")
    return seconds, memory * (1 if sys.platform == "darwin" else 1024), processor


class Bench:
    """The programs, the folder of traces and stores, and how often each command is run."""

    def __init__(self, options):
        self.tracetool, self.ceiling, self.runs, self.events = (
            options.tracetool, options.ceiling, options.runs, options.events)
        self.folder, self.store, self.other = options.folder, options.folder / "events.db", options.folder / "other.db"
        self.database, self.parquet = options.folder / "events.duckdb", options.folder / "events.parquet"
        self.duckdb, self.python = options.venv / "bin/duckdb", options.venv / "bin/python"

    def trace(self, events, *how):
        """A trace, made once and kept."""
        path = self.folder / f"trace-{events}{''.join(how)}.jsonl"
        if not path.exists():
            part = path.with_suffix(".part")
            with open(part, "wb") as out:
                subprocess.run([HERE / "generate.py", str(events), *how], stdout=out, check=True)
            part.rename(path)
            os.sync()
        with open(path, "rb") as file:
            while file.read(1 << 20):
                pass
        return path

    def ingest(self, trace, store=None, fresh=True):
        store = store or self.store
        if fresh:
            remove(store)
        return run(self.tracetool, "ingest", trace, "--store", store, "--quiet")

    def check(self, *traces):
        return run(self.tracetool, "check", *traces, accepted=(0, 1))

    def report(self, store=None):
        return run(self.tracetool, "report", "--launch-times", "--by", "appVersion", "--store", store or self.store)

    def duckdb_does(self, *what, output=None):
        return run(HERE / "peer_duckdb.sh", *what, output=output, environment={**os.environ, "DUCKDB": self.duckdb})

    def polars_ingests(self, trace, output=None):
        return run(self.python, HERE / "peer_polars.py", trace, self.parquet, output=output)

    def counted(self, store):
        """How many events a store holds."""
        answer = self.folder / "answer.json"
        run(self.tracetool, "store", "status", "--store", store, "--format", "json", output=answer)
        return next(row["count"] for row in json.loads(answer.read_text())["rows"] if row["what"] == "events")

    def times(self, store):
        """Launch-time counts and percentiles of a store, by version: of all kinds, which DuckDB does not know."""
        answer = self.folder / "answer.csv"
        run(self.tracetool, "report", "--launch-times", "--each", "--store", store, "--format", "csv", output=answer)
        nanos = {}
        with open(answer, newline="") as file:
            for row in csv.DictReader(file):
                if row["nanos"] and not row["notCounted"]:
                    nanos.setdefault(row["appVersion"], []).append(int(row["nanos"]))
        found = {}
        for version, values in nanos.items():
            cuts = statistics.quantiles(values, n=100, method="inclusive")
            found[version] = [len(values)] + [cuts[percent - 1] for percent in (50, 90, 95, 99)]
        return found

    def duckdb_times(self):
        answer = self.folder / "answer.csv"
        self.duckdb_does("report", self.database, output=answer)
        rows = csv.DictReader(answer.read_text().splitlines())
        return {row["version"]: [float(row[name]) for name in ("count", "p50", "p90", "p95", "p99")] for row in rows}

    def in_turn(self, form, works, goals=(), notes=()):
        """Runs all works one after the other, as often as is asked, and prints a row of the table for each peer.

        works: by name, the programs that do it: that of tracetool, and after it those of its peers
        goals: the ratios that are striven for, by work and peer
        notes: what follows in the first row of a work
        """
        goals, notes = dict(goals), dict(notes)
        taken = {(work, name): [] for work, programs in works.items() for name in programs}
        for _ in range(self.runs):
            for work, programs in works.items():
                for name, program in programs.items():
                    taken[work, name].append(program())
        for work, programs in works.items():
            own, *peers = programs
            for peer in peers:
                note = notes.pop(work, "")
                self.row(form, work, taken[work, own], peer, taken[work, peer], goals.get((work, peer), ""), note)

    def row(self, form, work, own, peer, others, goal, note):
        ratios = [one[0] / other[0] for one, other in zip(own, others)]
        milliseconds, other = (statistics.median(run[0] for run in runs) * 1000 for runs in (own, others))
        memory = max(run[1] for run in own) / 1e6
        print(f"{form:32} {work:6} {milliseconds:9.1f} ms {memory:7,.0f} MB   {peer:11} {other:9.1f} ms "
              f"{statistics.median(ratios):6.2f} {min(ratios):6.2f}-{max(ratios):<6.2f} {goal:5} {note}", flush=True)


def must_equal(what, *numbers):
    """Ends the run unless all say the same."""
    if any(number != numbers[0] for number in numbers):
        sys.exit(f"compare: {what} differ: {numbers}")


def agree(ours, theirs):
    """Ends the run unless both have the same launch times; how many."""
    must_equal("versions", sorted(ours), sorted(theirs))
    for version, numbers in ours.items():
        if any(abs(a - b) > 1 for a, b in zip(numbers, theirs[version])):
            sys.exit(f"compare: {version} differs: {numbers} and {theirs[version]}")
    return sum(int(numbers[0]) for numbers in ours.values())


def beside_peers(bench, form, how=(), times=1, goals=(), asks=False):
    """`times` as many events, beside DuckDB and Polars; if `asks`, their launch times are asked for, too."""
    events = times * bench.events
    trace = bench.trace(events, *how)
    count = bench.folder / "count.txt"
    bench.ingest(trace)
    bench.duckdb_does("ingest", trace, bench.database)
    bench.polars_ingests(trace, count)
    must_equal("counts of events", events, bench.counted(bench.store), int(count.read_text()))
    found = agree(bench.times(bench.store), bench.duckdb_times())
    works = {"ingest": {"tracetool": lambda: bench.ingest(trace),
                        "DuckDB": lambda: bench.duckdb_does("ingest", trace, bench.database),
                        "Polars": lambda: bench.polars_ingests(trace)}}
    if asks:
        works["report"] = {"tracetool": bench.report, "DuckDB": lambda: bench.duckdb_does("report", bench.database)}
    works["check"] = {"tracetool": lambda: bench.check(trace), "DuckDB": lambda: bench.duckdb_does("check", trace)}
    note = f"{size(bench.store) / events:.1f} bytes an event; {found:,} launch times, as DuckDB's"
    bench.in_turn(form, works, goals, {"ingest": note})


def plain(bench, form):
    goals = {("ingest", "DuckDB"): 0.6, ("ingest", "Polars"): 1.0, ("report", "DuckDB"): 0.25}
    beside_peers(bench, form, goals=goals, asks=True)
    limit, answer = bench.folder / "ceiling.db", bench.folder / "ceiling.txt"
    run(bench.ceiling, limit, str(bench.events), output=answer)
    remove(limit)
    for line in answer.read_text().splitlines():
        print(f"SQLite alone, as many rows: {line}", flush=True)


def ten_times(bench, form):
    beside_peers(bench, form, times=10, goals={("ingest", "DuckDB"): 0.8}, asks=True)


def again(bench, form):
    """A file that is in the store already."""
    trace = bench.trace(bench.events)
    bench.ingest(trace)
    bench.in_turn(form, {"ingest": {
        "tracetool": lambda: bench.ingest(trace, fresh=False), "plain": lambda: bench.ingest(trace, bench.other)}})


def overlapping(bench, form):
    """A file that has nine tenths of each launch in the store already, and a check of both files."""
    first, whole = bench.trace(bench.events, "--leave-out", "10"), bench.trace(bench.events)
    begun = bench.folder / "begun.db"
    bench.ingest(first, begun)
    bench.ingest(whole, bench.other)

    def ingest_rest():
        copy(begun, bench.store)
        return bench.ingest(whole, fresh=False)

    ingest_rest()
    must_equal("counts of events", bench.events, bench.counted(bench.store), bench.counted(bench.other))
    agree(bench.times(bench.store), bench.times(bench.other))
    bench.in_turn(form, {
        "ingest": {"tracetool": ingest_rest, "plain": lambda: bench.ingest(whole, bench.other)},
        "check": {"tracetool": lambda: bench.check(first, whole), "plain": lambda: bench.check(whole)},
    }, {("ingest", "plain"): 2.0})
    remove(begun)


def dressed(bench, form, dress):
    """The same events told otherwise: as long per event?"""
    trace, whole = bench.trace(bench.events, "--dress", dress), bench.trace(bench.events)
    bench.ingest(trace)
    bench.ingest(whole, bench.other)
    agree(bench.times(bench.store), bench.times(bench.other))
    bench.in_turn(form, {
        "ingest": {"tracetool": lambda: bench.ingest(trace), "plain": lambda: bench.ingest(whole, bench.other)},
        "check": {"tracetool": lambda: bench.check(trace), "plain": lambda: bench.check(whole)}})


def full_store(bench, form):
    """A file beside ten times as many events that are in the store already."""
    many, more = bench.trace(10 * bench.events), bench.trace(bench.events, "--seed", "8")
    full = bench.folder / "full.db"
    bench.ingest(many, full)

    def into_full():
        copy(full, bench.store)
        return bench.ingest(more, fresh=False)

    bench.in_turn(form, {"ingest": {"tracetool": into_full, "plain": lambda: bench.ingest(more, bench.other)}})
    remove(full)


def longer_launches(bench, form):
    """As many launches of 234 events as of 24 each."""
    short = bench.trace(bench.events * 24 // 240, "--turns", "2")
    long = bench.trace(bench.events * 222 // 240, "--turns", "35")
    bench.ingest(long)
    bench.ingest(short, bench.other)
    bench.in_turn(form, {"report": {"tracetool": bench.report, "short": lambda: bench.report(bench.other)}})


def streamed(bench, form):
    """Memory alone: the program that makes the events takes longer than tracetool."""
    events = 20 * bench.events
    remove(bench.store)
    for what in (["ingest", "--store", bench.store, "--quiet"], ["check"]):
        with subprocess.Popen([HERE / "generate.py", str(events)], stdout=subprocess.PIPE) as stream:
            _, memory, _ = run(bench.tracetool, *what, "-", accepted=(0, 1), feed=stream.stdout)
        print(f"{form:32} {what[0]:6} {'':12} {memory / 1e6:7,.0f} MB", flush=True)


def in_order(order, **goals):
    beside_duckdb = {(work, "DuckDB"): goal for work, goal in goals.items()}
    return functools.partial(beside_peers, how=("--order", order), goals=beside_duckdb)


Form = collections.namedtuple("Form", "words measure")
FORMS = {
    "plain": Form("launch after launch", plain),
    "one-process": Form("sorted, one process a device", in_order("one-process", ingest=0.8, check=0.4)),
    "sorted": Form("sorted, many processes a device", in_order("sorted", ingest=1.5)),
    "interleaved": Form("interleaved", in_order("interleaved")),
    "overlapping": Form("overlapping: 90 % are stored", overlapping),
    "again": Form("the same file again", again),
    "foreign": Form("keys in any order, escapes", functools.partial(dressed, dress="foreign")),
    "no-seq": Form("without seq", functools.partial(dressed, dress="no-seq")),
    "no-launch": Form("without launch", functools.partial(dressed, dress="no-launch")),
    "short-launches": Form("N launches of three events", functools.partial(beside_peers, how=("--short",), times=3)),
}
LONG_FORMS = {
    # So many turns that the launch does not end.
    "one-launch": Form(
        "one launch of 5 N events", functools.partial(beside_peers, how=("--turns", str(10**9)), times=5)),
    "ten-times": Form("10 N events, launch after launch", ten_times),
    "full-store": Form("into a store of 10 N events", full_store),
    "longer-launches": Form("launches of 234 events and of 24", longer_launches),
    "stream": Form("a stream of 20 N events", streamed),
}
ALL_FORMS = FORMS | LONG_FORMS


def names(text):
    """Names of forms, separated by commas."""
    wrong = [name for name in text.split(",") if name not in ALL_FORMS]
    if wrong:
        raise argparse.ArgumentTypeError(f"no form is called {wrong[0]}: there are {', '.join(ALL_FORMS)}")
    return text.split(",")


def main():
    listed = "\n".join(f"  {name:16} {form.words}" for name, form in ALL_FORMS.items())
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=f"forms of N events (--events), of which the last {len(LONG_FORMS)} need --long or their name:\n{listed}")
    for program in ("--tracetool", "--ceiling"):
        parser.add_argument(program, required=True)
    for folder in ("--folder", "--venv"):
        parser.add_argument(folder, type=pathlib.Path, required=True)
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=5)
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument("--long", action="store_true")
    chosen.add_argument("--only", type=names, metavar="FORM[,FORM…]")
    options = parser.parse_args()
    bench = Bench(options)
    print(f"N = {bench.events:,} events, medians of {bench.runs} runs in turn.\nStriven for beside the ratios: an ingest takes at "
          "most 72 MB, that of one long launch 200 MB; an event takes at most 48 bytes.\n")
    print(f"{'form':32} {'work':6} {'tracetool':>12} {'memory':>10}   {'beside':11} {'its time':>12} {'ratio':>6} "
          f"{'range':>13} {'goal':5}")
    for name in options.only or (ALL_FORMS if options.long else FORMS):
        form = ALL_FORMS[name]
        form.measure(bench, form.words)
    remove(bench.store, bench.other, bench.database, bench.parquet)


if __name__ == "__main__":
    main()
