import TraceStore

extension EventStore {
  /// All rows that a person's SELECT gives, at once; `cell` is what becomes of a value.
  func query<Cell>(
    _ sql: String, as cell: (StoreValue) -> Cell, until isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws(StoreError) -> (columns: [String], rows: [[Cell]]) {
    let selected = try rows(of: sql, until: isStopped)
    var rows: [[Cell]] = []
    while let row = try selected.next() { rows.append(row.map(cell)) }
    return (selected.columns, rows)
  }
}
