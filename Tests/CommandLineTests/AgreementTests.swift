import Foundation
import Testing

/// One answer in all formats: launches, devices, kinds, severities and messages of a check are the same in each.
@Suite(.tags(.large)) struct AgreementTests {
  private static let formats = ["json", "ndjson", "csv", "sarif", "junit", "github", "gitlab", "markdown"]
  private static let samples = ["shop.jsonl", "interleaved.jsonl", "versions.jsonl.gz", "notes-app.jsonl.gz"]
  static let logs =
    CorpusTests.names.compactMap { name in
      try? "\(CorpusTests.folder)/\(name)/\(CorpusTests.trace(of: name))"
    } + samples.map { "\(Built.project)/Tests/Samples/\($0)" }

  /// What one finding says, as each format can be asked for it.
  private struct Said: Hashable {
    var severity, rule, fingerprint, message: String

    init(_ finding: [String: Any]) {
      func text(_ key: String) -> String { finding[key] as? String ?? "" }
      (severity, rule, fingerprint, message) = (text("severity"), text("rule"), text("fingerprint"), text("message"))
    }
  }

  /// The texts that lie between two others.
  private func pieces(_ text: String, from start: String, to end: String) -> [String] {
    text.components(separatedBy: start).dropFirst().map { $0.components(separatedBy: end)[0] }
  }

  /// The number before ` launch`, of launches with findings, that ends the counts of a verdict; nil if it has none.
  private func launches(in verdict: String) -> Int? {
    guard let match = verdict.firstMatch(of: /in ([\d,]+) (of [\d,]+ )?launch/) else { return nil }
    return Int(match.1.filter(\.isNumber))
  }

  private func json(_ text: String) throws -> Any { try JSONSerialization.jsonObject(with: Data(text.utf8)) }

  @Test(arguments: logs)
  func `all formats say the same`(log: String) throws {
    let place = Workplace()
    let also = Self.formats.flatMap { ["--also", "\($0)=o.\($0)"] }
    // So that the verdict counts all findings, not those alone that fail.
    let limits = ["--max-rejects", "100%", "--max-unknown", "100%"]
    let screen = try place.run(["check", log, "--fail-on", "never"] + limits + also)
    let lines = screen.output.components(separatedBy: "\n")
    guard screen.code == 0 else { return }
    let document = try json(place.read("o.json")) as? [String: Any] ?? [:]
    let findings = document["findings"] as? [[String: Any]] ?? []
    let said = findings.map(Said.init)
    let summary = document["summary"] as? [String: Any] ?? [:]
    let verdict = lines[1]

    // Launches and devices.
    let found = summary["launchesWithFindings"] as? Int
    if !said.isEmpty { #expect(launches(in: verdict) ?? 0 == found) }
    let markdown = try place.read("o.markdown").components(separatedBy: "\n")
    let annotations = try place.read("o.github").components(separatedBy: "\n").dropLast()
    #expect(markdown[1].replacing("**", with: "") == verdict)
    #expect(annotations.last == verdict)
    #expect(markdown.contains { $0.contains(lines[0]) }, "launches, devices and days")
    let page = try place.run("report", log, "--max-rejects", "100%", "--format", "html", "--output", "page.html")
    let html = page.code == 0 ? try place.read("page.html") : ""
    if page.code == 0, !said.isEmpty, let found, found > 0 { #expect(launches(in: html) == found) }

    // Severities and kinds.
    for severity in ["error", "warning", "note", "quirk"] {
      #expect(summary[severity] as? Int == said.count { $0.severity == severity }, "\(severity)")
    }
    let prints = Set(said.map(\.fingerprint))
    #expect(summary["fingerprints"] as? Int == prints.count)
    let results = try ((json(place.read("o.sarif")) as? [String: Any])?["runs"] as? [[String: Any]])?.first?["results"]
    let alerts = results as? [[String: Any]] ?? []
    let issues = try json(place.read("o.gitlab")) as? [[String: Any]] ?? []
    #expect(alerts.count == prints.count && issues.count == prints.count)
    #expect(Set(issues.map { ($0["fingerprint"] as? String ?? "").prefix(16) }) == Set(prints.map { $0.prefix(16) }))

    // Messages: each format has those of the document, and no other one.
    let own = try place.read("o.ndjson").split(separator: "\n").map {
      Said(try json(String($0)) as? [String: Any] ?? [:])
    }
    #expect(own == said)
    let groups = Dictionary(grouping: said, by: \.fingerprint)
    for (fingerprint, group) in groups {
      let messages = group.map(\.message)
      func isSaid(_ text: String) -> Bool { messages.contains { text.hasPrefix($0) } }
      let issue = issues.first { ($0["fingerprint"] as? String ?? "").hasPrefix(fingerprint) }
      #expect(isSaid(issue?["description"] as? String ?? ""), "gitlab")
      let row = markdown.first { $0.hasPrefix("| ") && $0.contains("| `\(fingerprint.prefix(8))` |") }
      if let row { #expect(messages.contains { row.contains("`\($0)") }, "markdown: \(row)") }
    }
    let all = Set(said.map(\.message))
    func isSaid(_ text: String) -> Bool { all.contains { text.hasPrefix($0) } }
    for line in annotations.dropLast() where !line.hasPrefix("::notice::") && !line.contains("title=MetricKit") {
      let message = line.components(separatedBy: "::").dropFirst(2).joined(separator: "::").replacing("%25", with: "%")
      #expect(isSaid(message), "github: \(line)")
    }
    let escapes = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")]
    let junit = escapes.reduce(try place.read("o.junit")) { $0.replacing($1.0, with: $1.1) }
    let sheet = try place.read("o.csv").replacing("\"\"", with: "\"")
    let shown = screen.output.components(separatedBy: "\n\n")
    for block in shown.dropFirst().dropLast() {
      let message = block.components(separatedBy: "\n  ").dropFirst().first ?? ""
      #expect(isSaid(message) || message.hasPrefix("median launch time over the budget"), "screen: \(block)")
    }
    for group in groups.values {
      for (name, text) in [("junit", junit), ("csv", sheet)] {
        #expect(group.contains { text.contains($0.message) }, "\(name): \(group)")
      }
    }
  }
}
