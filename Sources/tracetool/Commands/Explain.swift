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
    let budgets = Budgets.names.map { name in (name, table(Budgets.standard.filter { $0.name == name }, set)) }
    let topics = [
      ("exit-codes", Command.text(PackageResources.exit_codes_txt)),
      ("launch-times", Command.text(PackageResources.launch_times_txt)),
      ("soundness", Command.text(PackageResources.soundness_txt)), ("inferences", inferences),
    ]
    return Catalogue.pages.map { ($0.rule.name, $0.lines.joined(separator: "\n")) } + budgets + topics
  }

  private static func table(_ budgets: [Budgets.Budget], _ set: Budgets) -> String {
    let rows = budgets.map { budget -> [Cell] in
      let isMemory = budget.name.hasSuffix("memory")
      let limit = set[budget.name] ?? budget.limit
      let text = isMemory ? "\(limit / 1_000_000) MB" : DurationText.of(limit)
      return [.text(budget.name), .text(text), .text(budget.severity.name), .text(budget.source)]
    }
    let phases = Budgets.names.dropFirst(Budgets.standard.count).joined(separator: ", ")
    let notes = [
      "--budget NAME=VALUE sets another limit, as in 400ms, 25s or 10min; of memory, as in 80MB",
      "a phase has none until it is set: \(phases)",
    ]
    return Table("Budgets", ["budget", "limit", "severity", "rests on"], rows, notes: notes).text()
  }

  private static let inferences = Table(
    "Inferences", ["inference", "number", "what it decides", "rests on"],
    Inference.allCases.map { [.text($0.row[0]), .nanos($0.nanos), .text($0.row[2]), .text($0.row[3])] }
  ).text()

  private static func catalogue(_ set: Budgets) -> String {
    let rules = Table(
      "Rules", ["rule", "severity", "is found when"],
      Catalogue.pages.map { [.text($0.rule.name), .text($0.severity), .text($0.summary)] })
    return "\(rules.text())\n\(table(Budgets.standard, set))\n\(inferences)\n"
      + "'tracetool explain NAME' tells more of each, and of a finding by its fingerprint;\n"
      + "'soundness', 'launch-times' and 'exit-codes' are pages, too.\n"
  }
}
