#!/usr/bin/env bash
# Builds the recorder as teams do that strip an app for size, without reflection metadata, and compares what it writes
# with the vocabulary: no word of a line may rest on what the compiler then leaves out.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p .build
work=$(mktemp -d "$PWD/.build/reflection.XXXXXX")
trap 'rm -rf "$work"' EXIT
compile=(swiftc -swift-version 6 -package-name tracetool -Xfrontend -disable-reflection-metadata -parse-as-library
  -I "$work" -I Sources/CTraceStart/include)
clang -c -o "$work/CTraceStart.o" -I Sources/CTraceStart/include Sources/CTraceStart/CTraceStart.c
"${compile[@]}" -emit-module -module-name TraceVocabulary -emit-module-path "$work/TraceVocabulary.swiftmodule" \
  -c -wmo -o "$work/TraceVocabulary.o" Sources/TraceVocabulary/*.swift
"${compile[@]}" -emit-module -module-name TraceRecorder -emit-module-path "$work/TraceRecorder.swiftmodule" \
  -c -wmo -o "$work/TraceRecorder.o" Sources/TraceRecorder/*.swift
cat >"$work/Stripped.swift" <<'SWIFT'
import Foundation
import TraceVocabulary
import TraceRecorder

@main struct Stripped {
  static func main() {
    let kinds = EventKind.allCases.dropFirst()
    let recorder = Recorder(to: URL(fileURLWithPath: CommandLine.arguments[1]), records: Array(kinds))
    for kind in kinds { recorder.record(kind, .name("n")) }
  }
}
SWIFT
"${compile[@]}" -module-name Stripped -o "$work/stripped" "$work/Stripped.swift" "$work"/*.o
"$work/stripped" "$work/traces"
# The names as the cases of EventKind spell them.
python3 - "$work"/traces/*/*.jsonl <<'PYTHON'
import json
import re
import sys

source = open("Sources/TraceVocabulary/EventKind.swift", encoding="utf-8").read()
cases = re.findall(r"^  case ((?:\w+, )*\w+)$", source, re.MULTILINE)
cases = [case for line in cases for case in line.split(", ") if case != "unknown"]
names = []
for case in cases:
    family, rest = re.fullmatch(r"([a-z]+)([A-Z]\w*)", case).groups()
    names.append(f"{family}.{rest[0].lower()}{rest[1:]}")
with open(sys.argv[1], encoding="utf-8") as file:
    lines = [json.loads(line) for line in file]
written = [line["event"] for line in lines]
assert written == names, f"written: {written}"
assert lines[0]["records"] == sorted(names), f"records: {lines[0]['records']}"
assert len(lines[0]["device"]) == 32 and "osVersion" in lines[0], f"context: {lines[0]}"
print(f"{len(names)} kinds are written by their names, without reflection metadata")
PYTHON
