#!/usr/bin/env bash
# Holds the release build's verdicts against made traces: 10,000 legal ones must be silent, and the fault planted in
# each of 10,000 others must be found at its line, or be invisible in what was recorded.
#   run.sh [TRACES]   so many of each; TRACETOOL_SEED replays a run
set -euo pipefail
cd "$(dirname "$0")/../.."
traces=${1:-10000}
seed=${TRACETOOL_SEED:-4711}
folder=$PWD/.build/simulation
swift build -c release --static-swift-stdlib --product tracetool
swift build -c release --static-swift-stdlib --product tracemaker
programs=$(swift build -c release --static-swift-stdlib --show-bin-path)
rm -rf "$folder"
mkdir -p "$folder/logs"
echo "seed $seed (TRACETOOL_SEED=$seed Tests/Simulation/run.sh $traces)"
"$programs/tracemaker" "$traces" --seed "$seed" --proof "$folder"
# It ends with 1: there are faults to be found.
"$programs/tracetool" check --quiet --format ndjson "$folder/logs" >"$folder/findings.ndjson" || test $? = 1
"$programs/tracemaker" "$traces" --proof "$folder" --judge "$folder/findings.ndjson"
rm -rf "$folder"
