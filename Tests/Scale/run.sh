#!/usr/bin/env bash
# Summarizes a made trace on Spark with 1, 2 and 4 workers, once with a task that dies and is tried again, and compares
# the answers over all parts with those of one process. Needs Java 17 or later (Debian's default-jre-headless).
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

# A made trace in compressed parts, as devices would send them; no launch is in two of them, and none needs to be so.
parts=8
echo "made: $events events in $parts files"
for ((part = 0; part < parts; part++)); do
  python3 Tests/Benchmarks/generate.py "$((events / parts))" --seed "$((4711 + part))" |
    gzip >"$folder/logs/$part.jsonl.gz"
done

# A worker that dies in its first task, behind half of what it would write, and then works.
cat >"$folder/mortal" <<END
#!/usr/bin/env bash
if mkdir "$folder/died" 2>/dev/null; then
  "$program" "\$@" | head -n 20
  kill -9 \$\$
fi
exec "$program" "\$@"
END
chmod +x "$folder/mortal"

# What an answer says but for the places in logs: a part is read from a pipe.
answers() {
  "$program" report --launch-times --format json "$@"
  "$program" report --launch-phases --by appVersion --format json "$@"
  "$program" check --fail-on never --format json "$@" | python3 -c '
import json, sys
def placeless(value):
    if isinstance(value, dict):
        return {key: placeless(item) for key, item in value.items() if key not in ("source", "file", "line")}
    return [placeless(item) for item in value] if isinstance(value, list) else value
print(json.dumps(placeless(json.load(sys.stdin)), sort_keys=True))'
}

timed() {
  local began=$EPOCHREALTIME
  "${@:2}"
  python3 -c "print('%-28s %6.1f s' % ('$1', $EPOCHREALTIME - $began))"
}

one() { "$program" check --fail-on never --quiet "$folder"/logs/* >/dev/null; }
timed 'one process' one
answers "$folder"/logs/* >"$folder/expected"
spark() { # WORKERS PROGRAM
  rm -rf "$folder/out"
  "$python" Tests/Scale/spark.py --master "local-cluster[$1,1,1024]" --parts 8 --tracetool "$2" \
    "$folder/logs" "$folder/out" >"$folder/spark.log" 2>&1 || {
    tail -n 40 "$folder/spark.log" >&2
    return 1
  }
}
fold() { "$program" check --fail-on never --quiet "$folder"/out/part-* >/dev/null; }
same() {
  answers "$folder"/out/part-* >"$folder/found"
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
echo 'all answers are those of one process'
