"""What the harnesses of this folder share: how they are asked, run the program, look at a store, and tell faults."""
import argparse
import collections
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SHOP = ROOT / "Tests/Samples/shop.jsonl"
Ended = collections.namedtuple("Ended", "code output errors")


class Bench:
    """A folder of one run's own, gone with it, in which the program is run; and the faults that were found."""

    def __init__(self, doc, **options):
        parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
        parser.add_argument("--tracetool", default=str(ROOT / ".build/release/tracetool"))
        parser.add_argument("--tracemaker", default=str(ROOT / ".build/release/tracemaker"))
        parser.add_argument("--long", action="store_true", help="all of it, which takes minutes")
        parser.add_argument("--seed", type=int, default=4711)
        for name, (default, text) in options.items():
            parser.add_argument(f"--{name}", type=type(default), default=None, help=f"{text} ({default} unless given)")
        self.options = parser.parse_args()
        self.defaults = {name: default for name, (default, _) in options.items()}
        self.tracetool, self.is_long, self.seed = self.options.tracetool, self.options.long, self.options.seed
        self.holder = tempfile.TemporaryDirectory(prefix="tracetool-faults-")
        self.folder = pathlib.Path(self.holder.name).resolve()
        self.wrong = 0

    def option(self, name, long=None):
        """An option's value: as given, else `long` with --long, else its default."""
        given = getattr(self.options, name)
        return given if given is not None else long if self.is_long and long is not None else self.defaults[name]

    def start(self, *arguments, wrapper=(), **more):
        """Starts the program in the folder; its words go to pipes."""
        more = {"cwd": self.folder, "stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE,
                "stderr": subprocess.PIPE} | more
        return subprocess.Popen([*map(str, wrapper), self.tracetool, *map(str, arguments)], **more)

    def run(self, *arguments, timeout=300, **more):
        """Runs the program to its end; a code below 0 is the signal that ended it."""
        return end(self.start(*arguments, **more), timeout)

    def must_run(self, *arguments, **more):
        """Runs the program, which must end well."""
        run = self.run(*arguments, **more)
        if run.code:
            sys.exit(f"{' '.join(map(str, arguments))} ended with {run.code}: {run.errors[-500:]}")
        return run

    def trace(self, launches, *options, seed=0):
        """The lines of a made trace."""
        command = [self.options.tracemaker, str(launches), "--seed", str(self.seed + seed), *options]
        return subprocess.run(command, check=True, capture_output=True).stdout.splitlines(keepends=True)

    def remove(self, store):
        """Removes a store, and what lies beside it."""
        for suffix in ("", "-wal", "-shm"):
            pathlib.Path(f"{self.folder / store}{suffix}").unlink(missing_ok=True)

    def say(self, what, text):
        """Tells a fault."""
        self.wrong += 1
        print(f"FAULT {what}: {text}", flush=True)

    def expect(self, holds, what, text):
        """Tells a fault unless what must hold does."""
        if not holds:
            self.say(what, text)
        return holds

    def expect_same(self, one, other, what):
        """Tells a fault where two stores differ."""
        for text in differences(one, other):
            self.say(what, text)

    def finish(self, text, enough=True):
        """Says what was done, and ends with what was found."""
        shutil.rmtree(self.folder, ignore_errors=True)
        print(f"{text}; {self.wrong} faults", flush=True)
        if not enough:
            sys.exit("too little of it was reached")
        sys.exit(1 if self.wrong else 0)


def end(process, timeout=300, kill=None):
    """Waits for a process to end, and kills it if it does not."""
    try:
        output, errors = process.communicate(timeout=timeout)
        code = process.returncode
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        output, errors = process.communicate()
        code = f"no end within {timeout} s"
    return Ended(code, (output or b"").decode("utf-8", "replace"), (errors or b"").decode("utf-8", "replace"))


def connect(store, mode="ro"):
    """A store, to be read."""
    connection = sqlite3.connect(f"file:{store}?mode={mode}", uri=True)
    connection.text_factory = bytes
    return connection


def number(store, sql):
    """The number that SQL tells of a store; 0 where there is none yet."""
    try:
        connection = connect(store)
        try:
            return connection.execute(sql).fetchone()[0] or 0
        finally:
            connection.close()
    except sqlite3.Error:
        return 0


def rows(store):
    """All that a whole store holds, by table.

    What texts, signatures, contexts and subjects are numbered by depends on when transactions ended: a number that stands for
    one is replaced by what it stands for, and texts that nothing refers to are not looked at.
    """
    with tempfile.TemporaryDirectory() as folder:
        # A copy: to look at a log that waits to be taken over would take it over.
        for suffix in ("", "-wal"):
            if pathlib.Path(f"{store}{suffix}").exists():
                shutil.copy(f"{store}{suffix}", f"{folder}/store.db{suffix}")
        return rows_of(connect(f"{folder}/store.db", "rw"))


def sums(packed):
    """The numbers of which packed ones are the differences, each to the one before; `PackedNumbers.swift` says how."""
    number, rest, shift = 0, 0, 0
    for byte in packed:
        rest |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            number += (rest - 1) >> 1 ^ -(rest - 1 & 1) if rest else 0
            yield number
            rest, shift = 0, 0


def rows_of(connection):
    """As `rows`, of an open store, which is closed."""
    check = connection.execute("PRAGMA integrity_check").fetchone()
    if check != (b"ok",):
        return {"damage": [check]}
    names = [name.decode() for name, in connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
    if not names:
        return {}
    meanings, used, tables = {"texts": dict(connection.execute("SELECT * FROM texts"))}, set(), {}

    def read(table):
        names = [row[1].decode() for row in connection.execute(f"PRAGMA table_info({table})")]
        keys = {key[3].decode(): key[2].decode() for key in connection.execute(f"PRAGMA foreign_key_list({table})")}
        kinds = [meanings.get(keys.get(name, "")) for name in names]
        texts = [place for place, kind in enumerate(kinds) if kind is meanings["texts"]]
        others = [place for place, kind in enumerate(kinds) if kind is not None]
        for row in connection.execute(f"SELECT * FROM {table}"):
            used.update(row[place] for place in texts)
            row = list(row)
            for place in others:
                row[place] = kinds[place].get(row[place], row[place])
            if table == "launch_times":
                place = names.index("contexts")
                row[place] = tuple(meanings["contexts"].get(id, (id,)) for id in sums(row[place]))
            yield tuple(row)

    for table in ("signatures", "contexts", "subjects"):
        meanings[table] = {row[0]: row[1:] for row in read(table)}
        tables[table] = sorted(meanings[table].values(), key=repr)
    for table in names:
        if table not in ("texts", "signatures", "contexts", "subjects"):
            tables[table] = sorted(read(table), key=repr)
    tables["texts"] = sorted((meanings["texts"][id] for id in used if id), key=repr)
    connection.close()
    return tables


def differences(one, other):
    """What two stores, or what `rows` tells of them, differ in."""
    one, other = (rows(side) if not isinstance(side, dict) else side for side in (one, other))
    for table in sorted(one.keys() | other.keys()):
        mine, theirs = one.get(table), other.get(table)
        if mine != theirs:
            pair = next((pair for pair in zip(mine or [], theirs or []) if pair[0] != pair[1]), "")
            yield f"{table} differs, {len(mine or [])} rows and {len(theirs or [])}: {str(pair)[:400]}"
