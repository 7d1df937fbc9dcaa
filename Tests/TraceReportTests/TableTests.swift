import Testing

@testable import TraceReport

@Suite(.tags(.small)) struct TableTests {
  static let table = Table(
    "Tasks",
    ["name", "count", Table.Column("p50", name: "p50Nanos")],
    [
      [.text("synchronize-everything"), .count(1234), .nanos(41_250_000)],
      [.text("日本語"), .count(5), .nanos(1_500_000_000, mark: "*")],
      [.text("e\u{301}\u{1B}[31m"), Cell(nil), Cell(nil)],
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

  @Test func `text gives way to the terminal's width, numbers never`() {
    #expect(
      Self.table.text(Drawing(width: 28)) == """
        Tasks
        name          count      p50
        synchronize…  1,234  41.3 ms
        日本語            5  1.50 s*
        e\u{301}\\u{1B}[31m       -        -
        * of fewer than 5 tasks

        """)
    #expect(Self.table.text(Drawing(width: 5)).contains("synchro…  1,234  41.3 ms\n"))
  }

  @Test func `details stand whole below their row`() {
    let table = Table(
      "", ["severity", "message", "cause"],
      [[.text("error"), .text("a long message of many words"), .text("")]], details: 2)
    #expect(table.text(Drawing(width: 10)) == "severity\nerror\n  a long message of many words\n")
    #expect(table.csv == "severity,message,cause\r\nerror,a long message of many words,\r\n")
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
    ("plain", "plain"), ("a\u{1B}[2J", #"a\u{1B}[2J"#), ("a\nb\t", #"a\u{A}b\u{9}"#),
    ("\u{202E}x", #"\u{202E}x"#), ("é", "é"), ("\u{9B}", #"\u{9B}"#),
    ("\u{200E}\u{200F}\u{61C}", #"\u{200E}\u{200F}\u{61C}"#),
  ])
  func `what could steer a terminal is written out`(_ text: String, _ escaped: String) {
    #expect(DisplayText.escaped(text) == escaped)
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
