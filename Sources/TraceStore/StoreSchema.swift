import Schemas

/// How the schema of a store differs from the program's.
///
/// Answers rest on views, triggers and constraints of tables, so a change of one changes what is answered or stored.
/// Tables and views that another program adds under other names are skipped, as no statement of tracetool names them.
struct StoreSchema {
  /// A row of `sqlite_schema`.
  struct Part: Hashable, Sendable {
    /// `table`, `index`, `trigger` or `view`.
    var type: String
    var name: String
    /// The table of an index or a trigger; else `name`.
    var table: String
    /// Empty for the index of a constraint.
    var sql: String

    /// As messages call it, such as `view 'task'`.
    var title: String { type == "view" || type == "table" ? "\(type) '\(name)'" : "\(type) '\(name)' of '\(table)'" }
  }

  /// Parts of the program's schema that are missing or differ, as the program makes them.
  private(set) var changed: [Part] = []
  /// Foreign indices and triggers on the program's tables, and parts with the name of one that is missing.
  private(set) var added: [Part] = []
  /// Parts that another program has added and that touch none of the program's.
  private(set) var foreign: [Part] = []

  static let recorded = String(decoding: Schema.recorded, as: UTF8.self)
  static let derived = String(decoding: Schema.derived, as: UTF8.self)

  private static let own = Result { () throws(StoreError) in try parts(madeBy: recorded + derived) }
  private static let ownRecorded = Result { () throws(StoreError) in try parts(madeBy: recorded) }

  /// The tables that ANALYZE adds: they change the speed of an answer, not the answer.
  private static let statistics: Set = [
    "CREATE TABLE sqlite_stat1(tbl,idx,stat)", "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
  ]

  /// The names of all the program's tables, or of those with recorded rows.
  static func ownTables(ofRecordedAlone: Bool) throws(StoreError) -> [String] {
    let own = ofRecordedAlone ? try ownRecorded.get() : try own.get()
    return own.filter { $0.type == "table" }.map(\.name).sorted()
  }

  init() {}

  /// Compares the schema of an open store, before any of its views runs, without the tables and views in `outdated`;
  /// nil if this program has derived the launches.
  init(of connection: Connection, without outdated: Set<String>?) throws(StoreError) {
    if outdated == nil, try Self.isAsMade(connection) { return }
    let own = outdated == nil ? try Self.own.get() : try Self.ownRecorded.get()
    let tables = Set(own.filter { $0.type == "table" }.map { $0.name.lowercased() })
    let found = try Self.parts(of: connection)
    changed = own.subtracting(found).sorted(by: Self.isBefore)
    let changedTypes = Dictionary(changed.map { ($0.name.lowercased(), $0.type) }) { first, _ in first }
    for part in found.subtracting(own).sorted(by: Self.isBefore) where !Self.statistics.contains(part.sql) {
      if let outdated, outdated.contains(part.name) || outdated.contains(part.table) { continue }
      // A part in the place of the program's own is counted there.
      if changedTypes[part.name.lowercased()] == part.type { continue }
      let isInTheWay = changedTypes[part.name.lowercased()] != nil
      let touchesOwn = isInTheWay || tables.contains(part.table.lowercased())
      if touchesOwn { added.append(part) } else { foreign.append(part) }
    }
  }

  /// The differences in words: `view 'task' is not the one that tracetool makes`.
  var problems: [String] {
    changed.map { "the \($0.title) is missing, or is not as tracetool makes it" }
      + added.map { "the \($0.title) is not tracetool's" }
  }

  /// True if only views and indices differ, which can be made anew.
  var isMendable: Bool { added.isEmpty && changed.allSatisfy { $0.type == "view" || $0.type == "index" } }

  func mend(_ connection: Connection) throws(StoreError) {
    for part in changed {
      try connection.execute("DROP \(part.type) IF EXISTS \(part.name)", "rebuild")
      try connection.execute(part.sql, "rebuild")
    }
  }

  /// True if the schema is the program's byte by byte, as in a store that no other program has changed.
  ///
  /// Making the parts to compare takes 29 million instructions, more than a small report. SQLite keeps a statement up
  /// to its semicolon. No view has another semicolon, at which a shorter one could end.
  static func isAsMade(_ connection: Connection) throws(StoreError) -> Bool {
    let rows = try connection.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid")
    var rest = Schema.store.bytes[...]
    while try rows.step() {
      rest = fromStatement(rest)
      let sql = rows.bytes(0)
      guard rest.starts(with: sql) else { return false }
      rest = rest.dropFirst(sql.count)
      guard rest.first == UInt8(ascii: ";") else { return false }
    }
    return fromStatement(rest).isEmpty
  }

  /// The text from the next CREATE on; empty if there is none.
  private static func fromStatement(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let start = text.indices.first { text[$0] == UInt8(ascii: "\n") && text[$0...].starts(with: "\nCREATE ".utf8) }
    return text[(start.map { $0 + 1 } ?? text.endIndex)...]
  }

  private static func isBefore(_ a: Part, _ b: Part) -> Bool { (a.type, a.name) < (b.type, b.name) }

  private static func parts(madeBy sql: String) throws(StoreError) -> Set<Part> {
    let connection = try Connection(":memory:", path: ":memory:", flags: StoreMode.write.rawValue)
    try connection.execute(sql, "make the store")
    return try parts(of: connection)
  }

  private static func parts(of connection: Connection) throws(StoreError) -> Set<Part> {
    let rows = try connection.query("SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema")
    return Set(try rows.all { Part(type: $0.string(0), name: $0.string(1), table: $0.string(2), sql: $0.string(3)) })
  }
}
