-- What a store of tracetool derives from what it records, so that reports need not replay events. The head of
-- `recorded.sql` says how instants, lines, texts and contexts are written.

-- One row a launch. Milestones are after streams.base, on `time` or on `uptime`.
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
                                    -- launch, all three as what measured it says; 10 mixed: its events are those of
                                    -- several launches, and nothing of it was judged
  nature_reason INTEGER NOT NULL REFERENCES texts(id),
  exit_reason INTEGER NOT NULL REFERENCES texts(id),
  marks INTEGER NOT NULL,           -- 1 interrupted, 2 clock step, 4 milestones out of order, 8 instants are on
                                    -- `uptime`, 16 the first frame is from the system's log: added up; and 32 times what
                                    -- measured it, if that is a record of its length, whose ends are start and first_frame:
                                    -- 1 record, 2 datadog.ttid, 3 datadog.ttfd, 4
                                    -- datadog.application_start, 5 sentry, 6 firebase, 7 xctest, 8
                                    -- xctest.responsive
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

-- What launch times rest on, and the comparison of one launch with others: a second time and packed, so that few rows are
-- read for it.
CREATE TABLE launch_times (
  block INTEGER PRIMARY KEY,        -- stream id / 32: a row holds the launches of 32 streams
  contexts BLOB NOT NULL,           -- contexts.id of each launch, in the order of stream and ordinal; each is stored as
                                    -- the difference to the one before
  times BLOB NOT NULL               -- of each launch its stream after the one before, and its numbers in the order of
                                    -- LaunchTimes.swift, packed as those of launch_parts
) STRICT;

-- For each recorder, how many launches hold the same kinds of events, and how many candidates a missing event of one of the
-- kinds would explain: the findings in one launch rest on both.
CREATE TABLE held_kinds (
  app INTEGER NOT NULL REFERENCES texts(id),        -- of the context, as the next three
  app_version INTEGER NOT NULL REFERENCES texts(id),
  format INTEGER NOT NULL REFERENCES texts(id),
  process_kind INTEGER NOT NULL REFERENCES texts(id),
  nature INTEGER NOT NULL,          -- 4 of what a `launch.earlier` stands for, with its nature_reason, else 0
  nature_reason INTEGER NOT NULL REFERENCES texts(id),
  kinds INTEGER NOT NULL REFERENCES texts(id),      -- as launches.kinds, or as candidates.explanations
  is_due INTEGER NOT NULL,          -- 1: candidates are counted
  count INTEGER NOT NULL,
  PRIMARY KEY (app, app_version, format, process_kind, nature, nature_reason, kinds, is_due)
) STRICT, WITHOUT ROWID;

-- The connections of a launch's scenes.
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

-- Background tasks.
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
  begin_source INTEGER,             -- NULL for streams.base_source
  begin_line INTEGER,
  end_time INTEGER,                 -- where it ended
  end_uptime INTEGER,
  end_seq INTEGER,
  end_source INTEGER,               -- NULL for begin_source; where nothing else is known of the place, for none
  end_line INTEGER,                 -- after the line that is expected: of the same source as many lines after begin_line
                                    -- as its number is after begin_seq; NULL for that line
  expire_time INTEGER,              -- where it expired
  expire_uptime INTEGER,
  expire_seq INTEGER,
  expire_source INTEGER,
  expire_line INTEGER,
  PRIMARY KEY (stream, ordinal, n)
) STRICT, WITHOUT ROWID;

-- What may be a finding, once it is known what is never recorded.
CREATE TABLE candidates (
  stream INTEGER NOT NULL REFERENCES streams(id),
  ordinal INTEGER NOT NULL,
  n INTEGER NOT NULL,               -- from 0 in each launch
  rule INTEGER NOT NULL REFERENCES texts(id),
  event INTEGER NOT NULL REFERENCES texts(id),
  detail INTEGER NOT NULL,          -- what other columns mean: 0 nothing, 1 step, 2 duration, 3 memory, 4 gap, 5 early,
                                    -- 6 withoutScenes, 7 registration, 8 saves, 9 work, 10 kill, 11 conflict
  states INTEGER NOT NULL,          -- the machine's states before it, as bits
  state INTEGER NOT NULL,           -- the one of them that counts
  doubts INTEGER NOT NULL REFERENCES texts(id),     -- why it is only possible: causes joined with +; none for a certain one
  scene INTEGER NOT NULL,           -- stream_texts.id, 0 without one
  view INTEGER NOT NULL REFERENCES texts(id),
  task INTEGER NOT NULL,            -- stream_texts.id, 0 without one
  explanations INTEGER NOT NULL REFERENCES texts(id),  -- sets of kinds: joined with +, sets with |
  lost INTEGER NOT NULL,            -- events that a hole in seq has lost
  measured INTEGER,                 -- what a budget is held against: nanoseconds, or bytes
  slack INTEGER NOT NULL,           -- how much of them may be due to the steps of the clock, in nanoseconds
  name INTEGER NOT NULL REFERENCES texts(id),       -- what else is named: a reason, a thread, a task, work
  subject INTEGER NOT NULL REFERENCES texts(id),    -- the kind of work; the task or the callback that ran when iOS ended the
                                    -- process; the value that `name` contradicts
  place INTEGER NOT NULL,           -- where the app was: 0 unknown, 1 foreground, 2 background
  time INTEGER,                     -- where it is
  uptime INTEGER,
  seq INTEGER,
  source INTEGER,                   -- NULL for streams.base_source
  line INTEGER,
  other_time INTEGER,               -- where a hole begins, or the event that should have come first
  other_uptime INTEGER,
  other_seq INTEGER,
  other_source INTEGER,             -- NULL for source
  other_line INTEGER,               -- after the line that is expected, as end_line of a task
  PRIMARY KEY (stream, ordinal, n)
) STRICT, WITHOUT ROWID;

