package import TraceModel

/// Changes to `held_kinds`: which kinds of events the launches of each recorder hold, so that one launch can be judged
/// without the others.
struct HeldKindRows {
  private typealias Key = SIMD8<Int64>

  static let table = "held_kinds"
  /// The counts that this program writes; launches are numbered with 32 bits.
  static let counts = 1...Int64(Int32.max)
  private static let candidateWidth = CandidateColumn.allCases.count

  private var changes: [Key: Int64] = [:]

  /// Counts a launch and its candidates; `context` has the rows of its app, version, format and process kind.
  mutating func add(_ launch: ArraySlice<Int64>, _ candidates: ArraySlice<Int64>, of context: SIMD4<Int64>) {
    func number(_ column: LaunchColumn) -> Int64 { launch[launch.startIndex + Int(column.rawValue)] }
    let isEarlier = number(.nature) == LaunchNature.earlier.rawValue
    let nature = isEarlier ? SIMD2(number(.nature), number(.natureReason)) : SIMD2(0, 0)
    var key = Key(lowHalf: context, highHalf: SIMD4(lowHalf: nature, highHalf: SIMD2(number(.kinds), 0)))
    changes[key, default: 0] += 1
    for candidate in stride(from: candidates.startIndex, to: candidates.endIndex, by: Self.candidateWidth) {
      let kinds = candidates[candidate + Int(CandidateColumn.explanations.rawValue)]
      if kinds == 0 { continue }
      key.highHalf.highHalf = SIMD2(kinds, 1)
      changes[key, default: 0] += 1
    }
  }

  /// Subtracts the launches of streams; to be called before their rows are deleted.
  mutating func remove(streams: Rows, on connection: Connection) throws(StoreError) {
    if streams.numbers.isEmpty { return }
    try connection.lend(streams) { () throws(StoreError) in
      let rows = try connection.query(Self.launches(where: "stream IN (SELECT c0 FROM lent_rows())"))
      while try rows.step() {
        var key = Key()
        for index in key.indices { key[index] = rows.integer(Int32(index)) }
        changes[key, default: 0] -= 1
      }
    }
  }

  mutating func removeAll() { changes.removeAll(keepingCapacity: true) }

  /// Adds all changes to the table, in a transaction, and forgets them.
  mutating func flush(on connection: Connection) throws(StoreError) {
    var rows = Rows(width: HeldKindsColumn.allCases.count)
    for (key, change) in changes where change != 0 {
      for index in key.indices { rows.numbers.append(key[index]) }
      rows.numbers.append(change)
    }
    let isFewer = changes.values.contains { $0 < 0 }
    removeAll()
    let clauses = "WHERE TRUE ORDER BY 1, 2, 3, 4, 5, 6, 7, 8 ON CONFLICT DO UPDATE SET count = count + excluded.count"
    try rows.insert(into: Self.table, clauses, on: connection)
    if isFewer { try connection.run("DELETE FROM \(Self.table) WHERE count = 0") }
  }

  /// Fills an empty table from the launches in theirs.
  static func fill(on connection: Connection) throws(StoreError) {
    try connection.run("INSERT INTO \(table) \(counted)")
  }

  /// The number of rows that are missing, or differ from a count of the launches.
  static let wrongCount = """
    SELECT count(DISTINCT \(key)) FROM (SELECT * FROM (\(counted) EXCEPT SELECT * FROM \(table))
      UNION ALL SELECT * FROM (SELECT * FROM \(table) EXCEPT \(counted)))
    """
  private static let key = HeldKindsColumn.allCases.dropLast().map(\.name).joined(separator: " || ' ' || ")

  private static let counted = "SELECT *, count(*) FROM (\(launches(where: "TRUE"))) GROUP BY 1, 2, 3, 4, 5, 6, 7, 8"

  /// The launches and candidates that count, of streams that meet a condition, with the columns of their row here.
  private static func launches(where condition: String) -> String {
    let isEarlier = "nature = \(LaunchNature.earlier.rawValue)"
    let columns = """
      SELECT contexts.app AS app, app_version, format, process_kind, iif(\(isEarlier), nature, 0) AS nature,
        iif(\(isEarlier), nature_reason, 0) AS nature_reason
      """
    let named = """
      JOIN streams ON streams.id = stream
        JOIN contexts ON contexts.id = coalesce(launches.context, streams.base_context) WHERE \(condition)
      """
    return """
      \(columns), kinds, 0 AS is_due FROM launches \(named)
      UNION ALL
      \(columns), explanations, 1 FROM candidates JOIN launches USING (stream, ordinal) \(named) AND explanations <> 0
      """
  }
}

extension EventStore {
  /// Hands to `body` how many launches of a recorder hold one set of kinds, or how many of their candidates a missing
  /// event of these kinds would explain.
  ///
  /// `body` gets the app, version, format and process kind as a context; the reason of its nature for an earlier
  /// launch, else nil; the kinds; whether candidates are counted; and the count. `stored` must have read all texts.
  /// Returns false if another program has changed the counts.
  package func forEachHeldKinds(
    _ stored: inout StoredSymbols, _ body: (Context, TextID?, KindSet, Bool, Int) -> Void
  ) throws(StoreError) -> Bool {
    let rows = try connection.query("SELECT * FROM \(HeldKindRows.table)")
    defer { rows.reset() }
    var launches: Int64 = 0
    while try rows.step() {
      var context = Context()
      context.app = try stored.text(rows.integer(HeldKindsColumn.app))
      context.appVersion = try stored.text(rows.integer(HeldKindsColumn.appVersion))
      context.format = try stored.text(rows.integer(HeldKindsColumn.format))
      context.processKind = try stored.text(rows.integer(HeldKindsColumn.processKind))
      let isEarlier = rows.integer(HeldKindsColumn.nature) != 0
      let reason = isEarlier ? try stored.text(rows.integer(HeldKindsColumn.natureReason)) : nil
      let kinds = try stored.kinds(inRow: rows.integer(HeldKindsColumn.kinds))
      let count = rows.integer(HeldKindsColumn.count)
      let isDue = rows.integer(HeldKindsColumn.isDue) != 0
      guard HeldKindRows.counts.contains(count) else { return false }
      launches += isDue ? 0 : count
      guard HeldKindRows.counts.contains(max(launches, 1)) else { return false }
      body(context, reason, kinds, isDue, Int(count))
    }
    return true
  }
}
