/// The rows of `contexts` that are known by their columns.
///
/// For speed: most launches have the context of another one but for the process id, and to ask the table takes ten times
/// as long.
struct KnownContexts {
  /// With more rows than this it forgets all and begins anew, so that memory does not grow with a long log.
  private static let capacity = 8192
  private var rows: [[Int64]: Int64] = [:]

  /// The row that holds these columns after its id, if it is known.
  subscript(columns: [Int64]) -> Int64? { rows[columns] }

  /// Takes the columns of a row after its id.
  mutating func note(_ columns: [Int64], inRow row: Int64) {
    if rows.count >= Self.capacity { rows.removeAll(keepingCapacity: true) }
    rows[columns] = row
  }
}
