package import TraceModel

/// Joins Apple's reports (`ips`) on the end of a process with the launches of other logs.
///
/// A report belongs to the launch that has its app, its process id and its start. A Jetsam report holds no start, and of
/// the app the process's name alone: it belongs to the last launch before it, if that has its process id, and all logs of
/// an app of that name on such a device and system are of one device. The joins are found among the summaries each time:
/// so the order in which logs are read does not matter, and the summaries of a store depend on their own streams alone.
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
    let reports = summaries.indices.filter { isReport[Int(summaries[$0].context.rawValue)] }
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
    let crashes = reports.filter { summaries[$0].milestones[.start] != Event.absent }
    let kills = reports.filter {
      summaries[$0].milestones[.start] == Event.absent && summaries[$0].kinds.contains(.processExit)
    }
    if !kills.isEmpty { join(kills, others, summaries, symbols, processes) }
    let launches = Dictionary(grouping: crashes.isEmpty ? [] : others, by: process)
    for index in crashes {
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

  /// Joins Jetsam reports with the launches that they ended.
  private mutating func join(
    _ kills: [Int], _ others: [Int], _ summaries: [LaunchSummary], _ symbols: Symbols, _ processes: [Int64]
  ) {
    func pid(_ index: Int) -> Int64 {
      processes.isEmpty ? symbols.context(summaries[index].context).pid : processes[index]
    }
    /// The name of the process, which is mostly the last word of its app's id, and the device's model and system; `nil`
    /// where one is unknown.
    func installation(_ index: Int) -> [String]? {
      let context = symbols.context(summaries[index].context)
      if context.app.isNone || context.deviceModel.isNone || context.osVersion.isNone { return nil }
      let app = Normalised.id(symbols.texts.string(context.app))
      return [
        app.split(separator: ".").last.map(String.init) ?? app, symbols.texts.string(context.deviceModel),
        Normalised.version(symbols.texts.string(context.osVersion)),
      ]
    }
    let launches = Dictionary(grouping: others, by: installation)
    for index in kills where pid(index) != Event.absent {
      guard let installation = installation(index) else { continue }
      let report = summaries[index]
      let known = launches[installation, default: []]
      let earlier = known.filter { summaries[$0].firstInstant <= report.firstInstant }
      guard let last = earlier.max(by: { summaries[$0].firstInstant < summaries[$1].firstInstant }),
        pid(last) == pid(index), !summaries[last].kinds.contains(.processExit),
        summaries[last].lastInstant <= report.firstInstant &+ Int64(Self.tolerance),
        Set(known.map { symbols.context(summaries[$0].context).device }).count == 1,
        !symbols.context(summaries[last].context).device.isNone
      else { continue }
      let launch = summaries[last]
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
