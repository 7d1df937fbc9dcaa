import Foundation
import Testing
import TraceModel

/// Published reports as traces: exactly what a case lists may be said of it.
@Suite(.tags(.large)) struct CorpusTests {
  static let folder = "\(Built.project)/Tests/Corpus"
  static let all =
    (try? FileManager.default.contentsOfDirectory(atPath: folder))?
    .filter { !$0.contains(".") }.sorted() ?? []
  /// The cases to run: all, or the one that `TRACETOOL_CASE` names.
  static let names = all.filter { name in
    ProcessInfo.processInfo.environment["TRACETOOL_CASE"].map { $0 == name } ?? true
  }

  /// What `case.json` says.
  struct Case: Codable {
    struct Expectation: Codable {
      var rule: String
      var line: Int?
      var severity, confidence: String?
    }

    var source, says: String
    var must: [Expectation]
    var mustNot, launchKinds: [String]?
    var isUndecided: Bool?
  }

  /// A finding, as far as a case can say it.
  struct Said: Equatable {
    var rule: String
    var line: Int?
    var severity, confidence: String

    init(_ finding: [String: Any]) {
      func text(_ key: String) -> String { finding[key] as? String ?? "" }
      rule = text("rule")
      severity = text("severity")
      confidence = text("confidence")
      line = (finding["source"] as? [String: Any])?["line"] as? Int
    }

    func fulfils(_ expectation: Case.Expectation) -> Bool {
      rule == expectation.rule && line == expectation.line
        && severity == expectation.severity ?? severity
        && confidence == expectation.confidence ?? confidence
    }
  }

  static func data(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)/case.json"))
  }

  static func read(_ name: String) throws -> Case {
    try JSONDecoder().decode(Case.self, from: data(name))
  }

  /// The one file of a case that begins with `trace.`: its format shows in what follows, as in `trace.jsonl`.
  static func trace(of name: String) throws -> String {
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(name)")
    let traces = files.filter { $0.hasPrefix("trace.") }
    return try #require(traces.count == 1 ? traces.first : nil, "\(name) needs one trace")
  }

  /// The differences between what is said of a case and its `case.json`, in words.
  static func differences(_ name: String) throws -> [String] {
    let place = Workplace()
    let expected = try read(name)
    let trace = try trace(of: name)
    try place.write(trace, try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)/\(trace)")))
    let check = ["check", "--format", "json"]
    let direct = try place.run(check + [trace])
    let taken = try place.run("ingest", "--store", "s.db", trace)
    let stored = try place.run(check + ["--store", "s.db"])
    let findings = direct.document["findings"] as? [[String: Any]] ?? []
    var said = findings.map(Said.init)
    let unsure = findings.filter { ($0["confidence"] as? String == "possible") != ($0["doubts"] != nil) }
    var differences = unsure.map { "possible without a reason, or certain with one: \($0)" }
    differences += said.filter { expected.mustNot?.contains($0.rule) == true }.map { "must not be said: \($0)" }
    for expectation in expected.must {
      if let index = said.firstIndex(where: { $0.fulfils(expectation) }) {
        said.remove(at: index)
      } else {
        differences.append("not said: \(expectation)")
      }
    }
    differences += said.map { "said, and not expected: \($0)" }
    let isUndecided = direct.code == 3 && direct.errors.contains("nothing was judged")
    if isUndecided != (expected.isUndecided ?? false) || direct.code > 1 && !isUndecided || taken.code != 0 {
      differences.append("failed: \(direct.errors)\(taken.errors)")
    }
    // What a log was read as is said as it is read.
    if stored.code != direct.code || stored.output != direct.output {
      differences.append("a store answers differently: \(stored)")
    }
    if let kinds = expected.launchKinds {
      let question = ["report", "--launch-times", "--each", "--format", "json", trace]
      let launches = try place.run(question).document["each"] as? [[String: Any]] ?? []
      let found = launches.map { $0["kind"] as? String ?? "" }
      if found != kinds { differences.append("kinds of launches: \(found), expected \(kinds)") }
    }
    return differences
  }

  @Test(arguments: names)
  func `what a case lists is said, and nothing else`(name: String) throws {
    let differences = try Self.differences(name)
    #expect(differences == [])
  }

  @Test(arguments: names)
  func `a case is written as README.md there says`(name: String) throws {
    let expected = try Self.read(name)
    let written = try JSONSerialization.jsonObject(with: Self.data(name)) as? NSDictionary
    let read = try JSONSerialization.jsonObject(with: JSONEncoder().encode(expected))
    #expect(read as? NSDictionary == written, "a key that means nothing")
    let isMade = name.hasPrefix("made-")
    #expect(isMade ? expected.source == "made" : expected.source.hasPrefix("https://"))
    #expect(!expected.says.isEmpty)
    for expectation in expected.must {
      #expect(RuleID.allCases.contains { $0.name == expectation.rule }, "\(expectation)")
      #expect(expected.mustNot?.contains(expectation.rule) != true, "\(expectation)")
    }
    for rule in expected.mustNot ?? [] {
      #expect(RuleID.allCases.contains { $0.name == rule }, "mustNot names \(rule), which is no rule")
    }
  }

  @Test func `forty reports and more are there`() {
    #expect(Self.all.count >= 40)
    #expect(!Self.names.isEmpty, "TRACETOOL_CASE names no folder of Tests/Corpus")
  }
}
