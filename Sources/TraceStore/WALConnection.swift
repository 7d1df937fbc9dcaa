/// A second connection to a store, which only copies the WAL (the write-ahead log, in the file `-wal`) into it.
package final class WALConnection {
  private let path: String
  private let identity: [UInt64]
  private var connection: Connection?

  /// A connection to an open store; its file is opened once more at the first checkpoint.
  package init(_ path: String) {
    self.path = path
    identity = StoreFiles.identity(of: path)
  }

  /// Copies commits as `EventStore.checkpointWAL` does; nil on failure, or if the path has another file by now.
  package func checkpoint() -> Int64? {
    if connection == nil, !identity.isEmpty, StoreFiles.identity(of: path) == identity {
      let address = StoreFile.address(path, isFixed: false)
      connection = try? Connection(address, path: path, flags: StoreMode.writeExisting.rawValue)
    }
    return try? connection?.checkpointWAL()
  }
}

extension Connection {
  /// Copies commits from the WAL into the file as far as no reader needs the older state; returns the WAL's pages.
  func checkpointWAL() throws(StoreError) -> Int64 {
    let answer = try prepare("PRAGMA wal_checkpoint(PASSIVE)")
    // The columns: 1 if it was blocked, the pages of the WAL, and how many of these are copied.
    return try answer.step() ? answer.integer(1) : 0
  }
}
