import TraceAnalyzer
import TraceModel

/// The tests of one app in a JUnit report.
struct JUnitSuite {
  let name: Sentence
  let cases: [JUnitCase]

  private var failures: Int { cases.count { if case .failed = $0.outcome { true } else { false } } }
  private var skipped: Int { cases.count { if case .skipped = $0.outcome { true } else { false } } }

  /// The whole report; all times are 0, as equal input must give equal bytes.
  static func document(_ suites: [JUnitSuite]) -> String {
    let tests = suites.reduce(0) { $0 + $1.cases.count }
    let failures = suites.reduce(0) { $0 + $1.failures }
    let head = "<testsuites name=\"tracetool\" tests=\"\(tests)\" failures=\"\(failures)\" errors=\"0\" time=\"0\">"
    let lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", head]
    return lines.map { $0 + "\n" }.joined() + suites.map(\.xml).joined() + "</testsuites>\n"
  }

  private var xml: String {
    let name = XMLText.escaped(name.cut(to: Sentence.mostOfName))
    let counts = "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"0\" skipped=\"\(skipped)\" time=\"0\""
    return "  <testsuite name=\"\(name)\" \(counts)>\n" + cases.map(\.xml).joined() + "  </testsuite>\n"
  }
}

struct JUnitCase {
  enum Outcome {
    /// `output` are lines that are no failure.
    case passed(output: [Sentence])
    case failed(type: Sentence, message: Sentence, lines: [Sentence])
    case skipped(message: Sentence)
  }

  let name: Sentence
  /// As in `background`.
  let group: Sentence
  let outcome: Outcome

  var xml: String {
    let name = XMLText.escaped(name.cut(to: Sentence.mostOfName))
    let head = "    <testcase name=\"\(name)\" classname=\"tracetool.\(XMLText.escaped(group))\" time=\"0\""
    switch outcome {
    case .passed(let output):
      return output.isEmpty ? "\(head)/>\n" : "\(head)><system-out>\(Self.text(output))</system-out></testcase>\n"
    case .failed(let type, let message, let lines):
      let attributes = "type=\"\(XMLText.escaped(type))\" message=\"\(Self.line(message))\""
      return "\(head)><failure \(attributes)>\(Self.text([message] + lines))</failure></testcase>\n"
    case .skipped(let message):
      return "\(head)><skipped message=\"\(Self.line(message))\"/></testcase>\n"
    }
  }

  private static func text(_ lines: [Sentence]) -> String { lines.map(line).joined(separator: "\n") }

  private static func line(_ text: Sentence) -> String { XMLText.escaped(text.cut(to: Sentence.mostOfSentence)) }
}

/// What a check found in one app, as tests of a JUnit report.
struct JUnitCases {
  private static let mostKinds = 3
  private static let mostLocations = 20

  /// Empty if the logs do not name the app.
  let app: String
  let alerts: [Alert]
  let kinds: KindSet
  let check: CheckAnswer

  /// Rule by rule in the order of the catalogue.
  var all: [JUnitCase] {
    let byRule = Dictionary(grouping: alerts) { $0.group.rule }
    return check.appliedRules.flatMap { cases(of: $0, byRule[$0.id] ?? []) }
  }

  /// One test for each alert that fails or is accepted; another for the rule, unless it has failed.
  private func cases(of rule: RuleDescription, _ alerts: [Alert]) -> [JUnitCase] {
    let failed = alerts.filter(\.fails)
    let accepted = alerts.filter { $0.group.accepted != nil }
    let others = alerts.filter { !$0.fails && $0.group.accepted == nil }
    let own = failed.map { failure(of: $0, rule) } + accepted.map { skip(of: $0, rule) }
    if !failed.isEmpty, others.isEmpty { return own }
    return own + [JUnitCase(name: "\(name: rule.id.name)", group: group(rule), outcome: outcome(of: rule, others))]
  }

  private func failure(of alert: Alert, _ rule: RuleDescription) -> JUnitCase {
    let sources = alert.group.sources
    let more = sources.count - Self.mostLocations
    let rest: [Sentence] = more > 0 ? ["and \(count: more, "more place")"] : []
    let lines =
      alert.details + sources.prefix(Self.mostLocations).map(alert.lineText) + rest
      + ["Fingerprint: \(name: alert.finding.fingerprint)"]
    return JUnitCase(
      name: name(alert, rule), group: group(rule),
      outcome: .failed(type: "\(name: alert.group.severity.name)", message: alert.message, lines: lines))
  }

  private func skip(of alert: Alert, _ rule: RuleDescription) -> JUnitCase {
    let until: Sentence = alert.group.accepted?.until.map { " until \(name: $0)" } ?? ""
    let reason = alert.group.accepted?.reason ?? ""
    return JUnitCase(
      name: name(alert, rule), group: group(rule), outcome: .skipped(message: "accepted\(until): \(name: reason)"))
  }

  /// The outcome of a rule that has not failed, with what it found below the severity that fails.
  private func outcome(of rule: RuleDescription, _ alerts: [Alert]) -> JUnitCase.Outcome {
    let found = alerts.map { alert -> Sentence in "\(name: alert.group.severity.name): \(alert.paragraph)" }
    let needed = rule.neededKinds.map(\.kinds)
    if found.isEmpty, let absent = needed.first(where: { $0.allSatisfy { !kinds.contains($0) } }) {
      return .skipped(message: "not judged: \(Self.neverRecorded(absent.map(\.name)))")
    }
    let missing = check.report.coverage.neverRecorded.filter { $0.app == app }.flatMap(\.kinds)
    let excused = needed.joined().map(\.name).filter(missing.contains)
    let note: [Sentence] = excused.isEmpty ? [] : ["not all was judged: \(Self.neverRecorded(excused))"]
    return .passed(output: found + note)
  }

  private static func neverRecorded(_ kinds: [String]) -> Sentence {
    let more = kinds.count - mostKinds
    let rest: Sentence = more > 0 ? " and \(count: more) more" : ""
    return
      "\(name: kinds.prefix(mostKinds).joined(separator: ", "))\(rest) \(kinds.count == 1 ? "was" : "were") never recorded"
  }

  /// Constant between runs: without measured values.
  private func name(_ alert: Alert, _ rule: RuleDescription) -> Sentence {
    let finding = alert.finding
    let names = Sentence.name(finding.names.filter { !$0.isEmpty }.joined(separator: " "), limit: 100)
    let about: Sentence = names.isEmpty ? "" : ": \(names)"
    return "\(name: rule.id.name)\(about) (\(name: finding.fingerprint.prefix(8)))"
  }

  private func group(_ rule: RuleDescription) -> Sentence { "\(name: rule.id.name.prefix { $0 != "." })" }
}
