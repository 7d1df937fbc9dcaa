-- The third part: the events of the streams from ?1 to ?2.
INSERT INTO events (stream, position, time, uptime, seq, signature, subject, line)
  SELECT old.stream, old.position, old.time, old.uptime, old.seq, old.signature, subjects.id, old.line
  FROM streams CROSS JOIN old_events AS old CROSS JOIN subjects -- in this order
  WHERE streams.id BETWEEN ?1 AND ?2
    AND old.stream = streams.id
    AND subjects.scene = old.scene
    AND subjects.scene_instance = old.scene_instance
    AND subjects.view_instance = old.view_instance
    AND subjects.task = old.task
    AND subjects.context IS old.context
    AND subjects.source IS nullif(old.source, streams.base_source)
