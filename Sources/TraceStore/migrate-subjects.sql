-- The third part for a store of version 7 or more, whose events stay: streams and subjects, under their numbers. Every
-- launch is to be derived anew.
INSERT INTO streams (
  id, device, app, boot, source, pid, base, base_context, base_pid, base_source, base_line, changed, launch
)
  SELECT old.id, device, app, boot, source, old.pid, base, coalesce(place.context, base_context), place.pid, base_source,
    base_line, 1, launch
  FROM old_streams AS old LEFT JOIN old_context_places AS place ON place.id = base_context;
INSERT INTO subjects (id, scene, scene_instance, view_instance, task, context, pid, source)
  SELECT old.id, scene, scene_instance, view_instance, task, coalesce(place.context, old.context), place.pid, source
  FROM old_subjects AS old LEFT JOIN old_context_places AS place ON place.id = old.context;
DROP TABLE old_subjects;
