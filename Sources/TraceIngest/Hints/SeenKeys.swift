import TraceModel

/// Keeps the first records of sources that were not fully understood, for `ReadingHint`, and to try what it proposes.
///
/// A record that is not understood is no event, as it lacks a name or a time, or its name is in no vocabulary.
package struct SeenKeys: Sendable {
  /// More records or bytes would hardly change a hint.
  private static let recordLimit = 10_000
  private static let byteLimit = 16 << 20
  /// After so many understood records none is kept until one is not: nearly all logs are understood to their end.
  private static let understoodLimit = 256

  private enum Fate { case event, unknown, refused }

  private struct Head {
    var text: [UInt8] = []
    var records: [(fate: Fate, end: Int)] = []
  }

  private var heads: [Head] = []
  private var keptCount = 0
  private var byteCount = 0
  /// True once a record of the present source was not understood.
  private var hasStrange = false
  private var passedCount = 0
  /// True if records came that are not kept.
  package private(set) var areSome = false
  /// The number of records without a name, and of those that lack only a time.
  package private(set) var namelessCount: Int64 = 0
  package private(set) var timelessCount: Int64 = 0
  private var eventCount: Int64 = 0
  /// What parts the cells of the last source, if that is a table of text.
  private(set) var tableMark: UInt8?

  /// No records.
  package init() {}

  /// Adds a scanned batch of the present source; `unknown` are the indices of events with names in no vocabulary.
  package mutating func add(_ batch: EventBatch, unknown: [Int] = []) {
    guard batch.format == LogFormat.canonical else { return }
    tableMark = batch.tableMark
    eventCount += Int64(batch.events.count)
    namelessCount += Int64(batch.rejects.count { $0.reason == .noEvent })
    timelessCount += Int64(batch.rejects.count { $0.reason == .noTime })
    if batch.refused.isEmpty, unknown.isEmpty, !hasStrange, passedCount >= Self.understoodLimit { return }
    if keptCount >= Self.recordLimit || byteCount >= Self.byteLimit {
      areSome = areSome || !batch.events.isEmpty || !batch.refused.isEmpty
      return
    }
    var refused = batch.refused[...]
    var unknown = unknown[...]
    for index in batch.events.indices {
      let range = batch.lines[index].range
      while let other = refused.first, other.lowerBound < range.lowerBound {
        add(batch.text[other], .refused)
        refused = refused.dropFirst()
      }
      let isUnknown = unknown.first == index
      if isUnknown { unknown = unknown.dropFirst() }
      add(batch.text[range], isUnknown ? .unknown : .event)
    }
    for range in refused { add(batch.text[range], .refused) }
  }

  private mutating func add(_ record: ArraySlice<UInt8>, _ fate: Fate) {
    passedCount += 1
    if fate != .event { hasStrange = true }
    if !hasStrange, passedCount > Self.understoodLimit {
      areSome = true
      if !heads.isEmpty { remove() }
      return
    }
    if keptCount >= Self.recordLimit || byteCount >= Self.byteLimit { return areSome = true }
    if heads.isEmpty { heads.append(Head()) }
    let index = heads.count - 1
    // A line may end between the members of a record.
    let breaks = "\r\n".utf8
    heads[index].text += record.lazy.map { breaks.contains($0) ? UInt8(ascii: " ") : $0 }
    heads[index].text.append(UInt8(ascii: "\n"))
    heads[index].records.append((fate, heads[index].text.count))
    keptCount += 1
    byteCount += record.count
  }

  private mutating func remove() {
    heads = []
    keptCount = 0
    byteCount = 0
  }

  /// Adds the records of another source; if most of them are events, its others do not count.
  package mutating func add(_ other: SeenKeys) {
    areSome = areSome || other.areSome
    guard other.hasStrange || other.areMost else { return }
    for head in other.heads {
      if keptCount >= Self.recordLimit || byteCount >= Self.byteLimit {
        areSome = true
        break
      }
      heads.append(head)
      if !other.areMost {
        for index in head.records.indices where head.records[index].fate == .refused {
          heads[heads.count - 1].records[index].fate = .event
        }
      }
      keptCount += head.records.count
      byteCount += head.text.count
    }
    hasStrange = true
    tableMark = other.tableMark
    guard other.areMost else { return }
    namelessCount += other.namelessCount
    timelessCount += other.timelessCount
    eventCount += other.eventCount
  }

  /// True if most records were no events: then the log has keys of its own.
  package var areMost: Bool { namelessCount + timelessCount > eventCount }

  var records: [[UInt8]] { records(.refused) }
  var unknownEvents: [[UInt8]] { records(.unknown) }

  private func records(_ fate: Fate) -> [[UInt8]] {
    heads.flatMap { head in
      head.records.indices.filter { head.records[$0].fate == fate }.map { index in
        Array(head.text[(index == 0 ? 0 : head.records[index - 1].end)..<head.records[index].end - 1])
      }
    }
  }

  /// True if there are two records or more, and keys that are likely to hold the name and the time of their events.
  func areOfLog(_ options: IngestOptions) -> Bool {
    let records = records
    guard records.count > 1, areMost else { return false }
    let table = KeyTable(records)
    let keys = LikelyKeys(table, options)
    return (keys.eventKey != nil || keys.launchLength != nil) && keys.timeKey != nil
  }

  /// How many records a hint is based on.
  package var recordCount: Int64 { Int64(heads.reduce(0) { $0 + $1.records.count { $0.fate == .refused } }) }

  /// The kept records as sources that are read from memory, a source each.
  package var sources: [SourcePath] {
    heads.enumerated().map { number, head in SourcePath(records: head.text, number: number + 1) }
  }
}
