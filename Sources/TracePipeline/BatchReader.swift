import Dispatch
import Synchronization
import TraceIngest
import TraceModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads one source batch by batch: this thread cuts the lines, some batches ahead, it and its helpers scan
/// them, and they come in the order of the source.
struct BatchReader: ~Copyable {
  /// How many lines are read at once: 500 take 1.15 times as long, 20,000 1.2; 5,000 take 20 MB more than these.
  private static let batchLines = 2_000
  /// So many batches are cut before the first of them must be scanned: 12 are not faster.
  private static let aheadCount = 5
  /// So many batches there are: with 4 an ingest takes 1.05 times as long, with 15 it takes 0.95 and 17 MB more.
  static let batchCount = 7

  /// One a core, but for the reader's own: more threads than cores took 1.1 times as long, as the reader, for whom
  /// all wait, waited for a core.
  private static let helpers = (1..<max(ProcessInfo.processInfo.activeProcessorCount, 2)).map { number in
    DispatchQueue(label: "scan \(number)")
  }

  /// Empty batches, as many as there may be at once.
  static func spareBatches() -> Channel<EventBatch?> {
    let spare = Channel<EventBatch?>(capacity: batchCount)
    for _ in 0..<batchCount { spare.send(EventBatch()) }
    return spare
  }

  private(set) var source: SourceReader
  private let options: IngestOptions
  /// Batches to be used again; nothing if no more are wanted.
  private let spare: Channel<EventBatch?>
  private var ahead: [Scan] = []
  private var helpers: ArraySlice<DispatchQueue>
  private var isMore = true
  private var failure: IngestError?

  /// A reader of `source` that takes batches from `spare`, and leaves so many cores to others.
  init(_ source: consuming SourceReader, _ options: IngestOptions, _ spare: Channel<EventBatch?>, busyCores: Int = 0) {
    self.source = source
    self.options = options
    self.spare = spare
    helpers = Self.helpers.dropFirst(busyCores)
  }

  /// True if all that the source holds was handed on.
  var isFinished: Bool { !isMore && ahead.isEmpty && failure == nil }

  /// The next batch; nothing at the end, or if no more are wanted.
  ///
  /// A batch without lines means that a pipe is silent.
  ///
  /// - Throws: `IngestError` if the source cannot be read on, after what came before.
  mutating func next(_ symbols: inout Symbols, _ id: SourceID) throws(IngestError) -> EventBatch? {
    while isMore, ahead.count < Self.aheadCount, ahead.isEmpty || !source.isSilent && spare.isFilled {
      guard var batch = spare.receive() else { return nil }
      do throws(IngestError) { isMore = try source.cut(into: &batch, limit: Self.batchLines) } catch {
        failure = error
        isMore = false
      }
      begin(Scan(batch))
    }
    if ahead.isEmpty {
      if let failure { throw failure }
      return nil
    }
    // Rather than to wait for the first, this thread scans as well.
    let first = ahead[0]
    for scan in ahead where !first.isDone { scan.run(options) }
    ahead.removeFirst()
    var batch = first.result()
    source.settle(&batch, &symbols, source: id)
    return batch
  }

  private mutating func begin(_ scan: Scan) {
    ahead.append(scan)
    guard let helper = helpers.popFirst() else { return }
    helpers.append(helper)
    helper.async { [options] in scan.run(options) }
  }
}

/// A batch that is scanned once, by whoever comes first.
private final class Scan: Sendable {
  private let cut: Mutex<EventBatch?>
  private let scanned = Channel<EventBatch>(capacity: 1)

  init(_ batch: EventBatch) { cut = Mutex(batch) }

  /// Scans the batch, unless that was begun.
  func run(_ options: IngestOptions) {
    guard var batch = cut.withLock({ $0.take() }) else { return }
    batch.scan(options)
    scanned.send(batch)
  }

  var isDone: Bool { scanned.isFilled }

  /// Waits until it is scanned.
  func result() -> EventBatch { scanned.receive() }
}
