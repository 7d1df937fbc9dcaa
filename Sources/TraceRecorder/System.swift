import CTraceStart
import Foundation

/// The system calls of the recorder, and the only unsafe code of this module.
enum System {
  /// An object of the system's that may be used on any thread, though its class does not say so.
  struct Shared<Object: AnyObject>: @unchecked Sendable {
    let value: Object

    init(_ value: Object) { self.value = value }
  }

  /// Creates a file that does not exist, which other users may not read, for appending; -1 with `errno` set if it fails.
  static func makeLog(_ path: String) -> Int32 {
    unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
  }

  /// The size of a file in bytes; nil if it cannot be opened.
  ///
  /// `stat` would say it, too, and is one of the functions for which Apple asks a reason, as it tells times as well.
  static func size(of path: String) -> Int? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    if file < 0 { return nil }
    defer { close(file) }
    let size = lseek(file, 0, SEEK_END)
    return size < 0 ? nil : Int(size)
  }

  /// The names of what is in a folder, each with a zero behind it; nil with `errno` set if it cannot be read.
  static func names(in path: String) -> [UInt8]? {
    guard let folder = unsafe opendir(path) else { return nil }
    defer { unsafe closedir(folder) }
    var names: [UInt8] = []
    while true {
      errno = 0
      // It sets `errno` where it fails, and not at the end.
      guard let entry = unsafe readdir(folder) else { return errno == 0 ? names : nil }
      // The name is read in place, up to its zero: the entry in memory ends there, and not where the field does.
      let name = unsafe UnsafeRawPointer(entry) + nameOffset
      let bytes = unsafe UnsafeRawBufferPointer(
        start: name, count: strlen(name.assumingMemoryBound(to: CChar.self)) + 1)
      if unsafe bytes.elementsEqual(".\0".utf8) || bytes.elementsEqual("..\0".utf8) { continue }
      unsafe names.append(contentsOf: bytes)
    }
  }

  // The field is there on all systems.
  private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0

  /// The value of a variable of the process's environment.
  ///
  /// `ProcessInfo` makes texts of all of them first.
  static func variable(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }

  #if canImport(Darwin)
    /// The names of those methods that an object's class has in the app's code or a library's; nil if it is SwiftUI's.
    ///
    /// Some libraries give an object a class of their own making at run time, which answers for all methods of a
    /// protocol: its image has no name, and what counts is the class above it.
    static func methods(of object: any NSObjectProtocol, among names: [String]) -> [String]? {
      var type: AnyClass? = object_getClass(object)
      while let made = type, unsafe class_getImageName(made) == nil { type = class_getSuperclass(made) }
      // SwiftUI's own pass callbacks on: they say yes to all.
      guard let type, !NSStringFromClass(type).hasPrefix("SwiftUI.") else { return nil }
      return names.filter { class_respondsToSelector(type, NSSelectorFromString($0)) }
    }
  #endif

  /// Gives a file another name; false with `errno` set if it fails.
  static func renameLog(_ path: String, to name: String) -> Bool { unsafe rename(path, name) == 0 }

  /// Removes a file; false with `errno` set if it fails.
  static func removeLog(_ path: String) -> Bool { unsafe unlink(path) == 0 }

  /// Writes bytes to a descriptor and returns their number, or -1 with `errno` set.
  static func append(_ bytes: ArraySlice<UInt8>, to file: Int32) -> Int {
    // The pointer is valid for the duration of the closure, and `count` stays within the array.
    unsafe bytes.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
  }

  static func closeLog(_ file: Int32) { close(file) }

  /// Nanoseconds from the start of the process, which the kernel reports in seconds and microseconds since 1970, to `now`.
  ///
  /// Nil if that start is impossible: 0, which the kernel reports when it knows none; later than now, which happens when
  /// the clock was set back; or before the device started, which happens when it was set forward, as after the first
  /// contact with a network. The kernel reports no start by another clock. So where the clock is set between the start
  /// of the process and this call by less than `uptime`, the age is wrong by as much.
  static func age(seconds: Int, microseconds: Int, now: (time: Int, uptime: Int)) -> Int? {
    guard seconds > 0, seconds <= now.time / 1_000_000_000 else { return nil }
    let age = now.time - seconds * 1_000_000_000 - microseconds * 1000
    return age < 0 || age > now.uptime ? nil : age
  }

  /// What the recorder's only code before `main` noted.
  static var loading: (uptime: Int, isPrewarmed: Bool)? {
    let noted = CTraceStartNoted()
    return noted.uptime == 0 ? nil : (Int(noted.uptime), noted.isPrewarmed == 1)
  }

  #if canImport(Darwin)
    /// The wall clock since 1970 and the continuous uptime, in nanoseconds.
    static var clocks: (time: Int, uptime: Int) {
      // The raw monotonic clock is mach_continuous_time in nanoseconds.
      (
        Int(truncatingIfNeeded: clock_gettime_nsec_np(CLOCK_REALTIME)),
        Int(truncatingIfNeeded: clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW))
      )
    }

    /// The id of the device's boot session.
    static var bootSession: String? { text("kern.bootsessionuuid") }
    /// The model of the device, such as `iPhone15,2` or `Mac14,2`.
    static var model: String? {
      // `hw.machine` of a Mac is its processor.
      #if os(macOS) || targetEnvironment(macCatalyst)
        text("hw.model")
      #else
        text("hw.machine")
      #endif
    }

    /// The platform, where neither the version of the system nor always the model says which; nil for iOS and iPadOS.
    static var platform: String? {
      #if targetEnvironment(macCatalyst)
        "macCatalyst"
      #elseif os(tvOS)
        "tvOS"
      #elseif os(visionOS)
        "visionOS"
      #elseif os(macOS)
        "macOS"
      #else
        ProcessInfo.processInfo.isiOSAppOnMac ? "iOSOnMac" : nil
      #endif
    }
    static var isTraced: Bool { unsafe (process?.kp_proc.p_flag ?? 0) & P_TRACED != 0 }

    /// Nanoseconds since the process began; nil if the kernel does not say when that was.
    static var age: Int? {
      guard let process = unsafe process else { return nil }
      let start = unsafe process.kp_proc.p_un.__p_starttime
      return age(seconds: Int(start.tv_sec), microseconds: Int(start.tv_usec), now: clocks)
    }

    /// The physical memory footprint as a field; empty if the kernel does not report it.
    ///
    /// Source: Apple, `task_vm_info` (`phys_footprint`), the number that Xcode's memory gauge shows.
    static var footprint: [TraceField] {
      var info = task_vm_info_data_t()
      let words = MemoryLayout<task_vm_info_data_t>.size / MemoryLayout<integer_t>.size
      var count = mach_msg_type_number_t(words)
      // The kernel writes at most `count` integers, and `count` is the size of the structure.
      let result = unsafe withUnsafeMutablePointer(to: &info) { info in
        unsafe info.withMemoryRebound(to: integer_t.self, capacity: words) {
          unsafe task_info(mach_task_self_, task_flavor_t(TASK_VM_INFO), $0, &count)
        }
      }
      return result == KERN_SUCCESS ? [.memory(Int(info.phys_footprint))] : []
    }

    #if os(tvOS)
      private static let roleName: StaticString? = nil
    #else
      /// The role that the kernel gives the process, in the words of Apple's crash reports; nil if it gives none of these.
      ///
      /// An app that a person opens has the role of the foreground before its first scene connects. Apple, "Examining the
      /// fields in a crash report" (Role); `mach/task_policy.h`.
      private static var roleName: StaticString? {
        var info = task_category_policy_data_t()
        let words = MemoryLayout<task_category_policy_data_t>.size / MemoryLayout<integer_t>.size
        var count = mach_msg_type_number_t(words)
        var isDefault: boolean_t = 0
        // The kernel writes at most `count` integers, and `count` is the size of the structure.
        let result = unsafe withUnsafeMutablePointer(to: &info) { info in
          unsafe info.withMemoryRebound(to: integer_t.self, capacity: words) {
            unsafe task_policy_get(
              mach_task_self_, task_policy_flavor_t(TASK_CATEGORY_POLICY), $0, &count, &isDefault)
          }
        }
        if result != KERN_SUCCESS { return nil }
        return switch info.role {
        case TASK_FOREGROUND_APPLICATION: "Foreground"
        case TASK_BACKGROUND_APPLICATION: "Background"
        case TASK_NONUI_APPLICATION: "Non UI"
        case TASK_DARWINBG_APPLICATION: "Darwin Background"
        default: nil
        }
      }
    #endif

    /// That role as an attribute; empty if there is none.
    static var role: [TraceField] { roleName.map { [.attribute("role", $0)] } ?? [] }

    /// True if a person sees the app, or waits for it; nil if the kernel gives it no role.
    static var isInForeground: Bool? { roleName.map { "\($0)" == "Foreground" } }

    /// The kernel's record of this process; nil if it cannot be read.
    ///
    /// It holds addresses of the kernel, which lead nowhere here: read its numbers alone.
    private static var process: kinfo_proc? {
      var info = unsafe kinfo_proc()
      var size = unsafe MemoryLayout<kinfo_proc>.size
      var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()]
      let result = unsafe sysctl(&name, 4, &info, &size, nil, 0)
      return unsafe result == 0 && size == MemoryLayout<kinfo_proc>.size ? info : nil
    }

    private static func text(_ name: String) -> String? {
      var bytes = [UInt8](repeating: 0, count: 128)
      var size = 128
      let result = unsafe sysctlbyname(name, &bytes, &size, nil, 0)
      return result == 0 ? String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) : nil
    }
  #else
    /// The wall clock since 1970 and the uptime, which also counts while the machine sleeps, in nanoseconds.
    static var clocks: (time: Int, uptime: Int) { (now(CLOCK_REALTIME), now(CLOCK_BOOTTIME)) }

    private static func now(_ clock: clockid_t) -> Int {
      var now = timespec()
      _ = unsafe clock_gettime(clock, &now)
      return now.tv_sec * 1_000_000_000 + now.tv_nsec
    }

    /// The id of the machine's boot session.
    static var bootSession: String? {
      let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
      return text.map { String($0.prefix { !$0.isNewline }) }
    }

    static let model: String? = nil
    static let platform: String? = nil
    static let isTraced = false
    static let age: Int? = nil
    static let footprint: [TraceField] = []
    static let role: [TraceField] = []
  #endif
}
