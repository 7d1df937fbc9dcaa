import Schemas
import TraceAnalyzer
import TraceModel
import TraceReport
import TraceStore

/// `tracetool explain`: explains a rule, a budget, a finding or a topic.
struct ExplainCommand: Command {
  static let name = "explain"
  static let summary = "Explain a launch, a finding, a rule, a budget or a topic; without one, list rules and topics."
  static let examples = [
    Example("explain", "The rules, budgets and topics."),
    Example("explain order.scene", "What a rule finds, why it matters, and what to do."),
    Example("explain a886b9d4 logs/", "A launch: its kind, its time beside others, how it ended, what was judged."),
    Example("explain 2a76b0b0a1c9ad0d logs/", "A finding of 'check --all', and the events that show it."),
    Example("explain config", "The settings in force, and where each was made."),
    Example("explain config --launch a886b9d4 logs/", "The budgets of a launch, and what sets each."),
    Example("explain --schema event", "The JSON Schema of an event."),
    Example("explain --completions zsh", "The script with which zsh completes commands, options and values."),
  ]
  static let readsConfiguration = true
  static var operands: [Operand<Self>] {
    [
      .optional(
        "TOPIC", "A rule, a budget or a topic; or a launch's id or a finding's fingerprint, or its beginning", \.topic,
        offering: RuleID.allCases.map(\.name) + BudgetID.allCases.map(\.name) + topics),
      .paths(\.query.paths),
    ]
  }
  static var options: [OptionGroup<Self>] {
    let own: [Option<Self>] = [
      .value("--schema", "NAME", "Print a schema", \.schema, as: .choice),
      .value("--launch", "ID", "With 'config': show the budgets of this launch", \.launch, as: .text),
      .value(
        "--completions", "SHELL", "Print the script that completes command lines in a shell", \.shell, as: .choice),
      .flag("--man", "Print the manual page, as 'man' reads it", \.printsManual),
    ]
    return [
      OptionGroup("Explaining", own), .judging(\.query), .logs(\.query),
      everywhere,
    ]
  }

  var invocation: Invocation
  var query: LaunchQuery
  private(set) var topic: String?
  private(set) var schema: Schema?
  private(set) var launch: String?
  private(set) var shell: Shell?
  private(set) var printsManual = false
  private let defaults: Defaults
  private var dataset: LaunchDataset?

  init(_ defaults: Defaults) {
    invocation = Invocation(defaults, answer: Self.answer)
    query = LaunchQuery(defaults)
    self.defaults = defaults
  }

  /// False for a text that does not depend on the configuration: a schema can be read to mend a broken one.
  var needsConfiguration: Bool { fixedText == nil }

  /// A text that depends on neither the configuration, the store nor the logs; nil for everything else.
  private var fixedText: String? {
    if let schema { return String(decoding: schema.bytes, as: UTF8.self) }
    if let shell { return shell.completions.script(for: CommandSyntax.all) }
    return printsManual ? ManualPage.text : nil
  }

  /// Topics that are wide tables or depend on the configuration; `help` has no page of them.
  static let explainedOnly = [ConfigurationPage.topic, "formats", "inferences", "kills", TaskRefusal.domain]

  /// The topics, in the order in which `explain` lists them.
  private static var topics: [String] {
    HelpTopic.all.map(\.name) + [ComparePage.topic] + explainedOnly
  }

  mutating func run() throws -> ExitCode {
    if let text = fixedText {
      if let word = invocation.operands.first {
        throw Failure.usage("'\(word)' is more than '\(invocation.givenOptions[0])' takes")
      }
      try invocation.write(text)
      return .fine
    }
    if topic == ConfigurationPage.topic { return try explainConfiguration() }
    if launch != nil { throw Failure.usage("'--launch' goes with 'tracetool explain config' alone") }
    // A reason of a reject has spaces, which a person need not quote.
    let phrase = ([topic].compactMap(\.self) + query.paths).joined(separator: " ")
    if let reason = Reject.Reason(rawValue: phrase) {
      try invocation.write(ReadingPages.page(of: reason))
      return .fine
    }
    let budgets = query.judging.budgets
    let pages = Self.pages(budgets)
    let page = pages.first { $0.0 == topic }?.1
    if page == nil, let topic {
      // Names of checks are so short that any id is near to one.
      let names = pages.map(\.0).filter { SceneRow.Check(rawValue: $0) == nil }
      try checkLooksLikeID(topic, topics: names + [ConfigurationPage.topic])
      return try explainSubject(topic)
    }
    if let path = query.paths.first { throw Failure.usage("'\(path)' is more than a topic takes") }
    try invocation.write(page ?? Self.catalogue(budgets))
    return .fine
  }

