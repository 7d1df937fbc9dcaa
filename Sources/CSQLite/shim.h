#include <sqlite3.h>

// Says, before SQLite is first used, that its use of memory need not be counted. Swift can't call `sqlite3_config` itself,
// which takes any number of arguments.
static inline int sqlite3_config_no_memory_status(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

// Turns one of a connection's switches `SQLITE_DBCONFIG_…` on or off: `sqlite3_db_config` takes any number of arguments, too.
static inline int sqlite3_db_config_switch(sqlite3 *database, int option, int isOn) {
  return sqlite3_db_config(database, option, isOn, (int *)0);
}

// Reads the first bytes of a database through the file that SQLite has open. A program that opens the file itself takes all
// locks of its process away as it closes it (https://www.sqlite.org/howtocorrupt.html, section 2.2).
static inline int sqlite3_read_head(sqlite3 *database, void *bytes, int count) {
  sqlite3_file *file = 0;
  int result = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (result == SQLITE_OK) result = file->pMethods->xRead(file, bytes, count, 0);
  // SQLite has filled the rest with zeros.
  return result == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : result;
}

// Waits until all that was written to the write-ahead log is on the disk, through the file that SQLite has open; a database
// that has no log has nothing to wait for.
static inline int sqlite3_sync_log(sqlite3 *database) {
  sqlite3_file *file = 0;
  int result = sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file);
  if (result != SQLITE_OK || !file || !file->pMethods) return result;
  return file->pMethods->xSync(file, SQLITE_SYNC_NORMAL);
}
