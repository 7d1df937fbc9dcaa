import TraceModel

/// Collects records that were not understood, for `ReadingHint`.
///
/// They are no events, as they lack a name or a time, or their names are in no vocabulary.
package struct SeenKeys: Sendable {
  /// How many records are kept, and how many bytes of them: more would hardly differ.
  private static let recordLimit = 20_000
  private static let byteLimit = 16 << 20
  /// How many events with unknown names are kept: these show less.
  private static let eventLimit = 2_000

  /// Records that are no events.
  private(set) var records: [[UInt8]] = []
  /// Events with unknown names.
  private(set) var unknownEvents: [[UInt8]] = []
  private var byteCount = 0
  /// The number of records without a name, and of those that lack only a time.
  package private(set) var namelessCount: Int64 = 0
  package private(set) var timelessCount: Int64 = 0
  private var eventCount: Int64 = 0

  /// No records.
  package init() {}

  /// Adds the rejected records of a scanned batch.
  package mutating func add(_ batch: EventBatch) {
    guard batch.format == LogFormat.canonical else { return }
    eventCount += Int64(batch.events.count)
    namelessCount += Int64(batch.rejects.count { $0.reason == .noEvent })
    timelessCount += Int64(batch.rejects.count { $0.reason == .noTime })
    for range in batch.refused { add(batch.text[range], to: \.records, limit: Self.recordLimit) }
  }

  /// Adds an event of the batch whose name is in no vocabulary.
  package mutating func add(unknown index: Int, of batch: EventBatch) {
    add(batch.text[batch.lines[index].range], to: \.unknownEvents, limit: Self.eventLimit)
  }

  private mutating func add(
    _ record: ArraySlice<UInt8>, to list: WritableKeyPath<Self, [[UInt8]]>, limit: Int
  ) {
    if self[keyPath: list].count >= limit || byteCount >= Self.byteLimit { return }
    byteCount += record.count
    self[keyPath: list].append(Array(record))
  }

  /// Adds the records of another source.
  package mutating func add(_ other: SeenKeys) {
    for record in other.records { add(record[...], to: \.records, limit: Self.recordLimit) }
    for event in other.unknownEvents { add(event[...], to: \.unknownEvents, limit: Self.eventLimit) }
    namelessCount += other.namelessCount
    timelessCount += other.timelessCount
    eventCount += other.eventCount
  }

  /// True if most records were no events: then the log has keys of its own.
  package var areMost: Bool { namelessCount + timelessCount > eventCount }

  /// Adds only the events with unknown names, from a source most of whose records are events.
  package mutating func addUnknownEvents(of other: SeenKeys) {
    for event in other.unknownEvents { add(event[...], to: \.unknownEvents, limit: Self.eventLimit) }
  }

  /// True if there are two records or more, and keys that are likely to hold the name and the time of their events.
  func areOfLog(_ options: IngestOptions) -> Bool {
    guard records.count > 1, areMost else { return false }
    let table = KeyTable(records)
    let keys = LikelyKeys(table, options)
    return keys.eventKey != nil && keys.timeKey != nil
  }

  /// How many records a hint is based on.
  package var recordCount: Int64 { Int64(records.count) }
}
