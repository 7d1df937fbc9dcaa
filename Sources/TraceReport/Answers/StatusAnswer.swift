/// What a store holds: a screen for people, counts for programs.
package struct StatusAnswer: ScreenAnswer, DocumentAnswer, SheetAnswer {
  private let screen: StoreScreen
  private let rows: RowsAnswer

  /// A store's status, with its counts one a row.
  package init(_ screen: StoreScreen, rows: RowsAnswer) {
    self.screen = screen
    self.rows = rows
  }

  package func tables(drawing: Drawing) -> [Table] { screen.tables }

  package func document() throws -> String { try rows.document() }

  package var sheet: Table { rows.sheet }
}
