import Testing

/// Logs that could make `compare` say what is not so.
@Suite(.tags(.large)) struct CompareAttackTests {
  private let place = Workplace()

  private func write(_ name: String, _ version: String, start: Int = 0, _ add: (inout MadeLaunches) -> Void) throws {
    var launches = MadeLaunches(version, start: start)
    add(&launches)
    try place.write(name, launches.lines)
  }

  private func compare(_ words: String...) throws -> Outcome {
    try place.run(["compare", "base.jsonl", "head.jsonl", "--format", "json", "--fail-on", "never"] + words)
  }

  private func changes(_ outcome: Outcome) -> [String] {
    (outcome.document["findings"] as? [[String: Any]] ?? []).compactMap { $0["change"] as? String }
  }

  private func row(_ outcome: Outcome, _ measure: String = "launch") throws -> [String: Any] {
    let rows = outcome.document["rows"] as? [[String: Any]] ?? []
    return try #require(rows.first { $0["kind"] as? String == "warm" && $0["measure"] as? String == measure })
  }

  private func times(_ count: Int, _ device: Int) -> [Int] { (0..<count).map { 400 + ($0 * 7 + device * 5) % 23 } }

  /// A callback that comes a second time: an error.
  private static let again = [(millisecond: 5, json: #""event":"app.didFinishLaunching""#)]

  @Test func `what one device of six has is not new, however many launches it has`() throws {
    try write("base.jsonl", "1.0") { log in for device in 0..<6 { log.add(times(20, device), device: "b\(device)") } }
    try write("head.jsonl", "1.1", start: 900_000) { log in
      for device in 0..<6 { log.add(times(20, device), device: "h\(device)", events: device == 3 ? Self.again : []) }
    }
    #expect(try changes(compare()) == ["inHeadOnly"])
    #expect(try place.run("compare", "base.jsonl", "head.jsonl", "--fail-on", "findings").code == 0)
    // On all six it is.
    try write("head.jsonl", "1.1", start: 900_000) { log in
      for device in 0..<6 { log.add(times(20, device), device: "h\(device)", events: Self.again) }
    }
    #expect(try changes(compare()) == ["new"])
  }

  /// Thirty devices, of which so many are of an old model, on which each launch has the finding.
  private func mixed(_ log: inout MadeLaunches, old: Int, having: Bool = true) {
    for device in 0..<30 {
      log.model = device < old ? "iPhone10,3" : "iPhone14,5"
      let events = device < old && having && device % 2 == 0 ? Self.again : []
      log.add(times(6, device), device: "\(log.version)-\(device)", events: events)
    }
  }

  @Test func `more launches of a model that has a finding make it neither new nor more often`() throws {
    try write("base.jsonl", "1.0") { mixed(&$0, old: 4) }
    try write("head.jsonl", "1.1", start: 900_000) { mixed(&$0, old: 22) }
    #expect(try changes(compare()).isEmpty)
    // A model that base never ran on cannot show it there.
    try write("base.jsonl", "1.0") { mixed(&$0, old: 0) }
    let outcome = try compare()
    #expect(changes(outcome) == ["inHeadOnly"])
    #expect((outcome.document["transitions"] as? [Any])?.isEmpty == true)
    // With as many devices of it, it is.
    try write("base.jsonl", "1.0") { mixed(&$0, old: 22, having: false) }
    #expect(try changes(compare()) == ["new"])
  }

  @Test func `copies of launches under new ids count once, and are named`() throws {
    try write("base.jsonl", "1.0") { log in for device in 0..<3 { log.add(times(10, device), device: "\(device)") } }
    try write("once.jsonl", "1.1", start: 900_000) { log in
      for device in 0..<3 { log.add(times(10, device), device: "\(device)") }
    }
    let lines = try place.read("once.jsonl").split(separator: "\n").map(String.init)
    try place.write("head.jsonl", lines + lines.map { $0.replacing(#""launch":"1.1"#, with: #""launch":"again-1.1"#) })
    let copied = try compare()
    let head = try #require(copied.document["head"] as? [String: Any])
    #expect(head["copies"] as? Int == 30)
    #expect(head["launches"] as? Int == 30)
    try place.write("head.jsonl", lines)
    let once = try compare()
    #expect((once.document["head"] as? [String: Any])?["copies"] == nil)
    #expect(copied.output.replacing(#""copies":30,"#, with: "") == once.output)
    try place.write("head.jsonl", lines + lines.map { $0.replacing(#""launch":"1.1"#, with: #""launch":"again-1.1"#) })
    let table = try place.run("compare", "base.jsonl", "head.jsonl").output
    #expect(table.contains("30 launches of head.jsonl are copies of others under another id: each counts once."))
  }

  @Test func `a clock that counts seconds shows no launch time to the millisecond`() throws {
    // Base takes 300 ms and head 450 ms, whatever part of a second they begin at.
    func coarse(_ name: String, _ version: String, _ time: Int, start: Int) throws {
      var log = MadeLaunches(version, start: start)
      for device in 0..<40 { log.add([Int](repeating: time, count: 6), device: "\(version)-\(device)", after: device) }
      let lines = log.lines.enumerated().map { place, line in
        // Each launch has five lines; they begin at hundredths of a second in turn.
        let digits = line.split(separator: "\"time\":")[1].prefix { $0.isNumber }
        let begin = (Int(digits) ?? 0) + place / 5 * 37 % 100 * 10_000_000
        return line.replacing(digits, with: "\(begin / 1_000_000_000 * 1_000_000_000)")
      }
      try place.write(name, lines)
    }
    try coarse("base.jsonl", "1.0", 300, start: 0)
    try coarse("head.jsonl", "1.1", 450, start: 900_000)
    let outcome = try compare("--percentiles", "50,90")
    for measure in ["launch", "p50", "p90"] { #expect(try row(outcome, measure)["verdict"] as? String == "undecided") }
    #expect(try row(outcome, "p90")["reason"] as? String == "coarseClock")
    #expect(try row(outcome, "p90")["clockSlackNanos"] as? Int == 2_000_000_000)
    let table = try place.run("compare", "base.jsonl", "head.jsonl").output
    #expect(table.contains("by the clocks of the logs a launch may look 2.00 s longer or shorter than it was"))
  }

  /// Launches of 40 devices, of which one in ten takes 700 ms, and ends before its first frame where `areCut`.
  private func slowest(_ name: String, _ version: String, start: Int, areCut: Bool) throws {
    var log = MadeLaunches(version, start: start)
    for device in 0..<40 {
      log.add(
        (0..<6).map { (device * 6 + $0) % 10 == 3 ? 700 + $0 : 400 + (device + $0 * 7) % 23 }, device: "\(device)")
    }
    let lines = log.lines.enumerated().filter { place, _ in !areCut || place / 5 % 10 != 3 || place % 5 < 3 }
    try place.write(name, lines.map { $1.replacing("process.start\"", with: "process.start\",\"reason\":\"user\"") })
  }

  @Test func `a version whose slowest launches die is not faster, nor slower once they live`() throws {
    try slowest("base.jsonl", "1.0", start: 0, areCut: false)
    try slowest("head.jsonl", "1.1", start: 900_000, areCut: true)
    let words = ["--percentiles", "95"]
    let died = try place.run(["compare", "base.jsonl", "head.jsonl", "--format", "json"] + words)
    #expect(try row(died, "p95")["verdict"] as? String == "undecided")
    #expect(try row(died, "p95")["reason"] as? String == "unfinished")
    #expect((try row(died, "p95")["head"] as? [String: Any])?["unfinished"] as? Int == 24)
    let lived = try place.run(["compare", "head.jsonl", "base.jsonl"] + words)
    #expect(lived.code == 0)
    #expect(lived.output.contains("24 and 0 more launches have no end: it would not hold if they were the slowest"))
    // Where as many die on both sides, nothing is known against the verdict.
    try slowest("base.jsonl", "1.0", start: 0, areCut: true)
    #expect(try row(compare("--percentiles", "95"), "launch")["verdict"] as? String == "same")
  }

  @Test func `six launches a side are called too few, not of one or two devices`() throws {
    try write("base.jsonl", "1.0") { log in for device in 0..<6 { log.add(times(2, device), device: "b\(device)") } }
    try write("head.jsonl", "1.1", start: 900_000) { log in
      for device in 0..<6 { log.add(times(2, device), device: "h\(device)") }
    }
    let table = try place.run("compare", "base.jsonl", "head.jsonl").output
    #expect(!table.contains("one or two devices have most of the launches"))
  }
}
