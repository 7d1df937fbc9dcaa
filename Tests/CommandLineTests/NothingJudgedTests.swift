import Foundation
import Testing

/// A check passes only if it has judged something, and what was left out of a log is said.
@Suite(.tags(.large)) struct NothingJudgedTests {
  /// A log, the options of a check, its verdict, and what it says beside it.
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var events: [String]
    var options: [String] = []
    var verdict: String
    var code: Int32
    var says: [String] = []
  }

  private static let nothing = "UNDECIDED: nothing was judged; no findings"

  static let rows = [
    Row(
      testDescription: "a first frame alone says nothing of a life", events: ["0 launch.firstFrame"], verdict: nothing,
      code: 3, says: ["no state was judged, no length was compared with a budget, and no end was read"]),
    Row(
      testDescription: "nor does it if no finding may fail the check", events: ["0 launch.firstFrame"],
      options: ["--fail-on", "never"], verdict: nothing, code: 3),
    Row(
      testDescription: "a dropped start may hide a life", events: ["0 house_word", "1 launch.firstFrame"],
      options: ["--keep", "lifecycle"], verdict: nothing, code: 3,
      says: ["1 record dropped by --keep lifecycle: house_word 1", "leave it out to see the names"]),
    Row(
      testDescription: "a task is work, and no life, where the rest was dropped",
      events: ["0 house_word", "1 task.begin task=t", "2 task.end task=t"], options: ["--keep", "lifecycle"],
      verdict: nothing, code: 3),
    Row(
      testDescription: "a time is compared with its budget", events: ["0 launch.measured duration=300000000"],
      verdict: "passed: no findings", code: 0),
    Row(
      testDescription: "an end is read", events: ["0 process.exit reason=user"], verdict: "passed: no findings", code: 0
    ),
    Row(
      testDescription: "states are judged", events: ["0 app.didBecomeActive", "9 app.willResignActive"],
      verdict: "passed: no findings", code: 0),
    Row(
      testDescription: "what is dropped beside a life is counted, the commonest names first",
      events: ["0 app.didBecomeActive", "9 app.willResignActive"]
        + ["a", "b", "c", "d", "e", "f"].enumerated().flatMap { number, name in
          (0...number).map { "\(10 + $0) \(name)" }
        }, options: ["--keep", "lifecycle"], verdict: "passed: no findings", code: 0,
      says: ["21 records dropped by --keep lifecycle: f 6, e 5, d 4, c 3, b 2 and 1 more name; --verbose lists all"]),
  ]

  /// The lines of a log, as `0 app.didBecomeActive KEY=VALUE`, without ids, and without numbers.
  private static func lines(_ events: [String]) -> [String] {
    events.map { event in
      let words = event.split(separator: " ")
      let members = words.dropFirst(2).map { member in
        let pair = member.split(separator: "=")
        let value = pair[1].allSatisfy(\.isNumber) ? String(pair[1]) : "\"\(pair[1])\""
        return ",\"\(pair[0])\":\(value)"
      }
      return #"{"time":\#(1_792_500_000 + (Int(words[0]) ?? 0)),"event":"\#(words[1])"\#(members.joined())}"#
    }
  }

  @Test(arguments: rows)
  func `what a check passes is judged, from a log and from a store`(_ row: Row) throws {
    let place = Workplace()
    try place.write("a.jsonl", Self.lines(row.events))
    let reading = row.options.contains("--keep") ? row.options : []
    _ = try place.run(["ingest", "a.jsonl", "--store", "s.db"] + reading)
    let judging = ["--config", "none", "--baseline", "none", "--max-unknown", "100%"]
    let direct = try place.run(["check", "a.jsonl"] + judging + row.options)
    let stored = try place.run(["check", "--store", "s.db"] + judging + row.options.filter { !reading.contains($0) })
    for said in [direct, stored] {
      #expect(said.code == row.code, "\(said)")
      #expect(said.output.split(separator: "\n").dropFirst().first.map(String.init) == row.verdict, "\(said)")
    }
    for text in row.says { #expect((direct.output + direct.errors).contains(text), "\(direct)") }
    let isDropped = row.says.contains { $0.contains("dropped") }
    #expect(stored.output.contains("a store does not keep their names") == isDropped || !isDropped, "\(stored)")
  }

  @Test func `a report says what it leaves out, in its last line and in its document`() throws {
    let place = Workplace()
    let taps = (0..<3).map { "\($0) tap" } + ["5 scroll"]
    try place.write("a.jsonl", Self.lines(["0 process.start", "1 launch.firstFrame"] + taps) + ["no record"])
    let words = ["report", "--launch-times", "a.jsonl", "--max-rejects", "100%"]
    let all = try place.run(words)
    #expect(all.output.hasSuffix("\n1 record rejected, 4 events with an unknown name\n"), "\(all.output)")
    let kept = try place.run(words + ["--keep", "lifecycle"])
    let last = "\n1 record rejected, 4 records dropped by --keep lifecycle: tap 3, scroll 1\n"
    #expect(kept.output.hasSuffix(last), "\(kept.output)")
    let document = try place.run(words + ["--keep", "lifecycle", "--format", "json"]).output
    let object = try JSONSerialization.jsonObject(with: Data(document.utf8)) as? [String: Any]
    let reading = object?["reading"] as? [String: Any]
    #expect(reading?["dropped"] as? Int == 4 && reading?["rejected"] as? Int == 1, "\(document)")
  }
}
