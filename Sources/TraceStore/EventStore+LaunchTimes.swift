package import TraceModel

/// Reading `SummaryParts.times`: a tenth of the instructions that whole rows take.
extension EventStore {
  /// Of `contexts`, what launch times rest on; `add(contexts:)` takes them in this order.
  private static let contextColumns = [
    "id", "device", "os_version", "process_kind", "app", "app_version", "app_build", "boot", "format", "simulator",
    "debugger",
  ]
  /// What an extension is recognized by; it is read where there are several apps.
  private static let extensions =
    "SELECT stream, ordinal, kinds, nature_reason FROM \(LaunchSummary.table) ORDER BY stream, ordinal"
  private static let launches =
    "SELECT stream, ordinal, environment, times FROM \(PackedLaunchTimes.table) ORDER BY stream, ordinal"

  /// Reads of each launch what `SummaryParts.times` says; names of launches only where their order rests on them.
  ///
  /// - Parameter stored: Where their symbols are added.
  /// - Returns: One summary a launch, in any order; nothing if that is not enough for the launches of this store.
  /// - Throws: `StoreError` if the file cannot be read.
  package func readLaunchTimes(into stored: inout StoredSymbols) throws(StoreError) -> [LaunchSummary]? {
    let needsMore = """
      EXISTS (SELECT 1 FROM metrics) OR EXISTS (SELECT 1 FROM streams WHERE changed)
        OR NOT EXISTS (SELECT 1 FROM launches WHERE events > unknown)
      """
    if try integer("SELECT \(needsMore)") != 0 { return nil }
    try stored.readAllTexts()
    // Apple's reports are joined with launches, by names and processes.
    if stored.symbols.texts.find(Array("ips".utf8).span) != .none { return nil }
    var (list, environments) = try readPackedTimes(&stored)
    try readContexts(environments, &stored)
    for place in list.indices {
      guard let context = stored.context(inRow: environments[place]) else { return nil }
      list[place].context = context
    }
    let contexts = stored.symbols.contexts.values
    if contexts.contains(where: { $0.app != contexts[0].app }), try !readExtensions(&list, &stored) { return nil }
    try readDecidingCandidates(&list, &stored)
    if Self.areNamesNeeded(list) { try readNames(into: &stored) }
    return list
  }

  /// The launches in the order of their key, without their contexts, and the rows of those.
  private func readPackedTimes(_ stored: inout StoredSymbols) throws(StoreError) -> ([LaunchSummary], [Int64]) {
    let count = Int(try integer("SELECT count(*) FROM \(PackedLaunchTimes.table)"))
    stored.reserveStreams(count)
    var list: [LaunchSummary] = []
    var environments: [Int64] = []
    list.reserveCapacity(count)
    environments.reserveCapacity(count)
    let watchdog = stored.symbols.texts.intern(ExitReason.watchdog.rawValue)
    let rows = try connection.query(Self.launches)
    while try rows.step() {
      // In place, as a summary is large.
      let place = list.count
      list.append(LaunchSummary())
      list[place].stream = stored.unnamedStream(rows.integer(LaunchTimesColumn.stream))
      list[place].ordinal = Int32(truncatingIfNeeded: rows.integer(LaunchTimesColumn.ordinal))
      environments.append(rows.integer(LaunchTimesColumn.environment))
      let isKilled = PackedLaunchTimes.unpack(rows.bytes(LaunchTimesColumn.times.rawValue), into: &list[place])
      if isKilled { list[place].exitReason = watchdog }
    }
    return (list, environments)
  }

  /// Adds the contexts in these rows.
  private func readContexts(_ rows: [Int64], _ stored: inout StoredSymbols) throws(StoreError) {
    let wanted = Rows(width: 1, numbers: Array(Set(rows)).sorted())
    connection.lend(wanted, in: Array(0..<wanted.count))
    defer { connection.lend(Rows(width: 1), in: []) }
    // CROSS JOIN makes SQLite look up a context for each row that is lent, and not the other way round.
    let table = "lent_rows CROSS JOIN \(Context.table) ON id = c0"
    try connection.forEachRows(Self.contextColumns, of: table) { rows in stored.add(contexts: rows) }
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
    instants.sort()
    return instants.indices.dropFirst().contains { instants[$0] == instants[$0 - 1] }
  }
}
