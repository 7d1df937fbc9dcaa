#!/usr/bin/env python3
"""Runs two builds of 'tracetool' over the same logs, and prints where what they write differs.

usage: old_against_new.py OLD NEW [--only WORD] [--limit LINES]

The logs are those of Corpus, Formats and Samples; WORD chooses those whose path holds it. Of each, every output is
compared: all formats of check, report, show, export, the store's own screens, and messages with their exit codes. A log
with hostile names is among them. The exit code is 1 if anything differs. A change that must leave answers as they are is
judged by this; copy the built program aside before it.
"""
import argparse
import concurrent.futures
import difflib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TESTS = pathlib.Path(__file__).resolve().parent
FORMATS = ["json", "ndjson", "csv", "sarif", "junit", "github", "gitlab", "markdown"]
SECTIONS = ["", "--launch-times", "--launch-phases", "--background", "--slowest=3", "--each", "--by=week", "--by=os,deviceModel",
            "--launch-times --by=version", "--launch-phases --by=appVersion", "--launch-times --launch-phases --background"]
EVIL = ["a\nFORGED", "\x1b[31mred", "##[error]x", "::add-mask::x", "\u202egnp", "a|b`c", "<b>&\"", "\x85\x07", "日本語", "%s'"]
# Every wrong word gives a message that names it.
WRONG = [["no"], ["--no"], ["check", "no"], ["check", "LOG", "--config", "no"], ["report", "--store=no"], ["show", "no", "LOG"],
         ["check", "LOG", "--baseline", "no"], ["report", "LOG", "--where", "no"], ["report", "LOG", "--where", "app=no"],
         ["ingest", "--map", "time=no", "LOG", "--store", "u.db"], ["check", "LOG", "--budget", "no"], ["query", "SELECT no"],
         ["check", "LOG", "--zone", "no"], ["check", "LOG", "--output", "no/no"], ["explain", "no"], ["report", "LOG", "--by", "no"],
         ["compare", "no", "other"], ["baseline", "add", "no"], ["check", "LOG", "--rule", "no"], ["export", "--store", "no"],
         ["check", "LOG", "--from", "no"], ["check", "LOG", "--rename", "no"], ["check", "LOG", "--rename", "a=no"], ["help", "no"]]


def logs(only):
    files = [file for folder in ("Corpus", "Formats", "Samples") for file in sorted((TESTS / folder).rglob("*"))]
    ends = (".md", ".sh", ".sed", ".txt.license", "case.json", ".expected", "expected.json")
    return [file for file in files if file.is_file() and not file.name.endswith(ends) and only in str(file)]


def hostile(folder):
    """A log whose every name is hostile."""
    lines = []
    for place, text in enumerate(EVIL):
        common = {"launch": f"L{place}{text}", "app": text, "appVersion": text, "device": text, "deviceModel": text, "osVersion": text}
        for number, event in enumerate(["process.start", "app.didFinishLaunching", "scene.didActivate", "scene.didDisconnect",
                                        "scene.didActivate", "task.begin", "process.exit", text]):
            lines.append(json.dumps({"time": 1760000000000000000 + (place * 100 + number) * 10**9, "event": event, "seq": number,
                                     "scene": text, "task": text, "name": text, "reason": text, **common}))
    (folder / "hostile.jsonl").write_text("\n".join(lines + ["no record\x1b[2J"]) + "\n")
    return folder / "hostile.jsonl"


def commands(log, launch):
    also = [word for form in FORMATS for word in ("--also", f"{form}=check.{form}")]
    yield ["check", log, "--max-rejects", "100%", *also]
    yield ["check", log, "--all", "--verbose"]
    for section in SECTIONS:
        for form in ("table", "json", "csv", "markdown", "html"):
            output = ["--output", "report.html"] if form == "html" else []
            yield ["report", *section.split(), log, "--format", form, *output]
    yield ["show", launch, log]
    yield ["show", launch, log, "--format", "json"]
    yield ["export", log, "--format", "chrome"]
    yield ["ingest", log, "--store", "s.db"]
    for words in (["status"], ["rejects"], ["verify"]):
        yield ["store", *words, "--store", "s.db"]
    yield ["check", "--store", "s.db", "--format", "json"]
    yield ["query", "SELECT * FROM launch", "--store", "s.db"]
    yield ["compare", log, log]
    yield ["explain", "config", "--launch", launch, log]


def answers(program, log):
    """What the program writes of a log, by its command."""
    said = {}
    with tempfile.TemporaryDirectory() as name:
        def run(words):
            run = subprocess.run([program, *words], cwd=name, capture_output=True, timeout=600, stdin=subprocess.DEVNULL,
                                 env={**os.environ, "TZ": "UTC", "TRACETOOL_STORE": "none.db"})
            files = [f"== {file.name}\n{file.read_text(errors='replace')}" for file in sorted(pathlib.Path(name).iterdir())
                     if file.is_file() and ".db" not in file.name]
            for file in pathlib.Path(name).glob("[cr]*.*"):
                file.unlink()
            text = "\n".join([f"exit {run.returncode}", run.stdout.decode(errors="replace"), run.stderr.decode(errors="replace"), *files])
            said[" ".join(words)] = text.replace(name, "FOLDER")
            return run.stdout

        listed = run(["report", "--launch-times", "--each", str(log), "--format", "json"])
        launches = re.findall(rb'"launch":"([^"\\]+)"', listed)
        for words in commands(str(log), launches[0].decode() if launches else "none"):
            run(words)
        if log.name == "hostile.jsonl":
            for words in WRONG:
                for evil in ["", *EVIL[:5]]:
                    run([str(log) if word == "LOG" else word.replace("no", "no" + evil) for word in words])
    return said


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old"), parser.add_argument("new")
    parser.add_argument("--only", default=""), parser.add_argument("--limit", type=int, default=12)
    options = parser.parse_args()
    programs = [os.path.abspath(options.old), os.path.abspath(options.new)]
    count = differing = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        all_logs = logs(options.only) + [hostile(pathlib.Path(folder))]
        for log, (old, new) in zip(all_logs, pool.map(lambda log: [answers(program, log) for program in programs], all_logs)):
            for words in sorted(old.keys() | new.keys()):
                count += 1
                if old.get(words) == new.get(words):
                    continue
                differing += 1
                lines = difflib.unified_diff(*[re.sub(r"([,>]) ?(?=[\"<])", r"\1\n", said.get(words, "")).split("\n") for said in (old, new)],
                                             "old", "new", lineterm="", n=0)
                print(f"--- {log.name}: {words!a}"[:300], *[line[:300] for line in lines][2:2 + options.limit], sep="\n", flush=True)
    print(f"{count} answers of {len(all_logs)} logs, {differing} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
