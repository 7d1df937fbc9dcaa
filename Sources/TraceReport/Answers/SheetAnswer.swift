/// An answer that spreadsheets can read.
package protocol SheetAnswer: Answer {
  /// Its rows under the names of their columns.
  var sheet: Table { get }

  /// Writes the rows as CSV, in parts where memory has no room for all of them.
  ///
  /// - Throws: What `put` throws, or what reading the answer's rows does.
  func writeSheet(to put: (String) throws -> Void) throws
}

extension SheetAnswer {
  package func writeSheet(to put: (String) throws -> Void) throws { try put(sheet.csv) }
}
