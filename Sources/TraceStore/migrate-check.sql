-- The last part asks: how many events are not where they belong. 0, or nothing is changed.
SELECT (SELECT count(*) FROM old_events) - (SELECT count(*) FROM events)
