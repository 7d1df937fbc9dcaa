import TraceAnalyzer
package import TraceModel
package import TraceStore

/// Removes old launches from a store.
///
/// Only whole streams are removed, with their events, rejected lines and summaries. A crash report (`.ips`) goes with
/// its launch. If a removed launch decides whether a launch that stays, or a future one, is cold or warm, the event
/// `launch.earlier` stays for it.
package struct StorePruning {
  private let store: EventStore
  private let rule: PruningRule
  /// All summaries, with those of crash reports and of earlier launches.
  private let summaries: [LaunchSummary]
  /// The launches, each joined with its reports.
  private let launches: [Launch]
  /// The keys of `launches`, without those of joined reports.
  private let shown: Set<LaunchKey>
  /// The launches that people count: without MetricKit's sums and messages of no app.
  private let counted: Set<LaunchKey>
  private let stored: StoredSymbols
  private var removedStreams: Set<StreamID> = []
  /// The launches for which an event `launch.earlier` stays.
  private var earlier: [EarlierLaunch] = []
  /// What the rule removes, and what stays.
  package private(set) var plan = PruningPlan()

  /// Makes the plan, and removes nothing; the store is up to date, and changes by others are not seen from now on.
  ///
  /// With `removes`, other programs cannot write from now on, and the call waits for another writer: a read transaction
  /// could not wait for one later.
  package init(_ store: EventStore, _ rule: PruningRule, removes: Bool) throws(StoreError) {
    self.store = store
    self.rule = rule
    if removes { try store.begin() } else { try store.beginReading() }
    var stored = try StoredSymbols(of: store)
    let all = try store.readSummaries(into: &stored, .launches)
    stored.symbols.noteSharedIDs(all)
    let joins = LaunchJoins(all, stored.symbols)
    var joined = all
    _ = joins.apply(to: &joined)
    summaries = all
    launches = Launch.all(joined, stored.symbols, noise: true, earlier: true)
    shown = Set(launches.map { LaunchKey($0.summary) })
    counted = Set(Launch.all(joined, stored.symbols).map { LaunchKey($0.summary) })
    self.stored = stored
    choose(joins)
  }

  /// Carries out the plan in one transaction: a kill leaves the store as it was, or as planned.
  package func run() throws(StoreError) {
    try store.transaction { () throws(StoreError) in
      var symbols = stored.symbols
      let named = Set(earlier.map(\.summary.stream).filter(removedStreams.contains))
      var origins: [StreamID: (source: SourceID, line: Int32)] = [:]
      for stream in named { origins[stream] = try store.origin(ofStream: stored.row(of: stream)) }
      let rows = removedStreams.map(stored.row).sorted()
      try store.remove(streams: rows, keepingNamesOf: Set(named.map(stored.row)))
      var events: [Event] = []
      for launch in earlier where named.contains(launch.summary.stream) {
        var event = launch.event(&symbols)
        if let origin = origins[launch.summary.stream] {
          event.source = origin.source
          event.line = origin.line
        }
        events.append(event)
      }
      _ = try store.append(events, symbols: symbols)
    }
    store.startGeneration()
    try StoredLaunches(store).bringUpToDate()
  }

  private mutating func choose(_ joins: LaunchJoins) {
    let selected = selectedByRule()
    // A report goes with the launch that it is joined with.
    func isRemoved(_ launch: LaunchSummary) -> Bool {
      selected.contains(LaunchKey(launch)) || !shown.contains(LaunchKey(launch))
    }
    let units = Self.units(of: summaries, launches, joins)
    var ofStream: [StreamID: [LaunchSummary]] = [:]
    for summary in summaries { ofStream[summary.stream, default: []].append(summary) }
    for unit in units {
      let own = unit.flatMap { ofStream[$0] ?? [] }
      let real = own.filter { !$0.isEarlier }
      // Streams that only hold `launch.earlier` are chosen below.
      if !real.isEmpty, real.allSatisfy(isRemoved) { removedStreams.formUnion(unit) }
    }
    let kept = Set(summaries.filter { !removedStreams.contains($0.stream) && !$0.isEarlier }.map { LaunchKey($0) })
    earlier = EarlierLaunches(launches, stored.symbols).needed(by: kept, isGrowing: true)
    let standing = Set(earlier.map(\.summary.stream))
    for (stream, own) in ofStream where own.allSatisfy(\.isEarlier) && !standing.contains(stream) {
      removedStreams.insert(stream)
    }
    count(selected)
  }

  private func selectedByRule() -> Set<LaunchKey> {
    let real = launches.filter { !$0.isEarlier }
    switch rule {
    case .before(let day):
      return Set(real.filter { $0.hasWallClock && Day(of: $0.summary.lastInstant) < day }.map { LaunchKey($0.summary) })
    case .keepLaunches(let count):
      var seen: [String: Int] = [:]
      var selected: Set<LaunchKey> = []
      for launch in real.reversed() where counted.contains(LaunchKey(launch.summary)) {
        let app = Normalised.id(launch.context.app)
        seen[app, default: 0] += 1
        if seen[app, default: 0] > count { selected.insert(LaunchKey(launch.summary)) }
      }
      return selected
    }
  }

  /// Groups of streams in which reports of one are about launches of another.
  private static func units(of summaries: [LaunchSummary], _ launches: [Launch], _ joins: LaunchJoins) -> [[StreamID]] {
    var first: [StreamID: StreamID] = [:]
    func root(_ stream: StreamID) -> StreamID {
      var root = stream
      while let next = first[root] { root = next }
      return root
    }
    for launch in launches {
      for other in joins.launchAndOthers(of: launch.summary).dropFirst() {
        let one = root(launch.summary.stream)
        let otherRoot = root(other.stream)
        if one != otherRoot { first[otherRoot] = one }
      }
    }
    var units: [StreamID: [StreamID]] = [:]
    for stream in Set(summaries.map(\.stream)) { units[root(stream), default: []].append(stream) }
    return Array(units.values)
  }

  private mutating func count(_ selected: Set<LaunchKey>) {
    var versions: [[String]: VersionContents] = [:]
    var devices: [[String]: Set<String>] = [:]
    for launch in launches where counted.contains(LaunchKey(launch.summary)) {
      let summary = launch.summary
      guard removedStreams.contains(summary.stream) else {
        plan.keptLaunches += 1
        if selected.contains(LaunchKey(summary)) { plan.sharedLaunches += 1 }
        if case .before = rule, !launch.hasWallClock { plan.undatedLaunches += 1 }
        continue
      }
      let context = launch.context
      let key = [context.app, context.appVersion]
      var version = versions[key] ?? VersionContents(app: context.app, appVersion: context.appVersion, launches: 0)
      version.launches += 1
      if !context.device.isEmpty { devices[key, default: []].insert(context.device) }
      if launch.hasWallClock {
        version.first = min(version.first ?? .max, summary.firstInstant)
        version.last = max(version.last ?? .min, summary.lastInstant)
      }
      versions[key] = version
    }
    for (key, named) in devices { versions[key]?.devices = Int64(named.count) }
    plan.removed = versions.values.sorted(by: VersionContents.isBefore)
    for summary in summaries where removedStreams.contains(summary.stream) && !summary.isEarlier {
      plan.removedEvents += summary.eventCount
    }
    plan.earlierLaunches = Int64(earlier.count { removedStreams.contains($0.summary.stream) })
  }
}

/// What pruning removes from a store, and what stays.
package struct PruningPlan: Sendable {
  /// The launches that go, by version.
  package internal(set) var removed: [VersionContents] = []
  /// How many events go.
  package internal(set) var removedEvents: Int64 = 0
  /// How many launches stay.
  package internal(set) var keptLaunches: Int64 = 0
  /// How many launches stay against the rule, as another launch in their stream stays.
  package internal(set) var sharedLaunches: Int64 = 0
  /// How many launches stay as they have no date.
  package internal(set) var undatedLaunches: Int64 = 0
  /// How many launches go but for the line that decides whether a later launch is cold or warm.
  package internal(set) var earlierLaunches: Int64 = 0

  /// How many launches go.
  package var removedLaunches: Int64 { removed.reduce(0) { $0 + $1.launches } }
}

/// What `store prune` removes.
package enum PruningRule: Sendable {
  /// Launches whose last event came before this day in UTC; a launch without a time of day stays.
  case before(Day)
  /// All launches of each app but for this many that began last.
  case keepLaunches(Int)
}
