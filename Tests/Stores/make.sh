#!/usr/bin/env bash
# Makes a store of the format that a given tracetool writes: make.sh PROGRAM STORE
#
# version-6.sqlite was made so by the tracetool of commit b23f99f, the last one of format 6, version-7.sqlite by that of
# commit 735b9d0, the last one of format 7, version-8.sqlite by that of commit 175916c, the last one of format 8,
# version-9.sqlite by that of commit fdb8f5c, the last one of format 9, version-10.sqlite by that of commit 1d23429, the
# last one of format 10, version-11.sqlite by that of commit ae75517, the last one of format 11, and version-12.sqlite by
# the debug build of commit 19e7027, the last one of format 12. They hold what a migration has to keep: launches with and
# without ids, numbers and contexts, records that two files have, equal records without `seq`, lines that are no event, attributes, durations, memory, a pipe, an
# unfinished line and a log that was not read.
set -euo pipefail
program=$(realpath "$1") store=$(realpath "$2")
here=$(cd "$(dirname "$0")" && pwd)
rm -f "$store" "$store-wal" "$store-shm"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
samples=$here/../Samples
head -n 150 "$samples/shop.jsonl" >shop.jsonl
sed -n 60,180p "$samples/shop.jsonl" >shop-again.jsonl
head -n 90 "$samples/interleaved.jsonl" >interleaved.jsonl
head -n 60 "$samples/app-based.jsonl" >app-based.jsonl
cp "$samples/odd-lines.jsonl" "$here/../Formats/metrickit/"*.json "$here/../Formats/unified-log/"*.ndjson . 2>/dev/null || true
twice='{"event":"app.didBecomeActive","time":1763632800,"device":"D","pid":7,"uptime":5,"memory":4096,"mood":"fine"}'
other='{"event":"app.willResignActive","time":1763632800,"device":"D","pid":7,"duration":12}'
printf '%s\n' "$twice" "$twice" 'no event' "$other" >equal.jsonl
printf '%s\n' '' "$other" "$twice" "$twice" "$twice" >equal-again.jsonl
printf '%s\n%s' "$other" '{"event":"app.didBec' >unfinished.jsonl
for log in *; do "$program" ingest "$log" --store "$store" --quiet --max-rejects 100% >/dev/null || true; done
printf '%s\n' '{"event":"scene.didActivate","time":1763632900,"launch":"P","seq":3,"scene":"S"}' |
  "$program" ingest - --store "$store" --quiet >/dev/null
sqlite3 "$store" "INSERT INTO unread VALUES ('gone.jsonl'); VACUUM; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE" >/dev/null
