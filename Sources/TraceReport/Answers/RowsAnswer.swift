/// Rows of a table, as a query or the state of a store.
package struct RowsAnswer: ScreenAnswer, DocumentAnswer, SheetAnswer {
  /// The rows of the answer.
  package var sheet: Table
  /// The name of the document's schema.
  private let schema: String
  /// The document's member that holds the rows.
  private let member: String

  /// The rows of `table`, in a document with this schema and this member for them.
  package init(_ table: Table, schema: String, member: String = "rows") {
    sheet = table
    self.schema = schema
    self.member = member
  }

  package func tables(drawing: Drawing) -> [Table] { [sheet] }

  package func document() throws -> String { try JSONDocument.text(schema, [member: sheet.objects]) }
}
