// Tells the sanitizer of threads what Swift's Mutex does where two wait for one: those futexes are in the runtime,
// which it does not watch. Linked into what it watches, these come before the runtime's own, and call them.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *mutex
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

void __tsan_acquire(void *);
void __tsan_release(void *);
typedef SWIFT void Lock(uint32_t, SELF);
typedef SWIFT void Unlock(SELF);

SWIFT void lockSlow(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void lockSlow(uint32_t thread, SELF) {
  static Lock *lock;
  if (!lock) lock = (Lock *)dlsym(RTLD_NEXT, LOCK);
  lock(thread, mutex);
  __tsan_acquire(mutex);
}

SWIFT void unlockSlow(SELF) __asm__(UNLOCK);
SWIFT void unlockSlow(SELF) {
  static Unlock *unlock;
  if (!unlock) unlock = (Unlock *)dlsym(RTLD_NEXT, UNLOCK);
  __tsan_release(mutex);
  unlock(mutex);
}
