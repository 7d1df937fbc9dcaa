import Foundation
import Testing
import TraceIngest
import TraceModel
import TracePipeline

@testable import TraceAnalyzer

/// What SDKs of OpenTelemetry send of an app's life, each with its own sense of cold, warm and hot.
@Suite(.tags(.medium)) struct SDKLaunchTests {
  /// A log in `Tests/Formats/otlp`, its launches in words, and the rules that find something.
  struct Row: CustomTestStringConvertible, Sendable {
    var testDescription: String { log }
    var log: String
    var launches: [String]
    var rules: [String]

    init(_ log: String, _ launches: [String], _ rules: [String] = []) {
      self.log = log
      self.launches = launches
      self.rules = rules
    }
  }

  static let rows = [
    // What comes before a process begins is of another one, and what observers tell beside a span is one event.
    Row(
      "splunk.jsonl",
      ["cold start to active 690 ms, returns [120 ms]", "cold start to active 690 ms, returns []"]),
    // Its warm start is that of a process that had waited, prewarmed or in the background.
    Row(
      "splunk-starts.jsonl",
      [
        "cold start to active 690 ms, returns [120 ms]",
        "prewarmed resumed to active 180 ms, returns [150 ms]",
      ], ["trace.unrecorded"]),
    Row(
      "aws.jsonl",
      ["cold start to active 612 ms, returns [180 ms]", "prewarmed resumed to active 550 ms, returns []"],
      ["trace.unrecorded"]),
    // After its termination an app comes to the foreground in another process.
    Row("elastic.jsonl", ["unclassified no start, returns [150 ms]", "warm no start, returns []"]),
    Row(
      "embrace.jsonl",
      [
        "cold start to firstFrame 700 ms, returns []", "prewarmed prewarmed, no anchor, returns []",
        "background background, returns []",
      ], ["launch.slow", "trace.unrecorded"]),
    Row("bugsnag.jsonl", ["cold start to active 700 ms, returns []"]),
    Row("honeycomb.jsonl", ["unclassified no start, returns []"]),
    Row(
      "old-names.json",
      ["cold start to active 400 ms, returns []", "cold start to active 800 ms, returns []"]),
  ]

  /// What is said of the launches in files with these contents.
  private static func said(_ contents: [String]) throws -> (launches: [String], rules: [String], notes: SourceNotes) {
    let folder = Folder()
    var run = CheckRun(options: IngestOptions())
    let paths = try contents.enumerated().map { try folder.write("log\($0.offset).txt", [$0.element]) }
    let launches = try run.run(paths)
    let all = Launch.all(launches.summaries, launches.symbols)
    let words = all.filter(\.summary.holdsKnownEvents).map { launch in
      let time = launch.time
      let anchors = time.anchors.map { "\($0.from.name) to \($0.to.name) " } ?? ""
      let resumes = launch.summary.resumes.map { "\($0 / 1_000_000) ms" }
      let measured = time.notCounted?.name ?? anchors + (time.text ?? "")
      return "\(launch.kind.name) \(measured), returns [\(resumes.joined(separator: ", "))]"
    }
    let report = Judgement(all, of: launches.summaries, launches.symbols).report()
    return (words, Set(report.findings.map(\.rule.name)).sorted(), launches.diagnostics.notes)
  }

  private static func text(of log: String) throws -> String {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: folder.appendingPathComponent("Formats/otlp/\(log)"), encoding: .utf8)
  }

  @Test(arguments: rows) func `an SDK's launches and returns are what it means by them`(_ row: Row) throws {
    let said = try Self.said([Self.text(of: row.log)])
    #expect(said.launches == row.launches)
    #expect(said.rules == row.rules)
  }

  @Test(arguments: rows.filter { $0.log.hasSuffix("jsonl") })
  func `in any order and in any number of files they are the same`(_ row: Row) throws {
    let lines = try Self.text(of: row.log).split(separator: "\n").map(String.init)
    let reversed = lines.reversed().joined(separator: "\n")
    for contents in [[reversed], lines, lines.reversed()] {
      let said = try Self.said(contents)
      #expect(said.launches == row.launches)
      #expect(said.rules == row.rules)
    }
  }

  @Test func `averages of MetricKit are named, and make no launch`() throws {
    #expect(try Self.said([Self.text(of: "honeycomb.jsonl")]).notes.aggregates == ["MXMetricPayload": 1])
    #expect(try Self.said([Self.text(of: "elastic.jsonl")]).notes.aggregates == ["application.launch.time": 1])
  }
}
