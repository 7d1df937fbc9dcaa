import Foundation
import Testing

@testable import TraceIngest

/// What the codes of Apple's reports say of how a process ended.
@Suite(.tags(.medium)) struct ReportCodeTests {
  @Test(arguments: [
    ("FRONTBOARD", 0x8bad_f00d, "watchdog"), ("SPRINGBOARD", 0x8bad_f00d, "watchdog"),
    ("RUNNINGBOARD", 0x2182_bad2, "backgroundTask"), ("RUNNINGBOARD", 0x2182_bad3, "urlSession"),
    ("RUNNINGBOARD", 0x2182_bad4, "fetch"), ("RUNNINGBOARD", 0xdead_10cc, "fileLock"),
    ("FRONTBOARD", 0xdead_fa11, "user"), ("RUNNINGBOARD", 0xbad2_2222, "voip"), ("CALLKIT", 0xbaad_ca11, "voip"),
    ("RUNNINGBOARD", 0xbadd_d15c, "cacheDelete"), ("RUNNINGBOARD", 0x2bad_45ec, "security"),
    ("RUNNINGBOARD", 0xd00d_2bad, "tooManyTasks"), ("ASSERTIOND", 0x8bad_f00d, "backgroundTask"),
    ("FRONTBOARD", 0xc000_10ff, "thermal"),
    ("RUNNINGBOARD", 0xbada_5e47, "tooManyTasks"), ("SIGNAL", 6, "crash"), ("SIGNAL", 11, "crash"),
    ("DYLD", 1, "crash"), ("SIGNAL", 9, nil), ("SIGNAL", 15, nil), ("FRONTBOARD", 1, nil),
  ])
  func `a code has its reason, and a signal from outside none`(space: String, code: Int, reason: String?) throws {
    let report = """
      {"timestamp":"2026-05-02 10:00:45.00 +0200","bug_type":"309","os_version":"iPhone OS 18.2 (22C152)"}
      {"pid": 1, "termination": {"namespace": "\(space)", "code": \(code)}}
      """
    let words = try events(of: report)
    #expect(words.count == 1 && words[0].contains(#""event":"process.exit""#))
    let reported = reason.map { #""reason":"\#($0)""# }
    #expect(reported.map(words[0].contains) ?? !words[0].contains("reason"))
  }

  @Test(arguments: [
    ("Namespace FRONTBOARD, Code 0x8badf00d", "watchdog"), ("FRONTBOARD 2343432205 ", "watchdog"),
    ("RUNNINGBOARD 0xdead10cc ", "fileLock"), ("Namespace SIGNAL, Code 11", "crash"), ("", "crash"),
  ])
  func `MetricKit reports as a crash what iOS ended, too`(words: String, reason: String) throws {
    let payload = """
      {"timeStampBegin":"2026-10-04 10:00:00","timeStampEnd":"2026-10-04 11:00:00","crashDiagnostics":[{"version":"1.0.0",
      "diagnosticMetaData":{"appVersion":"4.9.0","terminationReason":"\(words)"}}]}
      """
    #expect(try events(of: payload)[0].contains(#""reason":"\#(reason)""#))
  }

  private func events(of text: String) throws -> [String] {
    let path = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).ips"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return try transcribed(path, IngestOptions())
  }

  private static let formats = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../Formats/ips").path

  @Test(arguments: [
    "Hi,\n\nthe report:\n@", "```\n@```\nThanks!\n", "My report:\n\n```json\n@```\n", "{noformat}\n@{noformat}\n",
  ])
  func `what a person writes around a report, or leaves out of it, changes nothing`(page: String) throws {
    let report = try String(contentsOfFile: "\(Self.formats)/watchdog.ips", encoding: .utf8)
    func known(_ text: String) throws -> [Substring] { try events(of: text).map { $0.prefix { $0 != "{" } } }
    let expected = try known(report)
    #expect(expected.count == 2)
    #expect(try known(page.replacing("@", with: report)) == expected)
    let header = try #require(report.firstIndex(of: "\n"))
    #expect(try events(of: String(report[header...])).count == 2)
  }

  /// Changes that a tool, a mail or an editor makes to a whole report.
  static let changes: [(name: String, change: @Sendable (String) -> String)] = [
    ("quote marks", { $0.split(separator: "\n").map { "> \($0)" }.joined(separator: "\n") }),
    ("quote marks without spaces", { $0.split(separator: "\n").map { ">\($0)" }.joined(separator: "\n") }),
    ("typographic quotes", { $0.replacing("\"", with: "\u{201C}") }),
    ("German quotes", { $0.replacing("{\"", with: "{\u{201E}").replacing("\"", with: "\u{201C}") }),
    (
      "a document on one line",
      { text in
        let lines = text.split(separator: "\n")
        return "\(lines[0])\n" + lines.dropFirst().map { $0.drop { $0 == " " } }.joined() + "\n"
      }
    ),
    (
      "the key of the type in the document", { $0.replacing("\n  \"pid\"", with: "\n  \"bug_type\": \"309\", \"pid\"") }
    ),
  ]

  @Test(arguments: changes.indices)
  func `a report is read as it was before it was handled`(index: Int) throws {
    let (name, change) = Self.changes[index]
    let report = try String(contentsOfFile: "\(Self.formats)/watchdog.ips", encoding: .utf8)
    func known(_ text: String) throws -> [Substring] { try events(of: text).map { $0.prefix { $0 != "{" } } }
    let all = try events(of: change(report))
    #expect(try known(change(report)) == known(report), "\(name)")
    #expect(all.count == 2 && all[1].contains(#""reason":"watchdog""#) && all[1].contains(#""pid":812"#), "\(name)")
  }

  @Test func `a piece of a document from its time on has that time and the process`() throws {
    let report = try String(contentsOfFile: "\(Self.formats)/watchdog.ips", encoding: .utf8)
    let start = try #require(report.firstRange(of: "\"captureTime\"")?.lowerBound)
    let all = try events(of: String(report[start...]))
    #expect(all.count == 1 && all[0].contains(#""time":"2026-05-02 10:00:41.5 +0200""#))
    #expect(all[0].contains(#""reason":"watchdog""#) && all[0].contains(#""pid":812"#))
  }

  private static let header =
    #"{"bundleID":"com.example.shop","timestamp":"2026-05-02 10:12:01.00 +0200","bug_type":"0","os_version":"iPhone OS 18.4"}"#
  private static let use = """
    Date/Time:        2026-05-02 10:11:55.398 +0200
    End time:         2026-05-02 10:11:59.190 +0200
    Command:          Shop
    Identifier:       com.example.shop
    PID:              812

    """

  @Test(
    arguments: [
      ("Event: hang\nDuration: 3.79s", "ips.report", nil),
      ("Event: disk writes\nAction taken: none", "ips.report", nil),
      ("Event: wakeups\nAction taken: none", "ips.report", nil),
      ("Event: cpu usage\nAction taken: Process killed", "process.exit", "cpu"),
      ("Event: wakeups\nAction taken: Process killed", "process.exit", "cpu"),
      ("Event: disk writes\nAction taken: Process killed", "process.exit", nil),
    ] as [(String, String, String?)], [true, false])
  func `a report on the use of something is an end only if the process was killed`(
    _ words: (text: String, event: String, reason: String?), isNamed: Bool
  ) throws {
    let name = isNamed ? "Incident Identifier: 1\n" : ""
    let all = try events(of: "\(Self.header)\n\(name)\(Self.use)\(words.text)\n")
    #expect(all.count == 1 && all[0].contains("\"event\":\"\(words.event)\""))
    #expect(words.reason.map { all[0].contains("\"reason\":\"\($0)\"") } ?? !all[0].contains("\"reason\""))
  }

  @Test(arguments: ["com.example.counts 12\n", "1\n2\n", "Words\n\nof lines\n"])
  func `a report of another kind is whole, and about no process`(body: String) throws {
    let all = try events(of: "\(Self.header)\n\(body)")
    #expect(all.count == 1 && all[0].contains(#""event":"ips.report""#))
  }

  @Test(
    arguments: [
      (#""platform":7,"#, "/private/Shop.app/Shop", "iOS"), (#""platform":8,"#, "/private/Shop.app/Shop", "tvOS"),
      ("", "/Users/me/Library/Developer/CoreSimulator/Devices/1/data/Containers/Bundle/Shop.app/Shop", "iOS"),
    ])
  func `a report of the Simulator is of the simulated system`(member: String, path: String, system: String) throws {
    let document = """
      {\(member)"timestamp":"2026-05-02 10:00:45.00 +0200","bug_type":"309","os_version":"macOS 26.5 (25F71)"}
      {"pid": 1, "procPath": "\(path)", "modelCode": "Mac16,1", "termination": {"namespace": "SIGNAL", "code": 6}}
      """
    let all = try events(of: document)
    #expect(all.allSatisfy { $0.contains(#""simulator":true"#) && $0.contains("\"platform\":\"\(system)\"") })
  }

  @Test func `a report on an app's extension says so`() throws {
    let path = "/private/var/containers/Bundle/Application/0/Shop.app/PlugIns/Widget.appex/Widget"
    let document = """
      {"timestamp":"2026-05-02 10:00:45.00 +0200","bug_type":"309","os_version":"iPhone OS 18.2 (22C152)"}
      {"pid": 1, "procPath": "\(path)", "termination": {"namespace": "FRONTBOARD", "code": 2343432205}}
      """
    let text = try String(contentsOfFile: "\(Self.formats)/text.crash", encoding: .utf8)
      .replacing("Shop.app/Shop", with: "Shop.app/PlugIns/Widget.appex/Widget")
    for report in [document, text] {
      #expect(try events(of: report).allSatisfy { $0.contains(#""processKind":"extension""#) })
    }
  }

  @Test func `reports in one file are each read`() throws {
    // Text, text below a header line, text with the document behind it, Jetsam's, a document.
    let names = ["exit.crash", "header.crash", "full-report.ips", "jetsam.ips", "lives-on.ips"]
    let reports = try names.map { name in
      let text = try String(contentsOfFile: "\(Self.formats)/\(name)", encoding: .utf8)
      // This sample lacks its first lines.
      return name == "full-report.ips" ? "Incident Identifier: 1\n" + text : text
    }
    let all = try events(of: reports.map { $0.hasSuffix("\n") ? $0 : $0 + "\n" }.joined())
    #expect(try all.count == reports.map { try events(of: $0).count }.reduce(0, +), "\(all)")
  }
}
