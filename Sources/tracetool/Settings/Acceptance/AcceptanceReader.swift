import TraceAnalyzer
import TraceModel

/// Reads an entry of accepted findings, which has one form in the configuration and in a baseline.
struct AcceptanceReader {
  private static let keys = ["key", "rule", "name", "app", "appVersion", "reason", "until", "forever", "worst"]
  /// The keys by which people say which findings they mean; the tool writes one `key`.
  private static let fieldKeys = ["rule", "name", "app", "appVersion"]

  private let value: ConfigurationValue
  private let members: KeyedReader

  /// Throws a `ConfigurationError` if the value is no object, or has a key that no entry has.
  init(_ value: ConfigurationValue) throws {
    self.value = value
    members = try KeyedReader(value, keys: Self.keys)
  }

  /// The entry, or a `ConfigurationError` if its rule, reason or last day is missing or wrong.
  func entry() throws -> AcceptanceEntry {
    let subject = try subject()
    return AcceptanceEntry(
      subject, reason: try reason(), term: try term(), worst: try worst(of: subject.rule), at: value.settingLocation)
  }

  private func subject() throws -> AcceptanceSubject {
    guard let key = members["key"] else { return try fields() }
    if let field = Self.fieldKeys.lazy.compactMap({ members[$0] }).first {
      throw field.error("may not come with 'key', which includes it; leave out one of them")
    }
    let text = try key.text()
    guard let parsed = FindingKey(text: text) else {
      let name = FindingKey.ruleName(in: text)
      if RuleID(name: name) == nil { throw key.error(Self.unknownRule(name)) }
      throw key.error("needs a key as 'tracetool show FINGERPRINT' prints it, not '\(text)'")
    }
    return .key(parsed)
  }

  private func fields() throws -> AcceptanceSubject {
    guard let rule = members["rule"] else {
      throw value.error("an accepted finding needs a 'rule', or a 'key' as 'tracetool show FINGERPRINT' prints it")
    }
    let name = try rule.text()
    guard let id = RuleID(name: name) else { throw rule.error(Self.unknownRule(name)) }
    return .fields(
      rule: id, name: try members["name"]?.text(), app: try members["app"]?.text(),
      appVersion: try members["appVersion"]?.text())
  }

  private static func unknownRule(_ name: String) -> String {
    let near = Suggestion.nearest(to: name, among: RuleID.allCases.map(\.name)).map { "nearest: \($0)" }
    return "no rule '\(name)'; \(near ?? "'tracetool explain' lists the rules")"
  }

  private func reason() throws -> String {
    guard let reason = members["reason"] else { throw value.error("an accepted finding needs a 'reason'") }
    let text = try reason.text()
    if text.allSatisfy(\.isWhitespace) { throw reason.error("needs a reason, not an empty text") }
    return text
  }

  private func term() throws -> AcceptanceTerm {
    if let forever = members["forever"] {
      if let until = members["until"] { throw until.error("may not come with 'forever'; leave out one of them") }
      if try forever.truth() { return .forever }
      throw forever.error("needs true; write 'until' instead")
    }
    guard let until = members["until"] else {
      throw value.error("an accepted finding needs its last day as 'until', or \"forever\": true")
    }
    let text = try until.text()
    guard let day = Day(text) else { throw until.error("needs a day, as in \"2027-01-31\", not '\(text)'") }
    return .until(day)
  }

  private func worst(of rule: RuleID) throws -> Int64? {
    guard let worst = members["worst"] else { return nil }
    guard let budget = Catalogue.description(of: rule).measuringBudget else {
      throw worst.error("\(rule.name) has no measure; leave 'worst' out")
    }
    return try worst.read(worst.text()) { text in try Values.amount(of: budget, text) }
  }
}
