import Foundation
import Testing

/// Apple's reports are reported in the launch that they are about, whenever they come.
@Suite(.tags(.large)) struct ReportJoinTests {
  /// The life of a process until it stays in the background, or until it has only begun.
  static func log(launch: String = "L", pid: Int = 812, start: String = "20.200", ends: Bool = false) -> [String] {
    let names = ["didFinishLaunching", "didBecomeActive", "willResignActive", "didEnterBackground"]
    let place = #""launch":"\#(launch)","app":"com.example.Shop","pid":\#(pid),"source":"delegate""#
    var lines = [#"{"time":"2026-05-02T08:00:\#(start)Z","seq":0,"event":"process.start",\#(place)}"#]
    for (seq, name) in names.enumerated() {
      lines.append(#"{"time":"2026-05-02T08:00:3\#(seq)Z","seq":\#(seq + 1),"event":"app.\#(name)",\#(place)}"#)
    }
    let exit = #"{"time":"2026-05-02T08:00:41Z","seq":5,"event":"process.exit",\#(place)}"#
    return ends ? lines + [exit] : lines
  }

  /// A report on the process that began at 08:00:20.1234.
  static func report(
    code: Int = 0x2182_bad2, namespace: String = "RUNNINGBOARD", captured: String = "41.5", starts: Bool = true
  ) -> [String] {
    let start = starts ? #""procLaunch": "2026-05-02 10:00:20.1234 +0200","# : ""
    let termination = #""termination": {"namespace": "\#(namespace)", "code": \#(code)}"#
    return [
      #"{"bug_type":"309","os_version":"iPhone OS 18.2 (22C152)","timestamp":"2026-05-02 10:00:45.00 +0200"}"#,
      #"{\#(start) "captureTime": "2026-05-02 10:00:\#(captured) +0200", "crashReporterKey": "c0ffee", "pid": 812,"#,
      #""bundleInfo": {"CFBundleIdentifier": "com.example.shop"}, \#(termination)}"#,
    ]
  }

  /// The same life as told by a device, and a Jetsam report on its end.
  static func log(device: String, launch: String = "L", pid: Int = 812) -> [String] {
    let names = #""device":"\#(device)","deviceModel":"iPhone15,2","osVersion":"iOS 18.2","#
    return log(launch: launch, pid: pid).map { #"{\#(names)"# + $0.dropFirst() }
  }

  static let jetsam = [
    #"{"bug_type":"298","os_version":"iPhone OS 18.2 (22C152)","timestamp":"2026-05-02 10:04:45.00 +0200"}"#,
    #"{"build":"iPhone OS 18.2 (22C152)","product":"iPhone15,2","crashReporterKey":"c0ffee","processes":["#,
    #"{"pid":812,"name":"Shop","states":["suspended"],"reason":"per-process-limit"}]}"#,
  ]
  static let killed = "background.killed ips/c0ffee/Shop/812@2026-05-02T08:04:45.000000000Z"

  /// What is found in a report that joins no launch.
  static let alone = "background.killed ips/c0ffee/com.example.shop/812@2026-05-02T08:00:20.123400000Z"

  /// A launch that was asked for seconds before its process started, each event with its uptime.
  static let asked: [String] = {
    let request = #"{"time":"2026-05-02T08:00:15.200Z","uptime":15200000000,"event":"launch.request","launch":"L"}"#
    return [request]
      + log().enumerated().map { number, line in
        let uptime = number == 0 ? 20_200_000_000 : (29 + number) * 1_000_000_000
        return "{\"uptime\":\(uptime)," + line.dropFirst()
      }
  }()

  /// What the findings' rules and launches are, and how many launches there are.
  static let cases: KeyValuePairs<String, (files: [[String]], launches: Int, found: Set<String>)> = [
    "the launch's own": ([log(), report()], 1, ["background.killed L"]),
    "that of a process long before": ([log(start: "10.200"), report()], 2, [alone]),
    "more than a second off": ([log(start: "21.200"), report()], 2, [alone]),
    "less than a second off": ([log(start: "19.200"), report()], 1, ["background.killed L"]),
    "of another process": ([log(pid: 813), report()], 2, [alone]),
    "of another app": (
      [log().map { $0.replacingOccurrences(of: "Shop", with: "shop.share") }, report()], 2, [alone]
    ),
    "on two clocks, asked for first": ([asked, report()], 1, ["background.killed L"]),
    "without a start": (
      [log(), report(starts: false)], 2,
      ["background.killed ips/c0ffee/com.example.shop/812@2026-05-02T08:00:41.500000000Z"]
    ),
    "a Jetsam report of the only device": ([log(device: "D"), jetsam], 1, ["background.killed L"]),
    "a Jetsam report of one of two devices": (
      [log(device: "D"), log(device: "E", launch: "K", pid: 7), jetsam], 3, [killed]
    ),
    "a Jetsam report of another process": ([log(device: "D", pid: 813), jetsam], 2, [killed]),
    "a Jetsam report of no known device": ([log(), jetsam], 2, [killed]),
    "a crash": (
      [Array(log().prefix(1)), report(code: 6, namespace: "SIGNAL", captured: "22.5")], 1, ["launch.crashed L"]
    ),
    "a launch that took too long": (
      [Array(log().prefix(2)), report(code: 0x8bad_f00d, namespace: "FRONTBOARD")], 1, ["launch.watchdog L"]
    ),
    "the log reports the end, not why": ([log(ends: true), report()], 1, ["background.killed L"]),
    "two of one process": ([log(), report(), report(captured: "43.5")], 1, ["background.killed L"]),
    "two, of which one says why": (
      [log(), report(), report(code: 9, namespace: "SIGNAL", captured: "41.1")], 1, ["background.killed L"]
    ),
    "the nearest of two launches": (
      [log(launch: "K", start: "20.900"), log(), report()], 2, ["background.killed L"]
    ),
  ]

  @Test(arguments: cases.map(\.key))
  func `a report is reported once, in its launch, in whatever order the logs come`(name: String) throws {
    let example = try #require(Self.cases.first { $0.key == name }?.value)
    try Self.expect(example.files, launches: example.launches, found: example.found)
  }

  /// The same life on a device of iOS 27.
  static func log27(
    device: String = "D", launch: String = "L", pid: Int = 812, start: String = "20.200", version: String = "5.0.0",
    ends: Bool = false
  ) -> [String] {
    let names = #""device":"\#(device)","deviceModel":"iPhone18,1","osVersion":"27.0","appVersion":"\#(version)","#
    return log(launch: launch, pid: pid, start: start, ends: ends).map { #"{\#(names)"# + $0.dropFirst() }
  }

  /// A report of MetricKit on this process.
  static func diagnostic(
    _ kind: String = "crash", pid: Int? = 812, at time: String = "2026-05-02T08:00:41", version: String = "5.0.0",
    model: String = "iPhone18,1", system: String = "27.0", app: String = "com.example.shop",
    _ members: String = #""terminationReason":"Namespace RUNNINGBOARD, Code 0xdead10cc""#
  ) -> [String] {
    let process = pid.map { #","pid":\#($0)"# } ?? ""
    let names = #""applicationVersion":"\#(version)","deviceType":"\#(model)","osVersion":{"number":"\#(system)"}"#
    return [
      #"{"version":"2.0.0","timeRange":{"begin":"\#(time)Z","end":"\#(time)Z"},"#
        + #""environment":{"bundleIdentifier":"\#(app)",\#(names)\#(process)},"\#(kind)Diagnostic":{\#(members)}}"#
    ]
  }

  /// A report on the process of `log27`, as its device wrote it.
  static let report27 = report(captured: "41.2").map { line in
    line.replacingOccurrences(of: "18.2 (22C152)", with: "27.0 (24A435)").replacingOccurrences(
      of: #""bundleInfo": {"#,
      with: #""modelCode": "iPhone18,1", "bundleInfo": {"CFBundleShortVersionString": "5.0.0", "#)
  }

  static let hang = #""hangDuration":{"value":2600,"unit":"ms"}"#

  static let diagnostics: KeyValuePairs<String, (files: [[String]], launches: Int, found: Set<String>)> = [
    "the launch's own end": ([log27(), diagnostic()], 1, ["background.killed L"]),
    "a lack of memory": ([log27(), diagnostic("memoryException", "")], 1, ["background.killed L"]),
    "both of one end": ([log27(), diagnostic(), diagnostic("memoryException", "")], 1, ["background.killed L"]),
    "beside a report of its device": ([log27(), report27, diagnostic()], 1, ["background.killed L"]),
    "of a launch that only a report shows": (
      [report27, diagnostic()], 1, ["background.killed ips/c0ffee/com.example.shop/812@2026-05-02T08:00:20.123400000Z"]
    ),
    "of a log that names no version, beside a report that does": (
      [log(), report27, diagnostic()], 1, ["background.killed L"]
    ),
    "the log reports the end, not why": ([log27(ends: true), diagnostic()], 1, ["background.killed L"]),
    "a hang": (
      [log27(), diagnostic("hang", at: "2026-05-02T08:00:31.500", hang)], 1, ["main-thread.blocked L"]
    ),
    "what ends no process": (
      [log27(), diagnostic("cpuException", #""totalCPUTime":{"value":48,"unit":"s"}"#)], 1, []
    ),
  ]

  /// What tells of no launch here, or not for certain, and how many launches there are.
  static let apart: KeyValuePairs<String, (files: [[String]], launches: Int)> = [
    "an end before the log's last line": ([log27(), diagnostic(at: "2026-05-02T08:00:31")], 1),
    "an end after the log's end": ([log27(ends: true), diagnostic(at: "2026-05-02T08:01:41")], 1),
    "before the launch": ([log27(), diagnostic("hang", at: "2026-05-02T08:00:10", hang)], 1),
    "days after": ([log27(), diagnostic(at: "2026-05-04T08:00:41")], 1),
    "after the next launch of the device": (
      [log27(), Array(log27(launch: "K", pid: 900, start: "38.200").prefix(1)), diagnostic()], 2
    ),
    "of one of two devices": ([log27(), log27(device: "E", launch: "K"), diagnostic()], 2),
    "of another process": ([log27(), diagnostic(pid: 813)], 1),
    "of a process without a number": ([log27(), diagnostic(pid: nil)], 1),
    "of another version": ([log27(), diagnostic(version: "5.0.1")], 1),
    "of another model": ([log27(), diagnostic(model: "iPhone18,2")], 1),
    "of another system": ([log27(), diagnostic(system: "27.1")], 1),
    "of another app": ([log27(), diagnostic(app: "com.example.other")], 1),
    "of a launch whose version no log names": ([log(device: "D"), diagnostic()], 1),
    "two crashes of one process": (
      [log27(), diagnostic(), diagnostic("crash", #""terminationReason":"Namespace SIGNAL, Code 0xb""#)], 1
    ),
  ]

  @Test(arguments: diagnostics.map(\.key))
  func `a diagnostic of MetricKit is of the one launch that lived with its process id`(name: String) throws {
    let example = try #require(Self.diagnostics.first { $0.key == name }?.value)
    // iOS 27 wants scenes, which these logs do not show.
    try Self.expect(example.files, launches: example.launches, found: example.found, but: "order.no-scenes")
  }

  @Test(arguments: apart.map(\.key))
  func `a diagnostic that may be of another launch stands apart`(name: String) throws {
    let example = try #require(Self.apart.first { $0.key == name }?.value)
    let place = Workplace()
    let names = example.files.indices.map { "\($0).jsonl" }
    for (name, lines) in zip(names, example.files) { try place.write(name, lines) }
    let document = try place.run(["check", "--format", "json"] + names).document
    let findings = document["findings"] as? [[String: Any]] ?? []
    #expect(findings.allSatisfy { $0["rule"] as? String == "order.no-scenes" }, "\(findings)")
    #expect((document["coverage"] as? [String: Any])?["launches"] as? Int == example.launches)
    #expect(((document["metrics"] as? [String: Any])?["rows"] as? [Any])?.isEmpty == false)
  }

  @Test func `an end that a launch has is not counted beside it, and a hang is`() throws {
    let place = Workplace()
    try place.write("log.jsonl", Self.log27())
    try place.write("end.json", Self.diagnostic())
    try place.write("hang.json", Self.diagnostic("hang", at: "2026-05-02T08:00:31.500", Self.hang))
    try place.write("other.json", Self.diagnostic(pid: 7))
    func metrics(_ names: [String]) throws -> [String] {
      let document = try place.run(["check", "--format", "json"] + names).document
      let rows = (document["metrics"] as? [String: Any])?["rows"] as? [[String: Any]] ?? []
      return rows.map { "\($0["metric"] ?? "") \($0["count"] ?? "")" }
    }
    #expect(try metrics(["log.jsonl", "end.json"]) == [])
    #expect(try metrics(["log.jsonl", "end.json", "hang.json"]) == ["hangDiagnostic 1"])
    #expect(try metrics(["log.jsonl", "end.json", "other.json"]) == ["crashDiagnostic 1"])
    let shown = try place.run("show", "L", "log.jsonl", "end.json", "hang.json").output
    #expect(shown.contains("End: fileLock") && shown.contains("main.hang"))
    // From a store for each file they are joined as well.
    for (name, file) in [("a", "log.jsonl"), ("b", "end.json"), ("c", "hang.json")] {
      _ = try place.run("ingest", file, "--store", "\(name).db")
    }
    let parts = try place.run("check", "--format", "json", "a.db", "b.db", "c.db").document
    let rules = (parts["findings"] as? [[String: Any]] ?? []).compactMap { $0["rule"] as? String }
    #expect(rules.sorted() == ["background.killed", "main-thread.blocked", "order.no-scenes"])
  }

  /// Expects these launches and findings of files, read in any order, as logs and from stores.
  ///
  /// `ignored` is a rule that is no matter here.
  static func expect(_ files: [[String]], launches: Int, found: Set<String>, but ignored: String? = nil) throws {
    let place = Workplace()
    var names: [String] = []
    for (number, lines) in files.enumerated() {
      let isReport = lines[0].contains("bug_type") || lines[0].hasPrefix("Incident")
      let isJSON = lines[0].hasPrefix("{")
      names.append("\(number).\(isReport ? "ips" : isJSON ? "jsonl" : "txt")")
      try place.write(names[number], lines)
    }
    let documents = ["--format", "json"]
    let checked = try place.run(["check"] + documents + names)
    #expect(checked.code <= 1, "\(checked.errors)")
    let findings = (checked.document["findings"] as? [[String: Any]] ?? []).map {
      "\($0["rule"] ?? "") \($0["launch"] ?? "")"
    }
    #expect(findings.filter { $0.split(separator: " ").first.map(String.init) != ignored }.sorted() == found.sorted())
    let coverage = checked.document["coverage"] as? [String: Any] ?? [:]
    #expect(coverage["launches"] as? Int == launches)
    #expect(try place.run(["check"] + documents + names.reversed()).output == checked.output)

    let times = ["report", "--launch-times", "--each"]
    let each = try place.run(times + documents + names).document["each"] as? [[String: Any]] ?? []
    let ids = each.compactMap { $0["launch"] as? String }
    #expect(!ids.isEmpty)
    let questions = [["check"], times, ["report", "--background"]] + ids.map { ["show", $0] }
    let expected = try [checked] + questions.dropFirst().map { try place.run($0 + documents + names) }
    #expect(expected.allSatisfy { $0.code <= 1 }, "\(expected.map(\.errors))")
    let orders = [[names], names.map { [$0] }, names.reversed().map { [$0] }]
    for (number, runs) in orders.enumerated() {
      let store = ["--store", "\(number).db"]
      for run in runs {
        let ingested = try place.run(["ingest"] + store + run)
        #expect(ingested.code == 0, "\(ingested)")
      }
      for (question, answer) in zip(questions, expected) {
        #expect(try place.run(question + documents + store).output == answer.output)
      }
    }
    try ExportTests().roundTrip(place, "0.db")
  }
}
