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
}
