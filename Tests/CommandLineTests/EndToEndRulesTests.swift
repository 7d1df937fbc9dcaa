import Foundation
import Testing
import TraceAnalyzer
import TraceModel

/// The examples of the rules as a log, through the program.
@Suite(.tags(.large)) struct EndToEndRulesTests {
  /// One example, reported as a launch of its own.
  struct Example {
    var rule: RuleID
    var launch: String
    var lines: [String] = []
    /// Numbers of the lines at which the rule must find something.
    var marked: [Int] = []

    init(_ rule: RuleID, _ number: Int, _ text: String, hasSeq: Bool) {
      self.rule = rule
      launch = "\(rule.name) \(number)"
      for (index, line) in text.split(separator: "\n").enumerated() {
        var words = line.split(separator: " ").map(String.init)
        if words[0] == "▸" { marked.append(index + 1) }
        words.removeAll { $0 == "▸" }
        // `seq` of its own begins anywhere: shown as it stands.
        let hasOwn = words.contains { $0.hasPrefix("seq=") }
        var fields = [
          "launch": "\"\(launch)\"", "app": "\"\(launch)\"", "event": "\"\(words[2])\"",
        ]
        if hasSeq, !hasOwn { fields["seq"] = "\(index)" }
        // No whole seconds: a log of them is judged two seconds less finely.
        let nanos = 1_790_000_000_000_000_001 + Self.nanoseconds(words[0] + words[1])
        fields["time"] = "\(nanos)"
        for word in words.dropFirst(3) {
          let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
          let key = ["role": "sceneRole", "instance": "sceneInstance"][parts[0]] ?? parts[0]
          let isTime = ["duration", "uptime"].contains(key)
          let value = isTime ? "\(Self.nanoseconds(parts[1]))" : parts[1]
          let isNumber = isTime || ["seq", "memory", "attributes", "prewarmed", "success"].contains(key)
          fields[key] = isNumber ? value : "\"\(value)\""
        }
        lines.append(
          "{" + fields.sorted { $0.key < $1.key }.map { "\"\($0)\":\($1)" }.joined(separator: ",")
            + "}")
      }
    }

    static func nanoseconds(_ text: String) -> Int {
      let number = Double(text.prefix { $0.isNumber || $0 == "." }) ?? 0
      let unit = text.hasSuffix("ms") ? 1e6 : text.hasSuffix("min") ? 60e9 : 1e9
      return Int((number * unit).rounded())
    }
  }

  @Test(arguments: [false, true])
  func `a log of all examples is judged as they are marked`(hasSeq: Bool) throws {
    let examples = Catalogue.descriptions.flatMap { rule in
      (rule.found + rule.clean).enumerated().map {
        Example(rule.id, $0.offset, $0.element, hasSeq: hasSeq)
      }
    }
    let place = Workplace()
    try place.write("examples.jsonl", examples.flatMap(\.lines))
    _ = try place.run("ingest", "--store", "s.db", "examples.jsonl")
    let direct = try place.run("check", "--format", "json", "examples.jsonl")
    #expect(try place.run("check", "--format", "json", "--store", "s.db") == direct)
    try place.write("quirks.json", #"{"rules": {"quirks": true}}"#)
    let quirks = try place.run("check", "--config", "quirks.json", "--format", "json", "examples.jsonl")
    #expect(try place.run("check", "--config", "quirks.json", "--format", "json", "--store", "s.db") == quirks)
    #expect(quirks.output.contains("\"severity\":\"quirk\""))
    let findings = try #require(direct.document["findings"] as? [[String: Any]])
    var first = 0
    for example in examples {
      let lines = findings.filter {
        $0["rule"] as? String == example.rule.name && $0["launch"] as? String == example.launch
      }
      .compactMap { ($0["source"] as? [String: Any])?["line"] as? Int }
      #expect(lines.sorted() == example.marked.map { $0 + first }, "\(example.launch)")
      first += example.lines.count
    }
  }

  @Test func `the columns of a candidate hold what their names say`() throws {
    let examples = [
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate
        9 s app.willResignActive source=delegate
        10 s app.didEnterBackground source=delegate
        11 s task.begin task=1 name=upload
        41 s process.exit reason=backgroundTask source=system
      """,
      """
        0 s app.didFinishLaunching phase=begin
        1 s app.didFinishLaunching phase=end
        2 s launch.firstFrame
        3 s app.didBecomeActive phase=begin
        13 s process.exit reason=watchdog source=system
      """,
      """
        0 s app.didFinishLaunching osVersion=17.4
        1 s app.didBecomeActive osVersion=18.2
      """,
      """
        0 s process.start reason=location
        0.1 s app.didFinishLaunching phase=begin
        0.9 s app.didFinishLaunching phase=end
      """,
      """
        0 s process.start
        0.1 s process.main attributes={"protectedData":false}
        0.5 s app.didFinishLaunching
        1 s work.begin kind=keychain name=token
      """,
      """
        0 s app.didFinishLaunching
        1 s view.didLoad view=Feed viewInstance=1
        2 s view.didLoad view=Feed viewInstance=1
      """,
    ].enumerated().map { Example(.`process.killed`, $0.offset, $0.element, hasSeq: true) }
    let place = Workplace()
    try place.write("a.jsonl", examples.flatMap(\.lines))
    _ = try place.run("ingest", "--store", "s.db", "a.jsonl")
    let sql = "SELECT rule, view, task, name, subject, place FROM candidate WHERE event <> '' ORDER BY launch, n"
    let rows = try place.run("query", "--store", "s.db", "--format", "csv", sql).output.split(separator: "\r\n")
    let expected = [
      "background.killed,,1,backgroundTask,upload,background",
      "process.killed,,,watchdog,app.didBecomeActive,foreground",
      "main-thread.blocked,,,,,",
      "trace.conflict,,,18.2,17.4,",
      "main-thread.blocked,,,,,background",
      "launch.locked-access,,,token,keychain,",
      "order.view,Feed,,,,",
    ]
    #expect(rows.dropFirst().map(String.init) == expected)
    let found = try place.run("check", "--format", "json", "a.jsonl").document["findings"] as? [[String: Any]] ?? []
    let tasks = Set(found.compactMap { $0["task"] as? String })
    #expect(found.contains { $0["rule"] as? String == "process.killed" } && tasks == ["1"])
  }

  @Test(arguments: [
    ("attributes", "App 7 does not adopt UIScene lifecycle yet", "warning"),
    ("reason", "UIScene lifecycle will soon be required. Failure to adopt will assert.", "warning"),
    ("message", "UIScene life cycle is required for apps built with this SDK.", "error"),
    ("reason", "the scene does adopt the UIScene lifecycle", nil),
  ])
  func `what a log says of scenes is reported, in whatever event`(
    key: String, text: String, severity: String?
  ) throws {
    let place = Workplace()
    try place.write(
      "log.jsonl",
      [
        #"{"launch":"L","time":1790000000000000000,"event":"process.start"}"#,
        #"{"launch":"L","time":1790000001000000000,"event":"log.message","\#(key)":"\#(text)"}"#,
        #"{"launch":"L","time":1790000002000000000,"event":"scene.willConnect","scene":"A"}"#,
      ])
    let direct = try place.run("check", "--format", "json", "log.jsonl")
    _ = try place.run("ingest", "--store", "s.db", "log.jsonl")
    #expect(
      try place.run("check", "--format", "ndjson", "--store", "s.db").output
        == place.run("check", "--format", "ndjson", "log.jsonl").output)
    let findings = try #require(direct.document["findings"] as? [[String: Any]])
    let reported = findings.filter { $0["rule"] as? String == "order.no-scenes" }
    #expect(reported.map { $0["severity"] as? String } == (severity.map { [$0] } ?? []))
    #expect(reported.allSatisfy { ($0["source"] as? [String: Any])?["line"] as? Int == 2 })
  }
}
