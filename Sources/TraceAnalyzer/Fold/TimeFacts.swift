import TraceModel

/// The parts of a summary that a launch's time rests on.
///
/// For speed: a summary that is handed on is copied, and a reference to its details counted.
struct TimeFacts {
  var milestones: Milestones
  var nature: LaunchNature
  var hasClockStep, hasMilestonesOutOfOrder, isInterrupted: Bool
  var watchdogNanos: Int64
}

extension LaunchSummary {
  /// The parts that the launch's time rests on.
  @inline(__always) var timeFacts: TimeFacts {
    TimeFacts(
      milestones: milestones, nature: nature, hasClockStep: hasClockStep,
      hasMilestonesOutOfOrder: hasMilestonesOutOfOrder, isInterrupted: isInterrupted, watchdogNanos: watchdogNanos)
  }
}
