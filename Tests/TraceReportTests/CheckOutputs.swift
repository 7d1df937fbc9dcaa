import TraceModel

@testable import TraceAnalyzer
@testable import TraceReport

/// Answers of checks, made finding by finding, and what formats write of them.
enum CheckOutputs {
  /// A finding; its fingerprint is made of its rule and `number`.
  static func finding(
    _ number: Int = 0, rule: RuleID = .`order.scene`, severity: Severity = .error,
    confidence: Confidence = .certain, message: String = "it came too late", launch: String? = "L1",
    app: String? = "com.example.shop", at source: SourceLine? = SourceLine(file: "logs/a.jsonl", line: 43),
    accepted: Acceptance? = nil, names: [String] = []
  ) -> Finding {
    var hash = Fingerprint()
    hash.add("\(rule.name) \(number)".utf8)
    return Finding(
      rule: rule, severity: severity, doubts: confidence == .certain ? [] : [.hole], message: "\(name: message)",
      cause: "work inside the callback", launch: launch, app: app, appVersion: "4.9.0", source: source,
      fingerprint: hash.hex, accepted: accepted, names: names)
  }

  /// The coverage of a check that has judged a step.
  static let judged: Coverage = {
    var coverage = Coverage()
    coverage.stepsSeen = 1
    coverage.stepsJudged = 1
    return coverage
  }()

  static func answer(
    _ findings: [Finding], failOn: Severity? = .error, filter: RuleFilter? = nil, coverage: Coverage = judged,
    change: (inout CheckAnswer) -> Void = { _ in }
  ) -> CheckAnswer {
    // A check hands its findings over worst first.
    let sorted = findings.enumerated().sorted { a, b in
      let first = (a.element.severity, a.element.confidence, b.offset)
      let second = (b.element.severity, b.element.confidence, a.offset)
      return first > second
    }.map(\.element)
    let report = CheckReport(coverage: coverage, findings: Findings(sorted))
    let verdict = Verdict(report, failOn: failOn, limits: Verdict.Limits())
    var answer = CheckAnswer(
      report, verdict, subject: CheckSubject([]), failOn: failOn, unknownNames: [], misfits: [], ruleFilter: filter)
    answer.run = RunFacts(toolVersion: "0.1.0", exitCode: verdict.outcome == .failed ? 1 : 0, workingDirectory: "/work")
    change(&answer)
    return answer
  }

  static func text(_ reporter: any Reporter.Type, _ answer: CheckAnswer) throws -> String {
    var text = ""
    try reporter.write(answer, Drawing()) { text += $0 }
    return text
  }

  /// The lines of the output in a format that is written line by line.
  static func lines(_ reporter: any Reporter.Type, _ answer: CheckAnswer) throws -> [String] {
    try text(reporter, answer).split(separator: "\n").map(String.init)
  }

  static let forCI = Reporters.all.filter { $0.isForCI }
  static let acceptance = Acceptance(reason: "SHOP-412: server & <cache>", until: "2027-01-31", location: "a.json:3")
}