-- What MetricKit counted, in rows of `launches` that are none.
CREATE TABLE metrics (
  stream INTEGER NOT NULL REFERENCES streams(id),
  ordinal INTEGER NOT NULL,
  n INTEGER NOT NULL,               -- from 0 in each payload
  event INTEGER NOT NULL REFERENCES texts(id),      -- metrickit. and the metric
  reason INTEGER NOT NULL REFERENCES texts(id),     -- of an exit
  begin_time INTEGER,               -- the period, after streams.base
  end_time INTEGER,
  lower INTEGER,                    -- the bucket in nanoseconds, of memory in bytes, where it could be read
  upper INTEGER,
  count INTEGER,
  PRIMARY KEY (stream, ordinal, n)
) STRICT, WITHOUT ROWID;

-- What no view shows of a launch: why steps were not judged, which kind of event followed which, its stays in the
-- background, how long its resumes took, and how the app was used.
CREATE TABLE launch_parts (
  stream INTEGER NOT NULL REFERENCES streams(id),
  ordinal INTEGER NOT NULL,
  names INTEGER NOT NULL REFERENCES texts(id),      -- of its work in the order of `parts`, joined with |; a \ stands
                                    -- in front of each | and \ that a name has
  parts BLOB NOT NULL,              -- numbers of as many bytes as each needs, in the order of PackedDetails.swift
  PRIMARY KEY (stream, ordinal)
) STRICT, WITHOUT ROWID;

-- Whoever changes a row with another program has all launches derived anew. tracetool runs no trigger.
CREATE TRIGGER launches_inserted AFTER INSERT ON launches BEGIN UPDATE made_by SET derivation = ''; END;
CREATE TRIGGER launches_updated AFTER UPDATE ON launches BEGIN UPDATE made_by SET derivation = ''; END;
CREATE TRIGGER launches_deleted AFTER DELETE ON launches BEGIN UPDATE made_by SET derivation = ''; END;
CREATE TRIGGER launch_times_inserted AFTER INSERT ON launch_times BEGIN UPDATE made_by SET derivation = ''; END;
CREATE TRIGGER launch_times_updated AFTER UPDATE ON launch_times BEGIN UPDATE made_by SET derivation = ''; END;
CREATE TRIGGER launch_times_deleted AFTER DELETE ON launch_times BEGIN UPDATE made_by SET derivation = ''; END;
CREATE TRIGGER held_kinds_inserted AFTER INSERT ON held_kinds BEGIN UPDATE made_by SET derivation = ''; END;
CREATE TRIGGER held_kinds_updated AFTER UPDATE ON held_kinds BEGIN UPDATE made_by SET derivation = ''; END;
CREATE TRIGGER held_kinds_deleted AFTER DELETE ON held_kinds BEGIN UPDATE made_by SET derivation = ''; END;
CREATE TRIGGER scenes_inserted AFTER INSERT ON scenes BEGIN UPDATE made_by SET derivation = ''; END;
CREATE TRIGGER scenes_updated AFTER UPDATE ON scenes BEGIN UPDATE made_by SET derivation = ''; END;
CREATE TRIGGER scenes_deleted AFTER DELETE ON scenes BEGIN UPDATE made_by SET derivation = ''; END;
CREATE TRIGGER tasks_inserted AFTER INSERT ON tasks BEGIN UPDATE made_by SET derivation = ''; END;
CREATE TRIGGER tasks_updated AFTER UPDATE ON tasks BEGIN UPDATE made_by SET derivation = ''; END;
CREATE TRIGGER tasks_deleted AFTER DELETE ON tasks BEGIN UPDATE made_by SET derivation = ''; END;
CREATE TRIGGER candidates_inserted AFTER INSERT ON candidates BEGIN UPDATE made_by SET derivation = ''; END;
CREATE TRIGGER candidates_updated AFTER UPDATE ON candidates BEGIN UPDATE made_by SET derivation = ''; END;
CREATE TRIGGER candidates_deleted AFTER DELETE ON candidates BEGIN UPDATE made_by SET derivation = ''; END;
CREATE TRIGGER metrics_inserted AFTER INSERT ON metrics BEGIN UPDATE made_by SET derivation = ''; END;
CREATE TRIGGER metrics_updated AFTER UPDATE ON metrics BEGIN UPDATE made_by SET derivation = ''; END;
CREATE TRIGGER metrics_deleted AFTER DELETE ON metrics BEGIN UPDATE made_by SET derivation = ''; END;
CREATE TRIGGER launch_parts_inserted AFTER INSERT ON launch_parts BEGIN UPDATE made_by SET derivation = ''; END;
CREATE TRIGGER launch_parts_updated AFTER UPDATE ON launch_parts BEGIN UPDATE made_by SET derivation = ''; END;
CREATE TRIGGER launch_parts_deleted AFTER DELETE ON launch_parts BEGIN UPDATE made_by SET derivation = ''; END;

