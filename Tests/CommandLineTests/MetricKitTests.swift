import Foundation
import Testing

/// MetricKit's payloads: what reports, checks and comparisons say of their sums.
@Suite(.tags(.large)) struct MetricKitTests {
  private let place = Workplace()

  /// Copies logs of `Tests/Formats/metrickit`.
  private func copy(_ names: String...) throws {
    for name in names {
      let path = "\(Self.folder)/\(name)"
      try place.write(name, Data(contentsOf: URL(fileURLWithPath: path)))
    }
  }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Formats/metrickit").path

  private static let times = """
    Counted by MetricKit: com.example.shop 4.9.0; 1 payload of one device, 3 to 4 Oct 2026; iPhone17,1; system 26.1
    version  measure                                               count  p50 within       p90 within     \
    longest within   compare with
    4.9.0    launch (timeToFirstDraw)                                 10  380 to 389 ms    -              \
    1.53 to 1.54 s   cold, warm, unclassified
    4.9.0    prewarmed launch (optimizedTimeToFirstDraw)               4  90.0 to 99.0 ms  -              \
    90.0 to 99.0 ms  prewarmed
    4.9.0    launch until usable (extendedLaunch)                      1  1.50 to 2.00 s   -              \
    1.50 to 2.00 s   fullyDrawn
    4.9.0    return (applicationResumeTime)                           67  200 to 209 ms    300 to 309 ms  \
    300 to 309 ms    resume
    4.9.0    most memory in one period (peakMemory)                    1  198 MB           -              \
    198 MB           -
    4.9.0    memory while suspended, on average (suspendedMemory)      1  71 MB            -              \
    71 MB            -
    """

  private static let ends = """

    Ends counted by MetricKit: 7 in the foreground, 15 in the background
    version  end                reason          count  share
    4.9.0    in the foreground  normal              6  86 %
    4.9.0    in the foreground  watchdog            1  14 %
      bears on launch.watchdog, process.killed, main-thread.blocked
    4.9.0    in the background  backgroundTask      2  13 %
      bears on background.killed, background.task-overrun, background.task-leaked
    4.9.0    in the background  memoryPressure     13  87 %
    sums show no single launch or end, so that no rule is broken for certain
    'tracetool explain RULE' explains the rule, 'tracetool explain kills' the reasons

    """

  @Test func `a report of payloads says app, days and device, times with their counts, and ends with their rules`()
    throws
  {
    try copy("english.json")
    let whole = Self.times + "\n" + Self.ends
    #expect(try place.run("report", "english.json").output == whole)
    #expect(try place.run("report", "--launch-times", "english.json").output == whole)
    let check = try place.run("check", "english.json")
    #expect(check.code == 3)
    #expect(check.output.hasPrefix(Self.times.prefix { $0 != "\n" } + "\nUNDECIDED: MetricKit's sums hold no launch"))
    #expect(check.output.hasSuffix(Self.ends))
    #expect(check.errors.contains("there is no launch to judge"))
    let document = try place.run("check", "--format", "json", "english.json").document
    #expect((document["verdict"] as? [String: Any])?["doubts"] as? [String] == ["noLaunch"])
    #expect(((document["metrics"] as? [String: Any])?["rows"] as? [Any])?.count == 10)
    for format in ["markdown", "github", "junit", "sarif"] {
      let output = try place.run("check", "--format", format, "english.json").output
      let line = "counted by MetricKit: 4.9.0: 1 × ends in the foreground, watchdog: see launch.watchdog, "
      #expect(output.contains(line), "\(format)")
      #expect(!output.contains("::error"))
    }
    let shown = try place.run("show", "english.json")
    #expect(shown.code == 3 && shown.errors.contains("'tracetool report' shows what MetricKit counted"))
  }

  @Test func `where there are launches as well both are shown, and a table for programs says what it lacks`() throws {
    try copy("english.json")
    let own = [("process.start", 1_790_000_000_000), ("launch.firstFrame", 1_790_000_000_400)]
    try place.write("own.jsonl", own.map { #"{"event":"\#($0)","launch":"a","app":"com.example.shop","time":\#($1)}"# })
    for part in [["report"], ["report", "--launch-times"]] {
      let output = try place.run(part + ["."]).output
      #expect(output.contains("400 ms") && output.contains(Self.times + "\n" + Self.ends), "\(part)")
    }
    let check = try place.run("check", ".")
    #expect(
      check.code == 0 && check.output.contains("1 launch") && check.output.hasSuffix(Self.times + "\n" + Self.ends))
    let sheet = try place.run("report", "--launch-times", "--format", "csv", ".")
    #expect(
      sheet.output.contains("400000000") && sheet.errors.contains("CSV holds one table, that of launches"))
    let alone = try place.run("report", "--launch-times", "--format", "csv", "english.json").output
    #expect(alone.contains("com.example.shop,4.9.0,timeToFirstDraw,,10,,380000000,389000000,,,1530000000,1539000000,"))
    let selected = try place.run("report", "--launch-times", "--where", "kind=unclassified", ".")
    #expect(!selected.output.contains("MetricKit"))
  }

  @Test func `a store says of payloads what their logs say, however often and in whatever form they came`() throws {
    try copy(
      "english.json", "languages.jsonl", "report-27.json", "reports-27.jsonl", "hangs.jsonl", "diagnostics-27.jsonl",
      "diagnostics.json")
    // A copy, in another file, with its keys in another order.
    let english = try Data(contentsOf: URL(fileURLWithPath: place.file("english.json")))
    let copy = try JSONSerialization.jsonObject(with: english)
    try place.write("copy.json", JSONSerialization.data(withJSONObject: copy))
    #expect(try place.run("ingest", "--store", "s.db", ".").code == 0)
    for words in [
      ["--format", "table"], ["--launch-times", "--format", "json"], ["--launch-times", "--format", "csv"],
    ] {
      let direct = try place.run(["report"] + words + ["."])
      let stored = try place.run(["report", "--store", "s.db"] + words)
      #expect(direct.output == stored.output && stored.code == 0)
    }
    let question = ["report", "--launch-times", "--format", "json", "--store", "s.db", "--app-version", "4.9.0"]
    let document = try place.run(question).document
    let rows = (document["metrics"] as? [String: Any])?["rows"] as? [[String: Any]]
    #expect(rows?.contains { $0["metric"] as? String == "timeToFirstDraw" && $0["unreadCount"] as? Int == 2 } == true)
    #expect((document["coverage"] as? [String: Any])?["launches"] as? Int == 0)
    let sum =
      "SELECT app, app_version, metric, sum(count) AS n FROM metric WHERE device_model = 'iPhone18,1' AND app_version = '5.1.0'"
    let most = sum + " AND reason IS NULL GROUP BY metric ORDER BY n DESC LIMIT 1"
    let said = try place.run("query", "--store", "s.db", "--format", "csv", most)
    #expect(said.output == "app,app_version,metric,n\r\ncom.example.shop,5.1.0,applicationResumeTime,12\r\n")
  }

  @Test func `hangs are counted by version, and each reason of an end has its rules`() throws {
    try copy("hangs.jsonl")
    let csv = try place.run("report", "--launch-times", "--format", "csv", "hangs.jsonl").output
    let rows = csv.split(separator: "\r\n").dropFirst().map { $0.dropFirst("com.example.shop,".count) }
    #expect(
      rows == [
        "4.8.0,hangDiagnostic,,1,,2500000000,2500000000,,,2500000000,2500000000,,,,,main-thread.blocked",
        "4.9.0,hangTime,,5,,260000000,269000000,,,1500000000,1749000000,,,,,main-thread.blocked",
        "4.9.0,hangDiagnostic,,2,1,4500000000,4500000000,,,4500000000,4500000000,,,,,main-thread.blocked",
        "4.9.0,launchDiagnostic,,1,,21000000000,21000000000,,,21000000000,21000000000,,,,,launch.slow",
        "4.9.0,foregroundExit,abnormal,2,,,,,,,,,,,,launch.crashed",
        "4.9.0,foregroundExit,badAccess,1,,,,,,,,,,,,launch.crashed",
        "4.9.0,foregroundExit,illegalInstruction,1,,,,,,,,,,,,launch.crashed",
        "4.9.0,foregroundExit,memoryLimit,1,,,,,,,,,,,,process.killed",
        "4.9.0,foregroundExit,normal,3,,,,,,,,,,,,",
        "4.9.0,foregroundExit,watchdog,1,,,,,,,,,,,,\"launch.watchdog, process.killed, main-thread.blocked\"",
        "4.9.0,backgroundExit,abnormal,1,,,,,,,,,,,,launch.crashed",
        "4.9.0,backgroundExit,backgroundTask,3,,,,,,,,,,,,"
          + "\"background.killed, background.task-overrun, background.task-leaked\"",
        "4.9.0,backgroundExit,badAccess,1,,,,,,,,,,,,launch.crashed",
        "4.9.0,backgroundExit,cpu,1,,,,,,,,,,,,background.killed",
        "4.9.0,backgroundExit,fileLock,2,,,,,,,,,,,,background.killed",
        "4.9.0,backgroundExit,illegalInstruction,1,,,,,,,,,,,,launch.crashed",
        "4.9.0,backgroundExit,memoryLimit,1,,,,,,,,,,,,\"background.killed, background.memory-not-released\"",
        "4.9.0,backgroundExit,memoryPressure,9,,,,,,,,,,,,",
        "4.9.0,backgroundExit,normal,5,,,,,,,,,,,,",
        "4.9.0,backgroundExit,watchdog,1,,,,,,,,,,,,\"background.killed, background.handler-overrun\"",
      ])
    for rule in Set(csv.matches(of: /[a-z-]+\.[a-z]+(-[a-z]+)*(?=[,"\r])/).map { String($0.0) })
    where rule != "example.shop" {
      #expect(try place.run("explain", rule).code == 0, "\(rule)")
    }
  }

  @Test(arguments: [
    ("report-27.json", ["5.1.0,timeToFirstDraw,,4,,390000000,399000000,,,410000000,419000000", "hangTime,,3,"]),
    // One day of each version counts, and no part of a day, no state.
    (
      "reports-27.jsonl",
      [
        "shop,5.1.0,timeToFirstDraw,,2,", "shop,5.2.0 and earlier,timeToFirstDraw,,5,",
        "shop,5.1.0,foregroundExit,watchdog,1,", "backgroundExit,backgroundTask,1,", "\r\n,,backgroundExit,thermal,2,",
      ]
    ),
    (
      "diagnostics-27.jsonl",
      [
        "hangDiagnostic,,1,,2600000000,", "launchDiagnostic,,1,,21500000000,",
        "cpuExceptionDiagnostic,,1,,48000000000,",
        "diskWriteExceptionDiagnostic,,1,,,", "crashDiagnostic,watchdog,1,,,,,,,,,,,,\"launch.watchdog,",
        "crashDiagnostic,backgroundTask,1,", "crashDiagnostic,fileLock,2,", "crashDiagnostic,crash,2,",
        "crashDiagnostic,moonPhase,1,", "memoryExceptionDiagnostic,memoryLimit,1,", "novelDiagnostic,,1,",
      ]
    ),
  ])
  func `reports of iOS 27 count each end, hang and launch once, under the name that payloads have for it`(
    name: String, expected: [String]
  ) throws {
    try copy(name)
    let csv = try place.run("report", "--launch-times", "--format", "csv", name).output
    for words in expected { #expect(csv.contains(words), "\(words) in \(csv)") }
    #expect(!csv.contains("cpuExceptionDiagnostic,cpu"))
  }

  @Test func `ends are held against how long the app ran, which by itself is nothing`() throws {
    try copy("report-27.json")
    let output = try place.run("report", "report-27.json").output
    #expect(output.contains("use in one period (totalForegroundTime)"))
    #expect(output.contains("the app ran for 15 min 5 s in the foreground in 1 report\n"), "\(output)")
    try place.write(
      "idle.json",
      [
        #"{"version":"2.0.0","timeRange":{"begin":812865600,"end":812952000},"environment":{},"stateEntries":[],"#,
        #""intervalEntries":[{"duration":{"value":86400,"unit":"s"},"states":[],"values":["#,
        #"{"totalForegroundTimeMetric":{"value":{"value":905,"unit":"s"}}}]}]}"#,
      ])
    let idle = try place.run("report", "idle.json")
    #expect(idle.code == 3 && idle.errors.contains("holds nothing about launches, ends or hangs"), "\(idle)")
  }

  @Test
  func `the page of a report shows what both kinds of MetricKit counted of each version, and a page of two sides`()
    throws
  {
    for (folder, shift) in [("one", 0), ("two", 60)] {
      for (number, version) in ["4.9.0", "5.0.0", "5.1.0"].enumerated() {
        let old = (0..<9).map { device in
          Self.payload(version, day: 1 + number, draws: [300 + shift + device * 10: 3], number: device)
        }
        try place.write("\(folder)/old-\(number).jsonl", old)
        let report = try String(contentsOfFile: "\(Self.folder)/report-27.json", encoding: .utf8)
        let new = report.replacing("5.1.0", with: version).replacing(/"value": (390|399|410|419)\b/) {
          "\"value\": \((Int($0.1) ?? 0) + shift)"
        }
        try place.write("\(folder)/new-\(number).json", [new])
      }
    }
    let page = try place.run("report", "--format", "html", "one").output
    #expect(page.contains("Counted by MetricKit") && page.contains("What MetricKit counted: no launch by itself"))
    for version in ["4.9.0", "5.0.0", "5.1.0"] { #expect(page.contains(">\(version)<"), "\(version)") }
    #expect(page.contains("watchdog") && page.contains("backgroundTask"))
    let compared = try place.run("compare", "--format", "html", "--fail-on", "never", "one", "two")
    #expect(compared.code == 0 && compared.output.contains("timeToFirstDraw by 60.0 ms"), "\(compared.errors)")
  }

  @Test func `words that Apple did not document are shown as such`() throws {
    try copy("diagnostics-27.jsonl")
    let output = try place.run("report", "diagnostics-27.jsonl").output
    #expect(output.contains("'moonPhase'"))
    #expect(output.contains("novelDiagnostic, which tracetool does not know"))
    #expect(!output.contains("could not be read"))
  }

  @Test func `a report that counts nothing is answered by why, and is nothing beside others`() throws {
    try copy("reports-27.jsonl")
    let lines = try place.read("reports-27.jsonl").split(separator: "\n").map(String.init)
    for (line, day, why) in [
      (2, "6 Oct 2026", "holds nothing about launches, ends or hangs"),
      (3, "10 to 11 Oct 2026", "counts by state alone: states are parts of a day and overlap"),
    ] {
      try place.write("one.json", lines[line])
      for command in ["report", "check"] {
        let outcome = try place.run(command, "one.json")
        #expect(outcome.code == 3 && outcome.errors.contains("MetricKit's report of \(day) \(why)"), "\(outcome)")
      }
      // A report without intervals is no other than one with an empty list of them.
      try place.write("one.json", lines[line].replacing(#""intervalEntries": [], "#, with: ""))
      let bare = try place.run("report", "one.json")
      #expect(bare.code == 3 && bare.errors.contains(why), "\(bare)")
      try place.write("both.jsonl", [lines[0], lines[line]])
      let both = try place.run("report", "both.jsonl")
      #expect(both.code == 0 && both.output.contains("; 1 payload of one device, 6 to 7 Oct 2026;"))
    }
  }

  @Test func `a day that both kinds of MetricKit counted is said`() throws {
    try copy("report-27.json")
    let meta =
      #"{"bundleIdentifier":"com.example.shop","deviceType":"iPhone18,1","osVersion":"iPhone OS 27.0 (24A435)"}"#
    func output(_ day: Int) throws -> String {
      let old = Self.payload("5.1.0", day: day, model: "iPhone18,1", draws: [390: 4])
      try place.write("old.jsonl", old.replacing(/"metaData":\{[^}]*\}/, with: "\"metaData\":\(meta)"))
      return try place.run("report", "old.jsonl", "report-27.json").output
    }
    #expect(try output(5).contains("2 payloads hold what both the old and the new MetricKit told of the same time"))
    #expect(try !output(7).contains("both the old and the new"))
  }

  /// A payload of an app's version with these buckets of time to first draw, in milliseconds, and ends in the background.
  private static func payload(
    _ version: String, day: Int, model: String = "iPhone15,2", device: String? = nil, draws: [Int: Int],
    killed: Int = 0,
    number: Int = 0
  ) -> String {
    let buckets = draws.keys.sorted().enumerated().map { place, start in
      let bounds = #""bucketStart":"\#(start) ms","bucketEnd":"\#(start + 9) ms""#
      return #""\#(place)":{"bucketCount":\#(draws[start] ?? 0),\#(bounds)}"#
    }
    let date = { (day: Int) in "2026-10-\(day < 10 ? "0" : "")\(day)" }
    let period = #""timeStampBegin":"\#(date(day)) 23:00:00 +0000","timeStampEnd":"\#(date(day + 1)) 22:59:00 +0000""#
    let meta = #"{"bundleIdentifier":"com.example.shop","deviceType":"\#(model)","osVersion":"iPhone OS 26.1 (23B82)"}"#
    let launches = #"{"histogrammedTimeToFirstDrawKey":{"histogramValue":{\#(buckets.joined(separator: ","))}}}"#
    let counters =
      #""cumulativeMemoryPressureExitCount":9,"cumulativeBackgroundTaskAssertionTimeoutExitCount":\#(killed)"#
    return "{" + (device.map { #""device_id":"\#($0)","# } ?? "")
      + #""appVersion":"\#(version)",\#(period),"metaData":\#(meta),"applicationLaunchMetrics":\#(launches),"#
      + #""applicationExitMetrics":{"backgroundExitData":{\#(counters)}},"#
      // What else a day has tells devices apart.
      + #""cpuMetrics":{"cumulativeCPUTime":"\#(number) sec"}}"#
  }

  /// 60 payloads of each version, of which head is slower by `shift` milliseconds.
  private func write(shift: Int) throws {
    var lines: [String] = []
    for (version, added) in [("4.8.0", 0), ("4.9.0", shift)] {
      for number in 0..<60 {
        var draws: [Int: Int] = [:]
        for launch in 0..<6 { draws[300 + added + (number * 37 + launch * 53) % 20 * 10, default: 0] += 1 }
        let model = number % 2 == 0 ? "iPhone15,2" : "iPhone16,1"
        lines.append(
          Self.payload(
            version, day: 1 + number % 20, model: model, draws: draws, killed: added > 0 ? number % 3 : 0,
            number: number))
      }
    }
    try place.write("payloads.jsonl", lines)
  }

  private func rows(_ words: String...) throws -> [[String: Any]] {
    let outcome = try place.run(
      ["compare", "4.8.0", "4.9.0", "payloads.jsonl", "--format", "json", "--fail-on", "never"] + words)
    #expect(outcome.code == 0)
    return outcome.document["rows"] as? [[String: Any]] ?? []
  }

  @Test func `two versions are compared by their histograms, a payload as one draw`() throws {
    try write(shift: 60)
    let found = try rows("--measure", "launch,overBudget,backgroundKilled,resume", "--budget", "launch=450ms")
    #expect(found.map { $0["measure"] as? String } == ["launch", "p90", "overBudget", "backgroundKilled"])
    #expect(found.map { $0["verdict"] as? String } == ["slower", "slower", "moreOften", "moreOften"])
    #expect(found.map { $0["kind"] as? String }.prefix(3).allSatisfy { $0 == "timeToFirstDraw" })
    #expect(found[3]["kind"] as? String == "backgroundExit")
    #expect(found[0]["differenceNanos"] as? Int == 60_000_000)
    let base = found[0]["base"] as? [String: Any]
    #expect(base?["launches"] as? Int == 360 && base?["units"] as? Int == 60)
    let table = try place.run("compare", "4.8.0", "4.9.0", "payloads.jsonl")
    #expect(table.code == 1)
    #expect(table.output.hasPrefix("4.8.0 (60 payloads of MetricKit) against 4.9.0 (60 payloads of MetricKit), "))
    #expect(table.output.contains("360 launches of 60 payloads against 360 of 60"))
    #expect(table.output.contains("A payload of MetricKit names no device"))
    let models = try rows("--by", "deviceModel").compactMap {
      ($0["by"] as? [[String: Any]])?.first?["value"] as? String
    }
    #expect(Set(models) == ["iPhone15,2", "iPhone16,1"])
    let wrong = try place.run("compare", "4.8.0", "4.7.0", "payloads.jsonl")
    #expect(wrong.code == 3 && wrong.errors.contains("the versions are 4.8.0, 4.9.0"))
  }

  @Test func `versions alike are the same, and a few payloads decide nothing`() throws {
    try write(shift: 0)
    let found = try rows("--margin", "60ms")
    #expect(found.map { $0["verdict"] as? String } == ["same", "same"])
    let lines = try place.read("payloads.jsonl").split(separator: "\n")
    try place.write("payloads.jsonl", [lines[0], lines[60]].map(String.init))
    let few = try rows()
    #expect(few.allSatisfy { $0["verdict"] as? String == "undecided" && $0["reason"] as? String == "tooFewDevices" })
    let table = try place.run("compare", "4.8.0", "4.9.0", "payloads.jsonl")
    #expect(table.output.contains("1 and 1 payloads are too few"))
  }

  @Test func `wide buckets decide nothing that lies within them`() throws {
    try write(shift: 30)
    let wide = try place.read("payloads.jsonl").replacing(/"bucketEnd":"(\d)\d\d ms"/) {
      "\"bucketEnd\":\"\($0.1)99 ms\""
    }
    .replacing(/"bucketStart":"(\d)\d\d ms"/) { "\"bucketStart\":\"\($0.1)00 ms\"" }
    try place.write("payloads.jsonl", wide)
    let found = try rows("--percentiles", "50")
    #expect(found.allSatisfy { $0["verdict"] as? String == "undecided" }, "\(found)")
  }

  @Test func `payloads that overlap are said, and a device that a collector names is one`() throws {
    let days = [(1, "a"), (1, "b"), (2, "a")]
    func output(_ names: Bool, _ days: [(Int, String)]) throws -> String {
      try place.write(
        "p.jsonl",
        days.enumerated().map { place, day in
          Self.payload("4.8.0", day: day.0, device: names ? day.1 : nil, draws: [300 + place * 10: 2])
        })
      return try place.run("report", "p.jsonl").output
    }
    let unnamed = try output(false, days)
    #expect(unnamed.contains("3 payloads of one device each"))
    #expect(
      unnamed.contains("2 payloads overlap in time with another of the same model and system: of other devices, or"))
    #expect(try !output(true, days).contains("overlap"))
    #expect(try output(true, [(1, "a"), (1, "a")]).contains("are of one device: what both count is counted twice"))
  }
}
