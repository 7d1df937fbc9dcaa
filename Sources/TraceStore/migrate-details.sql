-- The fifth part for a store of version 1 to 6: what few events of the streams from ?1 to ?2 have.
INSERT INTO event_details (stream, position, duration, memory, lost, attributes)
  SELECT stream, position, duration, memory, lost, attributes
  FROM old_events
  WHERE stream BETWEEN ?1 AND ?2
    AND (duration IS NOT NULL OR memory IS NOT NULL OR lost <> 0 OR attributes IS NOT NULL)
