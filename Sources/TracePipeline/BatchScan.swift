import Synchronization

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

  /// Waits until it is scanned.
  func result() -> Batch { scanned.receive() }
}
