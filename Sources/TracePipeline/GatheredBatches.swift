import TraceIngest
import TraceModel
import TraceStore

/// What is kept of the batches of a transaction, beside their events, until these go into the store together, at its end.
///
/// For speed: in a log sorted by time the events of many launches alternate. All of a transaction, sorted by launch, fill
/// pages of the table one after the other; batch by batch they would touch each page once a batch.
struct GatheredBatches {
  /// The lines of records of one batch that the store may refuse, and the number of their source among those that were
  /// read.
  private struct Refusable {
    let lines: KeptLines
    let source: Int?
  }

  /// With more bytes of lines than this the transaction is to end, so that memory does not grow with their length.
  private static let mostBytes = 8 << 20

  private var eventCount = 0
  private var rejects: [Reject] = []
  /// By batch, how many events and rejects there are with it.
  private var ends: [(events: Int, rejects: Int)] = []
  /// Mostly there are none, as records of a launch are numbered, and their numbers rise.
  private var refusable: [Refusable] = []
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
    if !places.isEmpty {
      let lines = KeptLines(of: places, in: batch, numberedFrom: eventCount)
      refusable.append(Refusable(lines: lines, source: result.diagnostics.present))
      refusableBytes += lines.byteCount
    }
    eventCount += batch.events.count
    rejects += batch.rejects
    ends.append((eventCount, rejects.count))
    result.counts += batch.counts
    result.diagnostics.add(batch)
    return known
  }

  /// Forgets the unfinished last line of a source, which is read again.
  mutating func clearUnfinished(of source: SourceID) {
    for place in rejects.indices.reversed()
    where rejects[place].source == source && rejects[place].reason == .unfinished {
      rejects.remove(at: place)
      for batch in ends.indices where ends[batch].rejects > place { ends[batch].rejects -= 1 }
    }
  }

  /// Stores what was rejected, and the events of the batches, in their order; `result` counts what became of all of it.
  mutating func store(
    _ events: [Event], in store: EventStore, _ symbols: Symbols, _ result: inout IngestRun.Result
  ) throws(StoreError) {
    precondition(events.count == eventCount, "the events are those of the batches")
    if events.isEmpty, rejects.isEmpty { return }
    let appended = try store.append(events, symbols: symbols)
    var all: [Reject] = []
    var refused = appended.refused[...]
    var start = 0
    // The rejects of a batch come before what the store refuses of it, so that their order is that of the batches,
    // however these are divided into transactions.
    for end in ends {
      all += rejects[start..<end.rejects]
      start = end.rejects
      while let (number, reason) = refused.first, number < end.events {
        all.append(reject(events[number], number, reason, &result))
        refused.removeFirst()
      }
    }
    _ = try store.append(all, symbols: symbols)
    result.counts.new += Int64(appended.newEvents)
    result.counts.duplicate += Int64(appended.duplicates)
    result.counts.rejected += Int64(appended.refused.count)
    eventCount = 0
    rejects.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    refusable.removeAll()
    refusableBytes = 0
  }

  /// An event that the store refuses, with its bytes.
  private func reject(
    _ event: Event, _ number: Int, _ reason: Reject.Reason, _ result: inout IngestRun.Result
  ) -> Reject {
    for batch in refusable {
      guard let reject = batch.lines.reject(event, number: number, reason) else { continue }
      result.diagnostics.add(refused: reject, ofSource: batch.source)
      return reject
    }
    // What `EventStore.prepare` calls refusable is kept, in the same transaction: nobody else has written since.
    preconditionFailure("the store refuses an event of which it said before that it would not")
  }
}
