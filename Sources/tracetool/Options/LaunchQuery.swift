import TraceAnalyzer
import TraceIngest
import TraceModel

/// The question about launches that several commands share: where they are, which are meant, how they are judged.
struct LaunchQuery {
  /// The logs and stores that are named; if there are none, the store of `--store` is read.
  var paths: [String] = []
  /// True if logs are read, and not stores alone.
  var readsLogs: Bool { paths.contains { !SourceList.isStore($0) } }
  var readsStores: Bool { paths.contains { SourceList.isStore($0) } }
  var logs: LogOptions
  /// Bytes of memory for events before they go to a temporary file.
  var memory: Int64
  var selection = Selection()
  var judging: JudgingOptions
  /// Nil for all rules.
  var ruleFilter: RuleFilter?

  init(_ defaults: Defaults) {
    logs = LogOptions(defaults)
    memory = defaults.memory.value
    judging = defaults.judging
  }

  static var ruleOption: Option<Self> {
    Option.value(
      "--rule", "LIST", "Only findings of these rules, as in order.*,trace.gap", as: .list(of: .rulePattern)
    ) { query, patterns in query.ruleFilter = RuleFilter(patterns: patterns) }.forListing
  }

  /// The options that say how logs are read without a store.
  static var readingOptions: [Option<Self>] {
    LogOptions.options.map { $0.at(\.logs) } + [
      Option.value(
        "--memory", "SIZE",
        "Memory for what is read before a temporary file is used; besides, a launch takes 0.4 kB, with tasks and findings "
          + "some 2 kB", \.memory, as: .memory
      ).forLogs
    ]
  }
}

extension OptionGroup {
  static func selection(_ path: WritableKeyPath<Target, LaunchQuery>) -> Self {
    OptionGroup("Selection", and: Selection.options, at: path.appending(path: \.selection))
  }

  static func logs(_ path: WritableKeyPath<Target, LaunchQuery>) -> Self {
    OptionGroup("Logs", and: LaunchQuery.readingOptions, at: path)
  }

  /// The options that change what is a finding, after those of the command itself.
  static func judging(_ path: WritableKeyPath<Target, LaunchQuery>, after own: [Option<Target>] = []) -> Self {
    let budgets = JudgingOptions.options.map { $0.at(path.appending(path: \.judging)) }
    return OptionGroup("Judging", own, sharing: budgets + [LaunchQuery.ruleOption.at(path)])
  }
}

extension ArgumentType where Value == Dimension {
  /// A property to group launches by; documents call the system's version by its longer name.
  static func dimension(among cases: [Dimension] = Dimension.allCases) -> Self {
    let choice = Self.choice(among: cases)
    return Self(
      read: { text in
        if text == "osVersion" { throw Failure.usage("'osVersion' is no property to group by; did you mean 'os'?") }
        return try choice.read(text)
      }, text: choice.text, texts: choice.texts)
  }
}

extension JudgingOptions {
  static var options: [Option<Self>] {
    [
      .value(
        "--budget", "NAME=VALUE", "Set a budget, as in background.assertion=25s; may be repeated",
        as: .text(beginningWith: BudgetID.allCases.map { "\($0.name)=" })
      ) { judging, text in
        let (name, value) = try Values.pair(text, "NAME=VALUE")
        let budget = try Values.choice(name, BudgetID.allCases.map { ($0.name, $0) })
        judging.budgets.set(budget, to: try Values.limit(of: budget, value))
      },
      .value(
        "--include", "LIST", "Judge the times of these launches as well", as: .list(of: .choice)
      ) { judging, environments in judging.include = Set(environments) },
    ]
  }
}
