#!/usr/bin/env bash
# The same questions asked of DuckDB, which a person would else reach for.
#   peer_duckdb.sh ingest TRACE DATABASE   every event into a table of a database file
#   peer_duckdb.sh report DATABASE         launch times by version, from that file
#   peer_duckdb.sh check TRACE             straight from the log: launch times, scene order, background tasks
# DUCKDB names its command line; default: duckdb.
set -euo pipefail

fields="{event: 'VARCHAR', time: 'BIGINT', seq: 'BIGINT', launch: 'VARCHAR', device: 'VARCHAR',
  deviceModel: 'VARCHAR', osVersion: 'VARCHAR', app: 'VARCHAR', appVersion: 'VARCHAR', boot: 'VARCHAR',
  thread: 'VARCHAR', reason: 'VARCHAR', scene: 'VARCHAR', phase: 'VARCHAR', task: 'BIGINT', name: 'VARCHAR',
  view: 'VARCHAR'}"

# From process.start to launch.firstFrame; one row a version: count, then four percentiles in ns.
launch_times="
WITH launch AS (
  SELECT any_value(appVersion) AS version,
    min(time) FILTER (event = 'launch.firstFrame') - min(time) FILTER (event = 'process.start') AS nanos
  FROM events GROUP BY launch)
SELECT version, count(nanos) AS count, quantile_cont(nanos, 0.5) AS p50, quantile_cont(nanos, 0.9) AS p90,
  quantile_cont(nanos, 0.95) AS p95, quantile_cont(nanos, 0.99) AS p99
FROM launch WHERE nanos IS NOT NULL GROUP BY version ORDER BY version;"

# Scene callbacks whose predecessor in the same scene cannot come before them.
scene_order="
WITH step AS (
  SELECT event, lag(event) OVER (PARTITION BY launch, scene ORDER BY seq) AS before FROM events
  WHERE event IN ('scene.willConnect', 'scene.willEnterForeground', 'scene.didActivate',
    'scene.willDeactivate', 'scene.didEnterBackground'))
SELECT count(*) AS illegal FROM step WHERE CASE event
  WHEN 'scene.willEnterForeground' THEN before NOT IN ('scene.willConnect', 'scene.didEnterBackground')
  WHEN 'scene.didActivate' THEN before NOT IN ('scene.willEnterForeground', 'scene.willDeactivate')
  WHEN 'scene.willDeactivate' THEN before <> 'scene.didActivate'
  WHEN 'scene.didEnterBackground' THEN before = 'scene.didActivate'
  ELSE false END;"

# Tasks that never ended, and tasks of more than 30 s.
tasks="
WITH task AS (
  SELECT min(time) FILTER (event = 'task.begin') AS began, min(time) FILTER (event = 'task.end') AS ended
  FROM events WHERE event IN ('task.begin', 'task.end') GROUP BY launch, task)
SELECT count(*) FILTER (ended IS NULL) AS unended, count(*) FILTER (ended - began > 30e9) AS long FROM task;"

duckdb=${DUCKDB:-duckdb}
log="read_json('${2:-}', format = 'newline_delimited', columns = $fields)"
case ${1:-} in
  ingest)
    rm -f "$3"
    exec "$duckdb" -csv "$3" -c "CREATE TABLE events AS FROM $log; SELECT count(*) FROM events;"
    ;;
  report) exec "$duckdb" -csv -readonly "$2" -c "$launch_times" ;;
  check)
    exec "$duckdb" -csv -c "CREATE TEMP TABLE events AS FROM $log; $launch_times $scene_order $tasks"
    ;;
  *)
    sed -n '2,6s/^# //p' "$0" >&2
    exit 2
    ;;
esac
