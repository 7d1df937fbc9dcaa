import Foundation
import Testing
import TraceAnalyzer
import TraceIngest
import TraceModel
import TraceStore

@testable import TracePipeline
@testable import tracemaker

/// What is found in one launch of a store is the same whether all of the other launches is read, or their candidates.
@Suite(.tags(.medium)) struct NamedLaunchTests {
  /// A store of made launches.
  private static func store(_ folder: Folder, _ log: Int) throws -> Launches {
    let made = SummaryLinesTests.made[log]
    try ingest(
      folder.write("a.jsonl", TracePipelineTests.lines(24, seed: made.seed, made.options)), into: folder.store)
    return try read(folder, .all)
  }

  private static func read(_ folder: Folder, _ parts: SummaryParts) throws -> Launches {
    try Projector.launches(ofStore: folder.store, parts, busyTimeout: 100)
  }

  /// Each launch by its id, event by event, with what is found in it.
  private static func histories(_ launches: Launches, of ids: [String]? = nil) throws -> [String: String] {
    var symbols = launches.symbols
    let all = Launch.all(launches.summaries, symbols)
    let findings = FindingsFold.findings(in: all, of: launches.summaries, symbols: &symbols).findings
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var histories: [String: String] = [:]
    for launch in all where ids?.contains(launch.name) != false {
      let history = try launches.events.recording(of: launch).history(findings)
      histories[launch.name] = String(decoding: try encoder.encode(history), as: UTF8.self)
    }
    return histories
  }

  @Test(arguments: SummaryLinesTests.made.indices)
  func `a launch is what it is, whatever is read of the others`(log: Int) throws {
    let folder = Folder()
    let all = try Self.store(folder, log)
    let whole = try Self.histories(all)
    #expect(whole.values.contains { $0.contains("\"fingerprint\"") }, "\(SummaryLinesTests.made[log].name)")
    for id in whole.keys.sorted().enumerated().filter({ $0.offset % 3 == 0 }).map(\.element) {
      let some = try Self.read(folder, .named(id: id.uppercased()))
      #expect(some.summaries.count == all.summaries.count)
      #expect(try Self.histories(some, of: [id])[id] == whole[id], "\(SummaryLinesTests.made[log].name): \(id)")
    }
  }

  @Test func `of the other launches no more than their candidates is read`() throws {
    let folder = Folder()
    let all = try Self.store(folder, 0)
    let names = Launch.all(all.summaries, all.symbols).filter { !$0.summary.tasks.isEmpty }.map(\.name)
    let some = try Self.read(folder, .named(id: String(names[0].prefix(9))))
    #expect(names.count > 1 && some.summaries.count { !$0.tasks.isEmpty } == 1)
    #expect(some.summaries.map { $0.candidates.map(\.rule) } == all.summaries.map { $0.candidates.map(\.rule) })
  }

  @Test func `an id that no launch has, or each, is answered with all`() throws {
    let folder = Folder()
    let all = try Self.store(folder, 0)
    #expect(try Self.read(folder, .named(id: "")).summaries == all.summaries)
    #expect(try Self.read(folder, .named(id: "no such launch")).summaries == all.summaries)
  }
}
