-- The event that has the place of another, whose columns are ?1 to ?17: how much of it is that event, and where it was
-- told. 2 is all of it, 1 all that tells it from others, 0 less.
SELECT
  CASE
    WHEN (time, uptime, seq, scene, scene_instance, view_instance, task) IS NOT (?3, ?4, ?5, ?8, ?9, ?10, ?11) THEN 0
    WHEN (signature, duration, memory, attributes) IS (?6, ?12, ?13, ?17) THEN 2
    ELSE (
      SELECT (a.event, a.phase, a.view) IS (b.event, b.phase, b.view)
      FROM signatures AS a, signatures AS b
      WHERE a.id = events.signature AND b.id = ?6)
  END,
  source,
  line
FROM events
WHERE stream = ?1 AND position = ?2
