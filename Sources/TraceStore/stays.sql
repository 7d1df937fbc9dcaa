-- What 'tracetool query' sees as `stay`: the stays in the background, which the store keeps packed in `launch_parts`.
CREATE TEMP TABLE stay_rows (
  stream INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  n INTEGER NOT NULL,               -- from 0 in each launch
  begin_time INTEGER,               -- since 1970; on a log without times uptime alone
  begin_uptime INTEGER,
  begin_seq INTEGER,
  nanos INTEGER,
  ending TEXT NOT NULL,
  away INTEGER,
  handler INTEGER,
  assertion INTEGER,
  covered INTEGER NOT NULL,
  PRIMARY KEY (stream, ordinal, n)
) STRICT, WITHOUT ROWID;
CREATE TEMP VIEW stay AS
  SELECT
    launch.stream,
    launch.launch,
    stay_rows.ordinal,
    stay_rows.n,
    strftime('%Y-%m-%dT%H:%M:%S', begin_time / 1000000000 - (begin_time % 1000000000 < 0), 'unixepoch') ||
      printf('.%09dZ', (begin_time % 1000000000 + 1000000000) % 1000000000) AS begin,
    begin_time AS begin_time_nanos,
    begin_uptime AS begin_uptime_nanos,
    begin_seq,
    nanos,
    ending AS "end",
    away AS away_nanos,
    handler AS handler_nanos,
    assertion AS assertion_nanos,
    covered
  FROM stay_rows
    JOIN [launch] AS launch ON launch.stream_id = stay_rows.stream AND launch.ordinal = stay_rows.ordinal;
