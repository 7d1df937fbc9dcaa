/// A line of a log.
package struct SourceLine: Sendable, Hashable, Encodable {
  /// The path as it was given.
  package var file: String
  /// 1-based.
  package var line: Int
}
