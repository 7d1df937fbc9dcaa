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

  @Test func `launch times say what they count and mark what rests on few`() {
    let report = LaunchTimesReport(Self.launches([100, 200, 300, 0]))
    #expect(
      report.table.text() == """
        Launch times, start to firstFrame: counted 3 of 4; 1 no end
        kind          from   to          count     p50      p90      p95      p99  longest
        unclassified  start  firstFrame      3  200 ms  280 ms*  290 ms*  298 ms*   300 ms
        * of fewer than 5

        """)
    #expect(
      report.table.csv
        == "kind,from,to,count,p50Nanos,p90Nanos,p95Nanos,p99Nanos,longestNanos\r\n"
        + "unclassified,start,firstFrame,3,200000000,280000000,290000000,298000000,300000000\r\n")
  }

  @Test func `a summary has a row a group, also where nothing counts, and tells of other ends`() {
    let launches = Self.launches([100, 150, 200, 0], to: [2: .active])
    let report = LaunchTimesReport(launches, by: [.kind, .app])
    #expect(
      report.summary.text() == """
        Launch times, start to firstFrame: counted 3 of 4; 1 no end
        kind          app  count     p50      p90  not counted
        unclassified  -        2  125 ms  145 ms*  1 no end
        * of fewer than 5
        1 more between other ends; 'tracetool report --launch-times' shows all

        """)
    let none = LaunchTimesReport(Self.launches([0]), by: [.kind]).summary.text()
    #expect(none.contains("unclassified      0    -    -  1 no end\n"), "\(none)")
  }

  @Test func `a cut list says so, and how to see the rest`() {
    let report = LaunchTimesReport(Self.launches([100, 300, 200]), slowest: 1)
    #expect(
      report.table.text() == """
        Launch times, start to firstFrame: counted 3 of 3
        launch    version  kind          because                 time  from   to          start  firstFrame
        launch-1  -        unclassified  no device in the log  300 ms  start  firstFrame   0 ms      300 ms
        the slowest 1 of 3; --each shows all

        """)
  }

  @Test func `a phase with an unknown edge is marked`() {
    let edge: UInt16 = 1 << Milestones.Name.firstFrame.rawValue
    let text = LaunchPhasesReport(Self.launches([100], approximate: edge)).table.text()
    #expect(
      text == """
        Launch phases, start to firstFrame: counted 1 of 1
        phase       count      p50       p90       p95       p99  longest
        firstFrame      1  100 ms~  100 ms*~  100 ms*~  100 ms*~  100 ms~
        * of fewer than 5
        ~ an edge of the phase is not really known in some launches

        """)
    let each = LaunchTimesReport(Self.launches([100], approximate: edge), each: true).table.text()
    #expect(each.hasSuffix("100 ms~\n~ when this was is not really known\n"), "\(each)")
  }

  @Test(arguments: [
    (31, 412, 12, "31 of 412 launches began locked (7.5 %, 5.3 … 10.5 %); in 12 the keychain was read"),
    (0, 20, 0, "0 of 20 launches began locked (0.0 %, 0.0 … 16.2 %)"),
    (1, 1, 0, "1 of 1 launch began locked (100.0 %, 20.6 … 100.0 %)"),
  ])
  func `how many launches began locked is told with its interval`(
    _ locked: Int, _ launches: Int, _ reads: Int, _ sentence: String
  ) {
    #expect(LockedLaunches(launches: launches, beganLocked: locked, keychainRead: reads).sentence == sentence)
  }
}
