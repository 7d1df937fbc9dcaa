import TraceModel

/// Where a `Context` is in the store: its row, which holds all of it but the process id, and that.
struct StoredContext: Hashable, Sendable {
  /// The row of `contexts`.
  var row: Int64 = 0
  var pid = Event.absent
}
