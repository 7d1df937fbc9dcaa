package import TraceModel

/// How many records of a source were rejected.
package struct FileRejects: Sendable {
  /// The path of the source.
  package var file: String
  /// All of its records.
  ///
  /// A store counts the lines of a source instead, of which a record may take several.
  package var records: Int64 = 0
  /// Those of them that were rejected.
  package var rejected: Int64 = 0
  /// The first of them, and why.
  package var first: (line: Int32, reason: Reject.Reason)?

  /// Notes a record that was rejected, which may be the first one.
  mutating func note(_ reject: Reject) { note((reject.line, reject.reason)) }

  private mutating func note(_ rejected: (line: Int32, reason: Reject.Reason)) {
    if let first, first.line.magnitude <= rejected.line.magnitude { return }
    first = rejected
  }

  /// Adds records of the same source that were rejected.
  static func += (rejects: inout Self, more: Self) {
    rejects.rejected += more.rejected
    if let first = more.first { rejects.note(first) }
  }

  /// True if a larger share of `a` was rejected; then more of it, then by name.
  static func isWorse(_ a: Self, _ b: Self) -> Bool {
    let first = Double(a.rejected) * Double(b.records)
    let second = Double(b.rejected) * Double(a.records)
    return (second, b.rejected, a.file) < (first, a.rejected, b.file)
  }
}
