package import TraceModel

/// A stay in the background with its place in a store.
package struct StayRow: Sendable, Equatable {
  /// The row of the launch's stream, which launch of the stream it is, and which stay of the launch, from 0.
  package var stream, ordinal, number: Int64
  package var stay: StaySummary

  /// A stay of a launch.
  package init(stream: Int64, ordinal: Int64, number: Int64, stay: StaySummary) {
    self.stream = stream
    self.ordinal = ordinal
    self.number = number
    self.stay = stay
  }
}
