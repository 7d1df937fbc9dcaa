/// Tables and sentences that only people read.
package struct TextAnswer: ScreenAnswer {
  private let tables: [Table]

  /// These tables, one below the other.
  package init(_ tables: [Table]) { self.tables = tables }

  package func tables(drawing: Drawing) -> [Table] { tables }
}
