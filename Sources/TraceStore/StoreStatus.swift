import TraceModel

/// How much of what a store holds.
package struct StoreStatus: Sendable, Equatable {
  /// Something and how often it is there.
  package struct Count: Sendable, Equatable {
    package var name: String
    package var count: Int64
  }

  package var events: Int64 = 0
  package var streams: Int64 = 0
  package var launches: Int64 = 0
  package var sources: Int64 = 0
  package var rejects: Int64 = 0
  /// Streams whose summaries are to be made anew.
  package var changedStreams: Int64 = 0
  /// Bytes of the file, without its log.
  package var fileBytes: Int64 = 0
  /// Rejected lines by reason, most frequent first.
  package var rejectReasons: [Count] = []
  /// Events by names that are in no vocabulary, most frequent first.
  package var unknownNames: [Count] = []
}

/// A rejected line as the store holds it.
package struct StoredReject: Sendable, Equatable {
  /// The source's path, as it was given.
  package var path: String
  /// 1-based.
  package var line: Int64
  /// Decompressed bytes before the line.
  package var offset: Int64
  /// The line's length in bytes.
  package var length: Int64
  package var reason: String
  /// The first 64 KiB of it.
  package var raw: [UInt8]
}

extension EventStore {
  /// Counts what the store holds, with the `top` most frequent unknown names.
  package func status(top: Int = 10) throws(StoreError) -> StoreStatus {
    var status = StoreStatus()
    status.events = try connection.integer("SELECT count(*) FROM events")
    status.streams = try connection.integer("SELECT count(*) FROM streams")
    status.launches = try connection.integer("SELECT count(*) FROM launches")
    status.sources = try connection.integer("SELECT count(*) FROM sources")
    status.rejects = try connection.integer("SELECT count(*) FROM rejects")
    status.changedStreams = try connection.integer("SELECT count(*) FROM streams WHERE changed")
    let pages = try connection.integer("PRAGMA page_count")
    status.fileBytes = pages * (try connection.integer("PRAGMA page_size"))
    status.rejectReasons = try counts(
      "SELECT reason, count(*) FROM rejects GROUP BY reason ORDER BY 2 DESC, 1")
    let names = try counts(
      """
      SELECT text_values.value, sum(counted.n) FROM
        (SELECT signature, count(*) AS n FROM events GROUP BY signature) AS counted
        JOIN signatures ON signatures.id = counted.signature
        JOIN text_values ON text_values.id = signatures.event
      GROUP BY text_values.id ORDER BY 2 DESC, 1
      """)
    status.unknownNames = Array(names.filter { EventKind(name: $0.name) == nil }.prefix(top))
    return status
  }

  private func counts(_ sql: String) throws(StoreError) -> [StoreStatus.Count] {
    let rows = try connection.query(sql)
    var list: [StoreStatus.Count] = []
    while try rows.step() { list.append(.init(name: rows.string(0), count: rows.integer(1))) }
    return list
  }

  /// Rejected lines by source and line.
  package func rejects() throws(StoreError) -> [StoredReject] {
    let rows = try connection.query(
      """
      SELECT path, rejects.line, rejects.offset, length, reason, raw
      FROM rejects JOIN sources ON sources.id = rejects.source
      ORDER BY rejects.source, rejects.line, rejects.id
      """)
    var list: [StoredReject] = []
    while try rows.step() {
      list.append(
        StoredReject(
          path: rows.string(0), line: rows.integer(1), offset: rows.integer(2),
          length: rows.integer(3), reason: rows.string(4), raw: rows.bytes(5)))
    }
    return list
  }
}
