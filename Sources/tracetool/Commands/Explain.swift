import Schemas
import TraceAnalyzer
import TraceModel
import TraceReport

/// `tracetool explain`: what a rule, a budget or a topic means.
enum Explain {
  static func run(_ invocation: Invocation) throws -> ExitCode {
    let words = invocation.arguments
    if let word = words.first, ExplainFinding.isFingerprint(word) { return try ExplainFinding.run(invocation) }
    if words.count > 1 { throw Failure.usage("'\(words[1])' is more than a topic takes") }
    let contract = invocation.schema.map { Command.text($0.bytes) }
    let pages = pages(invocation.judging.budgets)
    let page = try words.first.map { word in
      if let page = pages.first(where: { $0.0 == word }) { return page.1 }
      let hint = Suggestion.hint(word, among: pages.map(\.0))
      throw Failure.usage("'\(word)' is no rule, budget or topic\(hint); 'tracetool explain' lists them")
    }
    try invocation.write(contract ?? page ?? catalogue(invocation.judging.budgets))
    return .fine
  }

  private static func pages(_ set: Budgets) -> [(String, String)] {
    let budgets = BudgetID.allCases.map { ($0.name, table([$0], set)) }
    let topics = [
      ("exit-codes", Command.text(PackageResources.exit_codes_txt)),
      ("launch-times", Command.text(PackageResources.launch_times_txt)),
      ("soundness", Command.text(PackageResources.soundness_txt)), ("inferences", inferences),
    ]
    return Catalogue.descriptions.map { ($0.id.name, $0.page) } + budgets + topics
  }

  private static func table(_ budgets: [BudgetID], _ set: Budgets) -> String {
    let rows = budgets.compactMap { id -> [Cell]? in
      guard let limit = set[id] else { return nil }
      let budget = id.definition
      let text =
        switch budget.unit {
        case .time: DurationText.of(limit)
        case .memory: "\(limit / 1_000_000) MB"
        }
      return [.text(budget.name), .text(text), .text(budget.severity.name), .text(budget.source)]
    }
    let phases = LaunchPhaseName.allCases.map { BudgetID.phase($0).name }.joined(separator: ", ")
    let notes = [
      "--budget NAME=VALUE sets another limit, as in 400ms, 25s or 10min; of memory, as in 80MB",
      "a phase has none until it is set: \(phases)",
    ]
    return Table("Budgets", ["budget", "limit", "severity", "rests on"], rows, notes: notes).text()
  }

  private static let inferences = Table(
    "Inferences", ["inference", "number", "what it decides", "rests on"],
    Inference.allCases.map { [.text("\($0)"), .nanos($0.nanos), .text($0.meaning), .text($0.source)] }
  ).text()

  private static func catalogue(_ set: Budgets) -> String {
    let rules = Table(
      "Rules", ["rule", "severity", "is found when"],
      Catalogue.descriptions.map { [.text($0.id.name), .text($0.severity.text), .text($0.summary)] })
    return "\(rules.text())\n\(table(BudgetID.allCases, set))\n\(inferences)\n"
      + "'tracetool explain NAME' tells more of each, and of a finding by its fingerprint;\n"
      + "'soundness', 'launch-times' and 'exit-codes' are pages, too.\n"
  }
}
