import TraceAnalyzer
import TracePipeline
import TraceReport

extension LaunchDataset {
  /// What the page of a report shows beside its tables: times by version, and the launch that shows most of what was found.
  func pageFacts(_ found: CheckReport) throws -> PageFacts {
    var facts = PageFacts(
      times: KindTimes.byVersion(selected, judgingContext), subject: CheckSubject(selected),
      toolVersion: VersionCommand.number, reading: reading)
    let examples = found.groups.filter { $0.accepted == nil }.compactMap(\.worst.exampleLaunch)
    let counts = Dictionary(examples.map { ($0, 1) }, uniquingKeysWith: +)
    // Of those that show as many the one with the worst.
    let most = counts.values.max()
    let name = examples.first { counts[$0] == most }
    guard let name, launches.holdsEvents, let launch = selected.first(where: { $0.name == name }) else { return facts }
    let findings = found.findings.filter { $0.launch == name }
    facts.launch = try shown(launch, launches.events.recording(of: launch).history(findings))
    return facts
  }

  /// The same of one launch.
  func pageFacts(of launch: Launch, _ history: LaunchHistory) -> PageFacts {
    PageFacts(
      times: [], subject: CheckSubject([launch]), launch: shown(launch, history), toolVersion: VersionCommand.number)
  }

  private func shown(_ launch: Launch, _ history: LaunchHistory) -> ShownLaunch {
    ShownLaunch(launch, history, among: selected, budgetNanos: budgetNanos(of: launch))
  }

  /// The budget of a launch's time, in nanoseconds; nil where none applies.
  func budgetNanos(of launch: Launch) -> Int64? {
    KindTimes.byVersion([launch], judgingContext).first?.budgetNanos
  }
}
