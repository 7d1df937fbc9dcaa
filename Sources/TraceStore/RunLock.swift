#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Shows other processes that a run writes a store, from its start until the store is closed, also between transactions.
///
/// It is a shared lock of `flock`, of which SQLite's own locks know nothing. Where a file system has none, no run shows.
final class RunLock {
  private let file: Int32

  /// Holds a lock on the file at a path, until it is freed.
  init(_ path: String) {
    file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    if file >= 0 { _ = flock(file, LOCK_SH) }
  }

  deinit { if file >= 0 { close(file) } }

  /// How often an asker looks, a millisecond apart: another one who looks holds the lock for a moment.
  private static let looks = 5

  /// True if a run of any process holds the lock of the file at a path, which this process may not have open.
  static func isHeld(_ path: String) -> Bool {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    if file < 0 { return false }
    defer { close(file) }
    for _ in 0..<looks {
      if flock(file, LOCK_EX | LOCK_NB) == 0 { return false }
      if errno != EWOULDBLOCK { return false }
      usleep(1000)
    }
    return true
  }
}
