#!/usr/bin/env python3
"""Fills a store with copies of a made trace, asks it what people ask, and prints time and peak memory of each answer.

usage: large_store.py [--tracetool PROGRAM] [--folder FOLDER] [--events N]

Each copy is of a million events (or of all, if they are fewer) and has launches and devices of its own: the first eight
digits of their ids differ from copy to copy. One `ingest` takes each, from a pipe. The launch that is shown stands in the
middle of the trace, and its copy in the middle of all. A hundred million events take some minutes and 5 GB of disk.
"""
import argparse
import itertools
import os
import pathlib
import re
import subprocess
import tempfile
import threading

from compare import HERE, remove, run, size

COPY = 1_000_000


class Copies:
    """A trace, launch after launch, of which copies with other ids are made."""

    def __init__(self, events):
        # Of each launch its id, that of its device, and its lines.
        self.launches = []
        with subprocess.Popen([HERE / "generate.py", str(events)], stdout=subprocess.PIPE) as trace:
            for (launch, device), lines in itertools.groupby(trace.stdout, self.ids):
                self.launches.append((launch, device, b"".join(lines)))

    @staticmethod
    def ids(line):
        return tuple(re.search(rb'"%s":"([^"]+)"' % name, line)[1] for name in (b"launch", b"device"))

    @staticmethod
    def digits(identity, copy):
        """The first eight digits of an id, and those that stand for them in a copy."""
        return identity[:8], b"%08x" % (int(identity[:8], 16) ^ (copy * 0x9E3779B1 & 0xFFFFFFFF))

    def write(self, copy, file):
        for launch, device, lines in self.launches:
            # A boot's id is the beginning of its device's.
            file.write(lines.replace(*self.digits(launch, copy)).replace(*self.digits(device, copy)))

    def launch(self, copy):
        """The id of a launch in the middle of a copy."""
        identity = self.launches[len(self.launches) // 2][0]
        return (self.digits(identity, copy)[1] + identity[8:]).decode()


def ingest(tracetool, store, copies, copy):
    reading, writing = os.pipe()

    def write():
        with open(writing, "wb") as file:
            copies.write(copy, file)

    # It would wait for ever if the ingest fails, which ends this program.
    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    measured = run(tracetool, "ingest", "-", "--store", store, "--quiet", feed=reading)
    writer.join()
    os.close(reading)
    return measured


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tracetool", type=pathlib.Path, default=HERE.parent.parent / ".build/release/tracetool")
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path(tempfile.gettempdir()))
    parser.add_argument("--events", type=int, default=10_000_000)
    options = parser.parse_args()
    events, count = min(options.events, COPY), max(options.events // COPY, 1)
    copies = Copies(events)
    tracetool, store = options.tracetool.resolve(), options.folder / "large.db"
    remove(store)
    for copy in range(count):
        last = ingest(tracetool, store, copies, copy)
    launch = copies.launch(count // 2)
    launches = len(copies.launches) * count
    print(f"{events * count:,} events, {launches:,} launches, {size(store) / 1e6:,.0f} MB\n")
    print(f"{'':32} {'time':>10} {'processor':>10} {'memory':>10}")
    questions = {
        "store status": ["store", "status"],
        "report --launch-times": ["report", "--launch-times"],
        "show, a launch's whole id": ["show", launch],
        "show, its first 8 digits": ["show", launch[:8]],
        "explain config --launch": ["explain", "config", "--launch", launch],
        "check": ["check"],
    }
    measured = {"ingest, the last of the copies": last}
    for words, arguments in questions.items():
        measured[words] = run(tracetool, *arguments, "--store", store, accepted=(0, 1) if words == "check" else (0,))
    for words, (seconds, memory, processor) in measured.items():
        print(f"{words:32} {seconds:8.2f} s {processor:8.2f} s {memory / 1e6:7,.0f} MB", flush=True)
    remove(store)


if __name__ == "__main__":
    main()
