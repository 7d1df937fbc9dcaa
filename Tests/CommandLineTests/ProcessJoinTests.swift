import Foundation
import Testing

/// What several files tell of one process is one launch, if nothing else fits.
@Suite(.tags(.large)) struct ProcessJoinTests {
  /// What an app prints in its life, as Xcode's console shows it: from `start` of the day in nine hours on.
  static func console(
    _ program: String = "Shop", pid: Int = 812, minute: Int = 0, style: (String, String, Int) -> String = xcode,
    from first: Int = 0
  ) -> [String] {
    let lines = [
      ("00.200", "application(_:didFinishLaunchingWithOptions:)"), ("00.600", "applicationDidBecomeActive(_:)"),
      ("50.200", "applicationWillResignActive(_:)"), ("50.800", "applicationDidEnterBackground(_:)"),
    ]
    return lines.dropFirst(first).map { second, word in
      let two = minute < 10 ? "0\(minute)" : "\(minute)"
      return style("2026-05-02 09:\(two):\(second)", program, pid) + word
    }
  }

  static func xcode(_ time: String, _ program: String, _ pid: Int) -> String { "\(time)000+0200 \(program)[\(pid):1] " }

  static func xcodeWithoutThread(_ time: String, _ program: String, _ pid: Int) -> String {
    "\(time)+0200 \(program)[\(pid)] <Notice>: "
  }

  /// A report on the end of a process that began at nine.
  static func report(
    _ program: String = "Shop", bundle: String = "com.example.shop", pid: Int = 812, start: String = "09:00:00.0000",
    captured: String = "09:01:00.0000", key: String = "k"
  ) -> [String] {
    [
      #"{"bug_type":"309","os_version":"iPhone OS 26.1 (23B85)","timestamp":"2026-05-02 09:01:00.00 +0200"}"#,
      #"{"procLaunch": "2026-05-02 \#(start) +0200", "captureTime": "2026-05-02 \#(captured) +0200", "pid": \#(pid),"#,
      #""crashReporterKey": "\#(key)", "procName": "\#(program)","#,
      #""bundleInfo": {"CFBundleIdentifier": "\#(bundle)"}, "procRole": "Background","#,
      #""termination": {"namespace": "RUNNINGBOARD", "code": 3735883980}}"#,
    ]
  }

  /// The same as text, of the years before.
  static let crash = [
    "Incident Identifier: 1D", "CrashReporter Key:   k", "Process:             Shop [812]",
    "Identifier:          com.example.shop", "Date/Time:           2026-05-02 09:01:00.0000 +0200",
    "Launch Time:         2026-05-02 09:00:00.0000 +0200", "OS Version:          iPhone OS 13.1 (17A844)",
    "Exception Type:  EXC_CRASH (SIGKILL)", "Termination Reason: Namespace RUNNINGBOARD, Code 0xdead10cc", "",
  ]

  static func jetsam(pid: Int = 812, name: String = "Shop", at time: String = "09:04:45.00") -> [String] {
    [
      #"{"bug_type":"298","os_version":"iPhone OS 18.2 (22C152)","timestamp":"2026-05-02 \#(time) +0200"}"#,
      #"{"build":"iPhone OS 18.2 (22C152)","product":"iPhone15,2","crashReporterKey":"k","processes":["#,
      #"{"pid":\#(pid),"name":"\#(name)","states":["suspended"],"reason":"per-process-limit"}]}"#,
    ]
  }

  static let launch = "unified-log-text/Shop/812@2026-05-02T07:00:00.200000000Z"
  static let alone = "background.killed ips/k/com.example.shop/812@2026-05-02T07:00:00.000000000Z"
  static let killed = "background.killed ips/k/Shop/812@2026-05-02T07:04:45.000000000Z"

  static let reports: KeyValuePairs<String, (files: [[String]], launches: Int, found: Set<String>)> = [
    "its own": ([console(), report()], 1, ["background.killed \(launch)"]),
    "its own, as text": ([console(), crash], 1, ["background.killed \(launch)"]),
    "in another style": ([console(style: xcodeWithoutThread), report()], 1, ["background.killed \(launch)"]),
    "of a program with another name than its bundle": (
      [console("My Shop"), report("My Shop", bundle: "com.example.store-ios")], 1,
      ["background.killed unified-log-text/My Shop/812@2026-05-02T07:00:00.200000000Z"]
    ),
    "of another program": (
      [console(), report("Store")], 2,
      ["background.killed ips/Store/k/com.example.shop/812@2026-05-02T07:00:00.000000000Z"]
    ),
    "of another process": (
      [console(), report(pid: 813)], 2,
      ["background.killed ips/k/com.example.shop/813@2026-05-02T07:00:00.000000000Z"]
    ),
    "of one that began minutes before": (
      [console(), report(start: "08:50:00.0000")], 2,
      ["background.killed ips/k/com.example.shop/812@2026-05-02T06:50:00.000000000Z"]
    ),
    "of one that the log begins within": (
      [console(from: 2), report(start: "08:50:00.0000")], 1,
      ["background.killed unified-log-text/Shop/812@2026-05-02T07:00:50.200000000Z"]
    ),
    "of one that ended before the log": ([console(), report(captured: "09:00:30.0000")], 2, [alone]),
    "of one that began after the log": (
      [console(), report(start: "09:00:40.0000")], 2,
      ["background.killed ips/k/com.example.shop/812@2026-05-02T07:00:40.000000000Z"]
    ),
    "two of one process": ([console(), report(), crash], 1, ["background.killed \(launch)"]),
    "of two devices": (
      [console(), report(), report(key: "j")], 3,
      [alone, "background.killed ips/j/com.example.shop/812@2026-05-02T07:00:00.000000000Z"]
    ),
    "between two launches": (
      [console(), console(minute: 20), report(start: "09:20:00.0000", captured: "09:21:00.0000")], 2,
      ["background.killed unified-log-text/Shop/812@2026-05-02T07:20:00.200000000Z"]
    ),
    "a Jetsam report": ([console(), jetsam()], 1, ["background.killed \(launch)"]),
    "a Jetsam report of another process": (
      [console(), jetsam(pid: 813)], 2, ["background.killed ips/k/Shop/813@2026-05-02T07:04:45.000000000Z"]
    ),
    "a Jetsam report of another program": (
      [console(), jetsam(name: "Store")], 2, ["background.killed ips/k/Store/812@2026-05-02T07:04:45.000000000Z"]
    ),
    "a Jetsam report before the last line": (
      [console(minute: 10), jetsam(at: "09:10:30.00")], 2,
      ["background.killed ips/k/Shop/812@2026-05-02T07:10:30.000000000Z"]
    ),
    "a Jetsam report after another launch": ([console(), console(pid: 900, minute: 2), jetsam()], 3, [killed]),
    "a Jetsam report of another day": (
      [console().map { $0.replacingOccurrences(of: "05-02", with: "05-01") }, jetsam()], 2, [killed]
    ),
  ]

  @Test(arguments: reports.map(\.key))
  func `a report is reported in the launch that a log knows by its program and process id alone`(name: String) throws {
    let example = try #require(Self.reports.first { $0.key == name }?.value)
    try ReportJoinTests.expect(example.files, launches: example.launches, found: example.found)
  }

  /// The life of one process as daemons and its app log it, half an hour long.
  static let log: [String] = {
    let file = "\(Built.project)/Tests/Formats/unified-log-text/prints-beside.txt"
    return ((try? String(contentsOfFile: file, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
  }()
  static let system = log.filter { !$0.contains(" Shop[") }
  static let own = log.filter { $0.contains(" Shop[") }
  /// What the app itself prints, as Xcode's console shows it.
  static let prints = own.filter { !$0.contains("eactivation") }.map { line in
    "\(line.prefix(23))000+0000 Shop[512:1200] " + line.replacing(/^.*:App\] */, with: "")
  }

  static func replaced(_ lines: [String], _ old: String, _ new: String) -> [String] {
    lines.map { $0.replacingOccurrences(of: old, with: new) }
  }

  /// The lines as a tool writes them that names the device and no year.
  static func syslog(_ lines: [String], host: String) -> [String] {
    lines.map { line in
      let words = line.split(separator: " ", maxSplits: 4).map(String.init)
      let process = words[3].split(separator: ":")[0]
      return "Oct  6 \(words[1].prefix(8)) \(host) \(process)] <Notice>: "
        + words[4].split(separator: "] ", maxSplits: 1)[1]
    }
  }

  static let parts: KeyValuePairs<String, (files: [[String]], launches: Int)> = [
    "what daemons and what the app logs": ([system, own], 1),
    "what daemons log and what the app prints": ([system, prints], 1),
    "both, and what the app prints": ([log, prints], 1),
    "in the words of a tool that names the device": ([syslog(system, host: "Annas-iPhone"), prints], 1),
    "one log with and one without the device": ([syslog(log, host: "Annas-iPhone"), log], 1),
    "the app's lines from half of them on": ([system, Array(prints.suffix(4))], 1),
    "of another process": ([system, replaced(prints, "Shop[512", "Shop[513")], 2),
    "of another program": ([system, replaced(prints, " Shop[", " Store[")], 2),
    "an hour later": ([system, replaced(prints, "09:0", "10:0")], 2),
    "a launch minutes after": ([system, replaced(prints, "09:0", "09:1")], 2),
    "of another day": ([system, replaced(prints, "10-06", "10-07")], 2),
    "of one of two devices": (
      [syslog(system, host: "Annas-iPhone"), syslog(replaced(system, ":00.", ":04."), host: "iPad"), prints], 3
    ),
  ]

  @Test(arguments: parts.map(\.key))
  func `two logs of one process are one launch, if the process id and the times say so`(name: String) throws {
    let example = try #require(Self.parts.first { $0.key == name }?.value)
    try ReportJoinTests.expect(example.files, launches: example.launches, found: [])
  }

  @Test(
    arguments: [
      (parts[7].value.files, "the program has another name than the last word of the bundle id"),
      (parts[11].value.files, "more than one pair of launches fits"),
      ([syslog(replaced(system, "09:0", "11:0"), host: "Annas-iPhone"), prints], "the times of one log have no date"),
    ])
  func `what may be one process and was not joined is said`(files: [[String]], why: String) throws {
    let place = Workplace()
    let names = files.indices.map { "\($0).txt" }
    for (name, lines) in zip(names, files) { try place.write(name, lines) }
    let said = try place.run(["check"] + names)
    #expect(said.errors.contains("may be one process that two logs tell of"), "\(said)")
    #expect(said.errors.contains(why), "\(said.errors)")
  }

  @Test func `lines of several devices are processes of each, in one file or in two`() throws {
    let phone = Self.syslog(Self.log, host: "Annas-iPhone")
    let pad = Self.syslog(Self.replaced(Self.log, ":00.", ":03."), host: "iPad")
    let mixed = zip(phone, pad).flatMap { [$0, $1] }
    try ReportJoinTests.expect([mixed], launches: 2, found: [])
    try ReportJoinTests.expect([phone, pad], launches: 2, found: [])
  }

  @Test func `a report joins the launch that two logs tell`() throws {
    let written = Self.report(pid: 512, start: "09:00:00.0200", captured: "09:01:10.0000")
    let report = Self.replaced(written, "05-02", "10-06")
    let files = [Self.system, Self.prints, Self.replaced(report, "+0200", "+0000")]
    try ReportJoinTests.expect(
      files, launches: 1,
      found: ["background.killed unified-log-text/com.example.shop/512@2026-10-06T09:00:00.005000000Z"])
  }
}
