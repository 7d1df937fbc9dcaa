import Testing

/// `report --by` day, week, month or version: each row against the one before it.
@Suite(.tags(.large)) struct TrendTests {
  private let place = Workplace()

  init() throws { try place.write("versions.jsonl.gz", try Built.sample(file: "versions.jsonl.gz")) }

  private func groups(_ step: String, _ words: String...) throws -> [[String: Any]] {
    let words = ["report", "--by", step, "--format", "json"] + words
    return try place.run(words + ["versions.jsonl.gz"]).document["groups"] as? [[String: Any]] ?? []
  }

  private func values(_ row: [String: Any]) -> [String] {
    (row["by"] as? [[String: String]] ?? []).compactMap { $0["value"] }
  }

  @Test func `a row by version says what compare says of both versions`() throws {
    let compared = try place.run("compare", "4.8.0", "4.9.0", "versions.jsonl.gz", "--format", "json").document
    let rows = (compared["rows"] as? [[String: Any]] ?? []).filter { $0["measure"] as? String == "launch" }
    let trend = try groups("version", "--launch-times").filter { $0["against"] as? String == "4.8.0" }
    var found = 0
    for row in trend {
      let other = try #require(rows.first { $0["kind"] as? String == values(row)[0] })
      for name in ["differenceNanos", "marginNanos"] {
        #expect(row[name] as? Int == other[name] as? Int, "\(values(row)) \(name)")
      }
      #expect(row["p"] as? Double == other["p"] as? Double && row["reason"] as? String == other["reason"] as? String)
      if row["differenceNanos"] != nil { found += 1 }
    }
    #expect(found > 0)
  }

  @Test func `rows stand by kind, in the order of their weeks, with few launches said`() throws {
    let rows = try groups("week").filter { $0["count"] as? Int != 0 }
    #expect(
      rows.map(values) == [
        ["cold", "2025-W41"], ["cold", "2025-W42"], ["unclassified", "2025-W41"], ["warm", "2025-W41"],
        ["warm", "2025-W42"],
      ])
    #expect(rows.map { $0["verdict"] as? String } == [nil, "undecided", "tooFew", nil, "slower"])
    #expect(rows.map { $0["against"] as? String } == [nil, "2025-W41", nil, nil, "2025-W41"])
    // The document of one part has the same rows.
    #expect(try groups("week", "--launch-times").count == groups("week").count)
    #expect(try groups("month").map(values).contains(["warm", "2025-10"]))
    let table = try place.run("report", "--launch-times", "--by", "week", "versions.jsonl.gz").output
    #expect(table.contains("too few") && table.contains("slower"))
    let csv = try place.run("report", "--launch-times", "--by", "week", "--format", "csv", "versions.jsonl.gz").output
    #expect(csv.hasPrefix("kind,week,") && csv.contains(",slower,"))
  }

  @Test func `launches without a date come last, and are compared with none`() throws {
    func launch(_ number: Int, _ time: String) -> String {
      let head = #"{"launch":"l\#(number)","kindOf":"","app":"a.b","device":"d\#(number)""#
      return ["process.main", "app.didFinishLaunching", "scene.didActivate"].enumerated().map { step, event in
        let clock = time.isEmpty ? #""uptime":\#(step + 1)"# : #""time":"\#(time)T00:00:0\#(step)Z""#
        return #"\#(head),"event":"\#(event)","seq":\#(step),\#(clock)}"#
      }.joined(separator: "\n") + "\n"
    }
    try place.write("edge.jsonl", launch(1, "2027-01-01") + launch(2, "") + launch(3, "2026-12-27"))
    let outcome = try place.run("report", "--launch-times", "--by", "week", "--format", "json", "edge.jsonl")
    let rows = outcome.document["groups"] as? [[String: Any]] ?? []
    #expect(rows.map { values($0).last } == ["2026-W52", "2026-W53", "unknown"], "\(outcome.errors)\(outcome.output)")
    #expect(rows.last?["against"] == nil)
  }

  @Test func `two steps at once are refused`() throws {
    let outcome = try place.run("report", "--by", "day,week", "versions.jsonl.gz")
    #expect(outcome.code == 2 && outcome.errors.contains("one of day, week, month, version"))
  }

  @Test(arguments: [["report"], ["report", "--launch-times", "--by", "week"]])
  func `a report in Markdown has its tables, with texts as code`(_ words: [String]) throws {
    let text = try place.run(words + ["versions.jsonl.gz", "--format", "markdown"]).output
    #expect(text.hasPrefix("<!-- tracetool:report -->\n**`Launch times"))
    #expect(text.contains("| `warm` |") || text.contains("`warm` |"))
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(rows.count > 4 && rows.allSatisfy { $0.hasSuffix("|") })
  }

  @Test func `a launch in Markdown has its drawing as code`() throws {
    try place.write("shop.jsonl", try Built.sample(file: "shop.jsonl"))
    let text = try place.run("show", "317a3838", "shop.jsonl", "--format", "markdown").output
    #expect(text.hasPrefix("<!-- tracetool:show -->\n**`Launch 317a3838"))
    #expect(text.contains(/\nappInit +█+▓+ +200 ms +157 ms ◂\n/))
    #expect(text.split(separator: "\n").count { $0.hasPrefix("```") } == 2)
  }
}
