import Testing
import TraceModel

@testable import TraceStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// SQLite commits to a file that is open, also where nobody finds it any more: a writer notices that.
@Suite(.tags(.medium)) struct StoreFilesTests {
  /// What somebody does to the files of a store, as a script of the shell, and what the error says.
  private static let changes: [(script: String, message: String)] = [
    ("rm store.db", "it was removed while it was open"),
    ("rm store.db store.db-wal store.db-shm", "it was removed while it was open"),
    ("mv store.db moved.db", "it was removed while it was open"),
    ("cp store.db other.db; mv other.db store.db", "another file has taken the place of it"),
    (": > other.db; mv other.db store.db", "another file has taken the place of it"),
    ("rm store.db; cp -r . ../copy-$$; rm -r ../copy-$$; : > store.db", "another file has taken the place of it"),
    ("rm store.db-wal", "store.db-wal' was removed while it was open"),
    ("rm store.db-shm", "store.db-shm' was removed while it was open"),
    ("cp store.db-wal w; mv w store.db-wal", "another file has taken the place of its file"),
    (": > store.db", "it was cut while it was open"),
    ("head -c 20000 store.db > part; cat part > store.db", "it was cut while it was open"),
    (": > store.db-wal", "store.db-wal' was cut while it was open"),
    ("head -c 99 store.db > part; cat part > store.db", "it was cut while it was open"),
  ]

  private func run(_ script: String, in folder: Folder) {
    #expect(system("cd '\(folder.path)' && { \(script); }") == 0)
  }

  @Test(arguments: changes.indices) func `a transaction is not said to be stored where nobody finds it`(
    number: Int
  ) throws {
    let change = Self.changes[number]
    let folder = Folder()
    // All of it is in the file and in the log.
    _ = try EventStore(path: folder.store, mode: .write)
    let store = try EventStore(path: folder.store, mode: .write)
    var maker = Maker()
    _ = try store.add([maker.event(seq: 0)], maker.symbols)
    run(change.script, in: folder)
    let error = #expect(throws: StoreError.self, "\(change.script)") {
      _ = try store.add([maker.event(seq: 1)], maker.symbols)
    }
    let text = error?.description ?? ""
    #expect(text.contains(change.message) || text.contains("malformed"), "\(change.script): \(text)")
    #expect(text.contains("'\(folder.store)'"))
  }

  @Test func `a store that others read, write and make smaller is in place`() throws {
    let folder = Folder()
    let store = try EventStore(path: folder.store, mode: .write)
    var maker = Maker()
    for seq in 0..<20 as Range<Int64> { _ = try store.add([maker.event(seq: seq)], maker.symbols) }
    let other = try EventStore(path: folder.store, mode: .write)
    try other.connection.execute("BEGIN IMMEDIATE; CREATE TABLE big (a); COMMIT")
    try other.connection.execute("INSERT INTO big SELECT zeroblob(1000000)")
    _ = try other.checkpointWAL()
    try store.checkFiles(isLast: true)
    try other.connection.execute("DROP TABLE big")
    try other.compact()
    _ = try EventStore(path: folder.store, mode: .read).count("event")
    _ = try store.add([maker.event(seq: 99)], maker.symbols)
    try store.checkFiles(isLast: true)
  }

  #if os(Linux)
    /// Who closes a file that SQLite has open takes its locks away: another process then removes the log that is written.
    @Test func `a store that was looked at is still locked`() throws {
      let folder = Folder()
      let store = try EventStore(path: folder.store, mode: .write)
      var maker = Maker()
      _ = try store.add([maker.event(seq: 0)], maker.symbols)
      let inode = try #require(StoreFiles.identity(of: folder.store).last)
      func locks() throws -> [String] {
        let lines = try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n")
        let own = lines.filter { $0.contains(":\(inode) ") }
        return own.map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
      }
      let before = try locks()
      try store.checkFiles(isLast: true)
      #expect(try !before.isEmpty && locks() == before)
    }
  #endif

  @Test func `a store whose last checkpoint was cut short is in place, as the WAL has its other pages`() throws {
    let folder = Folder()
    var maker = Maker()
    let first = try EventStore(path: folder.store, mode: .write)
    run("cp store.db old.db", in: folder)
    // So many that the store needs more pages than when it was made.
    for batch in 0..<8 as Range<Int64> {
      var events: [Event] = []
      for seq in batch * 500..<batch * 500 + 500 { events.append(maker.event(seq: seq)) }
      _ = try first.add(events, maker.symbols)
    }
    run("mkdir killed; cp store.db-wal killed", in: folder)
    _ = try first.checkpointWAL()
    // A checkpoint writes the first page first: this one has got no further.
    let begins = "dd if=store.db of=killed/store.db bs=4096 count=1 conv=notrunc 2>/dev/null"
    run("cp old.db killed/store.db; \(begins)", in: folder)
    let store = try EventStore(path: folder.path + "/killed/store.db", mode: .write)
    try store.setAutomaticCheckpoints(false)
    try store.checkFiles(isLast: true)
    #expect(try store.count("event") == 4000)
    run(": > killed/store.db-wal", in: folder)
    #expect(throws: StoreError.self) { try store.checkFiles(isLast: true) }
  }

  @Test func `a store that a link leads to is in place, until the link leads elsewhere`() throws {
    let folder = Folder()
    let link = folder.path + "/link.db"
    _ = try EventStore(path: folder.store, mode: .write)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.store)
    let store = try EventStore(path: link, mode: .write)
    var maker = Maker()
    _ = try store.add([maker.event(seq: 0)], maker.symbols)
    run("cp store.db other.db; ln -sf other.db link.db", in: folder)
    #expect(throws: StoreError.self) { _ = try store.add([maker.event(seq: 1)], maker.symbols) }
  }

  @Test func `a disk without room for it is named before anything is written`() throws {
    #expect(StoreFile.refusal("s.db", bytes: 2_000_000, free: 2_000_000, to: "make smaller") == nil)
    let error = try #require(StoreFile.refusal("s.db", bytes: 2_000_001, free: 1_999_999, to: "make smaller"))
    #expect(
      error.description
        == "cannot make smaller 's.db': that needs 3 MB of free disk, and there are 1; "
        + "free some space and run the same command again; the store is as it was")
  }
}
