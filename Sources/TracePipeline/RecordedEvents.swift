package import TraceAnalyzer
import TraceIngest
package import TraceModel
import TraceStore

/// Receives events in an order in which a log may hold them, with what their numbers mean.
package typealias EventHandler = (_ events: [Event], _ symbols: Symbols) throws -> Void

/// The events that launches were summarized from, wherever they are kept.
package struct RecordedEvents {
  /// Where they are, with the streams and texts that were read with the summaries.
  private enum Place {
    case nowhere(Symbols)
    case memory(StreamEvents, Symbols)
    case store(EventStore, StoredSymbols)
    case parts(PartEvents, Symbols)
  }

  /// The events of a store after which their texts and streams are dropped, to bound memory.
  private static let keptEvents = 100_000

  private let place: Place
  private let joins: LaunchJoins

  /// No events, as only summaries were kept.
  init(notKept symbols: Symbols) {
    place = .nowhere(symbols)
    joins = LaunchJoins([], symbols)
  }

  /// The events of `log`, in numbers of `symbols`; by default none.
  init(_ log: StreamEvents = StreamEvents(), joins: LaunchJoins? = nil, symbols: Symbols = Symbols()) {
    place = .memory(log, symbols)
    self.joins = joins ?? LaunchJoins([], symbols)
  }

  /// The events of `store`; `symbols` has the streams of the launches that are asked for.
  init(_ store: EventStore, joins: LaunchJoins, symbols: StoredSymbols) {
    place = .store(store, symbols)
    self.joins = joins
  }

  /// The events of parts that were read together, in numbers of `symbols`.
  init(_ parts: PartEvents, joins: LaunchJoins, symbols: Symbols) {
    place = .parts(parts, symbols)
    self.joins = joins
  }

  var areInMemory: Bool { if case .memory = place { true } else { false } }

  /// The events of one launch, and of the reports that describe its end, to be replayed.
  package func recording(of launch: Launch) throws -> Recording {
    let keys = joins.launchAndOthers(of: launch.summary)
    switch place {
    case .nowhere(let symbols): return Recording(of: launch, [], symbols: symbols)
    case .memory(let log, let symbols):
      return Recording(of: launch, keys.map { log.events(of: $0, symbols) }, symbols: symbols)
    case .store(let store, var stored):
      let events = try store.events(of: keys, &stored)
      return Recording(of: launch, events, symbols: stored.symbols)
    case .parts(var parts, var symbols):
      let events = try parts.events(of: keys, &symbols)
      return Recording(of: launch, events, symbols: symbols)
    }
  }

  /// Hands over the events of streams of logs as they came, their rejected records with a `seq`, and what the numbers
  /// mean: of as many streams together as have `atOnce` events, and of the rest.
  func received(
    _ streams: [StreamID], atOnce: Int, _ add: ([Event], [Reject], Symbols) throws -> Void
  ) throws {
    var events: [Event] = []
    var rejects: [Reject] = []
    func flush(_ symbols: Symbols, below count: Int) throws {
      if events.count < count { return }
      try add(events, rejects, symbols)
      events = []
      rejects = []
    }
    switch place {
    case .nowhere, .parts: return
    case .memory(let log, let symbols):
      for stream in streams {
        events += log.received(stream)
        rejects += log.fills[stream] ?? []
        try flush(symbols, below: atOnce)
      }
      try flush(symbols, below: 0)
    case .store(let store, var stored):
      for stream in streams {
        let row = stored.row(of: stream)
        events += try store.readStream(row, into: &stored, claims: true).events
        for var reject in try store.readFills(row) {
          reject.stream = stream
          rejects.append(reject)
        }
        try flush(stored.symbols, below: atOnce)
      }
      try flush(stored.symbols, below: 0)
    }
  }

  /// The events of each launch of a stream of logs, and what their numbers mean.
  func launches(of stream: StreamID) throws -> ([LaunchEvents], Symbols) {
    switch place {
    case .nowhere(let symbols), .parts(_, let symbols): return ([], symbols)
    case .memory(let log, let symbols):
      var counts = IngestCounts()
      return (log.launches(of: stream, symbols, &counts), symbols)
    case .store(let store, var stored):
      let launches = try store.launches(inRow: stored.row(of: stream), &stored).1
      return (launches, stored.symbols)
    }
  }

  /// Hands over the events of launches, a stream at a time, in the order of the first launch of each.
  ///
  /// Of a store, at most one stream and a few thousand texts are held.
  package func handOver(_ launches: [Launch], to handler: EventHandler) throws {
    let groups = Self.ordinals(of: launches.flatMap { joins.launchAndOthers(of: $0.summary) })
    switch place {
    case .nowhere: return
    case .memory(let log, var symbols):
      for group in groups {
        // The records were counted when the log was replayed.
        var counts = IngestCounts()
        let launches = log.launches(of: group.stream, symbols, &counts)
        try Self.handOver(launches, group.ordinals, in: group.stream, &symbols, to: handler)
      }
    case .parts(var parts, let known):
      var symbols = known
      var count = 0
      for group in groups {
        if count > Self.keptEvents {
          symbols = known
          parts.forgetNumbers()
          count = 0
        }
        let launches = try parts.launches(of: group.stream, &symbols)
        try Self.handOver(launches, group.ordinals, in: group.stream, &symbols, to: handler)
        count += launches.reduce(0) { $0 + $1.events.count }
      }
    case .store(let store, let known):
      var stored = try StoredSymbols(of: store)
      var count = 0
      for group in groups {
        if count > Self.keptEvents {
          stored = try StoredSymbols(of: store)
          count = 0
        }
        let (stream, launches) = try store.launches(inRow: known.row(of: group.stream), &stored)
        try Self.handOver(launches, group.ordinals, in: stream, &stored.symbols, to: handler)
        count += launches.reduce(0) { $0 + $1.events.count }
      }
    }
  }

  /// Hands over events of launches of one stream, so that a reader of the written log can separate them.
  private static func handOver(
    _ launches: [LaunchEvents], _ ordinals: [Int], in stream: StreamID, _ symbols: inout Symbols,
    to handler: EventHandler
  ) throws {
    var launches = launches
    if launches.count > 1, symbols.stream(stream).isLaunch {
      for index in launches.indices { launches[index].events = StreamReplay.named(launches[index].events, &symbols) }
    }
    let events = ordinals.flatMap { launches[$0].events }
    try handler(LaunchOrder.fileOrder(events, symbols), symbols)
  }

  /// The ordinals of launches, rising, by stream in the order of appearance.
  private static func ordinals(of launches: [LaunchKey]) -> [(stream: StreamID, ordinals: [Int])] {
    var streams: [StreamID] = []
    var ordinals: [StreamID: Set<Int>] = [:]
    for launch in launches {
      if ordinals[launch.stream] == nil { streams.append(launch.stream) }
      ordinals[launch.stream, default: []].insert(Int(launch.ordinal))
    }
    return streams.map { ($0, ordinals[$0, default: []].sorted()) }
  }
}

extension EventStore {
  /// The events of each launch in a row of `streams`, with the stream's number in `stored`.
  func launches(inRow row: Int64, _ stored: inout StoredSymbols) throws(StoreError) -> (StreamID, [LaunchEvents]) {
    let (stream, events, fills) = try readStream(row, into: &stored)
    return (stream, StreamReplay.eventsByLaunch(of: stream, events, fills, stored.symbols))
  }

  /// The events of each of these launches, whose streams `stored` knows.
  func events(of launches: [LaunchKey], _ stored: inout StoredSymbols) throws(StoreError) -> [LaunchEvents] {
    var events: [LaunchEvents] = []
    for launch in launches {
      let (_, all) = try self.launches(inRow: stored.row(of: launch.stream), &stored)
      // In a damaged store there may be no such ordinal.
      events.append(all.dropFirst(max(Int(launch.ordinal), 0)).first ?? ([], []))
    }
    return events
  }
}
