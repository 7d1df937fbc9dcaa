import Testing

/// `--format html` of the commands; what a browser makes of the pages is seen by `Tests/Pages`.
@Suite(.tags(.medium)) struct PagesTests {
  @Test func `report, show and compare write a page whose heading says the result`() throws {
    let place = Workplace()
    try place.write("shop.jsonl", try Built.sample(file: "shop.jsonl"))
    try place.write("versions.jsonl.gz", try Built.sample(file: "versions.jsonl.gz"))
    let cases = [
      (
        ["report", "shop.jsonl"],
        "Cold launches of 4.9.0 take 420 ms, 19.7 ms over the budget; the slowest 489 ms; 5 kinds of error", 0
      ),
      (["show", "317a3838", "shop.jsonl"], "This launch took 489 ms, 88.9 ms over its budget; 1 error, 1 warning<", 0),
      (
        ["compare", "4.8.0", "4.9.0", "versions.jsonl.gz"],
        "4.9.0 launches slower than 4.8.0: warm by 27.6 ms (+16 %); cold undecided<", 1
      ),
    ]
    for (words, heading, code) in cases {
      let outcome = try place.run(words + ["--format", "html", "--output", "page.html"])
      #expect(outcome.code == code, "\(outcome.errors)")
      let page = try place.read("page.html")
      #expect(page.contains("<h1>\(heading)"), "\(page.prefix(6000))")
      #expect(page.hasSuffix("</body></html>\n"))
      #expect(try place.run(words + ["--format", "html"]).output == page)
    }
    let titled = try place.run("report", "shop.jsonl", "--format", "html", "--title", "Nightly <7>").output
    #expect(titled.contains("<title>Nightly &lt;7&gt;</title>") && titled.contains(">Nightly &lt;7&gt; · com.example"))
    #expect(try place.run("report", "shop.jsonl", "--title", "Nightly").code == 2)
    // The same from a store; the foot says how many sources it has.
    #expect(try place.run("ingest", "shop.jsonl").code == 0)
    let stored = try place.run("show", "317a3838", "--format", "html").output
    #expect(stored == (try place.run("show", "317a3838", "shop.jsonl", "--format", "html").output))
  }

  @Test func `a page says how many launches a median is about, and which phases are undecided`() throws {
    let place = Workplace()
    try place.write("shop.jsonl", try Built.sample(file: "shop.jsonl"))
    try place.write("versions.jsonl.gz", try Built.sample(file: "versions.jsonl.gz"))
    let report = try place.run("report", "shop.jsonl", "--format", "html").output
    let parts = ["launch.slow", "4.9.0", "3 of these 5 launches are over the budget"].map { "<bdi>\($0)</bdi>" }
    #expect(report.contains(parts.joined(separator: " · ")), "each name has a direction of its own")
    let compare = try place.run("compare", "4.8.0", "4.9.0", "versions.jsonl.gz", "--format", "html").output
    let open = "bar: 4.9.0, thin bar: 4.8.0; bold: grew most; undecided: the difference may be chance<"
    #expect(compare.split(separator: open).count == 2, "cold launches alone")
  }

  @Test func `a page says which launches took too long to count, and where too little was recorded`() throws {
    let place = Workplace()
    func line(_ event: String, _ seconds: Int) -> String {
      #"{"event":"\#(event)","time":\#((1_759_708_800 + seconds) * 1_000_000_000),"#
        + #""launch":"00000000-5d1c-4f0e-9a51-7c1be2f00000","app":"shop"}"#
    }
    let events = [line("process.start", 0), line("process.main", 5), line("launch.firstFrame", 30)]
    try place.write("long.jsonl", events.joined(separator: "\n") + "\n")
    let report = try place.run("report", "long.jsonl", "--format", "html").output
    let long = "1 launch took longer than the watchdog allows and was not ended; "
    #expect(report.contains("<h1>No launch has a time that counts; \(long)no error<"), "\(report.suffix(3000))")
    #expect(report.contains("\(long)its time does not count: a debugger kept the watchdog away, or the clock was set."))
    try place.write("short.jsonl", line("process.main", 0) + "\n")
    let show = try place.run("show", "00000000", "short.jsonl", "--format", "html").output
    #expect(show.contains("; too little was recorded to judge</h1>"), "\(show.suffix(3000))")
  }

  @Test func `a page has the groups and the sections that its command asked for`() throws {
    let place = Workplace()
    try place.write("shop.jsonl", try Built.sample(file: "shop.jsonl"))
    let cases = [
      (["--by", "deviceModel"], "<text", ">iPhone14,5<"), (["--by", "week"], "<h2>Week by week</h2>", "2025-W41"),
      (["--by", "version"], "<h2>Version by version</h2>", ">4.8.0</td>"),
      (["--by", "os,deviceModel"], "<text", ">17.4.1, iPhone"),
      (["--launch-times"], "<h2>Launch times</h2>", "<td class=\"number\">420 ms</td>"),
      (["--launch-phases", "--background"], "<h2>Background</h2>", "uikitInit"),
    ]
    for (words, first, second) in cases {
      let page = try place.run(["report"] + words + ["shop.jsonl", "--format", "html"]).output
      #expect(page.contains(first) && page.contains(second), "\(words): \(page.prefix(12_000))")
    }
  }

  @Test func `the slowest launch that counts is in the headline and is drawn`() throws {
    let place = Workplace()
    let launches = (0..<30).flatMap { number -> [String] in
      let start = 1_759_708_800_000 + number * 100_000
      let nanos = number == 7 ? 3850 : 300
      let context = #""launch":"l\#(number + 10)","app":"shop","appVersion":"\#(number == 7 ? "1" : "2")","device":"d""#
      return [("process.start", start), ("launch.firstFrame", start + nanos)].map {
        #"{"event":"\#($0.0)","time":\#($0.1)000000,\#(context)}"#
      }
    }
    try place.write("slow.jsonl", launches.joined(separator: "\n") + "\n")
    let page = try place.run("report", "slow.jsonl", "--format", "html").output
    let headline = page.split(separator: "<h1>")[1].prefix { $0 != "<" }
    #expect(headline.contains("; the slowest of all 3.85 s, ") && headline.contains(" of 1; "), "\(headline)")
    #expect(page.contains("<h2>Launch l17</h2>"))
    #expect(page.contains("Shown because it is the slowest launch: "))
  }
}
