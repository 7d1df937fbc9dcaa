// Loaded before the system's library: adds to the file JOURNAL what is done to the files whose names begin with JOURNAL_OF:
// "CALL NAME OFFSET LENGTH\n", after a write with its bytes. A write, cut or removal stands there once it is done, a sync
// as "begin" before it and as "end" after it: what is written meanwhile need not be on the disk then.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void note(const char *call, const char *path, off64_t at, const void *bytes, size_t size) {
  const char *journal = getenv("JOURNAL"), *of = getenv("JOURNAL_OF");
  const char *last = strrchr(path, '/'), *name = last ? last + 1 : path;
  if (!journal || !of || strncmp(name, of, strlen(of))) return;
  char head[512];
  int length = snprintf(head, sizeof head, "%s %.300s %lld %zu\n", call, name, (long long)at, size);
  pthread_mutex_lock(&lock);
  int to = (int)syscall(SYS_openat, AT_FDCWD, journal, O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (syscall(SYS_write, to, head, length) != length || (bytes && syscall(SYS_write, to, bytes, size) != (long)size)) {
    abort();  // A journal with a hole shows nothing.
  }
  syscall(SYS_close, to);
  pthread_mutex_unlock(&lock);
}

static void note_file(const char *call, int file, off64_t at, const void *bytes, size_t size) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
  if (length <= 0) return;
  path[length] = 0;
  note(call, path, at, bytes, size);
}

ssize_t pwrite64(int file, const void *from, size_t size, off64_t at) {
  ssize_t done = REAL(pwrite64)(file, from, size, at);
  if (done > 0) note_file("write", file, at, from, done);
  return done;
}

int ftruncate64(int file, off64_t size) {
  int failed = REAL(ftruncate64)(file, size);
  if (!failed) note_file("cut", file, size, 0, 0);
  return failed;
}

#define SYNCS(name)                       \
  int name(int file) {                    \
    note_file("begin", file, 0, 0, 0);    \
    int failed = REAL(name)(file);        \
    if (!failed) note_file("end", file, 0, 0, 0); \
    return failed;                        \
  }
SYNCS(fdatasync)
SYNCS(fsync)

int unlink(const char *path) {
  int failed = REAL(unlink)(path);
  if (!failed) note("unlink", path, 0, 0, 0);
  return failed;
}
