#include <sqlite3.h>

// Says, before SQLite is first used, that its use of memory need not be counted. Swift can't call `sqlite3_config` itself,
// which takes any number of arguments.
static inline int sqlite3_config_no_memory_status(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
