import TraceAnalyzer
import TracePipeline
import TraceReport

extension LaunchDataset {
  /// What the page of a report shows beside its tables: times by version, the events that show findings, and the launch that
  /// shows most of them.
  func pageFacts(_ found: CheckReport, _ trend: LaunchTrend?) throws -> PageFacts {
    var facts = PageFacts(
      times: KindTimes.byVersion(selected, judgement), subject: CheckSubject(selected),
      toolVersion: VersionCommand.number, reading: reading)
    facts.trend = trend
    guard launches.holdsEvents else { return facts }
    let worst = found.groups(by: .cause).filter { $0.accepted == nil }.map(\.worst)
    let examples = worst.compactMap(\.exampleLaunch)
    let counts = Dictionary(examples.map { ($0, 1) }, uniquingKeysWith: +)
    // Of those that show as many the one with the worst.
    let most = counts.values.max()
    let example = examples.first { counts[$0] == most }
    let withEvents = worst.prefix(Page.mostFindings).filter { $0.launch != nil && $0.source != nil }
    var wanted = Dictionary(grouping: withEvents) { $0.launch ?? "" }
    if let example { wanted[example] = wanted[example] ?? [] }
    for launch in selected {
      if wanted.isEmpty { break }
      let name = launch.name
      guard let findings = wanted.removeValue(forKey: name) else { continue }
      let own = name == example ? found.findings.filter { $0.launch == name } : []
      let history = try launches.events.recording(of: launch).history(own)
      facts.excerpts.merge(EventExcerpt.all(findings, history)) { $1 }
      if name == example { facts.launch = shown(launch, history) }
    }
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
    launch.time.notCounted == nil ? judgement.timeBudget(of: launch) : nil
  }
}
