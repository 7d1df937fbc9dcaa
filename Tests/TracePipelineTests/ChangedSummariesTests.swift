import Foundation
import Testing
import TraceAnalyzer
import TraceIngest
import TraceModel

@testable import TracePipeline

/// Numbers that somebody has changed in summaries may make an answer wrong, and never stop the program.
@Suite(.tags(.medium)) struct ChangedSummariesTests {
  /// What is changed in the lines of two parts: a name, and how.
  private static let changes: [(name: String, change: @Sendable (String) -> String)] = [
    ("events", { $0.replacing(/"events":\d+/, with: "\"events\":\(Int64.max)") }),
    (
      "steps",
      { line in
        let seen = line.replacing(/"stepsSeen":\d+/, with: "\"stepsSeen\":\(Int64.max)")
        return seen.replacing(/"stepsJudged":\d+/, with: "\"stepsJudged\":\(Int64.min)")
      }
    ),
    ("the launch's number", { $0.replacing(/"ordinal":\d+/, with: "\"ordinal\":\(Int32.max)") }),
    ("numbers of trailers", { $0.contains("\"launches\":") ? $0.replacing(/:\d+/, with: ":\(Int64.max)") : $0 }),
    ("all numbers", { $0.replacing(/:\d+/, with: ":\(Int64.max)") }),
    ("all numbers, below zero", { $0.replacing(/:\d+/, with: ":\(Int64.min)") }),
  ]

  @Test(arguments: changes.indices)
  func `sums of changed numbers stop nothing`(_ number: Int) throws {
    let (name, change) = Self.changes[number]
    let folder = Folder()
    var parts: [String] = []
    for sample in ["shop", "app-based"] {
      let log = "\(SummaryLinesTests.project)/Tests/Samples/\(sample).jsonl"
      let lines = try SummaryLinesTests.lines(try SummaryLinesTests.read(log))
      let changed = lines.map(change)
      #expect(changed != lines, "\(name) of \(sample)")
      // The first launch stands for one whose events are not here, and is numbered after the others.
      let earlier = changed[0].replacing(#""nature":"foreground""#, with: #""nature":"earlier""#)
      parts.append(try folder.write("\(sample).summaries", [earlier] + changed.dropFirst()))
    }
    var run = SummaryRun(options: IngestOptions(), allowsIncomplete: true)
    // Some of these numbers are refused, others are taken: both is right.
    guard let launches = try? run.run(parts) else { return }
    let symbols = launches.symbols
    let all = Launch.all(launches.summaries, symbols, earlier: true)
    let report = Judgement(all, of: launches.summaries, symbols, JudgingOptions()).report()
    #expect(report.coverage.launches <= launches.summaries.count, "\(name)")
  }
}
