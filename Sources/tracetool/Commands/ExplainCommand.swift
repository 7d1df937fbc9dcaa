import Schemas
import TraceAnalyzer
import TraceIngest
import TraceModel
import TraceReport
import TraceStore

struct ExplainCommand: Command {
  static let name = "explain"
  static let summary = "Explain a rule, a budget, a setting, a topic or a word; without one, list them."
  static let examples = [
    Example("explain", "The rules, budgets and topics."),
    Example("explain order.scene", "What a rule finds, why it matters, and what to do."),
    Example("explain cold", "What a word of tracetool's answers means."),
    Example("explain rules.quirks", "A setting of the configuration, with an example."),
    Example("explain config", "The settings in force, and where each was made."),
    Example("explain config --launch a886b9d4 logs/", "The budgets of a launch, and what sets each."),
    Example("explain --schema event", "The JSON Schema of an event."),
  ]
  static let readsConfiguration = true
  static var operands: [Operand<Self>] {
    [
      .optional(
        "TOPIC", "A rule, a budget, a setting, a topic or a word", \.topic,
        offering: RuleID.allCases.map(\.name) + BudgetID.allCases.map(\.name) + topics + Word.all.map(\.name)
          + SettingSchema.names),
      .paths(\.query.paths),
    ]
  }
  static var options: [OptionGroup<Self>] {
    let own: [Option<Self>] = [
      .value("--schema", "NAME", "Print a schema", \.schema, as: .choice),
      .value("--launch", "ID", "With 'config': show the budgets of this launch", \.launch, as: .text),
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
  private let defaults: Defaults
  private var dataset: LaunchDataset?

  init(_ defaults: Defaults) {
    invocation = Invocation(defaults, answer: Self.answer)
    query = LaunchQuery(defaults)
    self.defaults = defaults
  }

  /// False for a fixed text: a schema can be read to mend a broken configuration.
  var needsConfiguration: Bool { fixedText == nil }

  /// A text that depends on neither configuration, store nor logs; else nil.
  private var fixedText: String? {
    schema.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// Topics that are wide tables or depend on the configuration; `help` has no page of them.
  static let explainedOnly = [
    ConfigurationPage.topic, "formats", "inferences", "kills", TaskRefusal.domain, Word.topic,
  ]

  private static var topics: [String] {
    HelpTopic.all.map(\.name) + [ComparePage.topic] + explainedOnly
  }

  mutating func run() throws -> ExitCode {
    if let text = fixedText {
      if let word = invocation.operands.first {
        throw Failure.usage("'\(name: word)' is more than '\(name: invocation.givenOptions[0])' takes")
      }
      try invocation.write(text)
      return .fine
    }
    if topic == ConfigurationPage.topic { return try explainConfiguration() }
    if launch != nil { throw Failure.usage("'--launch' is only for 'tracetool explain config'") }
    // A reason of a reject has spaces, which need no quotes.
    let phrase = ([topic].compactMap(\.self) + query.paths).joined(separator: " ")
    if let reason = Reject.Reason(rawValue: phrase) {
      try write(.text(ReadingPages.page(of: reason)))
      return .fine
    }
    let budgets = query.judging.budgets
    let pages = Self.pages(budgets, query.logs.reading.rows.map(\.row))
    guard let topic else {
      try write(Self.catalogue(budgets))
      return .fine
    }
    var found = pages.filter { $0.0 == topic }.map(\.1)
    if let setting = ConfigurationPage.page(of: topic, settings, invocation) { found.append(.tables([setting])) }
    if found.isEmpty { throw unknown(topic, among: pages.map(\.0)) }
    if let path = query.paths.first { throw Failure.usage("'\(name: path)' is more than a topic takes") }
    if found.count == 1 { try write(found[0]) } else { try invocation.write(found.map(text).joined(separator: "\n")) }
    return .fine
  }

  /// A page before drawing: tables are drawn for the window, and texts filled to it.
  private enum Page {
    case text(String)
    case tables([Table])
  }

  private func write(_ page: Page) throws {
    switch page {
    case .text: try invocation.write(text(page))
    case .tables(let tables): try invocation.deliver(TextAnswer(tables))
    }
  }

  private func text(_ page: Page) -> String {
    let drawing = invocation.drawing
    return switch page {
    case .text(let text): PageText.filled(text, width: HelpPage(width: drawing.width).width)
    case .tables(let tables): TextAnswer(tables).text(drawing: drawing)
    }
  }

  private var settings: SettingsInForce {
    SettingsInForce(defaults: defaults, query: query, givenOptions: invocation.givenOptions)
  }

  private func unknown(_ word: String, among names: [String]) -> Failure {
    // Names of checks are so short that any id is near to one.
    let longer = names.filter { SceneRow.Check(rawValue: $0) == nil }
    let hint = Suggestion.hint(word, among: longer + [ConfigurationPage.topic] + SettingSchema.names)
    let isID = FindingPage.isFingerprint(word) || !query.paths.isEmpty
    let other: Sentence = isID ? "; 'tracetool show' shows launches and findings" : "; 'tracetool explain' lists them"
    return .usage("'\(name: word)' is no rule, budget, setting, topic or word\(hint.isEmpty ? other : hint)")
  }

  private mutating func explainConfiguration() throws -> ExitCode {
    guard let launch else {
      if let path = query.paths.first {
        throw Failure.usage("'\(name: path)' is more than 'config' takes without --launch")
      }
      try invocation.deliver(TextAnswer([ConfigurationPage.table(settings, invocation)]))
      return .fine
    }
    try query.selection.add(launch, of: .launch)
    let dataset = try LaunchDataset(query, invocation, scope: launch.contains("*") ? .all : .named(id: launch))
    self.dataset = dataset
    let budgets = try ConfigurationPage.budgets(of: launch, dataset)
    try invocation.deliver(TextAnswer([budgets]))
    return dataset.exitCode
  }

  private static func pages(_ set: Budgets, _ own: [OwnRow]) -> [(String, Page)] {
    let budgets = BudgetID.allCases.map { ($0.name, Page.tables([table([$0], set)])) }
    let topics =
      HelpTopic.all.map { ($0.name, Page.text($0.text)) } + [
        ("formats", .tables([ReadingPages.formats, ReadingPages.rows(own)])), ("inferences", .tables([inferences])),
        ("kills", .tables([ReadingPages.kills])), (TaskRefusal.domain, .tables([ReadingPages.taskRefusals])),
        (ComparePage.topic, .text(ComparePage.text)), (Word.topic, .text(Word.page)),
      ]
    // The checks of scenes are on one page, but people look for the name that they see in a row.
    let scenes = HelpTopic.all.first { $0.name == HelpTopic.scenes }?.text ?? ""
    let checks = SceneRow.Check.allCases.map { ($0.rawValue, Page.text(scenes)) }
    let rules = Catalogue.descriptions.map { rule in
      let code = rule.code.map { [$0.wrong, $0.right] } ?? []
      return (rule.id.name, Page.text(PageText.marking(code, in: rule.page)))
    }
    let reasons = ReadingPages.reasons.map { ($0.0, Page.text($0.1)) }
    let words = Word.all.map { ($0.name, Page.text($0.text)) }
    return words + rules + budgets + topics + reasons + checks
  }

  private static func table(_ budgets: [BudgetID], _ set: Budgets) -> Table {
    let rows = budgets.compactMap { id -> [Cell]? in
      guard let limit = set[id] else { return nil }
      let budget = id.definition
      return [.name(budget.name), .name(id.text(of: limit)), .name(budget.severity.name), .name(budget.source)]
    }
    let phases = LaunchPhaseName.allCases.map { BudgetID.phase($0).name }.joined(separator: ", ")
    let floored = BudgetID.allCases.filter { $0.definition.least > 0 }.map(\.name).joined(separator: ", ")
    let notes: [Sentence] =
      [
        "--budget NAME=VALUE sets another limit, as in 400ms, 25s or 10min; of memory, as in 80MB",
        "a phase has none until it is set: \(name: phases)",
        "at least \(nanos: Budget.leastHeldNanos), as shorter durations are not kept: \(name: floored)",
      ] + (set.areConditional ? ["some launches have others: 'tracetool explain config' lists them"] : [])
    return Table("Budgets", ["budget", "limit", "severity", "source"], rows, notes: notes)
  }

  private static let inferences = Table(
    "Inferences", ["inference", "number", "what it decides", "source"],
    Inference.allCases.map { [.name("\($0)"), .nanos($0.nanos), .name($0.meaning), .name($0.source)] })

  private static func catalogue(_ set: Budgets) -> Page {
    let rules = Table(
      "Rules", ["rule", "severity", "is found when"],
      Catalogue.descriptions.map { [.name($0.id.name), .name($0.severity.text), .name($0.summary)] })
    let topics = Self.topics.joined(separator: ", ")
    let end = Table(
      "", [], [],
      notes: [
        "'tracetool explain NAME' explains one of these.", "Topics: \(name: topics).",
        "Words: \(name: Word.all.map(\.name).joined(separator: ", ")).",
        "Settings: \(name: SettingSchema.names.filter { !$0.contains(".") }.joined(separator: ", ")); 'tracetool explain config' "
          + "has their values.",
      ])
    return .tables([rules, table(BudgetID.allCases, set), inferences, end])
  }
}
