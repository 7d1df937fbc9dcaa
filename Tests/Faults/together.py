#!/usr/bin/env python3
"""Runs several 'tracetool' at once on one store, and looks whether anything is lost, doubled, or in the way.

usage: together.py [--tracetool FILE] [--rounds N] [--seed N] [--long]

Four ingest different files and two the same while reports are asked for; all end well, and the store holds, event for
event, what one run after the other makes. A writer that is held up waits until it is its turn, or for its timeout and
no less, and says then who is in the way. A run that is killed while others write takes nothing of theirs along.
"""
import json
import random
import signal
import sqlite3
import threading
import time

from bench import Bench, connect, end, number, rows

EVENTS = """SELECT stream, seq, time, uptime_nanos, event, source, phase, thread, reason, view, name, kind, scene,
  scene_instance, view_instance, task, duration_nanos, attributes, file, line FROM event"""
REPORTS = [["report", "--launch-times", "--each", "--format", "json"], ["check", "--format", "json"],
           ["report", "--background", "--format", "json"], ["query", "SELECT count(*) FROM event"]]


def waiting(bench, timeout):
    """The option for a configuration by which another writer is waited for so long."""
    path = bench.folder / f"wait-{timeout}.json"
    # Several threads ask for it at once: none may find a part of it.
    whole = path.with_suffix(f".{threading.get_ident()}")
    whole.write_text(json.dumps({"store": {"busyTimeout": timeout}}))
    whole.replace(path)
    return ["--config", str(path)]


def answers(bench, store):
    """The events and rejects of a store by their public views, and what its reports say."""
    connection = connect(bench.folder / store)
    told = [sorted(connection.execute(EVENTS), key=repr),
            sorted(connection.execute("SELECT file, line, reason, raw FROM reject"), key=repr),
            connection.execute("SELECT count(*) FROM streams WHERE changed").fetchone()]
    return told + [bench.run(*report, "--store", store).output for report in REPORTS]


