#!/usr/bin/env python3
"""Holds the pages for people, README.md first, against the program.

usage: check.py               run each line of the tour that follows a '$' and compare what comes
       check.py --write       put what comes into the pages
       check.py --command N   print the Nth of the commands to paste, from 1

A page's tour is every fenced block whose first line begins with '$ '. Its commands run in one shell, from the root of
the checkout, with the release build on the PATH; a line after '> ' goes on with the one before. After them each block
of SQL must give rows in DuckDB, if Python has the package duckdb. A block of Swift is a file of
Tests/SampleApp, down to the comment there that says so.
"""
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
README = ROOT / "README.md"
RECORDING = ROOT / "Sources/TraceRecorder/README.md"
PAGES = [README, ROOT / "Sources/tracetool/README.md", ROOT / "Tests/Formats/README.md"]
MOST_CHARACTERS = 100  # of the first command: a longer one is not typed
LONGEST = 200  # lines of README.md: more is no front page
# What the tour writes; it begins without these files.
WRITTEN = ".build/tour*"
MARK = "\x1e"
BLOCK = re.compile(r"^```\n(\$ .*?)^```$", re.M | re.S)
PASTED = re.compile(r"^```sh\n(.*?)^```$", re.M | re.S)
EXAMPLE = re.compile(r"^```swift\n(.*?)^```$", re.M | re.S)
# Which page shows which files of the sample apps.
APPS = ROOT / "Tests/SampleApp"
SAMPLES = {README: [APPS / "SwiftUIApp.swift"], RECORDING: [APPS / "UIKitApp.swift", APPS / "TraceFiles.swift"]}
SHOWN = "// A page for people shows what is above."
QUERY = re.compile(r"^```sql\n(.*?)^```$", re.M | re.S)


def pasted(number):
    """One of the commands to paste: a block of one line."""
    block = PASTED.findall(README.read_text("utf-8"))[number - 1]
    if block.count("\n") != 1:
        sys.exit(f"command {number} in README.md is not one line")
    return block.strip()


def commands(block):
    """The commands of a block, each with the lines that go on with it."""
    found = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append(line)
        elif line.startswith("> "):
            found[-1] += "\n" + line
    return found


def outputs(all_commands):
    """What each command writes, results and remarks together as a terminal shows them."""
    for file in ROOT.glob(WRITTEN):
        file.unlink()
    typed = [command[2:].replace("\n> ", "\n") for command in all_commands]
    script = "exec 2>&1\n" + "".join(f"{command}\nprintf '{MARK}'\n" for command in typed)
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LD_LIBRARY_PATH") if name in os.environ}
    kept["PATH"] = f"{ROOT / '.build/release'}:{kept['PATH']}"
    done = subprocess.run(
        ["bash", "-c", script], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, env=kept, check=True)
    texts = done.stdout.decode("utf-8").split(MARK)
    return dict(zip(all_commands, texts)) if len(set(all_commands)) == len(all_commands) else texts


def renewed(text):
    """A page as it should be."""
    every = [c for block in BLOCK.findall(text) for c in commands(block)]
    texts = outputs(every)
    following = iter(texts.values() if isinstance(texts, dict) else texts)

    def block(match):
        parts = []
        for command in commands(match[1]):
            lines = [line.rstrip() for line in next(following).splitlines()]
            parts.append("\n".join([command] + lines) + "\n")
        return "```\n" + "".join(parts) + "```"

    return BLOCK.sub(block, text), len(every)


def without_rows(queries, name):
    """How many of the queries give no rows, of the files that the tour left."""
    if not queries:
        return 0
    try:
        import duckdb
    except ImportError:
        print(f"{name}: {len(queries)} queries were not run: Python has no package duckdb")
        return 0
    os.chdir(ROOT)
    empty = [query for query in queries if not duckdb.sql(query).fetchall()]
    for query in empty:
        print(f"{name}: no rows:\n{query}")
    print(f"{name}: {len(queries)} queries in DuckDB")
    return len(empty)


def other_examples():
    """How many pages have an example in Swift that is not the part of the sample app that is to be shown."""
    stale = 0
    for page, files in SAMPLES.items():
        if EXAMPLE.findall(page.read_text("utf-8")) != [file.read_text("utf-8").split(SHOWN)[0] for file in files]:
            names = " and ".join(str(file.relative_to(ROOT)) for file in files)
            print(f"{page.relative_to(ROOT)}: its examples in Swift are not what {names} show")
            stale += 1
    return stale


def too_long():
    """Whether README.md is more than a front page, or its first command more than one types."""
    lines = len(README.read_text("utf-8").splitlines())
    if lines > LONGEST:
        print(f"README.md has {lines} lines, more than {LONGEST}: move what few look for to Sources/tracetool/README.md")
    characters = len(pasted(1))
    if characters > MOST_CHARACTERS:
        print(f"README.md: its first command has {characters} characters, more than {MOST_CHARACTERS}")
    return lines > LONGEST or characters > MOST_CHARACTERS


def main(arguments):
    if arguments[:1] == ["--command"] and len(arguments) == 2:
        print(pasted(int(arguments[1])))
        return 0
    if arguments not in ([], ["--write"]):
        print(__doc__, file=sys.stderr)
        return 2
    stale = 1 if other_examples() + too_long() else 0
    for page in PAGES:
        text, name = page.read_text("utf-8"), page.relative_to(ROOT)
        new, count = renewed(text)
        if arguments:
            page.write_text(new, "utf-8")
        elif new != text:
            subprocess.run(["diff", "-u", "--label", name, "--label", "what comes", page, "-"],
                           input=new.encode("utf-8"), check=False)
            print(f"{name} does not show what the program writes; Tests/Readme/check.py --write renews it")
            stale = 1
        stale = 1 if without_rows(QUERY.findall(text), name) else stale
        print(f"{name}: {count} commands of the tour, {len(PASTED.findall(text))} to paste")
    return stale


sys.exit(main(sys.argv[1:]))