-- One row a launch. Milestones are nanoseconds on `clock`. One of Apple's reports is a row of its own here; reports
-- and checks report it in the launch that it is about. A launch of which no more is known than that it was has no row.
--
-- A launch's kind and launch time rest on other launches and on how launches are counted, so they are never stored:
-- 'tracetool query' adds them when asked, and its `launch` has the columns kind, kind_reason, launch_time_nanos,
-- launch_time_from, launch_time_to and not_counted as well, as 'tracetool report --each' shows them. They are NULL in
-- the row of a report or of messages that belong to no app.
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
      WHEN 7 THEN 'cold' WHEN 8 THEN 'warm' WHEN 9 THEN 'returned' ELSE 'mixed' END AS nature,
    (SELECT value FROM text_values WHERE id = launches.nature_reason) AS nature_reason,
    (SELECT value FROM text_values WHERE id = launches.exit_reason) AS exit_reason,
    launches.seen_from_start,
    launches.marks & 1 AS interrupted,
    launches.marks >> 1 & 1 AS clock_step,
    launches.marks >> 2 & 1 AS milestones_out_of_order,
    CASE launches.marks >> 5 WHEN 0 THEN 'events' WHEN 1 THEN 'record' WHEN 2 THEN 'datadog.ttid'
      WHEN 3 THEN 'datadog.ttfd' WHEN 4 THEN 'datadog.application_start' WHEN 5 THEN 'sentry'
      WHEN 6 THEN 'firebase' WHEN 7 THEN 'xctest' WHEN 8 THEN 'xctest.responsive' END AS measure,
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
-- no phases. Where didFinishLaunching is one instant, what comes before it is one phase, 'launching'.
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
  ), entered AS (
    -- Where the delegate was entered. If all that is known is one instant of didFinishLaunching (approximate & 16), that cuts
    -- nothing: it is launch_end.
    SELECT *, CASE
      WHEN launch_begin <= woken OR approximate & 16 AND coalesce(woken, request, start, main) IS NOT NULL THEN NULL
      ELSE launch_begin END AS delegate_begin
    FROM begun
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
      UNION ALL SELECT stream, ordinal, 4, 'uikitInit', 'launchBegin', delegate_begin FROM entered
      UNION ALL SELECT stream, ordinal, 5, iif(delegate_begin IS NULL, 'launching', 'appInit'), 'launchEnd', launch_end
        FROM entered
        WHERE (woken IS NULL OR launch_end > woken) AND (delegate_begin IS NULL OR NOT approximate & 16)
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
    LEFT JOIN sources ON sources.id = coalesce(tasks.begin_source, stream.base_source);

-- One row a connection of a scene.
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
-- place in the machine. `subject` is the kind of the work that `name` names, what still ran when iOS ended the process
-- for the reason in `name`, or the value that `name` contradicts.
CREATE VIEW candidate AS
  SELECT
    coalesce(stream.launch, stream.source, stream.parts) AS stream,
    stream.launch,
    candidates.ordinal,
    candidates.n,
    (SELECT value FROM text_values WHERE id = candidates.rule) AS rule,
    iif((SELECT value FROM text_values WHERE id = candidates.doubts) IS NULL, 'certain', 'possible') AS confidence,
    (SELECT value FROM text_values WHERE id = candidates.doubts) AS doubts,
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
    (SELECT value FROM text_values WHERE id = candidates.subject) AS subject,
    CASE candidates.place WHEN 1 THEN 'foreground' WHEN 2 THEN 'background' END AS place,
    sources.path AS file,
    abs(stream.base_line + candidates.line) AS line
  FROM candidates
    JOIN stream_values AS stream ON stream.id = candidates.stream
    LEFT JOIN sources ON sources.id = coalesce(candidates.source, stream.base_source);

-- One row a bucket or a counter of MetricKit: aggregates of one period of one device, never launches. `lower` and
-- `upper` are nanoseconds; of peakMemory and suspendedMemory they are bytes.
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
    metrics.lower,
    metrics.upper,
    metrics.count
  FROM metrics
    JOIN launches ON launches.stream = metrics.stream AND launches.ordinal = metrics.ordinal
    JOIN stream_values AS stream ON stream.id = metrics.stream
    JOIN contexts ON contexts.id = coalesce(launches.context, stream.base_context);

-- How much of what there is: totals, rejected lines by reason, events by name. Rank 5 is that of the
-- file's bytes, which a view cannot know.
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
