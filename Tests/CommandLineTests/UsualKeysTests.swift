import Testing

/// Logs with the project's own names of events, and ids under keys that say in so many words what they hold.
@Suite(.tags(.large)) struct UsualKeysTests {
  /// A log, and the nanoseconds of the launch times in it; `-` for a launch without one.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let lines: [String]
    let times: [String]
    /// False where the first part of the log alone would be read otherwise.
    var isSaidByParts = true

  }

  private static func line(_ millis: Int, _ event: String, _ members: String = "") -> String {
    "{\"time\":\(1_792_500_000_000 + millis),\"event\":\"\(event)\"\(members.isEmpty ? "" : ",\(members)")}"
  }

  /// Two launches at once, of 400 and 799 ms, each of whose records has other members.
  private static func overlapping(_ first: String, _ second: String) -> [String] {
    [
      line(0, "process.start", first), line(150, "process.start", second), line(200, "app.didFinishLaunching", first),
      line(350, "app.didFinishLaunching", second), line(400, "launch.firstFrame", first),
      line(949, "launch.firstFrame", second),
    ]
  }

  /// Two launches one after the other, of 400 and 500 ms.
  private static func launches(_ first: String, _ second: String) -> [String] {
    [
      line(0, "process.start", first), line(400, "launch.firstFrame", first), line(90_000, "process.start", second),
      line(90_500, "launch.firstFrame", second),
    ]
  }

  static let cases: [Case] = [
    Case(
      testDescription: "a launch's id",
      lines: overlapping(#""launch_id":"a""#, #""launch_id":"b""#), times: ["400000000", "799000000"]),
    Case(
      testDescription: "other spellings, one in an object",
      lines: overlapping(#""app":"x.y","LaunchID":"a""#, #""app":"x.y","LaunchID":"b""#)
        + overlapping("", "").map { _ in line(2_000, "tap", #""LaunchID":"b""#) },
      times: ["400000000", "799000000"]),
    Case(
      testDescription: "in an object of the record",
      lines: overlapping(#""context":{"launch":{"id":"a"}}"#, #""context":{"launch":{"id":"b"}}"#),
      times: ["400000000", "799000000"]),
    Case(
      testDescription: "a process' number",
      lines: overlapping(#""process_id":71"#, #""process_id":72"#), times: ["400000000", "799000000"]),
    Case(
      testDescription: "a device's id alone, in an object",
      lines: overlapping(#""device":{"id":"a"}"#, #""device":{"id":"b"}"#), times: ["400000000", "799000000"]),
    Case(
      testDescription: "an installation's id alone",
      lines: overlapping(#""installation_id":"a""#, #""installation_id":"b""#), times: ["400000000", "799000000"]),
    Case(
      testDescription: "sessions at once",
      lines: overlapping(#""sessionId":"a""#, #""sessionId":"b""#), times: ["400000000", "799000000"]),
    Case(
      testDescription: "two launches in a session, without a false order",
      lines: launches(#""session_id":7"#, #""session_id":7"#), times: ["400000000", "500000000"]),
    Case(
      testDescription: "the same, around the records",
      lines: ["{\"session_id\":7,\"events\":[\(launches("", "").joined(separator: ","))]}"],
      times: ["400000000", "500000000"]),
    Case(
      testDescription: "two launches' lengths in a session",
      lines: [
        line(0, "launch.measured", #""duration":300000000,"session_id":"s""#),
        line(9_000, "launch.measured", #""duration":900000000,"session_id":"s""#),
      ], times: ["300000000", "900000000"]),
    Case(
      testDescription: "the project's own key comes first",
      lines: launches(#""launch":"a","launch_id":"x""#, #""launch":"b","launch_id":"x""#),
      times: ["400000000", "500000000"]),
    Case(
      testDescription: "an id under which two processes begin is no launch's",
      lines: launches(#""launch_id":"x""#, #""launch_id":"x""#), times: ["400000000", "500000000"],
      isSaidByParts: false),
    Case(
      testDescription: "an id on other records alone",
      lines: launches("", "").flatMap { [$0, line(450, "ble", #""device_id":"p1","launch_id":"q""#)] },
      times: ["400000000", "500000000"]),
    Case(
      testDescription: "no ids: minus one, zero, nothing",
      lines: launches(
        #""launch_id":0,"session_id":-1,"device_id":"""#, #""launch_id":0,"session_id":-1,"device_id":"""#),
      times: ["400000000", "500000000"]),
    Case(
      testDescription: "two devices in one launch: a device's key that is none",
      lines: [
        line(0, "process.start", #""launch":"a","device_id":"p1""#),
        line(400, "launch.firstFrame", #""launch":"a","device_id":"p2""#),
      ], times: ["400000000"]),
    Case(
      testDescription: "a record behind the first 4 KiB decides",
      lines: (0..<60).map { line($0 - 60_000, "tap", #""n":"\#(String(repeating: "x", count: 60))""#) }
        + overlapping(#""launch_id":"a""#, #""launch_id":"b""#), times: ["400000000", "799000000", "-"]),
  ]

  private static func times(_ outcome: Outcome) -> [String] {
    let rows = outcome.document["each"] as? [[String: Any]] ?? []
    return rows.map { row in (row["nanos"] as? Int).map { "\($0)" } ?? "-" }.sorted {
      ($0 == "-" ? 1 : 0, $0) < ($1 == "-" ? 1 : 0, $1)
    }
  }

  @Test(arguments: cases)
  func `ids part the launches of a log, of a pipe, of a store in parts and of a log that grows`(one: Case) throws {
    let place = Workplace()
    try place.write("log.jsonl", one.lines)
    let report = ["report", "--launch-times", "--each", "--format", "json", "--config", "none"]
    #expect(Self.times(try place.run(report + ["log.jsonl"])) == one.times)
    let piped = try place.start(report + ["-"], input: place.file("log.jsonl")).wait()
    #expect(Self.times(piped) == one.times)
    let check = ["check", "--config", "none", "--max-unknown", "100%"]
    let checked = try place.run(check + ["log.jsonl"])
    #expect(!checked.output.contains("order."), "\(checked)")
    let followed = try place.run(check + ["--follow", "--for", "300ms", "log.jsonl"])
    #expect(followed.output.hasSuffix(checked.output), "\(followed)")
    for count in Set([1, one.lines.count / 2, one.lines.count - 1]) where count > 0 && one.isSaidByParts {
      let store = "\(count).db"
      try place.write("grows.jsonl", Array(one.lines.prefix(count)))
      _ = try place.run("ingest", "--store", store, "--config", "none", "grows.jsonl")
      try place.append("grows.jsonl", Array(one.lines.dropFirst(count)))
      for _ in 0..<2 {
        _ = try place.run("ingest", "--store", store, "--config", "none", "grows.jsonl")
      }
      #expect(Self.times(try place.run(report + ["--store", store])) == one.times, "in parts of \(count)")
    }
  }

  @Test func `scenes and tasks are told apart by their usual keys, and a key that some records lack is left`() throws {
    let place = Workplace()
    try place.write(
      "log.jsonl",
      [
        Self.line(0, "process.start"), Self.line(10, "scene.willConnect", #""scene_id":"a""#),
        Self.line(20, "scene.willConnect", #""scene_id":"b""#), Self.line(30, "task.begin", #""name":"t","task_id":1"#),
        Self.line(40, "task.end", #""name":"t""#),
      ])
    _ = try place.run("ingest", "--store", "s.db", "log.jsonl")
    let rows = try place.run(
      "query", "--store", "s.db", "--format", "csv", "select count(distinct scene), count(task) from event")
    #expect(rows.output.split(whereSeparator: \.isNewline).last == "2,0", "\(rows)")
  }
}
