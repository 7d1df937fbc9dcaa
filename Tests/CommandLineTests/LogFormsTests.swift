import Foundation
import Testing

/// Forms in which people paste logs, asked as a person does.
@Suite(.tags(.large)) struct LogFormsTests {
  static let folder = "\(Built.project)/Tests/Formats"

  /// What the arguments ask of a log, which is taken into a store first.
  private func ask(_ sql: String, of log: String) throws -> [String] {
    let place = Workplace()
    let date = log.contains("dateless") ? ["--date", "2026-10-31"] : []
    let taken = try place.run(["ingest", "--quiet", "--store", "s.db", "\(Self.folder)/\(log)"] + date)
    #expect(taken.code == 0, "\(taken.errors)")
    let reported = try place.run("query", "--store", "s.db", "--format", "csv", sql).output
    return reported.split(whereSeparator: \.isNewline).dropFirst().map(String.init)
  }

  /// The findings of a log as rule, confidence and line, without those on what is not recorded.
  private func findings(_ log: String) throws -> [String] {
    let date = log.contains("dateless") ? ["--date", "2026-10-31"] : []
    let check = ["check", "--format", "json", "--fail-on", "never", "\(Self.folder)/\(log)"] + date
    let document = try Workplace().run(check).document
    let all = try #require(document["findings"] as? [[String: Any]])
    return all.compactMap { finding in
      guard let rule = finding["rule"] as? String, rule != "trace.unrecorded" else { return nil }
      let line = (finding["source"] as? [String: Any])?["line"] as? Int ?? 0
      return "\(rule) \(finding["confidence"] ?? "") \(line)"
    }
  }

  @Test func `the output of 'flutter run -v' is read, however long it built`() throws {
    let place = Workplace()
    let build = (0..<90).map {
      "[   +\($0) ms] executing: [/Users/ann/flutter/] git -c log.showSignature=false log -n \($0)"
    }
    let life = ["resumed", "inactive", "paused"].map { "[ +854 ms] flutter: AppLifecycleState.\($0)" }
    try place.write("a.txt", build + life)
    let events = try place.run("export", "a.txt").output.split(separator: "\n").filter { !$0.contains("log.message") }
    #expect(events.count == 3)
  }

  @Test func `a callback without a time among lines with times is said, and takes none of theirs`() throws {
    let place = Workplace()
    let timed = "2026-10-31 10:00:01.500 Shop[812:77] -[AppDelegate applicationDidBecomeActive:]"
    try place.write("a.txt", [timed, "-[AppDelegate applicationWillResignActive:]", "   at 0x1"])
    let said = try place.run("check", "a.txt")
    #expect(said.errors.contains("a line without a time: -[AppDelegate applicationWillResignActive:]"), "\(said)")
    #expect(try !place.run("export", "a.txt").output.contains("app.willResignActive"))
  }

  @Test(arguments: ["", "TS"])
  func `the geolocation library's tasks are read in its words before and after its version 4`(front: String) throws {
    let place = Workplace()
    let manager = "-[\(front)BackgroundTaskManager"
    try place.write(
      "a.txt",
      [
        "2026-06-19 22:50:04.021 ✅ \(manager) createBackgroundTask] 13",
        "2026-06-19 22:51:04.021 ✅ \(manager) stopBackgroundTask:]_block_invoke 13 OF {(", "    13,", "    9", ")}",
        "2026-06-19 22:51:05.135 \(manager) stopBackgroundTask:]_block_invoke 9 OF {(", "    9", ")}",
      ])
    let events = try place.run("export", "a.txt").output
    #expect(
      events.split(separator: "\n").count { $0.contains("\"task.") } == 3 && !events.contains("\"app\":"), "\(events)")
  }

  private static let known = "SELECT event FROM event WHERE event NOT LIKE 'log.message' ORDER BY line, event"

  @Test(
    arguments: [
      "columns-named.dateless", "columns-moved.dateless", "columns-back.dateless", "columns-bare.dateless",
      "quoted.dateless", "device-log.dateless", "forwarded.txt", "pymobiledevice.txt", "go-ios.dateless",
      "mobilecli.jsonl", "cut-front.dateless",
    ])
  func `the same events are read from rows in any order, quoted or forwarded`(log: String) throws {
    let expectedEvents = [
      "launch.request", "process.start", "app.didBecomeActive", "app.willResignActive", "process.exit",
    ]
    #expect(try ask(Self.known, of: "unified-log-text/\(log)") == expectedEvents)
    let exits = try ask("SELECT reason FROM event WHERE event = 'process.exit'", of: "unified-log-text/\(log)")
    #expect(exits == ["normal"])
  }

  @Test func `a process of which only the name is reported is a launch, and so is the next of that name`() throws {
    let log = "unified-log-text/one-process.dateless"
    #expect(try ask("SELECT count(*) FROM launch WHERE app = 'Shop'", of: log) == ["2"])
    #expect(try findings(log) == [])
  }

  @Test(
    arguments: [
      // The reasons of the next launch come 7 ms after its first callback, in a log without process ids.
      "one-process-again.dateless",
      // The state of the next process comes before its start.
      "state-before-start.dateless",
    ])
  func `two processes are two launches`(log: String) throws {
    let check = ["check", "--format", "json", "\(Self.folder)/unified-log-text/\(log)", "--date", "2026-10-31"]
    let document = try Workplace().run(check).document
    #expect((document["coverage"] as? [String: Any])?["launches"] as? Int == 2)
    #expect(try findings("unified-log-text/\(log)") == [])
  }

  @Test(arguments: ["compact.txt", "state-before-start.dateless", "one-process-again.dateless"])
  func `a log that is newest first is answered like the same log oldest first`(log: String) throws {
    let place = Workplace()
    let text = try String(contentsOfFile: "\(Self.folder)/unified-log-text/\(log)", encoding: .utf8)
    let lines = text.split(separator: "\n").map(String.init)
    try place.write("forth.txt", lines)
    try place.write("back.txt", lines.reversed())
    let forth = try place.run("report", "--launch-times", "forth.txt").output
    #expect(try place.run("report", "--launch-times", "back.txt").output == forth)
    let said = try place.run("ingest", "--store", "s.db", "back.txt").errors
    #expect(said.contains("its records are newest first"))
    #expect(try place.run("report", "--launch-times", "--store", "s.db").output == forth)
  }

  @Test func `a launch that is measured in whole seconds takes less than one`() throws {
    let place = Workplace()
    let words = ["application(_:didFinishLaunchingWithOptions:)", "applicationDidBecomeActive(_:)"]
    let rows = ["10:00:00 Shop[7:1]", "10:10:00 Shop[8:1]"].flatMap { head in words.map { "2026-10-31 \(head) \($0)" } }
    try place.write("log.txt", rows)
    let shown = try place.run("show", "log.txt").output
    #expect(shown.contains("< 1 s") && !shown.contains("0 ms"))
  }

  @Test(arguments: [72, 80, 100, 120])
  func `a log whose lines are wrapped at a column is read as it was`(column: Int) throws {
    let place = Workplace()
    let log = try String(contentsOfFile: "\(Self.folder)/unified-log-text/compact.txt", encoding: .utf8)
    let wrapped = log.split(separator: "\n").flatMap { line in
      stride(from: 0, to: line.count, by: column).map { String(line.dropFirst($0).prefix(column)) }
    }
    try place.write("whole.txt", log.split(separator: "\n").map(String.init))
    try place.write("wrapped.txt", wrapped)
    let events = "SELECT time, event, pid, app FROM event ORDER BY line, event"
    let found = try ["whole", "wrapped"].map { name in
      let taken = try place.run("ingest", "--store", "\(name).db", "\(name).txt")
      #expect(name == "whole" || taken.errors.contains("its lines are wrapped at column \(column)"))
      return try place.run("query", "--store", "\(name).db", "--format", "csv", events).output
    }
    #expect(found[0] == found[1])
  }

  /// One logger on one thread writes lines of metadata that are all of one length.
  @Test func `lines of metadata of one length are no wrapped text`() throws {
    let place = Workplace()
    let words = ["application(_:didFinishLaunchingWithOptions:)", "sceneDidBecomeActive(_:)"]
    let steps = words + ["sceneWillResignActive(_:)", "sceneDidEnterBackground(_:)", "sceneDidBecomeActive(_:)"]
    let lines = steps.enumerated().flatMap { index, word in
      [
        word,
        "Type: Notice | Timestamp: 2026-10-31 10:0\(index):01.007919+02:00 | Process: Shop | Library: Shop.debug.dylib"
          + " | Subsystem: com.example.shop | Category: lifecycle | TID: 0x1f3a2",
      ]
    }
    try place.write("log.txt", lines)
    let taken = try place.run("ingest", "--store", "s.db", "log.txt")
    #expect(!taken.errors.contains("wrapped at column"))
    let times = "SELECT count(*), count(DISTINCT time) FROM event WHERE event NOT LIKE 'log.%'"
    let counts = try place.run("query", "--store", "s.db", "--format", "csv", times).output
    #expect(counts.contains("5,5"))
  }

  @Test func `logs of the same process name are not mixed`() throws {
    let place = Workplace()
    let row = "default\t10:00:0%.000000+0200\tShop\t"
    for (name, clock) in [("a.txt", "1"), ("b.txt", "2")] {
      try place.write(
        name,
        [
          row.replacingOccurrences(of: "%", with: clock)
            + "Created background task <_UIBackgroundTaskInfo: 0x1>: taskID = 1, taskName = a, creationTime = 9 (elapsed = 0)."
        ])
    }
    let document = try place.run("check", "--format", "json", "--date", "2026-10-31", "a.txt", "b.txt").document
    #expect((document["coverage"] as? [String: Any])?["launches"] as? Int == 2)
    #expect((document["findings"] as? [Any])?.isEmpty == true)
  }

  @Test(arguments: [8, 13, 15, 18], [0, 5])
  func `a log that is cut anywhere shows no conflict, and no step out of order`(cut: Int, overlap: Int) throws {
    let place = Workplace()
    let log = try String(contentsOfFile: "\(Self.folder)/unified-log/two-scenes.ndjson", encoding: .utf8)
    let lines = log.split(separator: "\n").map(String.init)
    try place.write("09.ndjson", Array(lines[..<cut]))
    try place.write("10.ndjson", Array(lines[(cut - overlap)...]))
    let document = try place.run("check", "--format", "json", "--fail-on", "never", "09.ndjson", "10.ndjson").document
    let rules = (document["findings"] as? [[String: Any]] ?? []).compactMap { $0["rule"] as? String }
    #expect(rules.allSatisfy { $0 != "trace.conflict" && !$0.hasPrefix("order.") })
  }

  @Test func `logs of two devices with one process id are launches of each`() throws {
    let log = try String(contentsOfFile: "\(Self.folder)/unified-log-text/begun-before.txt", encoding: .utf8)
    let lines = log.split(separator: "\n").map(String.init)
    let place = Workplace()
    try place.write("phone.txt", Array(lines[5...]))
    // Three seconds later.
    try place.write(
      "pad.txt",
      lines[5...].map { line in
        let second = line.dropFirst(17).prefix(2)
        return line.replacingOccurrences(of: ":\(second).", with: ":\(String(format: "%02d", (Int(second) ?? 0) + 3)).")
      })
    let document = try place.run("check", "--format", "json", "--fail-on", "never", "pad.txt", "phone.txt").document
    #expect((document["coverage"] as? [String: Any])?["launches"] as? Int == 2)
    let rules = (document["findings"] as? [[String: Any]] ?? []).compactMap { $0["rule"] as? String }
    #expect(rules.allSatisfy { !$0.hasPrefix("order.") })
    // One log in two parts is one launch.
    try place.write("09.txt", Array(lines[5..<17]))
    try place.write("10.txt", Array(lines[11...]))
    let parts = try place.run("check", "--format", "json", "--fail-on", "never", "10.txt", "09.txt").document
    #expect((parts["coverage"] as? [String: Any])?["launches"] as? Int == 1)
  }

  @Test func `events that are left out of a log are no findings`() throws {
    #expect(try findings("unified-log-text/redacted-task.dateless") == [])
  }

  @Test func `the end of a task whose begin was not copied is no certain fault`() throws {
    let place = Workplace()
    try place.write(
      "a.txt",
      [
        "default\t10:00:01.000000+0200\trunningboardd\tNow tracking process: [app<com.example.shop>:9]",
        "default\t10:00:01.100000+0200\tShop\tCreated background task <_UIBackgroundTaskInfo: 0x1>: taskID = 1,"
          + " taskName = a, creationTime = 9 (elapsed = 0).",
        "default\t10:00:02.000000+0200\tShop\tEnding background task with UIBackgroundTaskIdentifier: 1",
        "default\t10:00:03.000000+0200\tShop\tEnding background task with UIBackgroundTaskIdentifier: 9",
      ])
    let said = try place.run("check", "--format", "json", "--date", "2026-10-31", "a.txt")
    #expect(said.code == 0)
    let found = said.document["findings"] as? [[String: Any]] ?? []
    let orders = found.filter { $0["rule"] as? String == "order.task" }
    #expect(orders.map { $0["confidence"] as? String } == ["possible"])
  }

  @Test func `a launch that was asked for twice counts from the first time`() throws {
    let log = "unified-log-text/asked-twice.dateless"
    let nanos = "SELECT first_frame_nanos - request_nanos FROM launch"
    #expect(try ask(nanos, of: log) == ["515000000"])
  }

  @Test func `a helper's end is not the app's, and what Console shows twice happened once`() throws {
    let log = "unified-log-text/helpers.dateless"
    #expect(try ask("SELECT count(*) FROM launch WHERE app = 'com.example.shop'", of: log) == ["1"])
    let moves = ["process.start", "app.didBecomeActive", "app.willResignActive", "app.didBecomeActive", "process.exit"]
    #expect(try ask(Self.known, of: log) == moves)
    #expect(try findings(log) == [])
  }

  @Test func `numbers that do not go on show how many lines are missing`() throws {
    let log = "unified-log-text/gaps.dateless"
    #expect(try findings(log).sorted() == ["trace.gap certain 10", "trace.gap certain 7", "trace.gap certain 8"])
    let place = Workplace()
    let check = try place.run("check", "--all", "--date", "2026-10-31", "\(Self.folder)/\(log)").output
    for words in ["lost at least 1 line here", "lost at least 2 lines here"] { #expect(check.contains(words)) }
  }

  @Test func `a hole that the log's last mask shows is reported at that line`() throws {
    let place = Workplace()
    let row = "default\t10:00:0%.000000+0200\tShop\tDeactivation reason "
    let changes = [
      "added: 5; deactivation reasons: 0 -> 32; animating: 1",
      "removed: 5; deactivation reasons: 32 -> 0; animating: 1",
      "removed: 12; deactivation reasons: 4128 -> 32; animating: 1",
    ]
    let lines = changes.enumerated().map { row.replacingOccurrences(of: "%", with: "\($0.offset)") + $0.element }
    try place.write("a.txt", lines)
    let check = try place.run("check", "--format", "json", "--date", "2026-10-31", "a.txt")
    let found = check.document["findings"] as? [[String: Any]] ?? []
    let gaps = found.filter { $0["rule"] as? String == "trace.gap" }
    #expect(gaps.map { ($0["source"] as? [String: Any])?["line"] as? Int } == [3])
  }

  @Test func `what an app says of itself proves nothing for certain`() throws {
    let place = Workplace()
    let said =
      ["applicationDidBecomeActive", "applicationWillResignActive", "applicationDidBecomeActive"]
      + ["applicationDidEnterBackground", "applicationDidBecomeActive"]
    try place.write(
      "a.txt", said.enumerated().map { "2026-10-31 10:00:0\($0.offset).100 Shop[612:99] \($0.element): now" })
    let check = try place.run("check", "--format", "json", "a.txt")
    #expect(check.code == 0)
    let found = check.document["findings"] as? [[String: Any]] ?? []
    let orders = found.filter { $0["rule"] as? String == "order.app" }
    #expect(!orders.isEmpty)
    for order in orders { #expect(order["confidence"] as? String == "possible") }
  }

  @Test(
    arguments: [
      (
        "own-words.txt",
        [
          "app.didFinishLaunching", "app.didBecomeActive", "app.willResignActive", "app.didEnterBackground",
          "app.willEnterForeground", "app.didBecomeActive", "scene.didEnterBackground",
        ]
      ),
      (
        "flutter.txt",
        [
          "app.didBecomeActive", "app.willResignActive", "app.didEnterBackground", "app.willEnterForeground",
          "app.didBecomeActive", "app.willResignActive", "app.didEnterBackground", "app.willTerminate",
        ]
      ),
      (
        "react-native.txt",
        ["app.didBecomeActive", "app.willResignActive", "app.didEnterBackground", "app.didBecomeActive"]
      ),
    ])
  func `what an app says of its life cycle is read, once`(log: String, expectedEvents: [String]) throws {
    let path = "unified-log-text/\(log)"
    #expect(try ask(Self.known, of: path) == expectedEvents)
    let reporters = try ask("SELECT DISTINCT source FROM event WHERE event <> 'log.message'", of: path)
    #expect(reporters == ["app"])
    #expect(try findings(path) == [])
  }

  @Test func `what names a process, and what reports its start late, makes one launch`() throws {
    let log = "unified-log-text/runner.dateless"
    let expectedEvents = [
      "launch.request", "process.start", "log.sceneActivate", "app.didBecomeActive", "log.sceneActivate",
      "app.willResignActive", "process.suspend", "process.resume", "app.didBecomeActive",
    ]
    #expect(try ask(Self.known, of: log) == expectedEvents)
    #expect(try ask("SELECT app FROM launch WHERE app IS NOT NULL", of: log) == ["com.example.shop"])
    #expect(try findings(log) == [])
  }

  @Test(
    arguments: [
      (
        "state-updates",
        [
          "log.sceneForeground 512", "log.sceneBackground 512", "process.suspend 512", "log.sceneForeground 512",
          "process.resume 512",
        ]
      ),
      (
        "other-words",
        [
          "launch.request 512", "process.start 512", "log.sceneForeground 512", "log.sceneBackground 512",
          "process.suspend 512", "process.exit 512",
        ]
      ),
      ("signatures", ["task.begin 81", "task.end 81", "task.end 81"]),
      (
        "refresh-task",
        ["task.begin com.example.shop.fetch", "task.end com.example.shop.fetch"]
      ),
      ("programs", ["process.exit 512", "log.sceneActivate ", "process.exit "]),
    ])
  func `what the system says of an app is read in all its words, once`(log: String, expectedEvents: [String]) throws {
    let path = "unified-log-text/\(log).dateless"
    let known =
      "SELECT event || ' ' || coalesce(task, pid, '') FROM event WHERE event <> 'log.message' ORDER BY line, event"
    #expect(try ask(known, of: path) == expectedEvents)
    // UIKit says there that a task was ended twice.
    #expect(try findings(path) == (log == "signatures" ? ["order.task possible 5"] : []))
  }

  @Test(arguments: [("exit-twice", 5), ("exit-reason-first", 4)])
  func `of messages that report one exit the one with a reason counts`(log: String, line: Int) throws {
    let path = "unified-log-text/\(log).dateless"
    #expect(try ask("SELECT exit_reason FROM launch", of: path) == ["fileLock"])
    #expect(try findings(path) == ["background.killed certain \(line)"])
  }

  /// The findings of lines of Console, each a second after the one before it, as rule and confidence.
  private func findings(ofLines said: [String]) throws -> [String] {
    let place = Workplace()
    try place.write("a.txt", said.enumerated().map { "default\t10:00:0\($0.offset).000000+0200\t\($0.element)" })
    return try findings(of: "a.txt", place)
  }

  /// The findings of a file, as rule and confidence.
  private func findings(of file: String, _ place: Workplace) throws -> [String] {
    let check = ["check", "--format", "json", "--fail-on", "never", "--date", "2026-10-31", file]
    let found = try place.run(check).document["findings"] as? [[String: Any]]
    return (found ?? []).map { "\($0["rule"] ?? "") \($0["confidence"] ?? "")" }.sorted()
  }

  @Test(
    arguments: [
      "runningboardd\t[app<com.example.shop>:9] termination reported by launchd (11, 0, 0)",
      "SpringBoard\t[app<com.example.shop>:9] Process exited: <RBSProcessExitContext| specific, "
        + "status:<RBSProcessExitStatus| domain:tcc(11) code:(0)>>.",
    ])
  func `a privacy setting that a person changes ends an app, which is no crash`(end: String) throws {
    let start = "runningboardd\tNow tracking process: [app<com.example.shop>:9]"
    let change = "tccd\tTerminating com.example.shop[9] because access to the kTCCServiceCamera service changed"
    #expect(try findings(ofLines: [start, change, end]) == [])
    // Without the words of the privacy daemon the numbers may also be those of a missing usage description.
    #expect(try findings(ofLines: [start, end]) == ["launch.crashed possible"])
    let crash = "runningboardd\t[app<com.example.shop>:9] termination reported by launchd (2, 11, 11)"
    #expect(try findings(ofLines: [start, change, crash]) == ["launch.crashed certain"])
  }

  @Test func `of a process that may be no app, Jetsam's kill is only possibly a fault`() throws {
    func killed(_ pid: Int, _ name: String) -> String {
      "kernel\tmemorystatus: killing_specific_process pid \(pid) [\(name)] (per-process-limit 3) 31000KB"
    }
    let web = killed(835, "com.apple.WebKit.WebContent")
    #expect(try findings(ofLines: [web, killed(830, "ShopWidget")]) == ["process.killed possible"])
    let start = "runningboardd\tNow tracking process: [app<com.example.shop>:9]"
    #expect(try findings(ofLines: [start, killed(9, "Shop")]) == ["process.killed certain"])
    let place = Workplace()
    func process(_ pid: Int, _ name: String, _ state: String, _ coalition: Int) -> String {
      """
      {"pid":\(pid),"name":"\(name)","states":["\(state)"],"rpages":9,"reason":"per-process-limit","coalition":\(coalition)}
      """
    }
    let processes = [
      process(733, "Shop", "frontmost", 512), process(50, "mediaserverd", "daemon", 20),
      process(51, "com.apple.WebKit.WebContent", "suspended", 513), process(52, "NotificationService", "active", 512),
      process(54, "Reader", "suspended", 520),
    ]
    try place.write(
      "a.ips",
      [
        #"{"bug_type":"298","timestamp":"2026-05-02 11:00:00.00 +0200","os_version":"iPhone OS 18.2 (22C152)"}"#,
        #"{"product": "iPhone17,1", "crashReporterKey": "c0ffee", "processes": ["# + processes.joined(separator: ",")
          + "]}",
      ])
    // What works for the app in front, daemons and the web's processes are left out.
    #expect(try findings(of: "a.ips", place) == ["background.killed possible", "process.killed certain"])
  }

  @Test func `a launch that crashed was left by nobody, though the crash is reported second`() throws {
    let place = Workplace()
    let row = "default\t10:00:0%.000000+0200\t"
    let said = [
      "SpringBoard\tAsked to bootstrap a new process with identity: app<com.example.shop>",
      "runningboardd\tNow tracking process: [app<com.example.shop>:9]",
      "runningboardd\t[app<com.example.shop>:9] termination reported by launchd (2, 9, 9)",
      "SpringBoard\t[app<com.example.shop>:9] Process exited: <RBSProcessExitContext| specific, status:"
        + "<RBSProcessExitStatus| domain:signal(2) code:SIGSEGV(11)>>.",
    ]
    try place.write(
      "a.txt", said.enumerated().map { row.replacingOccurrences(of: "%", with: "\($0.offset)") + $0.element })
    let found = try place.run("check", "--format", "json", "--date", "2026-10-31", "a.txt").document["findings"]
    let rules = (found as? [[String: Any]] ?? []).map { "\($0["rule"] ?? "")" }
    #expect(rules.filter { $0.hasPrefix("launch.") } == ["launch.crashed"])
  }

  @Test func `an app that the screen no longer shows is in the background, which is not certain`() throws {
    let log = "unified-log-text/hidden.dateless"
    #expect(try findings(log) == ["background.killed possible 3"])
  }

  @Test func `a program of macOS is reported, and not judged`() throws {
    let log = "unified-log-text/mac.dateless"
    let programs = "SELECT DISTINCT app, platform FROM event WHERE app IS NOT NULL"
    #expect(try ask(programs, of: log) == ["com.example.shop,macOS"])
    #expect(try findings(log) == [])
  }

  @Test func `a process that was started for no launch is none`() throws {
    #expect(try ask(Self.known, of: "unified-log-text/closure.dateless") == [])
  }

  @Test func `the daemon of old systems reports start and exit`() throws {
    let log = "unified-log-text/assertiond.dateless"
    let expectedEvents = ["launch.request", "process.start", "log.sceneReady", "process.exit", "process.exit"]
    #expect(try ask(Self.known, of: log) == expectedEvents)
    let start = "SELECT app, pid FROM event WHERE event = 'process.start'"
    #expect(try ask(start, of: log) == ["com.example.shop,512"])
  }

  @Test(
    arguments: [
      ("text.crash", "watchdog,1.2,34", "launch.watchdog certain 1"),
      ("header.crash", "crash,1.0,16", "launch.crashed certain 1"),
      ("translated.crash", "watchdog,4.02,1", "background.killed certain 1"),
      ("quoted.crash", "watchdog,4.02,1", "background.killed certain 1"),
      ("full-report.ips", "watchdog,4.8.0,481", "launch.watchdog certain 1"),
      ("exit.crash", "watchdog,1.2,34", "process.killed certain 1"),
      ("foreground.crash", "watchdog,1.2,34", "process.killed certain 1"),
      ("role.crash", "watchdog,1.2,34", "process.killed certain 1"),
      ("description.crash", "watchdog,,", "launch.watchdog certain 1"),
    ])
  func `a report as text says why the process ended`(log: String, end: String, finding: String) throws {
    let sql = "SELECT exit_reason, app_version, app_build FROM launch"
    #expect(try ask(sql, of: "ips/\(log)") == [end])
    #expect(try findings("ips/\(log)") == [finding])
  }

  @Test func `one date with a day over 12 shows for all lines that the day is first`() throws {
    let sql = "SELECT substr(time, 1, 16) FROM event WHERE event <> 'log.message' GROUP BY 1 ORDER BY 1"
    #expect(try ask(sql, of: "unified-log-text/day-first.txt") == ["2026-10-30T22:00", "2026-11-02T09:00"])
    let place = Workplace()
    let first = Array(repeating: "10/11/2026, 22:00:00 applicationDidBecomeActive", count: 2_000)
    try place.write("a.txt", first + ["13/11/2026, 22:00:00 applicationWillResignActive"])
    let said = try place.run("check", "a.txt")
    #expect((said.output + said.errors).contains("10 Nov 2026"))
  }

  @Test func `dates that may have the day or the month first are refused`() throws {
    let place = Workplace()
    let rows = ["10/11/2026, 22:00:00 applicationDidBecomeActive", "1/2/2026, 22:00:01 applicationWillResignActive"]
    try place.write("a.txt", rows)
    let said = try place.run("check", "a.txt")
    #expect(said.code == 4)
    #expect(
      said.errors.contains("its dates, as 10/11/2026, may have the day or the month first")
        && said.errors.contains("write them as in 2026-10-31"))
  }

  @Test func `a line of 'flutter run -v' is as much later than the line before it as it says`() throws {
    let log = "unified-log-text/flutter-verbose.txt"
    let sql = "SELECT event, uptime_nanos FROM event WHERE event <> 'log.message' ORDER BY line"
    #expect(
      try ask(sql, of: log) == [
        "app.didBecomeActive,1207000000", "app.willResignActive,21208000000", "app.didEnterBackground,22409000000",
        "app.didBecomeActive,82409000000",
      ])
    #expect(try findings(log) == [])
  }

  @Test func `what Xcode shows below a message and an indent is reported of that message`() throws {
    let log = "unified-log-text/xcode-metadata-indented.txt"
    let sql = "SELECT event, substr(time, 18, 6), pid FROM event WHERE event <> 'log.message' ORDER BY line"
    #expect(
      try ask(sql, of: log) == [
        "app.didFinishLaunching,00.100,812", "app.didBecomeActive,00.600,812", "app.willResignActive,20.100,812",
      ])
  }

  @Test func `what UIKit says of an end of a task that it does not know is possible`() throws {
    let found = try findings("unified-log-text/unknown-task.txt")
    #expect(found.sorted() == ["order.task possible 7", "order.task possible 8"])
  }

  @Test func `a callback that leaves the app in its state does not change what the next word means`() throws {
    #expect(
      try ask(Self.known, of: "unified-log-text/happenings.txt") == [
        "app.didFinishLaunching", "app.didBecomeActive", "app.didReceiveMemoryWarning",
        "app.didReceiveRemoteNotification", "app.willResignActive", "app.didEnterBackground",
        "app.protectedDataWillBecomeUnavailable",
      ])
  }

  @Test func `Sentry's events say how the process ended, which Sentry infers`() throws {
    let sql = "SELECT reason FROM event WHERE event = 'process.exit' ORDER BY line"
    #expect(try ask(sql, of: "sentry/ends.jsonl") == ["memoryLimit", "watchdog"])
    let found = try findings("sentry/ends.jsonl")
    #expect(found.count == 2 && found.allSatisfy { $0.hasPrefix("process.killed possible") }, "\(found)")
  }

  @Test func `what Xcode shows below a message is reported of that message`() throws {
    let log = "unified-log-text/xcode-metadata.txt"
    let sql = "SELECT event, time, app FROM event WHERE event <> 'log.message' ORDER BY line"
    #expect(
      try ask(sql, of: log) == [
        "app.didBecomeActive,2026-10-31T08:00:01.500000000Z,Shop",
        "app.willResignActive,2026-10-31T08:00:09.000000000Z,Shop",
        "process.exit,2026-10-31T08:00:09.000000000Z,Shop",
      ])
    #expect(try findings(log) == [])
  }

  @Test func `the Simulator's launchd is about each app how it ended`() throws {
    let sql = "SELECT app, pid, coalesce(reason, '') FROM event WHERE event = 'process.exit' ORDER BY line"
    let ends = ["com.example.shop,512,", "com.example.shop,513,crash"]
    #expect(try ask(sql, of: "unified-log-text/launchd-sim.dateless") == ends)
  }

  /// Where launchd's lines have the key of the service, KEY, its process id, PID, and the end, END.
  private static let launchdRows = [
    "2026-10-31 10:00:01.600 Df launchd_sim[66:2f2b] [user/501/KEY [PID]:] END, ran for 1632ms",
    "2026-10-31 10:00:01.541054+0100 0x1a3  Default  0x0  1  0  launchd: [user/501/KEY [PID]:] END, ran for 9ms",
    "2026-10-31 10:00:01.541054+0100 localhost launchd[1]: [user/501/KEY [PID]:] END",
    "2026-10-31 10:00:01.541054+0100 localhost com.apple.CoreSimulator.SimDevice.1-2[800] (KEY[PID]): Service END",
    "2026-10-31 10:00:01.541054+0100 localhost com.apple.xpc.launchd[1] (KEY[PID]): Service END",
    "Oct 31 10:00:01 iPad com.apple.xpc.launchd[1] (KEY[PID]) <Notice>: Service END",
    #"{"timestamp":"2026-10-31 10:00:01.541054+0100","machTimestamp":9,"processID":1,"processImagePath":"/sbin/launchd","#
      + #""subsystem":"user/501/KEY [PID]","eventMessage":"END, ran for 9ms"}"#,
  ]

  @Test(arguments: launchdRows)
  func `launchd's line says of an app how it ended, and nothing of a daemon`(row: String) throws {
    let ends = [
      ("exited due to SIGABRT | sent by Shop[7]", "crash"), ("exited due to SIGTRAP", "crash"),
      ("exited due to SIGSEGV | sent by exc handler[7]", "crash"), ("exited due to SIGBUS", "crash"),
      ("exited due to SIGKILL | sent by runningboardd[33]", ""), ("exited due to SIGKILL", ""),
      ("exited due to SIGTERM | sent by launchd_sim[66]", ""),
      ("exited with exit reason (namespace: 10 code: 0x8badf00d) - OS_REASON_FRONTBOARD", "watchdog"),
    ]
    let keys = [
      "com.apple.foo", "com.example.helper[c5f1][rb-legacy]", "UIKitApplication:com.example.shop[c5f1][rb-legacy]",
    ]
    let lines = keys.enumerated().flatMap { place, key in
      ends.enumerated().map { index, end in
        let service = row.replacingOccurrences(of: "KEY", with: key).replacingOccurrences(of: "END", with: end.0)
        return service.replacingOccurrences(of: "PID", with: "\(10 * place + 500 + index)")
      }
    }
    let place = Workplace()
    try place.write("log.txt", lines)
    _ = try place.run("ingest", "--quiet", "--date", "2026-10-31", "--store", "s.db", "log.txt")
    let columns = "SELECT app, pid, coalesce(reason, '') FROM event WHERE event = 'process.exit' ORDER BY pid"
    let found = try place.run("query", "--store", "s.db", "--format", "csv", columns).output
    let expected = ends.enumerated().map { "com.example.shop,\(520 + $0),\($1.1)" }
    #expect(found.split(whereSeparator: \.isNewline).dropFirst().map(String.init) == expected)
  }

  @Test func `a report as text is reported in its launch`() throws {
    let place = Workplace()
    let row = #","launch":"L","app":"com.example.shop","pid":812,"source":"delegate"}"#
    try place.write("log.jsonl", [#"{"time":"2026-05-30T09:14:31.200Z","event":"process.start""# + row])
    let report = URL(fileURLWithPath: "\(Self.folder)/ips/text.crash")
    try place.write("report.crash", try Data(contentsOf: report))
    let found = try place.run("check", "--format", "json", ".").document["findings"] as? [[String: Any]] ?? []
    #expect(found.map { "\($0["rule"] ?? "") \($0["launch"] ?? "")" } == ["launch.watchdog L"])
  }

  @Test func `a signal that nobody handled ended a process of measure's, an error of a framework did not`() throws {
    let exits = "SELECT time, reason FROM event WHERE event = 'process.exit'"
    #expect(try ask(exits, of: "measure/crash.json") == ["2026-05-02T10:00:20.999999999Z,crash"])
    #expect(try ask("SELECT count(*) FROM launch", of: "measure/crash.json") == ["2"])
  }

  @Test func `launchd's codes say a crash, or nothing`() throws {
    let place = Workplace()
    for (code, reason) in [("11", "crash"), ("9", ""), ("15", "")] {
      try place.write(
        "\(code).txt",
        [
          "default\t10:00:01.000000+0200\trunningboardd\tNow tracking process: [app<com.example.shop>:\(code)]",
          "default\t10:01:01.000000+0200\trunningboardd\t[app<com.example.shop>:\(code)] termination reported by launchd"
            + " (2, \(code), \(code))",
        ])
      let store = "\(code).db"
      #expect(try place.run("ingest", "--store", store, "--date", "2026-10-31", "\(code).txt").code == 0)
      let sql = "SELECT coalesce(reason, '') FROM event WHERE event = 'process.exit'"
      let reported = try place.run("query", "--store", store, "--format", "csv", sql).output
      #expect(reported.split(whereSeparator: \.isNewline).dropFirst().first.map(String.init) ?? "" == reason)
    }
  }
}
