import Testing

@testable import TraceIngest
@testable import TraceModel

/// A log as somebody brought it, and what was done to it.
struct HandledLog: Sendable, CustomTestStringConvertible {
  let text: String
  let steps: Set<CleaningStep>
  let count: Int

  /// A log of `count` events.
  init(_ text: String, _ steps: CleaningStep..., count: Int = 2) {
    self.text = text
    self.steps = Set(steps)
    self.count = count
  }

  var testDescription: String { String(text.prefix(60)) }

  /// A start and a scene that is ready, as idevicesyslog writes them.
  static let first =
    "Oct  5 10:00:01 phone runningboardd(RunningBoard)[34] <Notice>: Now tracking process: [app<com.example.shop>:512]"
  static let second =
    "Oct  5 10:00:02 phone SpringBoard(FrontBoard)[55] <Notice>: [sceneID:com.example.shop-default] scene content state"
    + " changed: ready"
  /// The same, copied from Console.
  private static let row =
    "default\t10:00:01.000000+0200\trunningboardd\tNow tracking process: [app<com.example.shop>:512]"
  private static let nextRow =
    "default\t10:00:02.000000+0200\tSpringBoard\t[sceneID:com.example.shop-default] scene content state changed: ready"

  private static func each(_ prefix: String, _ suffix: String = "") -> String {
    "\(prefix)\(first)\(suffix)\n\(prefix)\(second)\(suffix)\n"
  }

  /// The same as JSON.
  private static func json(_ prefix: String) -> String {
    [("runningboardd", first, 1), ("SpringBoard", second, 2)].map { process, row, second in
      let message = row.drop { $0 != ">" }.dropFirst(3)
      return prefix + #"{"timestamp":"2026-10-31 10:00:0\#(second).0+0000","machTimestamp":\#(second),"#
        + #""processImagePath":"/usr/libexec/\#(process)","processID":34,"eventMessage":"\#(message)"}"# + "\n"
    }.joined()
  }

