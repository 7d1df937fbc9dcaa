import TraceModel

/// One event of a launch, with the instant it is ordered and measured by.
struct OrderedEvent: Sendable {
  var event: Event
  var signature: Signature
  /// Nanoseconds on the wall clock, reckoned from `uptime` where the event has no time.
  var instant: Int64
  /// Nanoseconds on the clock that its launch is measured by: `uptime` if an event of the launch carries it, else the
  /// instant.
  ///
  /// A wall clock that is set does not change it. Two events of one launch are compared by it alone.
  var clock: Int64

  /// True if the event has a `seq`.
  var isNumbered: Bool { event.seq != Event.absent }

  /// True if nothing says which of the two comes first.
  func ties(with other: OrderedEvent) -> Bool { !isNumbered && !other.isNumbered && clock == other.clock }
}
