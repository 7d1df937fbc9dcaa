import Dispatch
import Synchronization
import TraceIngest
import TraceModel
import TraceStore

/// Events that memory has no room for, in a temporary store.
///
/// A thread of its own writes them, while more are read.
///
///     let events = TemporaryEvents(until: options.isStopped)
///     events.move(log, symbols)                  // returns at once
///     counts += try events.finishMove()          // waits until all of `log` is written
///     let store = try events.takeStore()
final class TemporaryEvents: Sendable {
  private let queue = DispatchQueue(label: "temporary events")
  /// Opened by the first move; whoever holds the lock uses it.
  private let store = Mutex<EventStore?>(nil)
  /// What became of the events of each move that has ended.
  private let outcomes = Channel<Result<IngestCounts, StoreError>>(capacity: 1)
  private let isStopped: @Sendable () -> Bool

  /// No events yet; a move ends early once `isStopped` is true.
  init(until isStopped: @escaping @Sendable () -> Bool) { self.isStopped = isStopped }

  /// Begins to write all events of `log`, whose numbers are of `symbols`; `finishMove` must come before the next one.
  func move(_ log: EventLog, _ symbols: Symbols) {
    queue.async { [self] in
      outcomes.send(
        Result { () throws(StoreError) in
          try write(log, symbols)
        })
    }
  }

  /// Waits for the end of the last move.
  ///
  /// - Returns: How many of its events are new, repeated or refused.
  /// - Throws: `StoreError` where they could not be written: the folder for temporary files has no room.
  func finishMove() throws(StoreError) -> IngestCounts { try outcomes.receive().get() }

  /// Hands the store over, once the last move has finished; an empty one if there was none.
  ///
  /// - Throws: `StoreError` where none can be made.
  func takeStore() throws(StoreError) -> EventStore {
    let taken = store.withLock { store in
      let taken = store
      store = nil
      return taken
    }
    if let taken { return taken }
    return try EventStore()
  }

  private func write(_ log: consuming EventLog, _ symbols: Symbols) throws(StoreError) -> IngestCounts {
    var log = log
    var symbols = symbols
    var counts = IngestCounts()
    try store.withLock { (store) throws(StoreError) in
      let opened = if let store { store } else { try EventStore() }
      store = opened
      try log.move(to: opened, &symbols, &counts, until: isStopped)
    }
    return counts
  }
}
