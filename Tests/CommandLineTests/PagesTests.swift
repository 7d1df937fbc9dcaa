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
        ["compare", "4.8.0", "4.9.0", "--in", "versions.jsonl.gz"],
        "4.9.0 launches slower than 4.8.0: warm by 27.6 ms (+16 %)", 1
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

  @Test func `a page is of the whole report, and holds no single part`() throws {
    let place = Workplace()
    try place.write("shop.jsonl", try Built.sample(file: "shop.jsonl"))
    let outcome = try place.run("report", "--launch-times", "shop.jsonl", "--format", "html")
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("'--format html' shows all: leave out --launch-times"), "\(outcome.errors)")
  }
}
