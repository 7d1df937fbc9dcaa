import TraceAnalyzer
import TraceModel
import TraceStore

/// The events in a store.
struct StoredEvents: RecordedEvents {
  /// The number of events after which texts and streams that were read with them are dropped, to bound memory.
  private static let keptEvents = 100_000

  private let store: EventStore
  private let joins: ReportJoins
  /// Streams and texts that were read with the summaries.
  private let symbols: StoredSymbols

  /// The events of `store`; `symbols` has the streams of the launches that are asked for.
  init(_ store: EventStore, joins: ReportJoins, symbols: StoredSymbols) {
    self.store = store
    self.joins = joins
    self.symbols = symbols
  }

  func recording(of launch: Launch) throws -> Recording {
    var stored = symbols
    let events = try Self.events(of: joins.launchAndReports(of: launch.summary), in: store, &stored)
    return Recording(of: launch, events, symbols: stored.symbols)
  }

  /// Hands over events as the protocol says; not more is held than one stream and some thousand texts.
  func handOver(_ launches: [Launch], to handler: EventHandler) throws {
    var stored = try StoredSymbols(of: store)
    var count = 0
    for group in ordinals(of: launches.flatMap { joins.launchAndReports(of: $0.summary) }) {
      if count > Self.keptEvents {
        stored = try StoredSymbols(of: store)
        count = 0
      }
      let (id, events, fills) = try store.readStream(self.symbols.row(of: group.stream), into: &stored)
      let launches = StreamReplay.eventsByLaunch(of: id, events, fills, stored.symbols)
      try handOver(launches, ofLaunches: group.ordinals, in: id, symbols: &stored.symbols, to: handler)
      count += events.count
    }
  }

  /// The events of each of these launches, whose streams `stored` knows.
  static func events(of launches: [LaunchKey], in store: EventStore, _ stored: inout StoredSymbols) throws(StoreError)
    -> [LaunchEvents]
  {
    var events: [LaunchEvents] = []
    for launch in launches {
      let (id, records, fills) = try store.readStream(stored.row(of: launch.stream), into: &stored)
      // In a store that was tampered with there may be none of the number.
      let launches = StreamReplay.eventsByLaunch(of: id, records, fills, stored.symbols).dropFirst(
        max(Int(launch.ordinal), 0))
      events.append(launches.first ?? ([], []))
    }
    return events
  }
}
