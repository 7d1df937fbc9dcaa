#!/usr/bin/env bash
# Writes the made samples, the same bytes each time.
#   make.sh [FOLDER]   into FOLDER; default: this folder
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:-$here}
cd "$here/../.."
swift build -c release --static-swift-stdlib --product tracemaker >&2
maker=$(swift build -c release --static-swift-stdlib --show-bin-path)/tracemaker
"$maker" 20 --seed 53 --devices 3 --no-views --fault dropped --fault ended-twice --fault leaked \
  --fault overrun --fault handler-overrun --fault hole \
  --faults-to "$folder/shop.faults.jsonl" >"$folder/shop.jsonl"
"$maker" 4 --seed 11 --app-based --devices 1 --naming selectors --clock text --style durations \
  --suspensions --app com.example.reader --versions 1.2,1.3 >"$folder/app-based.jsonl"
"$maker" 6 --seed 21 --devices 3 --no-launch --interleave --naming notifications --no-views \
  --clock milliseconds --app com.example.notes --versions 2.0 >"$folder/interleaved.jsonl"
"$maker" 100 --seed 71 --devices 3 --no-views --style instants | gzip -n9 >"$folder/versions.jsonl.gz"
"$maker" 700 --seed 59 --devices 60 --days 21 --versions 4.8.0,4.9.0,4.10.0 --no-views --suspensions --records --refreshes \
  --fault leaked --fault overrun --fault handler-overrun --fault dropped --fault leaked --fault overrun |
  gzip -n9 >"$folder/fleet.jsonl.gz"
notes=(60 --seed 83 --devices 3 --no-views --style instants --sources --app com.example.notes)
"$maker" "${notes[@]}" --app-based --versions 4.8.0 | gzip -n9 >"$folder/notes-app.jsonl.gz"
"$maker" "${notes[@]}" --connect-reasons --versions 4.9.0 --leave-out scene.didEnterBackground |
  gzip -n9 >"$folder/notes-scenes.jsonl.gz"
"$maker" 3 --seed 31 --devices 1 --style instants --no-views --clock text --repeat-context \
  --app com.example.house --versions 7.1,7.2 | "$here/house-log.sed" >"$folder/house-log.jsonl"
