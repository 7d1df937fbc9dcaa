import Testing
import TraceAnalyzer
import TraceModel

/// Stays in the background, the tasks that lie in them, and what is found of both.
@Suite(.tags(.small)) struct BackgroundTests {
  static let stays = [
    Row(
      "from the background to the foreground",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      5 s app.didEnterBackground
      9 s app.willEnterForeground
      """, ["3 4 s foreground"]),
    Row(
      "to the last event",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      5 s app.didEnterBackground
      9 s data.save
      """, ["3 4 s lastEvent"]),
    Row(
      "to a suspension, and on from the resume",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      5 s app.didEnterBackground
      7 s process.suspend source=system
      60 s process.resume source=system
      61 s app.willEnterForeground
      """, ["3 2 s suspended", "5 1 s foreground"]),
    Row(
      "to an exit",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      5 s app.didEnterBackground
      7 s process.exit source=system
      """, ["3 2 s exited"]),
    Row(
      "silence is a suspension, and what breaks it a wake",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      5 s app.didEnterBackground
      6 s data.save
      30 s app.performFetch
      31 s data.save
      """, ["3 1 s suspendedInferred", "5 1 s lastEvent"]),
    Row(
      "a suspension that is recorded ends it, however silent it was before",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      5 s app.didEnterBackground
      36 s process.suspend source=system
      """, ["3 31 s suspended"]),
    Row(
      "a task that expires shows that the process did not sleep",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      5 s app.didEnterBackground
      5 s task.begin task=1
      34 s task.expire task=1
      90 s app.willEnterForeground
      """, ["3 29 s suspendedInferred"]),
    Row(
      "ten seconds are no silence",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      5 s app.didEnterBackground
      15 s data.save
      """, ["3 10 s lastEvent"]),
    Row(
      "nor is there any while a task runs",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      5 s app.didEnterBackground
      6 s task.begin task=1
      26 s task.end task=1
      """, ["3 21 s lastEvent granted 20 s"]),
    Row(
      "but a task without an end keeps no stay from ending",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      5 s app.didEnterBackground
      6 s task.begin task=1
      90 s app.willEnterForeground
      """, ["3 1 s suspendedInferred"]),
    Row(
      "a second entry into the background begins none",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      5 s app.didEnterBackground
      7 s app.didEnterBackground
      9 s app.willEnterForeground
      """, ["3 4 s foreground"]),
    Row(
      "from the last scene that leaves the foreground",
      """
      0 s app.didFinishLaunching
      1 s scene.willConnect scene=A
      1.1 s scene.willEnterForeground scene=A
      2 s scene.willConnect scene=B
      2.1 s scene.willEnterForeground scene=B
      3 s scene.didEnterBackground scene=A
      5 s scene.didEnterBackground scene=B
      9 s scene.willEnterForeground scene=A
      """, ["7 4 s foreground"]),
    Row(
      "none in a log cut at the front while another scene is in the foreground",
      """
      0 s scene.willDeactivate scene=A
      1 s scene.didEnterBackground scene=A
      3 s data.save
      5 s scene.willDeactivate scene=B
      6 s scene.didEnterBackground scene=B
      9 s data.save
      """, ["5 3 s lastEvent"]),
    Row(
      "none after the end, whenever its start is reported",
      """
      0 s process.start reason=location
      1 s app.didFinishLaunching
      2 s process.exit
      9 s process.start source=system
      12 s task.overdue source=system
      """, ["1 2 s exited"]),
    Row(
      "from a disconnect",
      """
      0 s app.didFinishLaunching
      1 s scene.willConnect scene=A
      2 s scene.willEnterForeground scene=A
      5 s scene.didDisconnect scene=A
      7 s data.save
      """, ["4 2 s lastEvent"]),
    Row(
      "notifications of the app say nothing where there are scenes",
      """
      0 s app.didFinishLaunching
      1 s scene.willConnect scene=A source=delegate
      2 s scene.willEnterForeground scene=A source=delegate
      3 s app.didEnterBackground source=notification
      5 s data.save
      """, []),
    Row(
      "from the first event of a background launch",
      """
      0 s process.start reason=location source=system
      1 s app.didFinishLaunching
      3 s scene.willEnterForeground scene=A
      """, ["1 3 s foreground"]),
    Row(
      "none before the log shows where the app is",
      """
      0 s data.save
      1 s data.save
      5 s app.didEnterBackground
      7 s data.save
      """, ["3 2 s lastEvent"]),
    Row(
      "none of a prewarmed launch that waits",
      """
      0 s process.start prewarmed=true
      1 s process.suspend
      90 s process.resume
      91 s app.didFinishLaunching
      92 s app.didBecomeActive
      """, []),
    Row(
      "from the entry that a duration reports",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      5 s app.didEnterBackground duration=2s
      9 s app.willEnterForeground
      """, ["3 6 s foreground handler 2 s"]),
    Row(
      "with the time of its handler",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      5 s app.didEnterBackground phase=begin thread=main
      8 s app.didEnterBackground phase=end
      9 s app.willEnterForeground
      """, ["3 4 s foreground handler 3 s"]),
    Row(
      "a handler that never returned took until the end",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      5 s app.didEnterBackground phase=begin thread=main
      11 s process.exit reason=watchdog
      """, ["3 6 s exited handler 6 s"]),
    Row(
      "not one after which something came on its thread",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      5 s app.didEnterBackground phase=begin thread=main
      6 s data.save thread=main
      14 s data.save thread=other
      """, ["3 9 s lastEvent"]),
    Row(
      "nor where its thread is not reported",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      5 s app.didEnterBackground phase=begin
      6 s data.save thread=main
      14 s data.save thread=main
      """, ["3 9 s lastEvent"]),
    Row(
      "a return that another reporter's record reports",
      """
      0 s app.didFinishLaunching source=delegate
      1 s app.didBecomeActive source=delegate
      11 s app.didEnterBackground source=notification
      11.1 s app.didEnterBackground source=delegate duration=6s
      """, ["3 100 ms lastEvent handler 6 s"]),
    Row(
      "work that keeps the app running covers it",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      5 s work.begin task=1 kind=audio
      6 s app.didEnterBackground
      8 s work.end task=1 kind=audio
      9 s app.willEnterForeground
      """, ["4 3 s foreground covered"]),
    Row(
      "other work does not",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      5 s work.begin task=1 kind=network
      6 s app.didEnterBackground
      9 s app.willEnterForeground
      """, ["4 3 s foreground"]),
    Row(
      "assertions that overlap are granted once",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      5 s task.begin task=1
      6 s app.didEnterBackground
      7 s task.begin task=2
      9 s task.end task=1
      12 s task.end task=2
      13 s task.begin task=3
      14 s task.end task=3
      """, ["4 8 s lastEvent granted 7 s"]),
  ]

  @Test(arguments: stays)
  func `how long the app stays in the background`(_ row: Row) {
    #expect(Timeline(row.text).stays() == row.expected)
    #expect(Timeline(row.text, .init(hasUptime: true)).stays() == row.expected, "on uptime")
    #expect(Timeline(row.text, .init(hasSeq: true)).stays() == row.expected, "with seq")
  }

  static let launched = "0 s app.didFinishLaunching\n1 s app.didBecomeActive\n"

  static let tasks = [
    Row("in the foreground", "2 s task.begin task=1\n5 s task.end task=1", ["1 ended 0 s"]),
    Row(
      "only its part in the background counts",
      """
      2 s task.begin task=1
      5 s app.didEnterBackground
      9 s app.willEnterForeground
      12 s task.end task=1
      """, ["1 ended 4 s"]),
    Row(
      "in several stays",
      """
      2 s task.begin task=1
      5 s app.didEnterBackground
      9 s app.willEnterForeground
      12 s app.didEnterBackground
      15 s task.end task=1
      """, ["1 ended 7 s"]),
    Row(
      "without an end: in its first stay alone",
      """
      2 s task.begin task=1
      5 s app.didEnterBackground
      9 s app.willEnterForeground
      12 s app.didEnterBackground
      15 s data.save
      """, ["1 open 4 s"]),
    Row(
      "expired, and ended after it",
      """
      2 s task.begin name=save
      5 s app.didEnterBackground
      30 s task.expire name=save
      31 s task.end name=save
      """, ["save expired 26 s expired 1 s"]),
    Row(
      "expired, as two say",
      """
      2 s task.begin task=1
      5 s app.didEnterBackground
      6 s task.expire task=1
      7 s task.expire task=1
      8 s task.end task=1
      """, ["1 expired 3 s expired 2 s"]),
    Row(
      "expired, and lived on",
      """
      2 s task.begin task=1
      5 s app.didEnterBackground
      6 s task.expire task=1
      8 s data.save
      """, ["1 leaked 3 s"]),
    Row(
      "expired, and not long enough lived on",
      """
      2 s task.begin task=1
      5 s app.didEnterBackground
      6 s task.expire task=1
      7 s data.save
      """, ["1 open 2 s"]),
    Row(
      "expired, and only the system goes on",
      """
      2 s task.begin task=1
      5 s app.didEnterBackground
      6 s task.expire task=1
      7 s data.save
      9 s log.sceneBackground source=system
      """, ["1 open 4 s"]),
    Row(
      "suspended while it ran",
      """
      2 s task.begin task=1
      5 s app.didEnterBackground
      7 s process.suspend
      60 s process.resume
      """, ["1 leaked 2 s"]),
    Row(
      "killed for it",
      """
      2 s task.begin task=1
      5 s app.didEnterBackground
      8 s process.exit reason=backgroundTask
      """, ["1 leaked 3 s"]),
    Row(
      "killed for it by the watchdog, right after it expired",
      """
      2 s task.begin task=1
      5 s app.didEnterBackground
      8 s task.expire task=1
      9 s process.exit reason=watchdog
      """, ["1 leaked 4 s"]),
    Row(
      "killed by the watchdog before it expired",
      """
      2 s task.begin task=1
      5 s app.didEnterBackground
      9 s process.exit reason=watchdog
      """, ["1 open 4 s"]),
    Row(
      "killed by the watchdog in the foreground",
      """
      2 s task.begin task=1
      3 s task.expire task=1
      4 s process.exit reason=watchdog
      """, ["1 open 0 s"]),
    Row(
      "killed for it, as the first report with a reason says",
      """
      2 s task.begin task=1
      5 s app.didEnterBackground
      8 s process.exit source=unknown
      9 s process.exit reason=backgroundTask source=system
      10 s process.exit source=app
      """, ["1 leaked 3 s"]),
    Row(
      "killed for another reason, as the first report says",
      """
      2 s task.begin task=1
      5 s app.didEnterBackground
      8 s process.exit reason=memoryPressure source=system
      9 s process.exit reason=backgroundTask source=app
      """, ["1 open 3 s"]),
    Row(
      "killed for another reason",
      """
      2 s task.begin task=1
      5 s app.didEnterBackground
      8 s process.exit reason=memoryPressure
      """, ["1 open 3 s"]),
    Row(
      "ended after a suspension",
      """
      2 s task.begin task=1
      5 s app.didEnterBackground
      7 s process.suspend
      60 s process.resume
      61 s task.end task=1
      """, ["1 ended 3 s"]),
    Row(
      "overwritten, ended once",
      """
      2 s task.begin task=1
      3 s task.begin task=1
      4 s task.end task=1
      """, ["1 overwritten 0 s", "1 ended 0 s"]),
    Row(
      "ended twice", "2 s task.begin task=1\n3 s task.end task=1\n4 s task.end task=1",
      ["1 endedTwice 0 s"]),
    Row("never begun", "2 s task.end task=1", []),
    Row("refused", "2 s task.begin task=0\n3 s task.end task=0", []),
    Row(
      "covered by a task of another kind",
      """
      5 s app.didEnterBackground
      6 s task.begin task=1
      7 s task.begin task=2 kind=processing
      8 s task.end task=2
      9 s task.end task=1
      """, ["1 ended 3 s covered", "2 ended 1 s"]),
    Row(
      "an assertion covers none",
      """
      5 s app.didEnterBackground
      6 s task.begin task=1
      7 s task.begin task=2
      8 s task.end task=2
      9 s task.end task=1
      """, ["1 ended 3 s", "2 ended 1 s"]),
    Row(
      "covered by audio",
      """
      2 s work.begin name=song kind=audio
      5 s app.didEnterBackground
      6 s task.begin task=1
      9 s task.end task=1
      """, ["1 ended 3 s covered"]),
    Row(
      "UIKit's own", "2 s task.begin task=1 attributes={\"system\":true}\n3 s task.end task=1",
      ["1 ended 0 s system"]),
  ]

  @Test(arguments: tasks)
  func `what of a task lies in the background, and how it ended`(_ row: Row) {
    let text = Self.launched + row.text
    #expect(Timeline(text).tasks() == row.expected)
    #expect(Timeline(text, .init(hasUptime: true)).tasks() == row.expected, "on uptime")
  }

  @Test func `a clock that steps back while a task runs leaves it unmeasured`() {
    let text = """
      5 s app.didEnterBackground seq=0
      6 s task.begin task=1 seq=1
      4 s data.save seq=2
      40 s task.end task=1 seq=3
      """
    #expect(Timeline(text).tasks() == ["1 ended unknown"])
    #expect(Timeline(text).found() == [])
  }

  static let findings = [
    Row(
      "thirty seconds are the limit",
      "5 s app.didEnterBackground\n6 s task.begin task=1\n36.001 s task.end task=1",
      ["5 background.task-overrun error?"]),
    Row(
      "at the limit is not over it",
      "5 s app.didEnterBackground\n6 s task.begin task=1\n36 s task.end task=1",
      ["5 background.task-overrun warning?"]),
    Row(
      "from twenty-five on it is a warning",
      "5 s app.didEnterBackground\n6 s task.begin task=1\n31 s task.end task=1", []),
    Row(
      "UIKit says that it still ran when its expiration handlers had returned",
      """
      5 s app.didEnterBackground
      6 s task.begin task=1
      32 s task.expire task=1 attributes={"stillRunning":true}
      """, ["4 background.task-leaked error"]),
    Row(
      "and it was ended a moment later",
      """
      5 s app.didEnterBackground
      6 s task.begin task=1
      30 s task.expire task=1 attributes={"stillRunning":true}
      30.5 s task.end task=1
      """, []),
    Row(
      "UIKit says that it runs when its time is up",
      """
      5 s app.didEnterBackground
      6 s task.begin task=1
      36.1 s task.overdue task=1
      """, ["4 background.task-overrun error?"]),
    Row(
      "but that is its age, of which it was in the foreground for long",
      """
      5 s task.begin task=1
      26 s app.didEnterBackground
      35.1 s task.overdue task=1
      """, []),
    Row(
      "and it was ended",
      """
      5 s task.begin task=1
      26 s app.didEnterBackground
      35.1 s task.overdue task=1
      40 s task.end task=1
      """, []),
    Row(
      "UIKit says that another task runs",
      """
      5 s app.didEnterBackground
      6 s task.begin task=1
      36.1 s task.overdue task=2
      """, ["4 background.task-leaked note?"]),
    Row(
      "UIKit's own task, of which UIKit says that it runs",
      """
      5 s app.didEnterBackground
      6 s task.begin task=1 attributes={"system":true}
      36.1 s task.overdue task=1
      """, []),
    Row(
      "work that keeps the app running while UIKit says that a task runs",
      """
      4.5 s work.begin kind=audio name=player
      5 s app.didEnterBackground
      6 s task.begin task=1
      36.1 s task.overdue task=1
      """, []),
    Row(
      "each stay has a time of its own",
      """
      5 s app.didEnterBackground
      6 s task.begin task=1
      26 s app.willEnterForeground
      27 s app.didBecomeActive
      28 s app.willResignActive
      29 s app.didEnterBackground
      49 s task.end task=1
      """, []),
    Row(
      "and in the longest of them it may be up",
      """
      5 s app.didEnterBackground
      6 s task.begin task=1
      26 s app.willEnterForeground
      26.2 s app.didBecomeActive
      28 s app.willResignActive
      29 s app.didEnterBackground
      60 s task.end task=1
      """, ["9 background.task-overrun error?"]),
    Row(
      "certain with its expiration",
      """
      5 s app.didEnterBackground
      6 s task.begin task=1
      37 s task.expire task=1
      39 s task.end task=1
      """, ["6 background.task-overrun error"]),
    Row(
      "not where the end followed its expiration",
      """
      5 s app.didEnterBackground
      6 s task.begin task=1
      37 s task.expire task=1
      37.5 s task.end task=1
      """, ["6 background.task-overrun warning?"]),
    Row(
      "but not where no time is published",
      """
      5 s app.didEnterBackground platform=tvOS
      6 s task.begin task=1
      37 s task.expire task=1
      39 s task.end task=1
      """, ["6 background.task-overrun error?"]),
    Row(
      "the assertions of one stay together",
      """
      5 s app.didEnterBackground
      6 s task.begin task=1
      26 s task.end task=1
      26 s task.begin task=2
      46 s task.end task=2
      """, ["7 background.task-overrun error?"]),
    Row(
      "each stay has its own budget",
      """
      5 s app.didEnterBackground
      6 s task.begin task=1
      26 s task.end task=1
      27 s app.willEnterForeground
      28 s app.didEnterBackground
      29 s task.begin task=2
      49 s task.end task=2
      """, []),
    Row(
      "reported once, of the task",
      """
      5 s app.didEnterBackground
      6 s task.begin task=1
      7 s task.begin task=2
      27 s task.end task=2
      40 s task.end task=1
      """, ["7 background.task-overrun error?"]),
    Row(
      "not while something else keeps the app running",
      """
      2 s work.begin name=song kind=audio
      5 s app.didEnterBackground
      6 s task.begin task=1
      50 s task.end task=1
      """, []),
    Row(
      "nor UIKit's own",
      """
      5 s app.didEnterBackground
      6 s task.begin task=1 attributes={"system":true}
      50 s task.end task=1
      """, []),
    Row(
      "nor under a debugger",
      """
      5 s app.didEnterBackground debugger=true
      6 s task.begin task=1
      50 s task.end task=1
      """, []),
    Row(
      "a task of the system has its own",
      """
      5 s app.didEnterBackground
      6 s task.begin task=1 kind=appRefresh
      37 s task.end task=1
      """, ["5 background.task-overrun error?"]),
    Row(
      "leaked is not reported as overrun as well",
      """
      5 s app.didEnterBackground
      5.1 s task.begin task=9
      5.2 s task.end task=9
      6 s task.begin task=1
      37 s task.expire task=1
      40 s data.save
      """, ["6 background.task-leaked error"]),
    Row(
      "a leak where no end is recorded is possible",
      """
      5 s app.didEnterBackground
      6 s task.begin task=1
      37 s task.expire task=1
      40 s data.save
      """, ["4 background.task-leaked error?"]),
    Row(
      "an event of any name shows that the process lived on",
      """
      5 s app.didEnterBackground
      6 s task.begin task=1
      34 s task.expire task=1
      45 s shop.opened
      """, ["4 background.task-leaked error?"]),
    Row(
      "but not what a daemon says of it",
      """
      5 s app.didEnterBackground
      6 s task.begin task=1
      34 s task.expire task=1
      45 s shop.opened source=system
      """, ["4 background.task-leaked note?"]),
    Row(
      "where ends are declared to be recorded, an open task has none",
      """
      5 s app.didEnterBackground records=task.begin,task.end
      6 s task.begin task=1
      15 s data.save
      25 s data.save
      35 s data.save
      40 s data.save
      """, ["4 background.task-leaked note"]),
    Row(
      "an open task after which nothing came, until the end",
      """
      5 s app.didEnterBackground
      6 s task.begin task=1
      60 s process.exit reason=memoryPressure source=system
      """, ["4 background.task-leaked note?"]),
    Row(
      "lived through with an open task",
      """
      5 s app.didEnterBackground
      6 s task.begin task=1
      15 s data.save
      25 s data.save
      35 s data.save
      40 s data.save
      """, ["4 background.task-leaked note?"]),
    Row(
      "not yet through",
      """
      5 s app.didEnterBackground
      6 s task.begin task=1
      15 s data.save
      25 s data.save
      33 s data.save
      """, []),
    Row(
      "a handler over five seconds",
      "5 s app.didEnterBackground phase=begin\n10.001 s app.didEnterBackground phase=end",
      ["3 background.handler-overrun error"]),
    Row(
      "a handler of five",
      "5 s app.didEnterBackground phase=begin\n10 s app.didEnterBackground phase=end", []),
  ]

  @Test(arguments: [
    ("18.2", 31, true), ("13.0", 31, true), ("12.4", 31, false), ("12.4", 181, true),
    ("6.1", 181, false), ("6.1", 601, true),
  ])
  func `older systems granted more`(_ version: String, _ seconds: Int, _ isOver: Bool) {
    let text = """
      0 s app.didFinishLaunching osVersion=\(version)
      1 s app.didBecomeActive
      2 s app.willResignActive
      3 s app.didEnterBackground
      4 s task.begin task=1
      \(4 + seconds) s task.end task=1
      """
    #expect(Timeline(text).found(["error"]).isEmpty != isOver)
  }

  @Test(arguments: [("", "error"), (" format=unified-log-text", "error?"), (" format=unified-log", "error?")])
  func `a leak is possible where the line of the end may be lost`(format: String, severity: String) {
    let text = """
      0 s app.didFinishLaunching records=task.begin,task.expire,task.end\(format)
      5 s app.didEnterBackground
      6 s task.begin task=1
      37 s task.expire task=1
      40 s data.save
      """
    #expect(Timeline(text).found(["error"]) == ["3 background.task-leaked \(severity)"])
  }

  @Test func `UIKit's word holds where no end of a task is ever recorded`() {
    let launched = "0 s app.didFinishLaunching reason=location records=task.begin,task.expire,task.overdue\n"
    let end = "\(launched)1 s task.begin task=1\n31.2 s task.overdue task=1\n"
    let said = end + "32 s task.expire task=1 attributes={\"stillRunning\":true}"
    #expect(Timeline(end).found() == ["2 background.task-overrun error?"])
    #expect(Timeline(said).found() == ["2 background.task-leaked error"])
  }

  @Test(arguments: [("", "7"), (" name=upload", "upload")])
  func `what ran when the process was killed is named, by its name or by its id`(_ field: String, _ name: String) {
    let text = """
      0 s app.didFinishLaunching reason=location
      1 s task.begin task=7\(field)
      9 s process.exit reason=cpu source=system
      """
    let found = Timeline(text).report().findings.first { $0.rule == .`background.killed` }
    #expect(found?.message.plain == "the process was ended in the background with reason cpu while task '\(name)' ran")
    #expect(found?.task == "7")
  }

  @Test(arguments: findings)
  func `what is over budget`(_ row: Row) {
    let text = "\(Self.launched)4 s app.willResignActive\n\(row.text)"
    // The launch before a row has one line more than the row counts.
    let expected = row.expected.map { finding in
      let words = finding.split(separator: " ", maxSplits: 1)
      return "\((Int(words[0]) ?? 0) + 1) \(words[1])"
    }
    #expect(Timeline(text).found() == expected)
  }
}
