import TraceModel

/// Decides when something that a growing log shows can be printed: once no later line is expected to take it back.
enum LiveSettling {
  /// The time by which a line may come late, in nanoseconds: this project's number.
  static let settleNanos: Int64 = 2_000_000_000

  /// A launch that is not active this time after its start is one of the background, in nanoseconds: iOS ends apps that
  /// take longer to launch.
  static let startNanos: Int64 = 20_000_000_000

  /// Decides if a finding can be printed.
  ///
  /// - Parameters:
  ///   - finding: A finding of a launch.
  ///   - newest: The instant of the newest event of the launch.
  ///   - unbroken: The number up to which no event of the launch is missing, if all are numbered.
  ///   - isOver: True if nothing of the launch is expected any more.
  /// - Returns: True if no later line is expected to take the finding back.
  static func isSettled(_ finding: Finding, newest: Int64, unbroken: Int64?, isOver: Bool) -> Bool {
    let settles = Catalogue.description(of: finding.rule).settles
    if settles == .withAllLaunches { return false }
    if settles == .withEnd { return true }
    guard finding.confidence == .certain else { return false }
    if isOver { return true }
    guard settles == .withStep else { return false }
    if let unbroken, let seq = finding.seq { return seq <= unbroken }
    guard let time = finding.time.flatMap({ Timestamp.parse(Array($0.utf8).span)?.nanoseconds }) else { return false }
    return isPast(time, by: settleNanos, newest)
  }

  /// Decides if the kind of a launch can be printed: until it comes to the foreground, every launch looks like one of the
  /// background.
  ///
  /// - Parameters:
  ///   - launch: A launch.
  ///   - isOver: True if nothing of the launch is expected any more.
  /// - Returns: True if no later line is expected to show another kind.
  static func isStarted(_ launch: Launch, isOver: Bool) -> Bool {
    let isInForeground = launch.kind != .background && launch.kind != .extension
    return isOver || isInForeground || launch.time.nanos != nil
      || isPast(launch.firstInstant, by: startNanos, launch.summary.lastInstant)
  }

  /// Decides if a launch time can be printed: one that ends at the activation may still get a first frame.
  ///
  /// - Parameters:
  ///   - launch: A launch.
  ///   - isOver: True if nothing of the launch is expected any more.
  /// - Returns: True if the launch has a time, and no later line is expected to change it.
  static func isTimed(_ launch: Launch, isOver: Bool) -> Bool {
    guard launch.time.nanos != nil else { return false }
    return isOver || launch.time.anchors?.to != .active
      || isPast(launch.summary.milestones[.active], by: settleNanos, launch.summary.lastInstant)
  }

  private static func isPast(_ instant: Int64, by nanos: Int64, _ newest: Int64) -> Bool {
    newest.subtractingReportingOverflow(instant).partialValue >= nanos
  }
}
