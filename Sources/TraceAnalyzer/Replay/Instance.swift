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
}
