import TraceModel

/// A callback, or a hang, whose end the log of its launch does not hold.
struct UnreturnedCallback {
  let entry: OrderedEvent
  /// From its entry to the log's end.
  let nanos: Int64
  /// How much of that may be due to the steps of the clock.
  let slack: Int64
  /// The watchdog ended the process.
  var isKilled = false
  /// The process lived on for longer than iOS lets the callback run: it has returned unrecorded.
  var hasReturned = false
  /// Nothing of the app was in the foreground.
  var isUnseen = false

  var kind: EventKind { entry.signature.kind }
  /// It has a budget of its own.
  var isHandler: Bool { kind != .mainHang && !KindSet.mainThreadCallbacks.contains(kind) }
  /// It is known to be open only where the log holds the return of another one.
  ///
  /// A recorder that writes the begin of a hang was still running, and does not leave out its end.
  var isJudgedByReturns: Bool { kind != .mainHang && !isHandler }
  /// The watchdog ended the process because of it, which is reported at the exit.
  var isReportedAtExit: Bool { isKilled && !isHandler && !hasReturned }
}
