import TraceModel

/// A number of this project's, not Apple's, that decides what a log does not say; `inferences.txt` has them.
package enum Inference: Int, Sendable, CaseIterable {
  case folded, forwarded, late, leaked, prewarmed, pushed, suspended, swiped

  private static let rows = PackageResources.inferences_txt.lines.dropLast().map {
    $0.split(separator: "|").map(String.init)
  }
  private static let numbers = rows.map { (Int64($0[1]) ?? 0) * 1_000_000 }

  /// The number, in nanoseconds.
  package var nanos: Int64 { Self.numbers[rawValue] }
  /// Its name, the number in milliseconds, what it decides, and what the number rests on.
  package var row: [String] { Self.rows[rawValue] }
}
