import Foundation
import Testing
import TraceIngest
import TraceModel
import TracePipeline

@testable import TraceAnalyzer

/// The run that `explain` prints shows the finding, and none that is shorter by one event does.
@Suite(.tags(.small)) struct ShortestRunTests {
  private static let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Samples")

  @Test(arguments: ["shop", "app-based", "interleaved", "odd-lines"])
  func `a run shows its finding, and needs each of its events`(sample: String) throws {
    var run = CheckRun(options: IngestOptions())
    let launches = try run.run([Self.samples.appending(path: "\(sample).jsonl").path])
    let all = Launch.all(launches.summaries, launches.symbols)
    let report = Judgement(all, of: launches.summaries, launches.symbols).report()
    var count = 0
    for finding in report.findings {
      guard let launch = all.first(where: { $0.name == finding.launch }) else { continue }
      let recording = try launches.events.recording(of: launch)
      let shortest = recording.shortest(showing: finding, .init())
      // What kind of launch one is rests on the launch before it.
      if finding.rule.name.hasPrefix("launch.slow") { continue }
      let found = try #require(shortest, "\(finding.message)")
      let message = recording.message(of: finding, .init())
      #expect(found.message(of: finding, .init()) == message)
      for index in found.events.indices {
        let fewer = found.leavingOut(index..<index + 1)
        #expect(
          fewer.message(of: finding, .init()) != message,
          "\(finding.message): \(index) is not needed")
      }
      count += 1
    }
    if sample == "shop" { #expect(count >= 6) }
  }
}