  private static func rows(_ prefix: String, _ gap: String = "\t") -> String {
    "\(prefix)\(row)\n\(prefix)\(nextRow)\n".replacing("\t", with: gap)
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      if "[]<>_*|()#.{}!+-".contains(character) { result += "\\" }
      result.append(character)
    }
    return result
  }

  private static func entities(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }

  /// What nothing was done to.
  static let plain = [
    HandledLog(each("")), HandledLog(rows("")), HandledLog(rows("", " ")), HandledLog(rows("", "   ")),
    HandledLog(rows("") + "default\t10:00:03.0+0200\tShop\tat 10:00:01 and 10:00:02.5 a & b \\ c\n"),
    HandledLog("```\n\(rows(""))```\n"), HandledLog("My log:\n\n\(each(""))"),
  ]

  /// One kind of each, and what people combine.
  static let handled =
    [
      HandledLog(each("> "), .quote), HandledLog(each(">> "), .quote), HandledLog(each("| > "), .quote, .columnRules),
      HandledLog(each("&gt; "), .quote, .entity), HandledLog(each("    "), .indent), HandledLog(each("\t"), .indent),
      HandledLog(each("- "), .bullet), HandledLog(each("* "), .bullet), HandledLog(each("\u{2022} "), .bullet),
      HandledLog(each("+"), .bullet), HandledLog(each("-"), .bullet), HandledLog(each("> - "), .quote, .bullet),
      HandledLog(each("  1. "), .indent, .lineNumber), HandledLog(each("12) "), .lineNumber),
      HandledLog(each("1323:"), .lineNumber), HandledLog(each("1323   :"), .lineNumber),
      HandledLog(each("1323: "), .lineNumber), HandledLog(each("  42\t"), .indent, .lineNumber),
      HandledLog(each("42 | "), .lineNumber), HandledLog(each("L42: "), .lineNumber),
      HandledLog(each("#42 "), .lineNumber), HandledLog(each("[12] "), .lineNumber),
      HandledLog(each("10:"), .lineNumber),
      HandledLog(each("device.log:42:"), .lineNumber), HandledLog(each("user@host: "), .otherText),
      HandledLog(each("> 42: "), .quote, .lineNumber), HandledLog("```\n\(each("42: "))```\n", .lineNumber),
      HandledLog(each("`", "`"), .fence), HandledLog(each("- `", "`"), .bullet, .fence),
      HandledLog(each("> ", "  \\"), .quote, .escape), HandledLog(each("[code]", "[/code]"), .fence),
      HandledLog("\(escaped(first))\n\n\(escaped(second))\n", .escape),
      HandledLog("> \(escaped(first))\n>\n> \(escaped(second))\n", .quote, .escape),
      HandledLog("\(entities(first))\n\(entities(second))\n", .entity),
      HandledLog("\(entities(entities(first)))\n\(entities(second))\n", .entity),
      HandledLog("\(entities(escaped(first)))\n\(entities(escaped(second)))\n", .entity, .escape),
      HandledLog("- \(entities(first))\n- \(entities(second))\n", .bullet, .entity),
      HandledLog("\(row.replacing("<", with: "&#60;"))\n\(nextRow.replacing("[", with: "&#x5B;"))\n", .entity),
      HandledLog("<p>\(entities(first))</p>\n<p>\(entities(second))</p>\n", .tag, .entity),
      HandledLog("<code>\(first)</code><br>\n<code>\(second)</code><br/>\n", .tag),
      HandledLog("<span class=\"l\">\(entities(first))</span>\n<span>\(second)</span>\n", .tag, .entity),
      HandledLog("<div><p>\(entities(first))<br>\(second)</p></div>\n", .tag, .entity, .severalRecords),
    ] + moreHandled

  private static let moreHandled = [
    HandledLog(each("\u{1B}[32m", "\u{1B}[0m"), .colour), HandledLog(each("^[[1;31m", "^[[0m"), .colour),
    HandledLog(each("[35m", "[0m"), .colour),
    HandledLog("\u{1B}[35m" + each("").replacing("<Notice>", with: "\u{1B}[32m<Notice>\u{1B}[0m"), .colour),
    HandledLog(rows("", "\u{A0}\u{A0}"), .oddSpace), HandledLog(rows("", " \u{A0} "), .oddSpace),
    HandledLog(rows("", "\\t"), .escape),
    HandledLog("[\n  \"\(first)\",\n  \"\(second)\"\n]\n", .indent, .quotationMarks),
    HandledLog(
      "|Type|Time|Process|Message|\n|--|--|--|--|\n|\(row)|\n|\(nextRow)|\n".replacing("\t", with: " | "),
      .columnRules),
    HandledLog("\(first) \(second)\n", .severalRecords),
    HandledLog("\(row) \(nextRow)\n".replacing("\t", with: " "), .severalRecords),
    HandledLog("\(row)\(nextRow)\n", .severalRecords),
    HandledLog("The log: \(first) \(second)\n", .otherText, .severalRecords),
    HandledLog("12: \(first) 13: \(second)\n", .lineNumber, .severalRecords),
    HandledLog("> \(entities(first)) \(entities(second))\n", .quote, .entity, .severalRecords),
    HandledLog("\(first)\\n\(second)\n", .severalRecords),
    HandledLog(each("\u{1B}_bk;t=1761904801000\u{7}"), .colour),
    HandledLog(rows("", " ").split(separator: "\n").map { "    \($0)\n" }.joined(), .indent),
    HandledLog(
      "    2026-10-31 10:00:01.0+0200 localhost runningboardd[34]: (RunningBoard) Now tracking process: "
        + "[app<com.example.shop>:512]\n    2026-10-31 10:00:02.0+0200 localhost SpringBoard[55]: "
        + "[sceneID:com.example.shop-default] scene content state changed: ready\n", .indent),
    HandledLog(rows("") + rows(""), .repetition), HandledLog(json("") + json(""), .repetition),
    HandledLog(json("2026-10-31T10:00:01.1234567Z "), .otherText), HandledLog(json("shop-1  | "), .otherText),
    HandledLog("[   +1 ms] [DEVICE LOG] \(first)\n[        ] [DEVICE LOG] \(second)\n", .forwarder),
    HandledLog("2026-10-31 10:00:00:123 - info: [IOS_SYSLOG_ROW ] \(first)\n[IOS_SYSLOG_ROW] \(second)\n", .forwarder),
    HandledLog(each("").replacing("<Notice>", with: "").replacing("app<com.example.shop>", with: "app"), .lostTag),
  ]
}

