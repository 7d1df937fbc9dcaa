import Dispatch
import Synchronization
import TraceIngest
import TraceModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads sources one after the other, in batches: this thread cuts lines ahead, it and its helpers scan them, and
/// batches come in the order of sources and lines.
///
/// Upcoming files are opened and cut meanwhile, so that many small files keep all cores busy, as one large file does.
struct BatchReader: ~Copyable {
  /// Lines a batch: 500 take 1.15 times as long, 20,000 1.2; 5,000 take 20 MB more.
  private static let batchLines = 2_000
  /// Batches that are cut before the first must be scanned: 12 are not faster.
  private static let aheadCount = 5
  /// All batches: with 4 an ingest takes 1.05 times as long, with 15 it takes 0.95 and 17 MB more.
  static let batchCount = 7

  /// One for each core but the reader's: with more threads an ingest took 1.1 times as long, as the reader lacked a core.
  static let helpers = (1..<max(ProcessInfo.processInfo.activeProcessorCount, 2)).map { number in
    DispatchQueue(label: "scan \(number)")
  }

  static func spareBatches() -> Channel<EventBatch?> {
    let spare = Channel<EventBatch?>(capacity: batchCount)
    for _ in 0..<batchCount { spare.send(EventBatch()) }
    return spare
  }

  private let options: IngestOptions
  /// Batches to be reused; nil ends the reading.
  private let spare: Channel<EventBatch?>
  private var helpers: ArraySlice<DispatchQueue>
  /// True if the caller prepares each source before it is cut, and then sets `OpenSource.isReady`.
  private let isPrepared: Bool
  private var waiting: ArraySlice<SourcePath>
  private var opened: [Result<OpenSource, IngestError>] = []
  private var hasBegun = false
  private(set) var isEnded = false

  /// A reader of `paths` that takes batches from `spare` and leaves `busyCores` cores to others.
  init(
    _ paths: [SourcePath], _ options: IngestOptions, _ spare: Channel<EventBatch?>, isPrepared: Bool = false,
    busyCores: Int = 0
  ) {
    waiting = paths[...]
    self.options = options
    self.spare = spare
    self.isPrepared = isPrepared
    helpers = Self.helpers.dropFirst(busyCores)
  }

  /// Goes on to the next source, even before the end of the present one; nil after the last.
  ///
  /// If it throws, the next call skips the source that could not be opened.
  mutating func nextSource() throws(IngestError) -> OpenSource? {
    if hasBegun { opened.removeFirst() }
    if opened.isEmpty, let path = waiting.popFirst() { open(path) }
    hasBegun = !opened.isEmpty
    return try opened.first?.get()
  }

  var upcoming: [OpenSource] { opened.dropFirst().compactMap { try? $0.get() } }

  /// The next batch of the present source; nil at its end, or if no more are wanted.
  ///
  /// An empty batch means that a pipe is silent. A source that cannot be read to its end fails after its last batch.
  mutating func next(_ symbols: inout Symbols, _ id: SourceID) throws(IngestError) -> EventBatch? {
    guard let current = try opened.first?.get(), !isEnded, cutAhead(current) else { return nil }
    guard let first = current.ahead.first else {
      if let failure = current.failure { throw failure }
      return nil
    }
    // While the first is not done, this thread scans too.
    for case .success(let source) in opened {
      for scan in source.ahead where !first.isDone { scan.run { $0.scan(options) } }
    }
    current.ahead.removeFirst()
    var batch = first.result()
    current.reader.settle(&batch, &symbols, source: id)
    if !current.isMore, current.ahead.isEmpty, current.failure == nil {
      current.failure = current.reader.breakOff(after: batch)
    }
    return batch
  }

  /// Cuts batches ahead, first of the present source, then of the next ones; false if no more are wanted.
  private mutating func cutAhead(_ current: OpenSource) -> Bool {
    var aheadCount = opened.reduce(0) { $0 + ((try? $1.get().ahead.count) ?? 0) }
    var index = 0
    // A source is cut only after the one before it; the following are opened, so that they can be prepared together.
    var isCutting = true
    while aheadCount < Self.aheadCount {
      defer { index += 1 }
      if index == opened.count {
        // Opening a pipe waits for its writer.
        guard index <= Self.aheadCount, waiting.first?.opensAtOnce == true else { return true }
        waiting.popFirst().map { open($0) }
      }
      guard case .success(let source) = opened[index] else { continue }
      isCutting = isCutting && source.isReady
      while isCutting, source.isMore, aheadCount < Self.aheadCount {
        // Only the present source is waited for.
        let isWaitedFor = source === current && source.ahead.isEmpty
        guard isWaitedFor || !source.reader.isSilent && spare.isFilled else { return true }
        guard let batch = spare.receive() else {
          isEnded = true
          return false
        }
        cut(source, into: batch)
        aheadCount += 1
      }
    }
    return true
  }

  private mutating func cut(_ source: OpenSource, into batch: consuming EventBatch) {
    var batch = batch
    do throws(IngestError) { source.isMore = try source.reader.cut(into: &batch, limit: Self.batchLines) } catch {
      source.failure = error
      source.isMore = false
    }
    let scan = BatchScan(batch)
    source.ahead.append(scan)
    guard let helper = helpers.popFirst() else { return }
    helpers.append(helper)
    helper.async { [options] in scan.run { $0.scan(options) } }
  }

  private mutating func open(_ path: SourcePath) {
    let isReady = !isPrepared
    opened.append(Result { () throws(IngestError) in try OpenSource(path, options, isReady: isReady) })
  }
}

final class OpenSource {
  let path: SourcePath
  var reader: SourceReader
  var id: SourceID?
  /// Its path in the store, if an earlier run has stored it.
  var storedPath: String?
  /// True once batches may be cut, that is once the place where an earlier run ended is known.
  var isReady: Bool
  var isMore = true
  var failure: IngestError?
  var ahead: [BatchScan<EventBatch>] = []

  init(_ path: SourcePath, _ options: IngestOptions, isReady: Bool) throws(IngestError) {
    self.path = path
    self.isReady = isReady
    reader = try SourceReader(path, options: options)
  }

  var isFinished: Bool { !isMore && ahead.isEmpty && failure == nil }
}

/// A batch of lines that is scanned once, by the first thread that asks for it.
final class BatchScan<Batch: Sendable>: Sendable {
  private let cut: Mutex<Batch?>
  private let scanned = Channel<Batch>(capacity: 1)

  init(_ batch: Batch) { cut = Mutex(batch) }

  /// Scans the batch with `scan`, unless a thread has begun to.
  func run(_ scan: (inout Batch) -> Void) {
    guard var batch = cut.withLock({ $0.take() }) else { return }
    scan(&batch)
    scanned.send(batch)
  }

  var isDone: Bool { scanned.isFilled }

  func result() -> Batch { scanned.receive() }
}
