import TraceModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Memory that is limited, as by `ulimit -v`.
extension System {
  /// The least memory for reading a short log into a store.
  ///
  /// Most of it is for the stacks of threads, which count though they are hardly used. With less, Dispatch cannot start
  /// a thread and waits for one without end.
  private static let leastMemory = 96 << 20

  /// Throws a `Failure` that names the limit if a command would have less than the least memory.
  static func checkMemoryLimit() throws {
    if isAvailable(leastMemory) { return }
    throw Failure(
      code: .inputOutput,
      sentence: "less than \(leastMemory >> 20) MB of memory can be had, and as much may be needed; raise the limit: "
        + "ulimit -v unlimited")
  }

  /// True if a crash is likely due to a block of memory that was not available; safe to ask in any state.
  ///
  /// A growing array needs twice its room beside it. So a block that was not available is at most twice of what is
  /// used, which then is more than a third of the limit.
  static var isMemoryShort: Bool {
    var limit = rlimit()
    #if canImport(Glibc)
      let kind = __rlimit_resource_t(RLIMIT_AS.rawValue)
    #else
      let kind = RLIMIT_AS
    #endif
    guard unsafe getrlimit(kind, &limit) == 0, limit.rlim_cur < UInt64(Int64.max) else { return false }
    return !isAvailable(Int(limit.rlim_cur / 3 * 2))
  }

  /// True if `bytes` of memory are available; none is used.
  private static func isAvailable(_ bytes: Int) -> Bool {
    let block = unsafe mmap(nil, bytes, PROT_NONE, MAP_PRIVATE | anonymous, -1, 0)
    guard let block = unsafe block, unsafe block != MAP_FAILED else { return false }
    unsafe munmap(block, bytes)
    return true
  }

  #if canImport(Glibc)
    private static let anonymous = MAP_ANONYMOUS
  #else
    private static let anonymous = MAP_ANON
  #endif
}
