#!/usr/bin/env python3
"""Holds what each target imports against what Package.swift says, and the table of modules in Sources/README.md as well.

usage: imports.py    (from anywhere in a checkout)

Of each target: what it imports of this package is what it depends on, no more and no less; other modules are on the
lists below; and unsafe expressions stand where they are allowed to. Of the folders of TraceAnalyzer: each uses types of
itself and of those before it alone.
"""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Modules of the system and the toolchain, and the targets that may import them.
SYSTEM = {"Glibc", "Musl", "Darwin"}
FOUNDATION = {"Foundation", "FoundationEssentials"}
ALLOWED = {
    "TraceIngest": SYSTEM | {"Synchronization"},
    "TraceStore": SYSTEM | {"Synchronization"},
    "TraceAnalyzer": {"Synchronization"},
    "TracePipeline": FOUNDATION | {"Synchronization", "Dispatch"},
    "TraceRecorder": FOUNDATION | SYSTEM | {"Dispatch", "UIKit", "SwiftUI", "BackgroundTasks", "os"},
    "TraceReport": FOUNDATION,
    "tracetool": FOUNDATION | SYSTEM | {"Synchronization"},
}
FOR_TESTS = FOUNDATION | SYSTEM | {"Testing", "Synchronization", "Dispatch"}
UNSAFE = {"TraceIngest", "TraceStore"}
# Where the command line and the recorder meet the operating system.
UNSAFE_FILES = {"Sources/tracetool/Support/System.swift", "Sources/tracetool/Support/System+Saving.swift",
                "Sources/tracetool/Support/System+Signals.swift", "Sources/tracetool/Support/System+Memory.swift",
                "Sources/TraceRecorder/Locked.swift", "Sources/TraceRecorder/System.swift"}

# The folders of TraceAnalyzer, each of which builds upon those before it.
FOLDERS = ["Replay", "Settings", "Fold", "Judging", "Rules", "Findings", "Acceptance", "Compare", "Live"]
DECLARED = re.compile(r"^((?:@\w+(?:\([^)\n]*\))?\s+|public |package |internal |private |fileprivate |final |indirect )*)"
                      r"(?:struct|class|enum|protocol|actor|typealias) (\w+)", re.M)
# A name of a type, and not that of a member, as in `.Key`.
USED = re.compile(r"(?<![.\w])[A-Z]\w*")

IMPORT = re.compile(r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?"
                    r"import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)", re.M)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
# A text on one line, and one over several, which holds no code unless it is interpolated.
TEXT = re.compile(r'#*"""(?:.*?)"""#*|#*"(?:\\.|[^"\\\n])*"#*', re.S)


def code(file):
    """What the compiler reads of a file, texts and comments left out."""
    return COMMENT.sub("", TEXT.sub('""', file.read_text("utf-8")))


def table_faults(targets):
    """What the rows `| module | what it is | imports |` of Sources/README.md have wrong."""
    rows = dict(re.findall(r"^\| `(\w+)` \|[^|]*\| ([^|]*) \|$", (ROOT / "Sources/README.md").read_text("utf-8"), re.M))
    declared = {name: [dependency["byName"][0] for dependency in target["dependencies"]]
                for name, target in targets.items()
                if target["type"] != "test" and not (target.get("path") or "").startswith("Tests/")}
    faults = []
    for name in sorted(declared.keys() | rows.keys()):
        expected = sorted(declared.get(name, ["no such target"]))
        told = sorted(re.findall(r"`(\w+)`", rows[name])) if name in rows else ["no row"]
        if told != expected:
            faults.append(f"Sources/README.md: {name}: {', '.join(told)}; Package.swift: {', '.join(expected)}")
    return faults


def folder_faults():
    """The uses, in a folder of TraceAnalyzer, of types that a folder after it declares."""
    folder = ROOT / "Sources/TraceAnalyzer"
    texts = {file.relative_to(folder): code(file) for file in sorted(folder.rglob("*.swift"))}
    declared = {name: file.parts[0] for file, text in texts.items()
                for attributes, name in DECLARED.findall(text) if "private" not in attributes}
    faults = []
    for file, text in texts.items():
        if file.parts[0] not in FOLDERS:
            faults.append(f"Sources/TraceAnalyzer/{file}: give its folder a place in FOLDERS of .ci/imports.py")
            continue
        later = FOLDERS[FOLDERS.index(file.parts[0]) + 1:]
        faults += [f"Sources/TraceAnalyzer/{file}: uses {name} of {declared[name]}, which builds upon {file.parts[0]}"
                   for name in sorted(set(USED.findall(text))) if declared.get(name) in later]
    return faults


def main():
    described = subprocess.run(
        ["swift", "package", "--package-path", str(ROOT), "dump-package"], check=True, stdout=subprocess.PIPE)
    targets = {target["name"]: target for target in json.loads(described.stdout)["targets"]}
    faults = []
    for name, target in sorted(targets.items()):
        if target["type"] == "system":
            continue
        is_test = target["type"] == "test"
        folder = ROOT / (target.get("path") or f"{'Tests' if is_test else 'Sources'}/{name}")
        files = sorted(folder.rglob("*.swift"))
        if (folder / "include/module.modulemap").exists():
            continue
        if not files:
            faults.append(f"{name}: no source in {folder.relative_to(ROOT)}")
        declared = {dependency["byName"][0] for dependency in target["dependencies"]}
        allowed = FOR_TESTS if folder.is_relative_to(ROOT / "Tests") else ALLOWED.get(name, set())
        imported = set()
        for file in files:
            where, text = file.relative_to(ROOT), code(file)
            modules = set(IMPORT.findall(text))
            imported |= modules
            for module in sorted(modules - declared - allowed):
                faults.append(f"{where}: imports {module}, which {name} does not depend on")
            is_ours = folder.is_relative_to(ROOT / "Sources") or name == "Schemas"
            if is_ours and name not in UNSAFE and str(where) not in UNSAFE_FILES:
                if re.search(r"\bunsafe\b|\bnonisolated\(unsafe\)|@unchecked", text):
                    faults.append(f"{where}: has unsafe code, which belongs in {' and '.join(sorted(UNSAFE))}")
        # A test target may depend on a program that it runs.
        programs = {n for n, t in targets.items() if t["type"] == "executable"} if is_test else set()
        for module in sorted(declared - imported - programs):
            faults.append(f"{name}: depends on {module} and never imports it")
    faults += table_faults(targets)
    faults += folder_faults()
    for line in faults:
        print(line)
    print(f"{len(targets)} targets, {len(faults)} faults")
    return 1 if faults else 0


sys.exit(main())
