import Testing

/// What logs say that proves less, or of another process, than it seems to.
@Suite(.tags(.large)) struct WeakSayingsTests {
  private static let key = "app<com.example.shop(5C1D0B0E-0000-4F00-8000-000000000001)>"

  /// A line as Console copies it.
  private static func line(_ process: String, _ message: String, _ clock: String = "10:00:42.5") -> String {
    "default\t\(clock)+0100\t\(process)\t\(message)"
  }

  /// The findings in a text as rule and confidence, without those on what is not recorded.
  private func findings(_ lines: [String]) throws -> [String] {
    let place = Workplace()
    try place.write("a.txt", lines)
    let said = try place.run("check", "--format", "json", "--fail-on", "never", "a.txt")
    let all = try #require(said.document["findings"] as? [[String: Any]], "\(said.errors)")
    return all.map { "\($0["rule"] ?? "") \($0["confidence"] ?? "")" }.filter { !$0.hasPrefix("trace.unrecorded") }
  }

  /// How many launches a text has.
  private func launches(_ lines: [String]) throws -> Int? {
    let place = Workplace()
    try place.write("a.txt", lines)
    let said = try place.run("check", "--format", "json", "--fail-on", "never", "a.txt").document
    return (said["coverage"] as? [String: Any])?["launches"] as? Int
  }

  /// The rows that a question about the events in a text has.
  private func ask(_ sql: String, _ lines: [String]) throws -> [String] {
    let place = Workplace()
    try place.write("a.txt", lines)
    let taken = try place.run("ingest", "--quiet", "--store", "s.db", "a.txt")
    #expect(taken.code == 0, "\(taken.errors)")
    let said = try place.run("query", "--store", "s.db", "--format", "csv", sql).output
    return said.split(whereSeparator: \.isNewline).dropFirst().map(String.init)
  }

  /// Lines of a daemon on an app, and of a program that writes no id of its process, with how many launches they are of.
  static let pairs: [(bundle: String, program: String, launches: Int)] = [
    ("com.example.mail", "Shop", 2), ("com.example.shop-ios", "Shop", 1), ("com.example.shop", "Shop Dev", 1),
    ("com.example.shop", "shop", 1),
  ]

  @Test(arguments: pairs)
  func `a program is the app of another line only if the names say so`(
    bundle: String, program: String, launches: Int
  ) throws {
    let task = "<_UIBackgroundTaskInfo: 0x1>: taskID = 1, taskName = upload, creationTime = 892 (elapsed = 0)."
    let lines = [
      Self.line("SpringBoard", "[\(bundle)] \(bundle) application state changed to ForegroundRunning", "10:00:01.5"),
      Self.line(program, "Created background task \(task)", "10:00:12.5"),
      Self.line(
        "SpringBoard", "[\(bundle)] \(bundle) application state changed to BackgroundTaskSuspended", "10:00:41.5"),
      Self.line("runningboardd", "[app<\(bundle)>] Terminating with context: <RBSTerminateContext| code:0xDEAD10CC>"),
    ]
    #expect(try self.launches(lines) == launches)
    #expect(try findings(lines).contains("background.task-leaked possible") == (launches == 1))
  }

  /// Lines of the kernel and of what writes its reports, of a process that no other line names, as those of a tunnel.
  static let kills: [(lines: [String], reason: String)] = [
    (
      [
        line("kernel", "memorystatus: Tunnel [702] exceeded mem limit: ActiveHard 50 MB (fatal)"),
        line("kernel", "memorystatus: killing process 702 [Tunnel] in high band FOREGROUND (100)", "10:00:42.6"),
        line("kernel", "memorystatus: killing_specific_process pid 702 [Tunnel]", "10:00:42.7"),
      ], "memoryLimit"
    ),
    (
      [line("kernel", "memorystatus: killing_specific_process pid 702 [Tunnel]\n      (per-process-limit 10) 51440KB")],
      "memoryLimit"
    ),
    (
      [
        line("kernel", "memorystatus: killing_specific_process pid 702 [Tunnel]"),
        line("ReportMemoryException", "Process Tunnel [702] killed by jetsam reason per-process-limit", "10:00:43.5"),
      ], "memoryLimit"
    ),
    ([line("kernel", "memorystatus: killing_specific_process pid 702 [Tunnel]")], "memory"),
    (
      [
        line("kernel", "EXC_RESOURCE -> Tunnel[702] exceeded mem limit: ActiveSoft 50 MB (non-fatal)"),
        line("kernel", "memorystatus: killing_specific_process pid 702 [Tunnel]", "10:00:42.7"),
      ], "memory"
    ),
    (["Message from debugger: Terminated due to memory issue"], "memory"),
    // The same lines without time and process.
    (
      [
        "EXC_RESOURCE -> Tunnel[702] exceeded mem limit: ActiveHard 50 MB (fatal)",
        "memorystatus: killing_specific_process pid 702 [Tunnel] (per-process-limit 100) 51201KB",
      ], "memoryLimit"
    ),
  ]

  @Test(arguments: kills)
  func `a kill for memory has the reason that the lines beside it give, if any`(lines: [String], reason: String) throws
  {
    let reasons = try ask("SELECT reason FROM event WHERE event = 'process.exit' ORDER BY line", lines)
    #expect(reasons.last == reason)
    let expected = reason == "memoryLimit" ? ["process.killed possible"] : []
    #expect(try findings(lines) == expected)
  }

  @Test func `an app in the foreground is told from one in Jetsam's band of that name`() throws {
    let shown = Self.line("SpringBoard", "[\(Self.key):702] Setting process visibility to: Foreground", "10:00:40.5")
    for (kill, confidence) in [("(per-process-limit 10) 51200KB", "certain"), ("", "certain")] {
      let said = try findings([
        shown, Self.line("kernel", "memorystatus: killing process 702 [Shop] in high band FOREGROUND (100)"),
        Self.line("kernel", "memorystatus: killing_specific_process pid 702 [Shop] \(kill)", "10:00:42.7"),
      ])
      #expect(said == ["process.killed \(confidence)"])
    }
  }

  @Test func `where the app was is read from the message that says it, if another came first`() throws {
    let exited = "Process exited: <BKProcess: 0x1; shop; com.example.shop; pid: 488; agency: Application; visibility: "
    let lines = [
      Self.line("assertiond", "[shop:488] Port death watcher fired."),
      Self.line("assertiond", "\(exited)foreground; task: none; hostpid: 52>", "10:00:42.6"),
    ]
    let shown = "SELECT count(*) FROM event WHERE attributes LIKE '%visibility%foreground%'"
    #expect(try ask(shown, lines) == ["1"])
    #expect(try launches(lines) == 1)
  }

  @Test func `the status of an exit is told`() throws {
    let place = Workplace()
    try place.write(
      "a.txt", [Self.line("runningboardd", "[\(Self.key):512] termination reported by launchd (0, 0, 18944)")])
    let list = try place.run("show", "a.txt").output.split(separator: "\n")
    let name = try #require(list.first { $0.hasPrefix("unified-log-text/") }?.split(separator: " ").first)
    #expect(try place.run("show", String(name), "a.txt").output.contains("Its exit status was 74."))
  }

  @Test func `no crash is soon after a launch in a log without times`() throws {
    let lines = [
      "runningboardd\tRunningBoard\tNow tracking process: [\(Self.key):512]",
      "runningboardd\tRunningBoard\t[\(Self.key):512] termination reported by launchd (2, 11, 11)",
    ]
    #expect(try findings(lines) == [])
    #expect(try ask("SELECT reason FROM event WHERE event = 'process.exit'", lines) == ["crash"])
  }

  @Test(arguments: ["2026-10-05 17:56:41.330", "2026-10-05 17:56:41"])
  func `a message whose first line was copied twice is one`(time: String) throws {
    let end = "\(time) -[BackgroundTaskManager stopBackgroundTask:]_block_invoke 28 OF ("
    let lines = ["2026-10-05 17:56:40.100 -[BackgroundTaskManager createBackgroundTask] 28", end, end, "    28", ")"]
    let tasks = "SELECT event FROM event WHERE event LIKE 'task.%' ORDER BY line"
    #expect(try ask(tasks, lines) == ["task.begin", "task.end"])
  }

  /// Each process of an app has a job of launchd's of its own, as in the system.log of old Simulators.
  @Test func `each job of launchd's is a launch`() throws {
    func ends(_ job: String, _ second: Int, _ end: String) -> String {
      "Oct  7 15:59:\(second) mac SpringBoard[438]: Application 'UIKitApplication:com.example.shop[\(job)]' exited \(end)"
    }
    let lines = [
      ends("0xeec0", 24, "voluntarily."), ends("0xeec0", 24, "voluntarily."),
      ends("0x84a9", 26, "abnormally with signal 9: Killed: 9"),
    ]
    #expect(try launches(lines) == 2)
  }

  private static let callbacks = [
    "Shop[700:9001] -[AppDelegate application:didFinishLaunchingWithOptions:]",
    "Mail[812:77] -[AppDelegate applicationWillResignActive:]",
    "Mail[812:77] -[AppDelegate applicationDidEnterBackground:]",
    "Shop[700:9001] -[AppDelegate applicationDidBecomeActive:]",
    "Mail[812:77] -[AppDelegate applicationWillTerminate:]",
    "Shop[700:9001] -[AppDelegate applicationWillResignActive:]",
  ]

  /// With a day and a tab, with a time of day alone, and without any.
  @Test(arguments: ["2026-10-31 10:00:0%.1\t", "2026-10-31\t10:00:0%.1\t", "10:00:0%.1\t", "10:00:0%.1 ", ""])
  func `two apps whose lines name them are two launches`(front: String) throws {
    let lines = Self.callbacks.enumerated().map { front.replacing("%", with: "\($0)") + $1 }
    #expect(try findings(lines) == [])
    let apps = "SELECT app || ' ' || pid || ' ' || count(*) FROM event GROUP BY app, pid ORDER BY app"
    #expect(try ask(apps, lines) == ["Mail 812 3", "Shop 700 3"])
  }

  @Test(arguments: ["2026-10-31 10:00:0%.1 ", "10:00:0%.1 ", ""], ["[700]: ", "[700:9001]\t"])
  func `a name is read with its process id alone, and before a tab`(front: String, ids: String) throws {
    let steps = ["applicationDidBecomeActive", "applicationWillResignActive"]
    let lines = steps.enumerated().map { front.replacing("%", with: "\($0)") + "Shop" + ids + $1 }
    #expect(
      try ask("SELECT app || ' ' || pid || ' ' || count(*) FROM event GROUP BY app, pid", lines) == ["Shop 700 2"])
  }

  @Test func `a line without a name belongs to the process of the line before it`() throws {
    let lines = [
      "Shop[700:9001] applicationWillResignActive", "flutter: AppLifecycleState.resumed",
      "Message from debugger: killed",
    ]
    #expect(try launches(lines) == 1)
    // The first line has none.
    #expect(try launches([lines[1], lines[0], lines[2]]) == 1)
  }

  @Test func `an app that comes to the foreground has not left it before its scene is visible`() throws {
    let update = "Received state update for 512 (\(Self.key), running-"
    let lines = [
      Self.line("runningboardd", "Now tracking process: [\(Self.key):512]", "10:00:40.1"),
      Self.line("runningboardd", "[\(Self.key):512] Set darwin role to: UserInteractive", "10:00:40.2"),
      Self.line("SpringBoard", "\(update)active-NotVisible", "10:00:40.3"),
      Self.line("SpringBoard", "\(update)active-Visible", "10:00:41.3"),
      Self.line("SpringBoard", "\(update)active-NotVisible", "10:00:45.3"),
    ]
    let scenes = "SELECT event FROM event WHERE event LIKE 'log.scene%' ORDER BY line"
    #expect(try ask(scenes, lines) == ["log.sceneForeground", "log.sceneBackground"])
  }

  private static let report = [
    "Incident Identifier: 6256C393-2563-45E3-9F82-669A3E186726", "Process:             Shop [26805]",
    "Date/Time:           2026-08-13 19:23:32.9615 -0500", "Launch Time:         2026-08-13 19:23:12.5028 -0500",
    "Exception Type:  EXC_CRASH (SIGKILL)", "Termination Reason: FRONTBOARD 2343432205",
    "Termination Description: FRONTBOARD, process-exit watchdog transgression: application<",
  ]

  @Test(arguments: [("", false), ("> ", false), (">", false), ("", true)])
  func `a report is read that is quoted, cut in a key, or without the name of the process`(
    mark: String, isNameless: Bool
  ) throws {
    let lines = Self.report.map { mark + $0 }
    let said = try findings(isNameless ? Array(lines.dropFirst(2)) : lines)
    #expect(said == ["process.killed certain"])
    let apps = "SELECT DISTINCT coalesce(app, '') FROM event"
    #expect(try ask(apps, lines) == ["Shop"])
  }

  @Test func `a report in a log is read, wherever it stands`() throws {
    let log = Self.callbacks.filter { $0.hasPrefix("Shop") }.enumerated().map { "2026-10-31 10:00:0\($0) \($1)" }
    let document = [
      #"{"app_name":"Shop","timestamp":"2026-08-13 19:23:33.00 -0500","bug_type":"309","os_version":"iPhone OS 18.1"}"#,
      "{", #"  "captureTime" : "2026-08-13 19:23:32.9615 -0500","#, #"  "pid" : 26805, "procName" : "Shop","#,
      #"  "procLaunch" : "2026-08-13 19:23:12.5028 -0500","#,
      #"  "termination" : {"code":11,"namespace":"SIGNAL"}"#, "}",
    ]
    for lines in [Self.report + [""] + log, log + [""] + Self.report, document + log, log + document] {
      let kinds = "SELECT count(*) FROM event WHERE event IN ('process.exit', 'app.didBecomeActive')"
      #expect(try ask(kinds, lines) == ["2"])
    }
  }

  @Test func `what is asked or told of callbacks is no event`() throws {
    let lines = [
      "applicationDidFinishLaunching is called", "applicationDidBecomeActive is called",
      "applicationWillTerminate is never called, why?", "applicationWillTerminate isn't called when I kill it",
      "applicationDidEnterBackground works fine though", "applicationDidEnterBackground should be called here",
    ]
    let known = "SELECT event FROM event WHERE event LIKE 'app.%' ORDER BY uptime_nanos"
    #expect(try ask(known, lines) == ["app.didFinishLaunching", "app.didBecomeActive"])
  }
}
