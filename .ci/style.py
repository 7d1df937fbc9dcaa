#!/usr/bin/env python3
"""Checks rules of style that neither the compiler nor swift-format knows.

usage: style.py    (from anywhere in a checkout); prints each fault as FILE:LINE: what is wrong

1. One assignment a line: no (a, b) = (x, y), unless it swaps: (a, b) = (b, a).
2. One subject a file. A file has the name of its main type, and holds the small values that belong to it: an enum of its
   columns, a struct that one function returns. A file Type+Aspect.swift extends Type. This binds all of Sources.
3. No file of Swift in Sources has more than 800 lines.
4. Nothing is left to do: no TODO, FIXME or XXX.
5. Each log under Tests/Formats is in a row of the README there, which says from which public source its form is, or
   that it is invented. (Tests/Corpus says it in each case.json, which CorpusTests reads.)
"""
import fnmatch
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MOST_LINES = 800
PAGES = pathlib.Path("Sources/tracetool/Pages")
PAGE_WIDTH = 80

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
TEXT = re.compile(r'(#*)""".*?"""\1|(#*)"(?:\\.|[^"\\\n])*"\2', re.S)
# Both sides in parentheses and with a comma: names or other places on the left, values on the right.
TUPLES = re.compile(r"(?:^|[{;]|\bin\b)[ \t]*(?:(?:let|var)[ \t]+)?\(([^()\n]*,[^()\n]*)\)\s*=\s*\(", re.M)
TYPE = re.compile(r"^((?:@\w+(?:\([^)\n]*\))?\s+|public |package |internal |private |fileprivate |final |indirect )*)"
                  r"(?:struct|class|enum|protocol|actor) (\w+)", re.M)
# An address, the title of a document, or the program that writes it.
SOURCE = re.compile(r"github\.com/|Apple|\*[A-Z]|`|\binvented\b")
LEFT = re.compile(r"\b(?:TODO|FIXME|XXX)\b")


def code(text):
    """The text of a file without its comments and strings, with all its lines."""
    def blank(match):
        return '""' + "\n" * match[0].count("\n")
    return COMMENT.sub(lambda match: "\n" * match[0].count("\n"), TEXT.sub(blank, text))


def closing(text, start):
    """The place of the parenthesis that closes the one before `start`, or the end of the text."""
    depth = 1
    for place in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth == 0:
            return place
    return len(text)


def tuple_faults(text):
    """The lines of assignments of tuples to tuples that don't swap."""
    for found in TUPLES.finditer(text):
        end = closing(text, found.end())
        # (a, b) = (x, y).first is a call or a choice, not a tuple of values.
        if "," not in text[found.end():end] or text[end + 1:end + 2] in (".", "[", "?", "!"):
            continue
        left, right = (sorted(part.strip() for part in side.split(",")) for side in (found[1], text[found.end():end]))
        if left != right:
            yield text.count("\n", 0, found.start()) + 1


def type_fault(file, text):
    """What is wrong with the name of a file, or nothing."""
    names = [name for attributes, name in TYPE.findall(text) if "private" not in attributes]
    if "+" in file.stem or not names or file.stem in names:
        return None
    return f"holds {', '.join(names)}"


def source_faults(folder):
    """What is wrong with the table of sources in a folder's README: a row without a source or a log, a log without a row."""
    logs = {file.relative_to(folder).as_posix() for file in folder.glob("*/*") if file.suffix != ".expected"}
    rest = set(logs)
    for line in (folder / "README.md").read_text("utf-8").splitlines():
        if not line.startswith("| `"):
            continue
        files, origin, _ = (cell.strip() for cell in line.strip("|").split("|"))
        if not SOURCE.search(origin):
            yield f"README.md: {files}: neither a public source nor 'invented'"
        for pattern in re.findall(r"`([^`]+)`", files):
            found = fnmatch.filter(logs, pattern)
            if not found:
                yield f"README.md: {pattern}: there is no such log"
            rest.difference_update(found)
    for log in sorted(rest):
        yield f"{log}: README.md does not say where its form comes from"


def main(arguments):
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    faults, files = [], 0
    for folder in ("Sources", "Schemas", "Tests", ".ci"):
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix not in (".swift", ".py", ".sh", ".c") or file.is_symlink() or ".build" in file.parts:
                continue
            files += 1
            where, raw = file.relative_to(ROOT), file.read_text("utf-8")
            if file != pathlib.Path(__file__).resolve():
                faults += [f"{where}:{raw.count(chr(10), 0, found.start()) + 1}: {found[0]} is left to do"
                           for found in LEFT.finditer(raw)]
            if folder != "Sources" or file.suffix != ".swift":
                continue
            text = code(raw)
            faults += [f"{where}:{line}: assigns a tuple; write one assignment a line" for line in tuple_faults(text)]
            if raw.count("\n") > MOST_LINES:
                faults.append(f"{where}: has {raw.count(chr(10))} lines, at most {MOST_LINES}")
            fault = type_fault(file, text)
            if fault:
                faults.append(f"{where}: {fault}; a file has the name of its main type")
    formats = pathlib.Path("Tests/Formats")
    faults += [f"{formats}/{fault}" for fault in source_faults(ROOT / formats)]
    for page in sorted((ROOT / PAGES).glob("*.txt")):
        for number, line in enumerate(page.read_text("utf-8").splitlines(), 1):
            if len(line) > PAGE_WIDTH:
                faults.append(f"{PAGES}/{page.name}:{number}: has {len(line)} characters, at most {PAGE_WIDTH}")
    for line in faults:
        print(line)
    print(f"{files} files, {len(faults)} faults of style")
    return 1 if faults else 0


sys.exit(main(sys.argv[1:]))
