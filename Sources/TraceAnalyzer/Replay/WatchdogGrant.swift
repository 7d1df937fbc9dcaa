import TraceModel

/// The time that the watchdog grants a launch, as a log says it.
///
/// FrontBoard says it when it asks for the activation of a scene, `(watchdog: 19.97s)`; a termination report, what time
/// was exhausted: `exhausted real (wall clock) time allowance of 19.90 seconds`.
package enum WatchdogGrant {
  /// The nanoseconds that an event says a launch is granted; nothing where it says none.
  static func nanos(_ signature: Signature, _ attributes: String) -> Int64? {
    switch signature.kind {
    case .logSceneActivate where signature.phase != .end: nanos(in: attributes)
    // A return to the foreground and an exit have times of their own.
    case .processExit where WatchdogReport.isOfLaunch(attributes) != false: nanos(in: attributes)
    default: nil
    }
  }

  /// The nanoseconds that attributes say are granted for something; nothing where they say none.
  package static func nanos(in attributes: String) -> Int64? {
    let nanos = attributes.firstRange(of: "\"allowanceNanos\":").flatMap { place in
      Int64(attributes[place.upperBound...].prefix { $0.isNumber })
    }
    return nanos ?? seconds(after: "\"watchdog\":\"", in: attributes)
      ?? seconds(after: "time allowance of ", in: attributes)
  }

  /// A decimal number of seconds behind a mark, in nanoseconds.
  private static func seconds(after mark: String, in text: String) -> Int64? {
    guard let place = text.firstRange(of: mark) else { return nil }
    let digits = text[place.upperBound...].prefix { $0.isNumber || $0 == "." }
    return Double(digits).flatMap { Int64(exactly: ($0 * 1e9).rounded()) }
  }
}
