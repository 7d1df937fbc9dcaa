#!/usr/bin/env python3
"""Gives 'tracetool' as much as there can be of one thing, and looks at memory and answers.

usage: limits.py [--tracetool FILE] [--scale N] [--gigabytes N] [--long]

A line of a gigabyte, millions of launches of one event, one launch of millions of events, scenes by the hundred
thousand, the largest numbers, the ends of time, and holes. What is asked ends by itself with the right answer or is
refused with a reason, and in no more memory than is said here. With too little of it (ulimit -v) the reason is that, and
exit code 4: no bug is said, and the store stays whole. Logs are made as they are read, and nothing is kept.
Without --long everything is smaller.
"""
import json
import os
import pathlib
import resource
import subprocess
import sys
import threading
import time

from bench import Bench, Ended, number

START = 1_760_000_000_000_000_000
MAX = 2**63 - 1


def chunks(lines, size=4000):
    """Lines, joined by the thousands."""
    part = []
    for line in lines:
        part.append(line)
        if len(part) == size:
            yield "".join(part).encode()
            part = []
    yield "".join(part).encode()


def long_line(scale):
    """A record, a line of a gigabyte, and a record."""
    yield b'{"time":%d,"event":"app.didBecomeActive","launch":"a","seq":0}\n' % START
    for _ in range(max(1000 * scale // 1000, 20)):
        yield b"x" * 1_000_000
    yield b'\n{"time":%d,"event":"app.willResignActive","launch":"a","seq":1}\n' % (START + 1)


def long_record(scale):
    """The same, with the gigabyte inside of a record."""
    yield b'{"time":%d,"event":"app.didBecomeActive","launch":"a","seq":0,"note":"' % START
    for _ in range(max(1000 * scale // 1000, 20)):
        yield b"y" * 1_000_000
    yield b'"}\n{"time":%d,"event":"app.willResignActive","launch":"a","seq":1}\n' % (START + 1)


def endless(scale):
    """Ten gigabytes without a newline."""
    for _ in range(10_000 * scale // 1000):
        yield b"{" * 1_000_000


def launches(scale):
    """Launches of one event each."""
    return chunks(f'{{"time":{START + 1000 * place},"event":"process.start","launch":"L{place}","seq":0}}\n'
                  for place in range(10_000 * scale))


def one_launch(scale):
    """One launch, in the foreground and the background in turn."""
    names = ["scene.willEnterForeground", "scene.didActivate", "scene.willDeactivate", "scene.didEnterBackground"]
    return chunks(f'{{"time":{START + 1_000_000 * place},"event":"{names[place % 4]}","launch":"one","seq":{place},"scene":"S"}}\n'
                  for place in range(10_000 * scale))


def unnumbered(scale):
    """The same without numbers or a launch, each record twice."""
    return chunks(f'{{"time":{START + 1_000_000 * (place // 2)},"event":"scene.didActivate","device":"d","scene":"S"}}\n'
                  for place in range(2000 * scale))


def scenes(scale):
    """One launch in which scene after scene connects and none goes."""
    return chunks(f'{{"time":{START + 1000 * place},"event":"scene.willConnect","launch":"one","seq":{place},"scene":"scene {place}"}}\n'
                  for place in range(100 * scale))


def tasks(scale):
    """One launch in which task after task begins and none ends."""
    return chunks(f'{{"time":{START + 1000 * place},"event":"task.begin","launch":"one","seq":{place},"task":"task {place}"}}\n'
                  for place in range(100 * scale))


def names(scale):
    """Every event of another unknown name."""
    return chunks(f'{{"time":{START + 1000 * place},"event":"unknown{place}","launch":"one","seq":{place}}}\n'
                  for place in range(1000 * scale))


def rejected(scale):
    """No line is a record."""
    return chunks(f"no record {place}\n" for place in range(1000 * scale))


def record(event, **fields):
    """One line."""
    return json.dumps({"event": event, "launch": "one"} | fields).encode() + b"\n"


LIFE = ["process.start", "app.didFinishLaunching", "scene.willConnect", "scene.willEnterForeground", "scene.didActivate",
        "launch.firstFrame", "scene.willDeactivate", "scene.didEnterBackground", "task.begin", "task.end", "process.exit"]


def life(times, **more):
    """A life, with these times and numbers."""
    for (place, event), time_ in zip(enumerate(LIFE), times):
        fields = {"time": time_, "seq": place} | {key: value(place) for key, value in more.items()}
        yield record(event, **fields, **({"scene": "s"} if event.startswith("scene") else {}), **({"task": "t"} if event.startswith("task") else {}))


def largest(_):
    """Numbers as large as they can be."""
    yield from life([START + place for place in range(11)], seq=lambda place: MAX - 10 + place, memory=lambda _: MAX,
                    duration=lambda _: MAX, uptime=lambda place: MAX - 10 + place, pid=lambda _: MAX)
    yield record("app.didBecomeActive", launch="two", time=START, seq=MAX)
    yield record("app.didBecomeActive", launch="two", time=START + 1, seq=0)
    yield record("app.didBecomeActive", launch="three", time=START, seq=MAX + 1)
    yield record("app.didBecomeActive", launch="three", time=START, seq=-1, memory=-MAX - 1, duration=-1, uptime=-MAX)
    yield record("app.didBecomeActive", launch="three", uptime=str(MAX)) + record("app.didBecomeActive", launch="three", uptime=0)
    yield b'{"event":"app.didBecomeActive","launch":"three","time":1e400,"seq":1e400}\n'
    yield b'{"event":"app.didBecomeActive","launch":"three","time":%s,"seq":%s}\n' % (b"9" * 100_000, b"9" * 100_000)


def old(_):
    """Before 1970."""
    yield from life([f"1969-12-31T23:59:{50 + place % 10}.{place:09}Z" if place < 10 else "1970-01-01T00:00:00Z" for place in range(11)])
    yield from life([f"1677-09-21T00:12:4{min(place, 9)}Z" for place in range(11)], launch=lambda _: "old")
    yield record("app.didBecomeActive", launch="older", time="1600-01-01T00:00:00Z", seq=0)
    yield record("app.didBecomeActive", launch="older", time="0000-00-00T00:00:00Z", seq=1)


def late(_):
    """In 2262, where time ends, and behind it."""
    yield from life([f"2262-04-11T23:47:{min(6 + place, 16):02}Z" for place in range(11)])
    yield record("app.didBecomeActive", launch="later", time="2300-01-01T00:00:00Z", seq=0)
    yield record("app.didBecomeActive", launch="later", time="9999-12-31T23:59:59Z", seq=1)
    yield record("app.didBecomeActive", launch="last", time=MAX, seq=0) + record("app.willResignActive", launch="last", time=MAX, seq=1)


def all_of_time(_):
    """From one end of time to the other, forward, backward, and in the middle of it."""
    ends = ["1677-09-21T00:12:44Z", "2262-04-11T23:47:16Z"]
    yield from life([ends[place % 2] for place in range(11)])
    yield from life([ends[place > 4] for place in range(11)], launch=lambda _: "two", uptime=lambda place: (0, MAX)[place % 2])
    yield from life([ends[place < 5] for place in range(11)], launch=lambda _: "three", duration=lambda _: MAX)
    for place, event in enumerate(LIFE):
        yield json.dumps({"event": event, "time": ends[place % 2], "device": "d", "scene": "s", "task": "t", "duration": MAX}).encode() + b"\n"


def holes(_):
    """Numbers with holes of a trillion and of all there are."""
    yield from life([START + 1_000_000 * place for place in range(11)], seq=lambda place: place * 10**12)
    yield from life([START + 1_000_000 * place for place in range(11)], seq=lambda place: place * (MAX // 10), launch=lambda _: "two")


# What is given, and what must be stored of it; of some, by the scale.
INPUTS = [
    (long_line, {"events": 2, "rejects": 1}), (long_record, {"events": 1, "rejects": 1}), (endless, {"events": 0}),
    (launches, {"events": 10_000}), (one_launch, {"events": 10_000}), (unnumbered, {"events": 2000}),
    (scenes, {"events": 100}), (tasks, {"events": 100}), (names, {"events": 1000}), (rejected, {"rejects": 1000}),
    (largest, {}), (old, {}), (late, {}), (all_of_time, {}), (holes, {"events": 22}),
]
WHOLE = {one_launch, unnumbered}
SCALED = {launches, one_launch, unnumbered, scenes, tasks, names, rejected}


def main():
    bench = Bench(__doc__, scale=(1, "of a thousand, how large inputs are"), gigabytes=(12, "the memory that any command may have"),
                  only=("", "the inputs that are tried, by their names with commas"))
    scale, most = bench.option("scale", 1000), bench.option("gigabytes")
    only = [name for name in bench.option("only").split(",") if name]
    commands = short_of_memory(bench)
    for source, wanted in INPUTS:
        if only and source.__name__ not in only:
            continue
        commands += try_input(bench, source, wanted, scale, most)
    bench.finish(f"{commands} commands, by a scale of {scale} in 1000")


def short_of_memory(bench):
    """Commands that may have little memory answer, or say that it is short; returns how many were tried."""
    lines = [record("process.start" if place % 9 == 0 else "task.begin", launch=f"L{place // 9}", time=START + place * 10**6, seq=place % 9,
                    task=f"t{place}", name="x" * 200) for place in range(9000)]
    (bench.folder / "little.jsonl").write_bytes(b"".join(lines))
    tried, refused = 0, 0
    for megabytes in (60, 90, 100, 110, 130, 180, 300):
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))

        for command in (["check", "little.jsonl"], ["ingest", "little.jsonl", "--store", "m.db"], ["report", "--store", "m.db"],
                        ["check", "little.jsonl", "--format", "json"]):
            run = bench.run(*command, preexec_fn=limit, env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})
            what = f"{' '.join(command)} with {megabytes} MB"
            tried += 1
            refused += run.code == 4
            bench.expect(run.code in (0, 1, 3, 4), what, f"it ended with {run.code}: {run.errors[-300:]}")
            bench.expect("this is a bug" not in run.errors, what, run.errors[-300:])
            is_missing = command[0] == "report" and "no such file" in run.errors
            bench.expect(run.code != 4 or is_missing or "memory" in run.errors, what, f"memory is not named: {run.errors[-300:]}")
        if (bench.folder / "m.db").exists():
            bench.must_run("store", "verify", "--store", "m.db")
        bench.remove("m.db")
    bench.expect(refused > 0, "little memory", "none was refused")
    return tried


def try_input(bench, source, wanted, scale, most):
    """Takes an input in by a pipe, asks everything of the store, and checks it by a pipe; returns how many commands."""
    name, table = source.__name__, []
    ingest = measured(bench, ["ingest", "--from", "canonical", "--max-rejects", "100%", "-", "--store", "s.db"], most, source(scale))
    table.append(("ingest", ingest))
    store = bench.folder / "s.db"
    for kind, least in wanted.items():
        least *= scale if source in SCALED else 1
        held = number(store, f"SELECT count(*) FROM {kind}")
        bench.expect(held == least, name, f"{held} {kind} are stored, not {least}")
    bench.expect(number(store, "SELECT count(*) FROM streams WHERE changed") == 0, name, "launches are not summarized")
    table.append(("check -", measured(bench, ["check", "-", "--from", "canonical", "--max-rejects", "100%", "--quiet", "--format", "json"], most, source(scale))))
    for command in (["check", "--format", "json"], ["report", "--format", "json"], ["report", "--launch-times"], ["report", "--background"],
                    ["store", "status"], ["query", "SELECT count(*), max(seq), min(time), max(time) FROM event"], ["store", "rebuild"]):
        table.append((" ".join(command[:2]), measured(bench, [*command, "--store", "s.db"], most)))
    shown = bench.run("query", "SELECT launch FROM launch LIMIT 1", "--format", "csv", "--store", "s.db").output.split("\r\n")[1:2]
    # A launch of more than a million events takes more than a quarter of an hour to draw.
    if shown and shown[0] and (source is not one_launch or scale <= 100):
        table.append(("show", measured(bench, ["show", shown[0], "--store", "s.db"], most)))
        table.append(("show --at", measured(bench, ["show", shown[0], "--at", "1ms", "--store", "s.db"], most)))
    told = [run for command, run in table if command in ("check -", "check --format")]
    size = store.stat().st_size // 1_000_000 if store.exists() else 0
    print(f"{name}: store of {size} MB")
    for command, (run, seconds, memory, bytes_) in table:
        reason = "" if run.code in (0, 1) else ": " + (run.errors.strip().splitlines() or ["nothing is said"])[0][:150]
        rate = f", {bytes_ // 1_000_000} MB" if bytes_ else ""
        print(f"  {command:16} {seconds:7.1f} s {memory:7,} MB{rate}, code {run.code}{reason}", flush=True)
        bench.expect(run.code in (0, 1, 3, 4), f"{name}, {command}", f"it ended with {run.code}: {run.errors[:300]}")
        bench.expect(run.code in (0, 1) or run.errors.strip(), f"{name}, {command}", "it is refused without a reason")
        # An input of any length is taken in by so much; but a stream is replayed as a whole.
        held = number(store, "SELECT count(*) FROM events") if source in WHOLE else 0
        bench.expect(command != "ingest" or memory <= 600 + held * 300 // 1_000_000, f"{name}, {command}", f"it needs {memory} MB")
        bench.expect("this is a bug" not in run.errors, f"{name}, {command}", run.errors[:300])
    documents = [run.output for run, *_ in told if run.code in (0, 1)]
    if len(documents) == 2:
        mine, theirs = (json.loads(text) for text in documents)
        bench.expect(len(mine.get("findings", [])) == len(theirs.get("findings", [])), name,
                     f"check finds {len(mine['findings'])} without a store and {len(theirs['findings'])} in it")
    bench.remove("s.db")
    return len(table)


def measured(bench, arguments, most, source=None):
    """Runs a command, fed by `source`; how it ended, seconds, megabytes at its peak, and bytes that it was fed."""
    def limit():
        resource.setrlimit(resource.RLIMIT_DATA, (most << 30, most << 30))

    output, errors = (bench.folder / name for name in ("out", "err"))
    began, fed = time.monotonic(), 0
    with open(output, "wb") as out, open(errors, "wb") as err:
        run = bench.start(*arguments, preexec_fn=limit, stdout=out, stderr=err, env={**os.environ, "SWIFT_BACKTRACE": "enable=no"},
                          stdin=subprocess.PIPE if source else subprocess.DEVNULL)
        timer = threading.Timer(3600, run.kill)
        timer.start()
        try:
            for part in source or ():
                fed += len(part)
                run.stdin.write(part)
        except BrokenPipeError:
            pass
        if source:
            try:
                run.stdin.close()
            except BrokenPipeError:
                pass
        _, status, usage = os.wait4(run.pid, 0)
        timer.cancel()
        run.returncode = os.waitstatus_to_exitcode(status)
    with open(output, "rb") as file:
        text = file.read(200_000_000).decode("utf-8", "replace")
    ended = Ended(run.returncode, text, errors.read_bytes()[-100_000:].decode("utf-8", "replace"))
    output.unlink()
    return ended, time.monotonic() - began, usage.ru_maxrss // 1000, fed


if __name__ == "__main__":
    main()
