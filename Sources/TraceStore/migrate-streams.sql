-- The third part for a store of version 1 to 6: streams and subjects, into the tables of the new schema. Every launch is to
-- be derived anew.
INSERT INTO streams (
  id, device, app, boot, source, pid, base, base_context, base_pid, base_source, base_line, changed, launch
)
  SELECT old_streams.id, device, app, boot, source, old_streams.pid, base, coalesce(place.context, base_context),
    place.pid,
    coalesce(
      (SELECT old_events.source FROM old_events WHERE old_events.stream = old_streams.id ORDER BY position LIMIT 1), 0),
    base_line, 1,
    CASE
      WHEN typeof(launch) = 'text' THEN nullif(launch, '')
      WHEN length(launch) = 16 THEN lower(substr(hex(launch), 1, 8) || '-' ||
        substr(hex(launch), 9, 4) || '-' ||
        substr(hex(launch), 13, 4) || '-' ||
        substr(hex(launch), 17, 4) || '-' ||
        substr(hex(launch), 21, 12))
      WHEN length(launch) = 17 THEN substr(hex(launch), 3, 8) || '-' ||
        substr(hex(launch), 11, 4) || '-' ||
        substr(hex(launch), 15, 4) || '-' ||
        substr(hex(launch), 19, 4) || '-' ||
        substr(hex(launch), 23, 12)
    END
  FROM old_streams LEFT JOIN old_context_places AS place ON place.id = base_context;
INSERT INTO subjects (scene, scene_instance, view_instance, task, context, pid, source)
  SELECT DISTINCT scene, scene_instance, view_instance, task, coalesce(place.context, old_events.context), place.pid,
    nullif(old_events.source, streams.base_source)
  FROM old_events
    JOIN streams ON streams.id = old_events.stream
    LEFT JOIN old_context_places AS place ON place.id = old_events.context;
