#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A value that one thread at a time uses.
///
/// The standard library's `Mutex` does the same from iOS 18 on. The lock is not recursive.
@safe final class Locked<Value: Sendable>: @unchecked Sendable {
  #if canImport(Darwin)
    private typealias Lock = os_unfair_lock
  #else
    private typealias Lock = pthread_mutex_t
  #endif

  /// The system's lock, at an address of its own: it must not be moved, as a stored property may be.
  private let lock: UnsafeMutablePointer<Lock>
  /// Touched only while the lock is held.
  private var value: Value

  init(_ value: Value) {
    self.value = value
    unsafe lock = .allocate(capacity: 1)
    unsafe lock.initialize(to: Lock())
    #if !canImport(Darwin)
      unsafe pthread_mutex_init(lock, nil)
    #endif
  }

  deinit {
    #if !canImport(Darwin)
      unsafe pthread_mutex_destroy(lock)
    #endif
    unsafe lock.deallocate()
  }

  /// Calls `body` with the value while no other thread uses it.
  func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    // Only `deinit` frees the lock, and no caller has a reference any more then.
    #if canImport(Darwin)
      unsafe os_unfair_lock_lock(lock)
      defer { unsafe os_unfair_lock_unlock(lock) }
    #else
      unsafe pthread_mutex_lock(lock)
      defer { unsafe pthread_mutex_unlock(lock) }
    #endif
    return body(&value)
  }
}
