import Schemas

/// How the schema of a store differs from the one that the program makes.
///
/// The program's answers rest on its views, its triggers and the constraints of its tables: to change one of them
/// is to change what is answered, or what is stored. Tables and views that another program adds under other names are
/// skipped, as no statement of the program names them.
struct StoreSchema {
  /// One table, index, trigger or view, as the table `sqlite_schema` lists it.
  struct Part: Hashable, Sendable {
    /// `table`, `index`, `trigger` or `view`.
    var type: String
    var name: String
    /// The table that an index or a trigger is of; else the name again.
    var table: String
    /// Its SQL; empty for an index that a constraint makes.
    var sql: String

    /// As messages call it, such as `the view 'task'`.
    var title: String { type == "view" || type == "table" ? "\(type) '\(name)'" : "\(type) '\(name)' of '\(table)'" }
  }

  /// Parts of the program's own that are missing or say something else, as the program makes them.
  private(set) var changed: [Part] = []
  /// Indices and triggers that are not the program's, on tables that are; and what has the name of something that it lacks.
  private(set) var added: [Part] = []
  /// What another program has added, and what touches nothing of the program's.
  private(set) var foreign: [Part] = []

  /// The part of the schema that holds what was recorded, and the part that holds what is derived from it.
  static let recorded = String(decoding: Schema.recorded, as: UTF8.self)
  static let derived = String(decoding: Schema.derived, as: UTF8.self)

  /// The parts that the whole schema makes, and those that what was recorded takes.
  private static let own = Result { () throws(StoreError) in try parts(madeBy: recorded + derived) }
  private static let ownRecorded = Result { () throws(StoreError) in try parts(madeBy: recorded) }

  /// What SQLite itself adds where ANALYZE was run: what is there changes how fast an answer is found, not the answer.
  private static let statistics: Set = [
    "CREATE TABLE sqlite_stat1(tbl,idx,stat)", "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
  ]

  /// The names of the tables that the program makes: of all, or of those that hold what was recorded.
  static func ownTables(ofRecordedAlone: Bool) throws(StoreError) -> [String] {
    let own = ofRecordedAlone ? try ownRecorded.get() : try own.get()
    return own.filter { $0.type == "table" }.map(\.name).sorted()
  }

  init() {}

  /// Compares the schema of an open store, none of whose views runs, but for `outdated`: what holds launches that were
  /// derived otherwise; nil if this program has derived them.
  init(of connection: Connection, without outdated: Set<String>?) throws(StoreError) {
    if outdated == nil, try Self.isAsMade(connection) { return }
    let own = outdated == nil ? try Self.own.get() : try Self.ownRecorded.get()
    let tables = Set(own.filter { $0.type == "table" }.map { $0.name.lowercased() })
    let found = try Self.parts(of: connection)
    changed = own.subtracting(found).sorted(by: Self.isBefore)
    let changedTypes = Dictionary(changed.map { ($0.name.lowercased(), $0.type) }) { first, _ in first }
    for part in found.subtracting(own).sorted(by: Self.isBefore) where !Self.statistics.contains(part.sql) {
      if let outdated, outdated.contains(part.name) || outdated.contains(part.table) { continue }
      // What stands in the place of a part of the program's own is counted there.
      if changedTypes[part.name.lowercased()] == part.type { continue }
      let isInTheWay = changedTypes[part.name.lowercased()] != nil
      let touchesOwn = isInTheWay || tables.contains(part.table.lowercased())
      if touchesOwn { added.append(part) } else { foreign.append(part) }
    }
  }

  /// What is wrong, in words: `view 'task' is not the one that tracetool makes`.
  var problems: [String] {
    changed.map { "the \($0.title) is missing, or is not as tracetool makes it" }
      + added.map { "the \($0.title) is not tracetool's" }
  }

  /// True if views and indices alone differ, which can be made anew from what the tables hold.
  var isMendable: Bool { added.isEmpty && changed.allSatisfy { $0.type == "view" || $0.type == "index" } }

  func mend(_ connection: Connection) throws(StoreError) {
    for part in changed {
      try connection.execute("DROP \(part.type) IF EXISTS \(part.name)", "rebuild")
      try connection.execute(part.sql, "rebuild")
    }
  }

  /// True if the schema is that of the program byte by byte, as in a store that nothing else has changed.
  ///
  /// To make the parts that others are compared with takes 29 million instructions, more than a small report. SQLite
  /// keeps a statement up to its semicolon. No view has another semicolon, at which a shorter one could end.
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

  /// Text from the next statement on that makes something; empty if there is none.
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
