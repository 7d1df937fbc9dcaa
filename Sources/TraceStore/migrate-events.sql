-- The fourth part for a store of version 1 to 6: the events of the streams from ?1 to ?2.
INSERT INTO events (stream, position, time, uptime, seq, signature, subject, line)
  SELECT old.stream, old.position, old.time, old.uptime, old.seq, old.signature, subjects.id, old.line
  FROM streams CROSS JOIN old_events AS old -- in this order
    LEFT JOIN old_context_places AS place ON place.id = old.context
    CROSS JOIN subjects
  WHERE streams.id BETWEEN ?1 AND ?2
    AND old.stream = streams.id
    AND subjects.scene = old.scene
    AND subjects.scene_instance = old.scene_instance
    AND subjects.view_instance = old.view_instance
    AND subjects.task = old.task
    AND subjects.context IS coalesce(place.context, old.context)
    AND subjects.pid IS place.pid
    AND subjects.source IS nullif(old.source, streams.base_source)
