package import TraceModel

/// Joins what several logs hold of one launch: Apple's reports (`ips`) on the end of its process, MetricKit's
/// diagnostics, and a log that names the app by its program alone, as Xcode's console does, with one that names the
/// bundle id.
///
/// A report belongs to the launch with its app, process id and start. A Jetsam report has no start and only the
/// process's name: it belongs to the last launch before it, if that has its process id; all logs of an app of that name
/// on one model and system count as one device's. A log that names the app by its program is joined by name, process id
/// and times (`ProcessSpan`), and only if nothing else fits. A report without any time, as a piece that was pasted into
/// a log, belongs to the only launch with its name and process id, if that has an end. A diagnostic that names its
/// process belongs to the one launch of that app, version, model, system and process id that lived then
/// (`DiagnosticJoins`). Joins are found among the summaries each time, so the order in which logs are read does not
/// matter, and the summaries of a store depend on their own streams alone.
package struct LaunchJoins: Sendable {
  /// How far apart two clocks may have read one start, in nanoseconds: as with any entry that two sources report.
  private static let tolerance = UInt64(Inference.folded.nanos)

  /// By joined launch: the launch, then the others.
  private var groups: [LaunchKey: [LaunchKey]] = [:]
  /// Joined diagnostics that tell of no end: MetricKit's counts include them.
  private var counted: Set<LaunchKey> = []

  /// Finds the joins among `summaries`.
  package init(_ summaries: [LaunchSummary], _ symbols: Symbols) {
    if !symbols.mayJoinLaunches { return }
    let format = symbols.texts.find(Array(InputFormat.report.name.utf8).span)
    let isReport = symbols.contexts.values.map { $0.format == format }
    let diagnostics = DiagnosticJoins(summaries, symbols)
    let reports = summaries.indices.filter { isReport[Int(summaries[$0].context.rawValue)] }
    let others = summaries.indices.filter { index in
      !summaries[index].isEarlier && !isReport[Int(summaries[index].context.rawValue)]
        && !diagnostics.indices.contains(index)
    }
    joinReports(reports, others, summaries, symbols)
    for (launch, diagnostic) in diagnostics.joined(with: reports + others, in: groups) {
      join(launch, diagnostic.summary)
      if !diagnostic.isEnd { counted.insert(LaunchKey(diagnostic.summary)) }
    }
  }

  private mutating func joinReports(
    _ reports: [Int], _ others: [Int], _ summaries: [LaunchSummary], _ symbols: Symbols
  ) {
    func span(_ index: Int) -> ProcessSpan? { ProcessSpan(summaries[index], symbols) }
    let parts = joinParts(others.compactMap(span))
    if reports.isEmpty { return }
    /// The process id and app of a launch, which must be equal; `nil` if one is unknown.
    func process(_ index: Int) -> String? {
      let context = symbols.context(summaries[index].context)
      if context.app.isNone || context.pid == Event.absent { return nil }
      return "\(context.pid) \(Normalised.id(symbols.texts.string(context.app)))"
    }
    let undated = joinUndated(reports.compactMap(span).filter(\.isUndatedEnd), parts) {
      (reports + others).compactMap(span)
    }
    let reports = reports.filter { !undated.contains(LaunchKey(summaries[$0])) }
    let crashes = reports.filter { summaries[$0].milestones[.start] != Event.absent }
    let kills = reports.filter {
      summaries[$0].milestones[.start] == Event.absent && summaries[$0].kinds.contains(.processExit)
    }
    var joined = kills.isEmpty ? [] : join(kills, others, summaries, symbols)
    let launches = Dictionary(grouping: crashes.isEmpty ? [] : others, by: process)
    for index in crashes {
      guard let process = process(index) else { continue }
      let report = summaries[index]
      func distance(_ launch: LaunchSummary) -> (UInt64, String, Int32) {
        ((launch.began &- report.began).magnitude, symbols.launchID(launch), launch.ordinal)
      }
      let near = launches[process, default: []].map { summaries[$0] }.filter { distance($0).0 <= Self.tolerance }
      guard let launch = near.min(by: { distance($0) < distance($1) }) else { continue }
      join(launch, report)
      joined.insert(index)
    }
    let rest = (crashes + kills).filter { !joined.contains($0) }
    if !rest.isEmpty { joinByName(rest.compactMap(span), others.compactMap(span), parts) }
  }

  private mutating func join(_ launch: LaunchSummary, _ report: LaunchSummary) {
    join(LaunchKey(launch), report)
  }

  private mutating func join(_ launch: LaunchKey, _ report: LaunchSummary) {
    groups[launch, default: [launch]].append(LaunchKey(report))
  }

  /// Joins reports that have no time with the only launch that may be of their process, if that has an end; returns the
  /// joined reports.
  private mutating func joinUndated(
    _ reports: [ProcessSpan], _ parts: [LaunchKey: LaunchSummary], among launches: () -> [ProcessSpan]
  ) -> Set<LaunchKey> {
    if reports.isEmpty { return [] }
    var joined: Set<LaunchKey> = []
    let known = Dictionary(grouping: launches(), by: \.pid)
    for report in reports {
      let fitting = known[report.pid, default: []].filter { launch in
        !launch.isUndatedEnd && report.mayBeProcess(of: launch) && parts[LaunchKey(launch.summary)] == nil
      }
      guard fitting.count == 1, let launch = fitting.first?.summary, launch.kinds.contains(.processExit) else {
        continue
      }
      join(launch, report.summary)
      joined.insert(LaunchKey(report.summary))
    }
    return joined
  }

  /// Joins Jetsam reports with the launches that they ended; returns the joined reports.
  private mutating func join(
    _ kills: [Int], _ others: [Int], _ summaries: [LaunchSummary], _ symbols: Symbols
  ) -> Set<Int> {
    var joined: Set<Int> = []
    func pid(_ index: Int) -> Int64 { symbols.context(summaries[index].context).pid }
    /// The name of the process, mostly the last word of its app's id, and the device's model and system, if all are
    /// known.
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
      join(summaries[last], report)
      joined.insert(index)
    }
    return joined
  }

  /// Joins launches of logs that lack the bundle id or the device with launches of logs that name it, if both are of
  /// one process; returns the latter by the former.
  private mutating func joinParts(_ spans: [ProcessSpan]) -> [LaunchKey: LaunchSummary] {
    let spans = spans.filter { $0.isOfProgram || $0.isOfBundle }
    let named = Dictionary(grouping: spans, by: \.pid)
    var fitting: [LaunchKey: [ProcessSpan]] = [:]
    var parts: [(part: ProcessSpan, whole: ProcessSpan)] = []
    for part in spans {
      let wholes = named[part.pid, default: []].filter { $0.rank > part.rank && part.mayBePart(of: $0) }
      for other in wholes { fitting[LaunchKey(other.summary), default: []].append(part) }
      if wholes.count == 1 { parts.append((part, wholes[0])) }
    }
    var joined: [LaunchKey: LaunchSummary] = [:]
    for (part, whole) in parts where fitting[LaunchKey(whole.summary)]?.count == 1 {
      join(whole.summary, part.summary)
      joined[LaunchKey(part.summary)] = whole.summary
    }
    return joined
  }

  /// Names launches of two logs that count as two and may be one process, and why they were not joined.
  package static func doubts(about summaries: [LaunchSummary], _ symbols: Symbols) -> [String] {
    if symbols.texts.find(Array(InputFormat.copiedText.name.utf8).span).isNone { return [] }
    let spans = summaries.lazy.filter { !$0.isEarlier }.compactMap { ProcessSpan($0, symbols) }
    let whole = Dictionary(grouping: spans.filter(\.isOfBundle), by: \.pid)
    if whole.isEmpty { return [] }
    var doubts: [(pair: String, why: String)] = []
    for part in spans where part.isOfProgram {
      for other in whole[part.pid] ?? [] {
        guard let why = part.doubt(of: other) else { continue }
        doubts.append(("\(symbols.launchID(part.summary)) and \(symbols.launchID(other.summary))", why))
        break
      }
    }
    guard let first = doubts.min(by: { $0 < $1 }) else { return [] }
    let more = doubts.count > 1 ? ", and \(doubts.count - 1) more pairs" : ""
    return ["\(first.pair)\(more) may be one process that two logs tell of, and count as two: \(first.why)"]
  }

  /// Joins reports with launches that a log knows by the name of their program and their process id; the log names no
  /// device, so a report that fits two launches or two processes is not joined.
  private mutating func joinByName(
    _ reports: [ProcessSpan], _ others: [ProcessSpan], _ parts: [LaunchKey: LaunchSummary]
  ) {
    let launches = Dictionary(grouping: others.filter(\.isOfProgram), by: \.name)
    var found: [LaunchKey: (launch: ProcessSpan, reports: [ProcessSpan])] = [:]
    for report in reports {
      let named = launches[report.name, default: []]
      let fitting = named.filter { report.tellsEnd(of: $0) }
      guard let launch = fitting.first, fitting.count == 1 else { continue }
      // A Jetsam report has no start: it is about the last launch before it.
      if report.start == nil, named.contains(where: { $0.first > launch.first && $0.first < report.last }) { continue }
      found[LaunchKey(launch.summary), default: (launch, [])].reports.append(report)
    }
    for (launch, reports) in found.values where reports.allSatisfy({ reports[0].mayBeProcess(of: $0) }) {
      for report in reports { join(parts[LaunchKey(launch.summary)] ?? launch.summary, report.summary) }
    }
  }

  /// The launch, then the reports, the launches of other logs and the diagnostics that are joined with it.
  package func launchAndOthers(of launch: LaunchSummary) -> [LaunchKey] {
    groups[LaunchKey(launch)] ?? [LaunchKey(launch)]
  }

  /// Removes what is joined with other launches, but for diagnostics that tell of no end; returns the indices of the
  /// launches to summarize again.
  package func apply(to summaries: inout [LaunchSummary]) -> [Int] {
    if groups.isEmpty { return [] }
    let joined = Set(groups.values.lazy.flatMap { $0.dropFirst() }).subtracting(counted)
    summaries.removeAll { joined.contains(LaunchKey($0)) }
    return summaries.indices.filter { groups[LaunchKey(summaries[$0])] != nil }
  }
}

