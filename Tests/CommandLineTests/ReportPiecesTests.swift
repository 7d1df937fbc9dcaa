import Testing

/// Crash reports as people paste them: pieces, several in one text, and with a log.
///
/// The values are invented; the forms are those of Apple's *Examining the fields in a crash report*.
@Suite(.tags(.large)) struct ReportPiecesTests {
  private static let watchdog = """
    Exception Type:  EXC_CRASH (SIGKILL)
    Termination Reason: FRONTBOARD 2343432205
    <RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-create watchdog transgression: \
    app<com.example.shop>:812 exhausted real (wall clock) time allowance of 20.00 seconds

    """
  private static let lock = "Exception Type:  EXC_CRASH (SIGKILL)\nTermination Reason: RUNNINGBOARD 0xdead10cc\n"
  private static let mail = "Process:   Mail [99]\nIdentifier:  com.example.mail\n" + lock
  private static let head = """
    Incident Identifier: 1D
    Process:             Shop [812]
    Identifier:          com.example.shop
    Date/Time:           2026-10-31 10:00:01.500 +0100
    Launch Time:         2026-10-31 09:59:41.500 +0100
    OS Version:          iPhone OS 17.0 (21A329)


    """
  private static let document = """
    {"bug_type":"309","os_version":"iPhone OS 18.2 (22C152)","timestamp":"2026-10-31 10:00:01.00 +0100"}
    {"captureTime": "2026-10-31 10:00:01.00 +0100", "procLaunch": "2026-10-31 09:00:01.00 +0100", "pid": 700,
    "procName": "Post", "bundleInfo": {"CFBundleIdentifier": "com.example.post"}, "procRole": "Background",
    "termination": {"namespace": "RUNNINGBOARD", "code": 3735883980}}

    """
  private static func crash(at address: String, thread: Int, frame: String = "0x1b7a") -> String {
    """
    Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
    Exception Subtype: KERN_INVALID_ADDRESS at \(address)
    Termination Reason: SIGNAL 11 Segmentation fault: 11
    Triggered by Thread:  \(thread)

    Thread \(thread) Crashed:
    0   Shop   \(frame) 0x1b7ab000 + 1
    1   Shop   0x1b7c 0x1b7ab000 + 2

    """
  }
  private static let shopFails = "com.example.shop launch.watchdog certain"
  private static let mailIsKilled = "com.example.mail background.killed certain"
  /// Without a name the process may be an extension.
  private static let someIsKilled = " background.killed possible"
  private static let date = "Date/Time:   2026-10-31 11:00:01.500 +0100\n"

  /// Texts with several reports, how many launches they are of, and what is found in which app.
  static let several: KeyValuePairs<String, (text: String, launches: Int, found: Set<String>)> = [
    "two pieces": (watchdog + "\nand another one:\n\n" + lock, 2, [shopFails, someIsKilled]),
    "two pieces, the second with its process": (watchdog + "\n" + mail, 2, [shopFails, mailIsKilled]),
    "two without a line between": (
      "Process: Shop [812]\n" + watchdog + date + mail, 2, [shopFails, mailIsKilled]
    ),
    "two whole ones, of which the second begins with its date": (
      head + watchdog + "\n" + date + mail, 2, [shopFails, mailIsKilled]
    ),
    "a document and a piece": (
      document + "\n" + mail, 2, ["com.example.post background.killed certain", mailIsKilled]
    ),
    "a piece and a document": (
      mail + "\n" + document, 2, ["com.example.post background.killed certain", mailIsKilled]
    ),
    "pieces of two documents": (
      #"  "pid" : 99,"# + "\n" + #"  "procName" : "Mail","# + "\n"
        + #"  "termination" : {"code":3735883980,"namespace":"RUNNINGBOARD"},"# + "\n\n" + #"  "pid" : 812,"# + "\n"
        + #"  "procName" : "Shop","# + "\n" + #"  "termination" : {"code":3134333474,"namespace":"RUNNINGBOARD"},"#, 2,
      ["Mail background.killed certain", "Shop background.killed certain"]
    ),
    "two lines of the watchdog's": (
      "scene-create watchdog transgression: app<com.example.shop>:812 exhausted real (wall clock) time allowance\n"
        + "scene-update watchdog transgression: app<com.example.mail>:99 exhausted real (wall clock) time allowance\n",
      2,
      [shopFails, "com.example.mail process.killed certain"]
    ),
    "two kills of one app": (
      "Process: Mail [99]\n" + date + lock + "\nProcess: Mail [101]\n" + date + lock, 2,
      ["Mail background.killed certain"]
    ),
    "two crashes at other addresses": (crash(at: "0x10", thread: 0) + "\n" + crash(at: "0x20", thread: 5), 2, []),
    "two crashes with other stacks": (
      crash(at: "0x10", thread: 0, frame: "0x1b7a") + "\nand today:\n" + crash(at: "0x10", thread: 0, frame: "0x2b7a"),
      2,
      []
    ),
    "two kills of unknown processes, and the first again": (
      lock + "\n" + lock.replacing("0xdead10cc", with: "0xd00d2bad") + "\n" + lock, 2, [someIsKilled]
    ),
    "a crash with its stack, and with its functions": (
      crash(at: "0x10", thread: 0) + "\nwith symbols:\n"
        + crash(at: "0x10", thread: 0).replacing("0x1b7ab000 + 1", with: "Cart.total.getter + 8"), 1, []
    ),
    // One report is one launch.
    "one twice": (head + watchdog + "\n" + head + watchdog, 1, [shopFails]),
    "a piece twice": (watchdog + "\n" + watchdog, 1, [shopFails]),
    "a document twice": (document + document, 1, ["com.example.post background.killed certain"]),
    "a person's words, a piece of it, and the whole": (
      "It crashes:\n" + lock + "\nThe whole report:\n\n" + mail, 1, [mailIsKilled]
    ),
    "what says why above its process": (
      lock + "Process:   Mail [99]\nIdentifier:  com.example.mail\n", 1, [mailIsKilled]
    ),
  ]

  /// A watchdog's words, whole.
  private static let transgression =
    "[app<com.example.shop(C7B12899-70D1-4743-A415-EA7D0E1155AE)>:812] Terminating with context: <RBSTerminateContext| "
    + "domain:10 code:0x8BADF00D explanation:scene-create watchdog transgression: app<com.example.shop(C7B12899-70D1-4743-"
    + "A415-EA7D0E1155AE)>:812 exhausted real (wall clock) time allowance of 19.92 seconds"

  /// A text with each line cut at a column, as a terminal does, or wrapped at its spaces, as a mail does.
  private static func wrapped(_ text: String, _ column: Int, atSpaces: Bool) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var lines: [String] = []
      var rest = line
      while rest.count > column {
        let end = rest.index(rest.startIndex, offsetBy: column)
        let cut = atSpaces ? rest[..<end].lastIndex(of: " ") ?? end : end
        lines.append(String(rest[..<cut]))
        rest = atSpaces ? rest[cut...].drop { $0 == " " } : rest[cut...]
      }
      return (lines + [String(rest)]).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  @Test(arguments: [60, 72, 79, 80, 100, 120, 132], [false, true])
  func `a report that was wrapped says what it said`(column: Int, atSpaces: Bool) throws {
    let place = Workplace()
    let fields = "Exception Type:  EXC_CRASH (SIGKILL)\nTermination Description: SPRINGBOARD, "
    let report =
      Self.transgression.replacing("[app", with: fields + "[app")
      + " | ProcessVisibility: Foreground | ProcessState: Running | WatchdogEvent: scene-create | WatchdogVisibility: x"
    for text in [Self.transgression, report] {
      for quoted in [{ "\($0)" }, { "> \($0)" }, { "    \($0)" }] as [(Substring) -> String] {
        let lines = Self.wrapped(text, column, atSpaces: atSpaces).split(separator: "\n")
        try place.write("a.txt", lines.map(quoted))
        let said = try place.run("check", "--format", "json", "--fail-on", "never", "a.txt")
        let findings = said.document["findings"] as? [[String: Any]] ?? []
        #expect((said.document["coverage"] as? [String: Any])?["launches"] as? Int == 1, "\(lines)")
        #expect(findings.map { "\($0["app"] ?? "") \($0["rule"] ?? "") \($0["confidence"] ?? "")" } == [Self.shopFails])
        let message = findings.first?["message"] as? String
        #expect(message?.hasSuffix("it was granted 19.9 s") == true, "\(lines): \(message ?? "")")
      }
    }
  }

  @Test(arguments: ["1", "19", "19.", "19.9"]) func `a figure that was cut off is not told`(figure: String) throws {
    let place = Workplace()
    let text = Self.transgression.split(separator: "19.92")[0] + figure
    for end in ["", "\nProcessVisibility: Foreground", "\n\nTriggered by Thread:  0"] {
      try place.write("a.txt", ["Termination Reason: FRONTBOARD 2343432205\n" + text + end])
      let said = try place.run("check", "a.txt")
      #expect(said.output.contains("launch.watchdog") && !said.output.contains("granted"), "\(said)")
    }
  }

  private static let began = [
    "default\t10:00:01.500000+0100\trunningboardd\tNow tracking process: [app<com.example.shop>:812]",
    "default\t10:00:02.500000+0100\tSpringBoard\t[app<com.example.shop>:812] Setting process visibility to: Foreground",
  ]
  private static let ended =
    "default\t10:01:02.500000+0100\trunningboardd\t[app<com.example.shop>:812] termination reported by launchd (10, "
    + "2343432205, 0)"

  /// Pieces of a report without a time that stand in a log of the process.
  static let within = [
    watchdog.replacing("scene-create", with: "scene-update"),
    "Process: Shop [812]\nException Type: EXC_CRASH (SIGKILL)\nTermination Description: SPRINGBOARD, scene-update watchdog "
      + "transgression: x",
    #"  "pid" : 812,"# + "\n" + #"  "procName" : "Shop","# + "\n"
      + #"  "termination" : {"code":2343432205,"namespace":"FRONTBOARD","reasons":["scene-update watchdog transgression"]},"#,
  ]

  @Test(arguments: within) func `a piece without a time within a log tells of the end that the log shows`(
    piece: String
  ) throws {
    let place = Workplace()
    func launchesAndFindings(_ lines: [String]) throws -> [String] {
      try place.write("a.txt", lines)
      let said = try place.run("check", "--format", "json", "--fail-on", "never", "a.txt").document
      let findings = said["findings"] as? [[String: Any]] ?? []
      return ["\((said["coverage"] as? [String: Any])?["launches"] ?? "")"]
        + findings.map { "\($0["rule"] ?? "") \($0["message"] ?? "")" }
    }
    let killed = "process.killed the process was ended in the foreground with reason watchdog (scene-update)"
    for lines in [Self.began + [piece, Self.ended], Self.began + [Self.ended, piece]] {
      #expect(try launchesAndFindings(lines) == ["1", killed])
    }
    // The log shows no end, or that of another process.
    let others = [Self.began + [piece], Self.began + [piece.replacing("812", with: "99"), Self.ended]]
    for lines in others { #expect(try launchesAndFindings(lines)[0] == "2") }
  }

  /// Pieces of one report that say why its process ended.
  static let single: KeyValuePairs<String, (text: String, launches: Int, found: Set<String>)> = [
    "escaped by a page": (
      "Exception Type:  EXC_CRASH (SIGKILL)\nTermination Reason: RUNNINGBOARD 0xdead10cc\n&lt;RBSTerminateContext| "
        + "domain:15 code:0xDEAD10CC explanation:[app&amp;lt;com.example.mail&amp;gt;:99] was suspended&gt;", 1,
      [mailIsKilled]
    ),
    "a list of assertions alone": (
      "Shop[812] has active assertions beyond permitted time:\n{(\n    <BKProcessAssertion: 0x1> reason: finishTask\n)}\n",
      1, ["Shop background.killed certain"]
    ),
    "assertions of a process with its bundle id": (
      "<BKNewProcess: 0x1; com.example.mail; pid: 99; hostpid: -1> has active assertions beyond permitted time:\n{(\n)}\n",
      1, [mailIsKilled]
    ),
    "a blank namespace": (lock.replacing("RUNNINGBOARD", with: "Namespace , Code"), 1, [someIsKilled]),
    "a code alone": (lock.replacing("RUNNINGBOARD ", with: ""), 1, [someIsKilled]),
    "a code that may be the watchdog's or RunningBoard's": (
      lock.replacing("RUNNINGBOARD 0xdead10cc", with: "Namespace , Code 0x8badf00d"), 1, [" launch.watchdog possible"]
    ),
    "a code in brackets": (
      lock.replacing("RUNNINGBOARD", with: "CAROUSEL, [").replacing("cc", with: "cc]"), 1, [someIsKilled]
    ),
    "the watchdog's words before iOS 10": (
      "Application Specific Information:\ncom.example.shop failed to launch in time\n", 1, [shopFails]
    ),
    "a watch's watchdog": (
      "Exception Type:  EXC_CRASH (SIGKILL)\nTermination Reason: CAROUSEL, Code 0x8badf00d\nTermination Description: "
        + "CAROUSEL, process-launch watchdog transgression: com.example.shop exhausted real (wall clock) time allowance",
      1,
      [shopFails]
    ),
  ]

  @Test(arguments: several.map(\.key) + single.map(\.key))
  func `a report is of the process that it names, and the next one of another`(name: String) throws {
    let example = try #require((Array(Self.several) + Array(Self.single)).first { $0.key == name }?.value)
    let place = Workplace()
    try place.write("a.txt", [example.text])
    let said = try place.run("check", "--format", "json", "--fail-on", "never", "a.txt")
    #expect((said.document["coverage"] as? [String: Any])?["launches"] as? Int == example.launches, "\(said.errors)")
    let findings = said.document["findings"] as? [[String: Any]] ?? []
    let found = findings.map { "\($0["app"] ?? "") \($0["rule"] ?? "") \($0["confidence"] ?? "")" }
    #expect(Set(found) == example.found)
  }

  @Test(arguments: ["Exception Codes: 0xbaaaaaad", "Termination Reason: Namespace , Code 0xbaaaaaad"])
  func `a stackshot of the whole system ends nothing`(line: String) throws {
    let place = Workplace()
    try place.write("a.txt", ["Process: Mail [99]\nIdentifier: com.example.mail\nException Type: 00000020\n\(line)"])
    let said = try place.run("check", "a.txt")
    #expect(said.code == 3 && said.errors.contains("its event is 'a stackshot', and the process lived on"))
  }

  @Test func `a log far below a report is read, too`() throws {
    let place = Workplace()
    let threads = (0..<200).map { "\($0)   libsystem_kernel.dylib   0x00000001b7 0x1b7ab000 + \($0)" }
    let log = ProcessJoinTests.console("Store")
    try place.write("a.txt", [Self.head + Self.watchdog] + ["Thread 0:"] + threads + [""] + log)
    let said = try place.run("check", "--format", "json", "--fail-on", "never", "a.txt")
    #expect((said.document["coverage"] as? [String: Any])?["launches"] as? Int == 2, "\(said.errors)")
    try place.write("b.txt", log)
    func callbacks(_ file: String) throws -> [String] {
      let events = try place.run("export", file).output.split(separator: "\n").filter { $0.contains("\"Store\"") }
      // The one is read as a report, the other as a log.
      return events.map { String($0).replacing("unified-log-text", with: "ips") }
    }
    #expect(try callbacks("b.txt").count == log.count && callbacks("a.txt") == callbacks("b.txt"))
  }

  private static let end = #""event":"process.exit""#
  private static let untimed = ["resumed", "inactive", "paused"].map { "flutter: AppLifecycleState.\($0)" }
  private static let timed = untimed.enumerated().map { "2026-10-31 10:00:0\($0).500 Store[99:77] \($1)" }
  private static let rows = [
    "default\t10:00:01.500000+0100\trunningboardd\tNow tracking process: [app<com.example.store>:99]",
    "default\t10:00:02.500000+0100\tSpringBoard\t[app<com.example.store>:99] Setting process visibility to: Foreground",
  ]
  private static let bare = [
    "SpringBoard[58] <Notice>: [app<com.example.store>:99] Setting process visibility to: Foreground"
  ]

  @Test(arguments: [untimed, timed, rows, bare], [watchdog, head + watchdog])
  func `a report that was pasted above or below a log is read, and so is the log`(log: [String], report: String) throws
  {
    let place = Workplace()
    try place.write("log.txt", log)
    try place.write("above.txt", ["It crashes:", report] + log)
    try place.write("below.txt", log + ["", "and the report:", report])
    func events(_ file: String) throws -> [String] {
      let lines = try place.run("export", file).output.split(separator: "\n").map(String.init)
      let names = lines.compactMap { $0.firstMatch(of: /"event":"([^"]*)"/).map { String($0.1) } }
      return names.filter { $0 != "log.message" }.sorted()
    }
    let ends = report.contains("Launch Time") ? ["process.exit", "process.start"] : ["process.exit"]
    let expected = try (events("log.txt") + ends).sorted()
    #expect(try events("above.txt") == expected)
    #expect(try events("below.txt") == expected)
    // The report names the process of no line of the log.
    let exit = try place.run("export", "below.txt").output.split(separator: "\n").first { $0.contains(Self.end) }
    #expect(exit?.contains("\"pid\":812") == true)
  }

  /// What a report lacks, or what is lost of it, and what it still says: its finding, and its events' times.
  static let damaged: KeyValuePairs<String, (lines: [String], found: String, time: String)> = [
    "the end of a stretch of time": (
      [
        "Date/Time:        2026-02-27 18:50:16.430 -0500", "Command:          Shop",
        "Path:             /private/var/containers/Bundle/Application/A/Shop.app/Shop", "Identifier: com.example.shop",
        "PID: 812", "Event: cpu usage", "Action taken: Process killed", "Duration: 49.5s",
      ], "com.example.shop process.killed certain", "2026-02-27T23:51:05.930000000Z"
    ),
    "nothing, but has two times": (
      [
        "Date/Time: 2026-02-27 18:52:00 -0500", "Date/Time:        2026-02-27 18:50:16.430 -0500",
        "End time:         2026-02-27 18:51:06.140 -0500", "Command:          Shop", "Identifier: com.example.shop",
        "PID: 812", "Event: cpu usage", "Action taken: Process killed",
      ], "com.example.shop process.killed certain", "2026-02-27T23:51:06.140000000Z"
    ),
    "the values of its head": (
      ["Incident Identifier: ", "Process:  ", "Date/Time:   ", "Launch Time:  ", lock], someIsKilled, ""
    ),
    "the ends of its lines": (
      [
        "Process: Mail [99] Identifier: com.example.mail Date/Time: 2026-10-31 11:00:01.500 +0100 Exception Type: "
          + "EXC_CRASH (SIGKILL) Termination Reason: RUNNINGBOARD 0xdead10cc"
      ], mailIsKilled, "2026-10-31T10:00:01.500000000Z"
    ),
    "the line above its document": (
      ["{}"] + document.split(separator: "\n").dropFirst().map(String.init),
      "com.example.post background.killed certain",
      "2026-10-31T09:00:01.000000000Z"
    ),
    "the line break below its header": (
      [document.replacing("\n", with: " ")], "com.example.post background.killed certain",
      "2026-10-31T09:00:01.000000000Z"
    ),
  ]

  @Test func `analytics in the form of a report say nothing of an end`() throws {
    let place = Workplace()
    let head = #"{"bug_type":"188","timestamp":"2026-08-13 10:54:01.00 +0200","os_version":"iPhone OS 18.1 (22B83)"}"#
    let bodies = [
      #"{"eventType":"app_launch","count":3}"# + "\n" + #"{"eventType":"app_end","count":3}"#,
      #"{"pid":812,"procName":"Shop","captureTime":"2026-08-13 10:54:00 +0200","procLaunch":"2026-08-13 10:53:00 +0200"}"#,
    ]
    for body in bodies {
      try place.write("a.ips", [head, body])
      let said = try place.run("check", "a.ips")
      #expect(said.code == 3 && said.errors.contains("none of 1 record is about an app's life cycle"), "\(said)")
    }
  }

  @Test(arguments: damaged.map(\.key)) func `a report is read that lacks something`(name: String) throws {
    let example = try #require(Self.damaged.first { $0.key == name }?.value)
    let place = Workplace()
    try place.write("a.ips", example.lines)
    let said = try place.run("check", "--format", "json", "--fail-on", "never", "a.ips")
    let findings = said.document["findings"] as? [[String: Any]] ?? []
    #expect(
      findings.map { "\($0["app"] ?? "") \($0["rule"] ?? "") \($0["confidence"] ?? "")" } == [example.found], "\(said)")
    let exit = try place.run("export", "a.ips").output.split(separator: "\n").first { $0.contains(Self.end) }
    let hasTime = exit?.contains("\"time\":") == true
    #expect(hasTime == !example.time.isEmpty && exit?.contains(example.time) == true, "\(exit ?? "")")
  }
}
