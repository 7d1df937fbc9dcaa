/// What iOS writes when it ends a process, and which exit reason that is: the one table of it, for all formats.
///
///     Termination(domain: "FRONTBOARD", code: 0x8bad_f00d).reason                   // .watchdog
///     Termination(domain: "ASSERTIOND", code: 0x8bad_f00d).reason                   // .backgroundTask
///     Termination(domain: "2", code: 11).reason                                     // .crash
///     Termination(domain: "15", code: 7, explanation: "BG Kill Demo").reason        // .killDemo
///
/// Source: xnu, `bsd/sys/reason.h` and `bsd/sys/kern_memorystatus.h` (numbers of the domains, and the codes of Jetsam);
/// Apple, *EXC_CRASH (SIGKILL)* and *Understanding the exception types in a crash report*.
public struct Termination: Sendable, Equatable {
  /// The number of the domain, which reports also call a namespace; nil if the log does not say it.
  public let domain: Int?
  public let code: UInt64?
  /// The words of iOS beside them; empty if there are none.
  public let explanation: String

  /// A termination.
  ///
  /// - Parameters:
  ///   - domain: A number, decimal or as in `0xF`, or a name, as in `RUNNINGBOARD`, `signal(2)` or `<0xF>`. The number
  ///     decides, whatever the name beside it.
  ///   - code: The code within the domain.
  ///   - explanation: The words beside them.
  public init(domain: String?, code: UInt64?, explanation: String = "") {
    self.domain = domain.flatMap(Self.number(ofDomain:))
    self.code = code
    self.explanation = explanation
  }

  /// Why the process ended; nil where neither words nor numbers say it.
  public var reason: ExitReason? {
    if let words = Self.byWords.first(where: { explanation.contains($0.words) }) { return words.reason }
    guard let row = Self.rows.first(where: { $0.fits(domain, code) }) else { return nil }
    return row.reason
  }

  /// True if iOS' own words prove the reason; false where the code alone stands for more than one.
  ///
  /// The code of the watchdog in RunningBoard's domain is mostly a task that ran out, and sometimes a main thread that
  /// did not answer; without a domain it may be either. Source: Apple DTS, Developer Forums 85066.
  public var isCertain: Bool {
    !((domain ?? Self.runningBoard) == Self.runningBoard && code == Self.watchdogCode)
      || Self.byWords.contains { explanation.contains($0.words) }
  }

  /// Signals that come from outside and do not say why a process ended, by their names; any other one is a crash.
  ///
  /// Source: `signal(3)`.
  public static let outerSignals: [String: UInt64] = ["SIGKILL": 9, "SIGTERM": 15]

  /// The code for a process that did not answer in time.
  public static let watchdogCode: UInt64 = 0x8bad_f00d
  static let runningBoard = 15

  /// The number of a domain.
  private static func number(ofDomain text: String) -> Int? {
    // As in `signal(2)`, `<0xF>` or `"RUNNINGBOARD"`.
    let words = text.split { "()<>\" ".contains($0) }
    for word in words.reversed() {
      if word.hasPrefix("0x"), let number = Int(word.dropFirst(2), radix: 16) { return number }
      if let number = Int(word) { return number }
    }
    return words.lazy.compactMap { names[$0.uppercased()] }.first
  }

  /// Names of domains and their numbers.
  private static let names = [
    "JETSAM": 1, "SIGNAL": 2, "CODESIGNING": 3, "DYLD": 6, "LIBXPC": 7, "OBJC": 8, "EXEC": 9, "SPRINGBOARD": 10,
    "FRONTBOARD": 10, "TCC": 11, "RUNNINGBOARD": runningBoard, "ASSERTIOND": runningBoard, "WATCHDOG": 20,
    "WATCHKIT": 22, "GUARD": 23,
  ]

  /// Words of iOS that decide whatever the numbers are.
  private static let byWords: [(words: String, reason: ExitReason)] = [
    ("BG Kill Demo", .killDemo), ("BackgroundAppKillDemo", .killDemo),
    ("has active assertions beyond permitted time", .backgroundTask),
    ("failed to launch in time", .watchdog), ("failed to resume in time", .watchdog),
    ("com.apple.cache_delete", .cacheDelete),
  ]

  /// Codes of some domains.
  private struct Row: Sendable {
    /// Empty for any domain.
    let domains: [Int]
    /// Empty for any code.
    let codes: [UInt64]
    /// True if the log must say a code.
    var isCoded = false
    /// Nil where they do not say why.
    let reason: ExitReason?

