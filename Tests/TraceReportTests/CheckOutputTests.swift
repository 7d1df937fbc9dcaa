import Foundation
import Testing
import TraceModel

@testable import TraceAnalyzer
@testable import TraceReport

/// The formats that systems for continuous integration read.
@Suite(.tags(.small)) struct CheckOutputTests {
  private typealias Made = CheckOutputs
  private typealias Object = [String: Any]

  private func sarif(_ answer: CheckAnswer) throws -> (run: Object, results: [Object], notices: [String]) {
    let text = try Made.text(SARIFReporter.self, answer)
    let document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? Object)
    let run = try #require((document["runs"] as? [Object])?.first)
    let invocation = (run["invocations"] as? [Object])?.first ?? [:]
    let notices = (invocation["toolExecutionNotifications"] as? [Object] ?? []).map { notice in
      "\(notice["level"] ?? ""): \((notice["message"] as? Object)?["text"] ?? "")"
    }
    return (run, try #require(run["results"] as? [Object]), notices)
  }

  // MARK: GitHub

  @Test func `nine annotations of a level are written, and the number of the others`() throws {
    let findings = (1...25).map { Made.finding($0) } + [Made.finding(30, severity: .warning)]
    let lines = try Made.lines(GitHubReporter.self, Made.answer(findings))
    #expect(lines.count { $0.hasPrefix("::error ") } == 9)
    #expect(lines.count { $0.hasPrefix("::warning ") } == 1)
    #expect(lines.filter { $0.hasPrefix("::notice") } == ["::notice::16 more: see the summary, or 'tracetool check'"])
    #expect(lines.last?.hasPrefix("FAILED: ") == true && lines.count == 12)
  }

  @Test func `an annotation stands on one line, and its text is no command`() throws {
    let source = SourceLine(file: "a,b:c%\u{1B}[31m\u{202E}.jsonl", line: 7)
    let finding = Made.finding(message: "100 %0A\n::error::x\r##[error]y", at: source)
    let lines = try Made.lines(GitHubReporter.self, Made.answer([finding]))
    #expect(lines.count == 2)
    #expect(
      lines[0].hasPrefix(
        "::error file=a%2Cb%3Ac%25\\u{1B}[31m\\u{202E}.jsonl,line=7,title=order.scene::100 %250A\\u{A}::error::x\\u{D}##\\u{5B}error]y. In 1"
      ))
  }

  @Test func `levels are those of the severity, but of a note where it is possible`() throws {
    let findings: [(Severity, Confidence, String, String, String)] = [
      (.error, .certain, "error", "critical", "error"), (.warning, .certain, "warning", "major", "warning"),
      (.note, .certain, "notice", "minor", "note"), (.quirk, .certain, "notice", "info", "note"),
      (.error, .possible, "notice", "minor", "note"),
    ]
    for (severity, confidence, github, gitlab, level) in findings {
      let answer = Made.answer([Made.finding(severity: severity, confidence: confidence)])
      #expect(try Made.lines(GitHubReporter.self, answer)[0].hasPrefix("::\(github) file="))
      #expect(try Made.text(GitLabReporter.self, answer).contains("\"severity\":\"\(gitlab)\""))
      #expect(try sarif(answer).results[0]["level"] as? String == level)
    }
  }

  // MARK: SARIF

  @Test func `a result names its rule, a whole region, its fingerprint and the line of the log`() throws {
    let source = SourceLine(file: "logs/a b.jsonl", line: 43)
    let owner = FindingOwners.Owner(match: "order.scene", path: "App/Scene.swift", line: 5)
    let answer = Made.answer([
      Made.finding(1, message: "a [b](1) {0} came", at: source), Made.finding(2, severity: .warning),
    ]) {
      $0.owners = FindingOwners([owner])
    }
    let (run, results, _) = try sarif(answer)
    let rules = ((run["tool"] as? Object)?["driver"] as? Object)?["rules"] as? [Object] ?? []
    #expect(rules.count == Catalogue.descriptions.count)
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
      let locations = try #require(result["locations"] as? [Object])
      let place = try #require(locations[0]["physicalLocation"] as? Object)
      #expect(place["region"] as? [String: Int] == ["startLine": 5, "startColumn": 1, "endLine": 5, "endColumn": 2])
      let artifact = place["artifactLocation"] as? [String: String]
      #expect(artifact == ["uri": "App/Scene.swift", "uriBaseId": "SRCROOT"])
    }
    let text = (results[0]["message"] as? Object)?["text"] as? String
    #expect(
      text == #"a \[b\](1) {{0}} came. In 1 launch. Cause: work inside the callback. Seen at [logs/a b.jsonl:43](1)."#)
    let related = (results[0]["relatedLocations"] as? [Object])?.first ?? [:]
    let uri = ((related["physicalLocation"] as? Object)?["artifactLocation"] as? Object)?["uri"]
    #expect(related["id"] as? Int == 1 && uri as? String == "logs/a%20b.jsonl")
    let fingerprint = answer.report.findings[0].fingerprint
    let prints = ["primaryLocationLineHash": "\(fingerprint):1", "tracetool/1": fingerprint]
    #expect(results[0]["partialFingerprints"] as? [String: String] == prints)
  }

  @Test func `the rules are those that were asked for, and their descriptions fit`() throws {
    let (run, _, _) = try sarif(Made.answer([], filter: RuleFilter(patterns: ["order.*"])))
    let driver = (run["tool"] as? Object)?["driver"] as? Object
    let rules = driver?["rules"] as? [Object] ?? []
    #expect(rules.count == Catalogue.descriptions.count { $0.id.name.hasPrefix("order.") })
    #expect(rules.first?["name"] as? String == "OrderProcess")
    #expect(rules.allSatisfy { (($0["fullDescription"] as? Object)?["text"] as? String ?? "").utf16.count <= 1024 })
    #expect(driver?["semanticVersion"] as? String == "0.1.0")
    let scene = rules.first { $0["id"] as? String == "order.scene" }
    #expect((scene?["defaultConfiguration"] as? Object)?["level"] as? String == "error")
  }

  @Test func `a rule whose findings are all possible is less precise`() throws {
    func precision(_ findings: [Finding]) throws -> String? {
      let rules = ((try sarif(Made.answer(findings)).run["tool"] as? Object)?["driver"] as? Object)?["rules"]
      let rule = (rules as? [Object])?.first { $0["id"] as? String == "order.scene" }
      return (rule?["properties"] as? Object)?["precision"] as? String
    }
    #expect(try precision([]) == "very-high")
    #expect(try precision([Made.finding(1, severity: .error, confidence: .possible)]) == "medium")
    #expect(try precision([Made.finding(1, severity: .error, confidence: .possible), Made.finding(2)]) == "very-high")
  }

  @Test func `no more results are written than GitHub takes, the mildest are cut, and their number is said`() throws {
    let findings = (1...5003).map { Made.finding($0, severity: $0 <= 3 ? .note : .error) }
    let (_, results, notices) = try sarif(Made.answer(findings))
    #expect(results.count == 5000)
    #expect(results.allSatisfy { $0["level"] as? String == "error" })
    #expect(notices.first == "warning: 3 results left out, the mildest: GitHub accepts 5,000 results in 9.0 MB")
  }

  @Test func `no more bytes are written than GitHub takes`() throws {
    let long = String(repeating: "\u{202E}", count: 2000)
    let answer = Made.answer((1...2000).map { Made.finding($0, message: "\($0) \(long)") })
    let text = try Made.text(SARIFReporter.self, answer)
    #expect(8_900_000...9_000_000 ~= text.utf8.count)
    let (_, results, notices) = try sarif(answer)
    #expect(notices.first?.hasPrefix("warning: \(Units.count(2000 - results.count)) results left out") == true)
  }

  @Test func `the run says how it ended, and of which check it is`() throws {
    let reading = Coverage.Reading(records: 100, rejected: 3)
    let answer = Made.answer([Made.finding(accepted: Made.acceptance)], coverage: Coverage(reading: reading)) {
      $0.run.exitCode = 3
      $0.run.category = "nightly"
    }
    let (run, results, notices) = try sarif(answer)
    #expect(results.isEmpty)
    #expect((run["automationDetails"] as? Object)?["id"] as? String == "nightly/")
    let invocation = (run["invocations"] as? [Object])?.first
    #expect(invocation?["executionSuccessful"] as? Bool == false && invocation?["exitCode"] as? Int == 3)
    #expect(notices.contains("warning: more records rejected than --max-rejects"))
    #expect(notices.contains("note: 1 accepted finding is not listed"))
  }

  // MARK: GitLab

  @Test func `issues have relative paths, and a fingerprint of their own`() throws {
    let far = SourceLine(file: "/tmp/a.jsonl", line: 3)
    let text = try Made.text(GitLabReporter.self, Made.answer([Made.finding(1), Made.finding(2, at: far)]))
    let issues = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [Object])
    #expect(issues.map { ($0["location"] as? Object)?["path"] as? String } == ["logs/a.jsonl", ".tracetool.json"])
    let prints = issues.compactMap { $0["fingerprint"] as? String }
    #expect(Set(prints).count == 2 && prints.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
    #expect(issues[0]["check_name"] as? String == "order.scene")
    #expect(try Made.text(GitLabReporter.self, Made.answer([])) == "[]\n")
  }

  // MARK: Markdown

  @Test func `at most twenty rows are shown, and the rest is counted`() throws {
    let lines = try Made.lines(MarkdownReporter.self, Made.answer((1...23).map { Made.finding($0) }))
    #expect(lines[0] == "<!-- tracetool:check -->")
    #expect(lines[1] == "**FAILED**: 1 kind of error in 1 launch")
    #expect(lines.count { $0.hasPrefix("| error |") } == 20)
    #expect(lines.contains("3 more rows are not shown."))
  }

  @Test func `a comment is cut by rows, to the bytes that it may have`() throws {
    let long = String(repeating: "\u{1F469}\u{200D}", count: 1000)
    let text = try Made.text(
      MarkdownReporter.self, Made.answer((1...20).map { Made.finding($0, message: "\($0) \(long)") }))
    #expect(40_000...60_000 ~= text.utf8.count)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| error |") }
    #expect(5...19 ~= rows.count && rows.allSatisfy { $0.hasSuffix(" |") })
    #expect(text.contains("\(20 - rows.count) more rows are not shown."))
  }

  @Test(arguments: [
    ("a", "`a`"), ("", ""), ("a|b", "`a`&#124;`b`"), ("|", "&#124;"), ("`", "`` ` ``"), (" a ", "`  a  `"),
    (" ", "` `"),
    ("a``b", "```a``b```"), ("`````````", "`````````` ````````` ``````````"), ("a\nb", "`a\\u{A}b`"),
    ("a\\|b", "`a\\`&#124;`b`"),
  ])
  func `text of logs is code, whatever is in it`(_ text: String, _ code: String) {
    #expect(MarkdownText.code("\(name: text)") == code)
  }

  @Test func `a finding is shown at its owner's line, and what was not judged behind a fold`() throws {
    var coverage = Coverage()
    coverage.notJudged = [NotJudged(cause: "invalidTask", steps: 8)]
    coverage.neverRecorded = (1...7).map { version in
      Coverage.NeverRecorded(app: "a|b", appVersion: "\(version)", kinds: ["scene.willDeactivate"])
    }
    let text = try Made.text(
      MarkdownReporter.self,
      Made.answer([Made.finding(), Made.finding(1, severity: .note, at: nil)], coverage: coverage) {
        $0.owners = FindingOwners([FindingOwners.Owner(match: "order.scene", path: "App/Scene.swift", line: 5)])
      })
    #expect(text.contains("| `App/Scene.swift:5` |"))
    #expect(text.contains("- not judged: 8 steps of task 0, the invalid id\n- never recorded in `a`&#124;`b 1`: scene"))
    #expect(text.contains("- and in 2 more versions\n"))
    #expect(text.hasSuffix("\n</details>\n"))
  }

  // MARK: All

  @Test(arguments: CheckOutputs.forCI.map { $0.name })
  func `without findings there is a whole document, and accepted findings are not in it`(_ name: String) throws {
    let reporter = try #require(CheckOutputs.forCI.first { $0.name == name })
    let clean = try Made.text(reporter, Made.answer([]))
    #expect(clean.last == "\n")
    let accepted = try Made.text(
      reporter, Made.answer([Made.finding(message: "it-was-late", accepted: Made.acceptance)]))
    #expect(!accepted.contains("it-was-late"))
    // GitHub and GitLab have no place for what is accepted.
    #expect((clean == accepted) == ["github", "gitlab"].contains(name))
  }

  @Test(arguments: CheckOutputs.forCI.map { $0.name })
  func `no output holds an absolute path or grows with a name`(_ name: String) throws {
    let reporter = try #require(CheckOutputs.forCI.first { $0.name == name })
    let long = String(repeating: "n", count: 1_000_000)
    let finding = Made.finding(
      message: long, app: long, at: SourceLine(file: "/home/person/\(long)", line: 1), names: [long])
    let small = try Made.text(reporter, Made.answer([Made.finding()])).utf8.count
    let text = try Made.text(reporter, Made.answer([finding]))
    #expect(!text.contains("/home"))
    // A path is as long as the file system lets it be, and is written whole where programs read it.
    #expect(text.utf8.count < small + (name == "sarif" ? 1_010_000 : 10_000), "\(text.utf8.count)")
  }
}
