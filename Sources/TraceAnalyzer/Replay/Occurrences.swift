import TraceModel

/// One entry that several reporters may tell.
struct Occurrence: Sendable {
  var moment: Moment
  var task = InstanceKey(machine: .task)
  var number: Int32 = 0
  /// The instances it drove; the entry is over once another entry drove one of them.
  var drove: [Int] = []
  /// Those who told it again, as bits, by `Teller.rawValue`.
  var others: UInt8 = 0

  var tellers: UInt8 { others | moment.signature.teller.bit }
  var kind: EventKind { moment.signature.kind }

  /// Whether both may be about the same scene and view.
  func agrees(with other: Moment) -> Bool {
    moment.event.scene.agrees(with: other.event.scene) && moment.signature.view.agrees(with: other.signature.view)
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

  private var entries: [Occurrence] = []

  mutating func append(_ entry: Occurrence) {
    entries.append(entry)
    if entries.count > 256 {  // Older entries can no longer be told again.
      let oldest = entry.moment.instant &- Inference.folded.nanos
      entries.removeAll { $0.moment.instant < oldest && $0.kind.family != "process" }
    }
  }

  /// A callback that took long is told again at its return: the occurrence lasts until then.
  mutating func prolong(_ moment: Moment) {
    let signature = moment.signature
    let index = entries.lastIndex { entry in
      entry.kind == signature.kind && entry.tellers & signature.teller.bit != 0 && entry.agrees(with: moment)
    }
    guard let index, entries[index].moment.instant < moment.instant else { return }
    var entry = entries.remove(at: index)
    entry.moment.instant = moment.instant
    // What the app did while it was launched does not end that; what its process did, which stands first, does.
    if entry.kind == .appDidFinishLaunching { entry.drove.removeAll { $0 != 0 } }
    entries.append(entry)
  }

  /// Takes an entry as told again, if another reporter has told it already.
  mutating func fold(_ entry: Occurrence, _ instances: [Instance]? = nil) -> Bool {
    guard let index = index(of: entry, instances) else { return false }
    entries[index].others |= entry.tellers
    return true
  }

  /// The entry that another reporter has told already.
  func index(of entry: Occurrence, _ instances: [Instance]? = nil) -> Int? {
    let (task, signature, tellers) = (entry.task, entry.moment.signature, entry.tellers)
    let isLifeOfProcess = signature.kind == .processStart || signature.kind == .processExit
    // How far behind the first telling of an occurrence this one may lie.
    let isPostedLate = signature.kind == .appDidFinishLaunching && signature.teller == .notification
    let folded = Inference.folded.nanos
    let limit = isPostedLate ? Self.launchSpanNanos : folded
    for index in entries.indices.reversed() {
      let earlier = entries[index]
      let isReport = isLifeOfProcess && (earlier.tellers | tellers) & Teller.system.bit != 0
      let nanos = entry.moment.instant &- earlier.moment.instant
      if !isLifeOfProcess, nanos > limit { return nil }
      // Without instances the wall clock may have stepped back between the two.
      let isNear = nanos <= limit && (instances == nil || nanos >= -folded)
      guard earlier.kind == signature.kind, earlier.tellers & tellers == 0, isReport || isNear,
        earlier.agrees(with: entry.moment), earlier.task.a.agrees(with: task.a), earlier.task.b.agrees(with: task.b),
        isReport || earlier.drove.allSatisfy({ instances?[$0].lastEntry == earlier.number })
      else { continue }
      return index
    }
    return nil
  }
}

extension Teller {
  /// The teller as one bit of a set.
  var bit: UInt8 { 1 << rawValue }
}
