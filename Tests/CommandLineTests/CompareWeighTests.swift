import Testing

/// `compare --weigh devices`: a device counts once, whatever launches it has.
@Suite(.tags(.large)) struct CompareWeighTests {
  private let place = Workplace()

  private func row(_ words: String...) throws -> [String: Any] {
    let outcome = try place.run(["compare", "base.jsonl", "head.jsonl", "--format", "json"] + words)
    let rows = outcome.document["rows"] as? [[String: Any]] ?? []
    return try #require(rows.first { $0["kind"] as? String == "warm" && $0["measure"] as? String == "launch" })
  }

  @Test func `three eager devices decide the launches, and not the devices`() throws {
    var base = MadeLaunches("1.0")
    base.addDevices(30, each: 6, around: 400)
    for device in 0..<3 { base.add((0..<60).map { 300 + $0 % 7 }, device: "eager-\(device)") }
    var head = MadeLaunches("1.1", start: 900_000)
    head.addDevices(30, each: 6, around: 402)
    try place.write("base.jsonl", base.lines)
    try place.write("head.jsonl", head.lines)
    let launches = try row()
    #expect(launches["weighedBy"] as? String == "launches")
    let devices = try row("--weigh", "devices")
    #expect(devices["weighedBy"] as? String == "devices")
    let shift = try #require(devices["differenceNanos"] as? Int)
    #expect(try shift < #require(launches["differenceNanos"] as? Int) / 2)
    let medians = try [launches, devices].map { row in
      try #require((row["base"] as? [String: Any])?["nanos"] as? Int)
    }
    #expect(medians[0] < 380_000_000 && medians[1] > 380_000_000)
    #expect(
      try place.run("compare", "base.jsonl", "head.jsonl", "--weigh", "devices").output.contains("each device once"))
  }

  @Test func `a laboratory: each device counts once, too`() throws {
    var base = MadeLaunches("1.0")
    var head = MadeLaunches("1.1", start: 900_000)
    for device in 0..<2 {
      base.add((0..<60).map { 400 + $0 % 9 }, device: "\(device)")
      // The device with many launches has gained nothing.
      head.add((0..<(device == 0 ? 60 : 12)).map { (device == 0 ? 400 : 440) + $0 % 9 }, device: "\(device)")
    }
    try place.write("base.jsonl", base.lines)
    try place.write("head.jsonl", head.lines)
    let launches = try row()
    let devices = try row("--weigh", "devices")
    #expect([launches, devices].map { $0["comparedBy"] as? String } == ["devices", "devices"])
    let chances = [launches, devices].map { $0["superiority"] as? Double ?? 0 }
    #expect(chances[0] < 0.7 && (chances[1] - 0.75).magnitude < 0.01)
  }

  @Test func `the same from logs, a store and summaries`() throws {
    var base = MadeLaunches("1.0")
    base.addDevices(12, each: 8, around: 400)
    base.add((0..<40).map { 300 + $0 % 7 }, device: "eager")
    var head = MadeLaunches("1.1", start: 900_000)
    head.addDevices(12, each: 5, around: 500)
    try place.write("logs/base", base.lines)
    try place.write("logs/head", head.lines)
    let files = try place.run("compare", "logs/base", "logs/head", "--weigh", "devices", "--format", "json")
    for name in ["base", "head"] {
      try place.write(name, try place.run("check", "--format", "summaries", "logs/\(name)").output)
    }
    let summaries = try place.run("compare", "base", "head", "--weigh", "devices", "--format", "json")
    #expect(files.output.replacing("logs/", with: "") == summaries.output)
    #expect(try place.run("ingest", "logs").code == 0)
    let stored = try place.run("compare", "1.0", "1.1", "--weigh", "devices", "--format", "json")
    let logs = try place.run("compare", "1.0", "1.1", "--in", "logs", "--weigh", "devices", "--format", "json")
    #expect(stored.output == logs.output)
  }
}
