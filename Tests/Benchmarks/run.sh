#!/usr/bin/env bash
# Measures tracetool beside DuckDB, and beside SQLite alone, on made traces, after checking that both say the same.
#   run.sh [--events N] [--runs N] [--long]
#   run.sh --instructions [--update] [--runs N]
# Builds tracetool for release, gets DuckDB's command line from PyPI, builds the limit (ceiling.c) and makes the traces
# (default: 1,000,000 events), all in .build/benchmarks, where they are kept for the next run. --long also measures how
# time and memory grow: it needs 15 GB of disk and an hour. --instructions measures without a clock, in two minutes
# (instructions.py).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
folder=$PWD/.build/benchmarks
mkdir -p "$folder"
swift build -c release --static-swift-stdlib --product tracetool >&2
tracetool=$(swift build -c release --static-swift-stdlib --show-bin-path)/tracetool
if [[ ${1:-} == --instructions ]]; then
  exec "$here/instructions.py" --tracetool "$tracetool" "${@:2}"
fi
duckdb=$folder/venv/bin/duckdb
if [[ ! -x $duckdb ]]; then
  python3 -m venv "$folder/venv"
  "$folder/venv/bin/pip" install --quiet duckdb-cli >&2
fi
clang -O2 -o "$folder/ceiling" "$here/ceiling.c" -lsqlite3
exec "$here/compare.py" --tracetool "$tracetool" --duckdb "$duckdb" --ceiling "$folder/ceiling" --folder "$folder" "$@"
