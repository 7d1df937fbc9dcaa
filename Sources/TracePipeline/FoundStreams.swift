import Synchronization
import TraceModel

/// Streams that the store had before: the owner of the store notes them, and the thread that reads takes them, since it
/// need not hold their events.
final class FoundStreams: Sendable {
  private let streams = Mutex<[StreamID]>([])

  /// Adds streams.
  func note(_ found: [StreamID]) { if !found.isEmpty { streams.withLock { $0 += found } } }

  /// The streams that were noted since this was last called.
  func take() -> [StreamID] {
    streams.withLock { found in
      defer { found = [] }
      return found
    }
  }
}
