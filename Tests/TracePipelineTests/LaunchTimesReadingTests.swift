import Foundation
import Testing
import TraceAnalyzer
import TraceIngest
import TraceModel
import TraceStore

@testable import TracePipeline

/// Launch times are the same whether whole rows of launches are read, or a part of their columns.
@Suite(.tags(.medium)) struct LaunchTimesReadingTests {
  /// Lines of made launches, changed so that a part of the columns must do, or is not enough.
  private static let logs: [(name: String, change: @Sendable (String) -> String)] = [
    ("as they are", { $0 }),
    (
      "of two apps, one an extension of the other",
      { line in
        let isOther = line.contains("\"pid\":2")
        return isOther ? line.replacing("com.example.shop", with: "com.example.shop.share") : line
      }
    ),
    (
      "newest first",
      { line in
        line.replacing(/"time":(\d+)/) { "\"time\":\(3_520_000_000_000_000_000 - (Int64($0.1) ?? 0))" }
      }
    ),
    ("all at once", { $0.replacing(/"time":\d+/, with: "\"time\":1760000000000000000") }),
    ("without launch ids", { $0.replacing(/"launch":"[^"]*",?/, with: "") }),
    ("of unknown names alone", { $0.replacing(/"event":"[^"]*"/, with: "\"event\":\"my.own\"") }),
    ("of a simulator", { $0.replacing("\"device\"", with: "\"simulator\":true,\"device\"") }),
  ]

  @Test(arguments: logs.indices, [7, 11])
  func `a part of the columns says what whole rows say`(_ log: Int, _ seed: Int) throws {
    let folder = Folder()
    let lines = lines(40, seed: UInt64(seed)).map(Self.logs[log].change)
    try ingest(folder.write("a.jsonl", lines), into: folder.store)
    let whole = try Self.report(folder, .launches)
    #expect(try Self.report(folder, .times) == whole, "\(Self.logs[log].name)")
    #expect(whole.contains("\"groups\"") && !whole.contains("\"launches\":0"))
  }

  @Test func `a part of the columns is read where it is enough`() throws {
    let folder = Folder()
    try ingest(folder.write("a.jsonl", lines(40, seed: 7)), into: folder.store)
    let launches = try StoredLaunches.launches(ofStore: folder.store, .times, busyTimeout: 100)
    #expect(launches.times != nil && launches.summaries.isEmpty && !launches.isEmpty)
  }

  /// Launch times by everything that a report of all launches may be grouped by.
  private static func report(_ folder: Folder, _ parts: SummaryScope) throws -> String {
    let launches = try StoredLaunches.launches(ofStore: folder.store, parts, busyTimeout: 100)
    let all =
      launches.times.map { TimedLaunches($0, launches.symbols) }
      ?? TimedLaunches(launches.summaries, launches.symbols)
    let dimensions: [[TraceAnalyzer.Dimension]] = [
      [], [.app], [.appVersion, .kind], [.appBuild], [.os], [.day],
    ]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let reports = dimensions.map { LaunchTimesReport(all, by: $0) }
    return String(decoding: try encoder.encode(reports), as: UTF8.self)
  }
}
