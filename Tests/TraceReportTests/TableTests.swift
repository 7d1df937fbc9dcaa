import Synchronization
import Testing
import TraceModel

@testable import TraceReport

@Suite(.tags(.small)) struct TableTests {
  static let table = Table(
    "Tasks",
    ["name", "count", ColumnHeading("p50", name: "p50Nanos")],
    [
      [.text("synchronize-everything"), .count(1234), .nanos(41_250_000)],
      [.text("日本語"), .count(5), .nanos(1_500_000_000, mark: "*")],
      [.name("e\u{301}\u{1B}[31m"), Cell(nil), Cell(nil)],
    ], notes: ["* of fewer than 5 tasks"])

  @Test func `a table has its numbers on the right and one blank line nowhere`() {
    #expect(
      Self.table.text() == """
        Tasks
        name                    count      p50
        synchronize-everything  1,234  41.3 ms
        日本語                      5  1.50 s*
        e\u{301}\\u{1B}[31m                 -        -
        * of fewer than 5 tasks

        """)
  }

  /// Widths are those of the rows that are there, wherever further ones come from.
  @Test(arguments: [nil, 31, 24] as [Int?]) func `further rows are drawn as those of the table`(width: Int?) {
    let drawing = Drawing(width: width)
    var first = Self.table
    first.rows = Array(Self.table.rows.prefix(1))
    let text = TableText(first, drawing)
    let rows = Self.table.rows.dropFirst().map(text.text)
    #expect(text.head + rows.joined() + text.tail == Self.table.text(drawing))
  }

  @Test func `a further row that is wider than its columns stays whole where nobody's terminal is too narrow`() {
    let text = TableText(Table("", ["a", "b"], [[.text("x"), .count(1)]]), Drawing())
    #expect(text.text(of: [.text("much wider"), .count(12_345)]) == "much wider  12,345\n")
    let narrow = TableText(Table("", ["a", "b"], [[.text("x"), .count(1)]]), Drawing(width: 20))
    #expect(narrow.text(of: [.text("much wider"), .count(12_345)]) == "…  12,345\n")
  }

  @Test func `a text of millions of characters is cut to the terminal at once`() {
    let long = String(repeating: "x", count: 3_000_000)
    let text = Table("", ["a", "b"], [[.name(long), .text("y")]]).text(Drawing(width: 40))
    #expect(text.hasPrefix("a") && text.utf8.count > 3_000_000)
  }

  @Test func `the title of a column steers no terminal`() {
    let table = Table("", [.init(named: "\u{1B}[2J"), .init(named: "\u{202E}b")], [[.text("x"), .count(1)]])
    #expect(table.text() == "\\u{1B}[2J  \\u{202E}b\nx" + String(repeating: " ", count: 18) + "1\n")
    #expect(!table.text(Drawing(width: 9)).contains("\u{1B}"))
  }

  @Test(arguments: [0, 1, 3]) func `rows that come while they are written make the same answer`(count: Int) throws {
    var first = Self.table
    first.rows = Array(Self.table.rows.prefix(count))
    first.heading = Self.table.heading
    let rest = Array(Self.table.rows.dropFirst(count))
    let whole = RowsAnswer(Self.table, schema: "query")
    let parts = RowsAnswer(first, schema: "query") { take in for row in rest { try take(row) } }
    for reporter in [CSVReporter.self, JSONReporter.self, TableReporter.self] as [any Reporter.Type] {
      if count == 0, reporter is TableReporter.Type { continue }
      var texts = ["", ""]
      try reporter.write(whole, Drawing()) { texts[0] += $0 }
      try reporter.write(parts, Drawing()) { texts[1] += $0 }
      #expect(texts[0] == texts[1], "\(reporter)")
    }
  }

  @Test func `the option for an unknown name is looked for where it is shown alone`() {
    let asked = Mutex<[String]>([])
    let names = (0..<1000).map { number in
      UnknownName(name: "n\(number)", count: 1) { name in
        asked.withLock { $0.append(name) }
        return nil
      }
    }
    #expect(names.table(limit: 10).rows.count == 10)
    #expect(asked.withLock { $0 } == (0..<10).map { "n\($0)" })
  }

  @Test func `text gives way to the terminal's width, numbers never`() {
    #expect(
      Self.table.text(Drawing(width: 31)) == """
        Tasks
        name             count      p50
        synchronize-ev…  1,234  41.3 ms
        日本語               5  1.50 s*
        e\u{301}\\u{1B}[31m          -        -
        * of fewer than 5 tasks

        """)
  }

  @Test func `what has no room beside each other stands one below the other`() {
    #expect(
      Self.table.text(Drawing(width: 24)) == """
        Tasks
        name   synchronize-everything
        count  1,234
        p50    41.3 ms

        name   日本語
        count  5
        p50    1.50 s*

        name   e\u{301}\\u{1B}[31m
        count  -
        p50    -
        * of fewer than 5 tasks

        """)
  }

  @Test func `a row that is alone stands on a terminal with a line for each value`() {
    var table = Table("", ["launch", "model"], [[.text("a886b9d4"), .text("iPhone15,2")]])
    table.isVerticalAlone = true
    #expect(table.text(Drawing(width: 80)) == "launch  a886b9d4\nmodel   iPhone15,2\n")
    #expect(table.text() == "launch    model\na886b9d4  iPhone15,2\n")
    table.rows += table.rows
    #expect(table.text(Drawing(width: 80)).hasPrefix("launch    model\n"))
  }

  @Test func `a narrow terminal has titles on two lines, then fewer columns, and says so`() {
    let table = Table(
      "", ["phase", "sceneConnect", "not counted", ColumnHeading("p99", name: "p99Nanos", isExpendable: true)],
      [[.text("main"), .nanos(42_800_000), .count(3), .nanos(69_500_000)]])
    #expect(
      table.text(Drawing(width: 34)) == """
                 scene      not
        phase  Connect  counted      p99
        main   42.8 ms        3  69.5 ms

        """)
    #expect(
      table.text(Drawing(width: 26)) == """
                 scene      not
        phase  Connect  counted
        main   42.8 ms        3
        no room for p99: a wider
          window shows it all

        """)
    #expect(table.csv == "phase,sceneConnect,not counted,p99Nanos\r\nmain,42800000,3,69500000\r\n")
  }

  @Test func `a column may be for people or for programs alone`() {
    let table = Table(
      "", [ColumnHeading("what", for: .people), ColumnHeading("kind", for: .programs)],
      [[.text("task upload"), .text("task"), .text("below the row")]])
    #expect(table.text() == "what\ntask upload\n  below the row\n")
    #expect(table.csv == "kind\r\ntask\r\n")
    #expect(table.objects.map { $0.keys.sorted() } == [["kind"]])
  }

  @Test func `details stand below their row, cut between words alone`() {
    let table = Table(
      "", ["severity", ColumnHeading("message", isBelow: true), ColumnHeading("cause", isBelow: true)],
      [[.text("error"), .text("took 12 s of 9 s in all"), Cell("a line to copy", isWrapped: false)]])
    #expect(table.text() == "severity\nerror\n  took 12 s of 9 s in all\n  a line to copy\n")
    #expect(
      table.text(Drawing(width: 11)) == """
        severity
        error
          took 12 s
            of 9 s
            in all
          a line to copy

        """)
    #expect(table.csv == "severity,message,cause\r\nerror,took 12 s of 9 s in all,a line to copy\r\n")
  }

  @Test func `colour is there only when asked for, and beside the word`() {
    let table = Table("Head", ["severity"], [[.text("error")], [.text("other")]])
    #expect(!table.text().contains("\u{1B}"))
    #expect(table.text(Drawing(hasColor: true)).contains("\u{1B}[31merror\u{1B}[0m\nother\n"))
  }

  @Test(arguments: [
    ("abc", 3), ("e\u{301}", 1), ("日本", 4), ("👩‍👩‍👧‍👦", 2), ("…", 1), ("Ａ", 2), ("é", 1), ("", 0),
  ])
  func `a text is as wide as a terminal shows it`(_ text: String, _ width: Int) {
    #expect(DisplayText.width(text) == width)
  }

  @Test(arguments: [
    ("abcdef", 4, "abc…"), ("abcd", 4, "abcd"), ("日本語", 4, "日…"), ("日本語", 5, "日本…"),
    ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
  ])
  func `a cut text fits and says so`(_ text: String, _ limit: Int, _ cut: String) {
    #expect(DisplayText.cut(text, to: limit) == cut)
    #expect(DisplayText.width(cut) <= limit)
  }

  @Test(arguments: [
    ("96bf034d-9a5c-4ae7-a17a-f124c706fe3f", "96bf034d"), ("96BF034D-9A5C-4AE7-A17A-F124C706FE3F", "96BF034D"),
    ("launch-1", "launch-1"), ("96bf034d-9a5c-4ae7-a17a-f124c706fe3f@5", "96bf034d-9a5c-4ae7-a17a-f124c706fe3f@5"),
    ("a\u{1B}", #"a\u{1B}"#),
  ])
  func `an id that is long is called by its first digits`(_ id: String, _ short: String) {
    #expect(DisplayText.shortID(id) == short)
  }

  @Test(arguments: [
    ("plain", "plain"), ("a\u{1B}[2J", #"a\u{1B}[2J"#), ("a\nb\t", #"a\u{A}b\u{9}"#),
    ("\u{202E}x", #"\u{202E}x"#), ("é", "é"), ("\u{9B}", #"\u{9B}"#),
    ("\u{200E}\u{200F}\u{61C}", #"\u{200E}\u{200F}\u{61C}"#),
  ])
  func `what could steer a terminal is written out`(_ text: String, _ escaped: String) {
    #expect("\("\(name: text)" as Sentence)" == escaped)
  }

  // RFC 4180 for the quotes; the rest is what spreadsheets would run.
  @Test(arguments: [
    ("plain", "plain"), ("", ""), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""),
    ("two\nlines", "\"two\nlines\""), ("a\r", "\"a\r\""), ("-12", "-12"), ("+1.5", "+1.5"),
    ("=1+1", "'=1+1"), ("@SUM(A1)", "'@SUM(A1)"), ("-rm", "'-rm"), ("+x,y", "\"'+x,y\""),
    ("\tx", "'\tx"), ("\rx", "\"'\rx\""), ("a=b", "a=b"),
  ])
  func `a cell is quoted where it must be`(_ text: String, _ cell: String) {
    #expect(Table.csv(text) == cell)
  }

  @Test func `programs get plain numbers`() {
    let csv = Self.table.csv
    #expect(csv.hasPrefix("name,count,p50Nanos\r\nsynchronize-everything,1234,41250000\r\n"))
  }
}
