#!/usr/bin/env python3
"""Lists the test suites by their size, which is a tag: .small, .medium or .large (Tests/TestSize.swift).

usage: suites.py                    list all suites: size, target, suite, number of test functions
       suites.py --filter SIZE…     print the pattern by which 'swift test --filter' runs the suites of these sizes
       suites.py --check            print the suites that have no size, or more than one, and fail if there is any

'swift test' can't select tests by tag (6.3), so this reads the tags from the sources.
"""
import collections
import pathlib
import re
import sys

TESTS = pathlib.Path(__file__).resolve().parent
SIZES = ("small", "medium", "large")
# A type at the left margin with its attributes, and a test function within it.
TYPE = re.compile(r"^(?P<attributes>(?:@\w+(?:\((?:[^()]|\([^()]*\))*\))?\s+)*)"
                  r"(?:(?:final|private|fileprivate)\s+)*(?:struct|class|enum|actor|extension)\s+(?P<name>\w+)", re.M)
TEST = re.compile(r"^  @Test\b", re.M)
Suite = collections.namedtuple("Suite", "target name sizes tests")


def suites():
    """All suites, by target and name. A suite may go on in extensions, also in other files of its target."""
    sizes, tests = collections.defaultdict(list), collections.Counter()
    for file in sorted(TESTS.glob("*Tests/**/*.swift")):
        target, text = file.relative_to(TESTS).parts[0], file.read_text("utf-8")
        types = list(TYPE.finditer(text))
        ends = [following.start() for following in types[1:]] + [len(text)]
        for found, end in zip(types, ends):
            suite = (target, found["name"])
            tests[suite] += len(TEST.findall(text, found.end(), end))
            if "@Suite" in found["attributes"]:
                sizes[suite] += [size for size in SIZES if re.search(rf"\.{size}\b", found["attributes"])]
    return [Suite(*suite, sizes[suite], count) for suite, count in sorted(tests.items()) if count]


def main(arguments):
    found = suites()
    wrong = [suite for suite in found if len(suite.sizes) != 1]
    if arguments == ["--check"]:
        for suite in wrong:
            print(f"{suite.target}.{suite.name} has {len(suite.sizes)} sizes; give it one: @Suite(.tags(.small))")
        print(f"{len(found)} suites, {len(wrong)} without one size")
        return 1 if wrong else 0
    if arguments[:1] == ["--filter"] and arguments[1:] and set(arguments[1:]) <= set(SIZES):
        names = [rf"{suite.target}\.{suite.name}" for suite in found if set(suite.sizes) & set(arguments[1:])]
        print(f"^({'|'.join(names)})/")
        return 0 if names else 1
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    for suite in sorted(found, key=lambda suite: [SIZES.index(size) for size in suite.sizes]):
        print(f"{','.join(suite.sizes) or '-':8}{suite.target:20}{suite.name:28}{suite.tests:4}")
    return 0


sys.exit(main(sys.argv[1:]))
