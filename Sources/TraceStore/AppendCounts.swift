package import TraceModel

/// The outcome of storing a batch of events.
package struct AppendCounts: Sendable {
  package var newEvents = 0
  /// The events that were there before, by their index in the batch, rising; of a record that holds several the first.
  package var known: [Int] = []
  package var duplicates: Int { known.count }
  /// Events whose place in their stream another event has, by their index in the batch: each is to
  /// become a reject, as `duplicateWithOtherFields` or `conflict`.
  package var refused: [(index: Int, reason: Reject.Reason)] = []
}
