/// Which launches count towards launch times, and which do not, by reason.
package struct LaunchCoverage: Sendable, Encodable {
  package var launches, counted: Int
  package var notCounted: [String: Int]
  /// Set where nothing else remains than launches that are left out by default.
  package var only: [String]?
  package var from, to: String?
}
