import TraceModel

/// A value that has a row of a table.
protocol Storable {
  /// The table's name.
  static var table: String { get }
  init()
  /// Hands every column to `row`, after the row's key.
  mutating func pass<Row: Columns>(_ row: inout Row) throws(Row.Failure)
}
