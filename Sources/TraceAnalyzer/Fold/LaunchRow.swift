import TraceModel

/// One launch with all its milestones, as offsets from the first of them.
package struct LaunchRow: Sendable, Encodable {
  package var launch, kind, kindReason: String
  package var context: LaunchContext
  /// RFC 3339; nothing where the log has `uptime` alone.
  package var time: String?
  package var from, to, notCounted: String?
  package var nanos: Int64?
  /// True if a clock of whole seconds measured it, where 0 is anything below one; left out if not.
  package var isOnWholeSeconds: Bool?
  /// Milestone to nanoseconds after the launch's first milestone.
  package var milestoneNanos: [String: Int64]
  /// Milestones whose edge is not really known.
  package var approximate: [String]
  /// The pieces of its time, in their order; none without a time.
  package var phases: [LaunchPhase]
  /// The phase that makes the launch slower than others of its kind; nothing if none does.
  package var standsOut: OutstandingPhase?
}

extension Launch {
  /// The launch as a row of a report.
  func row(_ medians: PhaseMedians) -> LaunchRow {
    let milestones = summary.milestones
    let all = Milestones.Name.allCases.filter { milestones[$0] != Event.absent }
    let first = all.map { milestones[$0] }.min() ?? 0
    // The ends of a record's own measure are no milestones.
    let isMeasured = milestones.measure != .events
    let known = all.filter { !isMeasured || $0 != .start && $0 != .firstFrame }
    return LaunchRow(
      launch: name, kind: kind.name, kindReason: kindReason, context: context, time: began,
      from: time.anchors?.from.name, to: time.anchors?.to.name, notCounted: time.notCounted?.name, nanos: time.nanos,
      isOnWholeSeconds: time.isOnWholeSeconds ? true : nil,
      milestoneNanos: Dictionary(uniqueKeysWithValues: known.map { ($0.name, milestones[$0] &- first) }),
      approximate: known.filter { milestones.isApproximate($0) }.map(\.name), phases: phases,
      standsOut: medians.outstanding(in: self))
  }
}
