import Foundation

/// What only the system can do for the recorder; its unsafe code.
enum System {
  /// Makes a file to append to, which must not be there yet; returns its descriptor, or -1 and sets `errno`.
  static func makeLog(_ path: String) -> Int32 {
    unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
  }

  /// Writes `bytes`; returns how many of them were written, or -1 and sets `errno`.
  static func append(_ bytes: ArraySlice<UInt8>, to file: Int32) -> Int {
    // The pointer is used while it is lent, within the array.
    unsafe bytes.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
  }

  static func closeLog(_ file: Int32) { close(file) }

  #if canImport(Darwin)
    /// Wall clock since 1970 and continuous uptime, in nanoseconds.
    static var clocks: (time: Int, uptime: Int) {
      // The raw monotonic clock is mach_continuous_time in nanoseconds.
      (Int(clock_gettime_nsec_np(CLOCK_REALTIME)), Int(clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW)))
    }

    static var boot: String? { text("kern.bootsessionuuid") }
    static var model: String? { text("hw.machine") }
    static var isTraced: Bool { process.kp_proc.p_flag & P_TRACED != 0 }

    /// Nanoseconds since the process began.
    static var age: Int {
      let start = unsafe process.kp_proc.p_un.__p_starttime
      return clocks.time - Int(start.tv_sec) * 1_000_000_000 - Int(start.tv_usec) * 1000
    }

    /// The physical footprint, if the kernel says so.
    static var footprint: [TraceField] {
      var info = task_vm_info_data_t()
      let words = MemoryLayout<task_vm_info_data_t>.size / MemoryLayout<integer_t>.size
      var count = mach_msg_type_number_t(words)
      // The kernel writes at most `count` numbers, which is the structure's size.
      let result = unsafe withUnsafeMutablePointer(to: &info) { info in
        unsafe info.withMemoryRebound(to: integer_t.self, capacity: words) {
          unsafe task_info(mach_task_self_, task_flavor_t(TASK_VM_INFO), $0, &count)
        }
      }
      return result == KERN_SUCCESS ? [.memory(Int(info.phys_footprint))] : []
    }

    private static var process: kinfo_proc {
      var (info, size) = (kinfo_proc(), MemoryLayout<kinfo_proc>.size)
      var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()]
      _ = unsafe sysctl(&name, 4, &info, &size, nil, 0)
      return info
    }

    private static func text(_ name: String) -> String? {
      var (bytes, size) = ([UInt8](repeating: 0, count: 128), 128)
      let result = unsafe sysctlbyname(name, &bytes, &size, nil, 0)
      return result == 0 ? String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) : nil
    }
  #else
    /// Wall clock since 1970 and uptime that counts while the machine sleeps, in nanoseconds.
    static var clocks: (time: Int, uptime: Int) { (now(CLOCK_REALTIME), now(CLOCK_BOOTTIME)) }

    private static func now(_ clock: clockid_t) -> Int {
      var now = timespec()
      _ = unsafe clock_gettime(clock, &now)
      return now.tv_sec * 1_000_000_000 + now.tv_nsec
    }

    static let (boot, model, isTraced) = (String?.none, String?.none, false)
    static let (age, footprint) = (0, [TraceField]())
  #endif
}
