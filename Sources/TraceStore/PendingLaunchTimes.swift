/// The launch times of streams, on their way into the rows of `launch_times`, each of which holds those of several streams.
///
/// What a row holds is a matter of its launches alone, however transactions have divided them.
struct PendingLaunchTimes {
  /// With so many launches it is better to write them than to keep them.
  static let most = 1 << 13
  /// By the row of the stream, the new launches in their order, in place of all it had.
  private var streams: [Int64: [LaunchTimesEntry]] = [:]
  private(set) var count = 0

  /// Replaces the launches of a stream.
  mutating func replace(_ stream: Int64, by entries: [LaunchTimesEntry]) {
    streams[stream] = entries
    count += entries.count
  }

  /// Forgets all.
  mutating func removeAll() {
    streams.removeAll(keepingCapacity: true)
    count = 0
  }

  /// Writes all into the table, in a transaction, and forgets them.
  mutating func flush(on connection: Connection) throws(StoreError) {
    let rows = streams.keys.sorted()
    var begin = 0
    while begin < rows.count {
      let block = PackedLaunchTimes.block(of: rows[begin])
      var end = begin
      while end < rows.count, PackedLaunchTimes.block(of: rows[end]) == block { end += 1 }
      try write(rows[begin..<end], inBlock: block, on: connection)
      begin = end
    }
    removeAll()
  }

  /// Writes streams of one block, beside those that are there.
  private func write(_ rows: ArraySlice<Int64>, inBlock block: Int64, on connection: Connection) throws(StoreError) {
    let statement = try connection.query(
      "SELECT \(LaunchTimesColumn.list) FROM \(PackedLaunchTimes.table) WHERE block = ?", block)
    var old: [LaunchTimesEntry] = []
    let isThere = try statement.step()
    if isThere {
      var reader = LaunchTimesReader(statement)
      old = reader.entries().filter { streams[$0.stream] == nil }
    }
    statement.reset()
    var entries: [LaunchTimesEntry] = []
    var next = old.startIndex
    for row in rows {
      while next < old.endIndex, old[next].stream < row {
        entries.append(old[next])
        next += 1
      }
      entries += streams[row] ?? []
    }
    entries += old[next...]
    if entries.isEmpty, !isThere { return }
    var contexts = NumberPacker(after: StreamBase())
    var times: [UInt8] = []
    var last: Int64 = 0
    for entry in entries {
      var difference = entry.context &- last
      contexts.whole(&difference)
      last = entry.context
      times += entry.record
    }
    if !entries.isEmpty { times += [UInt8](repeating: 0, count: SizedRecord.padding) }
    // The row is not deleted, which would have its launches derived anew.
    let insertion = """
      INSERT INTO \(PackedLaunchTimes.table) VALUES (?, ?, ?)
        ON CONFLICT DO UPDATE SET contexts = excluded.contexts, times = excluded.times
      """
    try connection.run(insertion, block, contexts.bytes, times)
  }
}
