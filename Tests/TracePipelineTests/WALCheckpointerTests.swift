import Foundation
import Testing
import TraceIngest

@testable import TracePipeline
@testable import TraceStore

/// What was committed gets from the WAL into the store, and the WAL does not grow without end.
@Suite(.tags(.small)) struct WALCheckpointerTests {
  private let folder = Folder()

  /// Ends so many transactions, each of which changes a page.
  private func commit(_ count: Int, _ store: EventStore, _ checkpointer: WALCheckpointer) throws {
    for _ in 0..<count {
      let number = try store.unreadPaths().count
      try store.begin()
      try store.note(unread: ["\(number).jsonl"], finished: [])
      try store.commit()
      checkpointer.noteCommit(store)
    }
  }

  /// The bytes of the store's file, without those of the WAL.
  private func fileBytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: folder.store)) }

  @Test func `what some transactions have committed is in the store's own file`() throws {
    let store = try EventStore(path: folder.store, mode: .write)
    let checkpointer = try WALCheckpointer(store)
    try commit(WALCheckpointer.transactions - 1, store, checkpointer)
    let before = try fileBytes()
    try commit(1, store, checkpointer)
    checkpointer.close(store)
    #expect(try fileBytes() != before)
    #expect(try store.unreadPaths().count == WALCheckpointer.transactions)
  }

  @Test func `a WAL that has become long starts over`() throws {
    let store = try EventStore(path: folder.store, mode: .write)
    let checkpointer = try WALCheckpointer(store, mostPages: 0)
    try commit(WALCheckpointer.transactions, store, checkpointer)
    checkpointer.close(store)
    let long = try store.checkpointWAL()
    // The first of these copies the rest, and the second one writes at the WAL's start.
    try commit(2, store, checkpointer)
    checkpointer.close(store)
    #expect(try store.checkpointWAL() < long)
  }

  @Test func `a store that somebody has moved is said to hold nothing more`() throws {
    let store = try EventStore(path: folder.store, mode: .write)
    let checkpointer = try WALCheckpointer(store)
    try FileManager.default.moveItem(atPath: folder.store, toPath: folder.path + "/moved.db")
    #expect(throws: StoreError.self) { try commit(1, store, checkpointer) }
    checkpointer.close(store)
    #expect(!FileManager.default.fileExists(atPath: folder.store))
  }

  @Test func `another store that has the path by then is left alone`() throws {
    let store = try EventStore(path: folder.store, mode: .write)
    let connections = (0..<3).map { _ in WALConnection(folder.store) }
    #expect(connections[0].checkpoint() != nil)
    try FileManager.default.moveItem(atPath: folder.store, toPath: folder.path + "/moved.db")
    #expect(connections[1].checkpoint() == nil)
    try FileManager.default.copyItem(atPath: folder.path + "/moved.db", toPath: folder.store)
    #expect(connections[2].checkpoint() == nil)
    withExtendedLifetime(store) {}
  }

  @Test func `after an ingest SQLite takes care of the WAL again`() throws {
    let log = try folder.write("a.jsonl", lines(2, seed: 1))
    let store = try EventStore(path: folder.store, mode: .write)
    var run = IngestRun(into: store, options: IngestOptions())
    _ = try run.run([log])
    #expect(try store.integer("PRAGMA wal_autocheckpoint") == Int64(StoreFile.checkpointPages))
  }
}
