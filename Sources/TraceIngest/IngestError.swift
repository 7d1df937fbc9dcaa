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
  /// The input was opened, and some of it was not read or is damaged: the rest counts.
  ///
  /// The exit code is then 3, and 4 for an input that could not be read at all.
  package var isPartial = false

  package var description: String { "cannot \(operation) '\(subject)': \(cause); \(hint)" }
}
