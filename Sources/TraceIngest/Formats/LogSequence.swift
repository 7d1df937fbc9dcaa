import TraceModel

/// Numbers that go on from one message of a process to the next: where they don't, messages are missing.
///
/// UIKit keeps the reasons for which an app is inactive as the bits of one number, and logs that number before and
/// after each change of one bit. It numbers background tasks from 1, one by one.
struct LogSequence: Sendable {
  /// How a message continues those before it.
  enum Continuation: Equatable {
    /// At least `missingCount` messages are missing between them.
    case follows(missingCount: Int64)
    /// Console wrote the message twice.
    case repeated
    /// It is of another process of the same name; if it is of the same one, at least `missingCount` messages are missing.
    case restarted(missingCount: Int64)
  }

  /// Console writes some messages twice, some 50 µs apart (github.com/microsoftconnect/ms-intune-app-sdk-ios/issues/137).
  private static let repetitionNanos: Int64 = 1_000_000
  private static let reasons = TextPattern("Deactivation reason {_}; deactivation reasons: {old} -> {new}")

  private var lastChange: (old: Int64, new: Int64, instant: Int64)?
  /// The background tasks that were begun, by their numbers.
  private var tasks: Set<Int64> = []
  private var firstTask: Int64?
  private var lastTask: Int64?
  private var lastTaskInstant = Event.absent

  /// The reasons for being inactive before and after the change that a message reports.
  static func change(in text: ArraySlice<UInt8>) -> (old: Int64, new: Int64)? {
    guard let holes = reasons.holes(in: text), let old = holes["old"]?.string,
      let new = holes["new"]?.prefix(while: \.isDigit).string
    else { return nil }
    guard let before = Int64(old), let after = Int64(new) else { return nil }
    return (before, after)
  }

  /// Whether a change of reasons was seen already: an app of whom one was seen is active when there is no reason left.
  var hasChange: Bool { lastChange != nil }

  /// Takes a change of the reasons for being inactive.
  mutating func take(change: (old: Int64, new: Int64), at instant: Int64) -> Continuation {
    guard let last = lastChange else {
      lastChange = (change.old, change.new, instant)
      return .follows(missingCount: 0)
    }
    let isSame = last.old == change.old && last.new == change.new
    if isSame, instant &- last.instant <= Self.repetitionNanos { return .repeated }
    lastChange = (change.old, change.new, instant)
    let missingCount = Int64((change.old ^ last.new).nonzeroBitCount)
    let isFromNone = change.old == 0 && last.new != 0
    return isFromNone ? .restarted(missingCount: missingCount) : .follows(missingCount: missingCount)
  }

  /// Takes the begin of a background task of this number; nothing where the number is left out of the log.
  mutating func take(task: Int64?, at instant: Int64) -> Continuation {
    guard let task else {
      lastTask = lastTask.map { $0 &+ 1 }
      return .follows(missingCount: 0)
    }
    let last = lastTask
    let lastInstant = lastTaskInstant
    if task == last, instant &- lastInstant <= Self.repetitionNanos { return .repeated }
    let isOfAnother = tasks.contains(task) || task < (firstTask ?? task)
    tasks.insert(task)
    firstTask = firstTask ?? task
    lastTask = max(last ?? task, task)
    lastTaskInstant = instant
    if isOfAnother { return .restarted(missingCount: 0) }
    let skipped = last.map { Int128(task) - Int128($0) - 1 } ?? 0
    return .follows(missingCount: Int64(clamping: max(0, skipped)))
  }
}
