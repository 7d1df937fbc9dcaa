import TraceModel

/// The latest entries of a launch with several sources, which another source may report again.
struct Occurrences: Sendable {
  /// `didFinishLaunchingNotification` is posted after the delegate's method returns, for which the watchdog waits 20 s
  /// (termination reports, `process-launch`).
  private static let launchSpanNanos: Int64 = 20_000_000_000

  /// The most entries held, however many share an instant: this project's number, far over the callbacks that come
  /// between two reports of one.
  private static let most = 1024

  private var entries: [Occurrence] = []

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
    // What the app did during the launch does not end this entry; what its process did, which stands first, does.
    if entry.kind == .appDidFinishLaunching { entry.drove.keep { $0 == 0 } }
    entries.append(entry)
  }

  /// Takes an entry that another source has reported already; false if there is none.
  mutating func fold(_ entry: Occurrence, _ instances: [Instance]? = nil) -> Bool {
    guard let index = index(of: entry, instances) else { return false }
    entries[index].eventSources |= entry.eventSources
    return true
  }

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
  var bit: UInt8 { 1 << rawValue }
}

/// One entry of a callback or notification, as some hundred are compared with each event: only the compared fields.
struct Occurrence: Sendable {
  /// The launch's clock at its first report, or when its callback returned.
  var clock: Int64
  let kind: EventKind
  private let scene: TextID
  private let view: TextID
  let task: InstanceKey
  let number: Int32
  /// The instances it drove; the entry is over once another entry drove one of them.
  var drove: DrivenInstances
  /// As bits by `EventSource.rawValue`.
  var eventSources: UInt8

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

  /// True if both may be about one scene and one view.
  func agrees(with other: Occurrence) -> Bool { scene.agrees(with: other.scene) && view.agrees(with: other.view) }

  func agrees(with other: OrderedEvent) -> Bool {
    scene.agrees(with: other.event.scene) && view.agrees(with: other.signature.view)
  }
}

extension TextID {
  /// True if the texts are equal, or one is absent.
  func agrees(with other: TextID) -> Bool { isNone || other.isNone || self == other }
}
