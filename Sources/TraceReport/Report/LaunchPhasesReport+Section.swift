package import TraceAnalyzer
import TraceModel

extension LaunchPhasesReport: ReportSection {
  package static let name = "launch-phases"
  package static let help = "How long each phase of a launch took"

  package static func detail(_ options: ReportOptions) -> ReportDetail { .launch }

  /// The phases of the launches.
  package init(_ question: ReportQuestion) { self.init(question.launches, by: question.options.dimensions) }

  /// One row a group and phase.
  package var tables: [Table] { [phases.table(coverage.heading("Launch phases"))] }
}
