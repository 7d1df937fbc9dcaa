import TraceModel

/// One instance of a machine: the states it may be in, and the entry that drove it last.
struct Instance: Sendable {
  var machine: MachineID
  var set: StateSet
  /// Those, and what events may have led to that were lost and are held nowhere, or that tie.
  var wide: StateSet
  /// The kind of its last event: `unknown` before its first one, nil where that may be lost.
  var last: EventKind?
  var lastEntry: Int32 = -1
  /// The last entry that was legal.
  var lastLegalEntry: Int32 = -1
  /// How many events were lost before the entry that last changed its states.
  var lastLost: Int64 = 0

  /// Goes to states that are certain, by a legal event of this kind.
  ///
  /// - Parameters:
  ///   - states: The states.
  ///   - kind: The kind of the event.
  ///   - entry: The number of the event's entry.
  ///   - lostCount: How many events were lost before it.
  @inline(__always)
  mutating func move(to states: StateSet, _ kind: EventKind, _ entry: Int32, _ lostCount: Int64) {
    if states != set { lastLost = lostCount }
    set = states
    wide = states
    last = kind
    lastEntry = entry
    lastLegalEntry = entry
  }
}
