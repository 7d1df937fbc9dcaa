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
    // A document, text, text below a header line, text with the document behind it, Jetsam's.
    let names = ["watchdog.ips", "exit.crash", "header.crash", "full-report.ips", "jetsam.ips", "watchdog.ips"]
    let reports = try names.map { name in
      let text = try String(contentsOfFile: "\(Self.formats)/\(name)", encoding: .utf8)
      // This sample lacks its first lines.
      return name == "full-report.ips" ? "Incident Identifier: 1\n" + text : text
    }
    let all = try events(of: reports.map { $0.hasSuffix("\n") ? $0 : $0 + "\n" }.joined())
    #expect(try all.count == reports.map { try events(of: $0).count }.reduce(0, +), "\(all)")
  }
}
