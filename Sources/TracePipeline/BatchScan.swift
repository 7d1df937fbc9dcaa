import Synchronization
import TraceIngest

/// A batch that is scanned once, by whoever comes first.
final class BatchScan: Sendable {
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
