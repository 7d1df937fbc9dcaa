/// An answer that spreadsheets can read.
package protocol SheetAnswer: Answer {
  /// Its rows under the names of their columns.
  var sheet: Table { get }
}
