-- What a store holds; of the names that are in no vocabulary the ten most frequent.
SELECT what, which, count
FROM (
  SELECT * FROM status WHERE rank < 7
  UNION ALL SELECT 5, 'bytes', '', [bytes]
  UNION ALL SELECT * FROM (
    SELECT 7, 'unknown events', which, count
    FROM status
    WHERE rank = 7 AND which NOT IN ([names])
    ORDER BY count DESC, which
    LIMIT 10))
ORDER BY rank, count DESC, which
