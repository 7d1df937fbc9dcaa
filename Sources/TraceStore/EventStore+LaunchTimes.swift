package import TraceModel

/// Reading `SummaryParts.times`: a tenth of the instructions that whole rows take.
extension EventStore {
  /// Of `contexts`, what launch times rest on; `read(contexts:)` takes them in this order.
  private static let contextColumns = """
    id, device, os_version, process_kind, app, app_version, app_build, boot, format, simulator, debugger
    """
  /// What an extension is recognized by; it is read where there are several apps.
  private static let extensions =
    "SELECT stream, ordinal, kinds, nature_reason FROM \(LaunchSummary.table) ORDER BY stream, ordinal"

  /// Whether launch times of this store rest on nothing but what is read here; all its texts are read.
  ///
  /// - Parameter stored: Where the texts are added.
  /// - Returns: False where whole summaries are needed.
  /// - Throws: `StoreError` if the file cannot be read.
  package func holdsLaunchTimes(_ stored: inout StoredSymbols) throws(StoreError) -> Bool {
    let needsMore = """
      EXISTS (SELECT 1 FROM metrics) OR EXISTS (SELECT 1 FROM streams WHERE changed)
        OR NOT EXISTS (SELECT 1 FROM launches WHERE events > unknown)
      """
    if try integer("SELECT \(needsMore)") != 0 { return false }
    try stored.readAllTexts()
    // Apple's reports are joined with launches, by names and processes.
    return stored.symbols.texts.find(Array("ips".utf8).span) == .none
  }

  /// At most so many launches have launch times.
  package func mostLaunchTimes() throws(StoreError) -> Int {
    Int(try integer("SELECT count(*) FROM \(PackedLaunchTimes.table)")) << PackedLaunchTimes.streamBits
  }

  /// Hands to `body` what `SummaryParts.times` says of each launch, one after the other.
  ///
  /// - Parameters:
  ///   - stored: Where their contexts are added.
  ///   - body: Takes a launch, the row of its stream, its context, and true if the watchdog ended it.
  /// - Returns: Of how many apps they are.
  /// - Throws: `StoreError` if the file cannot be read.
  package func forEachLaunchTime(
    into stored: inout StoredSymbols, _ body: (borrowing LaunchSummary, Int64, ContextID, Bool) -> Void
  ) throws(StoreError) -> LaunchTimesScope {
    let rows = try connection.query(
      "SELECT \(LaunchTimesColumn.list) FROM \(PackedLaunchTimes.table) ORDER BY block")
    while try rows.step() {
      var reader = LaunchTimesReader(rows)
      while reader.isMore {
        var launch = LaunchSummary()
        let isKilled = reader.read(into: &launch)
        body(launch, reader.stream, stored.addContext(inRow: reader.context), isKilled)
      }
    }
    if try !readContexts(&stored) { return .unknown }
    let contexts = stored.symbols.contexts.values
    return contexts.contains { $0.app != contexts[0].app } ? .severalApps : .oneApp
  }

  /// Reads of each launch what `SummaryParts.times` says; names of launches only where their order rests on them.
  ///
  /// - Parameter stored: Where their symbols are added; all texts are there.
  /// - Returns: One summary a launch, in any order; nothing if that is not enough for the launches of this store.
  /// - Throws: `StoreError` if the file cannot be read.
  package func readLaunchTimes(into stored: inout StoredSymbols) throws(StoreError) -> [LaunchSummary]? {
    let count = try mostLaunchTimes()
    stored.reserveStreams(count)
    var list: [LaunchSummary] = []
    list.reserveCapacity(count)
    var streams: [Int64] = []
    let watchdog = stored.symbols.texts.intern(ExitReason.watchdog.rawValue)
    let scope = try forEachLaunchTime(into: &stored) { launch, stream, context, isKilled in
      // In place, as a summary is large.
      list.append(copy launch)
      list[list.count - 1].context = context
      if isKilled { list[list.count - 1].exitReason = watchdog }
      streams.append(stream)
    }
    for place in list.indices { list[place].stream = stored.unnamedStream(streams[place]) }
    if scope == .unknown { return nil }
    if scope == .severalApps, try !readExtensions(&list, &stored) { return nil }
    try readDecidingCandidates(&list, &stored)
    if Self.areNamesNeeded(list) { try readNames(into: &stored) }
    return list
  }

  /// Reads of some launches what `SummaryParts.times` says, without names.
  ///
  /// - Parameters:
  ///   - places: Their places among all launches, rising.
  ///   - stored: Where their streams are added; all contexts and texts are there.
  /// - Returns: One summary a launch.
  /// - Throws: `StoreError` if the file cannot be read.
  package func readLaunchTimes(at places: [Int32], into stored: inout StoredSymbols) throws(StoreError)
    -> [LaunchSummary]
  {
    var list: [LaunchSummary] = []
    list.reserveCapacity(places.count)
    var streams: [Int64] = []
    let watchdog = stored.symbols.texts.intern(ExitReason.watchdog.rawValue)
    var place: Int32 = 0
    _ = try forEachLaunchTime(into: &stored) { launch, stream, context, isKilled in
      defer { place += 1 }
      guard list.count < places.count, places[list.count] == place else { return }
      list.append(copy launch)
      list[list.count - 1].context = context
      if isKilled { list[list.count - 1].exitReason = watchdog }
      streams.append(stream)
    }
    for place in list.indices { list[place].stream = stored.unnamedStream(streams[place]) }
    return list
  }

  /// Reads the contexts that are known by their rows alone; false if one of these is not there.
  private func readContexts(_ stored: inout StoredSymbols) throws(StoreError) -> Bool {
    let wanted = Rows(width: 1, numbers: stored.unreadContexts.sorted())
    // CROSS JOIN makes SQLite look up a context for each row that is lent, and not the other way round.
    let table = "lent_rows() CROSS JOIN \(Context.table) ON id = c0"
    var count = 0
    try connection.lend(wanted) { () throws(StoreError) in
      try connection.forEachRows(Self.contextColumns, of: table) { rows in count += stored.read(contexts: rows) }
    }
    return count == wanted.count
  }

  /// Adds to launches, in the order of their key, what shows which app is another one's extension; false if `launches`
  /// holds others.
  private func readExtensions(_ list: inout [LaunchSummary], _ stored: inout StoredSymbols) throws(StoreError) -> Bool {
    var place = 0
    let rows = try connection.query(Self.extensions)
    defer { rows.reset() }
    while try rows.step() {
      guard place < list.count, stored.row(of: list[place].stream) == rows.integer(0),
        Int64(list[place].ordinal) == rows.integer(1)
      else { return false }
      list[place].kinds = try stored.kinds(at: rows.integer(2))
      list[place].natureReason = stored.readText(rows.integer(3))
      place += 1
    }
    return place == list.count
  }

  /// True if streams hold several launches, or launches begin at once: their names order them.
  private static func areNamesNeeded(_ list: [LaunchSummary]) -> Bool {
    var instants: [Int64] = []
    instants.reserveCapacity(list.count)
    for index in list.indices {
      if list[index].ordinal != 0 { return true }
      instants.append(list[index].firstInstant)
    }
    let places = instants.risingPlaces()
    return places.indices.dropFirst().contains { instants[Int(places[$0])] == instants[Int(places[$0 - 1])] }
  }
}
