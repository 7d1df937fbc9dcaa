#!/usr/bin/env python3
"""Kills 'tracetool' while it brings a store of an older version to the present one.

usage: migrated.py [--tracetool FILE] [--kills N] [--copies N] [--seed N] [--long]

The store is Tests/Stores/version-6.sqlite, with its streams N times over, so that there is time for a kill. After each
SIGKILL at a random instant the store has its old version or the new one, and all that was recorded, exactly; the next run
completes it, and then it is the store of an undisturbed run.
"""
import pathlib
import random
import shutil
import signal
import sqlite3
import tempfile
import time

from bench import ROOT, Bench, end, number

OLD = ROOT / "Tests/Stores/version-6.sqlite"
# Statements that give the same rows in both versions; [events] has an event with its stream and its position.
RECORDED = [
    "SELECT * FROM event", "SELECT stream, position, time, uptime, seq, line, source, lost FROM [events]",
    "SELECT * FROM rejects", "SELECT * FROM sources", "SELECT * FROM claims", "SELECT * FROM unread",
    "SELECT * FROM stream_texts", "SELECT id, base, base_line, pid FROM streams",
]
DERIVED = ["launch", "phase", "task", "scene", "candidate", "metric"]


def grow(store, copies):
    """Adds each stream, with its events and its texts, so many times under other names."""
    connection = sqlite3.connect(store)
    last = connection.execute("SELECT max(id) FROM streams").fetchone()[0]
    columns = [row[1] for row in connection.execute("PRAGMA table_info(events)")][1:]
    for copy in range(1, copies):
        more = copy * last
        connection.execute(
            "INSERT INTO streams SELECT id + ?1, CASE WHEN typeof(launch) = 'blob' THEN randomblob(16) "
            "WHEN launch = '' THEN '' ELSE launch || '-' || ?1 END, device, app, boot, source, coalesce(pid, 0) + ?1, base, "
            "base_context, base_line, 1 FROM streams WHERE id <= ?2", (more, last))
        for table, rest in (("stream_texts", "id, value"), ("events", ", ".join(columns))):
            connection.execute(f"INSERT INTO {table} SELECT stream + ?, {rest} FROM {table} WHERE stream <= ?", (more, last))
    connection.commit()
    connection.close()


def recorded(store):
    """The version of a store, and all that was recorded in it; nothing where it is damaged."""
    with tempfile.TemporaryDirectory() as folder:
        # A copy: to look at a log that waits to be taken over would take it over.
        for suffix in ("", "-wal"):
            if pathlib.Path(f"{store}{suffix}").exists():
                shutil.copy(f"{store}{suffix}", f"{folder}/store.db{suffix}")
        connection = sqlite3.connect(f"{folder}/store.db")
        if connection.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            return 0, []
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        events = "events" if version < 7 else "event_values"
        rows = [sorted(connection.execute(sql.replace("[events]", events)), key=repr) for sql in RECORDED]
        connection.close()
        return version, rows


def derived(store):
    """What the views of a finished store show."""
    connection = sqlite3.connect(store)
    rows = {view: sorted(connection.execute(f"SELECT * FROM {view}"), key=repr) for view in DERIVED}
    connection.close()
    return rows


def migrate(bench, store):
    """Brings a store to the present version, and returns after how many seconds that was committed."""
    began = time.monotonic()
    run = bench.start("store", "rebuild", "--store", store)
    committed = None
    while run.poll() is None:
        if committed is None and number(store, "PRAGMA user_version") > 6:
            committed = time.monotonic() - began
        time.sleep(0.002)
    bench.expect(end(run).code == 0, "undisturbed", "it did not end well")
    return committed or time.monotonic() - began


def main():
    bench = Bench(__doc__, kills=(20, "how many runs are killed"), copies=(40, "how often the store holds its streams"))
    chance = random.Random(bench.seed)
    old, store = bench.folder / "old.db", bench.folder / "s.db"
    shutil.copy(OLD, old)
    old.chmod(0o644)
    grow(old, bench.option("copies", 400))
    version, before = recorded(old)
    bench.expect(version == 6 and all(before), "the store", "it is not what it should be")

    shutil.copy(old, store)
    duration = migrate(bench, store)
    present, after = recorded(store)
    bench.expect(present > 6 and after == before, "undisturbed", "what was recorded is not what it was")
    whole = derived(store)

    wanted, early, late, tries = bench.option("kills", 100), 0, 0, 0
    while (early < wanted // 2 or early + late < wanted) and tries < 4 * wanted:
        tries += 1
        bench.remove("s.db")
        shutil.copy(old, store)
        # At any instant; once half of the kills came after the commit, only at those that are well before it.
        delay = chance.random() * duration * (1.1 if late < wanted // 2 else 0.5)
        run = bench.start("store", "rebuild", "--store", store)
        deadline = time.monotonic() + delay
        while time.monotonic() < deadline and run.poll() is None:
            time.sleep(0.0005)
        run.send_signal(signal.SIGKILL)
        if end(run).code != -signal.SIGKILL:
            duration *= 0.9  # The machine has become faster: the run was over before its kill.
            continue
        what = f"killed after {delay:.3f} s"
        version, rows = recorded(store)
        early, late = early + (version == 6), late + (version > 6)
        bench.expect(version in (6, present), what, f"its version is {version}")
        bench.expect(rows == before, what, f"in version {version}, what was recorded is not what it was")
        bench.must_run("store", "rebuild", "--store", store)
        bench.expect(recorded(store)[1] == before, what, "completed, what was recorded is not what it was")
        bench.expect(derived(store) == whole, what, "completed, it shows other launches than an undisturbed run")
    bench.finish(
        f"{early + late} kills, {early} before the migration was committed and {late} after it (seed {bench.seed})",
        enough=early >= wanted // 2 and early + late >= wanted)


if __name__ == "__main__":
    main()
