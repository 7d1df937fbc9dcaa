#!/usr/bin/env python3
"""Checks rules of style that neither the compiler nor swift-format knows.

usage: style.py    (from anywhere in a checkout); prints each fault as FILE:LINE: what is wrong

1. One assignment a line: no (a, b) = (x, y), unless it swaps: (a, b) = (b, a).
2. One subject a file. A file has the name of its main type, and holds the small values that belong to it: an enum of its
   columns, a struct that one function returns. A file Type+Aspect.swift extends Type. This binds all of Sources.
3. No file of Swift in Sources has more than 800 lines.
4. Nothing is left to do: no TODO, FIXME or XXX.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MOST_LINES = 800

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
TEXT = re.compile(r'(#*)""".*?"""\1|(#*)"(?:\\.|[^"\\\n])*"\2', re.S)
# Both sides in parentheses and with a comma: names or other places on the left, values on the right.
TUPLES = re.compile(r"(?:^|[{;]|\bin\b)[ \t]*(?:(?:let|var)[ \t]+)?\(([^()\n]*,[^()\n]*)\)\s*=\s*\(", re.M)
TYPE = re.compile(r"^((?:@\w+(?:\([^)\n]*\))?\s+|public |package |internal |private |fileprivate |final |indirect )*)"
                  r"(?:struct|class|enum|protocol|actor) (\w+)", re.M)
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
    for line in faults:
        print(line)
    print(f"{files} files, {len(faults)} faults of style")
    return 1 if faults else 0


sys.exit(main(sys.argv[1:]))
