#if defined(__linux__)
#include <malloc.h>
#endif

// Swift's module of glibc lacks <malloc.h>. The allocators of other systems do both by themselves.

// Has blocks of so many bytes and more mapped by themselves, so that the system gets them back as soon as they are freed.
static inline void allocator_map_blocks(int bytes) {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, bytes);
#else
  (void)bytes;
#endif
}

// Gives freed memory back to the system.
static inline void allocator_trim(void) {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}
