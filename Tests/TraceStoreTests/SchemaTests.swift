import Testing
import TraceModel

@testable import TraceStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The answers of a store rest on its views, triggers and constraints: one whose are not the program's is not asked.
@Suite(.tags(.medium)) struct SchemaTests {
  /// SQL that somebody runs in a store, what the error names, and if `store rebuild` mends it.
  private static let changes: [(sql: String, part: String, isMendable: Bool)] = [
    ("DROP VIEW task; CREATE VIEW task AS SELECT 'no tasks' AS task", "view 'task'", true),
    (
      "DROP VIEW event_values; CREATE VIEW event_values AS SELECT 1 FROM events WHERE FALSE", "view 'event_values'",
      true
    ),
    ("DROP VIEW launch", "view 'launch'", true),
    ("DROP VIEW event; CREATE TABLE event (a)", "view 'event'", false),
    ("DROP INDEX stream_keys", "index 'stream_keys' of 'streams'", true),
    ("DROP INDEX stream_keys; CREATE UNIQUE INDEX stream_keys ON streams(app)", "index 'stream_keys'", true),
    ("DROP TRIGGER launches_deleted", "trigger 'launches_deleted' of 'launches'", false),
    ("CREATE TRIGGER t AFTER INSERT ON events BEGIN DELETE FROM events; END", "trigger 't' of 'events'", false),
    ("CREATE UNIQUE INDEX i ON Rejects(reason)", "index 'i' of 'rejects'", false),
    ("CREATE INDEX i ON events(abs(time))", "index 'i' of 'events'", false),
    ("ALTER TABLE events ADD COLUMN more TEXT DEFAULT 'x'", "table 'events'", false),
    ("ALTER TABLE sources ADD COLUMN more INT AS (abs(line))", "table 'sources'", false),
    (rewritten("unread", "path TEXT", "path TEXT CHECK (length(path) < 9)"), "table 'unread'", false),
    (rewritten("unread", "path TEXT", "path TEXT DEFAULT (hex(randomblob(9)))"), "table 'unread'", false),
    (rewritten("status", "'events'", "'EVENTS'"), "view 'status'", true),
  ]

  /// SQL that puts other text into the schema, as `ALTER TABLE` does not.
  private static func rewritten(_ name: String, _ text: String, _ other: String) -> String {
    func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "''"))'" }
    return """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, \(quoted(text)), \(quoted(other))) WHERE name = '\(name)';
      PRAGMA writable_schema = RESET
      """
  }

  /// A store with one event, in which somebody has run SQL.
  private func changed(_ sql: String) throws -> Folder {
    let folder = Folder()
    let store = try EventStore(path: folder.store, mode: .write)
    var maker = Maker()
    maker.source = try store.addSource("a")
    _ = try store.add([maker.event(seq: 0)], maker.symbols)
    let connection = try Connection(folder.store, path: folder.store, flags: 2)
    connection.turn(1010, on: false)  // SQLITE_DBCONFIG_DEFENSIVE
    try connection.execute(sql)
    return folder
  }

  @Test(arguments: changes.indices) func `a store with parts of another making is refused, and they are named`(
    number: Int
  ) throws {
    let change = Self.changes[number]
    let folder = try changed(change.sql)
    for mode in [StoreMode.read, .write, .writeExisting] {
      let error = #expect(throws: StoreError.self) { _ = try EventStore(path: folder.store, mode: mode) }
      let text = error?.description ?? ""
      #expect(text.contains(change.part) && text.contains("'tracetool store verify'"), "\(change.sql): \(text)")
    }
    let store = try EventStore(path: folder.store, mode: .read, schema: .any)
    #expect(store.schemaProblems.contains { $0.contains(change.part) }, "\(store.schemaProblems)")
    #expect(store.isSchemaMendable == change.isMendable, "\(change.sql)")
  }

  @Test(arguments: changes.indices) func `views and indices are made anew on request, and nothing else`(
    number: Int
  ) throws {
    let change = Self.changes[number]
    let folder = try changed(change.sql)
    if change.isMendable {
      let store = try EventStore(path: folder.store, mode: .writeExisting, schema: .mended)
      #expect(try store.count("event") == 1)
      #expect(try EventStore(path: folder.store, mode: .read).count("event") == 1)
    } else {
      #expect(throws: StoreError.self) {
        _ = try EventStore(path: folder.store, mode: .writeExisting, schema: .mended)
      }
    }
  }

  @Test func `no view and no trigger of such a store runs`() throws {
    let folder = try changed(
      """
      DROP VIEW status; CREATE VIEW status AS SELECT 1;
      CREATE TRIGGER t AFTER DELETE ON texts BEGIN DELETE FROM events; END
      """)
    let store = try EventStore(path: folder.store, mode: .read, schema: .any)
    #expect(throws: StoreError.self) { _ = try store.count("status") }
    #expect(try store.count("events") == 1)
  }

  @Test(arguments: [
    "CREATE VIEW mine AS SELECT * FROM event", "CREATE TABLE mine (a)", "CREATE TABLE mine (a UNIQUE)",
    "CREATE VIRTUAL TABLE mine USING fts5(a)",
  ])
  func `what somebody adds under a name of their own is skipped`(sql: String) throws {
    let folder = try changed(sql)
    let store = try EventStore(path: folder.store, mode: .write, schema: .any)
    #expect(store.schemaProblems.isEmpty && !store.foreignParts.isEmpty)
    #expect(try store.danglingReferences() == [])
    var maker = Maker()
    #expect(try store.add([maker.event(seq: 1)], maker.symbols).newEvents == 1)
  }

  @Test(arguments: ["lent_rows (c0)", "json_each (value)"])
  func `nothing is read from what takes the place of a function of SQLite`(table: String) throws {
    let folder = try changed("CREATE TABLE \(table)")
    let error = #expect(throws: StoreError.self) {
      let store = try EventStore(path: folder.store, mode: .write)
      _ = try store.danglingReferences()
      var maker = Maker()
      _ = try store.add([maker.event(seq: 1)], maker.symbols)
    }
    #expect(error?.message.contains("is not a function") == true, "\(error?.message ?? "")")
  }

  @Test func `a store that nobody has changed is known by its statements, each of which is whole`() throws {
    let folder = try changed("")
    let connection = try Connection(folder.store, path: folder.store, flags: 1)
    #expect(try StoreSchema.isAsMade(connection))
    let views = try connection.query("SELECT sql FROM sqlite_schema WHERE type = 'view'")
    while try views.step() { #expect(!views.string(0).contains(";"), "a shorter view could end there") }
    for change in Self.changes {
      let folder = try changed(change.sql)
      #expect(try !StoreSchema.isAsMade(Connection(folder.store, path: folder.store, flags: 1)), "\(change.sql)")
    }
  }

  @Test func `statistics may be there`() throws {
    let folder = try changed("ANALYZE")
    let store = try EventStore(path: folder.store, mode: .read, schema: .any)
    #expect(store.schemaProblems == [] && store.foreignParts == [])
  }
}
