#!/usr/bin/env bash
# Proves that nothing is lost: the quick part of each harness here, two at a time, or all of each, one after the other.
#   run.sh [--long]   TRACETOOL_SEED is where what is random begins
# What cannot be run here makes this fail, but for what needs tracing or mounting: then it is said.
set -euo pipefail
cd "$(dirname "$0")/../.."
seed=${TRACETOOL_SEED:-4711}
programs=$(swift build -c release --static-swift-stdlib --show-bin-path)
for product in tracetool tracemaker; do swift build -c release --static-swift-stdlib --product "$product"; done
folder=$PWD/.build/faults
rm -rf "$folder"
mkdir -p "$folder"
calls=(calls:preloaded calls:full-disk)
if strace -qq -o /dev/null true; then
  calls+=(calls:traced synced)
else
  echo 'nothing may be traced here: no call of the kernel was made to fail'
fi
harnesses=(stores "${calls[@]}" killed powercut followed changes together texts limits documents)

one() {
  local name=${1%%:*} part=${1#*:} options=(--seed "$seed" --tracetool "$programs/tracetool" --tracemaker "$programs/tracemaker")
  if [ "$part" != "$1" ]; then options+=(--part "$part"); fi
  "Tests/Faults/$name.py" "${options[@]}" "${@:2}" >"$folder/$1.log" 2>&1
}

ended=0
report() {
  local code=0
  wait "$1" || code=$?
  if [ "$code" = 0 ]; then
    printf '%s: %s\n' "$2" "$(tail -n 1 "$folder/$2.log")"
  else
    ended=1
    printf '%s FAILED with %s:\n' "$2" "$code"
    tail -n 40 "$folder/$2.log"
  fi
}

atOnce=2
if [ "${1:-}" = --long ]; then atOnce=1; fi
pids=() names=()
for harness in "${harnesses[@]}"; do
  if [ "${#pids[@]}" = "$atOnce" ]; then
    report "${pids[0]}" "${names[0]}"
    pids=("${pids[@]:1}") names=("${names[@]:1}")
  fi
  one "$harness" "$@" &
  pids+=($!) names+=("$harness")
done
for place in "${!pids[@]}"; do report "${pids[$place]}" "${names[$place]}"; done
exit $ended
