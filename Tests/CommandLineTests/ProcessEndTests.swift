import Testing

/// Messages of the system's log that show how a process ended, or that there was none.
@Suite(.tags(.large)) struct ProcessEndTests {
  private static let key = "[app<com.example.shop(5C1D0B0E-0000-4F00-8000-000000000001)>:512]"
  private static let shown = line("SpringBoard", "\(key) Setting process visibility to: Foreground", second: 40)

  /// A line as Console copies it.
  private static func line(_ process: String, _ message: String, second: Int = 42) -> String {
    "default\t10:00:\(second).500000+0100\t\(process)\t\(message)"
  }

  /// What the log of a process in the foreground says next, and the reason of its end, `0` if none is said; nil if it
  /// lives on.
  static let ends: [(said: [String], reason: String?)] = [
    // The connection to the process is lost, and nothing says why.
    (
      [
        line("SpringBoard", "\(key) Workspace connection invalidated."),
        line("SpringBoard", "\(key) Now flagged as pending exit for reason: workspace client connection invalidated"),
      ], "0"
    ),
    ([line("runningboardd", "\(key) Death sentinel fired!")], "0"),
    ([line("runningboardd", "XPC connection invalidated: \(key)")], "0"),
    // A later message gives the reason.
    (
      [
        line("SpringBoard", "\(key) Now flagged as pending exit for reason: workspace client connection invalidated"),
        line(
          "SpringBoard",
          "\(key) Process exited: <RBSProcessExitContext| specific, "
            + "status:<RBSProcessExitStatus| domain:signal(2) code:SIGSEGV(11)>>.", second: 43),
      ], "crash"
    ),
    ([line("SpringBoard", "Received state update for 512 (app<com.example.shop((null))>, none-NotVisible")], "0"),
    ([line("runningboardd", "Calculated state for app<com.example.shop((null))>: none (role: None)")], "0"),
    ([line("runningboardd", "\(key) termination reported by launchd (0, 0, 65280)")], "normal"),
    ([line("runningboardd", "\(key) termination reported by launchd (0, 0, 0)")], "normal"),
    ([line("runningboardd", "\(key) termination reported by launchd (0, 0, 11)")], "crash"),
    ([line("runningboardd", "\(key) termination reported by launchd (2, 11, 11)")], "crash"),
    (
      [
        line(
          "runningboardd",
          "\(key) Terminating with context: <RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update "
            + "watchdog transgression: app<com.example.shop>:512 exhausted real (wall clock) time allowance of 10.00 "
            + "seconds\nWatchdogEvent: scene-update\n) reportType:CrashLog>")
      ], "watchdog"
    ),
    // It asks before, and may be refused.
    (
      [
        line(
          "runningboardd",
          "Received termination request from [osservice<com.apple.dasd>:76] on <RBSProcessPredicate "
            + "<RBSProcessHandlePredicateImpl| app<com.example.shop>:512>> with context <RBSTerminateContext| "
            + "code:0xDEAD10CC>")
      ], nil
    ),
    (
      [line("runningboardd", "\(key) suspended with locked system files:\n/var/mobile/Containers/Data/A/shop.db")],
      "fileLock"
    ),
    ([line("ReportCrash", "Formulating report for corpse[512] Shop")], "crash"),
    // It comes after any end.
    ([line("assertiond", "[Shop:512] Terminating because the job-submitter has disconnected.")], "0"),
    ([line("ReportCrash", "Formulating fatal 309 report for corpse[512] Shop")], "crash"),
    ([line("ReportCrash", "Formulating non-fatal 309 report for corpse[512] Shop")], nil),
    ([line("kernel", "Shop[512] Corpse allowed 1 of 5")], nil),
    (
      [
        line(
          "symptomsd",
          "Fatal RESOURCE_NOTIFY trigger for Shop [512] (48000541916 nanoseconds of CPU usage over 53.00s seconds, "
            + "violating limit of 48000000000 nanoseconds of CPU usage over 60.00s seconds)")
      ], "cpu"
    ),
    (
      [
        line(
          "spindump",
          "Received (FATAL) CPU usage trigger: \n  Shop[512] (/private/var/containers/Bundle/Application/A/Shop.app/Shop) "
            + "used 48.00s of CPU over 53.00 seconds (averaging 90%)")
      ], "cpu"
    ),
    (
      [
        line(
          "assertiond",
          "<BKNewProcess: 0x7f8adbc42260; com.example.shop; pid: 512; hostpid: -1> has active assertions beyond "
            + "permitted time: \n{(\n  <BKProcessAssertion: 0x1> id: 512-1 name: Upload reason: finishTask\n)}")
      ], "backgroundTask"
    ),
  ]

  @Test(arguments: ends)
  func `the end of a process is read wherever iOS says it, and its reason`(said: [String], reason: String?) throws {
    #expect(try reasons([Self.shown] + said) == (reason.map { [$0] } ?? []))
  }

  /// The reasons of the launches in a log that have ended, as they are after all of it.
  private func reasons(_ lines: [String]) throws -> [String] {
    let place = Workplace()
    try place.write("a.txt", lines)
    let taken = try place.run(["ingest", "--quiet", "--store", "s.db", "--date", "2026-10-31", "a.txt"])
    #expect(taken.code == 0, "\(taken.errors)")
    let sql = "SELECT max(coalesce(reason, '0')) FROM event WHERE event = 'process.exit' GROUP BY launch"
    let said = try place.run("query", "--store", "s.db", "--format", "csv", sql).output
    return said.split(whereSeparator: \.isNewline).dropFirst().map(String.init)
  }

  /// Forms of SpringBoard before iOS 6: github.com/s21g (2010), in other words.
  @Test func `old systems name a program alone`() throws {
    let line = "Nov 25 11:30:02 phone SpringBoard[15]: "
    let lines = [
      "\(line)Shop[812] has active assertions beyond permitted time:",
      "{(", "    <SBProcessAssertion: 0x1> identifier: Suspending process: Shop[812] reason: suspend owner pid:15",
      ")}",
      "\(line)Forcing crash report of Shop[812]...",
      "\(line)Application 'Shop' exited abnormally with signal 9: Killed",
    ]
    #expect(try reasons(lines) == ["backgroundTask"])
    #expect(try reasons([lines[5]]) == ["0"])
  }

  @Test func `a process that could not be started is no launch`() throws {
    let place = Workplace()
    try place.write(
      "a.txt",
      [
        Self.line("SpringBoard", "Bootstrapping failed for <FBApplicationProcess: 0x7; com.example.shop; pid: -1>"),
        Self.line("SpringBoard", "[FBSystemService] Error launching com.example.shop: Unspecified (1)"),
        Self.line("SpringBoard", "Application 'UIKitApplication:com.example.shop[0xa552]' exited voluntarily."),
      ])
    let said = try place.run("check", "--fail-on", "never", "a.txt")
    #expect(said.code == 3, "\(said.output)")
    #expect(said.errors.contains("Bootstrapping failed"), "\(said.errors)")
  }

  @Test func `a launch after a failed one counts`() throws {
    let lines = [
      Self.line("SpringBoard", "Bootstrapping failed for <FBApplicationProcess: 0x7; com.example.shop; pid: -1>"),
      Self.line("runningboardd", "Now tracking process: \(Self.key)", second: 44),
      Self.line("runningboardd", "\(Self.key) termination reported by launchd (2, 11, 11)", second: 46),
    ]
    #expect(try reasons(lines) == ["crash"])
  }

  /// What an app prints, and the events of it.
  private static let words: [(lines: [String], events: [String])] = [
    // The log begins in the foreground: what comes before a background is a resignation.
    (
      ["[ +350 ms] flutter: AppLifecycleState.inactive", "[ +854 ms] flutter: AppLifecycleState.paused"],
      ["app.willResignActive", "app.didEnterBackground"]
    ),
    // Before it becomes active it may start, return or have been interrupted.
    (
      ["[ +350 ms] flutter: AppLifecycleState.inactive", "[ +854 ms] flutter: AppLifecycleState.resumed"],
      ["app.didBecomeActive"]
    ),
    // Transistor's library for geolocation.
    (
      [
        "2026-10-05 17:56:41.100 -[BackgroundTaskManager createBackgroundTask] 28",
        "2026-10-05 17:56:41.330 -[BackgroundTaskManager stopBackgroundTask:]_block_invoke 28 OF (\n    28\n)",
        "2026-10-05 17:56:56.538 -[TSLocationManager onSuspend:] enabled? 1",
        "2026-10-05 18:09:25.042 -[TSLocationManager init]",
        "2026-10-05 18:09:40.949 -[TSLocationManager onResume:] enabled? 1",
        "2026-10-05 18:10:43.949 -[TSLocationManager onAppTerminate] stopOnTerminate? 0",
      ],
      [
        "task.begin", "task.end", "app.didEnterBackground", "process.start", "app.willEnterForeground",
        "app.willTerminate",
      ]
    ),
    (["2026-10-05 17:56:41.100 [TSBackgroundFetch onAppTerminate]"], ["app.willTerminate"]),
    // Xcode's last words, and a runtime's, which have no time.
    (
      ["2026-10-05 17:56:41.100 applicationDidBecomeActive", "Message from debugger: killed"],
      ["app.didBecomeActive", "process.exit"]
    ),
    (
      ["2026-10-05 17:56:41.100 applicationDidBecomeActive", "Program ended with exit code: 0"],
      ["app.didBecomeActive", "process.exit"]
    ),
    (["Terminating app due to uncaught exception 'NSRangeException', reason: 'index 5'"], ["process.exit"]),
    (
      ["Shop[512:77] *** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 5'"],
      ["process.exit"]
    ),
    // A message that was wrapped when it was pasted.
    (
      [
        "2026-08-04 10:50:17.838280-0400 Shop[512:1] [BackgroundTask] Background task still not \nended after expiration "
          + "handlers were called: <_UIBackgroundTaskInfo: 0x1>: taskID = 30, \ntaskName = Upload, creationTime = 401 ("
          + "elapsed = 26)."
      ], ["task.expire"]
    ),
  ]

  @Test(arguments: words)
  func `what apps and their libraries print is read`(lines: [String], events: [String]) throws {
    let place = Workplace()
    try place.write("a.txt", lines)
    let taken = try place.run(["ingest", "--quiet", "--store", "s.db", "a.txt"])
    #expect(taken.code == 0, "\(taken.errors)")
    let sql = "SELECT event FROM event WHERE event NOT LIKE 'log.%' ORDER BY coalesce(time_nanos, uptime_nanos)"
    let said = try place.run("query", "--store", "s.db", "--format", "csv", sql).output
    #expect(said.split(whereSeparator: \.isNewline).dropFirst().map(String.init) == events)
  }

  @Test func `one process of a Jetsam report says why it ended`() throws {
    let place = Workplace()
    try place.write(
      "a.txt",
      [
        #"    {"#, #"      "rpages" : 960, "states" : [ "frontmost" ],"#,
        #"      "reason" : "per-process-limit", "pid" : 4624, "name" : "Tunnel""#, #"    },"#,
      ])
    let said = try place.run("check", "--fail-on", "never", "a.txt")
    #expect(said.errors.contains("one process of a Jetsam report"), "\(said.errors)")
    #expect(said.output.contains("memoryLimit"), "\(said.output)")
  }

  @Test func `copies without a column of the process name it by library`() throws {
    let lines = [
      "10:00:40.500000+0100\tFrontBoard\tProcess\t\(Self.key) Setting process visibility to: Foreground",
      "10:00:41.500000+0100\tRunningBoard\tmonitor\t\(Self.key) termination reported by launchd (2, 11, 11)",
    ]
    #expect(try reasons(lines) == ["crash"])
  }
}
