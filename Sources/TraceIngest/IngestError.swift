package import TraceModel

/// A source that could not be read: the operation that failed, its subject, the cause, and a hint what to do.
package struct IngestError: StatedError, Equatable {
  /// A verb for the message, as in "open" or "decompress".
  package var operation: String
  /// The path, as it was given.
  package var subject: String
  package var cause: String
  package var hint: Sentence
  /// True if the source is no log.
  package var isOfNoLog = false
  /// True if the input was opened and some of it could not be read, or is damaged: what was read counts.
  ///
  /// The exit code is then 3; for an input that could not be read at all it is 4.
  package var isPartial = false

  package var sentence: Sentence {
    "cannot \(name: operation) '\(name: subject)': \(name: cause); \(hint)"
  }
}

extension IngestError {
  /// The error for a path of which so many records were missed, by their numbers: it led to files that nobody read.
  package init(_ path: SourcePath, missedRecords count: Int64) {
    self.init(
      operation: "read all of", subject: path.name,
      cause: "it was replaced while it was not read, and \(count) records are missing by their 'seq'",
      hint: "check the files beside it, or follow its folder", isPartial: true)
  }

  /// The error for a text whose dates may each be of two months.
  init(_ path: SourcePath, undecidedDay example: String) {
    self.init(
      operation: "read", subject: path.name,
      cause: "its dates, as \(example), may have the day or the month first, and no day over 12 shows which",
      hint: "write them as in 2026-10-31, or with points, as in 31.10.2026")
  }
}