    func fits(_ domain: Int?, _ code: UInt64?) -> Bool {
      let isOfDomain = domains.isEmpty || domain.map(domains.contains) ?? false
      return isOfDomain && (codes.isEmpty ? !isCoded || code != nil : code.map(codes.contains) ?? false)
    }
  }

  /// The first row that fits counts.
  private static let rows = [
    // Any other signal is the process' own fault.
    Row(domains: [2], codes: Array(outerSignals.values), reason: nil),
    Row(domains: [2], codes: [], reason: .crash),
    // Jetsam: over the high-water mark, over the process' limit, disk space, idle, long idle, processor.
    Row(domains: [1], codes: [2, 7], reason: .memoryLimit),
    Row(domains: [1], codes: [8], reason: .diskSpace),
    Row(domains: [1], codes: [9, 17], reason: .idle),
    Row(domains: [1], codes: [100], reason: .cpu),
    Row(domains: [1], codes: [], isCoded: true, reason: .memoryPressure),
    Row(domains: [1], codes: [], reason: .memory),
    Row(domains: [3], codes: [], reason: .codeSigning),
    // A library that is missing, an exception of XPC or Objective-C, a program that cannot be run, private data that
    // Info.plist does not explain, a guarded resource.
    Row(domains: [6, 7, 8, 9, 11, 23], codes: [], reason: .crash),
    Row(domains: [runningBoard], codes: [watchdogCode], reason: .backgroundTask),
    Row(domains: [], codes: [watchdogCode], reason: .watchdog),
    Row(domains: [20], codes: [], reason: .watchdog),
    // An assertion that timed out, and one for a task, a URL session, a fetch.
    Row(domains: [], codes: [0x2182_baad, 0x2182_bad2], reason: .backgroundTask),
    Row(domains: [], codes: [0x2182_bad3], reason: .urlSession),
    Row(domains: [], codes: [0x2182_bad4], reason: .fetch),
    Row(domains: [], codes: [0xdead_10cc], reason: .fileLock),
    Row(domains: [], codes: [0xdead_fa11], reason: .user),
    Row(domains: [], codes: [0xfbfb_fbfb], reason: .tool),
    Row(domains: [], codes: [0xbaad_ca11, 0xbad2_2222], reason: .voip),
    Row(domains: [], codes: [0xbadd_d15c], reason: .cacheDelete),
    Row(domains: [], codes: [0x2bad_45ec], reason: .security),
    Row(domains: [], codes: [0xc000_10ff], reason: .thermal),
    Row(domains: [], codes: [0xbada_5e47, 0xd00d_2bad], reason: .tooManyTasks),
    Row(domains: [], codes: [0xb10c_ca11], reason: .resources),
    Row(domains: [], codes: [0x05ca_1ded, 0xdead_6502], reason: .conditionsChanged),
    Row(domains: [], codes: [0x5bc1_ea41], reason: .languageChanged),
    // A watch's processor, time and load.
    Row(domains: [], codes: [0xc51b_ad01], reason: .cpu),
    Row(domains: [], codes: [0xc51b_ad02], reason: .watchdog),
    Row(domains: [], codes: [0xc51b_ad03], reason: .systemBusy),
  ]
}

extension Termination {
  /// Jetsam's words for why it ended a process, as its reports write them.
  ///
  /// Source: xnu, `memorystatus_kill_cause_name` in `bsd/kern/kern_memorystatus.c`.
  private static let jetsamCauses: [String: UInt64] = [
    "generic": 1, "highwater": 2, "vnode-limit": 3, "vm-pageshortage": 4, "proc-thrashing": 5, "vm-thrashing": 5,
    "fc-thrashing": 6, "per-process-limit": 7, "disk-space-shortage": 8, "idle-exit": 9, "zone-map-exhaustion": 10,
    "vm-compressor-thrashing": 11, "vm-compressor-space-shortage": 12, "low-swap": 13, "sustained-memory-pressure": 14,
    "long-idle-exit": 17, "cpu": 100,
  ]

  /// The exit reason for a code (`0x8badf00d`) or Jetsam's words (`per-process-limit`) in a log; nil for other texts.
  public static func reason(written text: some StringProtocol) -> ExitReason? {
    if let cause = jetsamCauses[String(text)] { return Termination(domain: "1", code: cause).reason }
    guard text.hasPrefix("0x"), let code = UInt64(text.dropFirst(2), radix: 16) else { return nil }
    return Termination(domain: nil, code: code).reason
  }
}
