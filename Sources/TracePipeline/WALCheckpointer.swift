import Dispatch
import Synchronization
import TraceStore

/// Has SQLite copy what was committed from the WAL of a store (the file `-wal`) into the store, on a thread of its own.
///
/// The thread that commits, which has the most to do in an ingest, would take 6 % of its time for it with a million
/// events, and 12 % with ten million.
///
/// SQLite starts the WAL over once all of it is in the store as a transaction begins, which does not happen while
/// another thread copies. So the rest of a WAL that has become long is copied by the thread that commits: little of it
/// is left by then. Source: <https://www.sqlite.org/wal.html#avoiding_excessively_large_wal_files>.
final class WALCheckpointer: Sendable {
  private struct State {
    var isRunning = false
    /// True if the thread that commits is to copy the rest of the WAL.
    var isDue = false
    var commits = 0
  }

  /// Copies after this many transactions: a page that several of them changed is copied once.
  static let transactions = 4
  /// From this many pages on the thread that commits copies the rest; 8000 are 64 MB.
  private let mostPages: Int64

  private let queue = DispatchQueue(label: "WAL")
  private let state = Mutex(State())
  /// The store once more, for that thread.
  private let connection: Mutex<WALConnection?>

  /// Takes over the checkpoints of a store that is open, until `close` is called.
  init(_ store: EventStore, mostPages: Int64 = 8000) throws(StoreError) {
    connection = Mutex(WALConnection(store.path))
    self.mostPages = mostPages
    try store.setAutomaticCheckpoints(false)
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
    // What can't be copied stays in the WAL, where everybody finds it.
    _ = try? store.checkpointWAL()
    state.withLock { $0.isDue = false }
  }

  /// Leaves checkpoints to SQLite again; what has begun goes on meanwhile.
  func release(_ store: EventStore) {
    // If SQLite refuses that, the WAL is copied when the store is closed.
    try? store.setAutomaticCheckpoints(true)
  }

  /// Leaves checkpoints to SQLite again, and waits until what has begun is done.
  func close(_ store: EventStore) {
    release(store)
    queue.sync { connection.withLock { $0 = nil } }
  }

  private func run() {
    let pages = connection.withLock { $0?.checkpoint() }
    // If the store was moved, the thread that commits does it.
    state.withLock { state in
      state.isRunning = false
      state.isDue = pages.map { $0 > mostPages } ?? true
    }
  }
}
