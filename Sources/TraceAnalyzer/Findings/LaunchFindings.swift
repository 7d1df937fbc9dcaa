import TraceModel

/// What a budget was exceeded by.
struct BudgetOverrun {
  var budget: String
  var measured, limit: Int64

  /// The two durations for people.
  var ran: String { DurationText.of(measured) }
  var allowed: String { DurationText.of(limit) }
}

/// What findings are told from beside their launch.
///
/// A class, so that each launch shares it.
final class JudgingContext: Sendable {
  let symbols: Symbols
  let options: FindingsFold.Options
  let words: InternedNames
  let recorders: [Recorder.Key: Recorder]
  /// What no task of a shorter time exceeds: asked for each.
  let leastAssertion: Int64
  /// The platforms of launches, by all that tells them.
  private let platforms: [PlatformTexts: Platform]
  /// Which apps are extensions of others, where their launches don't say so.
  private let extensions: Extensions
  let tables = MachineTables()
  static let assertionBudgets = ["background.assertion", "background.assertion.warning"]

  init(_ all: [LaunchSummary], _ symbols: inout Symbols, _ options: FindingsFold.Options) {
    words = InternedNames(&symbols)
    self.symbols = symbols
    self.options = options
    recorders = Recorder.all(all, symbols)
    let texts = symbols.texts
    var platforms: [PlatformTexts: Platform] = [:]
    for context in symbols.contexts.values where platforms[PlatformTexts(context)] == nil {
      platforms[PlatformTexts(context)] = Platform(context, texts)
    }
    self.platforms = platforms
    extensions = Extensions(all, symbols)
    leastAssertion = max(Self.assertionBudgets.compactMap { options.budgets[$0] }.min() ?? .max, 0)
  }

  /// Whether the machines and budgets hold for launches with this context.
  func judges(_ context: Context) -> Bool {
    !isExtension(context) && platform(of: context)?.isJudged != false
  }

  /// Whether a launch with this context is one of an extension, by its own word or by its app's id.
  func isExtension(_ context: Context) -> Bool {
    context.processKind == words.extensionKind || extensions.app(of: context.app) != nil
  }

  /// The platform that a launch with this context ran on, if that is known.
  func platform(of context: Context) -> Platform? { platforms[PlatformTexts(context)] }

  /// A text, or nothing where there is none.
  func text(_ id: TextID) -> String? { id.isNone ? nil : symbols.texts.string(id) }

  /// A finding about an app, certain unless said otherwise.
  ///
  /// Its fingerprint names it for good: rule, what counted, app.
  func finding(_ rule: RuleID, _ told: FindingDraft, app: String?, version: String?) -> Finding {
    let page = Catalogue.pageOf[rule]
    let budget = Budgets.standard.first { $0.name == told.overrun?.budget }
    let severity = told.severity ?? budget?.severity ?? page?.worst ?? .note
    var hash = Fingerprint()
    for part in [rule.name] + told.names + [app ?? ""] {
      hash.add(part.utf8)
      hash.add(0)
    }
    return Finding(
      rule: rule.name, severity: severity.name, confidence: Confidence.certain.name, message: told.message,
      cause: told.cause ?? page?.cause, app: app, appVersion: version,
      inferred: told.inferred.map { "\($0)" }, measuredNanos: told.overrun?.measured,
      budgetNanos: told.overrun?.limit, budget: told.overrun?.budget, fingerprint: hash.hex)
  }
}

/// What of a context tells its platform: most launches share it.
private struct PlatformTexts: Hashable {
  private let texts: SIMD4<Int32>
  private let isSimulator: Bool

  init(_ context: Context) {
    texts = SIMD4(
      context.platform.rawValue, context.osVersion.rawValue, context.deviceModel.rawValue, context.sdkVersion.rawValue)
    isSimulator = context.simulator == true
  }
}

/// Tells in words what one launch's summary holds.
struct LaunchFindings {
  let summary: LaunchSummary
  let context: Context
  let recorder: Recorder
  let judging: JudgingContext

  init(_ summary: LaunchSummary, _ judging: JudgingContext) {
    self.summary = summary
    self.judging = judging
    context = judging.symbols.context(summary.context)
    recorder = judging.recorders[Recorder.key(context)] ?? Recorder(context)
  }

  /// A text, or nothing where there is none.
  func text(_ id: TextID) -> String? { judging.text(id) }

  /// What a task is called.
  func name(of task: TaskSummary) -> String { text(task.name) ?? text(task.task) ?? "unnamed" }

  /// The platform that it ran on, if that is known.
  var platform: Platform? { judging.platform(of: context) }

  /// Whether the machines and budgets hold for it.
  var isJudged: Bool { judging.judges(context) }

  /// What is known of a kind that is missing.
  func knowledge(of kind: EventKind) -> Recorder.Knowledge {
    if summary.kinds.contains(kind) { return .recorded }
    guard let declared = text(context.records)?.split(separator: ",") else { return recorder.knowledge(kind) }
    let isDeclared = declared.contains { EventNames.meaning(of: String($0))?.kind == kind }
    return isDeclared ? .recorded : .unrecorded
  }

  /// Whether the recorder writes the ends of tasks: else nothing is known of one without an end.
  var recordsTaskEnds: Bool {
    let known = knowledge(of: .taskEnd)
    let isHeld = recorder.holding(.taskEnd) > 0
    let isSeldomDue = recorder.holding(.taskBegin) < Recorder.dueLimit
    return known == .recorded || known == .unknown && (isHeld || isSeldomDue)
  }

