import TraceModel

/// A fault of one background task, which shows when its launch is over.
protocol TaskRule: Rule {
  /// False for a task that is sure to have no such fault, as most tasks are: so no draft of it is tried.
  static func concerns(_ task: TaskSummary, _ launch: LaunchFindings) -> Bool
  /// The finding about a task with this fault; nil for a task without it.
  static func draft(of task: TaskSummary, _ launch: LaunchFindings) -> FindingDraft?
}

extension TaskRule {
  static var taskRule: (any TaskRule.Type)? { self }
}

extension StaySummary {
  /// True if it ended before something began.
  func isOver(before place: EventLocation) -> Bool { begin.nanos(to: place).map { $0 > nanos } ?? false }
}

extension TaskSummary {
  /// Where it ended, or began if it has no end.
  var lastPlace: EventLocation { end == EventLocation() ? begin : end }
}
