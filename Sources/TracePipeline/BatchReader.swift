import Dispatch
import TraceIngest
import TraceModel

/// Reads one source batch by batch: this thread cuts the lines, some batches ahead, all cores scan
/// them, and they come in the order of the source.
struct BatchReader: ~Copyable {
  /// How many lines are read at once: 500 take 1.15 times as long, 20,000 1.2; 5,000 take 20 MB more than these.
  private static let batchLines = 2_000
  /// How many batches are scanned at once: cutting and settling take a fifth of what scanning does,
  /// so that more would wait.
  static let aheadCount = 5

  /// Empty batches, as many as there may be at once.
  static func spareBatches() -> Channel<EventBatch?> {
    let spare = Channel<EventBatch?>(capacity: aheadCount + 3)
    for _ in 0..<aheadCount + 3 { spare.send(EventBatch()) }
    return spare
  }

  private(set) var source: SourceReader
  private let options: IngestOptions
  /// Batches to be used again; nothing if no more are wanted.
  private let spare: Channel<EventBatch?>
  private var ahead: [Channel<EventBatch>] = []
  private var isMore = true
  private var failure: IngestError?

  init(_ source: consuming SourceReader, _ options: IngestOptions, _ spare: Channel<EventBatch?>) {
    self.source = source
    (self.options, self.spare) = (options, spare)
  }

  /// Whether all that the source holds was handed on.
  var isFinished: Bool { !isMore && ahead.isEmpty && failure == nil }

  /// The next batch; nothing at the end, or if no more are wanted.
  ///
  /// One without lines tells that a pipe is silent.
  ///
  /// - Throws: `IngestError` if the source cannot be read on, after what came before.
  mutating func next(_ symbols: inout Symbols, _ id: SourceID) throws(IngestError) -> EventBatch? {
    while isMore, ahead.count < Self.aheadCount, ahead.isEmpty || !source.isSilent {
      guard var batch = spare.receive() else { return nil }
      do throws(IngestError) { isMore = try source.cut(into: &batch, limit: Self.batchLines) } catch {
        (failure, isMore) = (error, false)
      }
      scan(batch)
    }
    if ahead.isEmpty {
      if let failure { throw failure }
      return nil
    }
    var batch = ahead.removeFirst().receive()
    source.settle(&batch, &symbols, source: id)
    return batch
  }

  private mutating func scan(_ batch: EventBatch) {
    let (cut, scanned) = (Channel<EventBatch>(capacity: 1), Channel<EventBatch>(capacity: 1))
    cut.send(batch)
    DispatchQueue.global().async { [options] in
      var batch = cut.receive()
      batch.scan(options)
      scanned.send(batch)
    }
    ahead.append(scanned)
  }
}