extension LaunchSummary {
  /// The start of its process on the wall clock; if unknown, its first event.
  fileprivate var began: Int64 {
    let start = milestones[.start]
    let request = milestones[.request]
    if start == Event.absent { return firstInstant }
    // A launch that was asked for begins with the request.
    return milestones.isUptime ? firstInstant &+ (start &- (request == Event.absent ? start : request)) : start
  }
}

extension StreamReplay {
  /// The summary of a launch with the end that reports describe; `eventLists` are its own events, then the reports'.
  package func summary(
    of launch: LaunchSummary, _ eventLists: [LaunchEvents], _ words: InternedNames, _ symbols: inout Symbols
  ) -> LaunchSummary {
    // A report does not show which of the mixed events are of its own launch.
    if launch.nature == .mixed { return launch }
    let (events, fills) = Self.joined(eventLists, launch.context, &symbols)
    var summary = replayed(launch, events, fills, Lexicon(words, symbols)).summary(&symbols)
    summary.eventCount = eventLists.reduce(0) { $0 + Int64($1.events.count) }
    return summary
  }

  private func replayed(_ launch: LaunchSummary, _ events: [Event], _ fills: [Int64], _ lexicon: Lexicon)
    -> ReplayedLaunch
  {
    self.launch(launch.stream, Int(launch.ordinal), events, fills, lexicon)
  }

