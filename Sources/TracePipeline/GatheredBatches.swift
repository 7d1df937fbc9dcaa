import TraceIngest
import TraceModel
import TraceStore

/// Batches of a transaction that are not in the store yet: their events go in together, at its end.
///
/// For speed: in a log sorted by time the events of many launches alternate. All of a transaction, sorted by launch, fill
/// pages of the table one after the other; batch by batch they would touch each page once a batch.
struct GatheredBatches {
  /// A record that the store may refuse, with its bytes, and the number of its source among those that were read.
  private struct Refusable {
    var reject: Reject
    let place: Int?
  }

  /// With more bytes of records that may be refused, events go in before the transaction ends, so that memory does not
  /// grow with the length of lines.
  private static let mostBytes = 1 << 23

  private var events: [Event] = []
  private var rejects: [Reject] = []
  /// By the place of their events; mostly there are none, as records of a launch are numbered, and their numbers rise.
  private var refusable: [Int: Refusable] = [:]
  private var refusableBytes = 0

  /// True if they are to be stored before more is added.
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
      refusable[events.count + place] = Refusable(reject: reject, place: result.diagnostics.present)
      refusableBytes += reject.raw.count + MemoryLayout<Refusable>.stride
    }
    // Room for all of a transaction at once: an array that grows takes twice as much meanwhile.
    events.reserveCapacity(max(EventLog.transactionEvents, events.count + batch.events.count))
    events += batch.events
    rejects += batch.rejects
    result.counts += batch.counts
    result.diagnostics.add(batch)
    return known
  }

  /// Forgets the unfinished last line of a source, which is read again.
  mutating func clearUnfinished(of source: SourceID) {
    rejects.removeAll { $0.source == source && $0.reason == .unfinished }
  }

  /// Stores all and forgets it; `result` counts what became of it.
  mutating func store(in store: EventStore, _ symbols: Symbols, _ result: inout IngestRun.Result) throws(StoreError) {
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
    removeAll()
  }

  private mutating func removeAll() {
    events.removeAll(keepingCapacity: true)
    rejects.removeAll(keepingCapacity: true)
    refusable.removeAll()
    refusableBytes = 0
  }
}