  /// The inference that its kind rests on.
  var kindInference: Inference? { summary.natureReason == judging.words.suspected ? .prewarmed : nil }

  /// A finding with all that launch and candidate say; nothing where no budget binds.
  func finding(_ candidate: Candidate, _ told: FindingDraft) -> Finding? {
    var told = told
    if let quirk = judging.words.quirks[candidate.name] {
      told.severity = .quirk
      told.cause = quirk.name
      if quirk == .swipedAway { told.inferred = .swiped }
    }
    guard told.overrun == nil || isEnforced, told.severity != .quirk || judging.options.tellsQuirks else { return nil }
    let symbols = judging.symbols
    let place = candidate.place
    var finding = judging.finding(candidate.rule, told, app: text(context.app), version: text(context.appVersion))
    finding.confidence = (told.confidence ?? candidate.confidence).name
    finding.launch = symbols.launchID(summary)
    finding.device = text(context.device)
    finding.osVersion = text(context.osVersion)
    finding.scene = text(candidate.scene)
    finding.task = text(candidate.task)
    if candidate.kind != .unknown { finding.event = candidate.kind.name }
    if place.seq != Event.absent { finding.seq = place.seq }
    if place.time != Event.absent { finding.time = Timestamp.rfc3339(place.time) }
    if place.line > 0 {
      finding.source = Finding.Source(file: symbols.name(place.source), line: Int(place.line))
    }
    return finding
  }

  /// What a candidate says, told; nothing where no budget is exceeded, or none binds.
  func finding(for candidate: Candidate) -> Finding? {
    if let table = judging.tables[candidate.rule] { return step(candidate, of: table) }
    return Catalogue.told(candidate, self).flatMap { finding(candidate, $0) }
  }

  /// Whether a quirk is one in this log: not where events that it never records would make it usual.
  private func isSurprising(_ quirk: Candidate, of table: MachineTable) -> Bool {
    judging.options.tellsQuirks
      && !table.explanations(quirk.states, on: quirk.kind, usual: true).contains { kinds in
        kinds.kinds.contains { knowledge(of: $0) == .unrecorded }
      }
  }

  /// An illegal step of a machine.
  private func step(_ candidate: Candidate, of table: MachineTable) -> Finding? {
    let kind = candidate.kind
    let all = table.machine.states
    guard !candidate.states.isEmpty, candidate.states.bits >> all.count == 0 else { return nil }
    let verdict = table.verdict(candidate.states, on: kind)
    if verdict.severity == .quirk, !isSurprising(candidate, of: table) { return nil }
    let states = candidate.states.states.map { all[$0] }
    let subjects = [("task", candidate.task), ("view", candidate.view), ("scene", candidate.scene)]
    let subject = subjects.lazy.compactMap { word, id in text(id).map { " (\(word) '\($0)')" } }
    let isVague = candidate.rule == .`order.scene` && candidate.scene.isNone && candidate.confidence == .possible
    let told = FindingDraft(
      message: "\(kind.name) came while the \(table.machine.id.name) was"
        + " \(states.joined(separator: " or "))\(subject.first ?? "")"
        + (isVague ? "; without ids two scenes look like one" : ""), names: [all[verdict.state], kind.name],
      cause: verdict.cause, severity: verdict.severity)
    var finding = finding(candidate, told)
    finding?.view = text(candidate.view)
    finding?.states = states
    finding?.expected = table.expected(in: candidate.states).map(\.name)
    return finding
  }
}

/// Durations held against the budgets.
extension LaunchFindings {
  /// Whether budgets bind: only where iOS enforces them.
  var isEnforced: Bool {
    let include = judging.options.include
    return (include.contains(.debugger) || context.debugger != true)
      && (include.contains(.simulator) || context.simulator != true)
  }

  /// What is said of a duration over the first of `budgets` that it exceeds, if any.
  func told(_ what: String, _ nanos: Int64, slack: Int64, over budgets: [String], _ names: [String] = [])
    -> FindingDraft?
  {
    overrun(nanos, slack: slack, over: budgets).map {
      FindingDraft(message: "\(what) took \($0.ran), budget \($0.allowed)", names: names, overrun: $0)
    }
  }

  /// By what a measure exceeds the first of `budgets` that it does exceed, even if it is too long by `slack`.
  func overrun(_ measured: Int64, slack: Int64, over budgets: [String]) -> BudgetOverrun? {
    let limits = judging.options.budgets
    let least = measured.subtractingReportingOverflow(slack)
    let sure = least.overflow ? .min : least.partialValue
    for budget in budgets {
      // Older systems grant more, never less: which one it was is seldom asked.
      guard let least = limits[budget], sure > max(least, 0) else { continue }
      let system = text(context.osVersion).flatMap(Normalised.major)
      guard let limit = limits[budget, system], sure > limit else { continue }
      return BudgetOverrun(budget: budget, measured: measured, limit: limit)
    }
    return nil
  }

  /// By what a task's time in one stay exceeds what its kind is granted; `nil` for a kind that is not known.
  func overrun(of task: TaskSummary) -> BudgetOverrun? {
    guard let kind = judging.words.taskKinds[task.kind] else { return nil }
    if task.longestStayNanos <= (kind == .assertion ? judging.leastAssertion : 0) { return nil }
    return overrun(
      task.longestStayNanos, slack: summary.clockSlack,
      over: kind == .assertion ? JudgingContext.assertionBudgets : ["background.\(kind.name)"])
  }
}
