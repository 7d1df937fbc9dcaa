import Testing

/// `--format html` of the commands; what a browser makes of the pages is seen by `Tests/Pages`.
@Suite(.tags(.medium)) struct PagesTests {
  @Test func `report, show and compare write a page whose heading says the result`() throws {
    let place = Workplace()
    try place.write("shop.jsonl", try Built.sample(file: "shop.jsonl"))
    try place.write("versions.jsonl.gz", try Built.sample(file: "versions.jsonl.gz"))
    let cases = [
      (["report", "shop.jsonl"], "Cold launches of 4.9.0 take 420 ms, 19.7 ms over the budget; 5 kinds of error", 0),
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

  @Test func `a page is of the whole report, and holds no single part`() throws {
    let place = Workplace()
    try place.write("shop.jsonl", try Built.sample(file: "shop.jsonl"))
    let outcome = try place.run("report", "--launch-times", "shop.jsonl", "--format", "html")
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("'--format html' shows all: leave out --launch-times"), "\(outcome.errors)")
  }
}
