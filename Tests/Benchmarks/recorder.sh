#!/usr/bin/env bash
# What a record of TraceRecorder costs its caller.
#   recorder.sh            beside a bare write of the same bytes, and where files change often, in folders of 64 and 5,000
#                          files, on this machine's disk
#   recorder.sh --costs    counts the system calls of each record, instructions and allocations of a record and of the
#                          start, and instructions of the watch for hangs; fails if there are more than may be
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(mktemp -d "$PWD/.build/recorder.XXXXXX")
trap 'rm -rf "$folder"' EXIT
if [ "${1:-}" = --costs ]; then
  # Optimized, and quicker than a release build of the package.
  clang -O2 -c -o "$folder/CTraceStart.o" -I Sources/CTraceStart/include Sources/CTraceStart/CTraceStart.c
  compile=(swiftc -O -wmo -swift-version 6 -package-name tracetool -parse-as-library -I "$folder"
    -I Sources/CTraceStart/include)
  for module in TraceVocabulary TraceRecorder; do
    "${compile[@]}" -enable-testing -emit-module -module-name "$module" -emit-module-path "$folder/$module.swiftmodule" \
      -c -o "$folder/$module.o" Sources/"$module"/*.swift
  done
  objects=("$folder"/*.o)
  "${compile[@]}" -module-name recorder_probe -o "$folder/recorder-probe" Tests/RecorderProbe/*.swift "${objects[@]}"
  "${compile[@]}" -module-name HangTurns -o "$folder/hang-turns" Tests/Benchmarks/HangTurns.swift "${objects[@]}"
  strace -f -qq -s 0 -o "$folder/calls" "$folder/recorder-probe" rotate "$folder/traces" 64 3000
  python3 Tests/Benchmarks/recorder_calls.py "$folder/calls"
  python3 Tests/Benchmarks/recorder_costs.py "$folder"
  exit
fi
swift build -c release --static-swift-stdlib --product recorder-probe
probe=$(swift build -c release --static-swift-stdlib --show-bin-path)/recorder-probe
"$probe" time "$folder/time"
for files in 64 5000; do
  "$probe" rotate "$folder/$files" "$files" 20000
done
