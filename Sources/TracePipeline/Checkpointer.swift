import Dispatch
import Synchronization
import TraceStore

/// Has SQLite copy what was committed from the log beside a store into the store, on a thread of its own.
///
/// For speed: SQLite would do it on the thread that commits, and that one has the most to do in an ingest. It takes 6 % of
/// that thread's time for a million events, and 12 % for ten million.
///
/// SQLite begins the log anew once all of it is in the store at the end of a transaction, which does not happen while
/// another thread copies. So a log that has become long is copied to its end by the thread that commits: little of it is
/// left by then. Source: <https://www.sqlite.org/wal.html#avoiding_excessively_large_wal_files>.
final class Checkpointer: Sendable {
  /// What both threads know.
  private struct State {
    var isRunning = false
    /// True if the thread that commits is to copy the rest of the log.
    var isDue = false
    var commits = 0
  }

  /// After so many transactions what they committed is copied: pages that several of them have changed are copied once.
  static let transactions = 4
  /// A log of more pages than this is begun anew: usually 64 MB.
  private let mostPages: Int64

  private let path: String
  private let queue = DispatchQueue(label: "checkpoint")
  private let state = Mutex(State())
  /// The store once more, for that thread.
  private let connection = Mutex<EventStore?>(nil)

  /// Takes over the checkpoints of a store that is open.
  ///
  /// - Throws: `StoreError` if SQLite refuses that.
  init(_ store: EventStore, mostPages: Int64 = 8000) throws(StoreError) {
    path = store.path
    self.mostPages = mostPages
    try store.stopCheckpoints()
  }

  /// Learns that a transaction of the store has ended.
  func noteCommit(_ store: EventStore) {
    let (isDue, isTurn) = state.withLock { state in
      state.commits += 1
      let isTurn = !state.isRunning && !state.isDue && state.commits % Self.transactions == 0
      state.isRunning = state.isRunning || isTurn
      return (state.isDue, isTurn)
    }
    if isTurn { queue.async { self.run() } }
    if !isDue { return }
    queue.sync {}  // Until what has begun is done.
    // What can't be copied stays in the log, where everybody finds it.
    _ = try? store.checkpoint()
    state.withLock { $0.isDue = false }
  }

  /// Waits until what has begun is done, and closes the store for that thread.
  func close() { queue.sync { connection.withLock { $0 = nil } } }

  private func run() {
    let pages = connection.withLock { store in
      if store == nil { store = try? EventStore(path: path, mode: .writeExisting) }
      return try? store?.checkpoint()
    }
    // Without the store, which somebody may have moved, the thread that commits does it.
    state.withLock { state in
      state.isRunning = false
      state.isDue = pages.map { $0 > mostPages } ?? true
    }
  }
}
