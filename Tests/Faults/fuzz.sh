#!/usr/bin/env bash
# Feeds the scanner and all readers what nobody writes: libFuzzer changes logs, led by what they reach in the code,
# under AddressSanitizer; `fuzzing/Fuzz.swift` says what must hold of each.
#
# usage: fuzz.sh [RUNS] [SEED] [OPTION…]    20,000 runs unless told otherwise; options of libFuzzer, as -max_len=1024.
#        fuzz.sh --coverage                 which lines of TraceIngest the seeds and what was found so far reach
# What it finds lies in .build/fuzz/found, what reaches new code in .build/fuzz/logs.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=$PWD/.build/fuzz
rm -rf "$out/seeds"
mkdir -p "$out/seeds" "$out/logs" "$out/found"
quietly() { "$@" >"$out/build.log" 2>&1 || { cat "$out/build.log" >&2; exit 1; }; }

# compile TO FLAG…: what libFuzzer calls, built with those flags.
compile() {
  local to=$out/$1 target package
  shift
  for target in TraceIngest TraceReport; do
    quietly swift build -c release --scratch-path "$to" --target "$target" \
      -Xswiftc -enable-testing "${@/#/-Xswiftc=}" -Xswiftc=-parse-as-library
  done
  # The compiler calls the package by its folder.
  package=$(basename "$PWD" | tr '[:upper:]' '[:lower:]' | tr -c '[:alnum:]\n' _)
  quietly swiftc -O "$@" -parse-as-library -sanitize=fuzzer -package-name "$package" -swift-version 6 \
    -I "$to/release/Modules" Tests/Faults/fuzzing/Fuzz.swift \
    "$to"/release/{TraceIngest,TraceReport,TraceAnalyzer,TraceModel,TraceVocabulary}.build/*.o -o "$to/fuzz"
}

# The first three bytes of a seed say how it is read. The kept ones stand one a line, with escapes as in `printf`.
number=0
while IFS= read -r seed; do
  number=$((number + 1))
  case $seed in '#'* | '') ;; *) printf '%b' "$seed" >"$out/seeds/$number" ;; esac
done <Tests/Faults/fuzzing/seeds.txt
# Those of other projects and the samples: whole, which is more than the fuzzer takes, and in pieces.
for log in Tests/Samples/*.jsonl Tests/Formats/*/*; do
  case $log in *.expected) continue ;; esac
  name=$(basename "$log")
  case $log in *.dateless) choices=0C ;; *) choices=0A ;; esac
  { printf '%sa' "$choices"; cat "$log"; } >"$out/seeds/$name.whole"
  head -n 40 "$log" | split -l 2 --filter "{ printf '%sZ' $choices; cat; } >\"\$FILE\"" - "$out/seeds/$name."
done

# A line over what is kept of one.
{ printf '1Ia{"event":"'; head -c 90000 /dev/zero | tr '\0' x; printf '\n{"event":"a","time":1}'; } >"$out/seeds/long"

if [ "${1:-}" = --coverage ]; then
  compile coverage -profile-generate -profile-coverage-mapping
  rm -f "$out"/*.profraw
  # As many logs as one command can name.
  find "$out/seeds" "$out/logs" -type f | sort | LLVM_PROFILE_FILE=$out/%p.profraw SWIFT_BACKTRACE=enable=no \
    xargs -n 4000 "$out/coverage/fuzz" >"$out/run.log" 2>&1 || { tail -n 60 "$out/run.log" >&2; exit 1; }
  tools=$(dirname "$(realpath "$(command -v swiftc)")")
  "$tools/llvm-profdata" merge -sparse "$out"/*.profraw -o "$out/profdata"
  # What speaks to the system is for `calls.py` and `changes.py`: a fuzzer's logs all come from memory.
  "$tools/llvm-cov" report "$out/coverage/fuzz" -instr-profile "$out/profdata" -show-region-summary=0 \
    -show-branch-summary=0 Sources/TraceIngest | awk '
      $1 ~ /swift$/ && $1 !~ /^(System|SourceList|ByteInput)/ {
        printf "%-32s %5d lines %4d not reached  %s\n", $1, $5, $6, $7; lines += $5; missed += $6
      }
      END {
        printf "%.2f %% of %d lines reached\n", 100 * (lines - missed) / lines, lines
        exit missed > 0.05 * lines
      }'
  exit
fi

runs=${1:-20000} seed=${2:-4711}
shift $(($# > 2 ? 2 : $#))
compile build -sanitize=address -sanitize-coverage=edge,inline-8bit-counters,pc-table
# Short logs are quick, and long enough for any two records. Where memory came from, what lies in it before it is
# written, and how often a log reaches what others reach as well, is not asked: it would take most of the time.
SWIFT_BACKTRACE=enable=no \
  ASAN_OPTIONS=malloc_context_size=0:max_malloc_fill_size=0:quarantine_size_mb=1:allocator_release_to_os_interval_ms=-1 \
  "$out/build/fuzz" -runs="$runs" -seed="$seed" -max_len=320 -timeout=20 -rss_limit_mb=512 -detect_leaks=0 -entropic=0 \
  -dict=Tests/Faults/fuzzing/words.dict -artifact_prefix="$out/found/" -print_final_stats=1 "$@" "$out/logs" "$out/seeds" \
  >"$out/run.log" 2>&1 || { grep -av '^#' "$out/run.log" | tail -n 60 >&2; exit 1; }
awk '/^stat::number_of_executed_units/ { runs = $2 } / cov: / { reached = $4 }
  END { print runs " logs at random, " reached " edges of the code reached, no fault" }' "$out/run.log"
