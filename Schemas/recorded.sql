-- What a store of tracetool records: events, rejected lines, and where they came from. `derived.sql` has the rest.
--
-- The hash of this file is the store's format. A program whose file differs in one byte refuses the store: its logs are
-- to be ingested again.
--
-- The views at the end of both files are for everybody: event, source and reject here; launch, phase, task, scene,
-- candidate, metric and status there. They show text in place of numbers and are only ever added to. The tables are the
-- program's own. `events` is the truth.
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
PRAGMA user_version = 1;

-- What made this store: one row.
CREATE TABLE made_by (
  format TEXT NOT NULL,             -- the hash of this file
  derivation TEXT NOT NULL,         -- the digest of all that launches were derived by (DerivationDigest.swift): where
                                    -- that of the program is another one, they are derived anew
  derived TEXT NOT NULL,            -- the names of what derived.sql has made, as a list in JSON: that is made anew then
  is_changed INTEGER NOT NULL       -- 1: another program has changed what was recorded
) STRICT;

-- Text that repeats across launches: names, versions, devices.
CREATE TABLE texts (
  id INTEGER PRIMARY KEY,           -- what other tables say; 0 there is no text
  value ANY NOT NULL UNIQUE         -- text, or a UUID's bytes
) STRICT;

-- What events of many launches have in common; 0 in a text's place is no text.
CREATE TABLE signatures (
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
CREATE TABLE contexts (
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
-- All texts, as any of them may be what many contexts of one device differ in.
CREATE INDEX context_keys ON contexts(device, app_version, boot, app, app_build, device_model, os_version, platform,
  process_kind, sdk_version, records, format);

-- What one identity spans: a launch id, which may name launches of several devices, apps and versions;
-- else device, app, boot and process; else a source.
CREATE TABLE streams (
  id INTEGER PRIMARY KEY,
  device INTEGER NOT NULL REFERENCES texts(id),
  app INTEGER NOT NULL REFERENCES texts(id),
  boot INTEGER NOT NULL REFERENCES texts(id),
  source INTEGER NOT NULL REFERENCES texts(id),     -- a source's identity, where nothing else is
  pid INTEGER,
  base INTEGER NOT NULL,            -- its first event, as they came: `time`, 0 without one
  base_context INTEGER NOT NULL REFERENCES contexts(id),
  base_pid INTEGER,                 -- process id of its first event; `pid` is part of what names the stream
  base_source INTEGER NOT NULL,     -- sources.id
  base_line INTEGER NOT NULL,
  changed INTEGER NOT NULL,         -- 1: its launches are to be derived anew
  launch TEXT                       -- the launch's id, as recorded
) STRICT;
CREATE INDEX stream_keys ON streams(launch, device, pid, app, boot, source);
CREATE INDEX changed_streams ON streams(id) WHERE changed;

-- Ids that belong to one stream: of scenes, their connections, views, tasks. A decimal number n is
-- not here: it stands for itself, as -1 - n.
CREATE TABLE stream_texts (
  stream INTEGER NOT NULL REFERENCES streams(id),
  id INTEGER NOT NULL,              -- from 1 in each stream
  value ANY NOT NULL,               -- text, or a UUID's bytes
  PRIMARY KEY (stream, id)
) STRICT, WITHOUT ROWID;

-- Where events came from, and how far each was read.
CREATE TABLE sources (
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
  processes BLOB NOT NULL DEFAULT x'',       -- device, app, boot and pid that lines named, the latest first, as
                                    -- CheckpointBytes.swift packs them: lines that name less go on with them
  is_line_open INTEGER NOT NULL DEFAULT 0,  -- 1: the last line had no newline yet
  pending_lost INTEGER NOT NULL DEFAULT 0,  -- rejected lines that the next event has lost before it
  dropped INTEGER NOT NULL DEFAULT 0        -- records that --keep lifecycle dropped
) STRICT;
CREATE INDEX source_heads ON sources(head_hash, head_length);

-- What an ingest was to read and has not read to its end.
CREATE TABLE unread (
  path TEXT PRIMARY KEY,            -- as it was given
  is_failed INTEGER NOT NULL        -- 1: it could not be read on; 0: its run goes on, or was cut off
) STRICT, WITHOUT ROWID;

-- What an event is about, and where its record came from. The ids are numbers of the event's own stream, so that the
-- same few rows serve all streams: the first scene, no view, task 2.
CREATE TABLE subjects (
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
CREATE TABLE events (
  stream INTEGER NOT NULL REFERENCES streams(id),
  position INTEGER NOT NULL,        -- seq of a named launch, and further launches of its id 2^40 higher
                                    -- each; else below 0, in the order of time
  time INTEGER,                     -- wall clock, after streams.base
  uptime INTEGER,                   -- monotonic clock, as recorded
  signature INTEGER NOT NULL REFERENCES signatures(id),
  subject INTEGER NOT NULL REFERENCES subjects(id),
  line INTEGER,
  PRIMARY KEY (stream, position)
) STRICT, WITHOUT ROWID;

-- What few events have. An event that has none of it has no row.
CREATE TABLE event_details (
  stream INTEGER NOT NULL,
  position INTEGER NOT NULL,        -- of the event
  duration INTEGER,                 -- nanoseconds
  memory INTEGER,                   -- bytes
  seq INTEGER,                      -- where position is below 0 and does not say it
  lost INTEGER NOT NULL,            -- rejected lines before it, none with a readable seq
  attributes TEXT,                  -- one JSON object: all else that the record holds
  PRIMARY KEY (stream, position)
) STRICT, WITHOUT ROWID;

-- Lines that are no event.
CREATE TABLE rejects (
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
CREATE INDEX reject_streams ON rejects(stream, seq) WHERE stream IS NOT NULL;

-- Which source holds an event that another source, or another line, had recorded before.
CREATE TABLE claims (
  source INTEGER NOT NULL REFERENCES sources(id),
  stream INTEGER NOT NULL,
  position INTEGER NOT NULL,
  line INTEGER NOT NULL,            -- of the event
  PRIMARY KEY (source, stream, position)
) STRICT, WITHOUT ROWID;

-- Whoever changes a row with another program has all launches derived anew, so that answers are always those of the
-- rows. 'tracetool store verify' says so, but of an update of `streams`, where people may set `changed`. tracetool runs
-- no trigger.
CREATE TRIGGER texts_inserted AFTER INSERT ON texts BEGIN UPDATE made_by SET derivation = '', is_changed = 1; END;
CREATE TRIGGER texts_updated AFTER UPDATE ON texts BEGIN UPDATE made_by SET derivation = '', is_changed = 1; END;
CREATE TRIGGER texts_deleted AFTER DELETE ON texts BEGIN UPDATE made_by SET derivation = '', is_changed = 1; END;
CREATE TRIGGER signatures_inserted AFTER INSERT ON signatures
  BEGIN UPDATE made_by SET derivation = '', is_changed = 1; END;
CREATE TRIGGER signatures_updated AFTER UPDATE ON signatures
  BEGIN UPDATE made_by SET derivation = '', is_changed = 1; END;
CREATE TRIGGER signatures_deleted AFTER DELETE ON signatures
  BEGIN UPDATE made_by SET derivation = '', is_changed = 1; END;
CREATE TRIGGER contexts_inserted AFTER INSERT ON contexts BEGIN UPDATE made_by SET derivation = '', is_changed = 1; END;
CREATE TRIGGER contexts_updated AFTER UPDATE ON contexts BEGIN UPDATE made_by SET derivation = '', is_changed = 1; END;
CREATE TRIGGER contexts_deleted AFTER DELETE ON contexts BEGIN UPDATE made_by SET derivation = '', is_changed = 1; END;
CREATE TRIGGER streams_inserted AFTER INSERT ON streams BEGIN UPDATE made_by SET derivation = '', is_changed = 1; END;
CREATE TRIGGER streams_updated AFTER UPDATE ON streams BEGIN UPDATE made_by SET derivation = ''; END;
CREATE TRIGGER streams_deleted AFTER DELETE ON streams BEGIN UPDATE made_by SET derivation = '', is_changed = 1; END;
CREATE TRIGGER stream_texts_inserted AFTER INSERT ON stream_texts
  BEGIN UPDATE made_by SET derivation = '', is_changed = 1; END;
CREATE TRIGGER stream_texts_updated AFTER UPDATE ON stream_texts
  BEGIN UPDATE made_by SET derivation = '', is_changed = 1; END;
CREATE TRIGGER stream_texts_deleted AFTER DELETE ON stream_texts
  BEGIN UPDATE made_by SET derivation = '', is_changed = 1; END;
CREATE TRIGGER subjects_inserted AFTER INSERT ON subjects BEGIN UPDATE made_by SET derivation = '', is_changed = 1; END;
CREATE TRIGGER subjects_updated AFTER UPDATE ON subjects BEGIN UPDATE made_by SET derivation = '', is_changed = 1; END;
CREATE TRIGGER subjects_deleted AFTER DELETE ON subjects BEGIN UPDATE made_by SET derivation = '', is_changed = 1; END;
CREATE TRIGGER events_inserted AFTER INSERT ON events BEGIN UPDATE made_by SET derivation = '', is_changed = 1; END;
CREATE TRIGGER events_updated AFTER UPDATE ON events BEGIN UPDATE made_by SET derivation = '', is_changed = 1; END;
CREATE TRIGGER events_deleted AFTER DELETE ON events BEGIN UPDATE made_by SET derivation = '', is_changed = 1; END;
CREATE TRIGGER event_details_inserted AFTER INSERT ON event_details
  BEGIN UPDATE made_by SET derivation = '', is_changed = 1; END;
CREATE TRIGGER event_details_updated AFTER UPDATE ON event_details
  BEGIN UPDATE made_by SET derivation = '', is_changed = 1; END;
CREATE TRIGGER event_details_deleted AFTER DELETE ON event_details
  BEGIN UPDATE made_by SET derivation = '', is_changed = 1; END;
CREATE TRIGGER rejects_inserted AFTER INSERT ON rejects BEGIN UPDATE made_by SET derivation = '', is_changed = 1; END;
CREATE TRIGGER rejects_updated AFTER UPDATE ON rejects BEGIN UPDATE made_by SET derivation = '', is_changed = 1; END;
CREATE TRIGGER rejects_deleted AFTER DELETE ON rejects BEGIN UPDATE made_by SET derivation = '', is_changed = 1; END;

-- The program's own: texts and stream names spelled out.
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

CREATE VIEW stream_values AS
  SELECT streams.id, base, base_context, base_pid, base_source, base_line, launch,
    (SELECT value FROM text_values WHERE id = streams.source) AS source,
    coalesce((SELECT value FROM text_values WHERE id = streams.device), '') || '/' ||
      coalesce((SELECT value FROM text_values WHERE id = streams.app), '') || '/' ||
      coalesce((SELECT value FROM text_values WHERE id = streams.boot), '') || '/' ||
      coalesce(pid, '') AS parts
  FROM streams;

-- The program's own: an event with its subject and its details, in numbers.
CREATE VIEW event_values AS
  SELECT
    events.stream,
    events.position,
    events.time,
    events.uptime,
    iif(events.position >= 0, events.position & (1 << 40) - 1, event_details.seq) AS seq,
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
CREATE VIEW event AS
  SELECT
    coalesce(stream.launch, stream.source, stream.parts) AS stream,
    stream.launch,
    iif(events.position >= 0, events.position & (1 << 40) - 1, event_details.seq) AS seq,
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

-- One row a file or pipe that was read.
CREATE VIEW source AS
  SELECT id, path AS file, identity, is_pipe, offset AS bytes, line AS lines,
    EXISTS (SELECT 1 FROM unread WHERE unread.path = sources.path) AS is_unread -- not to its end
  FROM sources;

-- One row a line that is no event.
CREATE VIEW reject AS
  SELECT sources.path AS file, rejects.line, rejects.offset, rejects.length, rejects.reason,
    rejects.raw, coalesce(stream.launch, stream.source, stream.parts) AS stream, rejects.seq,
    rejects.source AS source_id, rejects.id
  FROM rejects
    LEFT JOIN sources ON sources.id = rejects.source
    LEFT JOIN stream_values AS stream ON stream.id = rejects.stream;