  /// Lists the settings in force, or the budgets of one launch.
  private mutating func explainConfiguration() throws -> ExitCode {
    guard let launch else {
      if let path = query.paths.first { throw Failure.usage("'\(path)' is more than 'config' takes without --launch") }
      let settings = SettingsInForce(defaults: defaults, query: query, givenOptions: invocation.givenOptions)
      try invocation.deliver(TextAnswer([ConfigurationPage.table(settings, invocation)]))
      return .fine
    }
    try query.selection.add(launch, of: .launch)
    let dataset = try LaunchDataset(query, invocation)
    self.dataset = dataset
    let budgets = try dataset.withDetails { try ConfigurationPage.budgets(of: launch, dataset) }
    try invocation.deliver(TextAnswer([budgets]))
    return dataset.exitCode
  }

  /// - Throws: A usage `Failure` for a word that is a misspelt topic, or for which there is nothing to look in.
  private func checkLooksLikeID(_ word: String, topics: [String]) throws {
    guard query.paths.isEmpty, !FindingPage.isFingerprint(word) else { return }
    let hint = Suggestion.hint(word, among: topics)
    if hint.isEmpty, System.isThere(invocation.store) { return }
    let advice = hint.isEmpty ? "; 'tracetool explain' lists them" : hint
    throw Failure.usage("'\(word)' is no rule, budget or topic\(advice)")
  }

  /// Explains the launch or the finding that `id` names.
  private mutating func explainSubject(_ id: String) throws -> ExitCode {
    let dataset = try LaunchDataset(query, invocation, parts: .named(id: id))
    self.dataset = dataset
    dataset.remarkMissingEvents()
    let page = try dataset.withDetails { try tables(of: id, dataset) }
    try invocation.deliver(TextAnswer(page))
    return dataset.exitCode
  }

  /// The page of the launch or the finding that `id` names.
  private func tables(of id: String, _ dataset: LaunchDataset) throws -> [Table] {
    switch try NamedSubject(id, dataset.selected, { dataset.judged().findings }) {
    case .launch(let launch):
      let page = LaunchPage(dataset: dataset, findings: dataset.findings(of: launch))
      var words = Suggestion.inputWords(invocation.words.dropFirst(), of: Self.allOptions)
      if let place = words.firstIndex(of: id) { words.remove(at: place) }
      return try page.tables(of: launch, input: Suggestion.command(words))
    case .findings(let named):
      let page = FindingPage(dataset: dataset, query: query, drawing: invocation.drawing)
      return try page.tables(of: named[0])
    }
  }

  private static func pages(_ set: Budgets) -> [(String, String)] {
    let budgets = BudgetID.allCases.map { ($0.name, table([$0], set)) }
    let topics =
      HelpTopic.all.map { ($0.name, $0.text) } + [
        ("formats", ReadingPages.formats), ("inferences", inferences), ("kills", ReadingPages.kills),
        (TaskRefusal.domain, ReadingPages.taskRefusals),
        (ComparePage.topic, ComparePage.text),
      ]
    // The checks of scenes are on one page, but people look for the name that they see in a row.
    let scenes = topics.first { $0.0 == HelpTopic.scenes }?.1 ?? ""
    let checks = SceneRow.Check.allCases.map { ($0.rawValue, scenes) }
    return Catalogue.descriptions.map { ($0.id.name, $0.page) } + budgets + topics + ReadingPages.reasons + checks
  }

  private static func table(_ budgets: [BudgetID], _ set: Budgets) -> String {
    let rows = budgets.compactMap { id -> [Cell]? in
      guard let limit = set[id] else { return nil }
      let budget = id.definition
      return [.text(budget.name), .text(id.text(of: limit)), .text(budget.severity.name), .text(budget.source)]
    }
    let phases = LaunchPhaseName.allCases.map { BudgetID.phase($0).name }.joined(separator: ", ")
    let floored = BudgetID.allCases.filter { $0.definition.least > 0 }.map(\.name).joined(separator: ", ")
    let notes =
      [
        "--budget NAME=VALUE sets another limit, as in 400ms, 25s or 10min; of memory, as in 80MB",
        "a phase has none until it is set: \(phases)",
        "no less than \(DurationText.of(Budget.leastHeldNanos)), as nothing shorter is kept: \(floored)",
      ] + (set.areConditional ? ["some launches have others: 'tracetool explain config' lists them"] : [])
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
    let topics = topics.map { "'\($0)'" }.joined(separator: ", ")
    return "\(rules.text())\n\(table(BudgetID.allCases, set))\n\(inferences)\n"
      + "'tracetool explain NAME' explains one of these, or a finding by its fingerprint.\n"
      + "Topics: \(topics).\n"
  }
}
