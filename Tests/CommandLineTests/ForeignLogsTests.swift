import Foundation
import Testing

/// Logs in the formats of others, asked as a person does.
@Suite(.tags(.large)) struct ForeignLogsTests {
  static let folder = "\(Built.project)/Tests/Formats"
  static let formats = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    .filter { !$0.contains(".") }.sorted()

  @Test func `there are formats to try`() { #expect(Self.formats.count >= 8) }

  /// The logs of a format, copied to the place.
  func logs(_ format: String, in place: Workplace) throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(Self.folder)/\(format)")
    return try names.filter { !$0.hasSuffix(".expected") }.sorted().map { name in
      try place.write(name, try Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/\(format)/\(name)")))
      return name
    }
  }

  /// One at a time, as several may report the same or what only one of them says.
  @Test(arguments: formats)
  func `what was read of them is exported and taken in again as it was`(format: String) throws {
    // A sanitizer is shown one log in three.
    for (number, log) in try logs(format, in: Workplace()).enumerated() where !Built.isSanitized || number % 3 == 0 {
      let place = Workplace()
      _ = try logs(format, in: place)
      let words = ["ingest", "--max-rejects", "100%", "--store", "s.db", log]
      let taken = try place.run(log.contains("dateless") ? words + ["--date", "2026-10-31"] : words)
      #expect(taken.code == 0, "\(taken.errors)")
      if !taken.output.hasPrefix("no new event") { try ExportTests().roundTrip(place) }
    }
  }

  @Test func `launches of measure's sessions take what their records say, wherever these stand`() throws {
    let place = Workplace()
    var known: [String: Int] = [:]
    for log in try logs("measure", in: place) where log.contains("-") {
      let document = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: place.file(log))))
      for event in (document as? [String: Any])?["events"] as? [[String: Any]] ?? [] {
        guard let type = event["type"] as? String, ["cold_launch", "warm_launch"].contains(type),
          let launch = event[type] as? [String: Any], let end = launch["on_next_draw_uptime"] as? Int,
          let start = launch["process_start_uptime"] as? Int ?? launch["app_visible_uptime"] as? Int
        else { continue }
        known["\(event["session_id"] ?? "") \(start)"] = (end - start) * 1_000_000
      }
    }
    #expect(known.count == 8 && Set(known.keys.map { $0.prefix(36) }).count == 5)
    for store in [[], ["--store", "s.db"]] {
      if !store.isEmpty { #expect(try place.run(["ingest", "--max-rejects", "100%", "."] + store).code == 0) }
      let question = ["report", "--launch-times", "--each", "--include", "simulator", "--max-rejects", "100%"]
      let report = try place.run(question + ["--format", "json"] + (store.isEmpty ? ["."] : store))
      var found: [String: Int] = [:]
      for launch in report.document["each"] as? [[String: Any]] ?? [] {
        guard let nanos = launch["nanos"] as? Int, let name = launch["launch"] as? String,
          let time = launch["time"] as? String
        else { continue }
        let parser = ISO8601DateFormatter()
        parser.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        let start = parser.date(from: time.prefix(23) + "Z").map { Int(($0.timeIntervalSince1970 * 1000).rounded()) }
        found["\(name.dropFirst(8).prefix(36)) \(start ?? 0)"] = nanos
      }
      for (launch, nanos) in known { #expect(found[launch] == nanos, "\(launch)") }
    }
    #expect(try place.run("export", "--redact", "--store", "s.db", "--output", "r.jsonl").code == 0)
    #expect(try place.run("ingest", "--store", "r.db", "r.jsonl").code == 0)
    let phases = ["report", "--launch-phases", "--include", "simulator", "--format", "json", "--store"]
    #expect(try place.run(phases + ["r.db"]).output == place.run(phases + ["s.db"]).output)
  }

  /// What a report says of MetricKit's aggregates beside launches of our own.
  static let metrics = """
    Launch times, start to firstFrame: counted 1 of 1
    kind          count     p50      p90      p95      p99  longest
    unclassified      1  400 ms  400 ms*  400 ms*  400 ms*   400 ms
    * of fewer than 5

    Counted by MetricKit, in buckets
    app               version  metric                    reason          count  p50 from       to  \
    p90 from       to  compare with
    com.example.shop  4.9.0    applicationResumeTime     -                  67    200 ms   209 ms    300 ms   309 ms  resume
    com.example.shop  4.9.0    backgroundExit            backgroundTask      2         -        -         -        -  -
    com.example.shop  4.9.0    backgroundExit            memoryPressure     13         -        -         -        -  -
    com.example.shop  4.9.0    extendedLaunch            -                   1    1.50 s   2.00 s    1.50 s   2.00 s  fullyDrawn
    com.example.shop  4.9.0    foregroundExit            normal              6         -        -         -        -  -
    com.example.shop  4.9.0    foregroundExit            watchdog            1         -        -         -        -  -
    com.example.shop  4.9.0    optimizedTimeToFirstDraw  -                   4   90.0 ms  99.0 ms   90.0 ms  99.0 ms  prewarmed
    com.example.shop  4.9.0    timeToFirstDraw           -                  21    420 ms   429 ms    1.53 s   1.54 s  cold, warm, unclassified
    com.example.shop  5.0.0    applicationResumeTime     -                   9   60.0 ms  80.0 ms   60.0 ms  80.0 ms  resume
    com.example.shop  5.0.0    backgroundExit            backgroundTask      1         -        -         -        -  -
    com.example.shop  5.0.0    backgroundExit            memoryPressure      7         -        -         -        -  -
    com.example.shop  5.0.0    backgroundExit            novel               2         -        -         -        -  -
    com.example.shop  5.0.0    extendedLaunch            -                   2    1.20 s   1.22 s    1.20 s   1.22 s  fullyDrawn
    com.example.shop  5.0.0    foregroundExit            normal              4         -        -         -        -  -
    com.example.shop  5.0.0    foregroundExit            watchdog            1         -        -         -        -  -
    com.example.shop  5.0.0    optimizedTimeToFirstDraw  -                   2    100 ms   120 ms    100 ms   120 ms  prewarmed
    com.example.shop  5.0.0    timeToFirstDraw           -                   4    380 ms   400 ms    400 ms   420 ms  cold, warm, unclassified
    2 in buckets whose bounds could not be read: in no percentile

    """

  @Test func `what MetricKit counted stands beside our own, once, from a log as from a store`() throws {
    let place = Workplace()
    _ = try logs("metrickit", in: place)
    let own = [("process.start", 1_790_000_000_000), ("launch.firstFrame", 1_790_000_000_400)]
    try place.write("own.jsonl", own.map { #"{"event":"\#($0)","launch":"a","app":"com.example.shop","time":\#($1)}"# })
    let whole = try place.run("report", "--launch-times", ".")
    #expect(whole.code == 0)
    #expect(whole.output == Self.metrics)
    // A copy, in another file, with its keys in another order.
    let english = try Data(contentsOf: URL(fileURLWithPath: place.file("english.json")))
    let copy = try JSONSerialization.jsonObject(with: english)
    try place.write("copy.json", JSONSerialization.data(withJSONObject: copy))
    #expect(try place.run("ingest", "--store", "s.db", ".").code == 0)
    for format in ["table", "json", "csv"] {
      let direct = try place.run("report", "--launch-times", "--format", format, ".")
      let stored = try place.run("report", "--launch-times", "--format", format, "--store", "s.db")
      #expect(direct.output == stored.output && stored.code == 0)
      if format == "table" { #expect(stored.output == Self.metrics) }
    }
    let question = ["report", "--launch-times", "--format", "json", "--store", "s.db", "--app-version", "4.9.0"]
    let rows = try place.run(question)
    #expect((rows.document["metrics"] as? [[String: Any]])?.contains { $0["unreadCount"] as? Int == 2 } == true)
    #expect((rows.document["coverage"] as? [String: Any])?["launches"] as? Int == 0)
    let sum = "SELECT app, app_version, metric, sum(count) AS n FROM metric WHERE device_model = 'iPhone18,1'"
    let most = sum + " AND reason IS NULL GROUP BY metric ORDER BY n DESC LIMIT 1"
    let said = try place.run("query", "--store", "s.db", "--format", "csv", most)
    #expect(said.output == "app,app_version,metric,n\r\ncom.example.shop,5.0.0,applicationResumeTime,9\r\n")
    let selected = try place.run("report", "--launch-times", "--kind", "unclassified", ".")
    #expect(!selected.output.contains("MetricKit"))
    let check = try place.run("check", "english.json")
    #expect(check.code == 3 && check.errors.contains("'tracetool report --launch-times' shows what MetricKit counted"))
  }
}
