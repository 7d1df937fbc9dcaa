#!/usr/bin/env bash
# Runs tests under the sanitizers of addresses and of threads, at once, each in a build of its own, kept in .build.
# They watch optimized code, as it is shipped: that takes a fourth of the time of a debug build.
#   sanitize.sh [ARGUMENTS]   builds what has changed, and runs all tests; arguments, as --filter NAME, go to swift test
#   sanitize.sh --sample      the same, but only tests of code that is unsafe or has threads: the suites of size medium,
#                             and those that run the program with signals, several writers and little memory
#   sanitize.sh --build       builds, and no more
#   sanitize.sh --threads …   the same with the sanitizer of threads alone
set -euo pipefail
cd "$(dirname "$0")/.."
export TRACETOOL_SANITIZED=1
# Reports go to a folder: a test that reads what a program says would swallow those of the programs that it starts,
# some of which run as nobody.
reports=$PWD/.build/sanitizers
rm -rf "$reports"
mkdir -p "$reports"
chmod 1777 "$reports"
# Programs that tests start may have no PATH to find this by.
symbols=external_symbolizer_path=$(command -v llvm-symbolizer || true)
# What is left at the end of a process is the system's to free. Where memory came from is known by three calls, for all
# would take a seventh of the time.
export ASAN_OPTIONS="log_path=$reports/address:detect_leaks=0:malloc_context_size=3:$symbols"
# Programs end when they end: by itself each would wait a second for threads that race with its end.
export TSAN_OPTIONS="log_path=$reports/thread:atexit_sleep_ms=0:$symbols"

# Under a limit of no bytes a file the sanitizer of threads cannot run: its own memory is a file.
declare -A skipped=([address]='^$' [thread]='where the disk is full')

# Arguments that are the same for a build and its tests, or all would be built anew.
settings() {
  printf '%s\n' -c release --sanitize="$1" --scratch-path ".build/$1" -Xswiftc -enable-testing
  if [ "$1" = thread ]; then printf '%s\n' -Xlinker "$PWD/.build/mutex.o"; fi
}

build() {
  local arguments
  mapfile -t arguments < <(settings "$1")
  swift build --build-tests "${arguments[@]}" >"$reports.$1.log" 2>&1 || {
    tail -n 40 "$reports.$1.log"
    return 1
  }
}

run() {
  local arguments began=$SECONDS code=0 log=$reports.$1.log
  mapfile -t arguments < <(settings "$1")
  swift test "${arguments[@]}" --skip-build --disable-xctest --skip "${skipped[$1]}" "${@:2}" >"$log" 2>&1 || code=$?
  if [ "$code" != 0 ] || compgen -G "$reports/$1.*" >/dev/null; then
    grep -aE 'recorded an issue| failed after ' "$log" | head -n 40 || true
    cat "$reports/$1".* 2>/dev/null | head -n 100 || true
    echo "tests under the sanitizer of $1 failed: see $log and $reports"
    return 1
  fi
  printf '%s: %s, %d s\n' "$1" "$(grep -a 'Test run with' "$log" | tail -n 1)" "$((SECONDS - began))"
}

# Does something for each sanitizer at once.
each() {
  local jobs=() code=0
  for sanitizer in "${sanitizers[@]}"; do
    "$1" "$sanitizer" "${@:2}" &
    jobs+=($!)
  done
  for job in "${jobs[@]}"; do wait "$job" || code=1; done
  return $code
}

sanitizers=(address thread)
if [ "${1:-}" = --threads ]; then
  sanitizers=(thread)
  shift
fi
clang -c -O1 -fPIC -Wall -Werror -o .build/mutex.o .ci/mutex.c
each build
case ${1:-} in
--build) ;;
--sample)
  program='CommandLineTests\.(EndToEndProcessTests|EndToEndStoreTests|KillTests|MemoryTests)/'
  each run --filter "$(Tests/suites.py --filter medium)" --filter "$program"
  ;;
*) each run "$@" ;;
esac
