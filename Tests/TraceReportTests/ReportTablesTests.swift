import Testing
import TraceAnalyzer
import TraceModel

@testable import TraceReport

@Suite(.tags(.small)) struct ReportTablesTests {
  /// Launches from `start` to `firstFrame` in so many milliseconds; 0 never gets there.
  static func launches(
    _ millis: [Int64], approximate: UInt16 = 0, to ends: [Int: Milestones.Name] = [:]
  ) -> [Launch] {
    var symbols = Symbols()
    let summaries = millis.enumerated().map { index, millis in
      var key = StreamKey()
      key.launch = symbols.texts.intern("launch-\(index)")
      var summary = LaunchSummary()
      summary.stream = StreamID(rawValue: symbols.streams.intern(key))
      summary.context = ContextID(rawValue: symbols.contexts.intern(Context()))
      summary.firstInstant = 1_795_168_800_000_000_000 + Int64(index)
      summary.milestones.approximate = approximate
      summary.milestones[.start] = summary.firstInstant
      let end = ends[index] ?? .firstFrame
      if millis > 0 { summary.milestones[end] = summary.firstInstant + millis * 1_000_000 }
      return summary
    }
    return Launch.all(summaries, symbols)
  }

  @Test func `launch times say what they count, and no percentile that few launches do not show`() {
    let report = LaunchTimesReport(Self.launches([100, 200, 300, 0]))
    #expect(
      report.table.text() == """
        Launch times, start to firstFrame: counted 3 of 4; 1 no end
        kind          count     p50  p90  p95  p99  longest
        unclassified      3  200 ms    -    -    -   300 ms

        """)
    #expect(
      report.table.csv
        == "kind,from,to,count,p50Nanos,p90Nanos,p95Nanos,p99Nanos,longestNanos\r\n"
        + "unclassified,start,firstFrame,3,200000000,,,,300000000\r\n")
  }

  @Test(arguments: [10, 11, 20, 21, 100, 101])
  func `a percentile above the median is shown of launches that show it`(_ count: Int) throws {
    // All but one take 300 ms: no percentile reaches for that one.
    let rows = LaunchTimesReport(Self.launches([3900] + Array(repeating: 300, count: count - 1))).groups
    let row = try #require(rows.first)
    let expected = [11, 21, 101].map { count >= $0 ? Int64(300_000_000) : nil }
    #expect([row.p90Nanos, row.p95Nanos, row.p99Nanos] == expected)
    #expect(row.p50Nanos == 300_000_000 && row.longestNanos == 3_900_000_000)
    let document = try JSONDocument.line(row)
    #expect(document.contains("p99Nanos") == (expected[2] != nil), "what is not shown has no member")
  }

  @Test func `a summary has a row a group, also where nothing counts, and is about other ends`() {
    let launches = Self.launches([100, 150, 200, 0], to: [2: .active])
    let report = LaunchTimesReport(launches, by: [.kind, .app])
    #expect(
      report.summary.text() == """
        Launch times, start to firstFrame: counted 3 of 4; 1 no end
        kind          app  count     p50  p90  longest  not counted
        unclassified  -        2  125 ms    -   150 ms  1 no end
        1 more between other ends; 'tracetool report --launch-times' shows all

        """)
    let none = LaunchTimesReport(Self.launches([0]), by: [.kind]).summary.text()
    #expect(none.contains("unclassified      0    -    -        -  1 no end\n"), "\(none)")
  }

  @Test func `a cut list says so, and how to see the rest`() {
    let report = LaunchTimesReport(Self.launches([100, 300, 200]), slowest: 1)
    #expect(
      report.table.text() == """
        Launch times, start to firstFrame: counted 3 of 3
        launch      time  deviceModel  firstFrame
        launch-1  300 ms  -                300 ms
          unclassified
        the slowest 1 of 3; --each shows all

        """)
  }

  /// Launches of one kind and version that differ in how long `appInit` and what comes after it take.
  private static func phased(_ millis: [(appInit: Int64, firstFrame: Int64)]) -> [Launch] {
    var symbols = Symbols()
    var context = Context()
    context.app = symbols.texts.intern("com.example.shop")
    context.appVersion = symbols.texts.intern("4.9.0")
    context.deviceModel = symbols.texts.intern("iPhone15,2")
    let summaries = millis.enumerated().map { index, millis in
      var key = StreamKey()
      key.launch = symbols.texts.intern("96bf034\(index)-9a5c-4ae7-a17a-f124c706fe3f")
      var summary = LaunchSummary()
      summary.stream = StreamID(rawValue: symbols.streams.intern(key))
      summary.context = ContextID(rawValue: symbols.contexts.intern(context))
      summary.firstInstant = 1_795_168_800_000_000_000 + Int64(index)
      summary.milestones[.start] = summary.firstInstant
      summary.milestones[.main] = summary.firstInstant + 100_000_000
      summary.milestones[.launchBegin] = summary.firstInstant + 120_000_000
      summary.milestones[.launchEnd] = summary.milestones[.launchBegin] + millis.appInit * 1_000_000
      summary.milestones[.sceneConnected] = summary.milestones[.launchEnd] + 30_000_000
      summary.milestones[.firstFrame] = summary.milestones[.sceneConnected] + millis.firstFrame * 1_000_000
      return summary
    }
    return Launch.all(summaries, symbols)
  }

  private static let slowest = LaunchTimesReport(
    phased([(100, 70), (101, 71), (102, 72), (103, 73), (99, 69), (190, 75), (150, 130)]), slowest: 2)

  @Test func `the slowest launches show the phase that made them slow`() {
    #expect(
      Self.slowest.table.text(Drawing(width: 80)) == """
        Launch times, start to firstFrame: counted 7 of 7
                                                                      scene
        launch      time  deviceModel  preMain  uikitInit  appInit  Connect  firstFrame
        96bf0346  430 ms  iPhone15,2    100 ms    20.0 ms   150 ms  30.0 ms      130 ms
          4.9.0, unclassified; firstFrame 58.0 ms over its usual 72.0 ms
        96bf0345  415 ms  iPhone15,2    100 ms    20.0 ms   190 ms  30.0 ms     75.0 ms
          4.9.0, unclassified; appInit 88.0 ms over its usual 102 ms
        the slowest 2 of 7; --each shows all

        """)
    #expect(
      Self.slowest.table.text(Drawing(width: 40)).hasPrefix(
        """
        Launch times, start to firstFrame:
          counted 7 of 7
        launch        96bf0346
        time          430 ms
        deviceModel   iPhone15,2
        preMain       100 ms
        uikitInit     20.0 ms
        appInit       150 ms
        sceneConnect  30.0 ms
        firstFrame    130 ms
          4.9.0, unclassified; firstFrame
            58.0 ms over its usual 72.0 ms

        launch        96bf0345

        """))
  }

  @Test func `programs read of each launch what it ran on, and every milestone and phase`() {
    let lines = Self.slowest.table.csv.split(separator: "\r\n")
    #expect(
      lines[0] == """
        launch,appVersion,kind,kindReason,nanos,from,to,notCounted,requestNanos,startNanos,initializersNanos,mainNanos,\
        launchBeginNanos,launchEndNanos,sceneConnectedNanos,firstFrameNanos,activeNanos,fullyDrawnNanos,\
        app,appBuild,deviceModel,osVersion,device,processCreationPhaseNanos,systemInterfacePhaseNanos,\
        staticInitializersPhaseNanos,preMainPhaseNanos,uikitInitPhaseNanos,appInitPhaseNanos,launchingPhaseNanos,\
        sceneConnectPhaseNanos,firstFramePhaseNanos
        """)
    #expect(
      lines[1] == """
        96bf0346-9a5c-4ae7-a17a-f124c706fe3f,4.9.0,unclassified,no device in the log,430000000,start,firstFrame,,,0,,\
        100000000,120000000,270000000,300000000,430000000,,,com.example.shop,,"iPhone15,2",,,,,,100000000,20000000,\
        150000000,,30000000,130000000
        """)
  }

  @Test(
    arguments: [
      // A third of what the launch is over the median, or more of it, and never of fewer than five launches.
      ([(100, 70), (100, 70), (100, 70), (100, 70), (130, 130)], "firstFrame"),
      ([(100, 70), (100, 70), (100, 70), (100, 70), (100, 70)], nil),
      ([(100, 70), (100, 70), (100, 70), (190, 75)], nil),
    ] as [([(Int64, Int64)], String?)])
  func `a phase stands out only where it explains much`(_ millis: [(Int64, Int64)], _ phase: String?) {
    let launches = Self.phased(millis.map { (appInit: $0.0, firstFrame: $0.1) })
    let report = LaunchTimesReport(launches, slowest: 1)
    #expect(report.each?[0].standsOut?.phase == phase)
  }

  @Test func `a phase with an unknown edge is marked`() {
    let edge: UInt16 = 1 << Milestones.Name.firstFrame.rawValue
    let text = LaunchPhasesReport(Self.launches([100], approximate: edge)).tables[0].text()
    #expect(
      text == """
        Launch phases, start to firstFrame: counted 1 of 1
        phase       count      p50  p90  p95  p99  longest
        firstFrame      1  100 ms~    -    -    -  100 ms~
        ~ in some launches the begin or end of the phase is known only approximately

        """)
    let each = LaunchTimesReport(Self.launches([100], approximate: edge), each: true).table.text()
    #expect(
      each.hasSuffix("100 ms~\n  unclassified\n~ when this began or ended is known only approximately\n"), "\(each)")
  }

  @Test(arguments: [
    (
      31, 412, 9, 3,
      "31 of 412 launches began locked (7.5 %, 5.3 … 10.5 %); in 12 data was asked for that was not there, in 9 of them for certain"
    ),
    (
      31, 412, 9, 0,
      "31 of 412 launches began locked (7.5 %, 5.3 … 10.5 %); in 9 data was asked for that was not there"
    ),
    (0, 20, 0, 0, "0 of 20 launches began locked (0.0 %, 0.0 … 16.2 %)"),
    (1, 1, 0, 0, "1 of 1 launch began locked (100.0 %, 20.6 … 100.0 %)"),
  ])
  func `how many launches began locked is reported with its interval`(
    _ locked: Int, _ launches: Int, _ certain: Int, _ possible: Int, _ sentence: String
  ) {
    var report = LockedLaunches(launches: launches, beganLocked: locked, keychainRead: 0)
    report.notThere.certain = certain
    report.notThere.possible = possible
    #expect(report.sentence.plain == sentence)
  }
}
