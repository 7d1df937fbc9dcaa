import Testing
import TraceModel

@testable import TraceStore

/// The columns that are read by name are those of the tables, in their order.
@Suite(.tags(.medium)) struct ColumnTests {
  @Test(arguments: [
    ("streams", StreamColumn.allCases.map(\.name)),
    ("stream_texts", StreamTextColumn.allCases.map(\.name)),
    ("events", EventColumn.allCases.map(\.name)), ("sources", SourceColumn.allCases.map(\.name)),
    ("event_details", EventDetailColumn.allCases.map(\.name)),
    ("launches", LaunchColumn.allCases.map(\.name)), ("candidates", CandidateColumn.allCases.map(\.name)),
    ("held_kinds", HeldKindsColumn.allCases.map(\.name)),
    ("launch_parts", LaunchPartsColumn.allCases.map(\.name)),
    ("launch_times", LaunchTimes.columns.split(separator: ", ").map(String.init)),
  ])
  func `each column of a table has its name`(_ table: String, _ names: [String]) throws {
    #expect(try Self.columns(of: table) == names)
  }

  @Test(arguments: EventStore.streamProjections)
  func `a table of summaries begins with its key`(_ table: String) throws {
    let isOneALaunch = ["launches", "launch_parts"].contains(table)
    let key = SummaryColumn.allCases.map(\.name).prefix(isOneALaunch ? 2 : 3)
    #expect(try Self.columns(of: table).starts(with: key))
  }

  private static func columns(of table: String) throws -> [String] {
    let store = try EventStore()
    let rows = try store.connection.query("SELECT name FROM pragma_table_info(?) ORDER BY cid", table)
    var names: [String] = []
    while try rows.step() { names.append(rows.string(0)) }
    return names
  }

  /// So many rows as are handed on at once, one less, one more, and some hundreds more than twice that many.
  @Test(arguments: [0, 1, 4095, 4096, 4097, 9000])
  func `all rows of numbers are handed on, however many there are`(_ count: Int) throws {
    let folder = Folder()
    let connection = try EventStore(path: folder.store, mode: .write).connection
    try connection.execute(
      """
      CREATE TEMP TABLE pairs AS
        WITH RECURSIVE pair(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM pair WHERE n < \(count))
        SELECT n, iif(n % 3, n * 2, NULL) AS other FROM pair WHERE \(count) > 0
      """)
    var expected: [Int64] = []
    for place in 0..<count {
      let number = Int64(place + 1)
      expected.append(number)
      expected.append(number % 3 == 0 ? Int64.min : number * 2)
    }
    for _ in 0..<2 {
      var found: [Int64] = []
      try connection.forEachRows("n, other", of: "pairs") { rows in found += rows.numbers }
      #expect(found == expected)
    }
  }
}
