import Schemas
import TraceAnalyzer
import TraceModel
import TraceReport

/// `tracetool explain`: explains a rule, a budget, a finding or a topic.
struct ExplainCommand: Command {
  static let name = "explain"
  static let summary = "Explain a rule, a budget, a finding or a topic; without one, list them."
  static let examples = [
    Example("explain", "The rules, budgets and topics."),
    Example("explain order.scene", "What a rule finds, why it matters, and what to do."),
    Example("explain 2a76b0b0a1c9ad0d logs/", "A finding of 'check --all', and the events that show it."),
    Example("explain --schema event", "The JSON Schema of an event."),
  ]
  static let readsConfiguration = true
  static var operands: [Operand<Self>] {
    [
      .optional("TOPIC", "A rule, a budget, the fingerprint of a finding, or a topic", \.topic),
      .paths(\.query.paths),
    ]
  }
  static var options: [OptionGroup<Self>] {
    let schema = Option<Self>.value("--schema", "NAME", "Print a schema", \.schema, as: .choice)
    return [
      OptionGroup("Explaining", [schema]), .judging(\.query), .logs(\.query),
      everywhere,
    ]
  }

  var invocation: Invocation
  var query: LaunchQuery
  private(set) var topic: String?
  private(set) var schema: Schema?
  private var dataset: LaunchDataset?

  init(_ defaults: Defaults) {
    invocation = Invocation(defaults, answer: Self.answer)
    query = LaunchQuery(defaults)
  }

  /// Who looks for a mistake in a configuration may read its schema.
  var needsConfiguration: Bool { schema == nil }

  mutating func run() throws -> ExitCode {
    if let topic, FindingPage.isFingerprint(topic) {
      let dataset = try LaunchDataset(query, invocation)
      self.dataset = dataset
      let page = FindingPage(dataset: dataset, query: query, drawing: invocation.drawing)
      try invocation.deliver(TextAnswer(page.tables(of: topic)))
      return dataset.exitCode
    }
    // A reason of a reject has spaces, which a person need not quote.
    let phrase = ([topic].compactMap(\.self) + query.paths).joined(separator: " ")
    if let reason = Reject.Reason(rawValue: phrase) {
      try invocation.write(ReadingPages.page(of: reason))
      return .fine
    }
    if let path = query.paths.first { throw Failure.usage("'\(path)' is more than a topic takes") }
    let budgets = query.judging.budgets
    let contract = schema.map { String(decoding: $0.bytes, as: UTF8.self) }
    let pages = Self.pages(budgets)
    let page = try topic.map { word in
      if let page = pages.first(where: { $0.0 == word }) { return page.1 }
      let hint = Suggestion.hint(word, among: pages.map(\.0))
      let advice = hint.isEmpty ? "; 'tracetool explain' lists them" : hint
      throw Failure.usage("'\(word)' is no rule, budget or topic\(advice)")
    }
    try invocation.write(contract ?? page ?? Self.catalogue(budgets))
    return .fine
  }

  private static func pages(_ set: Budgets) -> [(String, String)] {
    let budgets = BudgetID.allCases.map { ($0.name, table([$0], set)) }
    let topics = HelpTopic.all.map { ($0.name, $0.text) } + [("inferences", inferences)] + ReadingPages.all
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
    let names = HelpTopic.all.map(\.name) + ["inferences", "formats", "rejects"]
    let topics = names.map { "'\($0)'" }.joined(separator: ", ")
    return "\(rules.text())\n\(table(BudgetID.allCases, set))\n\(inferences)\n"
      + "'tracetool explain NAME' explains one of these, or a finding by its fingerprint.\n"
      + "Topics: \(topics).\n"
  }
}
