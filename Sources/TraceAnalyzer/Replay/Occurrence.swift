import TraceModel

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
