import TraceAnalyzer
import TraceIngest
import TraceModel
import TraceStore

/// One of the inputs that are read together: a store, or all logs.
struct Part {
  /// Where its events are.
  enum Place {
    case store(path: String)
    case logs(RecordedEvents)
  }

  let place: Place
  /// The numbers of its sources among those of all parts, by their own.
  var sources: [SourceID] = []
  /// The number of its streams when their names were read.
  var streamCount = 0
  /// The store, if it is kept open: it is then read as it was at that time.
  var open: EventStore?
  let busyTimeout: Int32

  init(_ place: Place, busyTimeout: Int32) {
    self.place = place
    self.busyTimeout = busyTimeout
  }

  /// The store, opened once more if it was closed; nil for logs.
  func store() throws(StoreError) -> EventStore? {
    if let open { return open }
    guard case .store(let path) = place else { return nil }
    return try StoredLaunches.openUpToDate(path, busyTimeout: busyTimeout)
  }

  /// What the numbers of the store mean, which must have the sources that were numbered: it may be written meanwhile.
  func symbols(of store: EventStore) throws(StoreError) -> StoredSymbols {
    let stored = try StoredSymbols(of: store)
    if stored.symbols.sourceNames.count == sources.count { return stored }
    throw Self.hasChanged(store)
  }

  static func hasChanged(_ store: EventStore) -> StoreError {
    StoreError(
      "read", file: store.path, message: "it has changed since this command began", hint: "run the same command again")
  }

  /// The launches of a stream, and what their numbers mean; `row` is the stream's row in a store, or its number in logs.
  func launches(_ row: Int64) throws -> (launches: [LaunchEvents], symbols: Symbols) {
    if case .logs(let events) = place { return try events.launches(of: StreamID(rawValue: Int32(row))) }
    guard let store = try store() else { return ([], Symbols()) }
    var stored = try symbols(of: store)
    let launches = try store.launches(inRow: row, &stored).1
    return (launches, stored.symbols)
  }
}

/// In which part each stream lies.
struct PartOwners: Sendable {
  private static let none: Int32 = -1
  private static let several: Int32 = -2

  /// By `StreamID`.
  private var parts: [Int32] = []
  private var rows: [Int64] = []

  /// Notes that a stream lies in a part, in this row of it.
  mutating func note(_ stream: StreamID, in part: Int, row: Int64) {
    let index = Int(stream.rawValue)
    while parts.count <= index {
      parts.append(Self.none)
      rows.append(0)
    }
    parts[index] = parts[index] == Self.none ? Int32(part) : Self.several
    rows[index] = row
  }

  func isShared(_ stream: StreamID) -> Bool { parts[Int(stream.rawValue)] == Self.several }

  /// The only part that holds a stream, and its row there; nil if several hold it.
  func place(of stream: StreamID) -> (part: Int, row: Int64)? {
    let part = parts[Int(stream.rawValue)]
    return part >= 0 ? (Int(part), rows[Int(stream.rawValue)]) : nil
  }
}

/// The events of parts that are read together.
struct PartEvents {
  let parts: [Part]
  let owners: PartOwners
  /// The events of streams that lie in several parts.
  let shared: StreamEvents
  /// The file that has those for which there was no room in memory.
  let file: MovedWords?
  /// The numbers of what was moved from logs in memory, which have the same symbols each time.
  private var map: SymbolMap?

  init(parts: [Part], owners: PartOwners, shared: StreamEvents, file: MovedWords?) {
    self.parts = parts
    self.owners = owners
    self.shared = shared
    self.file = file
  }

  /// Begins anew with other symbols.
  mutating func forgetNumbers() { map = nil }

  /// The events of each launch of a stream, in numbers of `symbols`, which are the same each time.
  mutating func launches(of stream: StreamID, _ symbols: inout Symbols) throws -> [LaunchEvents] {
    guard let place = owners.place(of: stream) else {
      var counts = IngestCounts()
      let launches = shared.launches(of: stream, symbols, &counts)
      if let failure = file?.failure { throw failure }
      return launches
    }
    let part = parts[place.part]
    let (launches, own) = try part.launches(place.row)
    let isSame = if case .logs(let events) = part.place { events.areInMemory } else { false }
    var transfer = SymbolTransfer(from: own, movingInto: &symbols, after: isSame ? map.take() : nil)
    defer {
      symbols = transfer.symbols
      if isSame { map = transfer.map }
    }
    return launches.map { launch in
      (launch.events.map { transfer.event($0, sources: part.sources) }, launch.fills)
    }
  }

  /// The events of each of these launches, in numbers of `symbols`.
  mutating func events(of launches: [LaunchKey], _ symbols: inout Symbols) throws -> [LaunchEvents] {
    var events: [LaunchEvents] = []
    for launch in launches {
      let all = try self.launches(of: launch.stream, &symbols)
      events.append(all.dropFirst(max(Int(launch.ordinal), 0)).first ?? ([], []))
    }
    return events
  }
}
