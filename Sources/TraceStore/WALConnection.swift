/// A second connection to a store, which does nothing but copy its WAL (the write-ahead log, in the file `-wal`) into it.
package final class WALConnection {
  private let connection: Connection

  /// Opens the file of a store once more; nil if it cannot be opened, or is not the one of which `identity(of:)` said
  /// this when the store was opened.
  package init?(_ path: String, _ identity: [UInt64]) {
    guard !identity.isEmpty, Self.identity(of: path) == identity,
      let connection = try? Connection(
        StoreFile.address(path, isFixed: false), path: path, flags: StoreMode.writeExisting.rawValue)
    else { return nil }
    self.connection = connection
  }

  /// Which file has a path: its device and its number there; nothing if there is none.
  package static func identity(of path: String) -> [UInt64] { StoreFiles.identity(of: path) }

  /// Copies what is committed from the WAL into the store, as `EventStore.checkpointWAL` does.
  package func checkpoint() throws(StoreError) -> Int64 { try connection.checkpointWAL() }
}

extension Connection {
  /// Copies what is committed from the WAL into the file, as far as no reader needs the older state; returns the pages
  /// of the WAL.
  func checkpointWAL() throws(StoreError) -> Int64 {
    let answer = try prepare("PRAGMA wal_checkpoint(PASSIVE)")
    // The columns: 1 if it was blocked, the pages of the WAL, how many of these are copied.
    return try answer.step() ? answer.integer(1) : 0
  }
}
