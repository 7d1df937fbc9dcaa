/// The rows of `texts` that are known by their texts.
///
/// For speed: most devices have several launches, and to ask the table takes ten times as long.
struct KnownTexts {
  /// When it has this many rows it is emptied, so that memory does not grow with a long log.
  private static let capacity = 8192
  private var rows: [PackedText: Int64] = [:]

  /// The row that holds a text, if it is known.
  subscript(text: PackedText) -> Int64? { rows[text] }

  /// Takes the text of a row.
  mutating func note(_ text: PackedText, inRow row: Int64) {
    if rows.count >= Self.capacity { rows.removeAll(keepingCapacity: true) }
    rows[text] = row
  }
}
