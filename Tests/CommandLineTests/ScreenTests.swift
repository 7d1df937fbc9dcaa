import Testing

/// Whole screens, as somebody sees them who types the command.
@Suite(.tags(.large)) struct ScreenTests {
  @Test func `an ingest says what came in, and how it adds up where something is missing`() throws {
    let place = Workplace()
    try place.write("shop.jsonl", Built.sample("shop"))
    let taken = "517 events of 20 launches: com.example.shop 4.8.0, 4.9.0; 9 to 10 Oct 2025\n"
    #expect(try place.run("ingest", "shop.jsonl").output == taken)
    #expect(try place.run("ingest", "shop.jsonl").output == "nothing new in 1 source\n")
    let verbose = try place.run("ingest", "--verbose", "--store", "v.db", "shop.jsonl")
    let sums = """
      517 lines = 517 records + 0 blank + 0 envelope + 0 unfinished
      517 records = 517 new + 0 duplicate + 0 skipped + 0 rejected

      """
    #expect(verbose.output == taken + sums)
    // The launches into which something came, not all that are there.
    try place.write("app-based.jsonl", Built.sample("app-based"))
    try place.write("typo.jsonl", ["{,}", #"{"time":1760000000,"event":"process.start","launch":"a"}"#])
    let more = try place.run("ingest", "--max-rejects", "100%", "app-based.jsonl", "typo.jsonl")
    #expect(
      more.output == """
        105 events of 5 launches from 2 sources: com.example.reader 1.2, 1.3; 9 to 10 Oct 2025
        1 record was rejected: 'tracetool store rejects' shows why
        106 lines = 106 records + 0 blank + 0 envelope + 0 unfinished
        106 records = 105 new + 0 duplicate + 0 skipped + 1 rejected

        """)
  }

  @Test func `a store's status says what it holds and whether all was read`() throws {
    let place = Workplace()
    try place.write("shop.jsonl", Built.sample("shop"))
    #expect(try place.run("ingest", "shop.jsonl").code == 0)
    let bytes = try Database(place.file("tracetool.db")).number(
      "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
    #expect(
      try place.run("store", "status").output == """
        Store tracetool.db
        app               version  launches  devices  days
        com.example.shop  4.8.0          11        3  9 to 10 Oct 2025
        com.example.shop  4.9.0           9        3  10 Oct 2025
        \(bytes / 1000) kB, 517 events of 20 launches on 3 devices
        1 source (canonical), read to its end
        no reject

        """)
    // Programs read what they always have.
    let rows = try place.run("store", "status", "--format", "csv").output
    #expect(
      rows == """
        what,which,count\r
        events,,517\r
        launches,,20\r
        sources,,1\r
        rejects,,0\r
        bytes,,\(bytes)\r

        """)
  }

  @Test func `what was rejected whole is read anew with the options that the message advises`() throws {
    let place = Workplace()
    try place.write("house.jsonl", Built.sample("house-log"))
    let first = try place.run("ingest", "house.jsonl")
    #expect(first.code == 3 && first.output.hasPrefix("no new event in 1 source\n"))
    let advice = first.errors.split(separator: "\n").first { $0.hasPrefix("try: tracetool ") }
    let words = try #require(advice).split(separator: " ").dropFirst(2).map(String.init)
    #expect(words.contains("event=what") && words.contains("time=at"))
    let second = try place.run(words)
    #expect(second.code == 0 && second.output.hasPrefix("56 events of 3 launches: "), "\(second)")
    #expect(try place.run("store", "rejects").output == "No line was rejected\n")
    // The store is the one that these options make at once.
    #expect(try place.run(words + ["--store", "at-once.db"]).code == 0)
    let export = try place.run("export", "--store", "at-once.db")
    #expect(try place.run("export").output == export.output && !export.output.isEmpty)
    // What was kept stays as it was read, whatever the options.
    let third = try place.run("ingest", "--map", "event=bundle", "--map", "time=at", "house.jsonl")
    #expect(third.output == "nothing new in 1 source\n")
    #expect(third.errors.contains("not read again with other options"))
  }

  @Test func `the same options that reject everything reject it again, once`() throws {
    let place = Workplace()
    try place.write("house.jsonl", Built.sample("house-log"))
    for _ in 0..<2 { #expect(try place.run("ingest", "--map", "event=nothing", "house.jsonl").code == 3) }
    #expect(try Database(place.file("tracetool.db")).number("SELECT count(*) FROM rejects") == 56)
    #expect(try place.run("ingest", "house.jsonl").output == "nothing new in 1 source\n")
  }

  @Test(arguments: [("C", false), ("C.UTF-8", true), ("", true)])
  func `a launch is drawn with the locale's characters`(_ locale: String, _ isUnicode: Bool) throws {
    let place = Workplace()
    try place.write("shop.jsonl", Built.sample("shop"))
    let shown = try place.run("show", "317a", "shop.jsonl", environment: ["LANG": locale]).output
    #expect(shown.utf8.allSatisfy { $0 < 0x80 } != isUnicode)
    #expect(shown.contains(isUnicode ? "scene a7413…: " : "scene a74...: "))
    #expect(shown.contains(isUnicode ? "× ended" : "x ended"))
  }

  /// The screens that have to fit a width; `LAUNCH` stands for the first launch of the sample.
  private static let screens = [
    "check", "check --all", "report", "report --launch-times", "report --launch-phases",
    "report --background", "report --each", "report --slowest 3", "show", "show LAUNCH", "compare s.jsonl",
  ]

  @Test(arguments: ["shop", "app-based", "interleaved", "odd-lines"], [80, 40])
  func `a screen is no wider than the terminal, and in ASCII where the locale is`(
    _ sample: String, _ width: Int
  ) throws {
    let place = Workplace()
    try place.write("s.jsonl", Built.sample(sample))
    let options = "--max-rejects 100% s.jsonl"
    let sheet = try place.shell("$tracetool report --each --format csv \(options)").output
    let launch = try #require(sheet.split(separator: "\r\n").dropFirst().first).prefix { $0 != "," }
    for screen in Self.screens {
      let command = "$tracetool \(screen.replacing("LAUNCH", with: launch)) \(options) 2>/dev/null"
      // The program `script` runs a command in a terminal; its words differ.
      let line = "stty cols \(width); \(command)"
      let script = Built.isOnLinux ? "script -qec \"\(line)\" /dev/null" : "script -q /dev/null sh -c \"\(line)\""
      let lines = try place.shell("export LANG=C; \(script)").output.split { $0.isNewline }.map(Self.uncolored)
      #expect(lines.count > 1, "\(screen)")
      #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }, "\(screen)")
      for line in lines where line.count > width {
        // A command is there to be copied, and a word is never cut: an id may be longer than the terminal is wide.
        let isCommand = line.hasPrefix("  tracetool ")
        let longest = line.split(separator: " ").map(\.count).max() ?? 0
        #expect(isCommand || longest > width - 16, "\(screen): \(line)")
      }
    }
  }

  private static func uncolored(_ line: some StringProtocol) -> String {
    String(line).replacing(/\u{1B}\[[0-9;]*m/, with: "")
  }
}
