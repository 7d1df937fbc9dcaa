import Foundation
import Testing

@testable import tracemaker

/// Events that memory has no room for are judged as if it had.
@Suite(.tags(.large)) struct MemoryTests {
  /// Each is read as several sources: also twice, from a pipe, and beside what it reports otherwise.
  private static let logs: [EndToEndAnswersTests.Logs] =
    Array(EndToEndAnswersTests.made.suffix(Built.isSanitized ? 2 : 6)) + EndToEndAnswersTests.several + [
      EndToEndAnswersTests.Logs("many batches", seed: 401, launches: 60) {
        ($0.interleaves, $0.hasLaunch, $0.holes) = (true, false, 0.1)
      }
    ]

  /// What is answered where there is room for all, and the same with room for nothing: each batch goes to a store.
  private func answer(_ place: Workplace, _ question: [String], input: String? = nil) throws -> Outcome {
    let question = question + ["--verbose", "--max-rejects", "100%"]
    let whole = try place.start(question, input: input).wait()
    for memory in question[0] == "check" ? ["0MB", "0.3MB"] : ["0MB"] {
      var parts = try place.start(question + ["--memory", memory], input: input).wait()
      // The page of a finding ends with the command that shows the launch, and advice with the one to try: both have
      // the options of this one.
      parts.output = parts.output.replacing(" --memory \(memory)", with: "")
      parts.errors = parts.errors.replacing(" --memory \(memory)", with: "")
      #expect(parts == whole, "\(question) \(memory)")
    }
    return whole
  }

  private func expectSame(_ place: Workplace, _ paths: [String], input: String? = nil) throws {
    _ = try answer(place, ["report", "--background", "--launch-phases"] + paths, input: input)
    let findings = try answer(place, ["check", "--format", "json"] + paths, input: input).document["findings"]
    let prints = (findings as? [[String: Any]] ?? []).compactMap { $0["fingerprint"] as? String }
    if let print = prints.sorted().first { _ = try answer(place, ["show", print] + paths, input: input) }
    let each = ["report", "--launch-times", "--each", "--format", "json"] + paths
    let launches = try answer(place, each, input: input).document["each"] as? [[String: Any]] ?? []
    if let launch = launches.last?["launch"] as? String {
      _ = try answer(place, ["show", launch] + paths, input: input)
    }
  }

  @Test(arguments: logs)
  func `made traces are judged alike`(logs: EndToEndAnswersTests.Logs) throws {
    let place = Workplace()
    for (name, lines) in logs.files { try place.write(name, lines) }
    try expectSame(place, logs.files.keys.sorted().reversed())
  }

  @Test func `so are samples at once, twice, from a pipe, and beside lines that contradict them`() throws {
    let place = Workplace()
    let names = ["shop", "app-based", "interleaved", "odd-lines", "shop.faults"]
    for name in names { try place.write("\(name).jsonl", try Built.sample(name)) }
    let lines = String(decoding: try Built.sample("shop"), as: UTF8.self).split(separator: "\n").map(String.init)
    let other = lines.enumerated().map { number, line -> String in
      let isBroken = number % 3 == 0
      return isBroken
        ? line.replacing(/"time":[0-9]+/, with: #""time":"never""#)
        : line.replacing(#""event":"scene."#, with: #""event":"my."#)
    }
    try place.write("other.jsonl", Array(lines[..<200] + other[100..<300]))
    let paths = names.map { "\($0).jsonl" }
    try expectSame(place, ["other.jsonl"] + paths + ["./shop.jsonl", "-"], input: place.file("interleaved.jsonl"))
  }

  @Test func `so are logs of other formats`() throws {
    let place = Workplace()
    let log = FormatAnswersTests.logs.filter { !$0.contains("dateless") }.map { "\(FormatAnswersTests.folder)/\($0)" }
    try expectSame(place, log + log[..<4])
  }

  @Test func `a log that is followed is judged alike, and from memory where there is no room for a file`() throws {
    let place = Workplace()
    try place.write("shop.jsonl", try Built.sample("shop"))
    let whole = try place.run("check", "--memory", "0MB", "shop.jsonl")
    for folder in ["full", "none"] {
      let outcome = try place.shell(
        "mkdir -p full; TMPDIR=$PWD/\(folder) $tracetool check --follow --for 300ms --memory 0MB shop.jsonl")
      #expect(outcome.code == whole.code && outcome.output.hasSuffix(whole.output), "\(outcome)")
      #expect(outcome.errors.contains("events stay in memory: cannot ") == (folder == "none"), "\(outcome)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: place.file("full")).isEmpty)
    }
  }

  @Test func `where there is no room either, the error names the folder, and nothing is left in it`() throws {
    let place = Workplace()
    let note = String(repeating: "long ", count: 1000)  // SQLite keeps 4 MiB before it writes any.
    try place.write(
      "a.jsonl",
      (0..<2400).map { #"{"time":17600000\#($0 + 10_000),"event":"app.didBecomeActive","note":"\#($0) \#(note)"}"# })
    let outcome = try place.shell(
      "mkdir full; trap '' XFSZ; ulimit -f 2000; TMPDIR=$PWD/full $tracetool check --memory 0MB a.jsonl")
    #expect(outcome.code == 4 && outcome.output == "")
    #expect(
      outcome.errors.contains("cannot keep events in '\(place.file("full"))': disk I/O error (SQLite 778); make room"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.file("full")).isEmpty)
  }
}
