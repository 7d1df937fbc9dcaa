import TraceAnalyzer
import TraceModel
package import TraceStore

/// Keeps a store's summaries what its events say.
package struct Projector {
  /// A transaction holds the summaries of so many events at least.
  private static let transactionEvents = 100_000
  private static let analyzer = Analyzer()
  private let store: EventStore

  /// A projector of an open store.
  package init(_ store: EventStore) { self.store = store }

  /// Summarizes every stream anew.
  ///
  /// - Throws: `StoreError` if the store cannot be written; nothing was changed, or all of it will
  ///   be brought up to date by the next run.
  package func rebuild() throws(StoreError) {
    try store.begin()
    try store.dropProjections()
    try store.commit()
    try bringUpToDate()
  }

  /// Summarizes the streams that have changed since they were.
  ///
  /// - Throws: `StoreError` if the store cannot be written; what was not reached stays marked.
  package func bringUpToDate() throws(StoreError) {
    var rows = try store.outdatedStreams()[...]
    while !rows.isEmpty {
      var stored = try StoredSymbols(of: store)
      var count = 0
      store.startGeneration()
      try store.begin()
      do throws(StoreError) {
        while count < Self.transactionEvents, let row = rows.popFirst() {
          let (stream, launches, events) = try summaries(row, &stored)
          try store.writeSummaries(launches, of: stream, symbols: stored.symbols)
          count += events + 1
        }
        try store.commit()
      } catch {
        try? store.rollback()  // The first error is the cause.
        throw error
      }
    }
  }

  private func summaries(_ row: Int64, _ stored: inout StoredSymbols) throws(StoreError) -> (
    StreamID, [LaunchSummary], Int
  ) {
    let stream = try store.readStream(row, into: &stored)
    let words = InternedNames(&stored.symbols)
    let launches = Self.analyzer.launches(
      of: stream.id, events: stream.events, fills: stream.fills, words: words, symbols: stored.symbols)
    return (stream.id, launches.map { $0.summary(&stored.symbols) }, stream.events.count)
  }

  /// The launches of a store, never stale: what has changed is brought up to date first, in memory
  /// where the store can't be written.
  ///
  /// - Parameters:
  ///   - path: The store's file.
  ///   - details: Whether scenes, tasks, stays and candidates are asked for.
  ///   - busyTimeout: How long to wait for another writer, in milliseconds.
  /// - Returns: The launches of all streams.
  /// - Throws: `StoreError` if it can't be read.
  package static func launches(ofStore path: String, details: Bool, busyTimeout: Int32) throws(StoreError) -> Launches {
    let store = try EventStore(path: path, mode: .read, busyTimeout: busyTimeout)
    if try !store.outdatedStreams().isEmpty,
      let writable = try? EventStore(path: path, mode: .writeExisting, busyTimeout: busyTimeout)
    {
      // What can't be made, as another writes or the disk is full, is answered from memory.
      try? Projector(writable).bringUpToDate()
    }
    var launches = try Projector(store).launches(details: details)
    for file in try store.rejectedLines() {
      let first = (Int32(clamping: file.firstLine), Reject.Reason(rawValue: file.firstReason) ?? .notJSON)
      launches.diagnostics.add([
        FileRejects(file: file.path, lines: file.lines, rejected: file.rejected, first: first)
      ])
    }
    launches.rejected = try store.countRejects()
    launches.unread = (Int64(try store.unreadPaths().count), try store.countSources())
    return launches
  }

  /// The launches of this store, from which nothing but reading is done from now on.
  func launches(details: Bool) throws(StoreError) -> Launches {
    let projector = self
    let analyzer = Self.analyzer
    try store.beginReading()
    var stored = try StoredSymbols(of: store)
    var launches = Launches()
    launches.summaries = try store.readSummaries(into: &stored, details: details)
    var fresh: [StreamID: [LaunchSummary]] = [:]
    for row in try store.outdatedStreams() {
      let (stream, summaries, _) = try projector.summaries(row, &stored)
      fresh[stream] = summaries
    }
    if !fresh.isEmpty { launches.summaries.removeAll { fresh[$0.stream] != nil } }
    launches.summaries += fresh.sorted { $0.key < $1.key }.flatMap(\.value)
    stored.symbols.noteSharedIDs(launches.summaries)
    let joins = ReportJoins(launches.summaries, stored.symbols)
    for place in joins.apply(to: &launches.summaries) {
      let launch = launches.summaries[place]
      let parts = try projector.parts(joins.parts(of: launch), &stored)
      let words = InternedNames(&stored.symbols)
      launches.summaries[place] = analyzer.summary(of: launch, parts, words, &stored.symbols)
    }
    launches.symbols = stored.symbols
    launches.recording = { [stored] launch in
      var stored = stored
      let parts = try projector.parts(joins.parts(of: launch.summary), &stored)
      return Recording(of: launch, parts, symbols: stored.symbols)
    }
    launches.handOn = { [stored] launches, handler in
      try projector.handOn(launches.flatMap { joins.parts(of: $0.summary) }, stored, handler)
    }
    return launches
  }

  /// The events of each of these launches, whose streams are known.
  private func parts(_ launches: [LaunchKey], _ stored: inout StoredSymbols) throws(StoreError) -> [LaunchEvents] {
    var parts: [LaunchEvents] = []
    for launch in launches {
      let (id, events, fills) = try store.readStream(stored.row(of: launch.stream), into: &stored)
      // In a store that was tampered with there may be none of the number.
      let launches = Analyzer.parts(of: id, events, fills, stored.symbols).dropFirst(max(Int(launch.ordinal), 0))
      parts.append(launches.first ?? ([], []))
    }
    return parts
  }

  /// Reads the events of launches; not more is held than one stream and some thousand texts.
  private func handOn(_ launches: [LaunchKey], _ known: StoredSymbols, _ handler: EventHandler) throws {
    var streams: [StreamID] = []
    var ordinals: [StreamID: Set<Int>] = [:]
    for launch in launches {
      if ordinals[launch.stream] == nil { streams.append(launch.stream) }
      ordinals[launch.stream, default: []].insert(Int(launch.ordinal))
    }
    var stored = try StoredSymbols(of: store)
    var count = 0
    for stream in streams {
      if count > Self.transactionEvents {
        stored = try StoredSymbols(of: store)
        count = 0
      }
      let (id, events, fills) = try store.readStream(known.row(of: stream), into: &stored)
      var parts = Analyzer.parts(of: id, events, fills, stored.symbols)
      if parts.count > 1, stored.symbols.stream(id).isLaunch {
        for part in parts.indices { parts[part].events = Analyzer.named(parts[part].events, &stored.symbols) }
      }
      let wanted = ordinals[stream, default: []].sorted().flatMap { parts[$0].events }
      try handler(LaunchOrder.told(wanted, stored.symbols), stored.symbols)
      count += events.count
    }
  }
}
