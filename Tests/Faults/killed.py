#!/usr/bin/env python3
"""Kills 'tracetool ingest' at random instants, runs it again, and holds the store against that of an undisturbed run.

usage: killed.py [--tracetool FILE] [--kills N] [--signals N] [--seed N] [--long]

Files, a folder, and a pipe are taken in, with lines that are no events, doubled records, logs that overlap and an end
that is not finished. Some runs that go on are killed, too. SIGINT and SIGTERM stop a run as it should: it ends with its
code, says what is stored and how to go on; that very line is then typed. Reports that derive all launches anew, as
other rules had derived them, are killed as well. Whatever happened, every table is in the end, row for row, that of a run
that nothing disturbed.
"""
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import threading
import time

from bench import Bench, differences, end, number, rows

WAYS = {
    "files": ["logs/a.jsonl", "logs/b.jsonl"],
    "folder": ["logs"],
    "pipe": ["-"],
}
OFFSETS = "SELECT sum(offset) FROM sources"


def write_logs(bench, size):
    """Two logs that overlap. Texts fill the program's memory of them, so that it commits with each batch."""
    (bench.folder / "logs").mkdir()
    share = max(size // 70, 20)
    parts = [bench.trace(share, "--repeat-context", "--devices", "50"),
             bench.trace(share, "--no-seq", "--no-launch", "--interleave", seed=1)]
    lines = []
    for number_, line in enumerate((parts * 9)[0] + parts[1] + parts[0][:500]):
        # A record that is doubled keeps its text.
        lines.append(line.rstrip(b"\n}") + b',"viewInstance":"%d%s"}\n' % (number_ % (size - 700), b"x" * 500))
    lines = lines[:size]
    for place in range(500, len(lines), 701):
        lines[place] = b"no event %d\n" % place
    first, second = lines[:len(lines) * 3 // 5], lines[len(lines) * 2 // 5:]
    (bench.folder / "logs/a.jsonl").write_bytes(b"".join(first))
    (bench.folder / "logs/b.jsonl").write_bytes(b"".join(second) + b'{"time":1760000000000000000,"eve')


class Way:
    """One way of taking the logs in, and what an undisturbed run of it makes."""

    def __init__(self, bench, name):
        self.bench, self.name = bench, name
        began = time.monotonic()
        self.finish("whole.db")
        self.time = time.monotonic() - began
        self.whole, self.size = rows(bench.folder / "whole.db"), number(bench.folder / "whole.db", OFFSETS)
        bench.remove("whole.db")

    def start(self, store):
        """Starts a run; a pipe is written by a program that ends with it."""
        arguments = ["ingest", "--max-rejects", "100%", "--store", store, *WAYS[self.name]]
        if self.name != "pipe":
            return self.bench.start(*arguments)
        writer = subprocess.Popen(["cat", "logs/a.jsonl", "logs/b.jsonl"], cwd=self.bench.folder,
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        run = self.bench.start(*arguments, stdin=writer.stdout)
        writer.stdout.close()
        threading.Thread(target=writer.wait).start()
        return run

    def finish(self, store):
        """Runs to the end; the store is then that of an undisturbed run."""
        run = end(self.start(store))
        self.bench.expect(run.code == 0, f"{self.name}, going on", f"it ended with {run.code}: {run.errors[-300:]}")

    def stop(self, store, delay, *signals):
        """Starts a run and sends it signals, a moment apart; how it ended, and how much was stored then."""
        run = self.start(store)
        deadline = time.monotonic() + delay
        while time.monotonic() < deadline and run.poll() is None:
            time.sleep(0.0005)
        for number_ in signals:
            run.send_signal(number_)
        return end(run), number(self.bench.folder / store, OFFSETS)

    def compare(self, store, what):
        """Every table is that of the undisturbed run."""
        for text in differences(self.whole, self.bench.folder / store):
            self.bench.say(f"{self.name}, {what}", text)
        self.bench.remove(store)


def kill(bench, chance, ways, wanted):
    """Kills runs; how often, and how often between the first and the last commit."""
    counts = {name: [0, 0, 0] for name in WAYS}
    for name, way in ways.items():
        tries = 0
        while (counts[name][0] < wanted or counts[name][1] < wanted // 2) and tries < 4 * wanted + 10:
            tries += 1
            delay = chance.random() * way.time
            ended, stored = way.stop("s.db", delay, signal.SIGKILL)
            if ended.code != -signal.SIGKILL:
                # The machine has become faster: the run was over before its kill.
                way.time *= 0.9
                bench.remove("s.db")
                continue
            counts[name][0] += 1
            counts[name][1] += 0 < stored < way.size
            if chance.random() < 0.3:
                ended, stored = way.stop("s.db", chance.random() * way.time, signal.SIGKILL)
                counts[name][0] += ended.code == -signal.SIGKILL
                counts[name][1] += ended.code == -signal.SIGKILL and 0 < stored < way.size
                counts[name][2] += 1
            way.finish("s.db")
            way.compare("s.db", f"killed after {delay:.3f} s at byte {stored}")
    return counts


def ask(bench, chance, ways, wanted):
    """Asks runs to stop; how many did so, by signal."""
    counts = {signal.SIGINT: 0, signal.SIGTERM: 0}
    early = late = 0
    for turn in range(4 * wanted + 10):
        if sum(counts.values()) >= wanted and min(counts.values()) > 0:
            break
        asked = (signal.SIGINT, signal.SIGTERM)[turn % 2]
        name = list(WAYS)[turn // 2 % 3]
        way, what = ways[name], f"{asked.name}, {name}"
        ended, stored = way.stop("s.db", chance.random() * way.time, asked)
        if ended.code == -asked:
            early += 1  # It had not begun to listen.
        elif ended.code == 0:
            late += 1  # All was read.
            way.time *= 0.9
        elif bench.expect(ended.code == 128 + asked, what, f"it ended with {ended.code}: {ended.errors[-300:]}"):
            counts[asked] += 1
            told = re.search(r"tracetool: (\w+); stopped in '(.*?)'; all until there is stored; to go on: tracetool (.*)\n",
                             ended.errors)
            if not bench.expect(told, what, f"it does not say how to go on: {ended.errors[-300:]}"):
                continue
            bench.expect(told[1] == ("interrupted", "terminated")[asked == signal.SIGTERM], what, told[0])
            new = re.search(r" = (\d[\d,]*) new ", ended.output)
            events = number(bench.folder / "s.db", "SELECT count(*) FROM events")
            bench.expect(new and int(new[1].replace(",", "")) == events, what, f"{events} are stored: {ended.output}")
            # What it says is typed; a pipe is to be fed again, by whom it does not know.
            again = f"cat logs/a.jsonl logs/b.jsonl | '{bench.tracetool}' " if name == "pipe" else f"'{bench.tracetool}' "
            typed = subprocess.run(["bash", "-c", again + told[3]], cwd=bench.folder, capture_output=True, timeout=300)
            bench.expect(typed.returncode == 0, what, f"'{told[3]}' ends with {typed.returncode}: {typed.stderr}")
        way.finish("s.db")
        way.compare("s.db", f"{asked.name} at byte {stored}")
    return counts, early, late


def kill_deriving(bench, chance, whole, wanted):
    """Kills reports that derive all launches anew; how many, and how many of them when some were derived and others not."""
    bench.must_run("ingest", "--max-rejects", "100%", "--store", "stale.db", *WAYS["files"])
    connection = sqlite3.connect(bench.folder / "stale.db")
    connection.execute("UPDATE launches SET last = last + 1")
    connection.execute("UPDATE made_by SET derivation = 'another'")
    connection.commit()
    connection.close()
    longest, kills, between = 2.0, 0, 0
    for _ in range(4 * wanted + 10):
        if kills >= wanted and between > 0:
            break
        shutil.copy(bench.folder / "stale.db", bench.folder / "s.db")
        run, delay = bench.start("report", "--store", "s.db"), chance.random() * longest
        time.sleep(delay)
        run.send_signal(signal.SIGKILL)
        if end(run).code != -signal.SIGKILL:
            longest *= 0.8
        else:
            kills += 1
            left = number(bench.folder / "s.db", "SELECT count(*) FROM streams WHERE changed")
            between += 0 < left < number(bench.folder / "s.db", "SELECT count(*) FROM streams")
        bench.must_run("report", "--store", "s.db")
        for text in differences(whole, bench.folder / "s.db"):
            bench.say(f"killed {delay:.3f} s after it began to derive launches anew", text)
        bench.remove("s.db")
    bench.remove("stale.db")
    return kills, between


def ask_twice(bench, chance, ways, wanted):
    """A second signal stops at once."""
    codes = {}
    for turn in range(wanted):
        way = ways[list(WAYS)[turn % 3]]
        ended, stored = way.stop("s.db", chance.random() * way.time, signal.SIGINT, signal.SIGTERM)
        codes[ended.code] = codes.get(ended.code, 0) + 1
        bench.expect(ended.code in (0, 130, 143, -signal.SIGINT, -signal.SIGTERM), "two signals", f"code {ended.code}")
        way.finish("s.db")
        way.compare("s.db", f"two signals at byte {stored}")
    return codes


def main():
    bench = Bench(__doc__, kills=(2, "how many runs are killed, of each way"),
                  signals=(6, "how many are asked to stop"), lines=(9000, "how many lines the logs have"))
    chance = random.Random(bench.seed)
    write_logs(bench, bench.option("lines", 30_000))
    ways = {name: Way(bench, name) for name in WAYS}
    counts = kill(bench, chance, ways, bench.option("kills", 70))
    kills, hits = (sum(count[place] for count in counts.values()) for place in (0, 1))
    for name, (all_, between, twice) in counts.items():
        print(f"{name:7} {all_} kills, {between} between the first and the last commit; {twice} runs were to be killed twice")
    derived, half = kill_deriving(bench, chance, ways["files"].whole, bench.option("kills", 70))
    signals, early, late = ask(bench, chance, ways, bench.option("signals", 60))
    codes = ask_twice(bench, chance, ways, bench.option("signals", 60) // 3)
    asked = ", ".join(f"{count} stopped by {name.name}" for name, count in signals.items())
    bench.finish(
        f"{kills} kills, {hits} between commits; {derived} while launches were derived anew, {half} of them when some were; {asked}, {early} before they listened, {late} at their end; "
        f"by two signals {sum(codes.values())} (seed {bench.seed})",
        enough=hits >= (100 if bench.is_long else 2) and min(signals.values()) > 0 and derived > 1)


if __name__ == "__main__":
    main()
