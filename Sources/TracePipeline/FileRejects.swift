package import TraceModel

/// How many lines of a source were rejected.
package struct FileRejects: Sendable {
  package var file: String
  package var lines: Int64 = 0
  package var rejected: Int64 = 0
  /// The first of them, and why.
  package var first: (line: Int32, reason: Reject.Reason)?

  /// True if a larger share of `a` was rejected; then more of it, then by name.
  static func isWorse(_ a: Self, _ b: Self) -> Bool {
    let first = Double(a.rejected) * Double(b.lines)
    let second = Double(b.rejected) * Double(a.lines)
    return (second, b.rejected, a.file) < (first, a.rejected, b.file)
  }
}
