import Foundation
import Testing

/// Records that hold how long a launch took, and no event of it: each is one launch.
@Suite(.tags(.large)) struct MeasuredLaunchTests {
  /// A log of a team's own, its options, and the launches: what `report --launch-times --each` says of each.
  static let house: [(name: String, options: [String], lines: [String], launches: [String])] = [
    (
      "a name, a number and a kind",
      [
        "--map", "event=metric", "--map", "launchDuration=value:ms", "--map", "startType=type", "--map", "time=at",
        "--map", "appVersion=version",
      ],
      [
        #"{"at":"2026-10-20T12:40:00.612Z","metric":"app_launch","value":612,"type":"COLD_START","version":"4.9.0","device":"d1"}"#,
        #"{"at":"2026-10-20T13:40:00.612Z","metric":"app_launch","value":412.5,"type":"warm","version":"4.9.0","device":"d1"}"#,
        #"{"at":"2026-10-20T13:41:00.612Z","metric":"http request","value":90,"version":"4.9.0","device":"d1"}"#,
        #"{"at":"2026-10-20T13:42:00.612Z","metric":"app_launch","value":"512","type":"prewarmed","version":"4.9.1","device":"d1"}"#,
        #"{"at":"2026-10-20T13:43:00.612Z","metric":"app_launch","value":80,"type":"hot","version":"4.9.1","device":"d1"}"#,
      ],
      ["612000000 cold 4.9.0", "412500000 warm 4.9.0", "512000000 prewarmed 4.9.1", "- return 4.9.1"]
    ),
    (
      "no name, in seconds, deep inside",
      ["--map", "launchDuration=perf.first_screen:s", "--map", "startType=perf.kind", "--map", "appVersion=app.v"],
      [
        #"{"timestamp":"2026-10-20T12:40:00Z","perf":{"first_screen":0.612,"kind":"cold"},"app":{"v":"4.9.0"}}"#,
        #"{"timestamp":"2026-10-20T12:41:00Z","perf":{"first_screen":0.734},"app":{"v":"4.9.1"}}"#,
      ],
      ["612000000 cold 4.9.0", "734000000 unclassified 4.9.1"]
    ),
    (
      "a key that says so, whatever the record is called",
      ["--map", "launchDuration=startup_us:us"],
      [#"{"event":"perf","time":"2026-10-20T12:40:00Z","startup_us":612000}"#],
      ["612000000 unclassified "]
    ),
    (
      "in one process with its events, the record before these",
      ["--map", "launchDuration=launch_ms:ms"],
      [
        #"{"event":"process.start","time":"2026-10-20T12:40:00.000Z","device":"d1","pid":7,"app":"com.example.shop"}"#,
        #"{"event":"applicationDidBecomeActive","time":"2026-10-20T12:40:00.500Z"}"#,
        #"{"time":"2026-10-20T12:40:00.700Z","launch_ms":612}"#,
        #"{"event":"viewDidLoad","time":"2026-10-20T12:40:00.800Z","launch_ms":20}"#,
      ],
      ["612000000 unclassified "]
    ),
    (
      "a name that an option calls a start",
      [
        "--map", "event=Vorgang", "--map", "launchDuration=Startdauer:s", "--map", "time=Zeit", "--rename",
        "App-Start=process.start",
      ],
      [
        #"{"Zeit":"2026-10-20T12:40:00Z","Vorgang":"App-Start","Startdauer":0.612}"#,
        #"{"Zeit":"2026-10-20T12:41:00Z","Vorgang":"App-Start","Startdauer":0.734}"#,
      ],
      ["612000000 unclassified ", "734000000 unclassified "]
    ),
    (
      "under a session's id that is mapped to the launch",
      ["--map", "event=name", "--map", "launch=session", "--map", "launchDuration=took_ms:ms"],
      [
        #"{"name":"app_launch","ts":"2026-10-20T12:00:00Z","session":"s-1","took_ms":300}"#,
        #"{"name":"app_launch","ts":"2026-10-20T12:10:00Z","session":"s-1","took_ms":900}"#,
        #"{"name":"tap","ts":"2026-10-20T12:10:30Z","session":"s-1"}"#,
      ],
      ["300000000 unclassified ", "900000000 unclassified "]
    ),
    (
      "of which no more is said than that they started",
      ["--map", "launchDuration=took:ms"],
      [
        #"{"event":"app_startup","time":1792500000000,"took":612}"#,
        #"{"event":"video_start","time":1792500100000,"took":90}"#,
        #"{"event":"restarted","time":1792500200000,"took":90}"#,
      ],
      ["612000000 unclassified "]
    ),
    (
      "between two instants, of which the second may be missing or earlier",
      ["--map", "event=span", "--map", "launchEnd=end"],
      [
        #"{"span":"AppLaunch","time":1792500000000,"end":1792500000612}"#,
        #"{"span":"AppLaunch","time":1792500100000,"end":"2026-10-20T12:41:40.734Z"}"#,
        #"{"span":"AppLaunch","time":1792500200000,"end":1792500100000}"#,
        #"{"span":"http","time":1792500300000,"end":1792500300100}"#,
      ],
      ["612000000 unclassified ", "734000000 unclassified "]
    ),
    (
      "with the other events of its device, under names that say how it was started",
      ["--map", "launchDuration=duration_ms:ms", "--rename", "crash=process.exit:crash"],
      [
        #"{"time":"2026-10-20T12:40:00.612Z","event":"cold_launch","device":"D1","duration_ms":612}"#,
        #"{"time":"2026-10-20T12:40:03Z","event":"crash","device":"D1","reason":"SIGABRT 6"}"#,
        #"{"time":"2026-10-20T12:50:00.3Z","event":"warm_launch","device":"D1","duration_ms":300}"#,
        #"{"time":"2026-10-20T12:50:09Z","event":"applicationDidEnterBackground","device":"D1"}"#,
        #"{"time":"2026-10-20T12:51:00.4Z","event":"ColdLaunch","device":"D1","duration_ms":400}"#,
      ],
      ["612000000 cold ", "300000000 warm ", "400000000 cold "]
    ),
    (
      "which a truth value calls cold, in two sessions",
      ["--map", "launchDuration=launch_ms:ms", "--map", "startType=cold", "--map", "session=sid"],
      [
        #"{"event":"launch_finished","time":1792500000000,"launch_ms":612,"cold":false,"sid":"s1"}"#,
        #"{"event":"launch_finished","time":1792500600000,"launch_ms":300,"cold":true,"sid":"s1"}"#,
        #"{"event":"launch_finished","time":1792501200000,"launch_ms":400,"cold":true,"sid":"s2"}"#,
      ],
      ["612000000 warm ", "300000000 cold ", "400000000 cold "]
    ),
    (
      "after the other events of its launch, which it belongs to",
      ["--map", "launchDuration=launch_ms:ms"],
      [
        #"{"event":"process.start","time":"2026-10-20T12:40:00Z","device":"D1"}"#,
        #"{"event":"applicationDidBecomeActive","time":"2026-10-20T12:40:00.500Z","device":"D1"}"#,
        #"{"event":"app_start","time":"2026-10-20T12:40:00.700Z","device":"D1","launch_ms":612}"#,
      ],
      ["612000000 unclassified "]
    ),
    (
      "in rows of which others hold none",
      ["--map", "launchDuration=measurements.app_start_cold:ms"],
      [
        #"{"timestamp":"2026-10-20T12:40:00Z","measurements.app_start_cold":612}"#,
        #"{"timestamp":"2026-10-20T12:41:00Z","measurements.app_start_cold":null}"#,
        #"{"timestamp":"2026-10-20T12:42:00Z","measurements.app_start_cold":300}"#,
      ],
      ["612000000 cold ", "300000000 cold "]
    ),
    (
      "written as an event of the project's own",
      [],
      [
        #"{"event":"launch.measured","time":"2026-10-20T12:40:00Z","duration":612000000,"reason":"cold","appVersion":"4.9.0"}"#,
        #"{"event":"launch.measured","time":"2026-10-20T12:41:00Z","duration":5,"reason":"hot","appVersion":"4.9.0"}"#,
      ],
      ["612000000 cold 4.9.0", "- return 4.9.0"]
    ),
  ]

  /// What is said of each launch: nanoseconds, the kind, or why it does not count, and the version.
  private static func launches(_ outcome: Outcome) -> [String] {
    let rows = outcome.document["each"] as? [[String: Any]] ?? []
    return rows.map { row in
      let context = row["context"] as? [String: Any]
      let notCounted = row["notCounted"] as? String
      let nanos = (row["nanos"] as? Int).flatMap { notCounted == nil ? "\($0)" : nil }
      return "\(nanos ?? "-") \(notCounted ?? row["kind"] as? String ?? "") \(context?["appVersion"] as? String ?? "")"
    }
  }

  @Test(arguments: house.indices)
  func `a house log's records are launches, from a file and from a store that took it twice`(row: Int) throws {
    let (name, options, lines, launches) = Self.house[row]
    let place = Workplace()
    try place.write("log.jsonl", lines.joined(separator: "\n") + "\n")
    let report = ["report", "--launch-times", "--each", "--format", "json"]
    #expect(Self.launches(try place.run(report + options + ["log.jsonl"])) == launches, "\(name)")
    // Another export, which ends earlier.
    try place.write("part.jsonl", lines.dropLast().joined(separator: "\n") + "\n")
    _ = try place.run(["ingest", "--store", "s.db"] + options + ["log.jsonl"])
    _ = try place.run(["ingest", "--store", "s.db"] + options + ["part.jsonl"])
    #expect(Self.launches(try place.run(report + ["--store", "s.db"])) == launches, "\(name), from a store")
  }

  @Test func `a check says what it cannot judge of a length, and finds the budget exceeded`() throws {
    let place = Workplace()
    try place.write("log.jsonl", Self.house[1].lines.joined(separator: "\n") + "\n")
    let said = try place.run(["check"] + Self.house[1].options + ["log.jsonl"])
    #expect(said.code == 0)
    #expect(said.output.contains("not judged: all but the length of 2 launches: no event of them is recorded"))
    #expect(said.output.contains("launch.slow") && !said.output.contains("order."))
  }

  @Test func `a crash soon after a launch that a record measured is found`() throws {
    let place = Workplace()
    let lines = [
      #"{"time":"2026-10-20T12:40:00.612Z","event":"app_start","device":"D1","took":"612 ms"}"#,
      #"{"time":"2026-10-20T12:40:03Z","event":"Absturz","device":"D1"}"#,
      #"{"time":"2026-10-20T12:40:04Z","event":"tap","device":"D2"}"#,
    ]
    try place.write("log.jsonl", lines)
    let asked = try place.run("check", "log.jsonl")
    #expect(asked.errors.contains("--rename Absturz=process.exit:crash --keep lifecycle"), "\(asked)")
    let words = ["check", "--map", "launchDuration=took", "--keep", "lifecycle"]
    let said = try place.run(words + ["--rename", "Absturz=process.exit:crash", "log.jsonl"])
    #expect(said.code == 1 && said.output.contains("the process crashed 3.00 s after its launch"), "\(said)")
    // Without the renaming it is not dropped in silence.
    #expect(try place.run(words + ["log.jsonl"]).code == 3)
    let many = (0..<50).map { number in
      #"{"time":\#(1_792_500_000 + 60 * number),"event":"app_start","device":"D1","took":"300 ms"}"#
    }
    try place.write("log.jsonl", lines + many)
    let few = try place.run(words + ["log.jsonl"])
    #expect(few.code == 3 && few.errors.contains("names that say that the process ended are unknown: 'Absturz'"))
    #expect(few.errors.contains("--rename Absturz=process.exit:crash"), "\(few)")
  }

  @Test func `two versions are compared by the lengths in records`() throws {
    let place = Workplace()
    let lines = (0..<80).map { number in
      let isNew = number % 2 == 1
      let millis = (isNew ? 700 : 500) + number % 7 * 5
      return
        "{\"at\":\(1_792_500_000 + number * 60),\"launch_ms\":\(millis),"
        + "\"v\":\"\(isNew ? "4.9.1" : "4.9.0")\",\"kind\":\"cold\"}"
    }
    try place.write("log.jsonl", lines.joined(separator: "\n") + "\n")
    let options = ["--map", "launchDuration=launch_ms:ms", "--map", "time=at", "--map", "appVersion=v"]
    let said = try place.run(
      ["compare", "4.9.0", "4.9.1", "log.jsonl", "--map", "startType=kind"] + options)
    #expect(said.code == 1 && said.output.contains("slower"), "\(said)")
  }

  /// A mapping that is refused, and what is said.
  static let refused: [(mapping: String, message: String)] = [
    ("launchDuration=took:min", "'min' is no unit of a length, as in --map launchDuration=took:ms"),
    ("launchDuration=took:;ms", "';ms' is no unit of a length, as in --map launchDuration=took:ms"),
    ("launchduration=took:ms", "did you mean 'launchDuration'?"),
  ]

  @Test(arguments: refused)
  func `what is no unit is refused with what to write`(mapping: String, message: String) throws {
    let said = try Workplace().run(["report", "--launch-times", "--map", mapping, "log.jsonl"])
    #expect(said.code == 2 && said.errors.contains(message), "\(said)")
  }

  /// A mapping, the values under its key, the lengths that are read in microseconds, and a part of what is said.
  static let values: [(mapping: String, values: [String], lengths: [Int], said: String)] = [
    ("took", [#""612 ms""#, #""0,6 s""#, #""PT1.2S""#], [612_000, 600_000, 1_200_000], ""),
    (
      "took:s", [#""612 ms""#, "0.6", #""1,2 s""#], [612_000, 600_000, 1_200_000],
      #"1 value under 'took' has another unit than --map says, as "612 ms": that of the value counts"#
    ),
    ("took:ms", [#""161,0""#, #""0,5""#, #""1234,567""#], [161_000, 500, 1_234_567], ""),
    ("took:ms", [#""1,234""#, #""612,5""#], [1_234, 612_500], ""),
    ("took:ms", [#""1,234""#, #""1,234.5""#], [1_234_000, 1_234_500], ""),
    ("took:,ms", [#""1,234""#, #""612""#], [1_234, 612_000], ""), ("took:.ms", [#""1,234""#], [1_234_000], ""),
    ("took:,", [#""1,234 ms""#], [1_234], ""),
    (
      "took", ["612", #""734 ms""#], [734_000],
      "1 value under 'took' is not read, as 612 has no unit; say it, as in --map launchDuration=took:ms"
    ),
    (
      "took:ms", [#""1,234""#, #""612""#], [612_000],
      #"is not read, as the comma of "1,234" may be a decimal mark or part thousands"#
    ),
    ("took", ["612"], [], "as 612 has no unit; say it, as in --map launchDuration=took:ms"),
    ("took:ms", [#""1,234""#], [], "--map launchDuration=took:,ms or --map launchDuration=took:.ms"),
  ]

  @Test(arguments: values.indices)
  func `a value is read with its own unit and decimal mark, or asked for`(row: Int) throws {
    let (mapping, values, lengths, said) = Self.values[row]
    let place = Workplace()
    try place.write(
      "log.jsonl",
      values.enumerated().map { #"{"event":"app_start","time":\#(1_792_500_000 + 60 * $0),"took":\#($1)}"# })
    let report = ["report", "--launch-times", "--each", "--format", "json", "--map", "launchDuration=\(mapping)"]
    let outcome = try place.run(report + ["log.jsonl"])
    let rows = outcome.document["each"] as? [[String: Any]] ?? []
    #expect(rows.compactMap { ($0["nanos"] as? Int).map { $0 / 1000 } } == lengths, "\(outcome)")
    #expect(said.isEmpty ? outcome.errors.isEmpty : outcome.errors.contains(said), "\(outcome.errors)")
    if lengths.isEmpty { #expect(outcome.code == 3) }
  }

  /// A log of another tool's, and what `report --launch-times --each` says of its launches, with their ends.
  static let others: [(log: String, launches: [String])] = [
    (
      "datadog/rum.ndjson",
      [
        "612 datadog.processStart datadog.ttid cold", "212 datadog.load datadog.ttid prewarmed",
        "702 datadog.processStart datadog.active unclassified",
      ]
    ),
    (
      "datadog/api-page.json",
      ["612 datadog.processStart datadog.ttid cold", "512 datadog.processStart datadog.ttid warm"]
    ),
    (
      "firebase-performance/nested.jsonl",
      [
        "612 firebase.load firebase.afterActive unclassified", "712 firebase.load firebase.afterActive unclassified",
      ]
    ),
    (
      "firebase-performance/flat.jsonl",
      [
        "612 firebase.load firebase.afterActive unclassified", "712 firebase.load firebase.afterActive unclassified",
      ]
    ),
    (
      "xcresulttool/metrics.json",
      [
        "612 xctest.begin xctest.end unclassified", "734 xctest.begin xctest.end unclassified",
        "612 xctest.begin xctest.end unclassified", "1250 xctest.begin xctest.end unclassified",
      ]
    ),
    ("sentry/two.envelope", ["612 sentry.processStart sentry.appStartEnd cold"]),
    (
      "sentry/events.jsonl",
      [
        "412 sentry.processStart sentry.appStartEnd warm", "400 sentry.load sentry.appStartEnd prewarmed",
        "512 sentry.load sentry.appStartEnd prewarmed", "- - - unclassified", "- - - unclassified",
      ]
    ),
  ]

  @Test func `a crash that Datadog names ends the launch of its session, though a page has the newest first`() throws {
    let path = "\(Built.project)/Tests/Formats/datadog/crash-page.json"
    let check = try Workplace().run("check", "--all", "--format", "json", path)
    let findings = check.document["findings"] as? [[String: Any]] ?? []
    let found = findings.compactMap { finding in
      (finding["rule"] as? String).map { "\($0) \(finding["launch"] ?? "") \(finding["message"] ?? "")" }
    }
    #expect(found == ["launch.crashed s2 the process crashed 2.00 s after its launch"])
    // A line each, in either order, and in a file each.
    let place = Workplace()
    let page = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path))) as? [String: Any]
    let lines = try (page?["data"] as? [Any] ?? []).map { item in
      String(decoding: try JSONSerialization.data(withJSONObject: item, options: .sortedKeys), as: UTF8.self)
    }
    try place.write("newest-first.jsonl", lines)
    try place.write("oldest-first.jsonl", lines.reversed())
    let files = lines.indices.map { "\($0).json" }
    for (name, line) in zip(files, lines) { try place.write(name, [line]) }
    for logs in [["newest-first.jsonl"], ["oldest-first.jsonl"], files] {
      let said = try place.run(["check", "--all"] + logs)
      #expect(said.output.contains("2 launches") && said.output.contains("launch.crashed"), "\(said)")
    }
  }

  @Test func `an end is that of the last launch of its session that had begun`() throws {
    let place = Workplace()
    func measured(_ time: Int64, _ measure: String, _ millis: Int64) -> String {
      #"{"event":"launch.measured","launch":"s","time":\#(time + millis),"duration":\#(millis * 1_000_000),"kind":"\#(measure)"}"#
    }
    func crash(_ time: Int64) -> String {
      #"{"event":"process.exit","launch":"s","time":\#(time),"reason":"crash","source":"system"}"#
    }
    let begin: Int64 = 1_792_500_000_000
    let lines = [
      crash(begin - 9000), measured(begin, "datadog.ttid", 300), crash(begin + 3000),
      measured(begin + 60_000, "datadog.ttid", 350), measured(begin + 60_000, "datadog.ttfd", 900),
    ]
    for (name, order) in [("a.jsonl", lines), ("b.jsonl", lines.reversed())] {
      try place.write(name, order)
      let each = try place.run("report", "--launch-times", "--each", "--format", "json", name)
      #expect(Self.launches(each) == ["- no start ", "300000000 unclassified ", "350000000 unclassified "], "\(each)")
      let check = try place.run("check", "--all", name)
      #expect(check.output.contains("the process crashed 3.00 s after its launch"), "\(check)")
      #expect(check.output.contains("not judged: 1 step that is a crash"), "\(check)")
    }
  }

  @Test(arguments: others)
  func `what SDKs write of a launch is one launch, between ends of their own`(log: String, launches: [String]) throws {
    let path = "\(Built.project)/Tests/Formats/\(log)"
    let report = try Workplace().run([
      "report", "--launch-times", "--each", "--format", "json", path, "--max-rejects", "9",
    ])
    let rows = report.document["each"] as? [[String: Any]] ?? []
    let found = rows.map { row in
      let millis = (row["nanos"] as? Int).map { "\($0 / 1_000_000)" } ?? "-"
      return ([millis] + ["from", "to", "kind"].map { row[$0] as? String ?? "-" }).joined(separator: " ")
    }
    #expect(found == launches)
  }

  @Test func `launches of Instruments 26 and 27 are not compared, and it is said why`() throws {
    let place = Workplace()
    let logs = ["launch.xml", "launch-27.xml"].map { "\(Built.project)/Tests/Formats/xctrace/\($0)" }
    let why = "imes from systemInterface.start are of Instruments 27, which records no 'Process Creation'"
    for part in [["report"], ["report", "--launch-times"]] {
      let both = try place.run(part + ["--include", "debugger"] + logs)
      #expect(both.code == 0 && both.output.contains("t" + why), "\(both)")
      for log in logs { #expect(try !place.run(part + ["--include", "debugger", log]).output.contains(why)) }
    }
    let compared = try place.run("compare", "--include", "debugger", logs[0], logs[1])
    #expect(compared.output.contains("T" + why), "\(compared)")
    let rows = try place.run("compare", "--include", "debugger", "--format", "json", logs[0], logs[1]).document["rows"]
    let launches = (rows as? [[String: Any]] ?? []).filter { $0["measure"] as? String == "launch" }
    #expect(Set(launches.compactMap { $0["from"] as? String }) == ["start", "systemInterface.start"])
    #expect(launches.allSatisfy { $0["verdict"] as? String == "undecided" })
  }

  @Test func `a transaction of Sentry's without a launch is read as Sentry's, and no key is suggested`() throws {
    let place = Workplace()
    let record =
      #"{"type":"transaction","timestamp":1792500000,"release":"com.example.shop@4.9.0+4900","#
      + #""contexts":{"app":{"app_version":"4.9.0"}},"sdk":{"name":"sentry.cocoa","version":"9.0.0"}}"#
    try place.write("log.jsonl", record + "\n")
    let said = try place.run(["check", "log.jsonl"])
    #expect(said.errors.contains("read as sentry") && said.errors.contains("none of 1 record is about an app's life"))
    #expect(!said.errors.contains("--map"))
  }
}
