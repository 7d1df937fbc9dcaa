import TraceModel

/// What the kind and the time of a launch rest on: an eighth of the room of its summary.
struct TimedSummary: Sendable {
  // In this order it takes 32 bytes.

  let firstInstant: Int64
  /// The time before nature, simulator and debugger are taken into account.
  let time: LaunchTime
  let nature: LaunchNature
  let context: ContextID
}
