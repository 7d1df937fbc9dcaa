import Testing

/// Stays in the background as queries and reports show them.
@Suite(.tags(.large)) struct StayQueryTests {
  /// A launch whose events come at these seconds.
  private static func launch(_ seconds: [(Double, String)]) -> [String] {
    seconds.map { second, event in
      let millis = Int(second * 1000)
      return #"{"launch":"l","time":\#(1_760_000_000_000 + millis),"event":"\#(event)","app":"a"}"#
    }
  }

  private static let away = launch([
    (0, "process.start"), (0.3, "app.didFinishLaunching"), (0.5, "app.didBecomeActive"), (60, "app.willResignActive"),
    (60.6, "app.didEnterBackground"), (300.6, "app.willEnterForeground"), (301, "app.didBecomeActive"),
  ])

  @Test func `a query has a row for each stay, with the time away`() throws {
    let place = Workplace()
    try place.write("a.jsonl", Self.away)
    #expect(try place.run("ingest", "a.jsonl").code == 0)
    let query = #"SELECT launch, n, "end", nanos, away_nanos, handler_nanos, covered FROM stay"#
    let stays = try place.run("query", "--format", "csv", query).output
    #expect(
      stays == "launch,n,end,nanos,away_nanos,handler_nanos,covered\r\nl,0,suspended (inferred),0,240000000000,,0\r\n")
    let joined = "SELECT launch.kind, stay.away_nanos FROM stay JOIN launch USING (stream, ordinal)"
    #expect(try place.run("query", "--format", "csv", joined).output.hasSuffix("unclassified,240000000000\r\n"))
    let report = try place.run("report", "--background", "--store", "tracetool.db").output
    #expect(report.contains("away, until the return"), "\(report)")
  }

  @Test func `on a clock of whole seconds no time of 0 ms is printed`() throws {
    let place = Workplace()
    try place.write(
      "a.jsonl",
      Self.launch([
        (0, "process.start"), (0, "app.didFinishLaunching"), (0, "app.didBecomeActive"), (60, "app.willResignActive"),
        (60, "app.didEnterBackground"), (300, "app.willEnterForeground"), (300, "app.didBecomeActive"),
      ]))
    let questions = [
      ["report", "--launch-times", "a.jsonl"], ["report", "--launch-times", "--each", "a.jsonl"],
      ["report", "--launch-phases", "a.jsonl"], ["report", "--background", "a.jsonl"], ["report", "a.jsonl"],
      ["show", "l", "a.jsonl"],
    ]
    for question in questions {
      let output = try place.run(question).output
      #expect(output.firstMatch(of: /(^|[^0-9.])0 ms/) == nil, "\(question): \(output)")
    }
    #expect(try place.run("report", "--launch-times", "a.jsonl").output.contains("< 1 s"))
    let finer = try place.run("report", "--background", "--format", "json", "a.jsonl").output
    #expect(finer.contains(#""isOnWholeSeconds":true"#))
  }
}
