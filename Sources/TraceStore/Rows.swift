import TraceModel

/// Rows of numbers on their way into a table; NULL is `Int64.min`.
struct Rows {
  var width: Int
  var numbers: [Int64] = []
  /// The values of the numbers in the last column, where it is a text or a blob.
  var bytes: RowBytes?

  var count: Int { numbers.count / width }

  subscript(row: Int, column: Int) -> Int64 {
    get { numbers[row * width + column] }
    set { numbers[row * width + column] = newValue }
  }

  subscript(row: Int, column: some Column) -> Int64 { self[row, Int(column.rawValue)] }

  /// Inserts all rows into a table, which SQLite draws: 0.85 of the time of 32 bound rows; a failure undoes the
  /// transaction.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - clauses: The end of the statement: in which order rows are inserted, and what happens where one is there already,
  ///     which else is an error.
  ///   - connection: Where the table is.
  /// - Throws: `StoreError` if SQLite refuses a row.
  func insert(into table: String, _ clauses: String = "", on connection: Connection) throws(StoreError) {
    if numbers.isEmpty { return }
    let columns = (0..<width).map { "c\($0)" }.joined(separator: ", ")
    try run("INSERT OR ROLLBACK INTO \(table) SELECT \(columns) FROM lent_rows() \(clauses)", on: connection)
  }

  /// So many rows are put in order at once: they are there twice meanwhile.
  private static let orderedCount = 4096

  /// Inserts the rows at some indices, in this order.
  func insert(into table: String, in order: [Int], on connection: Connection) throws(StoreError) {
    var ordered = Rows(width: width, bytes: bytes)
    for start in stride(from: 0, to: order.count, by: Self.orderedCount) {
      let some = order[start..<min(start + Self.orderedCount, order.count)]
      ordered.numbers.removeAll(keepingCapacity: true)
      ordered.numbers.append(addingCapacity: some.count * width) { ordered in
        for row in some { for index in row * width..<(row + 1) * width { ordered.append(numbers[index]) } }
      }
      try ordered.insert(into: table, on: connection)
    }
  }

  /// Inserts all rows into a table, and forgets them.
  mutating func flush(into table: String, on connection: Connection) throws(StoreError) {
    try insert(into: table, on: connection)
    numbers.removeAll(keepingCapacity: true)
    bytes?.removeAll()
  }

  /// Sets or clears the mark `changed` of the streams whose rows these numbers are.
  func flag(_ isChanged: Bool, on connection: Connection) throws(StoreError) {
    try run(
      """
      UPDATE streams SET changed = \(isChanged ? 1 : 0)
      WHERE id IN (SELECT c0 FROM lent_rows()) AND changed = \(isChanged ? 0 : 1)
      """, on: connection)
  }

  /// Deletes all that a table holds of the streams whose rows these numbers are.
  func delete(from table: String, on connection: Connection) throws(StoreError) {
    try run("DELETE FROM \(table) WHERE stream IN (SELECT c0 FROM lent_rows())", on: connection)
  }

  /// Runs a statement that draws these rows, if there are any.
  func run(_ statement: String, on connection: Connection) throws(StoreError) {
    if numbers.isEmpty { return }
    try connection.lend(self) { () throws(StoreError) in try connection.run(statement) }
  }
}

/// The texts and blobs of rows that are on their way into a table, one after the other in one array.
struct RowBytes {
  private var bytes: [UInt8] = []
  private var ends: [Int] = [0]
  private var texts: [Bool] = []

  /// Adds a text or a blob, and returns its number.
  mutating func append(_ value: ArraySlice<UInt8>, isText: Bool) -> Int64 {
    bytes += value
    ends.append(bytes.count)
    texts.append(isText)
    return Int64(texts.count - 1)
  }

  func isText(_ number: Int64) -> Bool { texts[Int(number)] }

  func slice(_ number: Int64) -> ArraySlice<UInt8> { bytes[ends[Int(number)]..<ends[Int(number) + 1]] }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    ends.append(0)
    texts.removeAll(keepingCapacity: true)
  }
}
