#!/usr/bin/env python3
"""The version of tracetool: one line of a source holds it, and all else is derived from it or checked here.

usage: version.py                  print it
       version.py --check [TAG]    fail unless all copies agree, and the tag (v0.1.0) if one is given
       version.py --set VERSION    write it to the source and to all copies

The program, and with it the archives, the manual page, the artifact bundle and the Homebrew formula of a release, take it
from the source. Copies are what others read without a build: the action, and what README.md has to paste.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCE = ("Sources/tracetool/Commands/VersionCommand.swift", r'(static let number = ")([^"]*)(")')
COPIES = [
    (".github/actions/check/version", r"\A()(.*)(\n)\Z"),
    ("README.md", r"(/\.github/actions/check@v)([^\s\"'}]*)()"),
    ("README.md", r"(/releases/download/v)([^/]*)()"),
    ("README.md", r"(/tracetool-)(\d[^\s]*?)(-linux)"),
    ("README.md", r"(ghcr\.io/OWNER/tracetool:)([^\s\"',}]*)()"),
]
VERSION = re.compile(r"\d+\.\d+\.\d+(-[0-9A-Za-z.]+)?")


def held(place):
    """All versions that a file holds in places of this kind; there must be one at least."""
    name, pattern = place
    found = [match[2] for match in re.finditer(pattern, (ROOT / name).read_text("utf-8"))]
    if not found:
        sys.exit(f"version.py: {name} holds no version where one is expected: {pattern}")
    return found


def check(tag):
    version = held(SOURCE)[0]
    faults = [f"{SOURCE[0]}: '{version}' is no version"] if not VERSION.fullmatch(version) else []
    faults += [f"{place[0]}: {copy}" for place in COPIES for copy in held(place) if copy != version]
    faults += [f"the tag: {tag}"] if tag is not None and tag != f"v{version}" else []
    if faults:
        sys.exit(f"version.py: {SOURCE[0]} says {version}; others differ, and --set VERSION makes them one:\n  "
                 + "\n  ".join(faults))
    print(f"{version} everywhere" + (f", and in the tag {tag}" if tag else ""))


def write(version):
    if not VERSION.fullmatch(version):
        sys.exit(f"version.py: '{version}' is no version such as 0.1.0")
    for name, pattern in [SOURCE, *COPIES]:
        file = ROOT / name
        file.write_text(re.sub(pattern, rf"\g<1>{version}\g<3>", file.read_text("utf-8")), "utf-8")


def main(arguments):
    if arguments == []:
        print(held(SOURCE)[0])
    elif arguments[0] == "--check" and len(arguments) <= 2:
        check(arguments[1] if len(arguments) == 2 else None)
    elif arguments[0] == "--set" and len(arguments) == 2:
        write(arguments[1])
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


sys.exit(main(sys.argv[1:]))
