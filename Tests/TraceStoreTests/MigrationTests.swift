import Testing
import TraceModel

@testable import TraceStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A store of an older version keeps all that was recorded when it is brought to the present one.
@Suite(.tags(.medium)) struct MigrationTests {
  /// The stores that tracetool wrote when its format was 6 to 12; `Tests/Stores/README.md` says how.
  private static let stores = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../Stores")

  /// Copies a store of a version; those before 6 are taken for one of 6 with their number.
  private func copy(_ folder: Folder, version: Int64 = 6) throws {
    let old = Self.stores.appending(path: "version-\(max(version, 6)).sqlite").path
    try FileManager.default.copyItem(atPath: old, toPath: folder.store)
    let connection = try Connection(folder.store, path: folder.store, flags: 2)
    try connection.execute("PRAGMA user_version = \(version)")
  }

  private func connection(_ folder: Folder) throws -> Connection {
    try Connection(folder.store, path: folder.store, flags: 2)
  }

  /// What a statement selects, each row in one text.
  private func rows(_ sql: String, _ connection: Connection) throws -> [String] {
    let statement = try connection.prepare(sql)
    var rows: [String] = []
    while try statement.step() {
      let values = (0..<statement.columnCount).map { statement.value($0).map { "\($0)" } ?? "NULL" }
      rows.append(values.joined(separator: "|"))
    }
    return rows.sorted()
  }

  /// All that was recorded; `events` is the table or view that has an event with its stream and its position.
  private func recorded(_ connection: Connection, _ events: String) throws -> [[String]] {
    try [
      "SELECT * FROM event", "SELECT stream, position, lost FROM \(events)", "SELECT * FROM rejects",
      "SELECT * FROM sources", "SELECT * FROM claims", "SELECT * FROM unread", "SELECT * FROM stream_texts",
      "SELECT * FROM signatures", "SELECT * FROM texts", "SELECT * FROM reject", "SELECT * FROM source",
      "SELECT id, base, base_line, pid FROM streams",
    ].map { try rows($0, connection) }
  }

  @Test(arguments: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as [Int64], [StoreMode.write, .writeExisting])
  func `all that was recorded is kept`(version: Int64, mode: StoreMode) throws {
    let folder = Folder()
    try copy(folder, version: version)
    let before = try recorded(connection(folder), version < 7 ? "events" : "event_values")
    #expect(before.allSatisfy { !$0.isEmpty } && before[0].count > 400)
    var done: [Int64] = []
    let store = try EventStore(path: folder.store, mode: mode) { bytes, total in done += [bytes, total] }
    #expect(done.last ?? 0 > 0 && done.dropLast().last == done.last, "\(done)")
    #expect(try store.integer("PRAGMA user_version") == StoreFile.version)
    #expect(try recorded(store.connection, "event_values") == before)
    #expect(try store.outdatedStreams() == store.allStreams())
    #expect(try rows("PRAGMA integrity_check", store.connection) == ["ok"])
    #expect(try rows("SELECT name FROM sqlite_schema WHERE name LIKE '%old%'", store.connection) == [])
  }

  @Test(arguments: [6, 7, 8, 9, 10, 11] as [Int64])
  func `tables and views are those of a new store`(version: Int64) throws {
    let folder = Folder()
    try copy(folder, version: version)
    let store = try EventStore(path: folder.store, mode: .write)
    let shape = "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%'"
    #expect(try rows(shape, store.connection) == rows(shape, EventStore().connection))
  }

  @Test func `what is opened to read is left alone, and the error says how to bring it up to date`() throws {
    let folder = Folder()
    try copy(folder)
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.store))
    let error = #expect(throws: StoreError.self) { _ = try EventStore(path: folder.store, mode: .read) }
    #expect(error?.description.contains("'tracetool store rebuild'") == true)
    #expect(error?.message == "its format is 6, older than this program's \(StoreFile.version)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.store)) == before)
  }

  @Test func `a migration that fails leaves the store as it was`() throws {
    let folder = Folder()
    try copy(folder)
    try connection(folder).execute("DELETE FROM streams WHERE id = 3")
    let before = try rows("SELECT * FROM events", connection(folder))
    let error = #expect(throws: StoreError.self) { _ = try EventStore(path: folder.store, mode: .write) }
    #expect(error?.description.contains("as it was") == true)
    #expect(try connection(folder).query("PRAGMA user_version").first() == 6)
    #expect(try rows("SELECT * FROM events", connection(folder)) == before)
  }

  @Test(arguments: [6, 7, 8, 9, 10, 11] as [Int64]) func `no more is written than the disk was asked to have room for`(
    version: Int64
  ) throws {
    let folder = Folder()
    try copy(folder, version: version)
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.store)).count
    let store = try EventStore(path: folder.store, mode: .write)
    let log = try Data(contentsOf: URL(fileURLWithPath: folder.store + "-wal")).count
    let bound = Migration.neededBytes(Int64(before), keepsEvents: version > 6)
    #expect(log > 0 && log <= bound, "\(log) of \(bound) bytes")
    withExtendedLifetime(store) {}
  }

  @Test func `a disk without room for it is named before anything is written`() throws {
    #expect(StoreFile.refusal("s.db", bytes: 2_000_000, free: 2_000_000) == nil)
    let error = try #require(StoreFile.refusal("s.db", bytes: 2_000_001, free: 1_999_999))
    #expect(
      error.description
        == "cannot bring up to date 's.db': that needs 3 MB of free disk, and there are 1; "
        + "free some space and run the same command again; the store is as it was")
  }
}
