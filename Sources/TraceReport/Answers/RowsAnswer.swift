/// Rows of a table, as of a query or a store's status.
package struct RowsAnswer: ScreenAnswer, DocumentAnswer, SheetAnswer {
  /// Hands rows to its argument, one by one.
  package typealias Rows = (_ take: ([Cell]) throws -> Void) throws -> Void

  private static let pieceBytes = 1 << 16

  /// The rows in memory: all of them, unless there are `further` ones.
  package var sheet: Table
  private let schema: String
  private let member: String
  /// The rows after those of `sheet`, if any; called once, as an answer with such rows has one output.
  private let further: Rows?

  /// A document with this schema, and this member for the rows of `table` and `further` ones, read while written.
  package init(_ table: Table, schema: String, member: String = "rows", further: Rows? = nil) {
    sheet = table
    self.schema = schema
    self.member = member
    self.further = further
  }

  package func tables(drawing: Drawing) -> [Table] { [sheet] }

  package func write(_ drawing: Drawing, to put: (String) throws -> Void) throws {
    let text = TableText(sheet, drawing)
    try put(text.head)
    try putFurther(put) { text.text(of: $0) }
    try put(text.tail)
  }

  package func writeSheet(to put: (String) throws -> Void) throws {
    try put(sheet.csv)
    try putFurther(put) { sheet.csv($0) }
  }

  package func writeDocument(to put: (String) throws -> Void) throws {
    if further == nil { return try put(document()) }
    // The rows in memory are written as a document without its last two brackets and newline.
    try put(String(document().dropLast(3)))
    var separator = sheet.rows.isEmpty ? "" : ","
    try putFurther(put) { row in
      defer { separator = "," }
      return try separator + JSONDocument.line(sheet.object(row)).dropLast()
    }
    try put("]}\n")
  }

  private func putFurther(_ put: (String) throws -> Void, _ text: ([Cell]) throws -> String) throws {
    var piece = ""
    try further? { row in
      piece += try text(row)
      if piece.utf8.count < Self.pieceBytes { return }
      try put(piece)
      piece = ""
    }
    try put(piece)
  }

  package func document() throws -> String { try JSONDocument.text(schema, [member: sheet.objects]) }
}
