import Testing
import TraceAnalyzer
import TraceModel

/// Order within a launch, holes in it, and who reports what: what is found where.
@Suite(.tags(.small)) struct OrderTests {
  static let resynchronizing = [
    Row(
      "a lost return to the foreground is reported once",
      """
      0 s app.didFinishLaunching
      1 s app.didEnterBackground
      2 s app.willEnterForeground
      3 s app.didEnterBackground
      4 s app.didBecomeActive
      5 s app.willResignActive
      6 s app.didEnterBackground
      7 s app.willEnterForeground
      """, ["5 order.app error"]),
    Row(
      "a lost begin is reported once",
      """
      0 s app.didFinishLaunching
      1 s task.begin task=1
      2 s task.begin task=1
      3 s task.expire task=1
      4 s task.end task=1
      """, ["3 order.task error"]),
    Row(
      "two faults are two findings",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      2 s app.didBecomeActive
      3 s app.willResignActive
      4 s app.willResignActive
      """, ["3 order.app warning", "5 order.app warning"]),
    Row(
      "life after death is reported once",
      """
      0 s process.start
      1 s app.didFinishLaunching
      2 s process.exit
      3 s app.didBecomeActive
      4 s app.willResignActive
      """, ["4 order.process error"]),
    Row(
      "each death is reported once",
      """
      0 s process.start
      1 s process.exit
      2 s data.save
      3 s process.exit
      4 s data.save
      """, ["3 order.process error", "5 order.process error"]),
    Row(
      "what is no event of the app may follow death",
      """
      0 s process.start
      1 s app.didFinishLaunching
      2 s process.exit
      3 s log.sceneBackground
      4 s launch.request
      5 s somethingElse
      6 s task.overdue source=system
      7 s process.exit
      """),
    Row(
      "one event is one finding, that of the first machine",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      2 s app.didFinishLaunching
      """, ["3 order.process error"]),
    Row(
      "the mildest of several states counts",
      """
      0 s scene.willDeactivate scene=A
      1 s scene.willDeactivate scene=A
      """, ["2 order.scene warning?"]),
  ]

  static let holes = [
    Row(
      "a hole is a note, and what it may hold is legal",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      2 s app.willResignActive
      … 1
      3 s app.willResignActive
      """, ["4 trace.gap note"]),
    Row(
      "too short a hole does not make it legal",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      2 s app.willResignActive
      3 s app.didEnterBackground
      4 s app.willEnterForeground
      5 s app.didBecomeActive
      6 s app.willResignActive
      7 s app.didEnterBackground
      … 1
      8 s app.willResignActive
      """, ["9 order.app warning", "9 trace.gap note"]),
    Row(
      "nor does a long one, where nothing leads there",
      """
      0 s app.didFinishLaunching
      … 99
      1 s app.didFinishLaunching
      """, ["2 order.process error", "2 trace.gap note"]),
    Row(
      "an entry and a return with a hole between are no pair",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      2 s app.willResignActive
      3 s app.didEnterBackground phase=begin
      … 1
      60 s app.willEnterForeground
      61 s app.didBecomeActive
      99 s app.willResignActive
      … 1
      100 s app.didEnterBackground phase=end
      101 s app.willEnterForeground
      """, ["5 trace.gap note", "8 trace.gap note"]),
    Row(
      "nor does a return after the next entry measure the callback",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      2 s app.willResignActive
      3 s app.didEnterBackground phase=begin
      60 s app.willEnterForeground
      61 s app.didBecomeActive
      99 s app.willResignActive
      100 s app.didEnterBackground phase=end
      101 s app.willEnterForeground
      """),
    Row(
      "the first number is no hole",
      """
      0 s app.didFinishLaunching seq=7
      1 s app.didBecomeActive
      """),
    Row(
      "a rejected record fills its place",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      ✗
      2 s app.didBecomeActive
      """, ["4 order.app warning?"]),
    Row(
      "a rejected record fills its place but not its neighbour's",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      ✗
      … 1
      2 s app.didBecomeActive
      """, ["4 trace.gap note"]),
    Row(
      "a task that shows up after holes may have begun in them",
      """
      0 s app.didFinishLaunching
      1 s task.begin task=1
      2 s task.end task=1
      … 1
      3 s data.save
      4 s task.end task=2
      """, ["4 trace.gap note"]),
    Row(
      "an end lost in a hole is no leak",
      """
      0 s app.didFinishLaunching
      1 s app.didEnterBackground
      2 s task.begin task=1
      … 1
      3 s process.suspend
      """, ["4 trace.gap note"]),
    Row(
      "what a hole may have hidden counts behind an event that says nothing of it",
      """
      0 s app.didFinishLaunching
      1 s scene.willConnect scene=A
      2 s scene.willEnterForeground scene=A
      3 s scene.didActivate scene=A
      … 1
      4 s scene.snapshot scene=A
      5 s scene.didEnterBackground scene=A
      """, ["5 trace.gap note"]),
    Row(
      "of two tasks without ids the begin of one may be lost",
      """
      0 s app.didFinishLaunching
      1 s task.begin name=a
      … 1
      2 s task.end name=a
      3 s task.end name=a
      """, ["3 trace.gap note"]),
    Row(
      "what is lost may have come after what is never recorded",
      """
      0 s app.didFinishLaunching records=app.didFinishLaunching,app.didBecomeActive,app.willResignActive,app.didEnterBackground
      1 s app.didBecomeActive
      2 s app.willResignActive
      3 s app.didEnterBackground
      … 1
      4 s app.willResignActive
      """, ["5 trace.gap note"]),
  ]

  static let ties = [
    Row(
      "a tie that is legal in two orders may have ended as either",
      """
      0 s process.start
      1 s app.didFinishLaunching
      2 s process.resume
      2 s process.suspend
      3 s app.willTerminate
      """),
    Row(
      "orders are tried for each instance, however many events tie",
      """
      0 s process.main
      0 s scene.willEnterForeground scene=A source=delegate
      0 s process.start
      0 s scene.willConnect scene=A source=delegate
      0 s app.didFinishLaunching source=delegate
      0 s launch.firstFrame
      1 s scene.didActivate scene=A source=delegate
      """),
    Row(
      "a return that ties with its entry comes after it",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      2 s app.willResignActive
      3 s app.didEnterBackground phase=end
      3 s app.didEnterBackground phase=begin
      3603 s app.willEnterForeground
      3604 s app.didBecomeActive
      3610 s app.willResignActive
      3611 s app.didEnterBackground phase=end
      3611 s app.didEnterBackground phase=begin
      """),
    Row(
      "where a kind is not recorded the order of the lines may be the true one",
      """
      0 s app.didFinishLaunching source=delegate records=app.didFinishLaunching,scene.willConnect,scene.willEnterForeground,scene.didActivate,scene.didEnterBackground
      1 s scene.willConnect scene=A source=delegate
      2 s scene.willEnterForeground scene=A source=delegate
      2 s scene.didActivate scene=A source=delegate
      2 s scene.didEnterBackground scene=A source=delegate
      5 s scene.willEnterForeground scene=A source=delegate
      5.1 s scene.didActivate scene=A source=delegate
      """),
    Row(
      "an order of the lines that only recorded kinds would explain is none",
      """
      0 s app.didFinishLaunching source=delegate records=scene.willConnect,scene.willEnterForeground,scene.didActivate,scene.willDeactivate,scene.didEnterBackground
      1 s scene.willConnect scene=A source=delegate
      2 s scene.didActivate scene=A source=delegate
      2 s scene.willEnterForeground scene=A source=delegate
      9 s scene.didEnterBackground scene=A source=delegate
      """, ["5 order.scene error"]),
    Row(
      "where no order of a tie is legal the fault is certain",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      2 s app.didEnterBackground
      2 s app.willEnterForeground
      3 s app.didBecomeActive
      3.5 s app.willResignActive
      """, ["3 order.app error"]),
    Row(
      "of more equal events than have a place the others are found, certain",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      1 s app.didBecomeActive
      1 s app.didBecomeActive
      1 s app.willResignActive
      """, ["3 order.app warning"]),
    Row(
      "what no order explains is found",
      """
      0 s process.start
      1 s app.didFinishLaunching
      2 s process.resume
      2 s process.suspend
      3 s app.didFinishLaunching
      """, ["5 order.process error"]),
  ]

  @Test(arguments: ties)
  func `what is found after a tie`(_ row: Row) {
    #expect(Timeline(row.text).found() == row.expected)
  }

  @Test func `a launch that ties with its start is one launch`() {
    let launch = """
      0 s app.willFinishLaunching
      0 s process.main
      0 s process.start
      1 s app.didFinishLaunching
      9 s process.exit
      60 s process.main
      60 s process.start
      61 s app.didFinishLaunching
      """
    let summaries = Timeline(launch, .init(launch: nil)).summaries()
    #expect(summaries.map(\.eventCount) == [5, 3])
  }

  static let lostLines = [
    Row(
      "a rejected line is a hole of one",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      2 s app.willResignActive
      ✗
      3 s app.willResignActive
      """),
    Row(
      "of one only",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      2 s app.willResignActive
      3 s app.didEnterBackground
      4 s app.willEnterForeground
      5 s app.didBecomeActive
      6 s app.willResignActive
      7 s app.didEnterBackground
      ✗
      8 s app.willResignActive
      """, ["10 order.app warning"]),
    Row(
      "it may hold the launch that a scene seems to precede",
      """
      0 s process.start
      1 s scene.willConnect scene=A
      ✗
      2 s app.didFinishLaunching
      """),
  ]

  static let clocks = [
    Row(
      "a legal order of what ties is taken",
      """
      0 s app.didFinishLaunching
      1 s app.didEnterBackground
      1 s app.willResignActive
      1 s app.didBecomeActive
      2 s app.willEnterForeground
      """),
    Row(
      "where none is legal, it is possible",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      1 s app.didBecomeActive
      """, ["3 order.app warning?"]),
    Row(
      "a tie with what has no part in it leaves no doubt",
      """
      0 s app.didFinishLaunching
      1 s app.didFinishLaunching
      1 s data.save
      1 s somethingElse
      1 s view.didLoad view=Main instance=1
      """, ["2 order.process error"]),
    Row(
      "what is lost before a tie may have come before each of it",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      2 s app.willResignActive
      3 s app.willResignActive
      3 s app.didEnterBackground lost=1
      """),
    Row(
      "a clock that steps back once leaves the lines in their order",
      """
      0 s app.didFinishLaunching
      10 s app.didBecomeActive
      9 s app.willResignActive
      """),
    Row(
      "uptime orders where every event has it",
      """
      0 s app.didFinishLaunching uptime=1s
      10 s app.didBecomeActive uptime=2s
      9 s app.willResignActive uptime=3s
      """),
    Row(
      "equal times with other uptimes are no tie",
      """
      0 s app.didFinishLaunching uptime=1s
      1 s app.didBecomeActive uptime=2s
      2 s app.willEnterForeground uptime=3s
      2 s app.didEnterBackground uptime=4s
      2 s app.willResignActive uptime=5s
      """, ["3 order.app error", "5 order.app error"]),
    Row(
      "seq orders whatever the clock says",
      """
      10 s app.didFinishLaunching seq=1
      9 s app.didBecomeActive seq=2
      8 s app.willResignActive seq=3
      """),
    Row(
      "what has no seq goes before the first that is later",
      """
      0 s app.didFinishLaunching seq=1
      4 s app.willResignActive seq=2
      1 s app.didBecomeActive
      """),
    Row(
      "an event without a time is reckoned from the nearest that has both clocks",
      """
      0 s app.didFinishLaunching uptime=100s
      2 s app.willResignActive
      - app.didBecomeActive uptime=101s
      """),
  ]

  static let oddPhases = [
    Row(
      "an event in a phase that nobody knows is not judged and may have been any",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive phase=will
      2 s app.didBecomeActive phase=did
      3 s app.willResignActive
      4 s app.didBecomeActive
      5 s app.willResignActive
      """),
    Row(
      "beside it what is illegal is found",
      """
      0 s app.didFinishLaunching
      1 s data.save phase=did
      2 s app.didBecomeActive
      3 s app.didBecomeActive
      """, ["4 order.app warning?"]),
  ]

  @Test(arguments: oddPhases, [true, false])
  func `what is found beside unknown phases`(_ row: Row, hasSeq: Bool) {
    #expect(Timeline(row.text, .init(hasSeq: hasSeq)).found() == row.expected)
  }

  @Test(arguments: resynchronizing + lostLines + clocks)
  func `what is found without seq`(_ row: Row) {
    #expect(Timeline(row.text).found() == row.expected)
  }

  @Test(arguments: resynchronizing + holes)
  func `what is found with seq`(_ row: Row) {
    #expect(Timeline(row.text, .init(hasSeq: true)).found() == row.expected)
  }

  @Test func `a rejected record that came twice fills one place`() throws {
    var timeline = Timeline(
      """
      0 s app.didFinishLaunching
      ✗
      … 1
      1 s app.didBecomeActive
      """, .init(hasSeq: true))
    timeline.repeatFills()
    #expect(try timeline.launch().candidates.map(\.lostCount) == [1])
  }

  @Test func `a hole says between which events it lies`() throws {
    let launch = try Timeline(
      "0 s data.save\n1 s data.save\n… 3\n2 s data.save", .init(hasSeq: true)
    ).launch()
    let gap = try #require(launch.candidates.first)
    #expect(launch.candidates.count == 1)
    #expect(gap.rule == .`trace.gap`)
    #expect(gap.lostCount == 3)
    #expect(CandidateColumns(gap.detail).other.seq == 1 && gap.location.seq == 5)
  }

  static let launchOrder = [
    Row(
      "a scene before the launch",
      """
      0 s process.start
      1 s scene.willConnect scene=A source=delegate
      2 s app.didFinishLaunching
      """, ["2 order.launch error"]),
    Row(
      "two scenes before the launch are reported once",
      """
      0 s process.start
      1 s scene.willConnect scene=A source=delegate
      1.5 s scene.willConnect scene=B source=delegate
      2 s app.didFinishLaunching
      """, ["2 order.launch error"]),
    Row(
      "after the entry that a duration reports",
      """
      0 s process.start
      1 s scene.willConnect scene=A source=delegate
      2 s app.didFinishLaunching duration=1.5s
      """),
    Row(
      "before the entry that a duration reports",
      """
      0 s process.start
      1 s scene.willConnect scene=A source=delegate
      2 s app.didFinishLaunching duration=500ms
      """, ["2 order.launch error"]),
    Row(
      "a notification is posted when the launch is over",
      """
      0 s process.start
      1 s scene.willConnect scene=A source=delegate
      2 s app.didFinishLaunching source=notification
      """),
    Row(
      "within the launch",
      """
      0 s process.start
      1 s app.didFinishLaunching phase=begin
      1.1 s scene.willConnect scene=A source=delegate
      2 s app.didFinishLaunching phase=end
      """),
    Row(
      "a log that began inside another launch",
      """
      1 s scene.willConnect scene=A source=delegate
      2 s app.didFinishLaunching
      """),
    Row(
      "a scene that UIKit announces in an app that has not adopted scenes",
      """
      0 s process.start
      1 s scene.willConnect scene=A source=notification
      2 s app.didFinishLaunching source=delegate
      """),
    Row(
      "nothing shows whether the app has adopted scenes",
      """
      0 s process.start
      1 s scene.willConnect scene=A
      2 s app.didFinishLaunching
      """),
    Row(
      "at one instant nothing shows which was first",
      """
      0 s process.start
      1 s scene.willConnect scene=A source=delegate
      1 s app.didFinishLaunching source=delegate
      """),
  ]

  /// Lines with the wall clock alone.
  static let setBack = [
    Row(
      "the clock is set back while the app is in the background",
      """
      3600 s process.start
      3600.1 s app.didFinishLaunching
      3600.2 s app.didBecomeActive
      3620 s app.willResignActive
      3620.1 s app.didEnterBackground
      100 s app.willEnterForeground
      100.1 s app.didBecomeActive
      150 s app.willResignActive
      """),
    Row(
      "by less than the app lived",
      """
      0 s process.start
      0.1 s app.didFinishLaunching
      0.2 s app.didBecomeActive
      20 s app.willResignActive
      20.1 s app.didEnterBackground
      15 s app.willEnterForeground
      15.1 s app.didBecomeActive
      50 s app.willResignActive
      """),
    Row(
      "what is illegal in both orders stays in that of time",
      """
      0 s process.start
      0.1 s app.didFinishLaunching
      0.2 s app.didBecomeActive
      20 s app.willResignActive
      20.1 s app.didEnterBackground
      15 s app.willEnterForeground
      15.1 s app.didEnterBackground
      50 s app.willResignActive
      """, ["4 order.app error?", "6 order.app error?", "8 order.app error?"]),
    Row(
      "lines in no order are sorted",
      """
      0.2 s app.didBecomeActive
      20.1 s app.didEnterBackground
      0 s process.start
      20 s app.willResignActive
      0.1 s app.didFinishLaunching
      """, []),
  ]

  @Test(arguments: setBack, [true, false])
  func `a clock that is set back leaves the lines in their order`(_ row: Row, namesLaunch: Bool) {
    #expect(Timeline(row.text, .init(launch: namesLaunch ? "L" : nil)).found() == row.expected)
  }

  @Test(arguments: launchOrder)
  func `a scene connects after the launch began`(_ row: Row) {
    #expect(Timeline(row.text).found() == row.expected)
  }

  @Test(arguments: [
    Row(
      "left at once",
      """
      0 s app.didFinishLaunching
      1 s scene.willConnect scene=A
      2 s scene.willEnterForeground scene=A
      3 s scene.didEnterBackground scene=A
      4 s scene.didDisconnect scene=A
      """, ["4 order.scene"]),
    Row(
      "a view's address used again",
      """
      0 s app.didFinishLaunching
      1 s view.didLoad view=V instance=1
      2 s view.didLoad view=V instance=1
      """, ["3 order.view"]),
    Row(
      "a system's alert takes the app's activity",
      """
      0 s app.didFinishLaunching
      1 s scene.willConnect scene=A
      2 s scene.willEnterForeground scene=A
      2.1 s app.willEnterForeground source=notification
      3 s scene.didActivate scene=A
      3.1 s app.didBecomeActive source=notification
      9 s app.willResignActive source=notification
      9.5 s app.didBecomeActive source=notification
      """, ["7 order.aggregate"]),
    Row(
      "a forced exit reports the app alone",
      """
      0 s app.didFinishLaunching
      1 s scene.willConnect scene=A
      2 s scene.willEnterForeground scene=A
      2.1 s app.willEnterForeground source=notification
      3 s scene.didActivate scene=A
      3.1 s app.didBecomeActive source=notification
      9 s app.didEnterBackground source=notification
      10 s app.willTerminate source=notification
      """, ["7 order.aggregate"]),
    Row(
      "an app that is left at once",
      """
      0 s app.didFinishLaunching source=delegate records=app.didBecomeActive,app.willResignActive,app.willEnterForeground
      1 s app.didEnterBackground source=delegate
      9 s app.willEnterForeground source=delegate
      10 s app.didEnterBackground source=delegate
      """, ["2 order.app", "4 order.app"]),
    Row(
      "but not where nobody records that it is active",
      """
      0 s app.didFinishLaunching source=delegate records=app.didFinishLaunching,app.willEnterForeground
      1 s app.didEnterBackground source=delegate
      9 s app.willEnterForeground source=delegate
      10 s app.didEnterBackground source=delegate
      """, []),
    Row(
      "nor a scene",
      """
      0 s app.didFinishLaunching records=scene.willConnect,scene.willEnterForeground,scene.didEnterBackground
      1 s scene.willConnect scene=A
      2 s scene.willEnterForeground scene=A
      3 s scene.didEnterBackground scene=A
      """, []),
    Row("a scene that is swiped away", InferenceTests.swipedAway, ["8 order.scene", "9 order.scene"]),
    Row(
      "one way of several is no surprise",
      """
      0 s scene.didEnterBackground scene=A
      """),
  ])
  func `what is legal and surprises is reported on request`(_ row: Row) {
    var options = JudgingOptions()
    let usual = Timeline(row.text).report(options).findings
    options.reportsQuirks = true
    let quirks = Timeline(row.text).report(options).findings.filter { $0.severity == .quirk }
    #expect(quirks.map { "\($0.source?.line ?? 0) \($0.rule.name)" }.sorted() == row.expected)
    #expect(!usual.contains { $0.severity == .quirk })
    #expect(Timeline(row.text).report(options).findings.count == usual.count + quirks.count)
  }
}
