import TraceModel

/// What the kind and the time of a launch rest on: an eighth of the room of its summary.
struct TimedSummary: Sendable {
  // In this order it takes 32 bytes.

  let firstInstant: Int64
  /// The time, as if the launch was in the foreground, in an environment in which launches count.
  let time: LaunchTime
  let nature: LaunchNature
  let context: ContextID

  var hasWallClock: Bool { LaunchSummary.isOnWallClock(firstInstant) }
}
