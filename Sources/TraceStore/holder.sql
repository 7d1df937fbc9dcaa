-- The event that has the place of the one that is lent: how much of it is that event, and where it was told. 2 is all of
-- it, 1 all that tells it from others, 0 less.
SELECT
  CASE
    WHEN (time, uptime, seq, scene, scene_instance, view_instance, task) IS NOT (c2, c3, c4, c7, c8, c9, c10) THEN 0
    WHEN (signature, duration, memory, attributes) IS (c5, c11, c12, c16) THEN 2
    ELSE (
      SELECT (a.event, a.phase, a.view) IS (b.event, b.phase, b.view)
      FROM signatures AS a, signatures AS b
      WHERE a.id = events.signature AND b.id = c5)
  END,
  source,
  line
FROM lent_rows CROSS JOIN events -- in this order
WHERE stream = c0 AND position = c1
