#!/usr/bin/env bash
# What a record of TraceRecorder costs its caller.
#   recorder.sh            beside a bare write of the same bytes, and where files change often, in folders of 64 and 5,000
#                          files, on this machine's disk
#   recorder.sh --calls    counts the system calls of each record; fails if one makes more than it may
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(mktemp -d "$PWD/.build/recorder.XXXXXX")
trap 'rm -rf "$folder"' EXIT
if [ "${1:-}" = --calls ]; then
  swift build --product recorder-probe
  probe=$(swift build --show-bin-path)/recorder-probe
  strace -f -qq -s 0 -o "$folder/calls" "$probe" rotate "$folder/traces" 64 3000
  exec python3 Tests/Benchmarks/recorder_calls.py "$folder/calls"
fi
swift build -c release --static-swift-stdlib --product recorder-probe
probe=$(swift build -c release --static-swift-stdlib --show-bin-path)/recorder-probe
"$probe" time "$folder/time"
for files in 64 5000; do
  "$probe" rotate "$folder/$files" "$files" 20000
done
