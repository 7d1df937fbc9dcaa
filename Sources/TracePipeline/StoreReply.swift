import Synchronization
import TraceModel

/// What the owner of the store tells the thread that reads, meanwhile.
final class StoreReply: Sendable {
  private let state = Mutex<(known: [StreamID], isFull: Bool)>(([], false))

  /// Adds streams that the store had before, whose events need not be held; if `isFull` the transaction is to end.
  func note(_ known: [StreamID], isFull: Bool) {
    if known.isEmpty, !isFull { return }
    state.withLock { state in
      state.known += known
      state.isFull = isFull
    }
  }

  /// True if the transaction is to end.
  var isFull: Bool { state.withLock { $0.isFull } }

  /// The streams that were noted since this was last called, as the transaction ends.
  func take() -> [StreamID] {
    state.withLock { state in
      defer { state = ([], false) }
      return state.known
    }
  }
}
