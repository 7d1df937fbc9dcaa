// Preloaded into tracetool so that its counts of instructions do not depend on how fast a machine is: the clock stands
// still. An ingest ends a transaction each second, which under valgrind are not the same ones in each run.
#define _GNU_SOURCE
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *now) {
  (void)clock;
  now->tv_sec = 1760000000;
  now->tv_nsec = 0;
  return 0;
}
