import Schemas
import TraceAnalyzer
import TraceModel
import TraceReport

/// `tracetool explain`: what a rule, a budget or a topic means.
enum Explain {
  static func run(_ session: Session) throws -> ExitCode {
    let settings = session.settings
    let text =
      if let schema = settings.schema {
        String(decoding: schema.bytes, as: UTF8.self)
      } else if let name = settings.arguments.first { try Values.choice(name, pages) } else {
        catalogue
      }
    try session.write(text)
    return .fine
  }

  private static var pages: [(String, String)] {
    Catalogue.all.map { ($0.rule.name, page($0)) } + Budgets.standard.map { ($0.name, page($0)) }
      + [("exit-codes", exitCodes)]
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

  private static func page(_ budget: Budgets.Budget) -> String {
    let kind = budget.name.split(separator: ".")[1]
    let (meaning, rule) =
      switch kind {
      case "handler": ("a didEnterBackground may take to return", "handler-overrun")
      case "assertion": ("a background task, or all of one stay together, may run", "task-overrun")
      default: ("a task of kind '\(kind)' may run in the background", "task-overrun")
      }
    return """
      \(budget.name): \(DurationText.of(budget.limit)), \(budget.severity)

      How long \(meaning).
      What takes longer is found as background.\(rule).

      Source: \(budget.source)
      Another limit: --budget \(budget.name)=VALUE, as in 400ms, 25s or 10min

      """
  }

  private static var catalogue: String {
    let rules = Table(
      "Rules", ["rule", "severity", "is found when"],
      Catalogue.all.map { [.text($0.rule.name), .text($0.severity), .text($0.summary)] })
    let table = Table(
      "Budgets", ["budget", "limit", "severity", "rests on"],
      Budgets.standard.map {
        [.text($0.name), .nanos($0.limit), .text($0.severity), .text($0.source)]
      })
    return "\(rules.text())\n\(table.text())\n"
      + "'tracetool explain NAME' tells more of each; 'exit-codes' is a page, too.\n"
  }

  private static let exitCodes = """
    0    fine
    1    findings that are certain and at or above --fail-on ('check' alone)
    2    the command line, or the SQL in it, cannot be understood
    3    the data cannot answer: no event, no known event, too many rejects, nothing selected
    4    an input, the output or the store cannot be read or written
    70   a bug of tracetool's
    130  interrupted (Ctrl-C)
    141  the reader of the output went away
    143  terminated

    They do not depend on the output format.

    """
}
