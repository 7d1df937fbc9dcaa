/// Keeps the activities of the scheduler by the task of which each is a request: a task has one at a time, and a later
/// request replaces it.
///
/// Source: Apple, `BGTaskScheduler.submit(_:)`.
struct LogActivities: Sendable {
  enum Turn { case isReplaced, replaces, isAlone }

  /// How long after an activity was canceled the next one of its task may be logged as its replacement: this project's
  /// number.
  private static let turnNanos: Int64 = 1_000_000_000

  /// By task, its last activity, and when the last one was canceled that no other had replaced.
  private var latest = RecentMap<String, String>()
  private var canceled = RecentMap<String, Int64>()

  /// Notes that an activity of a task was submitted or canceled.
  mutating func note(_ event: String, of task: String, _ activity: String, _ instant: Int64) -> Turn {
    switch event {
    case "task.submit":
      let isTurn = canceled[task].map { 0...Self.turnNanos ~= instant &- $0 } ?? false
      canceled[task] = nil
      latest[task] = activity
      return isTurn ? .replaces : .isAlone
    case "task.cancel":
      if let last = latest[task], last != activity { return .isReplaced }
      canceled[task] = instant
      return .isAlone
    default: return .isAlone
    }
  }
}
