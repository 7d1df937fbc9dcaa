package import TraceModel

/// Reading `SummaryParts.times`: a sixth of the instructions that whole rows take.
extension EventStore {
  private static let streamColumns = ["id", "base", "base_context"]
  private static let contextColumns = [
    "id", "device", "os_version", "process_kind", "app", "app_version", "app_build", "boot", "format", "simulator",
    "debugger",
  ]
  /// The first columns of `launches`; with several apps also those by which an extension is recognized.
  private static let launchColumns = [
    "stream", "ordinal", "context", "first", "events", "unknown", "nature", "exit_reason", "marks", "watchdog",
    "request", "start", "initializers", "main", "launch_begin", "launch_end", "scene_connected", "first_frame",
    "active", "resumed",
  ]

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
    try connection.forEachRows(Self.contextColumns, of: Context.table) { rows in stored.add(contexts: rows) }
    // Apple's reports are joined with launches, by names and processes.
    if stored.symbols.texts.find(Array("ips".utf8).span) != .none { return nil }
    stored.reserveStreams(Int(try integer("SELECT count(*) FROM streams")))
    try connection.forEachRows(Self.streamColumns, of: "streams") { rows in stored.add(streams: rows) }
    let contexts = stored.symbols.contexts.values
    let isOfOneApp = contexts.allSatisfy { $0.app == contexts[0].app }
    let columns = Self.launchColumns + (isOfOneApp ? [] : ["kinds", "nature_reason"])
    var list: [LaunchSummary] = []
    list.reserveCapacity(Int(try integer("SELECT count(*) FROM \(LaunchSummary.table)")))
    var isComplete = true
    try connection.forEachRows(columns, of: LaunchSummary.table) { rows throws(StoreError) in
      for row in 0..<rows.count where isComplete {
        list.append(LaunchSummary())
        isComplete = try stored.fill(&list[list.count - 1], rows, row)
      }
    }
    if !isComplete { return nil }
    try readDecidingCandidates(&list, &stored)
    if Self.areNamesNeeded(list) { try readNames(into: &stored) }
    return list
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
