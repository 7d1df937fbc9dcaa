import Dispatch
import Synchronization
import TraceStore

/// Has SQLite copy commits from the WAL of a store (the file `-wal`) into the store, on a thread of its own.
///
/// Copying would take the committing thread, which has the most to do in an ingest, 6 % of its time with a million
/// events, and 12 % with ten million.
///
/// SQLite starts the WAL over once all of it is in the store as a transaction begins, but not while another thread
/// copies. So the committing thread copies the rest of a long WAL, of which little is left by then. Source:
/// <https://www.sqlite.org/wal.html#avoiding_excessively_large_wal_files>.
final class WALCheckpointer: Sendable {
  private struct State {
    var isRunning = false
    /// True if the committing thread should copy the rest of the WAL.
    var isDue = false
    var commits = 0
  }

  /// Transactions between copies: a page that several of them changed is copied once.
  static let transactions = 4
  /// Pages from which the committing thread copies the rest; 8000 are 64 MB.
  private let mostPages: Int64

  private let queue = DispatchQueue(label: "WAL")
  private let state = Mutex(State())
  /// The store once more, for that thread.
  private let connection: Mutex<WALConnection?>

  /// Takes over the checkpoints of an open store, until `close` is called.
  init(_ store: EventStore, mostPages: Int64 = 8000) throws(StoreError) {
    connection = Mutex(WALConnection(store.path))
    self.mostPages = mostPages
    try store.setAutomaticCheckpoints(false)
  }

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
    // Pages that can't be copied stay in the WAL, where every reader finds them.
    _ = try? store.checkpointWAL()
    state.withLock { $0.isDue = false }
  }

  /// Leaves checkpoints to SQLite again; a copy in progress goes on.
  func release(_ store: EventStore) {
    // If SQLite refuses, the WAL is copied when the store is closed.
    try? store.setAutomaticCheckpoints(true)
  }

  /// Leaves checkpoints to SQLite again, and waits for a copy in progress.
  func close(_ store: EventStore) {
    release(store)
    queue.sync { connection.withLock { $0 = nil } }
  }

  private func run() {
    let pages = connection.withLock { $0?.checkpoint() }
    // If the store was moved, the committing thread copies.
    state.withLock { state in
      state.isRunning = false
      state.isDue = pages.map { $0 > mostPages } ?? true
    }
  }
}
