import Foundation
import Testing
import TraceModel
import TraceStore

@testable import TracePipeline

/// What is counted in one pass over a store's launches is what queries of the store count.
@Suite(.tags(.medium)) struct StoreContentsTests {
  private static let logs: [(name: String, change: @Sendable (_ number: Int, _ line: String) -> String)] = [
    ("as they are", { $1 }),
    ("without app ids", { $1.replacing(/"app":"[^"]*",?/, with: "") }),
    ("without devices", { $1.replacing(/"device":"[^"]*",?/, with: "") }),
    ("without times of day", { $1.replacing(/"time":/, with: "\"uptime\":") }),
    ("of unknown names", { $0 % 3 == 0 ? $1.replacing(/"event":"[^"]*"/, with: "\"event\":\"my.own\"") : $1 }),
  ]

  private static func quoted(_ text: String) -> String { text.isEmpty ? "IS NULL" : "= '\(text)'" }

  @Test(arguments: logs.indices, [3, 5])
  func `each count is that of a query`(_ log: Int, _ seed: Int) throws {
    let folder = Folder()
    let lines = lines(40, seed: UInt64(seed)).enumerated().map(Self.logs[log].change)
    try ingest(folder.write("a.jsonl", lines), into: folder.store)
    let store = try EventStore(path: folder.store, mode: .read)
    let contents = try store.contents()
    let name = Self.logs[log].name
    #expect(!contents.versions.isEmpty && !contents.months.isEmpty && contents.formats == ["canonical"], "\(name)")
    for version in contents.versions {
      let these = """
        FROM launch WHERE app_version \(Self.quoted(version.appVersion)) AND app \(Self.quoted(version.app))
        """
      #expect(try store.integer("SELECT count(*) \(these)") == version.launches, "\(name)")
      #expect(try store.integer("SELECT count(DISTINCT device) \(these)") == version.devices, "\(name)")
      guard let first = version.first, let last = version.last else { continue }
      #expect(try store.integer("SELECT min(first_nanos) \(these)") == first, "\(name)")
      #expect(try store.integer("SELECT max(last_nanos) \(these)") == last, "\(name)")
    }
    for month in contents.months where !month.month.isEmpty {
      let these = "FROM launch WHERE substr(first, 1, 7) = '\(month.month)' AND app \(Self.quoted(month.app))"
      #expect(try store.integer("SELECT count(*) \(these)") == month.launches, "\(name)")
      #expect(try store.integer("SELECT sum(events) \(these)") == month.events, "\(name)")
    }
    let launches = try store.integer("SELECT count(*) FROM launch")
    #expect(contents.months.reduce(0) { $0 + $1.launches } == launches)
    #expect(contents.versions.reduce(0) { $0 + $1.launches } == launches)
    #expect(try store.integer("SELECT count(DISTINCT device) FROM launch") == contents.deviceCount)
    #expect(contents.months.map(\.month) == contents.months.map(\.month).sorted(by: >))
  }
}