@Suite(.tags(.small)) struct CleaningTests {
  /// What is read of a log in one batch.
  private func batch(_ text: String) throws -> (batch: EventBatch, symbols: Symbols) {
    var options = IngestOptions()
    options.day = 1_793_404_800_000_000_000
    let scratch = try Scratch()
    var reader = try SourceReader(SourcePath(try scratch.write(Array(text.utf8))), options: options)
    var batch = EventBatch()
    var symbols = Symbols()
    _ = try reader.cut(into: &batch, limit: 1_000)
    batch.scan(options)
    reader.settle(&batch, &symbols, source: SourceID(rawValue: 0))
    return (batch, symbols)
  }

  private func read(_ text: String) throws -> (words: [String], notes: SourceNotes, counts: IngestCounts) {
    let (batch, symbols) = try batch(text)
    let known = batch.events.filter { symbols.signature($0).kind != .unknown }
    let words = known.map { "\(symbols.signature($0).kind.name) \(Timestamp.rfc3339($0.time).suffix(22))" }
    return (words, batch.notes, batch.counts)
  }

  @Test(arguments: HandledLog.handled)
  func `a log is read as it was before it was handled, and what was undone is known`(_ log: HandledLog) throws {
    let (words, notes, counts) = try read(log.text)
    #expect(words.map { String($0.prefix { $0 != " " }) } == ["process.start", "log.sceneReady"])
    #expect(notes.steps == log.steps && notes.cleanedCount > 0)
    #expect(counts.lines == counts.records + counts.blank + counts.envelope + counts.unfinished)
    #expect(counts.rejected == 0)
  }

  @Test(arguments: HandledLog.plain)
  func `nothing is undone in a log that is plain`(_ log: HandledLog) throws {
    let (words, notes, _) = try read(log.text)
    #expect(words.count == log.count && notes.cleanedCount == 0 && notes.steps == [])
  }

  @Test func `places are those of the lines in the file`() throws {
    let log = "The log:\n\n> - \(HandledLog.first)\n> more of it\n> - \(HandledLog.second)\n"
    let (batch, _) = try batch(log)
    #expect(batch.events.map(\.line) == [3, 5])
    let raw = batch.lines.prefix(2).map { String(decoding: batch.raw($0), as: UTF8.self) }
    #expect(raw == ["> - \(HandledLog.first)\n> more of it", "> - \(HandledLog.second)"])
  }

  @Test(
    arguments: [
      "{\"event\":\"process.start\",\"time\":1763632800,\"note\":\"\(HandledLog.first.replacing("\t", with: " "))\"}",
      "[{\"message\":\"Oct  5 10:00:01 phone Shop[66] <Notice>: applicationDidBecomeActive\"}]",
      "<?xml version=\"1.0\"?>\n<plist>\n<string>Oct  5 10:00:01 phone Shop[66] &lt;Notice&gt;: one</string>\n</plist>",
    ])
  func `a document of another format is not taken for a log in it`(text: String) {
    let head = LogHead(Array(text.utf8))
    #expect(UnifiedLogTextReader.recognized(head) == nil)
  }

  @Test(
    arguments: [
      ("default 2019-01-08 13:26:10.087889 +0800 runningboardd one two", "runningboardd", "one two"),
      ("default 13:26:10.087889 +0800    runningboardd   one two", "runningboardd", "one two"),
      ("13:26:10 SpringBoard Icon tapped: x", "SpringBoard", "Icon tapped: x"),
      ("13:26:10.5 default SpringBoard Icon tapped: x", "SpringBoard", "Icon tapped: x"),
      ("SpringBoard 13:26:10 Icon tapped: x", "SpringBoard", "Icon tapped: x"),
      ("SpringBoard default 13:26:10 Icon tapped: x", "SpringBoard", "Icon tapped: x"),
      ("SpringBoard 2019-01-08 13:26:10.5 default Icon tapped: x", "SpringBoard", "Icon tapped: x"),
      ("Icon tapped: <SBIcon: 0x1> default 13:26:10 SpringBoard", "SpringBoard", "Icon tapped: <SBIcon: 0x1>"),
      ("Jan 8 13:26:10 SpringBoard Icon tapped: x", "SpringBoard", "Icon tapped: x"),
      ("13:26:10 SpringBoard FrontBoard Icon tapped: x", "SpringBoard", "Icon tapped: x"),
      ("13:26:10 55 SpringBoard Icon tapped: x", "SpringBoard", "Icon tapped: x"),
      (
        "13:26:10.123456+0200 My Shop Running task: <BGAppRefreshTask: a>", "My Shop",
        "Running task: <BGAppRefreshTask: a>"
      ),
      ("Standardeinstellung 13:26:10.123456+0200 SpringBoard one two", "SpringBoard", "one two"),
      ("13:26:10 Shop applicationDidBecomeActive", "Shop", "applicationDidBecomeActive"),
      (
        "13:26:10 - (void)applicationDidEnterBackground:(UIApplication *)application", "",
        "- (void)applicationDidEnterBackground:(UIApplication *)application"
      ),
      ("[2026-10-31 13:26:10.5] applicationDidBecomeActive", "", "applicationDidBecomeActive"),
    ])
  func `columns are told apart with any gap, in any order`(row: String, process: String, message: String) throws {
    let line = try #require(LogTextLine(Array(row.utf8)[...]))
    #expect(line.process == process && line.message.string == message && line.clock.hasPrefix("13:26:10"))
  }

  @Test(
    arguments: [
      "13:26:10 one two three", "at 13:26:10 Bob said hello",
      "13:26:10.5 1234 1234 I flutter : AppLifecycleState.paused",
      "13:26:10.500 D/flutter: AppLifecycleState.paused", "13:26:10 SpringBoard", "13:26:10",
      "Meeting 13:26:10 with Ann", "2026-10-31 13:26:10.500 one two",
    ])
  func `words around a time are no row`(text: String) { #expect(LogTextLine(Array(text.utf8)[...]) == nil) }
}
