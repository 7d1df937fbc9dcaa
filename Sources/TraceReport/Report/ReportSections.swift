import TraceAnalyzer

/// The sections that a report can have.
package enum ReportSections {
  /// Those with an option of their name, in the order in which they are shown.
  package static let all: [any ReportSection.Type] = [
    LaunchTimesSection.self, LaunchPhasesReport.self, BackgroundReport.self,
  ]
}
