// Loaded before the system's library: lets the n-th call of one kind on some files fail, or do less than was asked.
//
//   FAULT_CALL   the call, as in pwrite64
//   FAULT_AT     which of them, from 1 on; with FAULT_ON set, it and all after it
//   FAULT_ERROR  the error's number; 0: the call is made, with half of the bytes
//   FAULT_FILES  parts of the paths that count, with ':' between them
//   FAULT_SEEN   a file that is made when a call was hit
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long calls;

static int counts(const char *path) {
  const char *files = getenv("FAULT_FILES");
  char list[1024];
  snprintf(list, sizeof list, "%s", files ? files : "");
  for (char *rest = list, *part; (part = strsep(&rest, ":"));) {
    if (*part && strstr(path, part)) return 1;
  }
  return 0;
}

static int is_ours(int file) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return counts(path);
}

// Whether this call is the one.
static int is_hit(const char *call, int is_counted) {
  const char *wanted = getenv("FAULT_CALL"), *at = getenv("FAULT_AT");
  if (!wanted || !at || strcmp(wanted, call) || !is_counted) return 0;
  long number = atomic_fetch_add(&calls, 1) + 1;
  if (number < atol(at) || (number > atol(at) && !getenv("FAULT_ON"))) return 0;
  const char *seen = getenv("FAULT_SEEN");
  int file = seen ? (int)syscall(SYS_openat, AT_FDCWD, seen, O_WRONLY | O_CREAT, 0600) : -1;
  if (file >= 0) syscall(SYS_close, file);
  return 1;
}

static int error(void) { return atoi(getenv("FAULT_ERROR") ? getenv("FAULT_ERROR") : "0"); }

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

// Calls that move bytes: fewer of them, or an error.
#define MOVES(name, bytes, parameters, ...)                        \
  ssize_t name parameters {                                        \
    if (!is_hit(#name, is_ours(file))) return REAL(name)(__VA_ARGS__); \
    if (error()) return errno = error(), -1;                       \
    if (bytes > 1) bytes /= 2;                                     \
    return REAL(name)(__VA_ARGS__);                                \
  }
MOVES(read, size, (int file, void *to, size_t size), file, to, size)
MOVES(pread, size, (int file, void *to, size_t size, off_t at), file, to, size, at)
MOVES(pwrite, size, (int file, const void *from, size_t size, off_t at), file, from, size, at)
MOVES(pread64, size, (int file, void *to, size_t size, off64_t at), file, to, size, at)
MOVES(write, size, (int file, const void *from, size_t size), file, from, size)
MOVES(pwrite64, size, (int file, const void *from, size_t size, off64_t at), file, from, size, at)

// Calls that fail or do not.
#define FAILS(type, failed, name, is_counted, parameters, ...)     \
  type name parameters {                                           \
    if (is_hit(#name, is_counted)) return errno = error(), failed; \
    return REAL(name)(__VA_ARGS__);                                \
  }
FAILS(int, -1, fdatasync, is_ours(file), (int file), file)
FAILS(int, -1, fsync, is_ours(file), (int file), file)
FAILS(int, -1, ftruncate64, is_ours(file), (int file, off64_t size), file, size)
FAILS(int, -1, fstat64, is_ours(file), (int file, struct stat64 *status), file, status)
FAILS(int, -1, stat, counts(path), (const char *path, struct stat *status), path, status)
FAILS(int, -1, stat64, counts(path), (const char *path, struct stat64 *status), path, status)
FAILS(int, -1, unlink, counts(path), (const char *path), path)
FAILS(off_t, -1, lseek, is_ours(file), (int file, off_t at, int from), file, at, from)
FAILS(int, -1, rename, counts(to), (const char *from, const char *to), from, to)
FAILS(void *, MAP_FAILED, mmap64, file >= 0 && is_ours(file),
      (void *at, size_t size, int may, int flags, int file, off64_t from), at, size, may, flags, file, from)

#define OPENS(name)                                                \
  int name(const char *path, int flags, ...) {                     \
    va_list rest;                                                  \
    va_start(rest, flags);                                         \
    int mode = va_arg(rest, int);                                  \
    va_end(rest);                                                  \
    if (is_hit(#name, counts(path))) return errno = error(), -1;   \
    return REAL(name)(path, flags, mode);                          \
  }
OPENS(open)
OPENS(open64)

int fcntl64(int file, int command, ...) {
  va_list rest;
  va_start(rest, command);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  if ((command == F_SETLK || command == F_GETLK) && is_hit("fcntl64", is_ours(file))) return errno = error(), -1;
  return REAL(fcntl64)(file, command, argument);
}
