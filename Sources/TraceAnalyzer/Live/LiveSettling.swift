import TraceModel

/// Decides when something that a growing log shows can be printed: once no later line is expected to take it back.
///
/// Findings of rules that are not listed here say that something did not happen: they wait until their launch is over.
enum LiveSettling {
  /// The time by which a line may come late, in nanoseconds: this project's number.
  static let settleNanos: Int64 = 2_000_000_000

  /// A launch that is not active this time after its start is one of the background, in nanoseconds: iOS ends apps that
  /// take longer to launch.
  static let startNanos: Int64 = 20_000_000_000

  /// Rules about one step: only a line that belongs before it can excuse it.
  static let ofSteps: Set<RuleID> = [
    .`order.process`, .`order.app`, .`order.scene`, .`order.view`, .`order.task`, .`order.launch`,
    .`main-thread.violated`, .`launch.early-access`, .`background.late-registration`,
    .`trace.clock`,
  ]

  /// Rules that compare launches: what they find waits for the check at the end, as each launch may change it.
  static let ofManyLaunches: Set<RuleID> = [
    .`launch.slow`, .`launch.slow-phase`, .`launch.setup-repeated`, .`data.saved-only-on-deactivation`,
    .`trace.unrecorded`,
  ]

  /// Rules about the time of work that has ended: no later line can shorten it.
  static let ofEnds: Set<RuleID> = [
    .`main-thread.blocked`, .`resume.slow`, .`terminate.handler-overrun`, .`background.handler-overrun`,
    .`background.task-overrun`, .`background.task-late-end`, .`launch.main-thread-work`,
  ]

  /// Decides if a finding can be printed.
  ///
  /// - Parameters:
  ///   - finding: A finding of a launch.
  ///   - newest: The instant of the newest event of the launch.
  ///   - unbroken: The number up to which no event of the launch is missing, if all are numbered.
  ///   - isOver: True if nothing of the launch is expected any more.
  /// - Returns: True if no later line is expected to take the finding back.
  static func isSettled(_ finding: Finding, newest: Int64, unbroken: Int64?, isOver: Bool) -> Bool {
    let rule = finding.rule
    if ofManyLaunches.contains(rule) { return false }
    if ofEnds.contains(rule) { return true }
    guard finding.confidence == .certain else { return false }
    if isOver { return true }
    guard ofSteps.contains(rule) else { return false }
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
