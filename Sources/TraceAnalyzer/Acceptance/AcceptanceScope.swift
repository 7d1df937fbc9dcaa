import TraceModel

/// Decides from the launches of a check which findings would have shown in them.
struct AcceptanceScope {
  /// Fewer launches do not show that a finding is gone: this project's number.
  private static let leastLaunches = 20

  private let launches: [Launch]
  private let judging: JudgingContext
  private let ruleFilter: RuleFilter?

  /// The scope of a check of these launches, by the rules that a filter lets pass.
  init(_ launches: [Launch], _ judging: JudgingContext, _ ruleFilter: RuleFilter?) {
    self.launches = launches
    self.judging = judging
    self.ruleFilter = ruleFilter
  }

  /// True if enough launches would have shown what an entry accepts, had it still been there.
  func couldShow(_ subject: AcceptanceSubject) -> Bool {
    let rule = subject.rule
    if judging.options.rules[rule]?.setting == .off || ruleFilter?.contains(rule) == false { return false }
    let description = Catalogue.description(of: rule)
    let showing = launches.lazy.filter { launch in
      isMeant(launch, by: subject) && couldShow(launch, description)
    }
    return showing.prefix(Self.leastLaunches).count == Self.leastLaunches
  }

  /// True if a launch is of the app and the version, and for a median of the kind and the model, that an entry is about.
  private func isMeant(_ launch: Launch, by subject: AcceptanceSubject) -> Bool {
    let context = launch.context
    switch subject {
    case .fields(_, _, let app, let version):
      return app.map { $0 == context.app } ?? true && version.map { $0 == context.appVersion } ?? true
    case .key(let key):
      guard key.app == context.app else { return false }
      guard key.rule == .`launch.slow` else { return true }
      let model = key.names.dropFirst().first ?? ""
      return key.names.first == launch.kind.name && (model.isEmpty || model == context.deviceModel)
    }
  }

  /// True if the log of a launch records what a rule needs to find something.
  private func couldShow(_ launch: Launch, _ description: RuleDescription) -> Bool {
    let subject = LaunchFindings(launch, judging)
    guard subject.isJudged, description.budgets.isEmpty || subject.isEnforced else { return false }
    switch description.sees {
    case .launches: return launch.isCounted
    case .tasks: return subject.summary.kinds.contains(.taskBegin) && subject.recordsTaskEnds
    case .machine, .steps, .replay: return description.neededKinds.allSatisfy { isAnyRecorded($0, subject) }
    }
  }

  private func isAnyRecorded(_ kinds: KindSet, _ subject: LaunchFindings) -> Bool {
    kinds.kinds.contains { subject.knowledge(of: $0) == .recorded }
  }
}
