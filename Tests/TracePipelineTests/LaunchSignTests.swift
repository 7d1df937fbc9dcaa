import Foundation
import Testing
import TraceIngest
import TraceModel
import TracePipeline

@testable import TraceAnalyzer

/// What kind of launch logs of all formats show, and by which sign: never the background without one.
@Suite(.tags(.medium)) struct LaunchSignTests {
  /// A log, and what is said of its one launch: kind, reason, and its launch time where it counts.
  struct Row: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var log: [String]
    var kind: LaunchKind
    var reason: String
    var millis: Int64?

    init(_ name: String, _ log: [String], _ kind: LaunchKind, _ reason: String, millis: Int64? = nil) {
      testDescription = name
      self.log = log
      self.kind = kind
      self.reason = reason
      self.millis = millis
    }
  }

  private static let nothing = "nothing shows whether it came to the foreground"
  private static let app = "[app<com.example.shop>:512]"
  private static let scene = "[sceneID:com.example.shop-default]"
  private static let begun = line(0.1, "runningboardd", "Now tracking process: \(app)")

  /// A line of the system's log, so many seconds after a minute began.
  private static func line(_ seconds: Double, _ process: String, _ message: String) -> String {
    let millis = Int64((seconds * 1000).rounded())
    let minute = millis / 60_000
    let second = millis / 1000 % 60
    func padded(_ number: Int64, _ width: Int) -> String {
      String(repeating: "0", count: width - "\(number)".count) + "\(number)"
    }
    let time = "2026-10-04 17:\(padded(10 + minute, 2)):\(padded(second, 2)).\(padded(millis % 1000, 3))000+0200"
    return "\(time) localhost \(process)[52]: \(message)"
  }

  /// A launch of which one more line tells, 300 ms after its start.
  private static func told(_ process: String, _ message: String) -> [String] { [begun, line(0.4, process, message)] }

  private static func foreground(_ sign: String) -> String { "no device in the log; to the foreground: \(sign)" }

  static let logs = [
    Row(
      "FrontBoard's scenes alone",
      [
        line(0, "runningboardd", "Executing launch request for app<com.example.shop> (FBApplicationProcess)"), begun,
        line(0.2, "SpringBoard", "\(scene) Scene lifecycle state did change: Foreground"),
        line(0.3, "SpringBoard", "Sending scene action [Logical Activate][0x5a1] to process \(app) (watchdog: 19.97s)"),
        line(0.6, "SpringBoard", "\(scene) scene content state changed: ready"),
        line(20.1, "SpringBoard", "\(scene) Scene lifecycle state did change: Background"),
      ], .unclassified, foreground("log.sceneForeground"), millis: 600),
    Row(
      "the intent alone",
      [
        line(0, "SpringBoard", "Bootstrapping com.example.shop with intent foreground-interactive"),
        line(
          0.1, "assertiond",
          "Now tracking process <BKProcess: 0x2; Shop; com.example.shop; pid: 512; agency: Application; visibility: none;"
            + " task: running; hostpid: 52> with host <BKProcess: 0x1; SpringBoard; com.apple.springboard; pid: 52;"
            + " agency: SystemShell; visibility: foreground; task: running>"),
      ], .unclassified, foreground("intent foreground-interactive")),
    Row(
      "an activation",
      told("SpringBoard", "Sending scene action [Logical Activate][0x5a1] to process \(app) (watchdog: 19.97s)"),
      .unclassified, foreground("log.sceneActivate")),
    Row(
      "the visibility of the process", told("SpringBoard", "\(app) Setting process visibility to: Foreground"),
      .unclassified, foreground("visibility Foreground")),
    Row(
      "the state of the process",
      told(
        "SpringBoard",
        "Application process state changed for com.example.shop: <SBApplicationProcessState: 0x1; pid: 512;"
          + " taskState: Running; visibility: Foreground>"),
      .unclassified, foreground("visibility Foreground")),
    Row(
      "the state that notifications ask for",
      told("SpringBoard", "[com.example.shop] com.example.shop application state changed to ForegroundRunning"),
      .unclassified, foreground("log.sceneForeground")),
    Row(
      "the audio daemon",
      told(
        "mediaserverd",
        "-CMSessionMgr- CMSessionMgrHandleApplicationStateChange: Client com.example.shop with pid '512' is now"
          + " Foreground Running. Background entitlement: NO"),
      .unclassified, foreground("log.sceneForeground")),
    Row(
      "a client of RunningBoard",
      told("locationd", "Received state update for 512 (app<com.example.shop((null))>, running-active-Visible"),
      .unclassified, foreground("log.sceneForeground")),
    Row(
      "RunningBoard's role",
      told(
        "runningboardd",
        "Calculated state for app<com.example.shop>: running-active (role: UserInteractiveFocal) (endowments: (null))"),
      .unclassified, foreground("role UserInteractiveFocal")),
    Row(
      "another role of RunningBoard's",
      told(
        "runningboardd", "Calculated state for app<com.example.shop>: running-active (role: UserInteractiveNonFocal)"),
      .unclassified, foreground("role UserInteractive")),
    Row(
      "RunningBoard's role of one in the background",
      told("runningboardd", "Calculated state for app<com.example.shop>: running-active (role: NonUserInteractive)")
        + [line(40, "SpringBoard", "\(scene) scene content state changed: ready")],
      .background, "role NonUserInteractive"),
    Row(
      "the role of the task", told("runningboardd", "\(app) Set darwin role to: UserInteractiveFocal"), .unclassified,
      foreground("role UserInteractiveFocal")),
    Row(
      "the priority of an app in the foreground",
      told("runningboardd", "\(app) Set jetsam priority to 100 [0] flag[1]"),
      .unclassified, foreground("log.sceneForeground")),
    Row(
      "the priority of one in the background", told("runningboardd", "\(app) Set jetsam priority to 3 [0] flag[1]"),
      .unclassified, nothing),
    Row("a copy of one line", [begun], .unclassified, nothing),
    Row(
      "a process that ends while it starts",
      told(
        "SpringBoard",
        "\(app) Process exited: <RBSProcessExitContext| specific, status:<RBSProcessExitStatus| domain:jetsam(1)"
          + " code:PER_PROCESS_LIMIT(7)>>."),
      .unclassified, nothing),
    Row(
      "a log that ends as it begins, in the background as yet",
      told("SpringBoard", "\(app) Setting process visibility to: Background"), .unclassified, nothing),
    Row(
      "in the background for long",
      told("SpringBoard", "\(app) Setting process visibility to: Background")
        + [line(31, "runningboardd", "Removing process: \(app)")],
      .background, "visibility Background"),
    Row(
      "in the background for a moment",
      told("SpringBoard", "\(app) Setting process visibility to: Background")
        + [line(0.7, "SpringBoard", "\(app) Setting process visibility to: Foreground")],
      .unclassified, foreground("visibility Foreground")),
    Row(
      "opened much later",
      told("SpringBoard", "\(app) Setting process visibility to: Background")
        + [line(900, "SpringBoard", "\(app) Setting process visibility to: Foreground")],
      .background, "visibility Background"),
    Row(
      "suspended with no foreground before", told("runningboardd", "\(app) Suspending task."), .background,
      "process.suspend"),
    Row(
      "started in the background",
      [line(0, "SpringBoard", "Bootstrapping app<com.example.shop> with intent background"), begun], .background,
      "intent background"),
    Row(
      "started to the foreground, suspended later",
      [line(0, "SpringBoard", "Bootstrapping app<com.example.shop> with intent foreground-interactive"), begun]
        + [line(300, "runningboardd", "\(app) Suspending task.")],
      .unclassified, foreground("intent foreground-interactive")),
    Row(
      "prewarmed, with the foreground later",
      [line(0, "runningboardd", "Executing launch request for app<com.example.shop> (DAS Prewarm launch)"), begun]
        + [line(300, "SpringBoard", "\(app) Setting process visibility to: Foreground")],
      .prewarmed, "prewarmed"),
    Row(
      "not from its start, and in the background",
      [line(1, "locationd", "Received state update for 512 (app<com.example.shop((null))>, running-active-NotVisible")],
      .unclassified, nothing),
  ]

  /// A crash report of a process that ended so long after its start.
  private static func report(_ role: String?, after seconds: Int, _ more: String...) -> [String] {
    let minutes = seconds / 60
    let rest = seconds % 60
    return [
      "Incident Identifier: 11111111-2222-4333-8444-555555555555", "Hardware Model:      iPhone14,5",
      "Process:             Shop [512]", "Identifier:          com.example.shop", "Version:             7 (1.1.0)",
    ] + (role.map { ["Role:                \($0)"] } ?? []) + [
      "Date/Time:           2026-04-29 16:\(minutes < 10 ? "0" : "")\(minutes):\(rest < 10 ? "0" : "")\(rest).5000 +0800",
      "Launch Time:         2026-04-29 16:00:00.5000 +0800", "OS Version:          iPhone OS 12.2 (16E227)",
      "Exception Type:  EXC_CRASH (SIGABRT)",
    ] + more
  }

  /// The same as a document.
  private static func document(_ role: String, after seconds: Int) -> [String] {
    [
      #"{"bug_type":"309","os_version":"iPhone OS 17.5 (21F79)","bundleID":"com.example.shop"}"#,
      #"{"procRole" : "\#(role)", "pid" : 512, "procName" : "Shop","#,
      #""captureTime" : "2026-04-29 16:00:\#(seconds < 10 ? "0" : "")\#(seconds).5000 +0800","#,
      #""procLaunch" : "2026-04-29 16:00:00.5000 +0800", "termination" : {"namespace" : "SIGNAL", "code" : 6}}"#,
    ]
  }

  private static func watchdog(_ event: String, _ visibility: String) -> String {
    "Termination Description: SPRINGBOARD, \(event) watchdog transgression: com.example.shop exhausted real (wall clock)"
      + " time allowance of 19.94 seconds | ProcessVisibility: \(visibility) | ProcessState: Running"
  }

  static let reports = [
    Row(
      "in the foreground minutes after the start", report("Foreground", after: 780), .unclassified,
      "in the foreground when it ended, 13 min after its start: role Foreground"),
    Row(
      "in the foreground at once", report("Foreground", after: 2), .unclassified, foreground("role Foreground")),
    Row(
      "in the background minutes after the start", report("Background", after: 780), .unclassified,
      "in the background when it ended, 13 min after its start: role Background"),
    Row("in the background at once", report("Background", after: 1), .background, "role Background"),
    Row(
      "a role that shows nothing", report("Non UI", after: 1), .unclassified,
      "perhaps in the background when it ended, 1.00 s after its start: role Non UI"),
    Row("no role", report(nil, after: 1), .unclassified, nothing),
    Row("a role that nobody knows", report("Unspecified", after: 1), .unclassified, nothing),
    Row(
      "FrontBoard's word before the role", report("Non UI", after: 20, watchdog("scene-create", "Foreground")),
      .unclassified, foreground("visibility Foreground")),
    Row(
      "a launch in the background that took too long",
      report("Non UI", after: 30, watchdog("process-launch", "Background")), .background, "visibility Background"),
    Row(
      "told to exit, and in the background by that",
      report("Background", after: 8, watchdog("process-exit", "Background")), .unclassified,
      "in the background when it ended, 8.00 s after its start: visibility Background"),
    Row(
      "a document", document("Foreground", after: 40), .unclassified,
      "in the foreground when it ended, 40.0 s after its start: role Foreground"),
    Row("a document without a role", document("Unspecified", after: 40), .unclassified, nothing),
    Row(
      "the frontmost app in a Jetsam report",
      [
        #"{"bug_type":"298","timestamp":"2026-10-15 17:29:58.79 +0100","os_version":"iPhone OS 14.2 (18B5061e)"}"#,
        #"{"processes" : [ {"states" : [ "active", "frontmost" ], "reason" : "per-process-limit", "pid" : 512,"#,
        #""name" : "Shop"} ], "date" : "2026-10-15 17:29:58.79 +0100"}"#,
      ], .unclassified, "in the foreground when it ended: role frontmost"),
  ]

  /// Lines of a recorder that names its launches, each at so many seconds.
  private static func recorded(_ launch: String, _ events: KeyValuePairs<String, Int>, _ more: String = "") -> [String]
  {
    events.map { event, seconds in
      #"{"launch":"\#(launch)","app":"com.example.shop","appVersion":"1","time":\#(1_790_000_000 + seconds),"#
        + #""event":"\#(event)"\#(more)}"#
    }
  }

  private static let quiet = recorded("a", ["process.start": 0, "app.didFinishLaunching": 1, "memory.sample": 42])
  private static let active = recorded("b", ["app.didFinishLaunching": 900, "app.didBecomeActive": 901])

  static let recorders = [
    Row("a recorder of which no activation is known", quiet, .unclassified, nothing),
    Row(
      "one that writes activations", quiet + active, .background,
      "its log has activations, and none in the 42.0 s of this launch"),
    Row(
      "one of another version",
      quiet + active.map { $0.replacing(#""appVersion":"1""#, with: #""appVersion":"2""#) }, .unclassified, nothing),
    Row(
      "one that declares activations",
      recorded(
        "a", ["process.start": 0, "app.didFinishLaunching": 1, "memory.sample": 42],
        #","records":["app.didFinishLaunching","scene.didActivate"]"#), .background,
      "its log has activations, and none in the 42.0 s of this launch"),
    Row(
      "one that declares none",
      recorded(
        "a", ["process.start": 0, "app.didFinishLaunching": 1, "memory.sample": 42],
        #","records":["app.didFinishLaunching"]"#) + active, .unclassified, nothing),
    Row(
      "a log that ends soon",
      recorded("a", ["process.start": 0, "app.didFinishLaunching": 1, "memory.sample": 9]) + active, .unclassified,
      nothing),
  ]

  private static func launches(_ row: Row) throws -> Launches {
    let folder = Folder()
    var run = CheckRun(options: IngestOptions())
    return try run.run([folder.write("log.txt", row.log)])
  }

  @Test(arguments: logs + reports + recorders)
  func `a kind has a sign`(_ row: Row) throws {
    let launches = try Self.launches(row)
    let launch = try #require(Launch.all(launches.summaries, launches.symbols).first)
    #expect(launch.kind == row.kind)
    // Reports name a device or not: that is no matter here.
    #expect(launch.kindReason.replacing("no earlier launch on this device", with: "no device in the log") == row.reason)
    let counted = launch.time.notCounted == nil ? launch.time.nanos : nil
    #expect(counted == row.millis.map { $0 * 1_000_000 })
  }

  @Test(arguments: logs + reports)
  func `no launch was left that nothing shows to have been waited for`(_ row: Row) throws {
    let launches = try Self.launches(row)
    let all = Launch.all(launches.summaries, launches.symbols)
    let report = Judgement(all, of: launches.summaries, launches.symbols).report()
    #expect(!report.findings.contains { $0.rule == .`launch.abandoned` })
  }

  @Test func `the state of an app is known from iOS' word`() throws {
    let launches = try Self.launches(Self.logs[0])
    let launch = try #require(Launch.all(launches.summaries, launches.symbols).first)
    let history = try launches.events.recording(of: launch).history([])
    func app(at seconds: Int64) -> [String]? {
      history.at(seconds * 1_000_000_000)?.states.first { $0.machine == "app" }?.states
    }
    #expect(app(at: 1) == ["foreground"])
    #expect(app(at: 20) == ["foreground"])
    #expect(history.states.first { $0.machine == "app" }?.states == ["background"])
    #expect(launch.summary.stays.map(\.end) == [.lastEvent])
  }
}
