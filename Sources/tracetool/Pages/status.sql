-- What a store holds; of the names that are in no vocabulary the ten most frequent.
-- Events are counted by the summaries of their launches, which are far fewer; those of launches with unknown names are
-- counted themselves.
WITH
  searched(stream) AS (SELECT DISTINCT stream FROM launches WHERE unknown > 0),
  named(event, count) AS (
    SELECT signatures.event, count(*)
    FROM searched
      JOIN events ON events.stream = searched.stream
      JOIN signatures ON signatures.id = events.signature
    GROUP BY signatures.event)
SELECT what, which, count
FROM (
  SELECT 1 AS rank, 'events' AS what, '' AS which,
    (SELECT coalesce(sum(events), 0) FROM launches) AS count
  UNION ALL SELECT * FROM status WHERE rank BETWEEN 2 AND 6
  UNION ALL SELECT 5, 'bytes', '', [bytes]
  UNION ALL SELECT * FROM (
    SELECT 7, 'unknown events', text_values.value, named.count
    FROM named JOIN text_values ON text_values.id = named.event
    WHERE text_values.value NOT IN ([names])
    ORDER BY named.count DESC, text_values.value
    LIMIT 10))
ORDER BY rank, count DESC, which
