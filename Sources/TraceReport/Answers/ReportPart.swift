/// The parts of a report, by their options and the names of their documents.
package enum ReportPart: String, Sendable, CaseIterable {
  case launchTimes = "launch-times"
  case launchPhases = "launch-phases"
  case background
  /// What is shown unless another part is asked for.
  case summary

  /// True if the part is one table: the summary is made of several.
  package var isTable: Bool { self != .summary }
}

extension ReportCapacity {
  /// True if one output can hold these parts.
  package func holds(_ parts: [ReportPart]) -> Bool {
    switch self {
    case .parts: true
    case .document: parts.count == 1
    case .page: parts == [.summary]
    case .table: parts.count == 1 && parts[0].isTable
    }
  }
}
