import Testing
import TraceAnalyzer
import TraceModel

/// What a log shows for certain, what it only may show, and what it does not show at all.
@Suite(.tags(.small)) struct CertaintyTests {
  static let ties = [
    Row(
      "a callback at the instant of the exit came before it",
      """
      21 s process.exit source=system
      21 s scene.didEnterBackground scene=A source=delegate
      """),
    Row(
      "and so did whatever else an app does",
      """
      0 s process.start
      1 s app.didFinishLaunching
      2 s app.didBecomeActive
      9 s process.exit source=system
      9 s app.willResignActive
      9 s data.save
      9 s task.begin task=1
      9 s view.didLoad view=Feed instance=1
      """),
    Row(
      "what comes later comes after it, whatever its line says",
      """
      21 s scene.didActivate scene=A source=delegate
      21 s scene.openURL scene=A source=delegate
      21 s process.exit source=system
      24 s scene.willDeactivate scene=A source=delegate
      """, ["4 order.process error"]),
    Row(
      "also where the exit was written first",
      """
      21 s process.exit source=system
      21 s scene.willDeactivate scene=A source=delegate
      21 s scene.didEnterBackground scene=A source=delegate
      24 s scene.willEnterForeground scene=A source=delegate
      """, ["4 order.process error"]),
    Row(
      "a process that starts at the instant of an exit is another one",
      """
      0 s process.start
      1 s app.didFinishLaunching
      21 s process.exit source=system
      21 s process.start
      22 s app.didFinishLaunching
      """, ["4 order.process error", "5 order.app error"]),
    Row(
      "ends that were written before their begins, twice",
      """
      0 s scene.didEnterBackground scene=A source=delegate phase=end thread=main
      0 s scene.didEnterBackground scene=A source=delegate phase=begin thread=main
      0 s scene.didEnterBackground scene=A source=notification
      5310 s scene.didEnterBackground scene=A source=delegate phase=end thread=main
      5310 s scene.didEnterBackground scene=A source=delegate phase=begin thread=main
      """),
    Row(
      "the same of a callback that UIKit calls once",
      """
      0 s process.start
      1 s app.didFinishLaunching source=notification
      1 s app.didFinishLaunching source=delegate phase=end
      1 s app.didFinishLaunching source=delegate phase=begin
      9 s app.didBecomeActive
      """),
  ]

  @Test(arguments: ties)
  func `of events at one instant some legal order may be the true one`(_ row: Row) {
    #expect(Timeline(row.text).found(patterns: true) == row.expected)
  }

  /// Ends of processes, and what shows where the app was then.
  static let places = [
    Row(
      "a suspension is the background, and a resume shows no foreground",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive source=delegate
      9 s app.willResignActive source=delegate
      15 s process.suspend
      900 s process.resume
      900.001 s process.exit reason=memoryLimit source=system
      """, ["6 background.killed error"]),
    Row(
      "where no return is recorded, that is only possible",
      """
      0 s app.didFinishLaunching
      0.1 s launch.firstFrame
      15 s process.suspend
      900 s process.resume
      960 s process.exit reason=memoryLimit source=system
      """, ["5 background.killed error?"]),
    Row(
      "a return shows the foreground again",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive source=delegate
      15 s process.suspend
      900 s process.resume
      901 s app.didBecomeActive source=delegate
      902 s app.willResignActive source=delegate
      903 s app.didEnterBackground source=delegate
      904 s app.willEnterForeground source=delegate
      904.1 s app.didBecomeActive source=delegate
      960 s process.exit reason=memoryPressure source=system
      """, ["5 order.app warning", "10 process.killed warning"]),
    Row(
      "an app that was not seen to leave the foreground may have left it",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive source=delegate
      9 s app.willResignActive source=delegate
      900 s process.exit reason=memoryPressure source=system
      """, ["4 process.killed warning?"]),
    Row(
      "unless its recorder writes that it does",
      """
      0 s app.didFinishLaunching records=app.didEnterBackground,app.didBecomeActive,app.willResignActive
      1 s app.didBecomeActive source=delegate
      9 s app.willResignActive source=delegate
      900 s process.exit reason=memoryPressure source=system
      """, ["4 process.killed warning"]),
  ]

  @Test(arguments: places)
  func `where an app was as its process ended is shown by events`(_ row: Row) {
    #expect(Timeline(row.text).found(patterns: true) == row.expected)
  }

  @Test func `a stream without a launch's id is not cut between an exit and what ties with it`() {
    let text = """
      0 s app.didFinishLaunching
      9 s process.exit source=system
      9 s app.willResignActive
      60 s app.didFinishLaunching
      """
    #expect(Timeline(text, .init(launch: nil)).counts() == [3, 1])
  }

  /// Wall clocks that are set, beside a clock that is not: `uptime` says what happened.
  static let clocks = [
    Row(
      "set forward before the activation",
      """
      0 s process.start osVersion=18.2 uptime=5000s
      0.05 s app.didFinishLaunching source=delegate uptime=5000.05s
      31.2 s scene.didActivate scene=A source=delegate uptime=5000.2s
      """, ["foreground", "3 trace.clock note"]),
    Row(
      "set back while the process was parked",
      """
      0 s process.start osVersion=18.2 uptime=5000s
      2 s process.main uptime=5040s
      2.05 s app.didFinishLaunching source=delegate uptime=5040.05s
      2.2 s scene.didActivate scene=A source=delegate uptime=5040.2s
      """, ["prewarmed suspected: parked before anybody asked for the app", "2 trace.clock note"]),
    Row(
      "set between two reporters of one activation",
      """
      0 s process.start uptime=5000s
      0.08 s app.didFinishLaunching source=delegate uptime=5000.08s
      0.1 s scene.willConnect scene=A source=delegate uptime=5000.1s
      0.12 s scene.willEnterForeground scene=A source=delegate uptime=5000.12s
      0.2 s scene.didActivate scene=A source=delegate uptime=5000.2s
      3.201 s scene.didActivate scene=A source=notification uptime=5000.201s
      """, ["foreground", "6 trace.clock note"]),
    Row(
      "set back between two activations that are two",
      """
      0 s process.start uptime=5000s
      0.08 s app.didFinishLaunching source=delegate uptime=5000.08s
      0.1 s scene.willConnect scene=A source=delegate uptime=5000.1s
      0.12 s scene.willEnterForeground scene=A source=delegate uptime=5000.12s
      0.2 s scene.didActivate scene=A source=delegate uptime=5000.2s
      0.3 s scene.didActivate scene=A source=notification uptime=5060.2s
      """, ["foreground", "6 order.scene warning?", "6 trace.clock note"]),
    Row(
      "a line without uptime has that of its neighbours",
      """
      0 s process.start osVersion=18.2 uptime=5000s
      0.05 s app.didFinishLaunching source=delegate uptime=5000.05s
      31.19 s data.save
      31.2 s scene.didActivate scene=A source=delegate uptime=5000.2s
      """, ["foreground", "4 trace.clock note"]),
    Row(
      "set forward between a memory warning and the answer to it",
      """
      0 s app.didFinishLaunching uptime=5000s
      1 s app.didBecomeActive memory=900000000 uptime=5001s
      2 s app.didReceiveMemoryWarning uptime=5002s
      64 s memory.sample memory=890000000 uptime=5004s
      """, ["foreground", "4 memory.warning-ignored warning", "4 trace.clock note"]),
    Row(
      "set back before a crash that comes late",
      """
      0 s process.start reason=user uptime=5000s
      0.1 s app.didFinishLaunching uptime=5000.1s
      2 s process.exit reason=crash source=system uptime=5060s
      """, ["foreground user", "3 trace.clock note"]),
    Row(
      "set forward between the launch and a push",
      """
      0 s process.start reason=user uptime=5000s
      0.1 s app.didFinishLaunching uptime=5000.1s
      0.2 s app.didReceiveRemoteNotification uptime=5000.2s
      60 s app.didBecomeActive uptime=5000.5s
      """, ["foreground", "4 trace.clock note"]),
  ]

  @Test(arguments: clocks)
  func `a wall clock that is set decides nothing beside uptime`(_ row: Row) {
    let timeline = Timeline(row.text)
    #expect(timeline.natures() + timeline.found(patterns: true) == row.expected)
  }

  @Test func `a launch time is read on uptime, also of lines that lack it`() throws {
    let whole = """
      0 s process.start uptime=5000s
      0.05 s app.didFinishLaunching uptime=5000.05s
      31.2 s app.didBecomeActive uptime=5000.2s
      """
    let partly = """
      0 s process.start
      0.05 s app.didFinishLaunching uptime=5000.05s
      31.2 s app.didBecomeActive uptime=5000.2s
      """
    for text in [whole, partly] {
      let (summaries, symbols) = Timeline(text).replayed()
      let launch = try #require(Launch.all(summaries, symbols).first)
      #expect(launch.time.nanos == 200_000_000)
      #expect(launch.time.notCounted == nil)
    }
  }

  @Test func `a step that no uptime measures is told as the least that it can be`() {
    let messages = ["", " uptime=12s"].map { uptime in
      let first = uptime.isEmpty ? "seq=1" : "uptime=10s"
      let text = """
        0 s app.didFinishLaunching seq=1 \(first)
        9 s app.didBecomeActive seq=2
        5 s data.save seq=3\(uptime)
        """
      return Timeline(text).report().findings.filter { $0.rule == .`trace.clock` }.map(\.message.plain)
    }
    #expect(messages == [["the wall clock stepped back by at least 4.00 s"], ["the wall clock stepped by 3.00 s"]])
  }

  /// What took longer than iOS lets a process take, which lived on.
  static let overlong = [
    Row(
      "a launch callback",
      """
      0 s app.didFinishLaunching
      0.2 s scene.willConnect scene=A phase=begin
      85 s scene.willConnect scene=A phase=end
      85.5 s scene.willEnterForeground scene=A
      86 s scene.didActivate scene=A
      """, ["3 main-thread.blocked error?"]),
    Row(
      "as long as the log says that it may",
      """
      0 s app.didFinishLaunching
      0.1 s log.sceneActivate source=system attributes={"watchdog":"30.00s"}
      0.2 s scene.willConnect scene=A phase=begin
      25 s scene.willConnect scene=A phase=end
      25.5 s scene.willEnterForeground scene=A
      26 s scene.didActivate scene=A
      """, ["4 main-thread.blocked error"]),
    Row(
      "it hides no shorter one",
      """
      0 s app.didFinishLaunching phase=begin
      0.6 s app.didFinishLaunching phase=end
      1 s scene.willConnect scene=A phase=begin
      85 s scene.willConnect scene=A phase=end
      85.5 s scene.willEnterForeground scene=A
      86 s scene.didActivate scene=A
      """, ["2 main-thread.blocked warning", "4 main-thread.blocked error?"]),
    Row(
      "a return, and a shorter one before",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      2 s app.willResignActive
      3 s app.didEnterBackground
      9 s app.willEnterForeground
      9.8 s app.didBecomeActive
      12 s app.willResignActive
      13 s app.didEnterBackground
      19 s app.willEnterForeground
      79 s app.didBecomeActive
      """, ["6 resume.slow note", "10 resume.slow note?"]),
    Row(
      "a task after its expiration",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      2 s app.willResignActive
      3 s app.didEnterBackground
      4 s task.begin task=1
      33 s task.expire task=1
      3633 s task.end task=1
      """, ["7 background.task-late-end warning?", "7 background.task-overrun error?"]),
    Row(
      "a task that iOS may have waited for",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      2 s app.willResignActive
      3 s app.didEnterBackground
      4 s task.begin task=1
      33 s task.expire task=1
      39 s task.end task=1
      """, ["7 background.task-late-end warning", "7 background.task-overrun error"]),
  ]

  @Test(arguments: overlong)
  func `what took longer than iOS lets a process live is only possible`(_ row: Row) {
    #expect(Timeline(row.text).found(patterns: true) == row.expected)
  }

  /// A process that was started, waited for some time and was opened.
  static let pauses: [(seconds: String, granted: String, mark: String, nature: String)] = [
    ("19.9", "", "", "foreground"), ("20.2", "", "", "prewarmed"), ("10.2", "", "prewarmed=true", "prewarmed"),
    ("12", "10.00s", "", "prewarmed"), ("25", "30.00s", "", "foreground"), ("30.2", "30.00s", "", "prewarmed"),
  ]

  @Test(arguments: pauses)
  func `a pause shows a prewarmed launch where no watchdog would have waited so long`(
    _ seconds: String, _ granted: String, _ mark: String, _ nature: String
  ) throws {
    let grant =
      granted.isEmpty ? "" : "\(seconds) s log.sceneActivate source=system attributes={\"watchdog\":\"\(granted)\"}\n"
    let text = """
      0 s process.start osVersion=18.2 \(mark)
      0.1 s process.initializers
      \(seconds) s process.main
      \(seconds) s app.didFinishLaunching
      \(grant)\(seconds) s app.didBecomeActive
      """
    let launch = try Timeline(text).launch()
    #expect("\(launch.nature)" == nature)
    if nature == "prewarmed" { #expect(launch.milestones.resumed != Event.absent) }
  }

  private static let life = """
    0 s process.start
    0.1 s app.didFinishLaunching source=delegate phase=begin
    0.2 s app.didFinishLaunching source=delegate phase=end
    0.5 s app.didBecomeActive source=delegate
    20 s app.willResignActive source=delegate

    """

  /// Callbacks without a return, after 5 lines of a life in the foreground.
  static let unreturned = [
    Row(
      "the process lived on for an hour",
      "20.5 s app.didEnterBackground source=delegate phase=begin\n3620 s process.exit source=system reason=memoryPressure",
      ["6 trace.unrecorded note"]),
    Row(
      "it ended for another reason, after more than the callback's time",
      "20.5 s app.didEnterBackground source=delegate phase=begin\n27 s process.exit source=system reason=memoryPressure",
      ["6 trace.unrecorded note"]),
    Row(
      "it ended for another reason, within the callback's time",
      "20.5 s app.didEnterBackground source=delegate phase=begin\n24 s process.exit source=system reason=memoryPressure"
    ),
    Row(
      "the watchdog ended it",
      "20.5 s app.didEnterBackground source=delegate phase=begin\n30.5 s process.exit source=system reason=watchdog",
      ["6 background.handler-overrun error", "7 background.killed error"]),
    Row(
      "the watchdog ended it an hour later, for something else",
      "20.5 s app.didEnterBackground source=delegate phase=begin\n3620 s process.exit source=system reason=watchdog",
      ["6 trace.unrecorded note", "7 background.killed error"]),
    Row(
      "the log ends while the callback may still run",
      "20.5 s app.didEnterBackground source=delegate phase=begin thread=main\n28 s memory.sample memory=1 thread=worker",
      ["6 background.handler-overrun error?"]),
    Row(
      "the log ends long after that",
      "20.5 s app.didEnterBackground source=delegate phase=begin thread=main\n60 s memory.sample memory=1 thread=worker",
      ["6 trace.unrecorded note"]),
    Row(
      "it returned after iOS would have ended it",
      """
      20.5 s app.didEnterBackground source=delegate phase=begin
      32.5 s app.didEnterBackground source=delegate phase=end
      """,
      ["6 background.handler-overrun error?"]),
    Row(
      "the end of the app, and a process that lived on",
      "21 s app.willTerminate source=delegate phase=begin thread=main\n90 s memory.sample memory=1 thread=worker",
      ["6 trace.unrecorded note"]),
    Row(
      "an activation, and a process that lived on",
      "21 s app.didBecomeActive source=delegate phase=begin thread=main\n90 s memory.sample memory=1 thread=worker",
      ["6 trace.unrecorded note"]),
    Row(
      "an activation, and a log that ends soon",
      "21 s app.didBecomeActive source=delegate phase=begin thread=main\n25 s memory.sample memory=1 thread=worker",
      ["6 main-thread.blocked error?"]),
  ]

  @Test(arguments: unreturned)
  func `how long a callback took is not known without its return`(_ row: Row) {
    #expect(Timeline(Self.life + row.text).found(patterns: true) == row.expected)
  }

  static let seconds = [
    Row(
      "nobody waits for a launch in the background",
      """
      0 s process.start reason=remoteNotification
      0.08 s app.didFinishLaunching phase=begin
      2.08 s app.didFinishLaunching phase=end
      3 s app.didReceiveRemoteNotification
      """, ["3 main-thread.blocked note"]),
    Row(
      "but for what it does when it is opened",
      """
      0 s process.start reason=remoteNotification
      0.08 s app.didFinishLaunching phase=begin
      0.48 s app.didFinishLaunching phase=end
      1 s app.didReceiveRemoteNotification
      60 s app.willEnterForeground
      60.1 s app.didBecomeActive phase=begin
      60.4 s app.didBecomeActive phase=end
      """, ["3 main-thread.blocked note", "7 main-thread.blocked warning"]),
    Row(
      "a task of 30.9 s that its process was ended for",
      """
      0 s app.didFinishLaunching reason=location
      1 s task.begin task=1 name=a
      31.9 s task.end task=1
      32 s process.exit reason=backgroundTask source=system
      """, ["3 background.task-overrun error?", "4 background.killed error"]),
    Row(
      "a task of 31.1 s that its process was ended for",
      """
      0 s app.didFinishLaunching reason=location
      1 s task.begin task=1 name=a
      32.1 s task.end task=1
      33 s process.exit reason=backgroundTask source=system
      """, ["3 background.task-overrun error", "4 background.killed error"]),
    Row(
      "a refresh that ended when it expired",
      """
      0 s app.didFinishLaunching reason=backgroundTask
      1 s task.begin task=r kind=appRefresh
      31.5 s task.expire task=r
      32.2 s task.end task=r
      """, ["4 background.task-overrun warning?"]),
    Row(
      "little memory in the background",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive memory=90000000
      2 s app.willResignActive
      3 s app.didEnterBackground
      8 s memory.sample memory=99000000
      """, ["5 background.memory-not-released note"]),
    Row(
      "much memory in the background, while music plays",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive memory=190000000
      1.5 s work.begin kind=audio name=player
      2 s app.willResignActive
      3 s app.didEnterBackground
      8 s memory.sample memory=199000000
      """, ["6 background.memory-not-released warning?"]),
    Row(
      "a warning's own footprint is what was there before the answer",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive memory=100000000
      2 s app.didReceiveMemoryWarning memory=900000000
      5 s memory.sample memory=900000000
      """, ["4 memory.warning-ignored warning"]),
    Row(
      "little memory after the first warning, much after the second",
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      2 s app.didReceiveMemoryWarning memory=12000000
      3 s memory.sample memory=12000000
      22 s app.didReceiveMemoryWarning memory=600000000
      23 s memory.sample memory=600000000
      """, ["6 memory.warning-ignored warning"]),
    Row(
      "an app without scenes, before UIKit warned of it",
      "0 s app.didFinishLaunching source=delegate osVersion=18.3.2\n1 s app.didBecomeActive source=delegate"),
    Row(
      "and since",
      "0 s app.didFinishLaunching source=delegate osVersion=18.4\n1 s app.didBecomeActive source=delegate",
      ["2 order.no-scenes warning"]),
    Row(
      "a prewarmed launch that crashed when it was opened",
      """
      0 s process.start prewarmed=true
      0.1 s process.initializers
      10800 s launch.request source=system
      10800.1 s process.main
      10801 s process.exit reason=crash source=system
      """, ["5 launch.crashed error"]),
  ]

  @Test(arguments: seconds)
  func `what is near a limit, or seen by nobody, is no certain error`(_ row: Row) {
    #expect(Timeline(row.text).found(patterns: true) == row.expected)
  }

  /// Two launches that set up the same: the boots, the days between them, and whether that is found.
  static let setups: [(boots: [String], days: Int64, isFound: Bool)] = [
    (["B1", "B1"], 1, true), (["B1", "B2"], 1, false), (["", ""], 1, true), (["", ""], 7, true), (["", ""], 8, false),
    (["B1", "B1"], 8, false),
  ]

  @Test(arguments: setups)
  func `setup is repeated where it had finished since the device started, not long ago`(
    _ boots: [String], _ days: Int64, _ isFound: Bool
  ) {
    var timeline = Timeline()
    for (number, boot) in boots.enumerated() {
      let context = boot.isEmpty ? "device=D" : "device=D boot=\(boot)"
      let text = """
        0 s process.start \(context)
        1 s work.begin kind=setup name=index
        2 s work.end kind=setup name=index
        """
      let shift = Int64(number) * days * 86_400_000_000_000
      timeline.add(text, .init(launch: "L\(number)", shift: shift))
    }
    let found = timeline.found(patterns: true).filter { $0.contains("setup-repeated") }
    #expect(found == (isFound ? ["5 launch.setup-repeated warning"] : []))
  }
}
