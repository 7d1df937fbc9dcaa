import Testing

/// The kind and the launch time of each launch in a query's view `launch`.
@Suite(.tags(.large)) struct LaunchKindQueryTests {
  private static let shared = ["appVersion", "kind", "kindReason", "nanos", "from", "to", "notCounted", "deviceModel"]
  private static let query = """
    SELECT coalesce(app_version, ''), kind, kind_reason, launch_time_nanos, launch_time_from, launch_time_to,
      not_counted, device_model
    FROM launch WHERE kind IS NOT NULL
    """

  @Test(arguments: ["shop", "app-based", "interleaved", "odd-lines"])
  func `a query answers as the report of each launch does`(sample: String) throws {
    let place = Workplace()
    try place.write("a.jsonl", Built.sample(sample))
    try expectSame(place, ["a.jsonl"])
  }

  @Test(arguments: EndToEndAnswersTests.made + EndToEndAnswersTests.several.prefix(2))
  func `so it does of a made trace`(logs: EndToEndAnswersTests.Logs) throws {
    let place = Workplace()
    for (name, lines) in logs.files { try place.write(name, lines) }
    try expectSame(place, logs.files.keys.sorted())
  }

  @Test func `reports of Apple and noise are no launches`() throws {
    let place = Workplace()
    let folder = "\(Built.project)/Tests/Formats"
    try expectSame(place, ["\(folder)/ips/watchdog.ips", "\(folder)/unified-log/task.ndjson"])
  }

  @Test func `a kind is right when an earlier launch arrives later`() throws {
    let place = Workplace()
    func launch(_ id: String, day: Int) -> [String] {
      let time = 1_760_000_000 + day * 86_400
      return ["process.start", "app.didFinishLaunching", "app.didBecomeActive"].enumerated().map { seq, name in
        #"{"launch":"\#(id)","seq":\#(seq),"time":\#(time + seq),"event":"\#(name)","app":"a","device":"d"}"#
      }
    }
    func kinds() throws -> String {
      try place.run("query", "--format", "csv", "SELECT launch, kind FROM launch ORDER BY first_nanos").output
    }
    try place.write("b.jsonl", launch("l2", day: 1))
    #expect(try place.run("ingest", "b.jsonl").code == 0)
    #expect(try kinds() == "launch,kind\r\nl2,unclassified\r\n")
    try place.write("a.jsonl", launch("l1", day: 0))
    #expect(try place.run("ingest", "a.jsonl").code == 0)
    #expect(try kinds() == "launch,kind\r\nl1,unclassified\r\nl2,warm\r\n")
    // The file holds none of it.
    #expect(throws: (any Error).self) {
      try Database(place.file("tracetool.db")).number("SELECT count(kind) FROM launch")
    }
  }

  private func expectSame(_ place: Workplace, _ paths: [String]) throws {
    #expect(try place.run(["ingest", "--quiet", "--max-rejects", "100%"] + paths).code == 0)
    let limit = ["--max-rejects", "100%"]
    let report = try place.run(["report", "--each", "--format", "json"] + limit)
    let each = report.document["each"] as? [[String: Any]] ?? []
    let reported = each.map { row -> String in
      let context = row["context"] as? [String: Any] ?? [:]
      return Self.shared.map { "\((row[$0] ?? context[$0]) as Any? ?? "")" }.joined(separator: "|")
    }
    let rows = try place.run("query", "--format", "json", Self.query).document["rows"] as? [[String: Any]] ?? []
    let names = [
      "coalesce(app_version, '')", "kind", "kind_reason", "launch_time_nanos", "launch_time_from", "launch_time_to",
      "not_counted", "device_model",
    ]
    let queried = rows.map { row in
      names.map { row[$0].map { "\($0)" } ?? "" }.map { $0 == "<null>" ? "" : $0 }.joined(separator: "|")
    }
    #expect(!reported.isEmpty && reported.sorted() == queried.sorted())
  }
}
