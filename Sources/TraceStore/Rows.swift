import TraceModel

/// Rows of numbers on their way into a table; NULL is `Int64.min`.
struct Rows {
  /// So many go in with one statement.
  private static let several = 32

  let width: Int
  var numbers: [Int64] = []
  /// What the numbers of the last column mean, where it is a text.
  var texts: TextTable?

  /// How many rows there are.
  var count: Int { numbers.count / width }

  subscript(row: Int, column: Int) -> Int64 {
    get { numbers[row * width + column] }
    set { numbers[row * width + column] = newValue }
  }

  /// Inserts rows into a table, in `order`; a failure undoes the transaction.
  ///
  /// To bind a value is what costs most: one that many rows have stands in the statement.
  func insert(into table: String, in order: [Int], on connection: Connection) throws(StoreError) {
    guard let first = order.first else { return }
    let areMany = order.count >= Self.several
    let bound = (0..<width).filter { column in
      let value = self[first, column]
      return !areMany || isText(value, column) || order.contains { self[$0, column] != value }
    }
    let values = (0..<width).map { column in
      let value = self[first, column]
      return bound.contains(column) ? "?" : value == .min ? "NULL" : "\(value)"
    }
    let row = "(\(values.joined(separator: ", ")))"
    func statement(_ count: Int) throws(StoreError) -> Statement {
      let list = Array(repeating: row, count: count).joined(separator: ", ")
      return try connection.statement("INSERT OR ROLLBACK INTO \(table) VALUES \(list)")
    }
    let one = try statement(1)
    let many = areMany ? try statement(Self.several) : one
    var rest = order[...]
    while !rest.isEmpty {
      let (statement, count) = rest.count < Self.several ? (one, 1) : (many, Self.several)
      bind(rest.prefix(count), bound, to: statement)
      try statement.finish()
      rest = rest.dropFirst(count)
    }
  }

  private func bind(_ rows: ArraySlice<Int>, _ columns: [Int], to statement: Statement) {
    var place: Int32 = 1
    for row in rows {
      for column in columns {
        let value = numbers[row * width + column]
        if let texts, isText(value, column) {
          let text = texts.slice(TextID(rawValue: Int32(truncatingIfNeeded: value)))
          statement.bind(text, isText: true, at: place)
        } else {
          value.bind(to: statement, at: place)
        }
        place += 1
      }
    }
  }

  private func isText(_ value: Int64, _ column: Int) -> Bool { value != .min && column == width - 1 && texts != nil }
}
