/// What a check changes in the baseline.
enum BaselineChange: String, CaseIterable {
  /// Findings that fail the check become accepted.
  case add
  /// Entries that are no longer needed go, and the others accept no worse than what was measured.
  case prune
  case all

  var adds: Bool { self != .prune }
  var prunes: Bool { self != .add }
}
