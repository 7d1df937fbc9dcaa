-- The version of a store's format, 0 if nothing was made of the file yet; why it is not opened, if it is not, and what to
-- do then. ?1 is the schema, with the triggers of older ones, ?2 its version. One statement sees one state, whoever makes
-- the store meanwhile.
WITH file AS (
  SELECT application_id AS program, user_version AS version,
    (SELECT count(*) FROM sqlite_schema) AS parts,
    (SELECT count(*) FROM sqlite_schema WHERE type = 'trigger' AND NOT instr(?1, sql)) AS triggers
  FROM pragma_application_id(), pragma_user_version()
), refusal(rank, holds, message, hint) AS (
  SELECT 1, program <> 0x74726365 OR version <= 0, -- the bytes "trce"
    'it is another program''s database',
    'it was not touched: name another file with --store'
  FROM file
  UNION ALL SELECT 2, version > ?2,
    'its format is ' || version || ', newer than this program''s ' || ?2,
    'use the tracetool that wrote it, or a newer one'
  FROM file
  -- One of the present version is compared part by part.
  UNION ALL SELECT 3, version < ?2 AND triggers > 0,
    'it holds a trigger that is not tracetool''s',
    'it was not touched: take the logs into a new store'
  FROM file
)
SELECT iif(program = 0 AND parts = 0, 0, version), message, hint
FROM file LEFT JOIN refusal ON holds AND (program <> 0 OR parts > 0)
ORDER BY rank
LIMIT 1
