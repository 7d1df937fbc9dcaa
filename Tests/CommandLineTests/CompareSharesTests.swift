import Foundation
import Testing

/// `compare --measure shares`: shares of launches that have something.
@Suite(.tags(.large)) struct CompareSharesTests {
  private let place = Workplace()

  /// Launches of 40 devices, of which some take 700 ms, and some end in the background for a task that was not ended.
  private func log(_ version: String, start: Int, slow: Int, killed: Int) throws {
    var log = MadeLaunches(version, start: start)
    let left = [
      (millisecond: 1000, json: #""event":"app.willResignActive""#),
      (millisecond: 1100, json: #""event":"app.didEnterBackground""#),
    ]
    let exit = (millisecond: 40_000, json: #""event":"process.exit","reason":"backgroundTask","source":"system""#)
    for device in 0..<40 {
      for launch in 0..<10 {
        let number = (device * 10 + launch) * 37 % 100
        log.add(
          [number < slow ? 700 : 300 + number % 9], device: "\(device)", after: launch * 7200,
          events: left + (number >= 100 - killed ? [exit] : []))
      }
    }
    try place.write("\(version).jsonl", log.lines)
  }

  private func rows(_ outcome: Outcome) -> [[String: Any]] {
    let rows = outcome.document["rows"] as? [[String: Any]] ?? []
    return rows.filter { $0["kind"] as? String == "warm" }
  }

  private func compare(_ words: String...) throws -> Outcome {
    try place.run(["compare", "1.0.jsonl", "1.1.jsonl", "--format", "json", "--measure", "shares"] + words)
  }

  @Test func `shares come more often, less often, or as often`() throws {
    try log("1.0", start: 0, slow: 10, killed: 20)
    try log("1.1", start: 900_000, slow: 40, killed: 3)
    let outcome = try compare()
    #expect(outcome.code == 0)
    let found = rows(outcome)
    #expect(found.map { $0["measure"] as? String } == ["overBudget", "abandoned", "backgroundKilled", "findings"])
    #expect(found.map { $0["verdict"] as? String } == ["moreOften", "undecided", "lessOften", "lessOften"])
    for row in found {
      let low = try #require(row["lowShare"] as? Double)
      let high = try #require(row["highShare"] as? Double)
      let difference = try #require(row["shareDifference"] as? Double)
      #expect(low < difference && difference < high)
      #expect(row["differenceNanos"] == nil && row["lowNanos"] == nil)
    }
    let base = found[0]["base"] as? [String: Any]
    #expect(((base?["share"] as? Double ?? 0) - 0.1).magnitude < 0.02)
    #expect(found[0]["to"] as? String == "firstFrame")
    #expect(found[1]["to"] == nil)
    #expect(try compare("--fail-on", "findings").code == 1)
    let table = try place.run("compare", "1.0.jsonl", "1.1.jsonl", "--measure", "overBudget")
    #expect(table.output.contains("more often") && table.output.contains(" points"))
    let github = try place.run("compare", "1.0.jsonl", "1.1.jsonl", "--measure", "shares", "--format", "github")
    #expect(github.output.contains("::warning title=share of launches::warm overBudget: more often, +"))
    let markdown = try place.run("compare", "1.0.jsonl", "1.1.jsonl", "--measure", "shares", "--format", "markdown")
    #expect(markdown.output.contains("| warm | overBudget | "))
    let back = try place.run("compare", "1.1.jsonl", "1.0.jsonl", "--format", "json", "--measure", "shares")
    #expect(rows(back).map { $0["verdict"] as? String } == ["lessOften", "undecided", "moreOften", "moreOften"])
  }

  @Test func `a share is the same if the whole interval lies within the margin`() throws {
    try log("1.0", start: 0, slow: 20, killed: 0)
    try log("1.1", start: 900_000, slow: 21, killed: 0)
    let row = try #require(rows(try compare("--margin", "90%")).first)
    #expect(row["verdict"] as? String == "same")
    #expect(((row["marginShare"] as? Double ?? 0) - 0.18).magnitude < 0.02)
    #expect(rows(try compare()).first?["verdict"] as? String == "undecided")
  }

  @Test func `the budget that is set counts`() throws {
    try log("1.0", start: 0, slow: 10, killed: 0)
    try log("1.1", start: 900_000, slow: 40, killed: 0)
    let row = try #require(rows(try compare("--budget", "launch=800ms")).first)
    #expect(row["shareDifference"] as? Double == 0)
    #expect((row["head"] as? [String: Any])?["hits"] as? Int == 0)
  }

  @Test func `what a side does not record is no share of 0`() throws {
    try log("1.0", start: 0, slow: 10, killed: 0)
    try log("1.1", start: 900_000, slow: 10, killed: 9)
    let row = try #require(rows(try compare()).first { $0["measure"] as? String == "backgroundKilled" })
    #expect(row["reason"] as? String == "notRecorded")
    let table = try place.run("compare", "1.0.jsonl", "1.1.jsonl", "--measure", "shares")
    #expect(table.output.contains("1.0.jsonl does not record what it takes to show it"))
  }

  @Test func `the same from logs and a store`() throws {
    try log("1.0", start: 0, slow: 10, killed: 20)
    try log("1.1", start: 900_000, slow: 40, killed: 3)
    let files = try compare()
    let words = ["--format", "json", "--measure", "shares"]
    #expect(try place.run("ingest", "1.0.jsonl", "1.1.jsonl").code == 0)
    let stored = try place.run(["compare", "1.0", "1.1"] + words)
    let logs = try place.run(["compare", "1.0", "1.1", "1.0.jsonl", "1.1.jsonl"] + words)
    #expect(stored.output == logs.output)
    guard let folder = ProcessInfo.processInfo.environment["TRACETOOL_DOCUMENTS"] else { return }
    try Data(files.output.utf8).write(to: URL(fileURLWithPath: "\(folder)/compare-shares.json"))
  }
}
