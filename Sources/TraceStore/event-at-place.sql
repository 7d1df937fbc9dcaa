-- The event at the place of the one that is lent: how much of it is that event, and the source and line that it came from.
-- 2 is all of it, 1 all that identifies an event, 0 less. [lent] are the columns of lent_rows under the names of
-- `event_values`.
SELECT
  CASE
    WHEN (
      events.time, events.uptime, events.seq, subjects.scene, subjects.scene_instance, subjects.view_instance, subjects.task
    ) IS NOT (
      lent.time, lent.uptime, lent.seq, lent.scene, lent.scene_instance, lent.view_instance, lent.task
    ) THEN 0
    WHEN (events.signature, event_details.duration, event_details.memory, event_details.attributes)
      IS (lent.signature, lent.duration, lent.memory, lent.attributes) THEN 2
    ELSE (
      SELECT (a.event, a.phase, a.view) IS (b.event, b.phase, b.view)
      FROM signatures AS a, signatures AS b
      WHERE a.id = events.signature AND b.id = lent.signature)
  END,
  coalesce(subjects.source, streams.base_source),
  events.line
FROM (SELECT [lent] FROM lent_rows()) AS lent CROSS JOIN events CROSS JOIN streams CROSS JOIN subjects -- in this order
  LEFT JOIN event_details
    ON event_details.stream = events.stream AND event_details.position = events.position
WHERE events.stream = lent.stream AND events.position = lent.position
  AND streams.id = events.stream AND subjects.id = events.subject
