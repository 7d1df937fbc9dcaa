import Testing

/// Extensions, processes of the system and other platforms in logs and reports: none of them is an app of iOS.
///
/// The values are invented; the forms are those of the messages that `messages.txt` names, and of reports that people
/// paste on github.com.
@Suite(.tags(.large)) struct OtherProcessesTests {
  private static let key = "[app<com.example.shop((null))>:512]"

  private static func line(_ process: String, _ message: String, second: Int = 42) -> String {
    "default\t10:00:\(second).500000+0100\t\(process)\t\(message)"
  }

  private static let appInFront = [
    line("runningboardd", "Now tracking process: \(key)", second: 10),
    line("SpringBoard", "\(key) Setting process visibility to: Foreground", second: 11),
  ]
  private static let lock = "Exception Type:  EXC_CRASH (SIGKILL)\nTermination Reason: RUNNINGBOARD 0xdead10cc"

  /// Texts on the end of an extension, and the findings that are left.
  static let extensions: KeyValuePairs<String, (lines: [String], found: [String])> = [
    "RunningBoard's words in a piece of a report": (
      [
        lock,
        "<RBSTerminateContext| domain:15 code:0xDEAD10CC explanation:[xpcservice<com.example.shop.share([app<"
          + "com.example.shop>:512])>:601] was suspended with locked system files",
      ], []
    ),
    "the watchdog's words": (
      [
        "scene-create watchdog transgression: xpcservice<com.example.shop.share([app<com.example.shop>:512])>:601 "
          + "exhausted real (wall clock) time allowance of 10.00 seconds"
      ], []
    ),
    "a stack of PlugInKit's": (
      [lock, "", "Thread 0 Crashed:", "10  PlugInKit  0x00000001c1b37564 -[PKService run] + 424 (PKService.m:186)"], []
    ),
    "a process that another one hosts": (
      [
        line(
          "assertiond",
          "<BKNewProcess: 0x1; com.example.shop.share; pid: 601; hostpid: 512> has active assertions beyond permitted "
            + "time: {( <BKProcessAssertion: 0x1> reason: finishTask )}")
      ], []
    ),
    "the path of a program": (
      [
        line(
          "spindump",
          "Received (FATAL) CPU usage trigger:\n  ShopWidget[601] (/private/var/containers/Bundle/Application/A/Shop.app/"
            + "PlugIns/ShopWidget.appex/ShopWidget) used 48.00s of CPU over 53.00 seconds")
      ], []
    ),
    "a path in another line": (
      [
        line(
          "kernel",
          "/private/var/containers/Bundle/Application/A/Shop.app/PlugIns/ShopWidget.appex/ShopWidget[601] ==> container"
        ),
        line(
          "symptomsd", "Fatal RESOURCE_NOTIFY trigger for ShopWidget [601] (48000541916 nanoseconds of CPU usage)",
          second: 43),
      ], []
    ),
    "the mark of its state": (
      [
        line(
          "locationd",
          "Received app state changed with info { BKSApplicationStateExtensionKey = 1; SBApplicationStateDisplayIDKey = "
            + "\"com.example.shop.share\"; SBApplicationStateKey = 2; SBApplicationStateProcessIDKey = 601; }"),
        line(
          "kernel", "memorystatus: killing_specific_process pid 601 [ShopShare] (per-process-limit 10) 24576KB",
          second: 43),
      ], []
    ),
    "an id below that of an app in the foreground": (
      appInFront + [
        line(
          "mediaserverd",
          "-CMSessionMgr- CMSessionMgrHandleApplicationStateChange: Client com.example.shop.widget with pid '601' is now "
            + "Background Running. Background entitlement: NO", second: 30),
        line("kernel", "memorystatus: killing_specific_process pid 601 [ShopWidget] (per-process-limit 10) 30000KB"),
      ], []
    ),
    "an id below that of an app in the background": (
      [
        appInFront[0],
        line(
          "mediaserverd",
          "-CMSessionMgr- CMSessionMgrHandleApplicationStateChange: Client com.example.shop.widget with pid '601' is now "
            + "Background Running. Background entitlement: NO", second: 30),
        line("kernel", "memorystatus: killing_specific_process pid 601 [ShopWidget] (per-process-limit 10) 30000KB"),
      ], []
    ),
    "an id below that of its coalition": (
      ["Process: Share [601]", "Identifier: com.example.shop.s", "Coalition: com.example.shop [712]", lock], []
    ),
    "a name as extensions have, alone": (
      ["Process: NotificationService [601]", "Identifier: com.example.shop.notification-service", lock],
      ["background.killed possible"]
    ),
    "a limit of memory that only extensions have": (
      ["EXC_RESOURCE -> NotificationServiceExtension[478] exceeded mem limit: ActiveHard 24 MB (fatal)"],
      ["process.killed possible"]
    ),
    // An app whose host is no process is one.
    "an app with the same words": (
      [
        line(
          "assertiond",
          "<BKNewProcess: 0x1; com.example.shop; pid: 512; hostpid: -1> has active assertions beyond permitted time: "
            + "{( <BKProcessAssertion: 0x1> reason: finishTask )}")
      ], ["background.killed certain"]
    ),
  ]

  @Test(arguments: extensions.map(\.key))
  func `the end of an extension is no certain end of an app`(name: String) throws {
    let example = try #require(Self.extensions.first { $0.key == name }?.value)
    #expect(try findings(example.lines) == example.found)
  }

  /// What daemons say of apps whose process they do not name: the first two are github.com/zom/Zom-iOS-XMPP/issues/77.
  static let statements: [String] = [
    line("SpringBoard", "High Priority Push: com.example.shop - App killed"), line("apsd", "App killed"),
    line("apsd", "App killed: com.example.shop"), line("bulletindistributord", "Application terminated."),
    line("symptomsd", "com.example.shop: Foreground: false"),
    line("symptomsd", "com.apple.Preferences: Foreground: true"),
    line("apsd", "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'x'"),
  ]

  @Test(arguments: statements) func `what a daemon says of an app without its process is no launch`(line: String) throws
  {
    let place = Workplace()
    try place.write("a.txt", [line])
    #expect(try place.run("check", "a.txt").code == 3)
    // Nor is it one of the daemon beside an app.
    try place.write("b.txt", Self.appInFront + [line])
    let said = try place.run("check", "--format", "json", "--fail-on", "never", "b.txt").document
    #expect((said["coverage"] as? [String: Any])?["launches"] as? Int == 1, "\(said)")
  }

  @Test func `an app that is known to live leaves the foreground by the word of a daemon`() throws {
    let place = Workplace()
    let left = Self.line("symptomsd", "com.example.shop: Foreground: false", second: 30)
    try place.write("a.txt", Self.appInFront + [left])
    #expect(try place.run("export", "a.txt").output.contains(#""event":"log.sceneBackground""#))
  }

  /// The findings in a text as rule and confidence, without those on what is not recorded.
  private func findings(_ lines: [String]) throws -> [String] {
    let place = Workplace()
    try place.write("a.txt", lines)
    let said = try place.run("check", "--format", "json", "--fail-on", "never", "a.txt")
    let all = said.document["findings"] as? [[String: Any]] ?? []
    return all.map { "\($0["rule"] ?? "") \($0["confidence"] ?? "")" }.filter { !$0.hasPrefix("trace.unrecorded") }
  }

  /// Paths of programs, with their names, and if they are apps.
  static let programs: [(path: String, name: String, isApp: Bool)] = [
    ("/System/Library/CoreServices/SpringBoard.app/SpringBoard", "SpringBoard", false),
    ("/usr/libexec/locationd", "locationd", false), ("/usr/sbin/mediaserverd", "mediaserverd", false),
    (
      "/private/preboot/Cryptexes/OS/System/Library/Frameworks/WebKit.framework/XPCServices/WebContent.xpc/WebContent",
      "WebContent", false
    ),
    ("/Library/Developer/CoreSimulator/iOS.simruntime/Contents/Resources/RuntimeRoot/usr/libexec/lsd", "lsd", false),
    ("", "backboardd", false), ("/Applications/Preferences.app/Preferences", "Preferences", true),
    ("/private/var/containers/Bundle/Application/A/Shop.app/locationd", "locationd", true), ("", "Shop", true),
  ]

  @Test(arguments: programs) func `a crash of the system's own process is no crash of an app's launch`(
    path: String, name: String, isApp: Bool
  ) throws {
    let place = Workplace()
    let pathMember = path.isEmpty ? "" : #""procPath": "\#(path.replacing("/", with: "\\/"))","#
    try place.write(
      "a.ips",
      [
        #"{"app_name":"\#(name)","timestamp":"2026-10-12 17:09:49.00 +0800","bug_type":"309","os_version":"iPhone OS 18.1"}"#,
        #"{"captureTime": "2026-10-12 17:09:49.7 +0800", "procLaunch": "2026-10-12 17:09:48.1 +0800", "pid": 64,"#,
        #"\#(pathMember) "procName": "\#(name)", "termination": {"code": 6, "namespace": "SIGNAL"}}"#,
      ])
    try place.write(
      "a.crash",
      [
        "Incident Identifier: 6256C393", "Process:             \(name) [64]", "Path:                \(path)",
        "Date/Time:           2026-10-12 17:09:49.7 +0800", "Launch Time:         2026-10-12 17:09:48.1 +0800",
        "Exception Type:  EXC_CRASH (SIGABRT)",
      ])
    for file in ["a.ips", "a.crash"] {
      let said = try place.run("check", "--format", "json", "--fail-on", "never", file)
      let rules = (said.document["findings"] as? [[String: Any]] ?? []).compactMap { $0["rule"] as? String }
      #expect(rules == (isApp ? ["launch.crashed"] : []), "\(file): \(said.errors)")
      #expect(said.errors.contains("a process of the system and no app") == !isApp, "\(file): \(said.errors)")
    }
  }

  private static let states = ["resumed", "inactive", "paused"].map { "AppLifecycleState.\($0)" }

  /// Lines as Android's tools write them, of a message.
  static let androidForms: [@Sendable (String) -> String] = [
    { "I/flutter ( 1234): \($0)" }, { "I/flutter: \($0)" }, { "[ +854 ms] I/flutter ( 1234): \($0)" },
    { "08-21 10:15:30.123  1234  1250 I flutter : \($0)" }, { "08-21 10:15:30.123 I/flutter ( 1234): \($0)" },
    { "2026-08-21 10:15:30.123 1234-1250/com.example.shop I/flutter: \($0)" },
    { "2026-08-21 10:15:30.123  1234-1250  flutter   com.example.shop   I  \($0)" },
    { "10:15:30.123 D/ReactNativeJS( 1234): \($0)" }, { "[ 08-21 10:15:30.123  1234: 1250 I/flutter ]\n\($0)\n" },
  ]

  @Test(arguments: androidForms.indices) func `Android's log is another platform's`(form: Int) throws {
    let place = Workplace()
    try place.write("a.txt", Self.states.map(Self.androidForms[form]))
    let said = try place.run("check", "a.txt")
    #expect(said.code == 4 && said.errors.contains("an Android logcat"), "\(said)")
  }

  @Test func `lines of Android's log among those of an app on iOS are not read, and that is said`() throws {
    let place = Workplace()
    let ios = Self.states.map { "flutter: \($0)" }
    try place.write("a.txt", ios + ["and on Android:"] + Self.states.map(Self.androidForms[0]))
    try place.write("b.txt", ios)
    let mixed = try place.run("check", "--format", "json", "a.txt")
    #expect(mixed.errors.contains("3 lines of Android's log are not read"), "\(mixed.errors)")
    let alone = try place.run("check", "--format", "json", "b.txt")
    let steps = [mixed, alone].map { ($0.document["coverage"] as? [String: Any])?["stepsSeen"] as? Int }
    #expect(steps[0] ?? 0 > 0 && steps[0] == steps[1], "\(steps)")
    #expect(try findings(ios + Self.states.map(Self.androidForms[0])) == findings(ios))
  }
}
