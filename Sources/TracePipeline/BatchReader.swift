import Dispatch
import Synchronization
import TraceIngest
import TraceModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads sources one after the other, batch by batch: this thread cuts the lines, some batches ahead, it and its
/// helpers scan them, and they come in the order of the sources and their lines.
///
/// Files that come next are opened and cut meanwhile, so that many small files keep all cores busy, as one large file
/// does.
struct BatchReader: ~Copyable {
  /// How many lines are read at once: 500 take 1.15 times as long, 20,000 1.2; 5,000 take 20 MB more than these.
  private static let batchLines = 2_000
  /// The number of batches that are cut before the first of them must be scanned: 12 are not faster.
  private static let aheadCount = 5
  /// The number of batches: with 4 an ingest takes 1.05 times as long, with 15 it takes 0.95 and 17 MB more.
  static let batchCount = 7

  /// One a core, but for the reader's own: more threads than cores took 1.1 times as long, as the reader, for whom
  /// all wait, waited for a core.
  static let helpers = (1..<max(ProcessInfo.processInfo.activeProcessorCount, 2)).map { number in
    DispatchQueue(label: "scan \(number)")
  }

  static func spareBatches() -> Channel<EventBatch?> {
    let spare = Channel<EventBatch?>(capacity: batchCount)
    for _ in 0..<batchCount { spare.send(EventBatch()) }
    return spare
  }

  private let options: IngestOptions
  /// Batches to be used again; nil if no more are wanted.
  private let spare: Channel<EventBatch?>
  private var helpers: ArraySlice<DispatchQueue>
  /// True if the caller prepares each source before it is cut, and then sets `OpenSource.isReady`.
  private let isPrepared: Bool
  private var waiting: ArraySlice<SourcePath>
  /// What was opened, or why it could not be, in the order of the paths; the first is the one that is read now.
  private var opened: [Result<OpenSource, IngestError>] = []
  private var hasBegun = false
  /// True once no more batches are wanted.
  private(set) var isEnded = false

  /// A reader of `paths` that takes batches from `spare`, and leaves `busyCores` cores to others.
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

  /// Goes on to the next source, though the one before may not be at its end; nil after the last one; one that cannot
  /// be opened is passed over by the next call.
  mutating func nextSource() throws(IngestError) -> OpenSource? {
    if hasBegun { opened.removeFirst() }
    if opened.isEmpty, let path = waiting.popFirst() { open(path) }
    hasBegun = !opened.isEmpty
    return try opened.first?.get()
  }

  /// The sources that come after the present one and were opened, in their order.
  var upcoming: [OpenSource] { opened.dropFirst().compactMap { try? $0.get() } }

  /// The next batch of the present source; nil at its end, or if no more are wanted.
  ///
  /// A batch without lines means that a pipe is silent. A source that cannot be read on fails after what came before.
  mutating func next(_ symbols: inout Symbols, _ id: SourceID) throws(IngestError) -> EventBatch? {
    guard let current = try opened.first?.get(), !isEnded, cutAhead(current) else { return nil }
    guard let first = current.ahead.first else {
      if let failure = current.failure { throw failure }
      return nil
    }
    // Rather than to wait for the first, this thread scans as well.
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

  /// Cuts as many batches ahead as there may be, first of the present source, then of those that come next; returns
  /// false if no more are wanted.
  private mutating func cutAhead(_ current: OpenSource) -> Bool {
    var aheadCount = opened.reduce(0) { $0 + ((try? $1.get().ahead.count) ?? 0) }
    var index = 0
    // No source is cut before the one that comes before it; but those that follow are opened, so that they can be
    // prepared together.
    var isCutting = true
    while aheadCount < Self.aheadCount {
      defer { index += 1 }
      if index == opened.count {
        // To open a pipe takes until it has a writer.
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

/// A source that is open, of which batches are cut.
final class OpenSource {
  let path: SourcePath
  var reader: SourceReader
  var id: SourceID?
  /// Its path in the store, if an earlier run has stored it.
  var storedPath: String?
  /// True once batches may be cut: who reads on where an earlier run ended first finds out where that was.
  var isReady: Bool
  var isMore = true
  var failure: IngestError?
  /// Its batches that are not handed on, in their order.
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

  /// Scans the batch with `scan`, unless that was begun.
  func run(_ scan: (inout Batch) -> Void) {
    guard var batch = cut.withLock({ $0.take() }) else { return }
    scan(&batch)
    scanned.send(batch)
  }

  var isDone: Bool { scanned.isFilled }

  func result() -> Batch { scanned.receive() }
}
