-- The event at the place of the one that is lent: how much of it is that event, and the source and line that it came from.
-- 2 is all of it, 1 all that identifies an event, 0 less. [lent] are the columns of lent_rows under the names of `events`.
SELECT
  CASE
    WHEN (
      events.time, events.uptime, events.seq, events.scene, events.scene_instance, events.view_instance, events.task
    ) IS NOT (
      lent.time, lent.uptime, lent.seq, lent.scene, lent.scene_instance, lent.view_instance, lent.task
    ) THEN 0
    WHEN (events.signature, events.duration, events.memory, events.attributes)
      IS (lent.signature, lent.duration, lent.memory, lent.attributes) THEN 2
    ELSE (
      SELECT (a.event, a.phase, a.view) IS (b.event, b.phase, b.view)
      FROM signatures AS a, signatures AS b
      WHERE a.id = events.signature AND b.id = lent.signature)
  END,
  events.source,
  events.line
FROM (SELECT [lent] FROM lent_rows) AS lent CROSS JOIN events -- in this order
WHERE events.stream = lent.stream AND events.position = lent.position
