-- What 'tracetool query' sees as `launch`: the view of the store, and what rests on other launches as well.
CREATE TEMP TABLE launch_kinds (
  stream INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  kind TEXT NOT NULL,
  kind_reason TEXT NOT NULL,
  launch_time INTEGER,              -- nanoseconds
  from_anchor TEXT NOT NULL,        -- empty without a launch time, as the next one
  to_anchor TEXT NOT NULL,
  not_counted TEXT NOT NULL,        -- empty for a launch that counts
  PRIMARY KEY (stream, ordinal)
) STRICT, WITHOUT ROWID;
CREATE TEMP VIEW launch AS
  SELECT launch.*,
    launch_kinds.kind,
    launch_kinds.kind_reason,
    launch_kinds.launch_time AS launch_time_nanos,
    nullif(launch_kinds.from_anchor, '') AS launch_time_from,
    nullif(launch_kinds.to_anchor, '') AS launch_time_to,
    nullif(launch_kinds.not_counted, '') AS not_counted
  FROM [launch] AS launch
    LEFT JOIN launch_kinds ON launch_kinds.stream = launch.stream_id AND launch_kinds.ordinal = launch.ordinal;
