import TraceModel

/// One entry of a callback or notification, which several sources may report.
struct Occurrence: Sendable {
  var orderedEvent: OrderedEvent
  var task = InstanceKey(machine: .task)
  var number: Int32 = 0
  /// The instances it drove; the entry is over once another entry drove one of them.
  var drove: [Int] = []
  /// The sources that reported it again, as bits by `EventSource.rawValue`.
  var others: UInt8 = 0

  var eventSources: UInt8 { others | orderedEvent.signature.eventSource.bit }
  var kind: EventKind { orderedEvent.signature.kind }

  /// True if both may be about the same scene and view.
  func agrees(with other: OrderedEvent) -> Bool {
    orderedEvent.event.scene.agrees(with: other.event.scene)
      && orderedEvent.signature.view.agrees(with: other.signature.view)
  }
}

extension TextID {
  /// True if the two are one text, or one of them is absent.
  func agrees(with other: TextID) -> Bool { isNone || other.isNone || self == other }
}
