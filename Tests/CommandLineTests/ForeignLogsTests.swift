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
      // A document that breaks off is no whole source.
      #expect(taken.code == (log == "cut.ips" ? 3 : 0), "\(taken.errors)")
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
    // Records that were rejected are in no log that is exported.
    func read(_ store: String) throws -> String {
      try place.run(phases + [store]).output.replacing(/,?"reading":\{[^}]*\}/, with: "")
    }
    #expect(try read("r.db") == read("s.db"))
  }
}
