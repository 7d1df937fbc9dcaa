-- How a connection that writes works.
PRAGMA page_size = 8192;          -- of a new file
PRAGMA journal_mode = WAL;        -- readers see the last commit and never block the writer
PRAGMA synchronous = FULL;        -- a commit is on disk
PRAGMA cache_size = -16384;       -- KiB
PRAGMA wal_autocheckpoint = 2000; -- pages
PRAGMA temp_store = MEMORY;