  /// A launch's events with those of other logs, and with the end that reports and diagnostics describe; if the logs
  /// have an end of their own, reports only add its reason.
  ///
  /// Reports' other contents, as the start, are already in the launch, or repeat it in another format's words.
  static func joined(_ eventLists: [LaunchEvents], _ context: ContextID, _ symbols: inout Symbols) -> LaunchEvents {
    guard var own = eventLists.first else { return ([], []) }
    func format(_ list: LaunchEvents) -> InputFormat? {
      list.events.first.flatMap { InputFormat(rawValue: symbols.texts.string(symbols.context($0.context).format)) }
    }
    let others = eventLists.dropFirst().filter { !$0.events.isEmpty }.map { (format: format($0), events: $0.events) }
    for part in others where part.format != .report && part.format != .metricKit {
      own.events = PartMerge(symbols).merged(own.events, part.events)
    }
    func exits(_ events: [Event]) -> [Event] { events.filter { symbols.signature($0).kind == .processExit } }
    func rank(_ event: Event) -> (Int64, String, String) {
      let signature = symbols.signature(event)
      return (event.time, symbols.texts.string(event.attributes), symbols.texts.string(signature.unknownName))
    }
    func sorted(_ events: [Event]) -> [Event] { events.sorted { rank($0) < rank($1) } }
    // A report says more of an end than the diagnostic that comes with it; a crash of no known category says the least.
    let told = sorted(others.filter { $0.format == .metricKit }.flatMap(\.events)).map { $0.ofLaunch(&symbols) }
    func isCrash(_ event: Event) -> Bool {
      ExitReason(symbols.texts.string(symbols.signature(event).reason)) == .crash
    }
    let toldEnds = exits(told)
    let ends =
      sorted(exits(others.filter { $0.format == .report }.flatMap(\.events))) + toldEnds.filter { !isCrash($0) }
      + toldEnds.filter(isCrash)
    let news = DiagnosticJoins.unknown(told, to: own.events, symbols)
    own.events += news.map { placed($0, in: own.events, symbols.signature($0).kind == .unknown ? $0.context : context) }
    guard let exit = ends.first(where: { !symbols.signature($0).reason.isNone }) ?? ends.first else { return own }
    let ownExit = exits(own.events).min { ($0.seq, $0.time) < ($1.seq, $1.time) }
    if let ownExit, let index = own.events.firstIndex(of: ownExit) {
      let reason = symbols.signature(exit).reason
      let ownReason = symbols.signature(ownExit).reason
      // Of a crash of no known category a diagnostic says less than a log that has the reason.
      let saysLess = others.allSatisfy { $0.format != .report } && !ownReason.isNone && isCrash(exit)
      if reason.isNone || saysLess { return own }
      own.events[index].signature = exit.signature
      own.events[index].attributes = exit.attributes
      return own
    }
    own.events.append(placed(exit, in: own.events, context))
    return own
  }

  /// The event of a report or a diagnostic, as one of the launch, on the clock that its events are ordered by.
  private static func placed(_ event: Event, in events: [Event], _ context: ContextID) -> Event {
    var event = event
    event.context = context
    event.stream = events.first?.stream ?? event.stream
    let last = events.filter { $0.time != Event.absent && $0.uptime != Event.absent }.max { $0.uptime < $1.uptime }
    if let last { event.uptime = last.uptime &+ (event.time &- last.time) }
    return event
  }
}
