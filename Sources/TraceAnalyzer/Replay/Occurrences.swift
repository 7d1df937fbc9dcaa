import TraceModel

/// One entry that several reporters may tell.
struct Occurrence: Sendable {
  let kind: EventKind
  /// As bits, by `Teller.rawValue`.
  var tellers: UInt8
  let scene, view: TextID
  var task, taskKind: TextID
  var instant: Int64
  /// How far behind the first telling this one may lie.
  let spanNanos: Int64
  /// The instances it drove; the entry is over once another entry drove one of them.
  var drove: [Int] = []
  let number: Int32

  init(_ moment: Moment, number: Int32) {
    let signature = moment.signature
    kind = signature.kind
    tellers = 1 << signature.teller.rawValue
    scene = moment.event.scene
    view = signature.view
    task = moment.event.task
    taskKind = signature.taskKind
    instant = moment.instant
    spanNanos = Occurrences.spanNanos(of: signature)
    self.number = number
  }
}

/// The latest entries of a launch with several reporters, which may be told again.
struct Occurrences: Sendable {
  /// How far apart two tellings of one occurrence may lie: this project's own number, far over the
  /// delay between a delegate's method and its notification, far under a person's next act.
  private static let spanNanos: Int64 = 1_000_000_000
  /// `didFinishLaunchingNotification` is posted when the delegate's method has returned, which the
  /// watchdog waits 20 s for (termination reports, `process-launch`).
  private static let launchSpanNanos: Int64 = 20_000_000_000

  /// How far behind the first telling of an occurrence this one may lie.
  static func spanNanos(of signature: Signature) -> Int64 {
    let isPostedLate = signature.kind == .appDidFinishLaunching && signature.teller == .notification
    return isPostedLate ? launchSpanNanos : spanNanos
  }

  private var entries: [Occurrence] = []

  mutating func append(_ entry: Occurrence) {
    entries.append(entry)
    if entries.count > 256 {  // Older entries can no longer be told again.
      entries.removeAll {
        entry.instant &- $0.instant > Self.spanNanos && $0.kind.family != "process"
      }
    }
  }

  /// A callback that took long is told again at its return: the occurrence lasts until then.
  mutating func prolong(_ moment: Moment) {
    let again = Occurrence(moment, number: 0)
    let index = entries.lastIndex { entry in
      entry.kind == again.kind && entry.tellers & again.tellers != 0
        && Self.matches(entry.scene, again.scene) && Self.matches(entry.view, again.view)
    }
    guard let index, entries[index].instant < moment.instant else { return }
    entries.append(entries.remove(at: index))
    entries[entries.count - 1].instant = moment.instant
  }

  /// Whether another reporter has told this entry already.
  mutating func fold(_ entry: Occurrence, _ instances: [Instance]) -> Bool {
    let isLifeOfProcess = entry.kind == .processStart || entry.kind == .processExit
    let system = UInt8(1) << Teller.system.rawValue
    for index in entries.indices.reversed() {
      let earlier = entries[index]
      let isReport = isLifeOfProcess && (earlier.tellers | entry.tellers) & system != 0
      let nanos = entry.instant &- earlier.instant
      if !isReport, nanos > entry.spanNanos {
        if isLifeOfProcess { continue }
        return false
      }
      guard earlier.kind == entry.kind, earlier.tellers & entry.tellers == 0,
        Self.matches(earlier.scene, entry.scene), Self.matches(earlier.view, entry.view),
        Self.matches(earlier.task, entry.task), Self.matches(earlier.taskKind, entry.taskKind),
        isReport || nanos >= -Self.spanNanos,
        isReport || earlier.drove.allSatisfy({ instances[$0].lastEntry == earlier.number })
      else { continue }
      entries[index].tellers |= entry.tellers
      return true
    }
    return false
  }

  private static func matches(_ a: TextID, _ b: TextID) -> Bool { a.isNone || b.isNone || a == b }
}
