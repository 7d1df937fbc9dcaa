import Schemas
import TraceAnalyzer
import TraceModel
import TraceReport

/// `tracetool explain`: what a rule, a budget or a topic means.
enum Explain {
  static func run(_ session: Session) throws -> ExitCode {
    try session.write(try text(session.settings))
    return .fine
  }

  private static func text(_ settings: Settings) throws(UsageError) -> String {
    if let schema = settings.schema { return String(decoding: schema.bytes, as: UTF8.self) }
    guard let name = settings.arguments.first else { return catalogue }
    if let rule = Catalogue.description(named: name) { return page(rule) }
    if let budget = Budgets.standard.first(where: { $0.name == name }) {
      return "\(name): \(Units.duration(budget.limit)), \(budget.severity)\n\nIt rests on "
        + "\(budget.source).\nAnother: --budget \(name)=VALUE\n"
    }
    do throws(UsageError) {
      return try Values.choice(name, Topics.all + names.map { ($0, "") })
    } catch {
      throw UsageError("'explain' \(error.message)", command: "explain")
    }
  }

  private static var names: [String] {
    Catalogue.all.map(\.rule.name) + Budgets.standard.map(\.name)
  }

  private static func page(_ rule: RuleDescription) -> String {
    """
    \(rule.rule.name): \(rule.severity)

    \(rule.summary)

    Why it matters: \(rule.rationale)
    What to do: \(rule.remedy)
    Source: \(rule.source)

    """
  }

  private static var catalogue: String {
    let rules = Table(
      "Rules", ["rule", "severity", "is found when"].map { Table.Column($0) },
      Catalogue.all.map { [.text($0.rule.name), .text($0.severity), .text($0.summary)] })
    let budgets = Table(
      "Budgets", ["budget", "limit", "severity", "rests on"].map { Table.Column($0) },
      Budgets.standard.map {
        [.text($0.name), .nanos($0.limit), .text($0.severity), .text($0.source)]
      })
    let topics = Topics.all.map(\.0).joined(separator: ", ")
    return "\(rules.text())\n\(budgets.text())\nTopics: \(topics)\n"
      + "'tracetool explain NAME' tells more of each.\n"
  }
}
