#if defined(__linux__)
#include <malloc.h>
#endif

// Has blocks of so many bytes and more mapped by themselves, so that the system gets them back as soon as they are freed.
// Swift can't call `mallopt` itself, which its module of glibc lacks. The allocators of other systems need no such word.
static inline void allocator_map_blocks(int bytes) {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, bytes);
#else
  (void)bytes;
#endif
}
