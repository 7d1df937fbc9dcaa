/* How fast SQLite can take event rows at all: the limit that an ingest into SQLite has.
   cc -O2 ceiling.c -lsqlite3 -o ceiling && ./ceiling DATABASE ROWS
   Prints seconds for: one row a statement; 32 rows a statement; rows drawn from a virtual table. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static sqlite3_int64 low, high;
typedef struct { sqlite3_vtab_cursor base; sqlite3_int64 row; } Cursor;

static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + t.tv_nsec * 1e-9; }
static int connect_(sqlite3 *db, void *a, int c, const char *const *v, sqlite3_vtab **out, char **e) {
  sqlite3_declare_vtab(db, "create table x(launch int, position int, time int, kind int, scene int, duration int, rest text)");
  *out = sqlite3_malloc(sizeof **out); memset(*out, 0, sizeof **out); return SQLITE_OK;
}
static int disconnect(sqlite3_vtab *v) { sqlite3_free(v); return SQLITE_OK; }
static int best(sqlite3_vtab *v, sqlite3_index_info *i) { i->estimatedCost = 1e6; return SQLITE_OK; }
static int open_(sqlite3_vtab *v, sqlite3_vtab_cursor **out) { Cursor *c = sqlite3_malloc(sizeof *c); memset(c, 0, sizeof *c); *out = &c->base; return SQLITE_OK; }
static int close_(sqlite3_vtab_cursor *c) { sqlite3_free(c); return SQLITE_OK; }
static int filter(sqlite3_vtab_cursor *c, int n, const char *s, int a, sqlite3_value **v) { ((Cursor *)c)->row = low; return SQLITE_OK; }
static int next(sqlite3_vtab_cursor *c) { ((Cursor *)c)->row++; return SQLITE_OK; }
static int eof(sqlite3_vtab_cursor *c) { return ((Cursor *)c)->row >= high; }
static int rowid(sqlite3_vtab_cursor *c, sqlite3_int64 *r) { *r = ((Cursor *)c)->row; return SQLITE_OK; }
static int column(sqlite3_vtab_cursor *c, sqlite3_context *x, int n) {
  sqlite3_int64 i = ((Cursor *)c)->row;
  switch (n) {
    case 0: sqlite3_result_int64(x, i / 70); break;
    case 1: sqlite3_result_int64(x, i % 70); break;
    case 2: sqlite3_result_int64(x, 1760000000000000000LL + i * 1000003LL); break;
    case 3: sqlite3_result_int64(x, i % 23); break;
    case 4: if (i % 3) sqlite3_result_int64(x, i / 70); break;
    case 6: if (i % 5 == 0) sqlite3_result_text(x, "{\"name\":\"flush-analytics\"}", -1, SQLITE_STATIC); break;
  }
  return SQLITE_OK;
}
static sqlite3_module module = {0, connect_, connect_, best, disconnect, disconnect, open_, close_, filter, next, eof, column, rowid};

static sqlite3 *fresh(const char *path) {
  char other[4096]; sqlite3 *db;
  remove(path); snprintf(other, sizeof other, "%s-wal", path); remove(other);
  if (sqlite3_open(path, &db)) { fprintf(stderr, "%s: %s\n", path, sqlite3_errmsg(db)); exit(1); }
  sqlite3_exec(db, "pragma page_size=8192; pragma journal_mode=wal; pragma synchronous=full;"
    "create table ev(launch int, position int, time int, kind int, scene int, duration int, rest text, primary key(launch, position)) strict, without rowid", 0, 0, 0);
  return db;
}
static double statements(const char *path, int rows, int each) {
  sqlite3 *db = fresh(path); sqlite3_stmt *s; char *sql = malloc(100 + each * 20); int filled = 0;
  strcpy(sql, "insert into ev values");
  for (int i = 0; i < each; i++) strcat(sql, i ? ",(?,?,?,?,?,?,?)" : "(?,?,?,?,?,?,?)");
  sqlite3_prepare_v2(db, sql, -1, &s, 0);
  double start = now();
  sqlite3_exec(db, "begin", 0, 0, 0);
  for (sqlite3_int64 i = 0; i < rows; i++) {
    int b = filled * 7;
    sqlite3_bind_int64(s, b + 1, i / 70); sqlite3_bind_int64(s, b + 2, i % 70);
    sqlite3_bind_int64(s, b + 3, 1760000000000000000LL + i * 1000003LL); sqlite3_bind_int64(s, b + 4, i % 23);
    if (i % 3) sqlite3_bind_int64(s, b + 5, i / 70); else sqlite3_bind_null(s, b + 5);
    if (i % 5 == 0) sqlite3_bind_text(s, b + 7, "{\"name\":\"flush-analytics\"}", -1, SQLITE_STATIC); else sqlite3_bind_null(s, b + 7);
    if (++filled == each) { sqlite3_step(s); sqlite3_reset(s); filled = 0; }
    if (i % 100000 == 99999) sqlite3_exec(db, "commit; begin", 0, 0, 0);
  }
  sqlite3_exec(db, "commit", 0, 0, 0); sqlite3_finalize(s); sqlite3_close(db); free(sql);
  return now() - start;
}
static double drawn(const char *path, int rows) {
  sqlite3 *db = fresh(path);
  sqlite3_create_module(db, "batch", &module, 0); sqlite3_exec(db, "create virtual table temp.b using batch", 0, 0, 0);
  double start = now();
  for (int i = 0; i < rows; i += 100000) {
    low = i; high = i + 100000 < rows ? i + 100000 : rows;
    sqlite3_exec(db, "insert into ev select * from temp.b", 0, 0, 0);
  }
  sqlite3_close(db);
  return now() - start;
}
int main(int count, char **words) {
  if (count != 3) { fprintf(stderr, "usage: ceiling DATABASE ROWS\n"); return 2; }
  int rows = atoi(words[2]);
  printf("one row a statement   %.3f s\n", statements(words[1], rows, 1));
  printf("32 rows a statement   %.3f s\n", statements(words[1], rows, 32));
  printf("from a virtual table  %.3f s\n", drawn(words[1], rows));
  return 0;
}
