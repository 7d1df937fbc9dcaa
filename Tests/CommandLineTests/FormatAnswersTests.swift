import Foundation
import Testing

/// Logs of other formats, as a person reads them.
@Suite(.tags(.large)) struct FormatAnswersTests {
  static let folder = "\(Built.project)/Tests/Formats"
  static let logs = ((try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []).sorted().filter {
    $0.contains("/") && !$0.hasSuffix(".expected")
  }

  @Test func `there are logs to try`() { #expect(Self.logs.count >= 20) }

  /// What a table says for people, but for what a store does not keep.
  private func answers(_ place: Workplace, _ logs: [String]) throws -> [String] {
    let report = try place.run(["report", "--launch-times", "--each", "--format", "json"] + logs).output
    var check = try place.run(["check", "--all", "--format", "json"] + logs).document
    check["coverage"] = nil
    return [
      report, String(decoding: try JSONSerialization.data(withJSONObject: check, options: .sortedKeys), as: UTF8.self),
    ]
  }

  @Test(arguments: logs)
  func `a store answers as the log itself does`(log: String) throws {
    let place = Workplace()
    // Some hold records that are none, to be rejected.
    let options = ["--max-rejects", "100%"] + (log.contains("dateless") ? ["--date", "2026-10-31"] : [])
    let taken = try place.run(["ingest", "--store", "s.db", "\(Self.folder)/\(log)"] + options)
    // A document that breaks off is no whole source.
    #expect(taken.code == (log == "ips/cut.ips" ? 3 : 0), "\(taken.errors)")
    #expect(taken.errors.contains("read as \(log.split(separator: "/")[0])"))
    let stored = try answers(place, ["--store", "s.db", "--max-rejects", "100%"])
    #expect(try stored == answers(place, ["\(Self.folder)/\(log)"] + options))
    let again = try place.run(["ingest", "--store", "s.db", "\(Self.folder)/\(log)"] + options)
    #expect(["nothing new in 1 source\n", "no new event in 1 source"].contains(where: again.output.hasPrefix))
  }

  @Test func `a task that UIKit itself calls not ended is leaked`() throws {
    let place = Workplace()
    let said = try place.run("check", "--format", "json", "\(Self.folder)/unified-log-text/still-not-ended.txt")
    let findings = try #require(said.document["findings"] as? [[String: Any]])
    #expect(findings.map { $0["rule"] as? String } == ["background.task-leaked"])
    #expect(findings.map { $0["confidence"] as? String } == ["certain"])
    #expect(said.code == 1)
  }

  @Test func `what is no log is named, with what to do`() throws {
    let place = Workplace()
    for (name, bytes) in [("a.plist", "bplist00"), ("b.xml", "<?xml version='1.0'?>"), ("c.txt", "Dear Sir,\nhello")] {
      try place.write(name, Data(bytes.utf8))
    }
    let said = try place.run("check", ".")
    #expect(said.code == 3)
    #expect(try place.run("check", "c.txt").code == 4)
    for words in ["a binary property list; turn", "XML of another kind; export", "text without a record; export"] {
      #expect(said.errors.contains("it is not a log but \(words)"), "\(words)")
    }
  }

  @Test func `what a folder holds beside logs is skipped and named, and a file that was named fails`() throws {
    let place = Workplace()
    try place.write("logs/a.jsonl", Data(#"{"time":1760000000,"event":"process.start"}"#.utf8))
    for number in 1...11 { try place.write("logs/b\(number).txt", Data("Dear Sir,\nhello".utf8)) }
    for command in [["check"], ["ingest", "--store", "s.db"]] {
      let all = try place.run(command + ["logs"])
      #expect(all.code == 0)
      let lines = all.errors.split(separator: "\n").filter { $0.contains("skipped") }
      #expect(lines.count == 10 && all.errors.contains("\ntracetool: and 1 more file\n"), "\(all.errors)")
      #expect(try place.run(command + ["logs", "logs/b1.txt"]).code == 4)
    }
  }
}
