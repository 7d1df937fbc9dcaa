import TraceAnalyzer
import TraceModel
import TraceReport

/// An entry of a baseline as a line of JSON, without its comma.
struct BaselineLine {
  private let entry: AcceptanceEntry

  init(_ entry: AcceptanceEntry) { self.entry = entry }

  /// As in `{"key":"background.task-overrun·upload·shop","reason":"SHOP-412","until":"2027-01-31","worst":"41s"}`.
  func text() -> String {
    var members = subjectMembers + [("reason", JSONDocument.string(entry.reason))]
    if let last = entry.term.lastDay { members.append(("until", JSONDocument.string(last.text))) }
    if entry.term == .forever { members.append(("forever", "true")) }
    return Self.object(members + Self.worstMembers(entry.worst, of: entry.subject.rule))
  }

  /// The entry that accepts a finding, without the reason and the last day, which a person fills in.
  static func template(for finding: Finding) -> String {
    let key = FindingKey(finding)
    let empty = JSONDocument.string("")
    let blanks = [("key", JSONDocument.string(key.text)), ("reason", empty), ("until", empty)]
    return object(blanks + worstMembers(finding.measured, of: key.rule))
  }

  private static func worstMembers(_ worst: Int64?, of rule: RuleID) -> [(String, String)] {
    guard let worst, let budget = Catalogue.description(of: rule).measuringBudget else { return [] }
    return [("worst", JSONDocument.string(Unit.exactText(worst, of: budget.definition.unit)))]
  }

  private static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }

  private var subjectMembers: [(String, String)] {
    switch entry.subject {
    case .key(let key): return [("key", JSONDocument.string(key.text))]
    case .fields(let rule, let name, let app, let version):
      let fields = [("rule", rule.name), ("name", name), ("app", app), ("appVersion", version)]
      return fields.compactMap { key, value in value.map { (key, JSONDocument.string($0)) } }
    }
  }
}
