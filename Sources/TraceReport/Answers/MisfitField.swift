/// A field whose values are of a wrong type or out of range, so that they stay in `attributes`.
package struct MisfitField: Sendable, Equatable {
  /// The field's name.
  package var field: String
  /// How many records have such a value.
  package var count: Int64
  /// The first of them, as `file:line`.
  package var firstPlace: String
  /// The value there, as the log has it.
  package var firstValue: String

  /// A field, with the first of its values that do not fit.
  package init(field: String, count: Int64, firstPlace: String, firstValue: String) {
    self.field = field
    self.count = count
    self.firstPlace = firstPlace
    self.firstValue = firstValue
  }
}

extension [MisfitField] {
  /// A row each.
  package var table: Table {
    let rows = map { field -> [Cell] in
      [.count(Int(field.count)), .text(field.field), .text(field.firstPlace), .text(field.firstValue)]
    }
    return Table(
      "Fields of a wrong type or out of range, kept in attributes", ["count", "field", "first in", "value"], rows)
  }
}
