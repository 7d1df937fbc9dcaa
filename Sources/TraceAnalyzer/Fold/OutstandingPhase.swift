/// A phase in which a launch was so much slower than others of its kind that it explains much of what it is slower by.
package struct OutstandingPhase: Sendable, Equatable, Encodable {
  package var phase: String
  package var nanos: Int64
  /// The median of that phase in launches of the same kind.
  package var medianNanos: Int64
  /// How many launches the median is of.
  package var count: Int
}
