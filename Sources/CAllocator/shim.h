// For `mallopt` and `malloc_trim`, which Swift's module of glibc lacks; other systems have neither.
#if defined(__linux__)
#include <malloc.h>
#endif
