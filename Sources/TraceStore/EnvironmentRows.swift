import TraceModel

/// Finds, for a row of `contexts`, a row that is equal to it but for the process id.
///
/// For speed: there is a context for each process, and its launch time rests on all but the process id. Reports of
/// launch times read a fifth of the rows of `contexts`, or far fewer where a device is seldom restarted.
struct EnvironmentRows {
  /// With more rows than this it forgets all and begins anew, so that memory does not grow with a long log; a report then
  /// reads a few rows more.
  private static let capacity = 4096
  /// The place of the process id among the columns after the id.
  private static let pid = 12
  /// By all columns but the process id.
  private var rows: [[Int64]: Int64] = [:]
  private var environments: [Int64: Int64] = [:]

  /// The row for a row that was noted, or that row itself.
  subscript(row: Int64) -> Int64 { environments[row] ?? row }

  /// Takes the columns of a context after its id, which is in `row`.
  mutating func note(_ columns: [Int64], inRow row: Int64) {
    var environment = columns
    environment[Self.pid] = .min
    if environments.count >= Self.capacity { environments.removeAll(keepingCapacity: true) }
    if let known = rows[environment] {
      environments[row] = known
      return
    }
    if rows.count >= Self.capacity { rows.removeAll(keepingCapacity: true) }
    rows[environment] = row
  }
}
