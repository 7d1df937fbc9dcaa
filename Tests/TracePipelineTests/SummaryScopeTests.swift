import Foundation
import Testing
import TraceIngest
import TraceModel
import TraceStore

@testable import TracePipeline
@testable import tracemaker

/// Parts of logs that were summarized apart give what one run gives.
@Suite(.tags(.medium)) struct SummaryScopeTests {
  /// A number from 0 until `bound`: the same in every run.
  private struct Dice {
    var state: UInt64

    mutating func roll(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
  }

  /// Summarizes a log with this text, named alike in every part.
  private func part(_ folder: Folder, _ name: String, _ lines: [String]) throws -> String {
    let log = try folder.write("log.jsonl", lines)
    return try folder.write(name, SummaryLinesTests.lines(try SummaryLinesTests.read(log)))
  }

  /// The key by which a log may be cut: the id of a line's launch; without one, that of its device.
  private static func launch(of line: String) -> String? {
    let id = line.firstMatch(of: /"launch":"([^"]*)"/) ?? line.firstMatch(of: /"device":"([^"]*)"/)
    return id.map { String($0.1) }
  }

  /// The lines of those launches that `holds` picks, each where it stood.
  private static func lines(_ log: [String], where holds: (String) -> Bool) -> [String] {
    lines(log, of: log.map(launch), where: holds)
  }

  /// The same, where the launch of each line is known.
  private static func lines(_ log: [String], of launches: [String?], where holds: (String) -> Bool) -> [String] {
    zip(log, launches).map { line, launch in launch.map(holds) ?? false ? line : "" }
  }

  private static func log(_ name: String) throws -> [String] {
    let path = "\(SummaryLinesTests.project)/Tests/Samples/\(name).jsonl"
    return String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self).split(separator: "\n")
      .map(String.init)
  }

  static let logs: KeyValuePairs<String, @Sendable () throws -> [String]> = [
    "shop": { try log("shop") }, "app-based": { try log("app-based") }, "interleaved": { try log("interleaved") },
    "made, seed 911": {
      var options = Options()
      options.faults = Fault.allCases
      options.interleaves = true
      return TracePipelineTests.lines(40, seed: 911, options)
    },
  ]

  @Test(arguments: logs.map(\.key))
  func `twenty random cuts by launch give what one run gives`(name: String) throws {
    let folder = Folder()
    let log = try #require(try Self.logs.first { $0.key == name }?.value())
    let launches = log.map(Self.launch)
    let whole = try SummaryLinesTests.lines(try SummaryLinesTests.read(try folder.write("log.jsonl", log)))
    for seed in 1...20 as ClosedRange<UInt64> {
      var dice = Dice(state: seed &* 7_919)
      let count = dice.roll(50) + 1
      var parts: [String: Int] = [:]
      for launch in launches.compactMap(\.self) where parts[launch] == nil { parts[launch] = dice.roll(count) }
      var paths: [String] = []
      for number in 0..<count {
        let lines = Self.lines(log, of: launches) { parts[$0] == number }
        // Its name says nothing about its place among the others.
        paths.append(try part(folder, "\(dice.roll(1 << 30))-\(number).jsonl", lines))
      }
      let copy = paths[dice.roll(count)]
      let text = try String(contentsOfFile: copy, encoding: .utf8)
      paths.append(try folder.write("\(dice.roll(1 << 30))-copy.jsonl", text.split(separator: "\n").map(String.init)))
      paths.append(try part(folder, "\(dice.roll(1 << 30))-empty.jsonl", []))
      let folded = try SummaryLinesTests.lines(try SummaryLinesTests.fold(paths))
      #expect(folded.dropLast() == whole.dropLast(), "\(name), cut \(seed) into \(count)")
    }
  }

  @Test func `parts behind each other in one file are parts`() throws {
    let folder = Folder()
    let log = try Self.log("shop")
    let one = try part(folder, "1.jsonl", Self.lines(log) { $0 < "8" })
    let other = try part(folder, "2.jsonl", Self.lines(log) { $0 >= "8" })
    let text = try [one, other].map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
    let both = try folder.write("both.jsonl", text.split(separator: "\n").map(String.init))
    let folded = try SummaryLinesTests.lines(try SummaryLinesTests.fold([both]))
    #expect(try folded == SummaryLinesTests.lines(try SummaryLinesTests.fold([one, other])))
    #expect(folded.count == 21)
  }

  @Test func `a line may be longer than one of a log`() throws {
    let folder = Folder()
    let path = try part(folder, "a.jsonl", try Self.log("shop"))
    var options = IngestOptions()
    options.lineLimit = 300
    var run = SummaryRun(options: options)
    let launches = try run.run([path])
    let written = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    #expect(try SummaryLinesTests.lines(launches) == written)
  }

  @Test(arguments: logs.map(\.key))
  func `any number of threads and blocks of any size give the same`(name: String) throws {
    let folder = Folder()
    let log = try #require(try Self.logs.first { $0.key == name }?.value())
    let launches = log.map(Self.launch)
    let paths = try (0..<5).map { number in
      try part(folder, "\(number).jsonl", Self.lines(log, of: launches) { Int($0.utf8.last ?? 0) % 5 == number })
    }
    for wanted in [SummaryScope.all, .launches, .judged(JudgedDetails(leastNanos: 1_000_000_000))] {
      var first: [LaunchSummary]?
      for (blockBytes, helperCount) in [(1 << 18, 0), (1, 3), (1, 0), (9_000, 3), (9_000, 1), (.max, 3)] {
        var run = SummaryRun(options: IngestOptions(), wanted: wanted)
        run.blockBytes = blockBytes
        run.helpers = (0..<helperCount).map { DispatchQueue(label: "test \($0)") }[...]
        let folded = try run.run(paths)
        #expect(folded.diagnostics.failures.isEmpty)
        // The numbers of texts, streams and sources are the same as well.
        first = first ?? folded.summaries
        #expect(folded.summaries == first, "\(blockBytes) bytes, \(helperCount) helpers")
      }
    }
  }

  @Test(arguments: logs.map(\.key))
  func `each line is read from its front, and one that is written otherwise says the same`(name: String) throws {
    let folder = Folder()
    let log = try #require(try Self.logs.first { $0.key == name }?.value())
    let path = try part(folder, "a.jsonl", log)
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    var reader = SummaryReader()
    for line in lines.dropLast() {
      var block = LineBlock()
      block.append(Array(line.utf8)[...])
      block.finish()
      let digest = reader.beginOrdered(block, 0)
      var summary = LaunchSummary()
      SummaryShape.pass(&summary, &reader)
      let origin = reader.end(&summary)
      #expect(digest != nil && origin != nil, "\(line)")
    }
    let changes: [(String) -> String] = [
      { $0.replacing(",\"ordinal\":", with: ", \"ordinal\" : ") },
      { $0.replacing(#""nature":"foreground""#, with: #""nature":"foregro\u0075nd""#) },
      { $0.replacing(/,"ordinal":(\d+),"first":(\d+)/) { ",\"first\":\($0.2),\"ordinal\":\($0.1)" } },
      { $0.replacing(/"first":(\d+)/) { "\"first\":\($0.1),\"added\":{\"later\":[1]}" } },
      { $0.replacing(/"process.main",/) { "\($0.0) " } },
    ]
    for wanted in [SummaryScope.all, .launches, .times, .judged(JudgedDetails(leastNanos: 1_000_000_000))] {
      func read(_ path: String) throws -> [LaunchSummary] {
        var run = SummaryRun(options: IngestOptions(), wanted: wanted)
        return try run.run([path]).summaries
      }
      let plain = try read(path)
      #expect(!plain.isEmpty)
      for (number, change) in changes.enumerated() {
        let changed = lines.map(change)
        #expect(changed != lines, "\(name), change \(number)")
        #expect(try read(folder.write("b.jsonl", changed)) == plain, "\(name), change \(number)")
      }
    }
  }

  @Test func `details are skipped where nobody asks for them`() throws {
    let folder = Folder()
    let path = try part(folder, "a.jsonl", try Self.log("shop"))
    let all = try SummaryLinesTests.fold([path]).summaries
    var run = SummaryRun(options: IngestOptions(), wanted: .launches)
    let some = try run.run([path]).summaries
    #expect(all.contains { !$0.tasks.isEmpty && !$0.candidates.isEmpty && !$0.stays.isEmpty && !$0.scenes.isEmpty })
    let stripped = all.map { launch in
      var launch = launch
      launch.scenes = []
      launch.tasks = []
      launch.stays = []
      launch.resumes = []
      launch.candidates = []
      return launch
    }
    // A member that is no detail is read by both, whatever the list of details says.
    let counts = some.map { [$0.eventCount, $0.stepsSeen, $0.stepsJudged, Int64($0.metrics.count)] }
    #expect(counts == all.map { [$0.eventCount, $0.stepsSeen, $0.stepsJudged, Int64($0.metrics.count)] })
    #expect(some.map(\.milestones) == all.map(\.milestones) && some.map(\.kinds) == all.map(\.kinds))
    #expect(some.map(\.scenes) == stripped.map(\.scenes) && some.map(\.tasks) == stripped.map(\.tasks))
    #expect(all.contains { !$0.resumes.isEmpty } && some.map(\.resumes) == stripped.map(\.resumes))
    #expect(some.map(\.stays) == stripped.map(\.stays) && some.map(\.candidates) == stripped.map(\.candidates))
  }

  @Test func `a copy of a log under another name counts once`() throws {
    let folder = Folder()
    let log = try Self.log("shop")
    var paths: [String] = []
    for name in ["b.jsonl", "a.jsonl"] {
      let path = try folder.write(name, log)
      paths.append(try folder.write("of-\(name)", SummaryLinesTests.lines(try SummaryLinesTests.read(path))))
    }
    let first = try String(contentsOfFile: paths[1], encoding: .utf8).split(separator: "\n").map(String.init)
    #expect(try SummaryLinesTests.lines(try SummaryLinesTests.fold(paths)).dropLast() == first.dropLast())
  }

  @Test(arguments: ["shop", "app-based"])
  func `a launch that was cut in two is refused`(name: String) throws {
    let folder = Folder()
    let log = try Self.log(name)
    let launch = try #require(log.compactMap(Self.launch).first)
    let places = log.indices.filter { Self.launch(of: log[$0]) == launch }
    // Wherever it is cut: also where both halves are legal by themselves.
    for cut in places.dropFirst() {
      let front = log.indices.map { Self.launch(of: log[$0]) == launch && $0 < cut ? log[$0] : "" }
      let back = log.indices.map { Self.launch(of: log[$0]) == launch && $0 >= cut ? log[$0] : "" }
      let paths = [try part(folder, "front.jsonl", front), try part(folder, "back.jsonl", back)]
      let error = #expect(throws: SummaryError.self) { try SummaryLinesTests.fold(paths) }
      let text = error?.description ?? ""
      #expect(text.contains("launch \(launch) came in two parts") && text.contains("1 launch is split"), "\(text)")
      #expect(text.contains("front.jsonl") && text.contains("back.jsonl"), "\(text)")
    }
  }

  /// The log of a recorder that counts its launches from 1.
  private static func counted(device: String, version: String, at day: Int) -> [String] {
    let owner = ["device": device, "appVersion": version].filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
    let names = owner.map { ",\"\($0.key)\":\"\($0.value)\"" }.joined()
    return (1...2).flatMap { launch in
      ["app.didFinishLaunching", "app.didBecomeActive"].enumerated().map { place, event in
        let time = "2025-10-0\(day)T0\(launch):00:0\(place)Z"
        return "{\"event\":\"\(event)\",\"time\":\"\(time)\",\"launch\":\"\(launch)\",\"seq\":\(place)\(names)}"
      }
    }
  }

  @Test(arguments: [
    ([("a", "1.0", 3), ("b", "1.0", 2), ("c", "1.0", 3)], true), ([("a", "1.0", 3), ("a", "2.0", 4)], true),
    ([("a", "", 3), ("a", "", 4)], false), ([("", "", 3), ("b", "1.0", 4)], false),
    ([("a", "1.0", 3), ("b", "1.0", 2), ("a", "1.0", 4)], false), ([("", "1.0", 3), ("", "2.0", 4)], true),
  ])
  func `launches of one id may come in several parts if their records name whose they are`(
    logs: [(device: String, version: String, day: Int)], mayFold: Bool
  ) throws {
    let folder = Folder()
    let texts = logs.map { Self.counted(device: $0.device, version: $0.version, at: $0.day) }
    var parts: [String] = []
    for (number, text) in texts.enumerated() {
      // Each stands where it does in the whole log.
      let before = [String](repeating: "", count: texts[..<number].reduce(0) { $0 + $1.count })
      parts.append(try part(folder, "\(number).jsonl", before + text))
    }
    let log = try folder.write("log.jsonl", texts.flatMap(\.self))
    let whole = try SummaryLinesTests.lines(try SummaryLinesTests.read(log))
    for order in [parts, parts.reversed()] {
      if mayFold {
        #expect(try SummaryLinesTests.lines(try SummaryLinesTests.fold(order)).dropLast() == whole.dropLast())
      } else {
        let error = #expect(throws: SummaryError.self) { try SummaryLinesTests.fold(order) }
        #expect(error?.description.contains("2 launches are split; put all records of one launch id") == true)
      }
    }
  }

  @Test func `a part that was cut off is noticed at whichever byte`() throws {
    let folder = Folder()
    let log = Array(try Self.log("shop").prefix(90))
    let whole = try Data(contentsOf: URL(fileURLWithPath: try part(folder, "whole.jsonl", log)))
    let lines = whole.split(separator: 0x0A)
    #expect(lines.count > 3)
    let path = folder.path + "/cut.jsonl"
    // The last newline may be missing.
    for count in stride(from: 40, to: whole.count - 1, by: 397) {
      try whole.prefix(count).write(to: URL(fileURLWithPath: path))
      let failures = try SummaryLinesTests.fold([path]).diagnostics.failures
      #expect(failures.count == 1, "\(count)")
      #expect("\(failures)".contains("cut off"), "\(failures)")
      let allowed = try SummaryLinesTests.fold([path], allowsIncomplete: true)
      #expect(allowed.diagnostics.failures.isEmpty && allowed.warnings.count == 1, "\(count)")
      #expect(allowed.summaries.count == whole.prefix(count).count { $0 == 0x0A }, "\(count)")
    }
    // A line is missing in the middle.
    let hole = lines.enumerated().filter { $0.offset != 1 }.map { String(decoding: $0.element, as: UTF8.self) }
    let failures = try SummaryLinesTests.fold([try folder.write("hole.jsonl", hole)]).diagnostics.failures
    #expect("\(failures)".contains("the trailer in line \(lines.count - 1) is of \(lines.count - 1) launches, not of"))
  }

  @Test func `summaries of other rules are refused`() throws {
    let folder = Folder()
    let path = try part(folder, "a.jsonl", try Self.log("shop"))
    let text = try String(contentsOfFile: path, encoding: .utf8).replacing(/"rules":"[0-9a-f]*"/) { _ in
      "\"rules\":\"0000000000000000\""
    }
    let old = try folder.write("old.jsonl", text.split(separator: "\n").map(String.init))
    let error = #expect(throws: SummaryError.self) { try SummaryLinesTests.fold([path, old]) }
    #expect(error?.isOfOtherRules == true)
    #expect(error?.description.contains("old.jsonl") == true && error?.description.contains("anew") == true)
  }
}
