import TraceModel

/// An event from which time is taken.
struct TimeMark {
  let orderedEvent: OrderedEvent
  private let lostCount: Int64

  init(_ step: Step) {
    orderedEvent = step.orderedEvent
    lostCount = step.lostCount
  }

  /// The nanoseconds from here to an event; nothing where the clock does not say, or an event is lost between.
  func nanos(to step: Step) -> Int64? {
    step.lostCount == lostCount ? orderedEvent.event.place.nanos(to: step.event.entry) : nil
  }
}
