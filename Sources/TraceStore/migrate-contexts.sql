-- The second part: contexts, into the table of the new schema. Those that differ by their process id alone become one.
INSERT INTO contexts
  SELECT min(id), device, device_model, os_version, platform, process_kind, app, app_version, app_build, sdk_version, boot,
    records, format, simulator, debugger
  FROM old_contexts
  GROUP BY device, device_model, os_version, platform, process_kind, app, app_version, app_build, sdk_version, boot,
    records, format, simulator, debugger;
-- What each of the old ones is now.
CREATE TABLE old_context_places (id INTEGER PRIMARY KEY, context INTEGER NOT NULL, pid INTEGER);
INSERT INTO old_context_places
  SELECT id, min(id) OVER (
      PARTITION BY device, device_model, os_version, platform, process_kind, app, app_version, app_build, sdk_version, boot,
        records, format, simulator, debugger
    ), pid
  FROM old_contexts;
DROP TABLE old_contexts;
