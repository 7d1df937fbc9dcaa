import TraceModel

/// A report of the watchdog on a process that it ended.
package enum WatchdogReport {
  /// What took too long in a launch.
  package static let launchEvents = ["process-launch", "scene-create"]
  /// iOS grants no launch more: termination reports, process-launch, 10 to 30 s.
  static let longestGrantNanos: Int64 = 30_000_000_000
  /// What else can take too long.
  package static let otherEvents = ["scene-update", "process-exit"]

  /// What usually lies behind the other events, by name.
  static let causes = [
    "scene-update": "the main thread was blocked while a scene went to the background, came back or changed its size",
    "process-exit": "the app was asked to quit and did not within 5 s: work in applicationWillTerminate, or a main "
      + "thread that waits",
  ]

  /// True if the code in a report is the watchdog's in RunningBoard's domain, and no other field says that a task ran
  /// out: the main thread may have been blocked instead.
  ///
  /// Source: Apple DTS, Developer Forums 85066.
  static func isAmbiguous(_ report: String) -> Bool {
    let isCode = ["2343432205", "0x8badf00d", "0x8BADF00D"].contains(where: report.contains)
    let isOfTask = ["beyond permitted time", "Non UI"].contains(where: report.contains)
    let domains = ["RUNNINGBOARD", "ASSERTIOND", "assertiond(15)", "runningboard(15)", "<0xF>", "domain:15"]
    return isCode && !isOfTask && domains.contains(where: report.contains)
  }

  /// True if the report names a launch as what took too long; nil if it names no cause.
  static func isOfLaunch(_ report: String) -> Bool? {
    if launchEvents.contains(where: report.contains) { return true }
    return otherEvents.contains(where: report.contains) ? false : nil
  }
}

/// The time that the watchdog grants a launch, by a log.
///
/// FrontBoard says it when it asks for the activation of a scene, `(watchdog: 19.97s)`; a termination report names the
/// exhausted time: `exhausted real (wall clock) time allowance of 19.90 seconds`. An allowance of CPU time does not
/// count: a launch may last longer.
package enum WatchdogGrant {
  /// The nanoseconds that an event says a launch is granted; nil if it says none.
  static func nanos(_ signature: Signature, _ attributes: String) -> Int64? {
    switch signature.kind {
    case .logSceneActivate where signature.phase != .end: nanos(in: attributes)
    // A return to the foreground and an exit have times of their own.
    case .processExit where WatchdogReport.isOfLaunch(attributes) != false: nanos(in: attributes)
    default: nil
    }
  }

  /// The wall-clock nanoseconds granted in attributes; nil if there are none.
  package static func nanos(in attributes: String) -> Int64? {
    let nanos = attributes.firstRange(of: "\"allowanceNanos\":").flatMap { range in
      Int64(attributes[range.upperBound...].prefix { $0.isNumber })
    }
    return nanos ?? seconds(after: "\"watchdog\":\"", in: attributes)
      ?? (attributes.contains("CPU time allowance of ")
        ? seconds(after: "(wall clock) time allowance of ", in: attributes)
        : seconds(after: "time allowance of ", in: attributes))
  }

  /// The nanoseconds of CPU time granted in attributes; nil if there are none.
  package static func cpuNanos(in attributes: String) -> Int64? {
    let nanos = attributes.firstRange(of: "\"cpuAllowanceNanos\":").flatMap { range in
      Int64(attributes[range.upperBound...].prefix { $0.isNumber })
    }
    return nanos ?? seconds(after: "CPU time allowance of ", in: attributes)
  }

  private static func seconds(after mark: String, in text: String) -> Int64? {
    guard let range = text.firstRange(of: mark) else { return nil }
    let digits = text[range.upperBound...].prefix { $0.isNumber || $0 == "." }
    // Of a number that was cut off, or wrapped, the rest is unknown.
    guard text[digits.endIndex...].drop(while: { $0 == " " }).first == "s" else { return nil }
    return Double(digits).flatMap { Int64(exactly: ($0 * 1e9).rounded()) }
  }
}
