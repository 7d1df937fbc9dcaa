import TraceAnalyzer
import TraceModel
import TraceReport

/// An entry of a baseline as a line of JSON, without its comma.
struct BaselineLine {
  private let entry: AcceptanceEntry

  /// The line of an entry.
  init(_ entry: AcceptanceEntry) { self.entry = entry }

  /// As in `{"key":"background.task-overrun·upload·shop","reason":"SHOP-412","until":"2027-01-31","worst":"41s"}`.
  func text() throws -> String {
    var members = try subjectMembers + [("reason", Self.quoted(entry.reason))]
    if let last = entry.term.lastDay { members.append(("until", try Self.quoted(last.text))) }
    if entry.term == .forever { members.append(("forever", "true")) }
    return Self.object(members + (try Self.worstMembers(entry.worst, of: entry.subject.rule)))
  }

  /// The entry that accepts a finding, without its reason and its last day, which a person fills in.
  static func template(for finding: Finding) throws -> String {
    let key = FindingKey(finding)
    let blanks = [("key", try quoted(key.text)), ("reason", try quoted("")), ("until", try quoted(""))]
    return object(blanks + (try worstMembers(finding.measuredNanos, of: key.rule)))
  }

  private static func worstMembers(_ worst: Int64?, of rule: RuleID) throws -> [(String, String)] {
    guard let worst, let budget = Catalogue.description(of: rule).measuringBudget else { return [] }
    return [("worst", try quoted(Unit.exactText(worst, of: budget.definition.unit)))]
  }

  private static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }

  private var subjectMembers: [(String, String)] {
    get throws {
      switch entry.subject {
      case .key(let key): return [("key", try Self.quoted(key.text))]
      case .fields(let rule, let name, let app, let version):
        let fields = [("rule", rule.name), ("name", name), ("app", app), ("appVersion", version)]
        return try fields.compactMap { key, value in try value.map { (key, try Self.quoted($0)) } }
      }
    }
  }

  private static func quoted(_ text: String) throws -> String { String(try JSONDocument.line(text).dropLast()) }
}
