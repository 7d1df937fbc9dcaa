import Testing

/// What `explain LAUNCH` says of one launch.
@Suite(.tags(.large)) struct ExplainLaunchTests {
  private func shop() throws -> Workplace {
    let place = Workplace()
    try place.write("shop.jsonl", Built.sample("shop"))
    return place
  }

  @Test func `a launch is explained in words, with what to type next`() throws {
    let place = try shop()
    #expect(
      try place.run("explain", "317a", "shop.jsonl", "--budget", "launch=390ms").output == """
        Launch 317a3838-3bbb-4dc8-ac44-e7fe6fae603c
        com.example.shop 4.9.0, iPhone14,5, OS 18.0
        2025-10-10T03:49:49.206194950Z, 9 min 13 s, 30 events

        Kind: cold (appVersion was 4.8.0)
        The first launch since the device started or the app or the system changed, or after more than 7 days: iOS has \
        little of the app in memory.
        The launch before it on this device is 9cd5245e.

        Launch time: 489 ms, start to firstFrame; the median of 6 cold launches of the app is 420 ms
        phase         this launch   median  difference
        preMain            162 ms   156 ms    +5.93 ms
        uikitInit         35.6 ms  34.7 ms   +0.817 ms
        appInit            200 ms   149 ms    +51.8 ms
        sceneConnect      23.7 ms  22.9 ms   +0.782 ms
        firstFrame        67.1 ms  47.6 ms    +19.5 ms
        appInit stands out: 51.8 ms over its median of 149 ms

        End: not recorded
        The last event is scene.didEnterBackground at 9 min 13 s, and none shows that the process ended. A crash or \
        Jetsam report beside the log would say how.

        Judged: 24 of 24 steps

        3 findings
        severity  confidence  rule
        error     certain     background.task-overrun
          task 'flush-analytics' ran 36.9 s in the background, budget 30.0 s
          tracetool explain f4892e39 shop.jsonl --budget launch=390ms
        warning   certain     background.task-late-end
          the end of task 'flush-analytics' after it expired took 8.36 s, budget 1.00 s
          tracetool explain 38566ea0 shop.jsonl --budget launch=390ms
        warning   certain     launch.slow
          the median of 5 cold launches on iPhone14,5 is 417 ms, budget 390 ms; appInit takes 155 ms
          tracetool explain fd8f1b1d shop.jsonl --budget launch=390ms

        next
        its events, states and findings
          tracetool show 317a3838 shop.jsonl --budget launch=390ms

        """)
  }

  @Test func `its numbers are those of the report`() throws {
    let place = try shop()
    let report = try place.run("report", "--slowest", "1", "shop.jsonl").output
    #expect(report.contains("\n317a3838  489 ms  iPhone14,5   162 ms    35.6 ms   200 ms       23.7 ms     67.1 ms\n"))
    #expect(report.contains("appInit 51.8 ms over its median of 149 ms\n"))
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
        let logs = try place.run("explain", id, "\(sample).jsonl")
        let store = try place.run("explain", id, "--store", "\(sample).db")
        #expect(logs.code == 0 && logs.output.contains("\nKind: \(kind) ("), "\(logs)")
        func without(_ text: String, _ input: String) -> String { text.replacing(" \(input)", with: "") }
        #expect(without(logs.output, "\(sample).jsonl") == without(store.output, "--store \(sample).db"))
      }
    }
  }

  @Test(
    arguments: [
      ("process.exit reason=watchdog", "watchdog", "It took too long to launch, to change between foreground"),
      ("process.exit reason=weird", "weird", "The word is none that tracetool knows: no rule looks at it.\n"),
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
    let page = try place.run("explain", "L1", "a.jsonl").output
    #expect(page.contains("\nEnd: \(end)\n") && page.contains(why), "\(page)")
    let unjudged = "not judged: 1 step of views without viewInstance\n"
    #expect(page.contains("\nJudged: ") && page.contains(unjudged), "\(page)")
  }

  @Test func `an id that names nothing, or several, is exit code 2 with what to do`() throws {
    let place = try shop()
    let none = try place.run("explain", "317a3839", "shop.jsonl")
    #expect(none.code == 2 && none.errors.contains("did you mean '317a3838-3bbb-4dc8-ac44-e7fe6fae603c'?"), "\(none)")
    let lines = ["feed1", "feed2"].flatMap { ShowTests.log("0 process.start", launch: $0) }
    try place.write("a.jsonl", lines)
    let several = try place.run("explain", "feed", "a.jsonl")
    #expect(several.code == 2)
    #expect(several.errors.hasPrefix("tracetool: 2 launches begin with 'feed'; name more of one: feed1, feed2\n"))
  }
}
