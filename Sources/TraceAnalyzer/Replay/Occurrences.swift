import TraceModel

/// The latest entries of a launch with several sources, which another source may report again.
struct Occurrences: Sendable {
  /// `didFinishLaunchingNotification` is posted when the delegate's method has returned, which the
  /// watchdog waits 20 s for (termination reports, `process-launch`).
  private static let launchSpanNanos: Int64 = 20_000_000_000

  /// So many entries are held at most, however many come at one instant: this project's number, far over the callbacks
  /// that come between two reports of one.
  private static let most = 1024

  private var entries: [Occurrence] = []

  /// Takes over the storage of other occurrences.
  mutating func takeStorage(of other: inout Occurrences) { entries.takeStorage(of: &other.entries) }

  mutating func append(_ entry: Occurrence) {
    entries.append(entry)
    if entries.count > 256 {  // Older entries are not reported again.
      let oldest = entry.clock &- Inference.folded.nanos
      entries.removeAll { $0.clock < oldest && $0.kind.family != "process" }
      if entries.count > Self.most { entries.removeFirst(Self.most / 2) }
    }
  }

  /// Lets an occurrence last until its callback returns: another source may report a long one only then.
  mutating func prolong(_ orderedEvent: OrderedEvent) {
    let signature = orderedEvent.signature
    let index = entries.lastIndex { entry in
      entry.kind == signature.kind && entry.eventSources & signature.eventSource.bit != 0
        && entry.agrees(with: orderedEvent)
    }
    guard let index, entries[index].clock < orderedEvent.clock else { return }
    var entry = entries.remove(at: index)
    entry.clock = orderedEvent.clock
    // What the app did while it was launched does not end that; what its process did, which stands first, does.
    if entry.kind == .appDidFinishLaunching { entry.drove.keep { $0 == 0 } }
    entries.append(entry)
  }

  /// Takes an entry as one that another source has reported already; false if there is none.
  mutating func fold(_ entry: Occurrence, _ instances: [Instance]? = nil) -> Bool {
    guard let index = index(of: entry, instances) else { return false }
    entries[index].eventSources |= entry.eventSources
    return true
  }

  /// The index of the entry that another source has reported already.
  func index(of entry: Occurrence, _ instances: [Instance]? = nil) -> Int? {
    let task = entry.task
    let eventSources = entry.eventSources
    let isLifeOfProcess = entry.kind == .processStart || entry.kind == .processExit
    // How far behind the first report of an occurrence this one may lie.
    let isPostedLate = entry.kind == .appDidFinishLaunching && eventSources == EventSource.notification.bit
    let folded = Inference.folded.nanos
    let limit = isPostedLate ? Self.launchSpanNanos : folded
    for index in entries.indices.reversed() {
      let earlier = entries[index]
      let isReport = isLifeOfProcess && (earlier.eventSources | eventSources) & EventSource.system.bit != 0
      let nanos = entry.clock &- earlier.clock
      if !isLifeOfProcess, nanos > limit { return nil }
      // Without instances the clock may have stepped back between the two.
      let isNear = nanos <= limit && (instances == nil || nanos >= -folded)
      guard earlier.kind == entry.kind, earlier.eventSources & eventSources == 0, isReport || isNear,
        earlier.agrees(with: entry), earlier.task.a.agrees(with: task.a),
        earlier.task.b.agrees(with: task.b),
        isReport || earlier.drove.allSatisfy({ instances?[$0].lastEntry == earlier.number })
      else { continue }
      return index
    }
    return nil
  }
}

extension EventSource {
  /// The event source as one bit of a set.
  var bit: UInt8 { 1 << rawValue }
}

/// One entry of a callback or notification, which several sources may report.
///
/// It keeps only the fields that are compared, as each event may be compared with some hundred entries.
struct Occurrence: Sendable {
  /// The launch's clock when it was reported first, or when its callback returned.
  var clock: Int64
  let kind: EventKind
  private let scene: TextID
  private let view: TextID
  let task: InstanceKey
  let number: Int32
  /// The instances it drove; the entry is over once another entry drove one of them.
  var drove: DrivenInstances
  /// The sources that reported it, as bits by `EventSource.rawValue`.
  var eventSources: UInt8

  /// An entry with its number among all entries, and the instances that it drove.
  init(
    _ entry: OrderedEvent, task: InstanceKey = InstanceKey(machine: .task), number: Int32 = 0,
    drove: DrivenInstances = DrivenInstances()
  ) {
    clock = entry.clock
    kind = entry.signature.kind
    scene = entry.event.scene
    view = entry.signature.view
    self.task = task
    self.number = number
    self.drove = drove
    eventSources = entry.signature.eventSource.bit
  }

  /// True if both may be about the same scene and view.
  func agrees(with other: Occurrence) -> Bool { scene.agrees(with: other.scene) && view.agrees(with: other.view) }

  /// The same for an event.
  func agrees(with other: OrderedEvent) -> Bool {
    scene.agrees(with: other.event.scene) && view.agrees(with: other.signature.view)
  }
}

extension TextID {
  /// True if the two are one text, or one of them is absent.
  func agrees(with other: TextID) -> Bool { isNone || other.isNone || self == other }
}
