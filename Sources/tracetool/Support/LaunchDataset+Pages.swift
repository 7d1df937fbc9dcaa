import TraceAnalyzer
import TraceModel
import TracePipeline
import TraceReport

extension LaunchDataset {
  /// What every page of a report shows.
  func pageFacts() -> PageFacts {
    var facts = PageFacts(
      times: [], subject: CheckSubject(selected), toolVersion: VersionCommand.number, reading: reading)
    facts.metrics = metrics
    return facts
  }

  /// What the page of a report shows beside its tables: times by version or other groups, events of findings, and the
  /// slowest launch.
  func pageFacts(_ found: CheckReport, _ trend: LaunchTrend?, by groups: [Dimension]) throws -> PageFacts {
    var facts = pageFacts()
    facts.times = KindTimes.byGroup(selected, judgement, groups.isEmpty ? [.appVersion] : groups)
    facts.trend = trend
    let worst = found.groups(by: .cause).filter { $0.accepted == nil }.map(\.worst)
    let shown = facts.launchToShow(worst)
    let example = shown?.name
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
      if name == example { facts.launch = self.shown(launch, history, reason: shown?.reason) }
    }
    return facts
  }

  /// What the page of a launch shows beside its tables.
  func pageFacts(of launch: Launch, _ history: LaunchHistory) -> PageFacts {
    PageFacts(
      times: [], subject: CheckSubject([launch]), launch: shown(launch, history), toolVersion: VersionCommand.number)
  }

  private func shown(_ launch: Launch, _ history: LaunchHistory, reason: Sentence? = nil) -> ShownLaunch {
    ShownLaunch(launch, history, among: selected, budgetNanos: budgetNanos(of: launch), reason: reason)
  }

  /// In nanoseconds; nil if no budget applies.
  func budgetNanos(of launch: Launch) -> Int64? {
    launch.time.notCounted == nil ? judgement.timeBudget(of: launch) : nil
  }
}
