import TraceModel

/// Decides when a finding of a log that still grows can be printed: once no later line is expected to take it back.
///
/// Findings of rules that are not listed here say that something did not happen, or compare launches: they wait until
/// their launch is over.
enum LiveSettling {
  /// A log in the order of its clock may still get lines that belong before its newest one, by up to so much time.
  static let settleNanos: Int64 = 2_000_000_000

  /// Rules about one step, which only lines before it can excuse.
  static let ofSteps: Set<RuleID> = [
    .`order.process`, .`order.app`, .`order.scene`, .`order.view`, .`order.task`, .`order.launch`,
    .`main-thread.violated`, .`launch.early-access`, .`launch.setup-repeated`, .`background.late-registration`,
    .`trace.clock`,
  ]

  /// Rules about the time that something took which has ended.
  static let ofEnds: Set<RuleID> = [
    .`main-thread.blocked`, .`resume.slow`, .`terminate.handler-overrun`, .`background.handler-overrun`,
    .`background.task-overrun`, .`background.task-late-end`, .`launch.main-thread-work`,
  ]

  /// Decides if a finding can be printed.
  ///
  /// - Parameters:
  ///   - finding: A finding of a launch.
  ///   - rule: Its rule.
  ///   - newest: The instant of the newest event of the launch.
  ///   - unbroken: The number up to which no event of the launch is missing, if all are numbered.
  ///   - isOver: True if nothing of the launch is expected any more.
  /// - Returns: True if no later line is expected to take the finding back.
  static func isSettled(_ finding: Finding, _ rule: RuleID, newest: Int64, unbroken: Int64?, isOver: Bool) -> Bool {
    if ofEnds.contains(rule) { return true }
    guard finding.confidence == Confidence.certain.name else { return false }
    if isOver { return true }
    guard ofSteps.contains(rule) else { return false }
    if let unbroken, let seq = finding.seq { return seq <= unbroken }
    guard let time = finding.time.flatMap({ Timestamp.parse(Array($0.utf8).span)?.nanoseconds }) else { return false }
    return newest.subtractingReportingOverflow(time).partialValue >= settleNanos
  }
}
