import TraceIngest
import TraceModel
import TraceStore

/// What is kept of the batches of a transaction, beside their events, until these go into the store together, at its end.
///
/// For speed: in a log sorted by time the events of many launches alternate. All of a transaction, sorted by launch, fill
/// pages of the table one after the other; batch by batch they would touch each page once a batch.
struct GatheredBatches {
  /// A record that the store may refuse, with its bytes, and the number of its source among those that were read.
  private struct Refusable {
    var reject: Reject
    let place: Int?
  }

  /// With more bytes of records that may be refused the transaction is to end, so that memory does not grow with the
  /// length of lines.
  private static let mostBytes = 1 << 23

  private var eventCount = 0
  private var rejects: [Reject] = []
  /// By the place of their events; mostly there are none, as records of a launch are numbered, and their numbers rise.
  private var refusable: [Int: Refusable] = [:]
  private var refusableBytes = 0

  /// True if the transaction is to end.
  var isFull: Bool { refusableBytes > Self.mostBytes }

  /// Adds a batch, whose numbers are of `symbols`, and counts it in `result`; part of the open transaction.
  ///
  /// - Returns: The streams that were in the store before and were looked up for it.
  mutating func add(_ batch: EventBatch, to store: EventStore, _ symbols: Symbols, _ result: inout IngestRun.Result)
    throws(StoreError) -> [StreamID]
  {
    let (places, known) = try store.prepare(batch.events, batch.rejects, symbols: symbols)
    for place in places {
      let reject = batch.reject(place, .conflict)
      refusable[eventCount + place] = Refusable(reject: reject, place: result.diagnostics.present)
      refusableBytes += reject.raw.count + MemoryLayout<Refusable>.stride
    }
    eventCount += batch.events.count
    rejects += batch.rejects
    result.counts += batch.counts
    result.diagnostics.add(batch)
    return known
  }

  /// Forgets the unfinished last line of a source, which is read again.
  mutating func clearUnfinished(of source: SourceID) {
    rejects.removeAll { $0.source == source && $0.reason == .unfinished }
  }

  /// Stores what was rejected, and the events of the batches, in their order; `result` counts what became of all of it.
  mutating func store(
    _ events: [Event], in store: EventStore, _ symbols: Symbols, _ result: inout IngestRun.Result
  ) throws(StoreError) {
    precondition(events.count == eventCount, "the events are those of the batches")
    if events.isEmpty, rejects.isEmpty { return }
    let appended = try store.append(events, symbols: symbols)
    for (index, reason) in appended.refused {
      guard var refused = refusable[index] else {
        preconditionFailure("the store refuses an event of which it said before that it would not")
      }
      refused.reject.reason = reason
      rejects.append(refused.reject)
      result.diagnostics.add(refused: refused.reject, ofSource: refused.place)
    }
    _ = try store.append(rejects, symbols: symbols)
    result.counts.new += Int64(appended.newEvents)
    result.counts.duplicate += Int64(appended.duplicates)
    result.counts.rejected += Int64(appended.refused.count)
    eventCount = 0
    rejects.removeAll(keepingCapacity: true)
    refusable.removeAll()
    refusableBytes = 0
  }
}
