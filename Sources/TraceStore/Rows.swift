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
    let values = (0..<width).map { column in
      let value = self[first, column]
      let isBound = !areMany || isText(value, column) || order.contains { self[$0, column] != value }
      return isBound ? "?" : value == .min ? "NULL" : "\(value)"
    }
    let bound = values.indices.filter { values[$0] == "?" }
    let row = "(\(values.joined(separator: ", ")))"
    var rest = order[...]
    for count in [Self.several, 1] where rest.count >= count {
      let list = Array(repeating: row, count: count).joined(separator: ", ")
      let statement = try connection.statement("INSERT OR ROLLBACK INTO \(table) VALUES \(list)")
      while rest.count >= count {
        bind(rest.prefix(count), bound, to: statement)
        try statement.finish()
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Binds some columns of rows, one after the other.
  func bind(_ rows: ArraySlice<Int>, _ columns: some Collection<Int>, to statement: Statement) {
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
