import Foundation
import Testing

@testable import tracemaker

/// What is exported and taken in again is what it was.
@Suite(.tags(.large)) struct ExportTests {
  static let identity = EndToEndIdentityTests()

  /// Exports a store, takes that into another and compares the two; returns what was exported.
  @discardableResult
  func roundTrip(_ place: Workplace, _ store: String = "s.db") throws -> String {
    let outcome = try place.run("export", "--store", store, "--output", "x.jsonl")
    #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome.errors)")
    let lines = String(decoding: try Data(contentsOf: URL(fileURLWithPath: place.file("x.jsonl"))), as: UTF8.self)
    let intake = try Self.identity.ingest(place, "x.jsonl", store: "again.db")
    #expect(intake["new"] == lines.utf8.count { $0 == 10 } && intake["misfits"] == 0)
    #expect(try Self.identity.events(place, "again.db") == Self.identity.events(place, store))
    #expect(try Self.identity.answers(place, "again.db") == Self.identity.answers(place, store))
    #expect(try place.run("export", "--store", "again.db").output == lines)
    // Beside what it was made from, nothing of it is new.
    #expect(try Self.identity.ingest(place, "x.jsonl", store: store)["new"] == 0)
    return lines
  }

  @Test(arguments: EndToEndIdentityTests.sorts.keys.sorted(), [UInt64(601), 602].suffix(Built.isSanitized ? 1 : 2))
  func `made traces survive, from files that overlap`(sort: String, seed: UInt64) throws {
    let place = Workplace()
    let lines = madeLines(6, seed: seed, EndToEndIdentityTests.sorts[sort] ?? .init())
    try place.write("a.jsonl", Array(lines.prefix(lines.count * 2 / 3)))
    try place.write("b.jsonl", Array(lines.dropFirst(lines.count / 3)))
    try Self.identity.ingest(place, "a.jsonl", "b.jsonl")
    let whole = try roundTrip(place)
    // In whatever order they were taken in.
    try Self.identity.ingest(place, "b.jsonl", store: "t.db")
    try Self.identity.ingest(place, "a.jsonl", store: "t.db")
    let other = try place.run("export", "--store", "t.db")
    #expect(other.output == whole)
  }

  @Test func `a timeline is the same for any order of logs, and of a launch that show writes`() throws {
    let place = Workplace()
    let lines = madeLines(6, seed: 603)
    let half = lines.count / 2
    try place.write("a.jsonl", Array(lines.prefix(half)))
    try place.write("b.jsonl", Array(lines.dropFirst(half)))
    for (store, names) in [("s.db", ["a.jsonl", "b.jsonl"]), ("t.db", ["b.jsonl", "a.jsonl"])] {
      for name in names { #expect(try place.run("ingest", name, "--store", store).code == 0) }
    }
    for align in ["start", "wall"] {
      let words = ["export", "--format", "chrome", "--align", align, "--store"]
      let one = try place.run(words + ["s.db"])
      let other = try place.run(words + ["t.db"])
      #expect(one.code == 0 && one.output == other.output, "\(one.errors)")
      #expect(try JSONSerialization.jsonObject(with: Data(one.output.utf8)) is [String: Any])
    }
  }

  @Test(arguments: [
    (["--align", "wall"], 2, "add '--format chrome'"), (["--format", "chrome", "--redact"], 2, "redacts nothing"),
    (["--format", "otlp", "--align", "wall"], 2, "add '--format chrome'"),
    (["--format", "otlp", "--redact"], 2, "redacts nothing"),
    (["none.jsonl"], 4, "none.jsonl"),
    (["--format", "chrome", "--launch", "nobody"], 3, "none of 1 launch"),
    (["--format", "otlp", "--launch", "nobody"], 3, "none of 1 launch"),
    (["--format", "chrome", "--output", "no/such"], 4, "cannot write"),
  ])
  func `a timeline that cannot be written says why`(_ words: [String], _ code: Int32, _ message: String) throws {
    let place = Workplace()
    try place.write("a.jsonl", madeLines(1, seed: 604))
    #expect(try place.run("ingest", "a.jsonl", "--store", "s.db").code == 0)
    let outcome = try place.run(["export", "--store", "s.db"] + words)
    #expect(outcome.code == code && outcome.errors.contains(message), "\(outcome)")
  }

  @Test(arguments: [
    [], ["--format", "chrome"], ["--format", "otlp"], ["--app-version", "4.9.0"], ["--redact-key", "team.key"],
    ["--app-version", "4.9.0", "--format", "otlp"],
  ])
  func `logs are exported as the store that they are read into`(_ words: [String]) throws {
    let place = Workplace()
    try place.write("team.key", "a key that the team shares")
    let lines = madeLines(6, seed: 605)
    try place.write("logs/a.jsonl", Array(lines.prefix(lines.count * 2 / 3)))
    try place.write("logs/b.jsonl", Array(lines.dropFirst(lines.count / 3)))
    try place.write("logs/c.jsonl", try Built.sample("shop"))
    try place.write(
      "logs/d.jsonl",
      [
        #"{"time":1792500000,"event":"process.start"}"#, #"{"time":1792500001,"event":"house.word"}"#, "no record",
        #"{"time":1792500002,"event":"launch.firstFrame"}"#,
      ])
    #expect(try place.run("ingest", "logs", "--store", "s.db").code == 0)
    let stored = try place.run(["export", "--store", "s.db"] + words)
    let direct = try place.run(["export", "logs"] + words)
    #expect(stored.code == 0 && direct.code == 0, "\(direct.errors)")
    #expect(direct.output == stored.output && !direct.output.isEmpty)
    // The log is as good as those that it was made from.
    guard words.isEmpty else { return }
    try place.write("x.jsonl", direct.output)
    #expect(try place.run("export", "x.jsonl").output == direct.output)
  }

  /// Beside the sample: every form of odd lines, other formats, one of them without a wall clock, and one that holds JSON.
  @Test func `an export for OpenTelemetry holds the same events`() throws {
    let place = Workplace()
    try place.write("shop.jsonl", try Built.sample("shop"))
    let message = #"{"eventMessage":"a","machTimestamp":1,"timestamp":"2026-10-20 09:00:00.000000+0000"}"#
    try place.write("console.ndjson", [message])
    try place.write("uptime.jsonl", [#"{"uptime":5,"event":"process.start","launch":"U"}"#])
    for (number, lines) in Self.odd.map(\.value).enumerated() { try place.write("odd\(number).jsonl", lines) }
    let words = ["--store", "s.db", "--max-rejects", "100%"]
    #expect(try place.run(["ingest", "."] + words).code == 0)
    let whole = try place.run("export", "--store", "s.db", "--output", "a.jsonl")
    #expect(whole.code == 0)
    for store in ["t.db", "u.db"] {
      let outcome = try place.run("export", "--store", "s.db", "--format", "otlp", "--output", "o.jsonl")
      #expect(outcome.code == 0 && outcome.errors.contains("without a wall clock"), "\(outcome)")
      if store == "t.db" { #expect(try place.run("ingest", "o.jsonl", "--store", store).code == 0) }
    }
    #expect(try place.run("export", "--store", "t.db", "--output", "b.jsonl").code == 0)
    let before = try place.read("a.jsonl").split(separator: "\n").sorted()
    #expect(try place.read("b.jsonl").split(separator: "\n").sorted() == before && before.count > 517)
    // A launch alone keeps its kind, which rests on the one before it.
    let one = ["report", "--launch-times", "--each", "--format", "csv", "--launch", "317a3838"]
    let selected = ["export", "--launch", "317a3838", "--format", "otlp", "--store", "s.db", "--output", "p.jsonl"]
    #expect(try place.run(selected).code == 0)
    let times = try place.run(one + ["p.jsonl"]).output
    #expect(try times.contains(",cold,") && times == place.run(one + ["--store", "s.db"]).output)
  }

  @Test(arguments: [
    ("shop.chrome.json", ["--format", "chrome"]), ("shop.otlp.jsonl", ["--format", "otlp", "--launch", "317a3838"]),
  ])
  func `the sample gives these bytes`(_ name: String, _ words: [String]) throws {
    let place = Workplace()
    try place.write("shop.jsonl", try Built.sample("shop"))
    #expect(try place.run("ingest", "shop.jsonl", "--store", "s.db").code == 0)
    try KeptText.expect(place.run(["export", "--store", "s.db"] + words).output, in: "Tests/Export/expected/\(name)")
  }

  @Test func `a name that ends in gz is that of a compressed file, the same for the same text`() throws {
    let place = Workplace()
    let times = ["report", "--launch-times", "--format", "json", "shop.jsonl", "--output"]
    try place.write("shop.jsonl", try Built.sample("shop"))
    for name in ["a.json", "a.json.gz", "b.json.gz"] { #expect(try place.run(times + [name]).code == 0) }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: place.file("a.json.gz")))
    #expect(try bytes == Data(contentsOf: URL(fileURLWithPath: place.file("b.json.gz"))))
    // Magic number, deflate, no name, no time: RFC 1952, section 2.3.
    #expect(Array(bytes.prefix(8)) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0])
    #expect(try place.shell("gzip -dc a.json.gz").output == place.read("a.json"))
    // Without the program nothing is there but what was.
    let outcome = try place.start(times + ["c.json.gz"], environment: ["PATH": "/nowhere"]).wait()
    #expect(outcome.code == 4 && outcome.errors.contains("gzip"), "\(outcome)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).count == 4)
  }

  @Test func `too many launches for one timeline are refused`() throws {
    let place = Workplace()
    let lines = (0...200).map { #"{"time":\#(1_760_000_000 + $0),"event":"process.start","launch":"l\#($0)"}"# }
    try place.write("a.jsonl", lines)
    #expect(try place.run("ingest", "a.jsonl", "--store", "s.db").code == 0)
    for format in ["chrome", "otlp"] {
      let outcome = try place.run("export", "--store", "s.db", "--format", format)
      #expect(outcome.code == 2 && outcome.output.isEmpty && outcome.errors.contains("201 launches"), "\(outcome)")
    }
    #expect(try place.run("export", "--store", "s.db", "--format", "chrome", "--launch", "l20").code == 0)
  }

  @Test func `lines for earlier launches alone are no launch`() throws {
    let place = Workplace()
    try place.write("a.jsonl", [#"{"time":1760000000,"event":"launch.earlier","launch":"L"}"#])
    let outcome = try place.run("check", "a.jsonl")
    #expect(outcome.code == 3 && outcome.errors.contains("there is no launch; add the logs of one"), "\(outcome)")
  }

  @Test func `what a check of an export says otherwise is what help says`() throws {
    let place = Workplace()
    let line = { (seq: Int, time: String, event: String) in
      #"{"launch":"l","seq":\#(seq),"time":"\#(time)","event":"\#(event)"}"#
    }
    let day = "2025-10-09T08:53:2"
    try place.write(
      "a.jsonl",
      [
        line(0, day + "0Z", "app.didFinishLaunching"), line(1, "nonsense", "data.save"),
        line(2, day + "2Z", "app.didBecomeActive"), line(2, day + "2Z", "app.willResignActive"),
        line(3, day + "3Z", "app.willResignActive"),
      ])
    #expect(try place.run("ingest", "a.jsonl", "--store", "s.db", "--max-rejects", "100%").code == 0)
    #expect(try place.run("export", "--store", "s.db", "--output", "x.jsonl").code == 0)
    let rules = { (words: [String]) in
      let lines = try place.run(["check", "--format", "ndjson", "--max-rejects", "100%"] + words).output
      return Set(["trace.conflict", "trace.gap"].filter { lines.contains("\"\($0)\"") })
    }
    let before = try rules(["--store", "s.db"])
    let after = try rules(["x.jsonl"])
    #expect(before == ["trace.conflict"] && after == ["trace.gap"])
    let help = try place.run("export", "--help").output
    for rule in before.symmetricDifference(after) { #expect(help.contains("(\(rule))")) }
  }

  /// Lines that say what only their place in a file says, or what few records hold.
  static let odd: KeyValuePairs<String, [String]> = [
    "what later lines inherit": [
      #"{"time":1763632800,"event":"process.start","device":"D","app":"a.b","boot":"B","pid":1,"simulator":true}"#,
      #"{"time":1763632801,"event":"process.start","pid":2}"#, #"{"time":1763632802,"event":"process.main"}"#,
    ],
    "neither stream nor launch": [
      #"{"time":1763632800,"event":"process.start"}"#, #"{"time":1763632801,"event":"app.didBecomeActive"}"#,
    ],
    "a record twice": [
      #"{"time":1763632801,"event":"app.didBecomeActive","pid":3}"#,
      #"{"time":1763632801,"event":"app.didBecomeActive","pid":3}"#,
    ],
    "a clock that steps back": [
      #"{"time":1763632801,"event":"app.didBecomeActive","pid":3}"#,
      #"{"time":1763632800,"event":"app.didEnterBackground","pid":3}"#,
    ],
    "lines that are none": [
      #"{"time":1763632801,"event":"process.start","pid":3}"#, "{", "[]",
      #"{"time":1763632802,"event":"app.didBecomeActive","pid":3}"#,
    ],
    "odd values": [
      #"{"time":"1999-12-31T23:59:59.000000001Z","event":"nobody knows","launch":"L","x":1.50e3,"y":{"b":[1,"\u0000é"]}}"#,
      #"{"uptime":17,"event":"scene.willConnect","phase":"halfway \"there\"","launch":"L","task":12,"scene":"\/\u2028"}"#,
      #"{"time":1763632801,"event":"app.didBecomeActive","launch":"L","duration":3.7,"memory":"12","source":"odd"}"#,
      #"{"time":1763632802,"event":"scene.didActivate","launch":"L","records":["scene.didActivate","own"],"reason":"x"}"#,
      #"{"time":1763632802,"event":"scene.didActivate","launch":"M","records":[]}"#,
      #"{"time":1763632803,"event":"app.openURL","launch":"L","attributes":{"attributes":{}},"name":"\"attributes\":{}"}"#,
      #"{"time":1763632804,"event":"app.openURL","launch":"L","origin":"elsewhere","debugger":true,"success":false}"#,
      #"{"time":1763632805,"event":"app.openURL","launch":"L","origin":{"host":"elsewhere"},"prewarmed":true}"#,
      #"{"time":1763632806,"event":"app.openURL","launch":"L","origin":{"format":"ips","lost":-1}}"#,
    ],
  ]

  @Test(arguments: odd.map(\.key))
  func `what stands between the lines survives`(what: String) throws {
    let place = Workplace()
    let lines = Self.odd.first { $0.key == what }?.value ?? []
    try place.write("a.jsonl", lines)
    // Another file whose lines say as little is another stream, and its clock another clock.
    try place.write("b.jsonl", [#"{"time":1763632700,"event":"house.keeping"}"#] + lines)
    try Self.identity.ingest(place, "a.jsonl", "b.jsonl")
    try roundTrip(place)
  }

  @Test(arguments: ["shop", "app-based", "interleaved"])
  func `samples survive, also launch by launch`(name: String) throws {
    let place = Workplace()
    try place.write("a.jsonl", try Built.sample(name))
    try Self.identity.ingest(place, "a.jsonl")
    let whole = try roundTrip(place)
    let times = try place.run("report", "--launch-times", "--each", "--format", "json", "--store", "s.db").document
    let launches = (times["each"] as? [[String: Any]] ?? []).compactMap { $0["launch"] as? String }
    #expect(!launches.isEmpty)
    let parts = try launches.map { try place.run("export", "--launch", $0, "--store", "s.db").output }
    let own = parts.joined().split(separator: "\n").filter { !$0.contains(#""event":"launch.earlier""#) }
    #expect(own.sorted() == whole.split(separator: "\n").sorted())
    for app in ["com.example", "COM.EXAMPLE.SHOP"] {
      let part = try place.run("export", "--where", "app=\(app)", "--store", "s.db")
      #expect(app == "com.example" || name != "shop" ? part.code == 3 : part.output == whole)
    }
  }

  @Test func `a redacted export names nobody and judges alike`() throws {
    let place = Workplace()
    var lines = try String(decoding: Built.sample("shop"), as: UTF8.self).split(separator: "\n").map(String.init)
    lines += [
      #"{"event":"process.start","time":1770000000,"launch":"secret-launch","device":"SECRET-D","app":"se.cret.app"}"#,
      #"{"event":"view.didLoad","time":1770000001,"launch":"secret-launch","view":"SecretView","viewInstance":"secret9"}"#,
      #"{"event":"secret.purchase","time":1770000002,"launch":"secret-launch","card":4111111111111111,"thread":"secret"}"#,
      #"{"event":"task.begin","time":1770000003,"launch":"secret-launch","task":"secret-1","name":"secretname","system":true}"#,
      #"{"event":"process.exit","time":1770000004,"launch":"secret-launch","reason":"because of secret Jane Doe"}"#,
      #"{"event":"process.start","time":1770000010,"launch":"refused-secret","device":"secret-d"}"#,
      #"{"event":"process.exit","time":1770000011,"launch":"refused-secret","log":"UIScene life cycle is required for apps built with this SDK, secret","reason":"crash"}"#,
      #"{"event":"process.start","time":1770000020,"launch":"slow-secret"}"#,
      #"{"event":"process.exit","time":1770000041,"launch":"slow-secret","watchdog":{"event":"scene-create secret"},"reason":"watchdog"}"#,
      #"{"event":"process.start","time":1770000050.5,"launch":"granted-secret"}"#,
      #"{"event":"process.exit","time":1770000071,"launch":"granted-secret","reason":"watchdog","report":"scene-create secret: time allowance of 10.50 seconds"}"#,
      #"{"event":"process.start","time":1770000080.5,"launch":"locked-secret","reason":"location","protectedData":false}"#,
      #"{"event":"app.didFinishLaunching","time":1770000081,"launch":"locked-secret"}"#,
      #"{"event":"work.begin","time":1770000082,"launch":"locked-secret","kind":"keychain","name":"secret"}"#,
      #"{"event":"task.begin","time":1770000083,"launch":"locked-secret","task":3}"#,
      #"{"event":"task.expire","time":1770000084,"launch":"locked-secret","task":3,"stillRunning":true}"#,
    ]
    try place.write("a.jsonl", lines)
    try place.write("key", "sixteen bytes and some".utf8)
    try Self.identity.ingest(place, "a.jsonl")
    let redact = ["export", "--store", "s.db", "--quiet", "--redact-key", "key", "--output"]
    #expect(try place.run(redact + ["r.jsonl"]).code == 0)
    #expect(try place.run(redact + ["again.jsonl"]).code == 0)
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: place.file("r.jsonl"))), as: UTF8.self)
    #expect(try Data(contentsOf: URL(fileURLWithPath: place.file("again.jsonl"))) == Data(text.utf8))
    #expect(!text.lowercased().contains("secret") && !text.contains("Jane") && !text.contains("4111111111111111"))
    let originals = try Database(place.file("s.db")).run(
      """
      SELECT launch FROM event UNION SELECT device FROM event UNION SELECT app FROM event UNION SELECT boot FROM event
      UNION SELECT scene FROM event UNION SELECT scene_instance FROM event UNION SELECT view FROM event
      UNION SELECT name FROM event
      """
    ).flatMap(\.self).filter { $0 != "NULL" }
    #expect(originals.count > 40)
    for original in originals { #expect(!text.contains(original)) }

    try Self.identity.ingest(place, "r.jsonl", store: "r.db")
    let quirks = try place.write("quirks.json", #"{"rules": {"quirks": true}}"#)
    func verdicts(_ store: String) throws -> [[String]] {
      let check = try place.run("check", "--all", "--config", quirks, "--format", "json", "--store", store).document
      return (check["findings"] as? [[String: Any]] ?? []).map { finding in
        ["rule", "severity", "confidence", "event", "seq", "time", "measuredNanos", "budgetNanos"].map {
          "\(finding[$0] ?? "")"
        }
      }
    }
    #expect(try verdicts("r.db").map(\.description).sorted() == verdicts("s.db").map(\.description).sorted())
    for rule in ["order.no-scenes", "launch.locked-access", "background.task-leaked"] {
      #expect(try verdicts("s.db").contains { $0[0] == rule }, "\(rule)")
    }
    #expect(try verdicts("s.db").contains { $0[0] == "launch.watchdog" && $0[7] == "10500000000" })
    for part in ["--launch-times", "--launch-phases"] {
      let report = ["report", part, "--by", "appVersion,kind", "--format", "json", "--store"]
      #expect(try place.run(report + ["r.db"]) == place.run(report + ["s.db"]))
    }
    let random = try (0..<2).map { _ in try place.run("export", "--redact", "--store", "s.db").output }
    #expect(random[0] != random[1] && !random[0].lowercased().contains("secret"))
  }

  @Test func `what cannot be exported is reported`() throws {
    let place = Workplace()
    #expect(try place.run("export").code == 4)
    try place.write("empty.jsonl", [String]())
    _ = try place.run("ingest", "empty.jsonl")
    #expect(try place.run("export").code == 3)
    try place.write("a.jsonl", [#"{"time":1763632800,"event":"process.start","launch":"L"}"#])
    try place.write("short", "password".utf8)
    try Self.identity.ingest(place, "a.jsonl", store: "tracetool.db")
    for (words, code) in [
      (["--where", "app=none"], 3), (["--redact-key", "short"], 2), (["--redact-key", "missing"], 4),
      (["--format", "csv"], 2), (["--output", "tracetool.db"], 2),
      (["--output", "no/such/folder"], 4), (["--format", "jsonl"], 0),
    ] { #expect(try place.run(["export"] + words).code == code, "\(words)") }
  }
}
