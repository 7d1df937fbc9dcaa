#include "CTraceStart.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct CTraceStart noted;

// The only code of the recorder that runs before `main`, in C since Swift has no initializers of an image. It reads a clock
// and a variable; it allocates nothing, takes no lock and calls nothing of the app's.
//
// Apple's linker keeps initializers in the order in which it links the files, so those of other files of the image may
// come before. Those of the image's libraries have run.
__attribute__((constructor(101))) static void note(void) {
#ifdef __APPLE__
  noted.uptime = (long long)clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW);
#else
  struct timespec now = {0, 0};
  clock_gettime(CLOCK_BOOTTIME, &now);
  noted.uptime = now.tv_sec * 1000000000LL + now.tv_nsec;
#endif
  const char *value = getenv("ActivePrewarm");
  noted.isPrewarmed = value && strcmp(value, "1") == 0;
}

struct CTraceStart CTraceStartNoted(void) { return noted; }
