import Testing

@testable import TraceIngest

@Suite(.tags(.small)) struct LogTextLineTests {
  @Test(
    arguments: [
      ("default\t10:00:01.5+0200\tShop\tone two", "Shop", nil, "one two"),
      ("default\t10:00:01.5 +0200\tMy Shop\tone\ttwo three", "My Shop", nil, "two three"),
      ("10:00:01.5+0200\tScene\tone two three\tcom.apple.x\tUIKitCore\tdefault\tShop", "Shop", nil, "one two three"),
      ("com.apple.x\tdefault\tUIKitCore\tone two three\t10:00:01.5+0200\tShop", "Shop", nil, "one two three"),
      ("10:00:01.5+0200\tShop\tone two", "Shop", nil, "one two"),
      ("default 10:00:01.5 +0200 Shop one two", "Shop", nil, "one two"),
      ("error   10:00:01.5+0200   My Shop   one two  three", "My Shop", nil, "one two  three"),
      ("Oct 31 10:00:01\tiPhone\tNotice\t66\tShop(UIKitCore)\tone two", "Shop", 66, "one two"),
      ("Oct  5 10:00:01 phone Shop(UIKitCore)[66] <Notice>: one two", "Shop", 66, "one two"),
      ("Oct  5 10:00:01.123456 Shop[66] <Notice>: one two", "Shop", 66, "one two"),
      ("Oct  5 10:00:01 mac Shop[66]: one two", "Shop", 66, "one two"),
      ("2026-10-31 10:00:01.5 Shop{UIKitCore}[66] <NOTICE>: one two", "Shop", 66, "one two"),
      ("5 10:00:01 iPhone Shop(UIKitCore)[66] <Notice>: one two", "Shop", 66, "one two"),
      ("10:00:01.123456 Shop[66] <Notice>: one two", "Shop", 66, "one two"),
      (
        "Oct  5 10:00:01 mac com.apple.CoreSimulator.SimDevice.1-2.launchd_sim[66] (a[7]): two", "launchd_sim", 66,
        "a[7]): two"
      ),
      (
        "2026-10-31 10:00:01.5+0100 mac com.apple.CoreSimulator.SimDevice.1-2[66] (a[7]): two", "launchd_sim", 66,
        "a[7]): two"
      ),
      (#"{"msg":"Oct  5 10:00:01 iPhone Shop(UIKitCore)[66] \u003cNotice\u003e: one two"}"#, "Shop", 66, "one two"),
      (
        #"{"timestamp":"2026-10-31T10:00:01.5Z","process":"Shop","pid":66,"subsystem":"","message":"one two"},"#,
        "Shop",
        66, "one two"
      ),
      ("Type: Notice | Timestamp: 2026-10-31 10:00:01.5-05:00 | Process: Shop | TID: 0x1f", "Shop", nil, ""),
      ("2026-10-31 10:00:01.500 applicationDidBecomeActive", "", nil, "applicationDidBecomeActive"),
      ("2026-10-31T10:00:01.5+0200 phone Shop[66]: one two", "Shop", 66, "one two"),
      ("Oct  5 10:00:01 Shop[UIKitCore](66) <Notice>: one two", "Shop", 66, "one two"),
      ("Oct  5 10:00:01 phone Shop[UIKitCore](66) <Notice>: one two", "Shop", 66, "one two"),
      ("   Timestamp: 2026-10-31 10:00:01.5-05:00 | Process: Shop | PID: 66 | TID: 0x1f", "Shop", 66, ""),
      ("\tType: Notice | Timestamp: 2026-10-31 10:00:01.5-05:00 | Process: Shop", "Shop", nil, ""),
    ] as [(String, String, Int64?, String)])
  func `a row is taken apart, whatever its columns`(row: String, process: String, pid: Int64?, message: String) throws {
    let line = try #require(LogTextLine(Array(row.utf8)[...]))
    #expect(line.process == process && line.pid == pid && line.message.string == message)
    #expect(line.clock.hasPrefix("10:00:01"))
  }

  /// What stands behind the time is the class, the level or a mark of a logger, and no process.
  @Test(
    arguments: [
      ("2026-10-31T10:00:01.5Z INFO AppDelegate: @", "2026-10-31", "10:00:01.5Z"),
      ("[2026-10-31T10:00:01.5Z] WARN SceneDelegate - @", "2026-10-31", "10:00:01.5Z"),
      ("2026-10-31T10:00:01+0200 info com.example.shop.Life : [Shop] @", "2026-10-31", "10:00:01+0200"),
      ("2026-10-31T10:00:01+0200 info shop : [Shop] @", "2026-10-31", "10:00:01+0200"),
      ("2026-10-31T10:00:01+0200 info shop: [Shop] @", "2026-10-31", "10:00:01+0200"),
      ("2026-10-31T10:00:01+0200 warning my-shop : id=1 name=two [Shop] @", "2026-10-31", "10:00:01+0200"),
      ("2026-10-31T10:00:01.5Z\tINFO\tAppDelegate\t@", "2026-10-31", "10:00:01.5Z"),
      ("2026-10-31 10:00:01.500 \u{1F49A} DEBUG AppDelegate.@", "2026-10-31", "10:00:01.500"),
      ("10:00:01.500 WARN AppDelegate.@", nil, "10:00:01.500"),
      ("2026-10-31 10:00:01,500 INFO  [main] AppDelegate - @", "2026-10-31", "10:00:01.500"),
      ("2026/10/31 10:00:01:500  @", "2026-10-31", "10:00:01.500"),
      ("31.10.2026 10:00:01,500 @", "2026-10-31", "10:00:01.500"),
      ("2026-10-31 10:00:01.500 PM @", "2026-10-31", "22:00:01.500"),
      ("[2026-10-31 12:00:01 AM] @", "2026-10-31", "00:00:01"),
      ("2026-10-31 10:00:01 +0000 AppDelegate: @", "2026-10-31", "10:00:01+0000"),
      ("2026-10-31 10:00:01.5 -0500 SceneDelegate @", "2026-10-31", "10:00:01.5-0500"),
      ("1:00:01 PM @", nil, "13:00:01"), ("12:00:01 PM @", nil, "12:00:01"),
      ("[10:00:01]: \u{25B8} @", nil, "10:00:01"),
      ("\u{4E0A}\u{5348}10:00:01 @", nil, "10:00:01"), ("\u{4E0A}\u{5348}12:00:01 @", nil, "00:00:01"),
      ("\u{4E0B}\u{5348}1:00:01.500 @", nil, "13:00:01.500"), ("\u{4E0B}\u{5348}12:00:01 @", nil, "12:00:01"),
      ("\u{5348}\u{5F8C}10:00:01 @", nil, "22:00:01"), ("[\u{C624}\u{D6C4} 9:00:01] @", nil, "21:00:01"),
    ] as [(String, String?, String)])
  func `a line that an app's logger wrote has its day and time, and no process`(
    row: String, day: String?, clock: String
  ) throws {
    let line = try #require(LogTextLine(Array(row.replacing("@", with: "applicationDidBecomeActive").utf8)[...]))
    #expect(line.process == "" && line.day == day && line.clock == clock)
    #expect(AppSaying(line.message)?.word == "applicationDidBecomeActive")
  }

  /// Dates as formatters and scripts write them, each with the day and the time.
  static let dates: [(String, String, String)] = [
    ("30.10.2026, 22:00:01 @", "2026-10-30", "22:00:01"), ("30.10.26, 22:00:01 @", "2026-10-30", "22:00:01"),
    ("3.10.2026 9:00:01 @", "2026-10-03", "09:00:01"), ("[30.10.2026, 22:00:01] @", "2026-10-30", "22:00:01"),
    ("30.10.2026 klo 22.00.01 @", "2026-10-30", "22:00:01"), ("3.10.26 22.00.01,5 @", "2026-10-03", "22:00:01.5"),
    ("2026-10-30 kl. 22.00.01 @", "2026-10-30", "22:00:01"), ("2026-10-30 22.00.01 @", "2026-10-30", "22:00:01"),
    ("30/10/2026, 22:00:01 @", "2026-10-30", "22:00:01"), ("30/10/2026 \u{E0} 22:00:01 @", "2026-10-30", "22:00:01"),
    ("30-10-2026 22:00:01 @", "2026-10-30", "22:00:01"), ("10-30-2026 22:00:01.5 @", "2026-10-30", "22:00:01.5"),
    ("10/30/2026, 10:00:01 PM @", "2026-10-30", "22:00:01"),
    ("10/30/26, 10:00:01\u{202F}PM @", "2026-10-30", "22:00:01"),
    ("30/10/2026, 10:00:01 p.m. @", "2026-10-30", "22:00:01"),
    ("30/10/2026, 12:00:01 am - @", "2026-10-30", "00:00:01"),
    ("30-Oct-2026 22:00:01 @", "2026-10-30", "22:00:01"), ("30 Oct 2026 22:00:01,250 @", "2026-10-30", "22:00:01.250"),
    ("30. Okt. 2026, 22:00:01 @", "2026-10-30", "22:00:01"),
    ("30. Oktober 2026 um 22:00:01 @", "2026-10-30", "22:00:01"),
    ("3 d\u{E9}c. 2026 \u{E0} 22:00:01 @", "2026-12-03", "22:00:01"),
    ("30/Oct/2026:22:00:01 +0100 @", "2026-10-30", "22:00:01+0100"),
    ("Oct 30, 2026 at 22:00:01 @", "2026-10-30", "22:00:01"),
    ("October 30, 2026 at 10:00:01 PM @", "2026-10-30", "22:00:01"),
    ("2026. 10. 30. 22:00:01 @", "2026-10-30", "22:00:01"),
    ("2026. 10. 30. \u{C624}\u{D6C4} 10:00:01 @", "2026-10-30", "22:00:01"),
    ("2026\u{5E74}10\u{6708}30\u{65E5} 22:00:01 @", "2026-10-30", "22:00:01"),
    ("2026/10/30 \u{4E0B}\u{5348}10:00:01 @", "2026-10-30", "22:00:01"),
    ("20261030 22:00:01 @", "2026-10-30", "22:00:01"),
    ("Fri Oct 30 2026 22:00:01 GMT+0100 (Central European Standard Time) @", "2026-10-30", "22:00:01+0100"),
    ("Fri, 30 Oct 2026 22:00:01 GMT @", "2026-10-30", "22:00:01Z"),
    ("1793440801.120 @", "2026-10-31", "10:00:01.120000000Z"), ("[1793440801] @", "2026-10-31", "10:00:01.000000000Z"),
    ("1793440801120: @", "2026-10-31", "10:00:01.120000000Z"),
    ("30.10.2026 22:00:01 Shop[512:9] @", "2026-10-30", "22:00:01"),
    ("> 12: 30.10.2026, 22:00:01 @", "2026-10-30", "22:00:01"), ("- 30-10-2026 22:00:01 @", "2026-10-30", "22:00:01"),
    ("INFO 30/10/2026, 22:00:01 @", "2026-10-30", "22:00:01"),
    ("[INFO] Oct 30, 2026 at 22:00:01 @", "2026-10-30", "22:00:01"),
  ]

  @Test(arguments: dates)
  func `a date is read as programs write it in many countries`(row: String, day: String, clock: String) throws {
    let bytes = Array(row.replacing("@", with: "applicationDidBecomeActive").utf8)[...]
    guard case .lines(let cleaner) = UnifiedLogTextReader.cleaning else { return }
    let record = LogTextLine(bytes) == nil ? try #require(cleaner.clean(bytes)).records[0][...] : bytes
    let line = try #require(LogTextLine(record))
    #expect(line.day == day && line.clock == clock && line.otherDay == nil)
    #expect(AppSaying(line.message)?.word == "applicationDidBecomeActive")
  }

  @Test(arguments: [
    ("10/11/2026, 22:00:01 @", "2026-10-11", "2026-11-10"), ("1-2-2026 22:00:01 @", "2026-01-02", "2026-02-01"),
  ])
  func `a date of two months keeps both`(row: String, monthFirst: String, dayFirst: String) throws {
    let line = try #require(LogTextLine(Array(row.replacing("@", with: "applicationDidBecomeActive").utf8)[...]))
    #expect(line.day == monthFirst && line.otherDay == dayFirst)
  }

  @Test(
    arguments: [
      ("10/11/2026 1:00:00 a\n13/11/2026 1:00:00 a", true), ("10/11/2026 1:00:00 a\n11/13/2026 1:00:00 a", false),
      ("> 10-11-2026 1:00:00 a\n> 13-11-2026 1:00:00 a", true), ("10/11/2026 1:00:00 a", nil),
    ] as [(String, Bool?)])
  func `one line shows for all whether the day precedes the month`(text: String, isDayFirst: Bool?) throws {
    let order = try #require(FrontTime.dayOrder(in: Array(text.utf8)))
    #expect(order.isDayFirst == isDayFirst)
  }

  @Test(arguments: ["30. listopadu 2026 22:00:00 @", "30-Xyz-2026 22:00:00 @", "Listopad 30 2026 22:00:00 @"])
  func `a date in an unknown language is neither a line's number nor an app's name`(row: String) {
    let bytes = Array(row.replacing("@", with: "applicationDidBecomeActive").utf8)[...]
    #expect(LogTextLine(bytes) == nil)
    guard case .lines(let cleaner) = UnifiedLogTextReader.cleaning else { return }
    #expect(cleaner.clean(bytes) == nil)
  }

  @Test(
    arguments: [
      "INFO \u{4E0B}\u{5348}10:00:01 @", "INFO 2026-10-31 10:00:01.5 AppDelegate: @", "[INFO] 2026-10-31T10:00:01Z @",
      "\u{1F535} 10:00:01.5 @",
    ])
  func `something may stand before what an app printed`(row: String) {
    let line = Array(row.replacing("@", with: "applicationDidBecomeActive").utf8)[...]
    #expect(LogTextLine(line) == nil && LogTextLine.starts(in: line).count == 1)
  }

  @Test(
    arguments: [
      "Oct  5 10:00:01 phone Shop[66] <Notice>: 2026-10-31 10:00:01.500 applicationDidBecomeActive",
      "10/31/2026 10:00:01 applicationDidBecomeActive",
    ])
  func `what an app printed is not cut off its own row, nor from a day in another form`(row: String) {
    #expect(LogTextLine.starts(in: Array(row.utf8)[...]) == [])
  }

  @Test(
    arguments: [
      "name\tage\tcity", "10:00:01\tone\ttwo", "Dear Sir, at 10:00:01 I wrote to you",
      "2026-10-31 10:00:01.500 one two",
      "2026-10-31 10:00:01.500 1234-1234/com.example.shop I/flutter: AppLifecycleState.paused",
      "10-31 10:00:01.500  1234  1234 I flutter : AppLifecycleState.paused", "Type\tTime\tProcess\tMessage", "```", "",
      "a 10:00:01 iPhone Shop[66] <Notice>: one two", "Type: stdio", "Type: Notice | Process: Shop",
      #"{"msg":"one two"}"#,
      "2026-10-31T10:00:01.5Z Oct  5 10:00:01 phone Shop[66] <Notice>: one two",
      "2026-10-31T10:00:01.5Z 2026-10-31 10:00:01.500 Shop[66:7] applicationDidBecomeActive",
      #"{"timestamp":"2026-10-31T10:00:01.5Z","process":"Shop","message":"one two"}"#,
    ])
  func `what is no row begins no record`(text: String) {
    #expect(LogTextLine(Array(text.utf8)[...]) == nil)
  }
}