def write_logs(bench, size):
    """Four logs; the last has no numbers and no launches, and tells some records twice."""
    for place, name in enumerate("abcd"):
        sort = ["--no-seq", "--no-launch", "--interleave"] if name == "d" else ["--repeat-context"]
        lines = bench.trace(size // 70, *sort, "--fault", "leaked", "--fault", "doubled", seed=place)
        lines[100] = b"no event in %s\n" % name.encode()
        lines += lines[7:60]
        (bench.folder / f"{name}.jsonl").write_bytes(b"".join(lines))


def run_together(bench, chance, whole, rounds):
    """Rounds of six writers and readers all the while; how many of each ended."""
    writers = readers = killed = 0
    for turn in range(rounds):
        what = f"round {turn}"
        # The files that are read twice are told by two runs at once.
        names = list("abcd") + chance.sample("abcd", 2)
        chance.shuffle(names)
        runs = [bench.start("ingest", f"{name}.jsonl", "--store", "s.db", *waiting(bench, "300s")) for name in names]
        # One is killed on its way, half of the time, and begins again.
        victim = chance.choice(runs) if turn % 2 else None
        if victim:
            time.sleep(chance.random() * 0.3)
            victim.send_signal(signal.SIGKILL)
        while any(run.poll() is None for run in runs):
            report = chance.choice(REPORTS)
            reader = bench.run(*report, "--store", "s.db")
            readers += 1
            # Before the store is made there is nothing to read, and no launch in it at first.
            early = reader.code == 4 and ("no such file" in reader.errors or "nothing in it" in reader.errors)
            bench.expect(early or reader.code in (0, 1, 3), f"{what}, {report[0]}", f"{reader.code}: {reader.errors}")
        for name, run in zip(names, runs):
            ended = end(run)
            writers += 1
            if run is victim:
                killed += ended.code == -signal.SIGKILL
            else:
                bench.expect(ended.code == 0, f"{what}, ingest {name}", f"{ended.code}: {ended.errors}")
        if victim:
            bench.must_run("ingest", "a.jsonl", "b.jsonl", "c.jsonl", "d.jsonl", "--store", "s.db")
        told = answers(bench, "s.db")
        for kind, mine, theirs in zip(("events", "rejects", "marks", *(report[0] for report in REPORTS)), told, whole):
            bench.expect(mine == theirs, what, f"{kind} are not those of one run after the other")
        bench.expect("damage" not in rows(bench.folder / "s.db"), what, "the store is damaged")
        bench.remove("s.db")
    return writers, readers, killed


def wait(bench):
    """A writer that another holds up."""
    bench.must_run("ingest", "a.jsonl", "--store", "s.db")
    before = number(bench.folder / "s.db", "SELECT count(*) FROM events")
    holder = sqlite3.connect(bench.folder / "s.db", isolation_level=None)
    cases = 0
    for timeout, least in (("10ms", 0.01), ("300ms", 0.3), ("1s", 1.0), (None, 5.0)):
        option = waiting(bench, timeout) if timeout else []
        for command in (["ingest", "b.jsonl"], ["store", "rebuild"]) if timeout else (["ingest", "b.jsonl"],):
            holder.execute("BEGIN IMMEDIATE")
            began = time.monotonic()
            run = bench.run(*command, "--store", "s.db", *option)
            waited, what = time.monotonic() - began, f"{command[0]} {command[1]}, held up for more than {timeout or '5s'}"
            holder.execute("ROLLBACK")
            cases += 1
            bench.expect(run.code == 4, what, f"it ended with {run.code}: {run.errors}")
            bench.expect(waited >= least, what, f"it gave up after {waited:.3f} s")
            bench.expect("s.db" in run.errors and "another process is writing" in run.errors and "try again" in run.errors,
                         what, f"it does not say who is in the way: {run.errors}")
            bench.expect(number(bench.folder / "s.db", "SELECT count(*) FROM events") == before, what, "it wrote")
    for report in REPORTS:
        holder.execute("BEGIN IMMEDIATE")
        run = bench.run(*report, "--store", "s.db", *waiting(bench, "10ms"))
        holder.execute("ROLLBACK")
        cases += 1
        bench.expect(run.code in (0, 1), " ".join(report), f"a writer is in its way: {run.errors}")
    holder.execute("BEGIN IMMEDIATE")
    run = bench.start("ingest", "b.jsonl", "--store", "s.db", *waiting(bench, "300s"))
    time.sleep(0.5)
    bench.expect(run.poll() is None, "held up", "it did not wait")
    holder.execute("ROLLBACK")
    ended = end(run)
    bench.expect(ended.code == 0, "held up for a while", f"it ended with {ended.code}: {ended.errors}")
    # A writer that is asked to stop while it waits does so.
    holder.execute("BEGIN IMMEDIATE")
    run = bench.start("ingest", "c.jsonl", "--store", "s.db", *waiting(bench, "1s"))
    time.sleep(0.3)
    run.send_signal(signal.SIGINT)
    ended = end(run)
    holder.execute("ROLLBACK")
    bench.expect(ended.code in (4, 130), "stopped while it waits", f"it ended with {ended.code}: {ended.errors}")
    holder.close()
    bench.remove("s.db")
    return cases + 2


def main():
    bench = Bench(__doc__, rounds=(2, "how often"), lines=(4000, "how many lines each log has"))
    chance = random.Random(bench.seed)
    write_logs(bench, bench.option("lines", 20_000))
    for name in "abcd":
        bench.must_run("ingest", f"{name}.jsonl", "--store", "whole.db")
    writers, readers, killed = run_together(bench, chance, answers(bench, "whole.db"), bench.option("rounds", 30))
    cases = wait(bench)
    bench.finish(f"{writers} ingests at once, {killed} of them killed, {readers} reports while they ran, "
                 f"{cases} writers and readers held up (seed {bench.seed})", enough=readers >= bench.option("rounds", 30))


if __name__ == "__main__":
    main()
