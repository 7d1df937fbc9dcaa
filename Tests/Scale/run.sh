#!/usr/bin/env bash
# Ingests a made trace on Spark with 1, 2 and 4 workers, once with a task that dies and is tried again, and compares the
# answers over all parts with those of one ingest. Needs Java 17 or later (Debian's default-jre-headless).
#   run.sh [--events N] [--workers "1 2 4"] [--program FILE]
set -euo pipefail
cd "$(dirname "$0")/../.."
events=200000 workers='1 2 4' program=
while [ $# -gt 0 ]; do
  case $1 in
  --events) events=$2 ;;
  --workers) workers=$2 ;;
  --program) program=$(realpath "$2") ;;
  *)
    sed -n '2,4p' "$0" >&2
    exit 2
    ;;
  esac
  shift 2
done
command -v java >/dev/null || {
  echo "run.sh: Spark needs Java: install Debian's default-jre-headless" >&2
  exit 1
}
folder=$PWD/.build/scale
rm -rf "$folder"
mkdir -p "$folder/logs" "$folder/out"
if [ -z "$program" ]; then
  swift build -c release --static-swift-stdlib --product tracetool
  program=$PWD/.build/release/tracetool
fi
python=$PWD/.build/spark/bin/python
if ! "$python" -c 'import pyspark' 2>/dev/null; then
  python3 -m venv --clear .build/spark
  "$python" -m pip install --quiet --disable-pip-version-check pyspark
fi
export SPARK_LOCAL_IP=127.0.0.1 SPARK_LOCAL_HOSTNAME=localhost

# A made trace in compressed files, as devices would send them. Each file ends in the middle of a launch, which goes on in
# the next file.
files=8
echo "made: $events events in $files files"
for ((file = 0; file < files; file++)); do
  python3 Tests/Benchmarks/generate.py "$((events / files))" --seed "$((4711 + file))"
done | split --lines="$((events / files + 7))" --numeric-suffixes --additional-suffix=.jsonl --filter='gzip >$FILE.gz' - \
  "$folder/logs/"

# A worker that dies in its first task, as its store is half written, and then works.
cat >"$folder/mortal" <<END
#!/usr/bin/env bash
if mkdir "$folder/died" 2>/dev/null; then
  "$program" "\$@" &
  sleep 0.2
  kill -9 \$! \$\$
fi
exec "$program" "\$@"
END
chmod +x "$folder/mortal"

answers() {
  "$program" report --launch-times --format json "$@"
  "$program" report --launch-phases --by appVersion --format json "$@"
  "$program" check --fail-on never --format json "$@"
}

timed() {
  local began=$EPOCHREALTIME
  "${@:2}"
  python3 -c "print('%-28s %6.1f s' % ('$1', $EPOCHREALTIME - $began))"
}

one() { "$program" ingest --quiet --store "$folder/all.db" "$folder"/logs/* >/dev/null; }
timed 'one ingest' one
answers "$folder/all.db" >"$folder/expected"
spark() { # WORKERS PROGRAM
  rm -rf "$folder/out"
  "$python" Tests/Scale/spark.py --master "local-cluster[$1,1,1024]" --parts 8 --tracetool "$2" \
    "$folder/logs" "$folder/out" >"$folder/spark.log" 2>&1 || {
    tail -n 40 "$folder/spark.log" >&2
    return 1
  }
}
fold() { "$program" check --fail-on never --quiet "$folder"/out/part-*.db >/dev/null; }
same() {
  answers "$folder"/out/part-*.db >"$folder/found"
  cmp "$folder/expected" "$folder/found"
}
for count in $workers; do
  timed "Spark, $count workers" spark "$count" "$program"
  timed 'the answer over its parts' fold
  same
done
timed 'Spark, a task that dies' spark 2 "$folder/mortal"
[ -d "$folder/died" ]
same
echo 'all answers are those of one ingest'
