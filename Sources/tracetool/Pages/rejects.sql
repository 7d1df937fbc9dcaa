-- The lines that are no events, with their beginnings.
SELECT file, line, offset, length, reason, CAST(substr(raw, 1, [limit]) AS TEXT) AS raw
FROM reject
ORDER BY source_id, line, id
