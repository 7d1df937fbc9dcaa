/// One background task, from its begin to its end.
public struct TaskSummary: Sendable, Equatable {
  public var task = TextID.none
  public var name = TextID.none
  /// The API that granted the time: the name of a `TaskKind`, or another word of the log.
  public var kind = TextID.none
  public var outcome = TaskOutcome.open
  public var begin = EventLocation()
  public var end = EventLocation()
  public var expire = EventLocation()
  /// Nanoseconds of [begin, end] that lie in stays.
  public var backgroundNanos: Int64 = 0
  /// The most of `backgroundNanos` in one stay: what counts against a budget, as iOS grants each stay its own time.
  public var longestStayNanos: Int64 = 0
  /// From `task.expire` to `task.end`.
  public var expirationNanos = Event.absent
  /// True if another kind of task, or work that iOS lets run, kept the app running meanwhile.
  public var isCovered = false
  /// UIKit's own task (`attributes.system`).
  public var isSystem = false
  /// True if UIKit said that it still ran when its expiration handlers had returned (`attributes.stillRunning`).
  public var isUnended = false

  /// A task without a name.
  public init() {}
}

/// How a background task ended.
public enum TaskOutcome: UInt8, Named, Sendable, CaseIterable {
  case ended, expired, endedTwice, overwritten, leaked, open
}
