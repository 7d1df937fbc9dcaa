#include <sqlite3.h>

// Says, before SQLite is first used, that its use of memory need not be counted. Swift can't call `sqlite3_config` itself,
// which takes any number of arguments.
static inline int sqlite3_config_no_memory_status(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

// Turns one of a connection's switches `SQLITE_DBCONFIG_…` on or off: `sqlite3_db_config` takes any number of arguments, too.
static inline int sqlite3_db_config_switch(sqlite3 *database, int option, int isOn) {
  return sqlite3_db_config(database, option, isOn, (int *)0);
}
