/// A phase that explains much of the time by which a launch is slower than others of its kind.
package struct OutstandingPhase: Sendable, Equatable, Encodable {
  package var phase: String
  package var nanos: Int64
  /// The median of that phase in launches of the same kind.
  package var medianNanos: Int64
  /// How many launches the median is of.
  package var count: Int
}
