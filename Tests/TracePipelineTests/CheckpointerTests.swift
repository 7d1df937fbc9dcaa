import Foundation
import Testing

@testable import TracePipeline
@testable import TraceStore

/// What was committed gets from the log beside a store into the store, and the log does not grow without end.
@Suite(.tags(.small)) struct CheckpointerTests {
  private let folder = Folder()

  /// Ends so many transactions, each of which changes a page.
  private func commit(_ count: Int, _ store: EventStore, _ checkpointer: Checkpointer) throws {
    for _ in 0..<count {
      let number = try store.unreadPaths().count
      try store.begin()
      try store.note(unread: ["\(number).jsonl"], finished: [])
      try store.commit()
      checkpointer.noteCommit(store)
    }
  }

  /// The bytes of the store's file, without those of the log beside it.
  private func fileSize() throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: folder.store)[.size] as? Int)
  }

  @Test func `what some transactions have committed is in the store's own file`() throws {
    let store = try EventStore(path: folder.store, mode: .write)
    let checkpointer = try Checkpointer(store)
    try commit(Checkpointer.transactions - 1, store, checkpointer)
    let before = try fileSize()
    try commit(1, store, checkpointer)
    checkpointer.close()
    #expect(try fileSize() > before)
    #expect(try store.unreadPaths().count == Checkpointer.transactions)
  }

  @Test func `a log that has become long begins anew`() throws {
    let store = try EventStore(path: folder.store, mode: .write)
    let checkpointer = try Checkpointer(store, mostPages: 0)
    try commit(Checkpointer.transactions, store, checkpointer)
    checkpointer.close()
    let long = try store.checkpoint()
    // The first of these copies the rest, and the second one writes at the log's begin.
    try commit(2, store, checkpointer)
    checkpointer.close()
    #expect(try store.checkpoint() < long)
  }

  @Test func `a store that somebody has moved is copied by the thread that commits`() throws {
    let store = try EventStore(path: folder.store, mode: .write)
    let checkpointer = try Checkpointer(store)
    try FileManager.default.moveItem(atPath: folder.store, toPath: folder.path + "/moved.db")
    try commit(Checkpointer.transactions, store, checkpointer)
    checkpointer.close()
    try commit(1, store, checkpointer)
    let size = try FileManager.default.attributesOfItem(atPath: folder.path + "/moved.db")[.size] as? Int
    #expect(try #require(size) > 0)
    #expect(!FileManager.default.fileExists(atPath: folder.store))
  }
}
