/// How often launches count in the rows of a comparison.
package enum CompareWeighing: String, Sendable, CaseIterable, Encodable {
  /// Each launch once, as crash and performance services count.
  case launches
  /// Each device once, whatever launches it has: those of a side weigh 1 together, so that a few eager users don't
  /// decide.
  case devices
}
