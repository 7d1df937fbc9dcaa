/// A source that could not be read: what was done, to what, why not, and what to do now.
package struct IngestError: Error, Equatable, CustomStringConvertible {
  /// As in "open" or "decompress".
  package var operation: String
  /// The path, as it was given.
  package var subject: String
  package var cause: String
  package var hint: String
  /// What was read is no log.
  package var isOfNoLog = false

  package var description: String { "cannot \(operation) '\(subject)': \(cause); \(hint)" }
}
