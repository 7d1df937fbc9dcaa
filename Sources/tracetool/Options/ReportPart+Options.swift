import TraceReport

extension ReportPart {
  /// The parts that are chosen by an option of their name.
  static let chosen = allCases.filter { $0 != .summary }

  /// The help of the option.
  var help: String {
    switch self {
    case .launchTimes: "How long launches took, and between which two points"
    case .launchPhases: "How long each phase of a launch took"
    case .background: "Time in the background, background tasks and handlers"
    case .summary: "Launch times and findings"
    }
  }
}
