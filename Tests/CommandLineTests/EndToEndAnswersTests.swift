import Foundation
import Testing

@testable import tracemaker

/// What is asked of logs and of a store must be answered alike.
@Suite(.tags(.large)) struct EndToEndAnswersTests {
  /// Each holds something that no other does.
  static let questions: [[String]] = [
    ["check", "--format", "json"],
    ["report", "--launch-times", "--each", "--format", "json"],
    ["report", "--launch-phases", "--format", "json"],
    ["report", "--background", "--format", "json"],
  ]
  static let otherQuestions: [[String]] = [
    ["check"], ["check", "--format", "ndjson"], ["report"], ["report", "--format", "json"],
    ["report", "--launch-times"], ["report", "--launch-times", "--format", "json"],
    ["report", "--launch-phases", "--background"],
  ]

  /// A set of logs, by what is special about it.
  struct Logs: Sendable, CustomTestStringConvertible {
    var name: String
    var files: [String: [String]]
    var testDescription: String { name }

    /// One file of a trace from the simulator.
    init(_ name: String, seed: UInt64, launches: Int = 8, _ change: (inout Options) -> Void) {
      let lines = madeLines(launches, seed: seed, with(Options(), change))
      self.name = "\(name), seed \(seed)"
      files = ["a.jsonl": lines]
    }

    /// The same, in other files.
    func split(_ name: String, _ parts: ([String]) -> [String: [String]]) -> Logs {
      with(self) { $0 = Logs("\(name) \(self.name)", parts(files["a.jsonl"] ?? [])) }
    }

    init(_ name: String, _ files: [String: [String]]) { (self.name, self.files) = (name, files) }
  }

  static let made: [Logs] = [
    Logs("no seq", seed: 101) { $0.hasSeq = false },
    Logs("no launch id", seed: 102) { $0.hasLaunch = false },
    Logs("neither", seed: 103) { ($0.hasSeq, $0.hasLaunch) = (false, false) },
    Logs("neither, uptime", seed: 104) {
      ($0.hasSeq, $0.hasLaunch, $0.hasUptime) = (false, false, true)
    },
    Logs("milliseconds, no seq", seed: 105) { ($0.hasSeq, $0.clock) = (false, .milliseconds) },
    Logs("holes", seed: 106) { ($0.holes, $0.cutFront, $0.cutBack) = (0.5, 0.3, 0.3) },
    Logs("faults", seed: 107, launches: 24) { $0.faults = Fault.allCases },
    Logs("faults without seq", seed: 108, launches: 24) {
      ($0.faults, $0.hasSeq, $0.hasLaunch) = (Fault.allCases, false, false)
    },
    Logs("interleaved", seed: 109) { ($0.interleaves, $0.hasLaunch) = (true, false) },
    Logs("echoes", seed: 110) { ($0.hasEchoes, $0.hasSources, $0.hasSeq) = (true, true, false) },
    Logs("windows", seed: 111) { ($0.windows, $0.hasNotifications) = (3, true) },
    Logs("app-based", seed: 112) {
      ($0.model, $0.style, $0.hasSuspensions) = (.app, .phases, true)
    },
    Logs("requests", seed: 113) {
      ($0.hasRequests, $0.hasRecords, $0.leftOut) = (true, true, ["scene.didEnterBackground"])
    },
  ]

  static let several: [Logs] = [
    Logs("", seed: 201, launches: 10) { $0.hasSeq = true },
    Logs("no seq", seed: 202, launches: 10) { $0.hasSeq = false },
    Logs("neither", seed: 203, launches: 10) { ($0.hasSeq, $0.hasLaunch) = (false, false) },
  ].flatMap { logs in
    [
      logs.split("overlapping") { lines in
        [
          "a.jsonl": Array(lines[..<(lines.count * 2 / 3)]),
          "b.jsonl": Array(lines[(lines.count / 3)...]),
        ]
      },
      logs.split("doubled") { ["a.jsonl": $0, "b.jsonl": $0] },
      logs.split("doubled lines") { lines in
        ["a.jsonl": lines + lines[..<(lines.count / 2)], "b.jsonl": lines]
      },
      logs.split("later file first") { lines in
        ["z.jsonl": Array(lines[..<100]), "b.jsonl": Array(lines[100...])]
      },
    ]
  }

  @Test(arguments: ["shop", "app-based", "interleaved", "odd-lines"])
  func `a sample is judged as through a store`(name: String) throws {
    let place = Workplace()
    try place.write("\(name).jsonl", try Built.sample(name))
    try expectSame(place, ["\(name).jsonl"], Self.questions + Self.otherQuestions)
  }

  @Test(arguments: made + several)
  func `a made trace is judged as through a store`(logs: Logs) throws {
    let place = Workplace()
    for (name, lines) in logs.files { try place.write(name, lines) }
    try expectSame(place, logs.files.keys.sorted().reversed(), Self.questions)
  }

  /// The answer without unknown names: of a store 'store status' lists them.
  private static func judged(_ answer: String) -> String {
    answer.replacing(/,"unknownNames":\[.*?\]/, with: "")
      .replacing(/\nUnknown event names\n(.*\n)*/, with: "")
      .replacing("'tracetool store status' lists the unknown names\n", with: "")
      // The next command to type names the logs or the store that was checked.
      .replacing(/(tracetool show [0-9a-f]{8}) .*?(?=\n|  )/) { "\($0.output.1)" }
  }

  private func expectSame(_ place: Workplace, _ paths: [String], _ questions: [[String]]) throws {
    let limit = ["--max-rejects", "100%"]
    let taken = try place.run(["ingest", "--store", "s.db", "--format", "json"] + paths + limit)
    #expect(taken.code == 0, "\(taken.errors)")
    expectSums(taken)
    for question in questions {
      let direct = try place.run(question + paths + limit)
      let stored = try place.run(question + ["--store", "s.db"] + limit)
      #expect(direct.code == stored.code, "\(question): \(direct.errors) / \(stored.errors)")
      #expect(Self.judged(direct.output) == Self.judged(stored.output), "\(question)")
      #expect(direct.code <= 1, "\(question): \(direct.errors)")
    }
    if paths.count > 1 {
      let backwards = try place.run(["check", "--format", "json"] + paths.reversed() + limit)
      let forwards = try place.run(["check", "--format", "json"] + paths + limit)
      #expect(backwards == forwards)
    }
  }
}

/// Every line and every record of an ingest is accounted for.
@discardableResult
func expectSums(_ outcome: Outcome) -> [String: Int] {
  let intake = (outcome.document["intake"] as? [String: Any] ?? [:]).compactMapValues { $0 as? Int }
  func sum(_ names: String...) -> Int { names.reduce(0) { $0 + (intake[$1] ?? -1) } }
  #expect(
    sum("lines") == sum("records", "blank", "envelope", "unfinished"), "\(outcome)")
  #expect(
    sum("records") == sum("new", "duplicate", "passedOver", "rejected"), "\(outcome)")
  return intake
}
