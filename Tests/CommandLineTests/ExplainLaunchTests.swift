import Testing

/// What `show LAUNCH` says of one launch beside its events.
@Suite(.tags(.large)) struct ExplainLaunchTests {
  private func shop() throws -> Workplace {
    let place = Workplace()
    try place.write("shop.jsonl", Built.sample("shop"))
    return place
  }

  @Test func `a launch is explained in words, and shown event by event`() throws {
    let place = try shop()
    try ShowTests.expect(place.run("show", "317a", "shop.jsonl", "--budget", "launch=390ms").output, as: "show-shop")
  }

  @Test func `its numbers are those of the report`() throws {
    let place = try shop()
    let report = try place.run("report", "--slowest", "1", "shop.jsonl").output
    #expect(report.contains("\n317a3838  489 ms  iPhone14,5    162 ms    35.6 ms   200 ms       23.7 ms     67.1 ms\n"))
    #expect(report.contains("appInit 43.8 ms over its usual 157 ms\n"))
  }

  @Test func `each launch of a log can be explained, and from a store alike`() throws {
    let place = Workplace()
    for sample in ["shop", "app-based", "interleaved"] {
      try place.write("\(sample).jsonl", Built.sample(sample))
      #expect(try place.run("ingest", "--store", "\(sample).db", "\(sample).jsonl").code == 0)
      let rows = try place.run("report", "--each", "--format", "csv", "\(sample).jsonl").output.split(separator: "\r\n")
      // One of each kind is enough.
      let kinds = Dictionary(rows.dropFirst().map { row in (String(row.split(separator: ",")[2]), row) }) { $1 }
      for (kind, row) in kinds {
        let id = String(row.prefix { $0 != "," })
        let logs = try place.run("show", id, "\(sample).jsonl")
        let store = try place.run("show", id, "--store", "\(sample).db")
        #expect(logs.code == 0 && logs.output.contains("\n\(kind): "), "\(logs)")
        func without(_ text: String, _ input: String) -> String { text.replacing(" \(input)", with: "") }
        #expect(without(logs.output, "\(sample).jsonl") == without(store.output, "--store \(sample).db"))
      }
    }
  }

  @Test(
    arguments: [
      ("process.exit reason=watchdog", "watchdog", "It took too long to launch, to change between foreground"),
      ("process.exit reason=weird", "weird", "The log gives the reason 'weird', which tracetool does not know"),
      ("process.exit", "the process ended, the log does not say why", "process.exit at 4.00 s (a.jsonl:5) shows"),
      ("process.suspend", "not recorded; the process was suspended", "The last event is process.suspend at 4.00 s."),
      ("app.didReceiveMemoryWarning", "not recorded", "none shows that the process ended."),
    ])
  func `how it ended, and what shows that`(_ last: String, _ end: String, _ why: String) throws {
    let place = Workplace()
    let lines = ShowTests.log(
      """
      0 process.start
      0.1 app.didFinishLaunching
      0.2 app.didBecomeActive
      2 view.didAppear view=Home
      4 \(last)
      """)
    try place.write("a.jsonl", lines)
    let page = try place.run("show", "L1", "a.jsonl").output
    #expect(page.contains("\nEnd: \(end)\n") && page.contains(why), "\(page)")
    let unjudged = "not judged: 1 step of views without viewInstance\n"
    #expect(page.contains("\nJudged: ") && page.contains(unjudged), "\(page)")
  }

  @Test func `an id that names nothing, or several, is exit code 2 with what to do`() throws {
    let place = try shop()
    let none = try place.run("show", "317a3839", "shop.jsonl")
    #expect(none.code == 2 && none.errors.contains("did you mean '317a3838-3bbb-4dc8-ac44-e7fe6fae603c'?"), "\(none)")
    let lines = ["feed1", "feed2"].flatMap { ShowTests.log("0 process.start", launch: $0) }
    try place.write("a.jsonl", lines)
    let several = try place.run("show", "feed", "a.jsonl")
    #expect(several.code == 2)
    #expect(several.errors.hasPrefix("tracetool: 2 launches begin with 'feed'; name more of one: feed1, feed2\n"))
  }
}
