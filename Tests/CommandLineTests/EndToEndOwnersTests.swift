import Foundation
import Testing

/// One launch id may name launches of several devices, apps and versions.
@Suite(.tags(.large)) struct EndToEndOwnersTests {
  static let identity = EndToEndIdentityTests()

  /// Which lines of a launch say what it belongs to.
  enum Naming: CaseIterable {
    case everyLine, firstLine, lastLine, deviceOnFirstLine
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var naming: Naming
    var hasSeq: Bool
    var testDescription: String { "\(naming), \(hasSeq ? "seq" : "no seq")" }

    /// What is named last can't be known while lines come: without it two numbers of one id contradict each other.
    static let all = Naming.allCases.flatMap { naming in
      [false, true].map { Case(naming: naming, hasSeq: $0) }
    }.filter { !($0.naming == .lastLine && $0.hasSeq) }
  }

  static let names = [
    "process.start", "process.main", "app.didFinishLaunching", "app.didBecomeActive", "app.willResignActive",
    "app.didEnterBackground",
  ]

  /// The log of an app that counts its launches, from 1.
  static func log(
    device: String, app: String = "com.example.shop", version: String = "1", launches: ClosedRange<Int> = 1...2,
    second: Int = 0, _ sample: Case
  ) -> [String] {
    launches.flatMap { launch in
      names.enumerated().map { place, name in
        var fields = [
          #""event":"\#(name)","launch":"\#(launch)""#,
          #""time":\#(1_763_632_800_000 + 1000 * (second + 3600 * launch + place))"#,
        ]
        if sample.hasSeq { fields.append(#""seq":\#(place)"#) }
        let last = names.count - 1
        let isNamed = sample.naming == .everyLine || place == (sample.naming == .lastLine ? last : 0)
        if isNamed { fields.append(#""device":"\#(device)","appVersion":"\#(version)""#) }
        if isNamed || sample.naming == .deviceOnFirstLine { fields.append(#""app":"\#(app)""#) }
        return "{\(fields.joined(separator: ","))}"
      }
    }
  }

  /// How many events each launch of a store has.
  private func sizes(_ place: Workplace, _ store: String) throws -> [String] {
    try Database(place.file(store)).run("SELECT events FROM launch").flatMap(\.self)
  }

  @Test(arguments: Case.all)
  func `two devices that count their launches are distinguished in any order`(_ sample: Case) throws {
    let place = Workplace()
    try place.write("a.jsonl", Self.log(device: "A", sample))
    // At the same hours, half a minute later.
    try place.write("b.jsonl", Self.log(device: "B", second: 30, sample))
    var answers: [[String]] = []
    for (store, files) in [("ab.db", ["a.jsonl", "b.jsonl"]), ("ba.db", ["b.jsonl", "a.jsonl"])] {
      for file in files {
        let taken = try Self.identity.ingest(place, file, store: store)
        #expect(taken["new"] == 12 && taken["rejected"] == 0, "\(store) \(file)")
      }
      #expect(try sizes(place, store) == ["6", "6", "6", "6"], "\(store)")
      answers.append(try Self.identity.answers(place, store))
      let stored = try place.run("check", "--format", "json", "--store", store)
      #expect(try place.run(["check", "--format", "json"] + files) == stored)
      #expect((stored.document["findings"] as? [Any])?.isEmpty == true, "\(stored.output)")
    }
    #expect(answers[0] == answers[1])
    #expect(try Self.identity.events(place, "ab.db") == Self.identity.events(place, "ba.db"))
    // Found again by other files, nothing is new.
    try place.write("both.jsonl", ["", ""] + Self.log(device: "a", sample) + Self.log(device: "B", second: 30, sample))
    let again = try Self.identity.ingest(place, "both.jsonl", store: "ab.db")
    #expect(again["new"] == 0 && again["duplicate"] == 24 && again["rejected"] == 0)
    #expect(try Self.identity.answers(place, "ab.db") == answers[0])
    try ExportTests().roundTrip(place, "ba.db")
  }

  static let owners: [(String, [String])] = [
    ("two apps", log(device: "A", Case.all[1]) + log(device: "A", app: "com.example.mail", second: 30, Case.all[1])),
    ("two versions", log(device: "A", Case.all[1]) + log(device: "A", version: "2", second: 30, Case.all[1])),
    (
      "both, named once",
      log(device: "A", Case.all[3]) + log(device: "A", app: "com.example.mail", version: "2", Case.all[3])
    ),
    ("at the same instants", log(device: "A", Case.all[1]) + log(device: "B", Case.all[1])),
    ("at the same instants without seq", log(device: "A", Case.all[0]) + log(device: "B", Case.all[0])),
  ]

  @Test(arguments: owners)
  func `a file is read alike in one go and as it grows`(what: String, lines: [String]) throws {
    let place = Workplace()
    try place.write("whole.jsonl", lines)
    #expect(try Self.identity.ingest(place, "whole.jsonl", store: "whole.db")["new"] == lines.count)
    #expect(try sizes(place, "whole.db") == ["6", "6", "6", "6"])
    let whole = try (Self.identity.events(place, "whole.db"), Self.identity.answers(place, "whole.db"))
    for length in 1..<lines.count {
      try place.write("grows.jsonl", Array(lines[..<length]))
      try Self.identity.ingest(place, "grows.jsonl", store: "grown.db")
    }
    try place.write("grows.jsonl", lines)
    try Self.identity.ingest(place, "grows.jsonl", store: "grown.db")
    #expect(try Self.identity.events(place, "grown.db") == whole.0)
    #expect(try Self.identity.answers(place, "grown.db") == whole.1)
    let names = try launches(place, ["--store", "grown.db"])
    #expect(Set(names).count == 4 && names.allSatisfy { $0.hasPrefix("1@") || $0.hasPrefix("2@") }, "\(names)")
    for name in names {
      let shown = try place.run("show", name, "--format", "json", "--store", "grown.db").document
      #expect(shown["launch"] as? String == name && (shown["events"] as? [Any])?.count == 6)
    }
    #expect(try launches(place, ["--launch", "1", "--store", "grown.db"]).count == 2)
  }

  /// The ids of the launches that a report lists.
  private func launches(_ place: Workplace, _ options: [String]) throws -> [String] {
    let report = try place.run(["report", "--launch-times", "--each", "--format", "json"] + options)
    return (report.document["each"] as? [[String: Any]] ?? []).compactMap { $0["launch"] as? String }
  }

  @Test func `the rest of a launch in another file is found by time`() throws {
    let place = Workplace()
    let sample = Case(naming: .firstLine, hasSeq: false)
    let one = Self.log(device: "A", launches: 1...1, sample)
    try place.write("one.jsonl", Array(one[..<3]))
    try place.write("rest.jsonl", Array(one[3...]))
    try place.write("two.jsonl", Self.log(device: "B", launches: 1...1, second: 600, sample))
    let orders = [["one", "rest", "two"], ["rest", "two", "one"], ["two", "one", "rest"]]
    for (number, order) in orders.enumerated() {
      for name in order { try Self.identity.ingest(place, "\(name).jsonl", store: "\(number).db") }
      #expect(try sizes(place, "\(number).db") == ["6", "6"])
      #expect(try Self.identity.answers(place, "\(number).db") == Self.identity.answers(place, "0.db"))
    }
  }

  @Test func `an id that names one launch stays as it is`() throws {
    let place = Workplace()
    try place.write("a.jsonl", Self.log(device: "A", launches: 1...1, Case.all[1]))
    try place.write("b.jsonl", Self.log(device: "B", launches: 1...1, Case.all[1]))
    try Self.identity.ingest(place, "a.jsonl")
    #expect(try launches(place, ["--store", "s.db"]) == ["1"])
    try Self.identity.ingest(place, "b.jsonl")
    let name = "1@2025-11-20T11:00:00.000000000Z"
    #expect(try launches(place, ["--store", "s.db"]) == [name, name + "#2"])
  }

  @Test func `two launches of one process that begin in the same second are two`() throws {
    let place = Workplace()
    // Of each launch the second event is lost, which is a finding.
    let events = [
      ("process.start", 0), ("process.main", 2), ("process.exit", 3), ("process.start", 4), ("process.main", 6),
    ]
    let lines = events.map { event, seq in
      #"{"event":"\#(event)","time":1760000000,"seq":\#(seq),"device":"D","app":"a.b","boot":"b","pid":7}"#
    }
    try place.write("a.jsonl", lines)
    try Self.identity.ingest(place, "a.jsonl")
    let name = "D/a.b/b/7@2025-10-09T08:53:20.000000000Z"
    for input in [["a.jsonl"], ["--store", "s.db"]] {
      let check = try place.run(["check", "--format", "json"] + input).document
      let findings = check["findings"] as? [[String: Any]] ?? []
      let names = Set(findings.compactMap { $0["launch"] as? String })
      #expect(names == [name, name + "#2"], "\(input)")
      let summary = check["summary"] as? [String: Any]
      #expect(summary?["launchesWithFindings"] as? Int == 2, "\(input)")
    }
  }

  @Test func `earlier launches of one process may be named in any order`() throws {
    let place = Workplace()
    let lines = [2, 1].map { second in
      #"{"event":"launch.earlier","time":176000000\#(second)000000000,"device":"D","app":"a","boot":"b","pid":7}"#
    }
    try place.write("a.jsonl", lines)
    try Self.identity.ingest(place, "a.jsonl")
    #expect(try place.run(["store", "verify", "--store", "s.db"]).code == 0)
  }

  @Test func `a number that comes twice in one of two launches is reported in it`() throws {
    let place = Workplace()
    let sample = Case(naming: .everyLine, hasSeq: true)
    let other = Self.log(device: "B", launches: 1...1, second: 30, sample)
    let odd = other[3].replacing("didBecomeActive", with: "willTerminate")
    try place.write("a.jsonl", Self.log(device: "A", launches: 1...1, sample))
    try place.write("b.jsonl", other + [odd])
    try Self.identity.ingest(place, "a.jsonl")
    let taken = try Self.identity.ingest(place, "b.jsonl")
    #expect(taken["new"] == 6 && taken["rejected"] == 1)
    let judging = ["check", "--max-rejects", "100%", "--format", "json"]
    let stored = try place.run(judging + ["--store", "s.db"])
    #expect(stored.output.contains("two records with this seq"))
    let direct = try place.run(judging + ["a.jsonl", "b.jsonl"])
    #expect(direct.output == stored.output && direct.code == stored.code)
  }

  @Test(arguments: ["device", "app", "appVersion"])
  func `thousands of owners may share an id`(part: String) throws {
    let place = Workplace()
    let lines = (0..<12_000).map { number in
      #"{"event":"process.start","launch":"1","time":\#(1_760_000_000 + number),"\#(part)":"o\#(number)"}"#
    }
    // The first lines name nothing: what follows them decides.
    let first = (0..<12_000).map { #"{"event":"data.save","launch":"1","time":\#(1_750_000_000 + $0)}"# }
    try place.write("a.jsonl", first + lines)
    let outcome = try place.run("report", "--format", "json", "a.jsonl")
    #expect(outcome.output.contains("\"launches\":12000"), "\(outcome.output.prefix(500)) \(outcome.errors)")
  }
}
