#!/usr/bin/env python3
"""Gives 'tracetool' stores that are damaged, cut, locked away, or somebody else's, and looks at how it ends.

usage: stores.py [--tracetool FILE] [--damages N] [--seed N] [--long]

Bytes are flipped at N random places of a good store, one place a time, and it is cut at random lengths; a
store of another version, another program's file, and planted triggers and views come on top. Whatever is asked, the program ends by
itself, with an exit code that it documents and, where it fails, a message that names the file; it needs no more than
a gigabyte; and what only reads writes nothing. A store that may not be written, by its file, its folder or its whole
file system, is read. 'query' can neither write, attach, load nor read a file, whatever the SQL, and can be stopped.
"""
import collections
import hashlib
import os
import pathlib
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

from bench import SHOP, Bench, end

QUESTIONS = [
    ["report", "--launch-times"], ["report"], ["check"], ["store", "status"], ["store", "rejects"],
    ["query", "SELECT * FROM event"], ["query", "SELECT * FROM launch"], ["query", "SELECT * FROM candidate"],
]
CHANGES = [["ingest", "more.jsonl"], ["store", "rebuild"]]
FINE = {0, 1, 3}
NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]


def limit():
    """No more than a gigabyte of data."""
    resource.setrlimit(resource.RLIMIT_DATA, (1 << 30, 1 << 30))


