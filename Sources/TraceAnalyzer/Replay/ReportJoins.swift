package import TraceModel

/// Joins Apple's reports (`ips`) on the end of a process with the launches of other logs.
///
/// A report belongs to the launch that has its app, its process id and its start. The joins are found among the
/// summaries each time: so the order in which logs are read does not matter, and the summaries of a store depend on
/// their own streams alone. A Jetsam report holds no start, and is joined with no launch.
package struct ReportJoins: Sendable {
  /// How far apart two clocks may have read one start, in nanoseconds: as with any entry that two sources report.
  private static let tolerance = UInt64(Inference.folded.nanos)

  /// By launch that has reports: the launch, then its reports.
  private var launchesAndReports: [LaunchKey: [LaunchKey]] = [:]

  /// The reports among `summaries`, each with the launch that starts nearest to what it says.
  ///
  /// `processes` are the process ids of these launches, where their contexts hold none.
  package init(_ summaries: [LaunchSummary], _ symbols: Symbols, processes: [Int64] = []) {
    if !symbols.holdReports { return }
    let format = symbols.texts.find(Array(InputFormat.report.name.utf8).span)
    let isReport = symbols.contexts.values.map { $0.format == format }
    let reports = summaries.indices.filter { index in
      isReport[Int(summaries[index].context.rawValue)] && summaries[index].milestones[.start] != Event.absent
    }
    if reports.isEmpty { return }
    /// The process id and app of a launch, which must be equal; `nil` where one is unknown.
    func process(_ index: Int) -> String? {
      let context = symbols.context(summaries[index].context)
      let pid = processes.isEmpty ? context.pid : processes[index]
      if context.app.isNone || pid == Event.absent { return nil }
      return "\(pid) \(Normalised.id(symbols.texts.string(context.app)))"
    }
    let others = summaries.indices.filter { index in
      !summaries[index].isEarlier && !isReport[Int(summaries[index].context.rawValue)]
    }
    let launches = Dictionary(grouping: others, by: process)
    for index in reports {
      guard let process = process(index) else { continue }
      let report = summaries[index]
      func distance(_ launch: LaunchSummary) -> (UInt64, String, Int32) {
        ((launch.began &- report.began).magnitude, symbols.launchID(launch), launch.ordinal)
      }
      let near = launches[process, default: []].map { summaries[$0] }.filter { distance($0).0 <= Self.tolerance }
      guard let launch = near.min(by: { distance($0) < distance($1) }) else { continue }
      launchesAndReports[LaunchKey(launch), default: [LaunchKey(launch)]].append(LaunchKey(report))
    }
  }

  /// The launch, then the reports on its end.
  package func launchAndReports(of launch: LaunchSummary) -> [LaunchKey] {
    launchesAndReports[LaunchKey(launch)] ?? [LaunchKey(launch)]
  }

  /// Removes the reports that are joined; returns the indices of the launches that are to be summarized again.
  package func apply(to summaries: inout [LaunchSummary]) -> [Int] {
    if launchesAndReports.isEmpty { return [] }
    let joined = Set(launchesAndReports.values.lazy.flatMap { $0.dropFirst() })
    summaries.removeAll { joined.contains(LaunchKey($0)) }
    return summaries.indices.filter { launchesAndReports[LaunchKey(summaries[$0])] != nil }
  }
}

extension LaunchSummary {
  /// The start of its process on the wall clock; where that is not recorded, its first event.
  fileprivate var began: Int64 {
    let start = milestones[.start]
    let request = milestones[.request]
    if start == Event.absent { return firstInstant }
    // A launch that was asked for begins with that.
    return milestones.isUptime ? firstInstant &+ (start &- (request == Event.absent ? start : request)) : start
  }
}

extension StreamReplay {
  /// The summary of a launch with the end that reports describe.
  ///
  /// `eventLists` are the launch's own events, then those of each report.
  package func summary(
    of launch: LaunchSummary, _ eventLists: [LaunchEvents], _ words: InternedNames, _ symbols: inout Symbols
  ) -> LaunchSummary {
    let (events, fills) = Self.joined(eventLists, launch.context, symbols)
    var summary = replayed(launch, events, fills, Lexicon(words, symbols)).summary(&symbols)
    summary.eventCount = eventLists.reduce(0) { $0 + Int64($1.events.count) }
    return summary
  }

  private func replayed(_ launch: LaunchSummary, _ events: [Event], _ fills: [Int64], _ lexicon: Lexicon)
    -> ReplayedLaunch
  {
    self.launch(launch.stream, Int(launch.ordinal), events, fills, lexicon)
  }

  /// A launch's events with the end that reports describe: where the log has an end of its own, they say why.
  ///
  /// What else they hold, as the start, is already in the launch, or describes the launch in another format's words.
  static func joined(_ eventLists: [LaunchEvents], _ context: ContextID, _ symbols: Symbols) -> LaunchEvents {
    guard var own = eventLists.first else { return ([], []) }
    func exits(_ events: [Event]) -> [Event] { events.filter { symbols.signature($0).kind == .processExit } }
    let ends = exits(eventLists.dropFirst().flatMap(\.events)).sorted {
      ($0.time, symbols.texts.string($0.attributes)) < ($1.time, symbols.texts.string($1.attributes))
    }
    guard var exit = ends.first(where: { !symbols.signature($0).reason.isNone }) ?? ends.first else { return own }
    let ownExit = exits(own.events).min { ($0.seq, $0.time) < ($1.seq, $1.time) }
    if let ownExit, let index = own.events.firstIndex(of: ownExit) {
      if symbols.signature(exit).reason.isNone { return own }
      own.events[index].signature = exit.signature
      own.events[index].attributes = exit.attributes
      return own
    }
    exit.context = context
    // It stands on the clock that the launch is ordered by.
    let last = own.events.filter { $0.time != Event.absent && $0.uptime != Event.absent }.max { $0.uptime < $1.uptime }
    if let last { exit.uptime = last.uptime &+ (exit.time &- last.time) }
    own.events.append(exit)
    return own
  }
}
