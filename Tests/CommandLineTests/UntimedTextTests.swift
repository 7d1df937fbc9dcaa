import Testing

/// Texts that are about an app's life, but not when.
@Suite(.tags(.large)) struct UntimedTextTests {
  private static let crash = "a piece of a crash report without its head (Process, Date/Time); take the whole report"
  private static let xcode = "Xcode's console without time stamps; turn on Timestamp"
  private static let flutter = "Flutter's output without times; run 'flutter run -v'"
  private static let reactNative = "React Native's output without times; copy the device's log"
  private static let system = "lines of the system's log without their times; copy whole lines"
  private static let timesOnly = "lines with times, and nothing of an app's life cycle in known words; write lines as"
  private static let ownForm = "text whose lines have a form of their own; write lines as"

  @Test(
    arguments: [
      ("Incident Identifier: 1\nHardware Model:  iPhone7,1", crash),
      ("Words\nApp is being debugged, do not track this hang\nflutter: x", xcode),
      ("[log] onChange(Shop)\n[BackgroundTask] cart", flutter),
      (" LOG  Running \"Shop\" with {\"rootTag\":1}\n LOG  background", reactNative),
      ("[com.example.shop] Executing termination with request: <FBSProcessTerminationRequest: 0x1>", system),
      // A program's text names callbacks as well.
      (
        "applicationDidBecomeActive(_:) {\n  start()\n}\napplicationWillResignActive(_:) {\n}",
        "what an app says of its"
      ),
      ("AppDelegate applicationDidBecomeActive", "what an app says of its"),
      ("I1031 11:35:48.000000 -[AppDelegate applicationWillResignActive:] line 9", ownForm),
      ("2026-10-05 17:56:56.538 -[TSShop onSuspend:] enabled? 1\n", timesOnly),
      ("08:09:50.705 [com.apple.UIKit:Application] Deactivation reason removed ...", ownForm),
    ])
  func `what a text without times is, and how to get them, is said`(text: String, words: String) throws {
    let place = Workplace()
    try place.write("a.txt", [text])
    for question in [["check"], ["ingest", "--store", "s.db"]] {
      let said = try place.run(question + ["a.txt"])
      #expect(said.code == 4)
      #expect(said.errors.contains("it is not a log but \(words)"), "\(said.errors)")
    }
  }

  /// Pieces of crash reports, with what is said of them and the rule that finds why the process ended.
  static let pieces = [
    (
      "Exception Type:  EXC_CRASH (SIGKILL)\nException Codes: 0x0, 0x0\nTermination Reason: RUNNINGBOARD 0xdead10cc",
      crash, "background.killed"
    ),
    (
      "Incident Identifier: 1\nProcess:   Shop [9]\nIdentifier:   com.example.shop\nRole:  Foreground\n"
        + "Exception Type:  EXC_CRASH (SIGKILL)\nTermination Reason: SPRINGBOARD 0x8badf00d",
      "a crash report without its line 'Date/Time'", "launch.watchdog"
    ),
    (
      "   `Termination Reason: FRONTBOARD 2343432205`\n   `<RBSTerminateContext| domain:10 code:0x8BADF00D "
        + "explanation:scene-update watchdog transgression`", crash, "process.killed"
    ),
    (
      "<RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-create watchdog transgression", crash,
      "launch.watchdog"
    ),
    (
      "Application Specific Information:\nShop[812] has active assertions beyond permitted time:\n{(\n"
        + "    <SBProcessAssertion: 0x1> process: Shop[812] reason: finishTask owner pid:812\n)}", crash,
      "background.killed"
    ),
    (
      "  \"termination\" : {\"code\":3735883980,\"namespace\":\"RUNNINGBOARD\"},\n  \"faultingThread\" : 0,", crash,
      "background.killed"
    ),
    (
      "Words\nException Type: EXC_CRASH (SIGKILL) Exception Codes: 0x0 Termination Reason: RUNNINGBOARD 0xd00d2bad "
        + "Triggered by Thread: 0", crash, "background.killed"
    ),
  ]

  @Test(arguments: pieces)
  func `a piece of a crash report says why the process ended, and not when`(
    text: String, words: String, rule: String
  ) throws {
    let place = Workplace()
    try place.write("a.txt", [text])
    let said = try place.run("check", "--format", "json", "a.txt")
    #expect(said.errors.contains("read as ips: it is \(words.split(separator: ";")[0])"), "\(said.errors)")
    let findings = said.document["findings"] as? [[String: Any]] ?? []
    #expect(findings.map { $0["rule"] as? String } == [rule], "\(said)")
  }

  @Test(
    arguments: [
      (
        "Background Task 4 (\"upload\"), was created over 30 seconds ago. In applications running in the background, "
          + "this creates a risk of termination.", "background.task-overrun possible"
      ),
      (
        "Background task still not ended after expiration handlers were called: <_UIBackgroundTaskInfo: 0x2>: "
          + "taskID = 4, taskName = upload, creationTime = 892 (elapsed = 31).", "background.task-leaked certain"
      ),
      ("UIScene life cycle is required for apps built with this SDK.", "order.no-scenes certain"),
      (
        "[app<com.example.shop>:812] Terminating with context: <RBSTerminateContext| domain:15 code:0xDEAD10CC "
          + "explanation:[app<com.example.shop>] was suspended with locked system files", "background.killed certain"
      ),
      (
        "process-launch watchdog transgression: app<com.example.shop>:812 exhausted real (wall clock) time allowance "
          + "of 20.00 seconds", "launch.watchdog certain"
      ),
    ])
  func `a line that says by itself what went wrong is an answer`(line: String, found: String) throws {
    let place = Workplace()
    try place.write("a.txt", [line])
    let said = try place.run("check", "--format", "json", "a.txt")
    let findings = said.document["findings"] as? [[String: Any]] ?? []
    #expect(findings.map { "\($0["rule"] ?? "") \($0["confidence"] ?? "")" } == [found], "\(said)")
    let doubts = (said.document["verdict"] as? [String: Any])?["doubts"] as? [String]
    #expect(said.code == (found.hasSuffix("certain") ? 1 : 0) && doubts == [])
  }

  @Test func `a task that UIKit calls overdue is no finding where the log shows the task, or where the app was`() throws
  {
    let place = Workplace()
    let overdue = "Background Task 4 (\"upload\"), was created over 30 seconds ago. In applications running in the "
    for lines in [[overdue, "flutter: AppLifecycleState.resumed"], ["flutter: AppLifecycleState.resumed", overdue]] {
      try place.write("a.txt", lines)
      let said = try place.run("check", "--format", "json", "a.txt")
      #expect((said.document["findings"] as? [Any])?.isEmpty == true, "\(said)")
    }
  }

  @Test(
    arguments: [
      #"{"name":"flutter: AppLifecycleState.paused","time":1760000000}"#, #"[{"name":"[log] x"}]"#, "[1, 2]",
      #"{"time":1760000000,"event":"process.start"}"# + "\nflutter: AppLifecycleState.paused",
    ])
  func `what is JSON is none, whatever its texts say`(text: String) throws {
    let place = Workplace()
    try place.write("a.txt", [text])
    #expect(try !place.run("check", "a.txt").errors.contains("it is not a log"))
  }

  @Test(
    arguments: [
      (
        "flutter: AppLifecycleState.resumed\nflutter: AppLifecycleState.paused", flutter,
        ["app.didBecomeActive", "app.didEnterBackground"]
      ),
      (
        " LOG  AppState changed to active\n LOG  cart\n LOG  AppState changed to background", reactNative,
        ["app.didBecomeActive", "app.didEnterBackground"]
      ),
      (
        "[BackgroundTask] Background Task 7 (\"upload\"), was created over 30 seconds ago. In app", xcode,
        ["task.overdue"]
      ),
      (
        "[Shop] didReceiveMemoryWarning\nMessage from debugger: Terminated due to memory issue", xcode,
        ["process.exit"]
      ),
      (
        "Version '2022.3'\n-> applicationDidFinishLaunching()\n-> applicationDidBecomeActive()\n"
          + "-> applicationWillResignActive()", "what an app says of its life cycle",
        ["app.didFinishLaunching", "app.didBecomeActive", "app.willResignActive"]
      ),
      (
        "iPhone SpringBoard[16] <Notice>: Process exited: <FBApplicationProcess: 0x1; Shop; pid: -1>\n"
          + "com.apple.launchd[1] (UIKitApplication:com.example.shop[0x1bd6][512]): Exited: Killed: 9", system,
        ["process.exit"]
      ),
    ])
  func `what is printed without times is judged for its order, and timed by nothing`(
    text: String, words: String, events: [String]
  ) throws {
    let place = Workplace()
    try place.write("a.txt", [text])
    let said = try place.run("check", "a.txt")
    #expect(said.code == 0 && said.errors.contains("read as untimed-text: it is \(words.split(separator: ";")[0])"))
    #expect(try place.run("ingest", "--store", "s.db", "a.txt").code == 0)
    let known =
      "SELECT group_concat(name, ' ') FROM (SELECT event AS name FROM event WHERE event NOT LIKE 'log.%' ORDER BY uptime_nanos)"
    #expect(
      try place.run("query", "--store", "s.db", "--format", "csv", known).output.contains(events.joined(separator: " "))
    )
    let report = try place.run("report", "--launch-times", "a.txt").output
    #expect(report.hasPrefix("Launch times: counted 0 of 1; 1 no start"))
  }

  @Test func `what UIKit says of a task and of scenes is found without a time`() throws {
    let place = Workplace()
    let unended =
      "[BackgroundTask] Background task still not ended after expiration handlers were called:"
      + " <_UIBackgroundTaskInfo: 0x1>: taskID = 7, taskName = upload, creationTime = 892 (elapsed = 31)."
    let scenes =
      "CLIENT OF UIKIT REQUIRES UPDATE: This process does not adopt UIScene lifecycle. This will become an assert."
    for (line, rule) in [(unended, "background.task-leaked"), (scenes, "order.no-scenes")] {
      try place.write("a.txt", ["App is being debugged, do not track this hang", line])
      let said = try place.run("check", "--format", "json", "a.txt").document
      let findings = said["findings"] as? [[String: Any]] ?? []
      #expect(findings.map { $0["rule"] as? String } == [rule], "\(said)")
      #expect(findings.map { $0["confidence"] as? String } == ["certain"])
    }
  }

  @Test func `what UIKit says each second of a task that goes on is said of it once, and as it says it`() throws {
    let place = Workplace()
    let unended = (31...33).map { second in
      "[BackgroundTask] Background task still not ended after expiration handlers were called: "
        + "<_UIBackgroundTaskInfo: 0x1>: taskID = 7, taskName = upload, creationTime = 892 (elapsed = \(second))."
    }
    let killed = "FORCE KILL BACKGROUND TASK: 7, remaining time: 4.02"
    for lines in [unended, [killed] + unended] {
      try place.write("a.txt", lines)
      let said = try place.run("check", "--format", "json", "a.txt").document
      let findings = said["findings"] as? [[String: Any]] ?? []
      #expect(findings.map { $0["rule"] as? String } == ["background.task-leaked"], "\(said)")
      let message = findings.first?["message"] as? String
      #expect(message == "task 'upload' was still not ended after its expiration handlers were called, as UIKit says")
    }
  }
}
