/// The value of one dimension.
package struct GroupValue: Hashable, Sendable, Encodable {
  package var dimension: String
  /// Empty where the log does not say it.
  package var value: String
}
