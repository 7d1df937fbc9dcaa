-- The store of tracetool, version 12.
--
-- The views at the end are for everybody: event, launch, phase, task, scene, candidate, source,
-- reject, metric, status. They show text in place of numbers and are only ever added to. The tables are the
-- program's own. `events` is the truth; launches, launch_times, scenes, tasks, candidates, launch_parts and metrics
-- are derived from it and can be made again.
--
-- Rows of `events` are narrow, since there are millions: what many events of a stream have in common is one row of
-- `signatures` or of `subjects`, and what few events have is in `event_details`.
--
-- Instants are nanoseconds: in tables after `streams.base`, in views since 1970, UTC (or on the
-- device's `uptime`, where a record has no other clock). NULL is what a record does not say. Lines
-- are, in tables, after `streams.base_line`; those of a log that is newest first are below 0 there. Where a context is
-- NULL, it is `streams.base_context`, and the pid beside it is `streams.base_pid`. A source that is NULL is
-- `streams.base_source`.
-- A text that is a UUID is a blob, but for a launch's id: 16 bytes in lower case, 0x55 and 16 bytes in upper case.
-- The program writes and reads columns in the order in which they stand here.

PRAGMA application_id = 1953653605; -- the bytes "trce"
PRAGMA user_version = 13;

-- Text that repeats across launches: names, versions, devices.
CREATE TABLE IF NOT EXISTS texts (
  id INTEGER PRIMARY KEY,           -- what other tables say; 0 there is no text
  value ANY NOT NULL UNIQUE         -- text, or a UUID's bytes
) STRICT;

-- What events of many launches have in common; 0 in a text's place is no text.
CREATE TABLE IF NOT EXISTS signatures (
  id INTEGER PRIMARY KEY,
  event INTEGER NOT NULL REFERENCES texts(id),      -- canonical name, or the unknown name as recorded
  teller INTEGER NOT NULL REFERENCES texts(id),     -- who said it: delegate, notification, …
  phase INTEGER NOT NULL REFERENCES texts(id),      -- begin, end, unknown; 0 for an instant
  thread INTEGER NOT NULL REFERENCES texts(id),
  reason INTEGER NOT NULL REFERENCES texts(id),
  view INTEGER NOT NULL REFERENCES texts(id),
  name INTEGER NOT NULL REFERENCES texts(id),
  task_kind INTEGER NOT NULL REFERENCES texts(id),  -- `kind` of a task or of work
  scene_role INTEGER NOT NULL REFERENCES texts(id),
  success INTEGER,                                  -- 0, 1
  prewarmed INTEGER,                                -- 0, 1
  UNIQUE (event, teller, phase, thread, reason, view, name, task_kind, scene_role, success,
    prewarmed)
) STRICT;

-- What records say of device and process, but for the process id, which few launches share; 0 in a text's place is no
-- text.
CREATE TABLE IF NOT EXISTS contexts (
  id INTEGER PRIMARY KEY,
  device INTEGER NOT NULL REFERENCES texts(id),
  device_model INTEGER NOT NULL REFERENCES texts(id),
  os_version INTEGER NOT NULL REFERENCES texts(id),
  platform INTEGER NOT NULL REFERENCES texts(id),
  process_kind INTEGER NOT NULL REFERENCES texts(id),
  app INTEGER NOT NULL REFERENCES texts(id),
  app_version INTEGER NOT NULL REFERENCES texts(id),
  app_build INTEGER NOT NULL REFERENCES texts(id),
  sdk_version INTEGER NOT NULL REFERENCES texts(id),
  boot INTEGER NOT NULL REFERENCES texts(id),
  records INTEGER NOT NULL REFERENCES texts(id),    -- kinds that the recorder writes, with commas
  format INTEGER NOT NULL REFERENCES texts(id),     -- the format that the record came in
  simulator INTEGER,                                -- 0, 1
  debugger INTEGER                                  -- 0, 1
) STRICT;
CREATE INDEX IF NOT EXISTS context_keys ON contexts(device, app_version, boot); -- enough to find one among few

-- What one identity spans: a launch id, which may name launches of several devices, apps and versions;
-- else device, app, boot and process; else a source.
CREATE TABLE IF NOT EXISTS streams (
  id INTEGER PRIMARY KEY,
  device INTEGER NOT NULL REFERENCES texts(id),
  app INTEGER NOT NULL REFERENCES texts(id),
  boot INTEGER NOT NULL REFERENCES texts(id),
  source INTEGER NOT NULL REFERENCES texts(id),     -- a source's identity, where nothing else is
  pid INTEGER,
  base INTEGER NOT NULL,            -- its first event, as they came: `time`, 0 without one
  base_context INTEGER NOT NULL,    -- contexts.id
  base_pid INTEGER,                 -- process id of its first event; `pid` is part of what names the stream
  base_source INTEGER NOT NULL,     -- sources.id
  base_line INTEGER NOT NULL,
  changed INTEGER NOT NULL,         -- 1: its launches are to be derived anew
  launch TEXT                       -- the launch's id, as recorded
) STRICT;
CREATE INDEX IF NOT EXISTS stream_keys ON streams(launch, device, pid); -- enough to find one among few
CREATE INDEX IF NOT EXISTS changed_streams ON streams(id) WHERE changed;

-- Ids that belong to one stream: of scenes, their connections, views, tasks. A decimal number n is
-- not here: it stands for itself, as -1 - n.
CREATE TABLE IF NOT EXISTS stream_texts (
  stream INTEGER NOT NULL REFERENCES streams(id),
  id INTEGER NOT NULL,              -- from 1 in each stream
  value ANY NOT NULL,               -- text, or a UUID's bytes
  PRIMARY KEY (stream, id)
) STRICT, WITHOUT ROWID;

-- Where events came from, and how far each was read.
CREATE TABLE IF NOT EXISTS sources (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL,               -- as it was given
  identity TEXT NOT NULL,           -- what names a stream of events that say nothing else
  is_pipe INTEGER NOT NULL,         -- 1: always read from the start
  offset INTEGER NOT NULL DEFAULT 0,        -- decompressed bytes that are stored
  line INTEGER NOT NULL DEFAULT 0,          -- lines that are stored
  tail_hash INTEGER NOT NULL DEFAULT -3750763034362895579, -- FNV-1a of the 4096 bytes before
                                    -- offset
  head_length INTEGER NOT NULL DEFAULT 0,   -- bytes that head_hash covers, at most 4096
  head_hash INTEGER NOT NULL DEFAULT 0,     -- FNV-1a of its first bytes
  device TEXT NOT NULL DEFAULT '',          -- what lines that say nothing go on with
  app TEXT NOT NULL DEFAULT '',
  boot TEXT NOT NULL DEFAULT '',
  pid INTEGER,
  is_line_open INTEGER NOT NULL DEFAULT 0,  -- 1: the last line had no newline yet
  pending_lost INTEGER NOT NULL DEFAULT 0   -- rejected lines that the next event has lost before it
) STRICT;
CREATE INDEX IF NOT EXISTS source_heads ON sources(head_hash, head_length);

-- What an ingest was to read and has not read to its end: it was cut off, or could not read on.
CREATE TABLE IF NOT EXISTS unread (
  path TEXT PRIMARY KEY             -- as it was given
) STRICT, WITHOUT ROWID;

-- What an event is about, and where its record came from. The ids are numbers of the event's own stream, so that the
-- same few rows serve all streams: the first scene, no view, task 2.
CREATE TABLE IF NOT EXISTS subjects (
  id INTEGER PRIMARY KEY,
  scene INTEGER NOT NULL,           -- stream_texts.id, 0 without one, as the next three
  scene_instance INTEGER NOT NULL,
  view_instance INTEGER NOT NULL,
  task INTEGER NOT NULL,
  context INTEGER REFERENCES contexts(id),          -- NULL for streams.base_context and base_pid
  pid INTEGER,
  source INTEGER REFERENCES sources(id),            -- NULL for streams.base_source
  UNIQUE (scene, scene_instance, view_instance, task, context, pid, source)
) STRICT;

-- The events, as they were recorded. Only ever added to.
CREATE TABLE IF NOT EXISTS events (
  stream INTEGER NOT NULL REFERENCES streams(id),
  position INTEGER NOT NULL,        -- seq of a named launch, and further launches of its id 2^40 higher
                                    -- each; else below 0, in the order of time
  time INTEGER,                     -- wall clock, after streams.base
  uptime INTEGER,                   -- monotonic clock, as recorded
  seq INTEGER,                      -- where position does not say it
  signature INTEGER NOT NULL REFERENCES signatures(id),
  subject INTEGER NOT NULL REFERENCES subjects(id),
  line INTEGER,
  PRIMARY KEY (stream, position)
) STRICT, WITHOUT ROWID;

-- What few events have. An event that has none of it has no row.
CREATE TABLE IF NOT EXISTS event_details (
  stream INTEGER NOT NULL,
  position INTEGER NOT NULL,        -- of the event
  duration INTEGER,                 -- nanoseconds
  memory INTEGER,                   -- bytes
  lost INTEGER NOT NULL,            -- rejected lines before it, none with a readable seq
  attributes TEXT,                  -- one JSON object: all else that the record holds
  PRIMARY KEY (stream, position)
) STRICT, WITHOUT ROWID;

-- Lines that are no event.
CREATE TABLE IF NOT EXISTS rejects (
  id INTEGER PRIMARY KEY,
  source INTEGER NOT NULL REFERENCES sources(id),
  line INTEGER NOT NULL,            -- from 1
  offset INTEGER NOT NULL,          -- decompressed bytes before it
  length INTEGER NOT NULL,          -- bytes, without the newline
  reason TEXT NOT NULL,
  raw BLOB NOT NULL,                -- the first 64 KiB of it
  digest INTEGER NOT NULL,          -- FNV-1a of reason, length and raw: the same line fed again
  stream INTEGER REFERENCES streams(id),
  seq INTEGER,                      -- the place in the stream that it fills
  UNIQUE (source, line, offset, digest)
) STRICT;
CREATE INDEX IF NOT EXISTS reject_streams ON rejects(stream, seq) WHERE stream IS NOT NULL;

-- Which source holds an event that another source, or another line, had recorded before.
CREATE TABLE IF NOT EXISTS claims (
  source INTEGER NOT NULL REFERENCES sources(id),
  stream INTEGER NOT NULL,
  position INTEGER NOT NULL,
  line INTEGER NOT NULL,            -- of the event
  PRIMARY KEY (source, stream, position)
) STRICT, WITHOUT ROWID;

-- Derived: one row a launch. Milestones are after streams.base, on `time` or on `uptime`.
DROP TABLE IF EXISTS launches;
CREATE TABLE launches (
  stream INTEGER NOT NULL REFERENCES streams(id),
  ordinal INTEGER NOT NULL,         -- which launch of its stream, from 0
  context INTEGER REFERENCES contexts(id),          -- NULL for streams.base_context and base_pid
  pid INTEGER,
  first INTEGER,                    -- instant of its first event
  events INTEGER NOT NULL,
  unknown INTEGER NOT NULL,         -- events whose name is in no vocabulary
  nature INTEGER NOT NULL,          -- 0 foreground, 1 background, 2 prewarmed, 3 extension, 4 earlier: none,
                                    -- a `launch.earlier` stands for one whose events are not here; 5 unknown,
                                    -- 6 unseen: the same of a process that lived on; 7 cold, 8 warm and 9 returned: no
                                    -- launch, all three as what measured it says
  nature_reason INTEGER NOT NULL REFERENCES texts(id),
  exit_reason INTEGER NOT NULL REFERENCES texts(id),
  marks INTEGER NOT NULL,           -- 1 interrupted, 2 clock step, 4 milestones out of order, 8 instants are on
                                    -- `uptime`, 16 the first frame is from the system's log: added up; and 32 times what
                                    -- measured it, if that is a record of its length, whose ends are start and first_frame:
                                    -- 1 record, 2 datadog.ttid, 3 datadog.ttfd, 4
                                    -- datadog.application_start, 5 sentry, 6 firebase, 7 xctest
  clock_slack INTEGER NOT NULL,     -- nanoseconds: two steps of its clock, so far a duration may look too long
  watchdog INTEGER,                 -- nanoseconds that the log says it was granted
  device_lock INTEGER NOT NULL,     -- as it began: 0 unknown, 1 unlocked, 2 locked; 4 is added where the
                                    -- keychain was read while it was
  approximate INTEGER NOT NULL,     -- bits of milestones on the unknown side of their edge
  request INTEGER,
  start INTEGER,
  initializers INTEGER,
  main INTEGER,
  launch_begin INTEGER,
  launch_end INTEGER,
  scene_connected INTEGER,
  first_frame INTEGER,
  active INTEGER,
  fully_drawn INTEGER,
  resumed INTEGER,                  -- where a prewarmed launch's wait ended
  last INTEGER,                     -- instant of its last event
  kinds INTEGER NOT NULL REFERENCES texts(id),      -- names of the kinds it holds, joined with |
  model INTEGER NOT NULL,           -- 0 unknown, 1 app, 2 scenes
  seen_from_start INTEGER NOT NULL,
  steps_seen INTEGER NOT NULL,
  steps_judged INTEGER NOT NULL,
  unmapped INTEGER NOT NULL,        -- of `unknown`, those that a reader of another format named
  PRIMARY KEY (stream, ordinal)
) STRICT, WITHOUT ROWID;

-- Whoever deletes a launch, or its times, has it derived anew.
CREATE TRIGGER deleted_launch AFTER DELETE ON launches BEGIN
  UPDATE streams SET changed = 1 WHERE id = old.stream AND NOT changed;
END;

-- Derived: what launch times rest on, a second time and packed, so that a report of them reads few rows.
DROP TABLE IF EXISTS launch_times;
CREATE TABLE launch_times (
  block INTEGER PRIMARY KEY,        -- stream id / 32: a row holds the launches of 32 streams
  contexts BLOB NOT NULL,           -- contexts.id of each launch, in the order of stream and ordinal; each is stored as
                                    -- the difference to the one before
  times BLOB NOT NULL               -- for each launch its numbers, in the order of PackedLaunchTimes.swift
) STRICT;
CREATE TRIGGER deleted_launch_times AFTER DELETE ON launch_times BEGIN
  UPDATE streams SET changed = 1 WHERE id BETWEEN 32 * old.block AND 32 * old.block + 31 AND NOT changed;
END;

-- Derived: the connections of a launch's scenes.
DROP TABLE IF EXISTS scenes;
CREATE TABLE scenes (
  stream INTEGER NOT NULL REFERENCES streams(id),
  ordinal INTEGER NOT NULL,
  n INTEGER NOT NULL,               -- from 0 in each launch
  scene INTEGER NOT NULL,           -- stream_texts.id, 0 without one
  instance INTEGER NOT NULL,
  role INTEGER NOT NULL REFERENCES texts(id),
  first INTEGER,                    -- instants of its first and last event
  last INTEGER,
  PRIMARY KEY (stream, ordinal, n)
) STRICT, WITHOUT ROWID;

-- Derived: background tasks.
DROP TABLE IF EXISTS tasks;
CREATE TABLE tasks (
  stream INTEGER NOT NULL REFERENCES streams(id),
  ordinal INTEGER NOT NULL,
  n INTEGER NOT NULL,               -- from 0 in each launch
  task INTEGER NOT NULL,            -- stream_texts.id, 0 without one
  name INTEGER NOT NULL REFERENCES texts(id),
  kind INTEGER NOT NULL REFERENCES texts(id),
  outcome INTEGER NOT NULL,         -- 0 ended, 1 expired, 2 endedTwice, 3 overwritten, 4 leaked,
                                    -- 5 open
  background INTEGER,               -- nanoseconds in stays; NULL with mark 8: then it is end_time - begin_time
  longest_stay INTEGER,             -- the most of them in one stay, which counts against a budget; NULL for all
  expiration INTEGER,               -- nanoseconds from expire to end
  marks INTEGER NOT NULL,           -- bits: 1 other work kept the app running, 2 UIKit's own task, 4 UIKit
                                    -- said that it still ran after its expiration handlers, 8 all of its time
                                    -- was in stays
  begin_time INTEGER,               -- where it began: clocks, number, source, line
  begin_uptime INTEGER,
  begin_seq INTEGER,
  begin_source INTEGER NOT NULL,
  begin_line INTEGER,
  end_time INTEGER,                 -- where it ended
  end_uptime INTEGER,
  end_seq INTEGER,
  expire_time INTEGER,              -- where it expired
  expire_uptime INTEGER,
  expire_seq INTEGER,
  PRIMARY KEY (stream, ordinal, n)
) STRICT, WITHOUT ROWID;

-- Derived: what may be a finding, once it is known what is never recorded.
DROP TABLE IF EXISTS candidates;
CREATE TABLE candidates (
  stream INTEGER NOT NULL REFERENCES streams(id),
  ordinal INTEGER NOT NULL,
  n INTEGER NOT NULL,               -- from 0 in each launch
  rule INTEGER NOT NULL REFERENCES texts(id),
  event INTEGER NOT NULL REFERENCES texts(id),
  states INTEGER NOT NULL,          -- the machine's states before it, as bits
  state INTEGER NOT NULL,           -- the one of them that counts
  confidence INTEGER NOT NULL,      -- 0 possible, 1 certain
  scene INTEGER NOT NULL,           -- stream_texts.id, 0 without one
  view INTEGER NOT NULL REFERENCES texts(id),
  task INTEGER NOT NULL,            -- stream_texts.id, 0 without one
  explanations INTEGER NOT NULL REFERENCES texts(id),  -- sets of kinds: joined with +, sets with |
  lost INTEGER NOT NULL,            -- events that a hole in seq has lost
  measured INTEGER,                 -- what a budget is held against: nanoseconds, or bytes
  name INTEGER NOT NULL REFERENCES texts(id),       -- what else is named: a reason, a thread, a task
  time INTEGER,                     -- where it is
  uptime INTEGER,
  seq INTEGER,
  source INTEGER NOT NULL,
  line INTEGER,
  PRIMARY KEY (stream, ordinal, n)
) STRICT, WITHOUT ROWID;

-- Derived: what MetricKit counted, in rows of `launches` that are none.
DROP TABLE IF EXISTS metrics;
CREATE TABLE metrics (
  stream INTEGER NOT NULL REFERENCES streams(id),
  ordinal INTEGER NOT NULL,
  n INTEGER NOT NULL,               -- from 0 in each payload
  event INTEGER NOT NULL REFERENCES texts(id),      -- metrickit. and the metric
  reason INTEGER NOT NULL REFERENCES texts(id),     -- of an exit
  begin_time INTEGER,               -- the period, after streams.base
  end_time INTEGER,
  lower INTEGER,                    -- the bucket in nanoseconds, where it could be read
  upper INTEGER,
  count INTEGER,
  PRIMARY KEY (stream, ordinal, n)
) STRICT, WITHOUT ROWID;

-- Derived: what no view shows of a launch: why steps were not judged, which kind of event followed which, its stays in
-- the background, how long its resumes took, how the app was used, and the rest of its tasks and candidates. A launch
-- that has none of it has no row.
DROP TABLE IF EXISTS launch_parts;
CREATE TABLE launch_parts (
  stream INTEGER NOT NULL REFERENCES streams(id),
  ordinal INTEGER NOT NULL,
  names INTEGER NOT NULL REFERENCES texts(id),      -- of its work in the order of `parts`, joined with |; a \ stands
                                    -- in front of each | and \ that a name has
  parts BLOB NOT NULL,              -- numbers of as many bytes as each needs, in the order of LaunchParts.swift
  PRIMARY KEY (stream, ordinal)
) STRICT, WITHOUT ROWID;

-- The program's own: texts and stream names spelled out.
DROP VIEW IF EXISTS text_values;
CREATE VIEW text_values AS
  SELECT id, CASE
      WHEN typeof(value) = 'text' THEN value
      WHEN length(value) = 16 THEN lower(substr(hex(value), 1, 8) || '-' ||
        substr(hex(value), 9, 4) || '-' ||
        substr(hex(value), 13, 4) || '-' ||
        substr(hex(value), 17, 4) || '-' ||
        substr(hex(value), 21, 12))
      WHEN length(value) = 17 THEN substr(hex(value), 3, 8) || '-' ||
        substr(hex(value), 11, 4) || '-' ||
        substr(hex(value), 15, 4) || '-' ||
        substr(hex(value), 19, 4) || '-' ||
        substr(hex(value), 23, 12)
    END AS value
  FROM texts;

DROP VIEW IF EXISTS stream_text_values;
CREATE VIEW stream_text_values AS
  SELECT stream, id, CASE
      WHEN typeof(value) = 'text' THEN value
      WHEN length(value) = 16 THEN lower(substr(hex(value), 1, 8) || '-' ||
        substr(hex(value), 9, 4) || '-' ||
        substr(hex(value), 13, 4) || '-' ||
        substr(hex(value), 17, 4) || '-' ||
        substr(hex(value), 21, 12))
      WHEN length(value) = 17 THEN substr(hex(value), 3, 8) || '-' ||
        substr(hex(value), 11, 4) || '-' ||
        substr(hex(value), 15, 4) || '-' ||
        substr(hex(value), 19, 4) || '-' ||
        substr(hex(value), 23, 12)
    END AS value
  FROM stream_texts;

DROP VIEW IF EXISTS stream_values;
CREATE VIEW stream_values AS
  SELECT streams.id, base, base_context, base_pid, base_source, base_line, launch,
    (SELECT value FROM text_values WHERE id = streams.source) AS source,
    coalesce((SELECT value FROM text_values WHERE id = streams.device), '') || '/' ||
      coalesce((SELECT value FROM text_values WHERE id = streams.app), '') || '/' ||
      coalesce((SELECT value FROM text_values WHERE id = streams.boot), '') || '/' ||
      coalesce(pid, '') AS parts
  FROM streams;

-- The program's own: an event with its subject and its details, in numbers.
DROP VIEW IF EXISTS event_values;
CREATE VIEW event_values AS
  SELECT
    events.stream,
    events.position,
    events.time,
    events.uptime,
    events.seq,
    events.signature,
    coalesce(subjects.context, streams.base_context) AS context,
    iif(subjects.context IS NULL, streams.base_pid, subjects.pid) AS pid,
    subjects.scene,
    subjects.scene_instance,
    subjects.view_instance,
    subjects.task,
    event_details.duration,
    event_details.memory,
    coalesce(subjects.source, streams.base_source) AS source,
    events.line,
    coalesce(event_details.lost, 0) AS lost,
    event_details.attributes
  FROM events
    JOIN streams ON streams.id = events.stream
    JOIN subjects ON subjects.id = events.subject
    LEFT JOIN event_details
      ON event_details.stream = events.stream AND event_details.position = events.position;

-- One row an event, as recorded. `stream` names what one identity spans, `launch` only what the record
-- named; `file` and `line` are where it stands.
DROP VIEW IF EXISTS event;
CREATE VIEW event AS
  SELECT
    coalesce(stream.launch, stream.source, stream.parts) AS stream,
    stream.launch,
    coalesce(events.seq, iif(events.position >= 0, events.position, NULL)) AS seq,
    strftime('%Y-%m-%dT%H:%M:%S',
      (base + events.time) / 1000000000 - ((base + events.time) % 1000000000 < 0),
      'unixepoch') ||
      printf('.%09dZ', ((base + events.time) % 1000000000 + 1000000000) % 1000000000) AS time,
    base + events.time AS time_nanos,
    events.uptime AS uptime_nanos,
    (SELECT value FROM text_values WHERE id = signatures.event) AS event,
    (SELECT value FROM text_values WHERE id = signatures.teller) AS source,
    (SELECT value FROM text_values WHERE id = signatures.phase) AS phase,
    (SELECT value FROM text_values WHERE id = signatures.thread) AS thread,
    (SELECT value FROM text_values WHERE id = signatures.reason) AS reason,
    (SELECT value FROM text_values WHERE id = signatures.view) AS view,
    (SELECT value FROM text_values WHERE id = signatures.name) AS name,
    (SELECT value FROM text_values WHERE id = signatures.task_kind) AS kind,
    (SELECT value FROM text_values WHERE id = signatures.scene_role) AS scene_role,
    iif(subjects.scene < 0, CAST(-1 - subjects.scene AS TEXT),
      (SELECT value FROM stream_text_values AS own
        WHERE own.stream = events.stream AND id = subjects.scene)) AS scene,
    iif(subjects.scene_instance < 0, CAST(-1 - subjects.scene_instance AS TEXT),
      (SELECT value FROM stream_text_values AS own
        WHERE own.stream = events.stream AND id = subjects.scene_instance))
      AS scene_instance,
    iif(subjects.view_instance < 0, CAST(-1 - subjects.view_instance AS TEXT),
      (SELECT value FROM stream_text_values AS own
        WHERE own.stream = events.stream AND id = subjects.view_instance))
      AS view_instance,
    iif(subjects.task < 0, CAST(-1 - subjects.task AS TEXT),
      (SELECT value FROM stream_text_values AS own
        WHERE own.stream = events.stream AND id = subjects.task)) AS task,
    signatures.success,
    signatures.prewarmed,
    event_details.duration AS duration_nanos,
    event_details.memory,
    (SELECT value FROM text_values WHERE id = contexts.device) AS device,
    (SELECT value FROM text_values WHERE id = contexts.device_model) AS device_model,
    (SELECT value FROM text_values WHERE id = contexts.os_version) AS os_version,
    (SELECT value FROM text_values WHERE id = contexts.platform) AS platform,
    (SELECT value FROM text_values WHERE id = contexts.process_kind) AS process_kind,
    (SELECT value FROM text_values WHERE id = contexts.app) AS app,
    (SELECT value FROM text_values WHERE id = contexts.app_version) AS app_version,
    (SELECT value FROM text_values WHERE id = contexts.app_build) AS app_build,
    (SELECT value FROM text_values WHERE id = contexts.sdk_version) AS sdk_version,
    (SELECT value FROM text_values WHERE id = contexts.boot) AS boot,
    (SELECT value FROM text_values WHERE id = contexts.records) AS records,
    (SELECT value FROM text_values WHERE id = contexts.format) AS format,
    iif(subjects.context IS NULL, stream.base_pid, subjects.pid) AS pid,
    contexts.simulator,
    contexts.debugger,
    event_details.attributes,
    sources.path AS file,
    abs(stream.base_line + events.line) AS line
  FROM events
    JOIN stream_values AS stream ON stream.id = events.stream
    JOIN signatures ON signatures.id = events.signature
    JOIN subjects ON subjects.id = events.subject
    JOIN contexts ON contexts.id = coalesce(subjects.context, stream.base_context)
    LEFT JOIN event_details
      ON event_details.stream = events.stream AND event_details.position = events.position
    LEFT JOIN sources ON sources.id = coalesce(subjects.source, stream.base_source);

-- One row a launch. Milestones are nanoseconds on `clock`. One of Apple's reports is a row of its own here; reports
-- and checks report it in the launch that it is about. A launch of which no more is known than that it was has no row.
--
-- A launch's kind and launch time rest on other launches and on how launches are counted, so they are never stored:
-- 'tracetool query' adds them when asked, and its `launch` has the columns kind, kind_reason, launch_time_nanos,
-- launch_time_from, launch_time_to and not_counted as well, as 'tracetool report --each' shows them. They are NULL in
-- the row of a report or of messages that belong to no app.
DROP VIEW IF EXISTS launch;
CREATE VIEW launch AS
  SELECT
    coalesce(stream.launch, stream.source, stream.parts) AS stream,
    stream.launch,
    launches.ordinal,
    strftime('%Y-%m-%dT%H:%M:%S',
      (base + launches.first) / 1000000000 - ((base + launches.first) % 1000000000 < 0),
      'unixepoch') ||
      printf('.%09dZ', ((base + launches.first) % 1000000000 + 1000000000) % 1000000000) AS first,
    base + launches.first AS first_nanos,
    base + launches.last AS last_nanos,
    launches.events,
    launches.unknown AS unknown_events,
    (SELECT value FROM text_values WHERE id = launches.kinds) AS kinds,
    CASE launches.model WHEN 1 THEN 'app' WHEN 2 THEN 'scenes' ELSE 'unknown' END AS model,
    CASE launches.nature WHEN 0 THEN 'foreground' WHEN 1 THEN 'background' WHEN 2 THEN 'prewarmed'
      WHEN 3 THEN 'extension' WHEN 4 THEN 'earlier' WHEN 5 THEN 'unknown' WHEN 6 THEN 'unseen'
      WHEN 7 THEN 'cold' WHEN 8 THEN 'warm' ELSE 'returned' END AS nature,
    (SELECT value FROM text_values WHERE id = launches.nature_reason) AS nature_reason,
    (SELECT value FROM text_values WHERE id = launches.exit_reason) AS exit_reason,
    launches.seen_from_start,
    launches.marks & 1 AS interrupted,
    launches.marks >> 1 & 1 AS clock_step,
    launches.marks >> 2 & 1 AS milestones_out_of_order,
    CASE launches.marks >> 5 WHEN 0 THEN 'events' WHEN 1 THEN 'record' WHEN 2 THEN 'datadog.ttid'
      WHEN 3 THEN 'datadog.ttfd' WHEN 4 THEN 'datadog.application_start' WHEN 5 THEN 'sentry'
      WHEN 6 THEN 'firebase' WHEN 7 THEN 'xctest' END AS measure,
    launches.watchdog AS watchdog_nanos,
    CASE launches.device_lock & 3 WHEN 1 THEN 'unlocked' WHEN 2 THEN 'locked' ELSE 'unknown' END
      AS device_lock,
    iif(launches.marks & 8, 'uptime', 'time') AS clock,
    launches.steps_seen,
    launches.steps_judged,
    base + launches.request AS request_nanos,
    base + launches.start AS start_nanos,
    base + launches.initializers AS initializers_nanos,
    base + launches.main AS main_nanos,
    base + launches.launch_begin AS launch_begin_nanos,
    base + launches.launch_end AS launch_end_nanos,
    base + launches.scene_connected AS scene_connected_nanos,
    base + launches.first_frame AS first_frame_nanos,
    base + launches.active AS active_nanos,
    base + launches.fully_drawn AS fully_drawn_nanos,
    base + launches.resumed AS resumed_nanos,
    (SELECT value FROM text_values WHERE id = contexts.device) AS device,
    (SELECT value FROM text_values WHERE id = contexts.device_model) AS device_model,
    (SELECT value FROM text_values WHERE id = contexts.os_version) AS os_version,
    (SELECT value FROM text_values WHERE id = contexts.platform) AS platform,
    (SELECT value FROM text_values WHERE id = contexts.process_kind) AS process_kind,
    (SELECT value FROM text_values WHERE id = contexts.app) AS app,
    (SELECT value FROM text_values WHERE id = contexts.app_version) AS app_version,
    (SELECT value FROM text_values WHERE id = contexts.app_build) AS app_build,
    (SELECT value FROM text_values WHERE id = contexts.sdk_version) AS sdk_version,
    (SELECT value FROM text_values WHERE id = contexts.boot) AS boot,
    (SELECT value FROM text_values WHERE id = contexts.records) AS records,
    (SELECT value FROM text_values WHERE id = contexts.format) AS format,
    iif(launches.context IS NULL, stream.base_pid, launches.pid) AS pid,
    contexts.simulator,
    contexts.debugger,
    launches.stream AS stream_id        -- with ordinal, the one row of a launch
  FROM launches
    JOIN stream_values AS stream ON stream.id = launches.stream
    JOIN contexts ON contexts.id = coalesce(launches.context, stream.base_context)
  WHERE launches.nature <> 4;

-- One row a phase of a launch: from one milestone that it has to the next one that it has. Phases
-- of one launch add up to the time from its first milestone to its first frame (or active). A
-- prewarmed launch begins where its wait ended: what came before it is no part of it. A record of a launch's length has
-- no phases.
DROP VIEW IF EXISTS phase;
CREATE VIEW phase AS
  WITH waits AS (
    SELECT stream, ordinal,
      CASE WHEN nature <> 2 THEN NULL
        WHEN request > start OR start IS NULL AND request IS NOT NULL THEN 'request'
        ELSE 'resumed' END AS over
    FROM launches
  ), begun AS (
    -- Where a prewarmed launch begins, and the milestones after that (all of any other).
    SELECT launches.*, over,
      CASE over WHEN 'request' THEN request WHEN 'resumed' THEN resumed END AS woken
    FROM launches JOIN waits USING (stream, ordinal)
    WHERE marks < 32 AND (over IS NULL OR over = 'request' OR resumed IS NOT NULL)
  ), milestones(stream, ordinal, rank, phase, milestone, instant) AS (
      SELECT stream, ordinal, 0, '', coalesce(over, 'request'), coalesce(woken, request) FROM begun
      UNION ALL SELECT stream, ordinal, 1, 'processCreation', 'start', start FROM begun
        WHERE woken IS NULL OR start > woken
      UNION ALL SELECT stream, ordinal, 2, 'systemInterface', 'initializers', initializers
        FROM begun WHERE woken IS NULL OR initializers > woken
      UNION ALL SELECT stream, ordinal, 3,
        CASE WHEN initializers IS NULL OR initializers <= woken THEN 'preMain'
          ELSE 'staticInitializers' END,
        'main', main FROM begun WHERE woken IS NULL OR main > woken
      UNION ALL SELECT stream, ordinal, 4, 'uikitInit', 'launchBegin', launch_begin FROM begun
        WHERE woken IS NULL OR launch_begin > woken
      UNION ALL SELECT stream, ordinal, 5, 'appInit', 'launchEnd', launch_end FROM begun
        WHERE woken IS NULL OR launch_end > woken
      UNION ALL SELECT stream, ordinal, 6, 'sceneConnect', 'sceneConnected', scene_connected
        FROM begun WHERE woken IS NULL OR scene_connected > woken
      UNION ALL SELECT stream, ordinal, 7, 'firstFrame',
        CASE WHEN first_frame IS NULL THEN 'active' ELSE 'firstFrame' END,
        coalesce(first_frame, active) FROM begun
  ), present AS (
    SELECT *, lag(milestone) OVER earlier AS start, lag(instant) OVER earlier AS begun
    FROM milestones
    WHERE instant IS NOT NULL
    WINDOW earlier AS (PARTITION BY stream, ordinal ORDER BY rank)
  )
  SELECT
    coalesce(stream.launch, stream.source, stream.parts) AS stream,
    stream.launch,
    present.ordinal,
    present.rank,
    present.phase,
    present.start AS "from",
    present.milestone AS "to",
    present.instant - present.begun AS nanos
  FROM present JOIN stream_values AS stream ON stream.id = present.stream
  WHERE present.start IS NOT NULL;

-- A launch's stays in the background are packed in `launch_parts`. 'tracetool query' shows them as a view `stay`, one row a
-- stay, with the columns stream, launch, ordinal, n, begin, begin_time_nanos, begin_uptime_nanos, begin_seq, nanos, "end"
-- (how it ended), away_nanos, handler_nanos, assertion_nanos and covered. away_nanos is the time from where the stay begins
-- to the app's return to the foreground: the first stay after the app left has it, if the return is recorded.

-- One row a background task.
DROP VIEW IF EXISTS task;
CREATE VIEW task AS
  SELECT
    coalesce(stream.launch, stream.source, stream.parts) AS stream,
    stream.launch,
    tasks.ordinal,
    tasks.n,
    iif(tasks.task < 0, CAST(-1 - tasks.task AS TEXT),
      (SELECT value FROM stream_text_values AS own
        WHERE own.stream = tasks.stream AND id = tasks.task)) AS task,
    (SELECT value FROM text_values WHERE id = tasks.name) AS name,
    (SELECT value FROM text_values WHERE id = tasks.kind) AS kind,
    CASE tasks.outcome WHEN 0 THEN 'ended' WHEN 1 THEN 'expired' WHEN 2 THEN 'endedTwice'
      WHEN 3 THEN 'overwritten' WHEN 4 THEN 'leaked' ELSE 'open' END AS outcome,
    iif(tasks.marks & 8, tasks.end_time - tasks.begin_time, tasks.background) AS background_nanos,
    coalesce(tasks.longest_stay, iif(tasks.marks & 8, tasks.end_time - tasks.begin_time, tasks.background))
      AS longest_stay_nanos,
    tasks.expiration AS expiration_nanos,
    tasks.marks & 1 AS covered,
    (tasks.marks & 2) / 2 AS system,
    strftime('%Y-%m-%dT%H:%M:%S',
      (base + tasks.begin_time) / 1000000000 - ((base + tasks.begin_time) % 1000000000 < 0),
      'unixepoch') ||
      printf('.%09dZ', ((base + tasks.begin_time) % 1000000000 + 1000000000) % 1000000000) AS begin,
    base + tasks.begin_time AS begin_time_nanos,
    base + tasks.expire_time AS expire_time_nanos,
    base + tasks.end_time AS end_time_nanos,
    tasks.begin_uptime AS begin_uptime_nanos,
    tasks.expire_uptime AS expire_uptime_nanos,
    tasks.end_uptime AS end_uptime_nanos,
    tasks.begin_seq,
    tasks.expire_seq,
    tasks.end_seq,
    sources.path AS file,
    abs(stream.base_line + tasks.begin_line) AS line
  FROM tasks
    JOIN stream_values AS stream ON stream.id = tasks.stream
    LEFT JOIN sources ON sources.id = tasks.begin_source;

-- One row a connection of a scene.
DROP VIEW IF EXISTS scene;
CREATE VIEW scene AS
  SELECT
    coalesce(stream.launch, stream.source, stream.parts) AS stream,
    stream.launch,
    scenes.ordinal,
    scenes.n,
    iif(scenes.scene < 0, CAST(-1 - scenes.scene AS TEXT),
      (SELECT value FROM stream_text_values AS own
        WHERE own.stream = scenes.stream AND id = scenes.scene)) AS scene,
    iif(scenes.instance < 0, CAST(-1 - scenes.instance AS TEXT),
      (SELECT value FROM stream_text_values AS own
        WHERE own.stream = scenes.stream AND id = scenes.instance))
      AS scene_instance,
    (SELECT value FROM text_values WHERE id = scenes.role) AS scene_role,
    strftime('%Y-%m-%dT%H:%M:%S',
      (base + scenes.first) / 1000000000 - ((base + scenes.first) % 1000000000 < 0),
      'unixepoch') ||
      printf('.%09dZ', ((base + scenes.first) % 1000000000 + 1000000000) % 1000000000) AS first,
    base + scenes.first AS first_nanos,
    base + scenes.last AS last_nanos
  FROM scenes
    JOIN stream_values AS stream ON stream.id = scenes.stream;

-- One row a candidate: a finding, if it is over its budget and nothing that is never recorded explains it. `explanations` are the
-- sets of kinds that would: kinds joined with +, sets with |. `states` are bits by the state's
-- place in the machine.
DROP VIEW IF EXISTS candidate;
CREATE VIEW candidate AS
  SELECT
    coalesce(stream.launch, stream.source, stream.parts) AS stream,
    stream.launch,
    candidates.ordinal,
    candidates.n,
    (SELECT value FROM text_values WHERE id = candidates.rule) AS rule,
    CASE candidates.confidence WHEN 1 THEN 'certain' ELSE 'possible' END AS confidence,
    (SELECT value FROM text_values WHERE id = candidates.event) AS event,
    candidates.seq,
    strftime('%Y-%m-%dT%H:%M:%S',
      (base + candidates.time) / 1000000000 - ((base + candidates.time) % 1000000000 < 0),
      'unixepoch') ||
      printf('.%09dZ', ((base + candidates.time) % 1000000000 + 1000000000) % 1000000000) AS time,
    base + candidates.time AS time_nanos,
    candidates.uptime AS uptime_nanos,
    iif(candidates.scene < 0, CAST(-1 - candidates.scene AS TEXT),
      (SELECT value FROM stream_text_values AS own
        WHERE own.stream = candidates.stream AND id = candidates.scene)) AS scene,
    (SELECT value FROM text_values WHERE id = candidates.view) AS view,
    iif(candidates.task < 0, CAST(-1 - candidates.task AS TEXT),
      (SELECT value FROM stream_text_values AS own
        WHERE own.stream = candidates.stream AND id = candidates.task)) AS task,
    candidates.states,
    candidates.state,
    (SELECT value FROM text_values WHERE id = candidates.explanations) AS explanations,
    candidates.lost AS lost_events,
    candidates.measured,
    (SELECT value FROM text_values WHERE id = candidates.name) AS name,
    sources.path AS file,
    abs(stream.base_line + candidates.line) AS line
  FROM candidates
    JOIN stream_values AS stream ON stream.id = candidates.stream
    LEFT JOIN sources ON sources.id = candidates.source;

-- One row a bucket or a counter of MetricKit: aggregates of one period of one device, never launches.
DROP VIEW IF EXISTS metric;
CREATE VIEW metric AS
  SELECT
    coalesce(stream.launch, stream.source, stream.parts) AS stream,
    metrics.n,
    (SELECT value FROM text_values WHERE id = contexts.app) AS app,
    (SELECT value FROM text_values WHERE id = contexts.app_version) AS app_version,
    (SELECT value FROM text_values WHERE id = contexts.os_version) AS os_version,
    (SELECT value FROM text_values WHERE id = contexts.device_model) AS device_model,
    base + metrics.begin_time AS begin_nanos,
    base + metrics.end_time AS end_nanos,
    substr((SELECT value FROM text_values WHERE id = metrics.event), 11) AS metric,
    (SELECT value FROM text_values WHERE id = metrics.reason) AS reason,
    metrics.lower AS lower_nanos,
    metrics.upper AS upper_nanos,
    metrics.count
  FROM metrics
    JOIN launches ON launches.stream = metrics.stream AND launches.ordinal = metrics.ordinal
    JOIN stream_values AS stream ON stream.id = metrics.stream
    JOIN contexts ON contexts.id = coalesce(launches.context, stream.base_context);

-- One row a file or pipe that was read.
DROP VIEW IF EXISTS source;
CREATE VIEW source AS
  SELECT id, path AS file, identity, is_pipe, offset AS bytes, line AS lines,
    EXISTS (SELECT 1 FROM unread WHERE unread.path = sources.path) AS is_unread -- not to its end
  FROM sources;

-- One row a line that is no event.
DROP VIEW IF EXISTS reject;
CREATE VIEW reject AS
  SELECT sources.path AS file, rejects.line, rejects.offset, rejects.length, rejects.reason,
    rejects.raw, coalesce(stream.launch, stream.source, stream.parts) AS stream, rejects.seq,
    rejects.source AS source_id, rejects.id
  FROM rejects
    LEFT JOIN sources ON sources.id = rejects.source
    LEFT JOIN stream_values AS stream ON stream.id = rejects.stream;

-- How much of what there is: totals, rejected lines by reason, events by name. Rank 5 is that of the
-- file's bytes, which a view cannot know.
DROP VIEW IF EXISTS status;
CREATE VIEW status AS
  SELECT 1 AS rank, 'events' AS what, '' AS which, (SELECT count(*) FROM events) AS count
  UNION ALL SELECT 2, 'launches', '', (SELECT count(*) FROM launches WHERE nature <> 4)
  UNION ALL SELECT 3, 'sources', '', (SELECT count(*) FROM sources)
  UNION ALL SELECT 4, 'rejects', '', (SELECT count(*) FROM rejects)
  UNION ALL SELECT 6, 'rejects', reason, count(*) FROM rejects GROUP BY reason
  UNION ALL SELECT 7, 'events', text_values.value, sum(counted.n)
    FROM (SELECT signature, count(*) AS n FROM events GROUP BY signature) AS counted
      JOIN signatures ON signatures.id = counted.signature
      JOIN text_values ON text_values.id = signatures.event
    GROUP BY text_values.id;
