/// Findings of one side with one fingerprint, severity and confidence.
struct FoundGroup: Sendable {
  /// The worst of them.
  var finding: Finding
  /// The launches that have one, each once: by their places among the launches of the side; of a launch that is none of
  /// them, as it is a copy of another, a number below zero.
  var launches: Set<Int32>
}
