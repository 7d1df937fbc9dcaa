// For `mallopt` and `malloc_trim`, which Swift's module of glibc lacks.
#include <malloc.h>
