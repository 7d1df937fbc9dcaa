import Schemas
import TraceAnalyzer
import TraceModel
import TraceReport

/// `tracetool explain`: what a rule, a budget or a topic means.
enum Explain {
  static func run(_ session: Session) throws -> ExitCode {
    let (words, schema) = (session.settings.arguments, session.settings.schema)
    if let word = words.first, ExplainFinding.isFingerprint(word) { return try ExplainFinding.run(session) }
    if words.count > 1 { throw Failure.usage("'\(words[1])' is more than a topic takes") }
    let contract = schema.map { String(decoding: $0.bytes, as: UTF8.self) }
    let page = try words.first.map { try Values.choice($0, pages) }
    try session.write(contract ?? page ?? catalogue)
    return .fine
  }

  private static var pages: [(String, String)] {
    let budgets = Budgets.names.map { name in (name, table(Budgets.standard.filter { $0.name == name })) }
    let topics = [
      ("exit-codes", PackageResources.exit_codes_txt), ("launch-times", PackageResources.launch_times_txt),
      ("soundness", PackageResources.soundness_txt),
    ].map { ($0, String(decoding: $1, as: UTF8.self)) }
    return Catalogue.all.map { ($0.rule.name, page($0)) } + budgets + topics + [("inferences", inferences)]
  }

  private static func page(_ rule: RuleDescription) -> String {
    let found = rule.found.map { "\nFound where ▸ stands:\n\($0)\n" }
    let clean = rule.clean.map { "\nNot found:\n\($0)\n" }
    return """
      \(rule.rule.name): \(rule.severity)

      \(rule.summary)

      Why it matters: \(rule.rationale)
      What to do: \(rule.remedy)
      Source: \(rule.source)
      \((found + clean).joined())
      """
  }

  private static func table(_ budgets: [Budgets.Budget]) -> String {
    let rows = budgets.map { budget -> [Cell] in
      let isMemory = budget.name.hasSuffix("memory")
      let limit = isMemory ? "\(budget.limit / 1_000_000) MB" : DurationText.of(budget.limit)
      return [.text(budget.name), .text(limit), .text(budget.severity.name), .text(budget.source)]
    }
    let phases = Budgets.names.dropFirst(Budgets.standard.count).joined(separator: ", ")
    let notes = [
      "--budget NAME=VALUE sets another limit, as in 400ms, 25s or 10min; of memory, as in 80MB",
      "a phase has none until it is set: \(phases)",
    ]
    let columns: [Table.Column] = ["budget", "limit", "severity", "rests on"]
    return Table("Budgets", columns, rows, notes: notes).text()
  }

  private static let inferences = Table(
    "Inferences", ["inference", "number", "what it decides", "rests on"],
    Inference.allCases.map { [.text("\($0)"), .nanos($0.nanos), .text($0.summary), .text($0.evidence)] }
  ).text()

  private static var catalogue: String {
    let rules = Table(
      "Rules", ["rule", "severity", "is found when"],
      Catalogue.all.map { [.text($0.rule.name), .text($0.severity), .text($0.summary)] })
    return "\(rules.text())\n\(table(Budgets.standard))\n\(inferences)\n"
      + "'tracetool explain NAME' tells more of each, and of a finding by its fingerprint;\n"
      + "'soundness', 'launch-times' and 'exit-codes' are pages, too.\n"
  }
}
