#!/usr/bin/env bash
# What one record of TraceRecorder costs its caller beside a bare write of the same bytes, on this machine's disk.
set -euo pipefail
cd "$(dirname "$0")/../.."
swift build -c release --static-swift-stdlib --product recorder-probe
folder=$(mktemp -d "$PWD/.build/recorder.XXXXXX")
trap 'rm -rf "$folder"' EXIT
"$(swift build -c release --static-swift-stdlib --show-bin-path)/recorder-probe" time "$folder"
