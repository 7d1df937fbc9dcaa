import TraceModel

/// One entry that several reporters may tell.
struct Occurrence: Sendable {
  var moment: Moment
  let task: InstanceKey
  let number: Int32
  /// The instances it drove; the entry is over once another entry drove one of them.
  let drove: [Int]
  /// As bits, by `Teller.rawValue`.
  var tellers: UInt8

  var kind: EventKind { moment.signature.kind }

  /// Whether both may be about the same scene and view.
  func agrees(with other: Moment) -> Bool {
    moment.event.scene.agrees(with: other.event.scene)
      && moment.signature.view.agrees(with: other.signature.view)
  }
}

extension TextID {
  /// Whether the two are one name, or one of them is not told.
  func agrees(with other: TextID) -> Bool { isNone || other.isNone || self == other }
}

/// The latest entries of a launch with several reporters, which may be told again.
struct Occurrences: Sendable {
  /// `didFinishLaunchingNotification` is posted when the delegate's method has returned, which the
  /// watchdog waits 20 s for (termination reports, `process-launch`).
  private static let launchSpanNanos: Int64 = 20_000_000_000

  /// How far behind the first telling of an occurrence this one may lie.
  static func spanNanos(of signature: Signature) -> Int64 {
    let isPostedLate = signature.kind == .appDidFinishLaunching && signature.teller == .notification
    return isPostedLate ? launchSpanNanos : Inference.folded.nanos
  }

  private var entries: [Occurrence] = []

  mutating func append(_ entry: Occurrence) {
    entries.append(entry)
    if entries.count > 256 {  // Older entries can no longer be told again.
      entries.removeAll {
        entry.moment.instant &- $0.moment.instant > Inference.folded.nanos
          && $0.kind.family != "process"
      }
    }
  }

  /// A callback that took long is told again at its return: the occurrence lasts until then.
  mutating func prolong(_ moment: Moment) {
    let signature = moment.signature
    let index = entries.lastIndex { entry in
      entry.kind == signature.kind && entry.tellers & signature.teller.bit != 0
        && entry.agrees(with: moment)
    }
    guard let index, entries[index].moment.instant < moment.instant else { return }
    entries.append(entries.remove(at: index))
    entries[entries.count - 1].moment.instant = moment.instant
  }

  /// Whether another reporter has told this entry already.
  mutating func fold(_ moment: Moment, _ task: InstanceKey, _ instances: [Instance]) -> Bool {
    let (kind, teller) = (moment.signature.kind, moment.signature.teller)
    let isLifeOfProcess = kind == .processStart || kind == .processExit
    for index in entries.indices.reversed() {
      let earlier = entries[index]
      let isReport = isLifeOfProcess && (earlier.tellers | teller.bit) & Teller.system.bit != 0
      let nanos = moment.instant &- earlier.moment.instant
      if !isReport, nanos > Self.spanNanos(of: moment.signature) {
        if isLifeOfProcess { continue }
        return false
      }
      guard earlier.kind == kind, earlier.tellers & teller.bit == 0,
        earlier.agrees(with: moment), earlier.task.a.agrees(with: task.a),
        earlier.task.b.agrees(with: task.b), isReport || nanos >= -Inference.folded.nanos,
        isReport || earlier.drove.allSatisfy({ instances[$0].lastEntry == earlier.number })
      else { continue }
      entries[index].tellers |= teller.bit
      return true
    }
    return false
  }
}

extension Teller {
  /// The teller as one bit of a set.
  var bit: UInt8 { 1 << rawValue }
}
