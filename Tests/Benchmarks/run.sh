#!/usr/bin/env bash
# Measures tracetool beside DuckDB and Polars, and beside SQLite alone, on made traces, after checking that all say the
# same.
#   run.sh [--events N] [--runs N] [--long | --only FORM[,FORM…]]
#   run.sh --instructions [--update] [--runs N]
# Builds tracetool for release, gets DuckDB's command line and Polars from PyPI, builds the limit (ceiling.c) and makes the
# traces (default: 1,000,000 events), all in .build/benchmarks, where they are kept for the next run. --long also measures
# how time and memory grow: it needs 20 GB of disk and an hour. --instructions measures without a clock, in three minutes
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
venv=$folder/venv
if ! { [[ -x $venv/bin/duckdb ]] && "$venv/bin/python" -c 'import polars'; } 2>/dev/null; then
  python3 -m venv --clear "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check duckdb-cli polars >&2
fi
clang -O2 -o "$folder/ceiling" "$here/ceiling.c" -lsqlite3
exec "$here/compare.py" --tracetool "$tracetool" --venv "$venv" --ceiling "$folder/ceiling" --folder "$folder" "$@"