class Stores:
    """A good store, and a log of which it holds nothing."""

    def __init__(self, bench):
        self.bench, self.folder = bench, bench.folder
        self.good, self.store = self.folder / "good.db", self.folder / "store.db"
        lines = SHOP.read_bytes().splitlines(keepends=True)
        (self.folder / "log.jsonl").write_bytes(b"".join(lines[:300]) + b"no event\n")
        (self.folder / "more.jsonl").write_bytes(b"".join(lines[300:]))
        # Where another user can run it, wherever it was built.
        os.chmod(self.folder, 0o755)
        (self.folder / "program").mkdir()
        bench.tracetool = str(shutil.copy(bench.tracetool, self.folder / "program/tracetool"))
        bench.must_run("ingest", "log.jsonl", "--store", self.good)
        self.ends = collections.Counter()

    def run(self, question, store, **more):
        """Runs one command on a store."""
        return self.bench.run(*question, "--store", store, timeout=600, preexec_fn=limit, **more)

    def try_all(self, what, bytes_, must_fail=False):
        """Asks a store of these bytes everything, and changes it."""
        for question in QUESTIONS + CHANGES:
            self.bench.remove(self.store)
            self.store.write_bytes(bytes_)
            run = self.run(question, self.store)
            self.ends[run.code] += 1
            name, text = f"{what}, {' '.join(question)}", run.errors.strip()
            # A view may be gone: then it is the query that is wrong.
            codes = FINE | {4} | ({2} if question[0] == "query" else set())
            if run.code not in codes or must_fail and run.code != 4:
                self.bench.say(name, f"it ended with {run.code}: {text[-200:]}")
            elif run.code == 4 and "store.db" not in text:
                self.bench.say(name, f"its message names no file: {text[-200:]}")
            if question in QUESTIONS and self.store.read_bytes() != bytes_ and must_fail:
                self.bench.say(name, "it wrote to the store")

    def planted(self, *statements):
        """The good store after somebody has run SQL in it."""
        path = self.folder / "planted.db"
        shutil.copy(self.good, path)
        connection = sqlite3.connect(path)
        for statement in statements:
            connection.execute(statement)
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()
        return path.read_bytes()

    def damage(self, chance, damages):
        """Flips bits and cuts."""
        good = self.good.read_bytes()
        for number in range(damages):
            place, bit = chance.randrange(len(good)), chance.randrange(8)
            # Every fourth in the first page, where the schema begins.
            place = place % 4096 if number % 4 == 0 else place
            damaged = bytearray(good)
            damaged[place] ^= 1 << bit
            self.try_all(f"bit {bit} of byte {place}", bytes(damaged))
        for _ in range(damages // 10):
            length = chance.randrange(1, len(good))
            self.try_all(f"cut at {length}", good[:length])

    def plant(self):
        """Somebody else's."""
        self.try_all("another version", self.planted("PRAGMA user_version = 99"), must_fail=True)
        self.try_all("another program's", self.planted("PRAGMA application_id = 1"), must_fail=True)
        self.try_all("no database", b"not a database" * 1000, must_fail=True)
        endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
        for statements in (
            ["CREATE TRIGGER planted AFTER INSERT ON events BEGIN DELETE FROM events; END"],
            ["CREATE TRIGGER planted AFTER UPDATE ON streams BEGIN DELETE FROM events; END"],
            ["CREATE VIEW planted AS SELECT 1"], ["CREATE TABLE planted (a)"], ["DROP VIEW launch"], ["DROP TABLE launch_parts"],
            ["DROP INDEX stream_keys"],
            ["DROP VIEW launch", "CREATE VIEW launch AS SELECT load_extension('./evil.so') AS launch"],
            ["DROP VIEW event", "CREATE VIEW event AS SELECT readfile('log.jsonl') AS launch"],
            ["DROP VIEW candidate", "CREATE VIEW candidate AS SELECT zeroblob(999999999) AS launch"],
            ["CREATE VIEW planted AS " + endless, "DROP VIEW candidate", "CREATE VIEW candidate AS SELECT * FROM planted LIMIT 9"],
            ["UPDATE texts SET value = x'00' WHERE id = 3"], ["DELETE FROM texts"], ["DELETE FROM signatures"],
            ["DELETE FROM streams"], ["DELETE FROM contexts"], ["DELETE FROM sources"], ["DELETE FROM launches"],
            ["UPDATE streams SET base = 9223372036854775807, base_line = -9223372036854775808, base_context = 99"],
            ["UPDATE events SET time = -9223372036854775808, uptime = 9223372036854775807, line = 9223372036854775807"],
            ["UPDATE events SET signature = 9223372036854775807"], ["UPDATE events SET subject = -1"], ["DELETE FROM subjects"],
            ["UPDATE OR REPLACE subjects SET context = -1, source = 99999"],
            ["UPDATE OR REPLACE subjects SET scene = 9223372036854775807, task = -9223372036854775808"],
            ["INSERT OR REPLACE INTO event_details SELECT stream, position, -1, -1, -1, -9999999999, '{' FROM events"],
            ["UPDATE launch_parts SET parts = x''"], ["UPDATE launch_parts SET parts = x'ffffffffffffffffffffff00'"],
            ["UPDATE launch_parts SET parts = CAST(x'0103ffffffffffffffff7f' || parts AS BLOB)"], ["DELETE FROM tasks WHERE n = 0"],
            ["UPDATE launch_times SET times = x''"], ["UPDATE launch_times SET times = x'ffffffffffffffffffffff00'"],
            ["UPDATE launch_times SET times = substr(times, 1, length(times) - 9)"],
            ["UPDATE launch_times SET times = CAST(x'ff' || times AS BLOB)"], ["UPDATE launch_times SET times = zeroblob(999999)"],
            ["UPDATE launch_times SET contexts = x''"], ["UPDATE launch_times SET contexts = x'02'"],
            ["UPDATE launch_times SET contexts = x'feffffffffffffffff01'"],
            ["UPDATE held_kinds SET count = count + 1"], ["UPDATE held_kinds SET count = 4294967296"],
            ["DELETE FROM held_kinds"], ["UPDATE OR REPLACE held_kinds SET kinds = 0"],
            ["UPDATE launch_times SET block = 9223372036854775807 - block"], ["DELETE FROM launch_times WHERE block > 0"],
            ["UPDATE launches SET ordinal = 9223372036854775807 - ordinal, kinds = 99999"],
            ["UPDATE candidates SET rule = 1, states = -1, state = 9999, source = -5, line = -9999999999"],
            ["UPDATE sources SET offset = 9223372036854775807, line = -1"], ["UPDATE sources SET offset = -5"],
            ["UPDATE sources SET head_length = 9999999"], ["UPDATE sources SET head_length = -1"],
            ["PRAGMA writable_schema = ON", "UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '')"],
            ["PRAGMA writable_schema = ON", "UPDATE sqlite_schema SET rootpage = 2 WHERE name = 'events'"],
        ):
            text = "; ".join(statements)
            self.try_all(text, self.planted(*statements), must_fail="TRIGGER" in text)

    # MARK: Stores that may not be written

    def lock_away(self):
        """Read-only files, folders and file systems; returns how many were tried."""
        tries = 0
        self.bench.remove(self.store)
        wanted = {" ".join(question): self.run(question, self.good) for question in QUESTIONS}
        for what, wrapper, prepare in self.locks():
            place = self.folder / "locked"
            place.mkdir()
            shutil.copy(self.good, place / "store.db")
            # Somebody who may read the folder alone cannot make a lock file there.
            path, undo = prepare(place)
            try:
                before = {file.name: hashlib.sha256(file.read_bytes()).digest() for file in place.iterdir()}
                for question in QUESTIONS:
                    run = self.run(question, path, wrapper=wrapper)
                    tries += 1
                    same = wanted[" ".join(question)]
                    # An answer names the store that it is about.
                    answer = run.output.replace(str(path), "STORE")
                    expected = same.output.replace(str(self.good), "STORE")
                    self.bench.expect((run.code, answer) == (same.code, expected), f"{what}, {' '.join(question)}",
                                      f"it answers otherwise, with {run.code}: {run.errors[-200:]}")
                for question in CHANGES:
                    # The program may run inside the folder: what it takes in is looked for before the store is opened.
                    typed = [str(self.folder / word) if word.endswith(".jsonl") else word for word in question]
                    run = self.run(typed, path, wrapper=wrapper)
                    tries += 1
                    self.bench.expect(run.code == 4 and "store.db" in run.errors, f"{what}, {' '.join(question)}",
                                      f"{run.code}: {run.errors[-200:]}")
                after = {file.name: hashlib.sha256(file.read_bytes()).digest() for file in place.iterdir()}
                left = {name: digest for name, digest in after.items() if name in before or not name.endswith(("-wal", "-shm"))}
                self.bench.expect(left == before, what, f"it wrote: {sorted(after)}")
            finally:
                undo()
                shutil.rmtree(place)
        return tries

    def locks(self):
        """Ways to forbid writing: what each is called, who runs the program, and how it is made."""
        if os.geteuid() == 0 and not can_run([*NOBODY, self.bench.tracetool, "--version"]):
            sys.exit(f"another user than root cannot run '{self.bench.tracetool}'")
        other = NOBODY if os.geteuid() == 0 else []

        def file(place):
            os.chmod(place / "store.db", 0o444)
            os.chmod(place, 0o777)
            return place / "store.db", lambda: None

        def folder(place):
            os.chmod(place / "store.db", 0o644 if other else 0o444)
            os.chmod(place, 0o555)
            return place / "store.db", lambda: os.chmod(place, 0o755)

        def inside(place):
            os.chmod(place, 0o555)
            return "store.db", lambda: os.chmod(place, 0o755)

        yield "a read-only file", other, file
        yield "a read-only folder", other, folder
        yield "a read-only folder, from inside", [*other, "env", "-C", str(self.folder / "locked")], inside
        if can_run(["mount", "--bind", str(self.folder), str(self.folder)]):
            subprocess.run(["umount", str(self.folder)], check=True)

            def mounted(place):
                subprocess.run(["mount", "--bind", place, place], check=True)
                subprocess.run(["mount", "-o", "remount,bind,ro", place], check=True)
                return place / "store.db", lambda: subprocess.run(["umount", place], check=True)

            yield "a read-only file system", [], mounted
        else:
            print("nothing may be mounted here: no read-only file system was tried")

    # MARK: Hostile SQL

    def attempts(self):
        """SQL that must not do what it is meant to; returns how much of it was tried."""
        path = self.folder / "store.db"
        self.bench.remove(path)
        shutil.copy(self.good, path)
        (self.folder / "evil.so").write_bytes(b"")
        secret = "this stands in another file"
        (self.folder / "secret.txt").write_text(secret)
        other = sqlite3.connect(self.folder / "other.db")
        other.executescript(f"CREATE TABLE t (a); INSERT INTO t VALUES ('{secret}');")
        other.close()
        before = {file.name: hashlib.sha256(file.read_bytes()).digest() for file in self.folder.iterdir() if file.is_file()}
        counts = collections.Counter()
        for sql in ATTEMPTS + (HEAVY if self.bench.is_long else []):
            run = self.run(["query", sql], path)
            counts[run.code] += 1
            self.bench.expect(run.code in ((0, 2) if sql in HARMLESS else (2,)), f"query '{sql}'",
                              f"it ended with {run.code}: {run.output[:100]} {run.errors[:200]}")
            self.bench.expect(secret not in run.output + run.errors, f"query '{sql}'", "it read another file")
            after = {file.name: hashlib.sha256(file.read_bytes()).digest() for file in self.folder.iterdir()
                     if file.is_file() and not file.name.startswith("store.db-")}
            if not self.bench.expect(after == before, f"query '{sql}'", f"it wrote: {set(after.items()) ^ set(before.items())}"):
                return sum(counts.values())
        for sql in ENDLESS:
            for asked in (signal.SIGINT, signal.SIGTERM) if self.bench.is_long or sql == ENDLESS[0] else (signal.SIGINT,):
                run = self.bench.start("query", sql, "--store", path, preexec_fn=limit)
                time.sleep(0.3)
                began = time.monotonic()
                run.send_signal(asked)
                ended = end(run, 60)
                counts[ended.code] += 1
                waited = time.monotonic() - began
                # One that was refused before has ended by itself.
                self.bench.expect(ended.code == 128 + asked or ended.code in (2, 4), f"query '{sql}', {asked.name}",
                                  f"it ended with {ended.code} after {waited:.1f} s: {ended.errors[:200]}")
                if ended.code == 128 + asked:
                    counts["stopped"] += 1
        self.bench.expect(counts["stopped"] >= len(ENDLESS), "endless queries", f"only {counts['stopped']} ran until they were stopped")
        return sum(counts.values())


def can_run(command):
    """Whether a command ends well here."""
    try:
        return subprocess.run(command, capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


ATTEMPTS = [
    # To write.
    "DELETE FROM events", "INSERT INTO texts VALUES (9, 'x')", "UPDATE streams SET changed = 1", "DROP TABLE events",
    "REPLACE INTO texts VALUES (1, 'x')", "CREATE TABLE t (a)", "CREATE TEMP TABLE t (a)", "CREATE VIEW v AS SELECT 1",
    "CREATE TEMP VIEW v AS SELECT 1", "CREATE INDEX i ON events(time)", "ALTER TABLE events RENAME TO e",
    "CREATE TRIGGER t AFTER INSERT ON events BEGIN SELECT 1; END", "CREATE VIRTUAL TABLE v USING fts5(a)",
    "CREATE VIRTUAL TABLE temp.v USING rtree(a, b, c)", "REINDEX", "ANALYZE", "VACUUM", "VACUUM INTO 'copy.db'",
    "INSERT INTO event VALUES (1)", "UPDATE sqlite_schema SET sql = ''", "DELETE FROM sqlite_schema",
    "WITH x AS (SELECT 1) DELETE FROM events", "DELETE FROM events RETURNING *", "WITH x(a) AS (SELECT 1) INSERT INTO texts SELECT 9, a FROM x",
    "EXPLAIN DELETE FROM events", "BEGIN", "BEGIN IMMEDIATE", "BEGIN EXCLUSIVE", "COMMIT", "ROLLBACK", "SAVEPOINT s", "RELEASE s",
    "SELECT 1; DELETE FROM events", "SELECT 1;DROP TABLE events;--", "-- \nDELETE FROM events", "/**/DELETE FROM events",
    "SELECT writefile('copy.db', 'x')", "SELECT edit('x')", "SELECT sqlite_compileoption_used('x') FROM sqlite_temp_schema; DELETE FROM events",
    "SELECT * FROM sqlite_dbpage; UPDATE sqlite_dbpage SET data = x''", "UPDATE sqlite_dbpage SET data = x'' WHERE pgno = 1",
    # To attach, and to read other files.
    "ATTACH 'other.db' AS o", "ATTACH 'file:other.db?mode=ro' AS o", "ATTACH ':memory:' AS m", "DETACH main", "SELECT * FROM o.t",
    "ATTACH 'other.db' AS o; SELECT * FROM o.t", "SELECT readfile('secret.txt')", "SELECT * FROM fsdir('.')", "SELECT * FROM csv('secret.txt')",
    "CREATE VIRTUAL TABLE temp.c USING csv(filename='secret.txt')", "SELECT * FROM zipfile('secret.txt')", "SELECT * FROM 'other.db'",
    "SELECT * FROM lsdir('.')", "SELECT fts3_tokenizer('simple', x'0000')", "SELECT fts3_tokenizer('simple')",
    # To load and run code.
    "SELECT load_extension('./evil.so')", "SELECT load_extension('evil', 'main')", "SELECT load_extension('libc.so.6', 'system')",
    "SELECT shell('id')", "SELECT system('id')", "SELECT eval('DELETE FROM events')",
    # To change how SQLite works.
    "PRAGMA writable_schema = ON", "PRAGMA journal_mode = DELETE", "PRAGMA user_version = 9", "PRAGMA application_id = 9", "PRAGMA trusted_schema = ON",
    "PRAGMA query_only = OFF", "PRAGMA temp_store_directory = '/tmp'", "PRAGMA data_store_directory = '/tmp'", "PRAGMA key = 'x'",
    "PRAGMA wal_checkpoint(TRUNCATE)", "PRAGMA incremental_vacuum", "PRAGMA optimize", "PRAGMA shrink_memory", "PRAGMA hard_heap_limit = 1",
    "PRAGMA mmap_size = 99999999", "PRAGMA locking_mode = EXCLUSIVE", "PRAGMA table_info(events)", "PRAGMA case_sensitive_like = 1",
    "PRAGMA main.secure_delete = 1", "PRAGMA foreign_keys = ON", "PRAGMA recursive_triggers = ON", "PRAGMA cell_size_check = OFF",
    "SELECT * FROM pragma_journal_mode('delete')", "SELECT * FROM pragma_user_version(9)", "SELECT * FROM pragma_wal_checkpoint",
    "SELECT * FROM pragma_optimize", "SELECT * FROM pragma_incremental_vacuum(1)", "SELECT * FROM pragma_writable_schema(1)",
    "SELECT * FROM pragma_database_list", "SELECT * FROM pragma_function_list", "SELECT * FROM pragma_table_info('events')",
    # To be too much.
    "SELECT zeroblob(9999999999)", "SELECT randomblob(2000000000)",
    "SELECT " + "(" * 2000 + "1" + ")" * 2000, "SELECT " + "+".join(["1"] * 3000), "SELECT 1" + " UNION SELECT 1" * 1000,
    "SELECT '" + "[" * 100_000 + "' -> '$'", "SELECT json('" + "[" * 100_000 + "')", "SELECT abs(-9223372036854775807 - 1)",
    "SELECT 'a' REGEXP 'b'", "SELECT x'0' FROM event", "SELECT ?1, :a, @b, $c", "SELECT * FROM json_each('{')", "", ";", "--", "SELECT", "\x07",
    "SELECT * FROM event WHERE event MATCH 'x'", "SELECT * FROM (SELECT * FROM (SELECT * FROM nothing))", "VALUES (1)", "TABLE event",
    "SELECT unknown(1)", "SELECT likelihood(1, 2)", "SELECT raise(ABORT, 'x')", "EXPLAIN SELECT 1", "EXPLAIN QUERY PLAN SELECT * FROM event",
]
# What takes long to be refused.
HEAVY = [
    "SELECT printf('%.*c', 2000000000, 'x')", "SELECT hex(zeroblob(900000000))",
    "SELECT replace(hex(zeroblob(400000)), '00', hex(zeroblob(400000)))", "SELECT group_concat(zeroblob(99999999)) FROM event",
]
# What may be answered: it reads nothing but the store, or fails where it must.
HARMLESS = {"VALUES (1)", "SELECT printf('%.*c', 2000000000, 'x')", "SELECT ?1, :a, @b, $c", "SELECT * FROM sqlite_schema", "SELECT likelihood(1, 2)", "SELECT 1" + " UNION SELECT 1" * 1000,
            "SELECT " + "(" * 2000 + "1" + ")" * 2000, "SELECT " + "+".join(["1"] * 3000), "SELECT fts3_tokenizer('simple')",
            "EXPLAIN SELECT 1", "EXPLAIN QUERY PLAN SELECT * FROM event"}
ENDLESS = [
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT 1 FROM n) SELECT max(i) FROM n",
    "SELECT count(*) FROM event a, event b, event c, event d, event e",
    "SELECT sum(length(a.file || b.file || c.file)) FROM event a, event b, event c, event d ORDER BY 1",
]


def main():
    bench = Bench(__doc__, damages=(30, "how many places are damaged"))
    chance = random.Random(bench.seed)
    stores = Stores(bench)
    damages = bench.option("damages", 1000)
    stores.damage(chance, damages)
    stores.plant()
    locked, attempts = stores.lock_away(), stores.attempts()
    bench.finish(f"{damages} places damaged, {sum(stores.ends.values())} commands (seed {bench.seed}), by exit code "
                 + ", ".join(f"{code}: {count}" for code, count in sorted(stores.ends.items(), key=str))
                 + f"; {locked} commands where nothing may be written; {attempts} hostile queries", enough=locked >= 30)


if __name__ == "__main__":
    main()
