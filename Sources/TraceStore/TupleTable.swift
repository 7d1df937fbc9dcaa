/// A table that holds every tuple of numbers once.
struct TupleTable: ~Copyable {
  private let find: Statement
  private let insert: Statement

  /// The row of the tuple, which is added if it is new.
  func row(_ values: [Int64]) throws(StoreError) -> Int64 {
    for (index, value) in values.enumerated() { find.bind(value, at: Int32(index + 1)) }
    defer { find.reset() }
    if try find.step() { return find.integer(0) }
    for (index, value) in values.enumerated() { insert.bind(value, at: Int32(index + 1)) }
    try insert.finish()
    return insert.inserted ?? 0
  }
}

/// The columns of the tables of tuples, in the order in which values are given.
enum TupleColumns {
  static let signature = [
    "event", "teller", "phase", "thread", "reason", "view", "name", "task_kind", "scene_role",
    "success", "prewarmed",
  ]
  static let context = [
    "device", "device_model", "os_version", "platform", "process_kind", "app", "app_version",
    "app_build", "sdk_version", "boot", "records", "format", "pid", "simulator", "debugger",
  ]
}

extension TupleTable {
  init(
    _ table: String, _ columns: [String], on connection: borrowing Connection
  ) throws(StoreError) {
    let test = columns.map { "\($0) = ?" }.joined(separator: " AND ")
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    let names = columns.joined(separator: ", ")
    self.init(
      find: try Statement("SELECT id FROM \(table) WHERE \(test)", on: connection),
      insert: try Statement(
        "INSERT INTO \(table) (\(names)) VALUES (\(places))", on: connection))
  }
}
