import TraceModel

/// Makes findings of the candidates in one launch's summary.
///
/// A class, as it is passed to each rule with each candidate: a copy would count some thirty references.
final class JudgedLaunch: Sendable {
  let summary: LaunchSummary
  /// The launch's index in its table.
  let launchIndex: Int32
  let context: Context
  let recorder: RecorderProfile
  let budgets: Budgets
  let judging: JudgingContext

  init(_ launch: Launch, _ judging: JudgingContext) {
    summary = launch.summary
    launchIndex = launch.index
    budgets = judging.budgets(of: launch)
    self.judging = judging
    context = judging.symbols.context(summary.context)
    recorder = judging.recorders[RecorderProfile.key(context)] ?? RecorderProfile(context)
  }

  /// Why the process ended; nil if unknown, or a reason that rules do not know.
  var exitReason: ExitReason? { judging.words.exitReasons[summary.exitReason] }

  func text(_ id: TextID) -> String? { judging.text(id) }

  func name(of task: TaskSummary) -> String { text(task.name) ?? text(task.task) ?? "unnamed" }

  /// The platform that it ran on, nil if unknown.
  var platform: Platform? { judging.platform(of: context) }

  /// True if the machines and budgets apply to it.
  var isJudged: Bool { summary.nature != .mixed && judging.judges(context) }

  /// How far the recorder is known to record a kind.
  func knowledge(of kind: EventKind) -> RecorderProfile.Knowledge {
    let declared = text(context.records)?.split(separator: ",")
    // An SDK that does not tell a kind every time may leave out any of it, whatever the launch holds.
    let isOfSDK = declared != nil && judging.words.formats[context.format] == .otlp
    if !isOfSDK, summary.kinds.contains(kind) { return .recorded }
    guard let declared else { return recorder.knowledge(kind) }
    let isDeclared = declared.contains { EventNames.meaning(of: String($0))?.kind == kind }
    return isDeclared ? .recorded : .unrecorded
  }

  /// True if the app declares that it records one of these kinds every time, as `--records` does.
  func declares(_ kinds: KindSet) -> Bool {
    guard let declared = text(context.records)?.split(separator: ","), !declared.isEmpty else { return false }
    return declared.contains { name in EventNames.meaning(of: String(name)).map { kinds.contains($0.kind) } ?? false }
  }

  /// The doubts about events that the app declares that it records: had they happened, they were here.
  var declaredAway: DoubtSet {
    let rows: [(DoubtSet.Cause, KindSet)] = [
      (.unrecordedTask, [.taskBegin]), (.startAndEndOnly, [.launchFirstFrame, .sceneDidActivate, .appDidBecomeActive]),
    ]
    return DoubtSet(rows.filter { declares($0.1) }.map(\.0))
  }

  /// True if the recorder writes the ends of tasks: else a task without an end may have ended.
  var recordsTaskEnds: Bool {
    let known = knowledge(of: .taskEnd)
    let isHeld = recorder.holding(.taskEnd) > 0
    let isSeldomDue = recorder.holding(.taskBegin) < RecorderProfile.dueLimit
    return known == .recorded || known == .unknown && (isHeld || isSeldomDue)
  }
}

/// Durations compared with the budgets.
extension JudgedLaunch {
  /// True if budgets apply: only where iOS enforces them.
  var isEnforced: Bool {
    let include = judging.options.include
    return (include.contains(.debugger) || context.debugger != true)
      && (include.contains(.simulator) || context.simulator != true)
  }

  /// False for a draft over a budget that does not bind, and for a quirk that was not asked for.
  func isReported(_ draft: FindingDraft) -> Bool {
    (draft.overrun == nil || isEnforced) && (draft.severity != .quirk || judging.options.reportsQuirks)
  }

  /// The draft that a duration exceeds one of `budgets`, by the first that it exceeds; nil if it exceeds none.
  func tookTooLong(
    _ what: @autoclosure @escaping () -> Sentence, _ nanos: Int64, slack: Int64, over budgets: [BudgetID],
    names: [String]
  )
    -> FindingDraft?
  {
    overrun(nanos, slack: slack, over: budgets).map { overrun in
      FindingDraft(
        message: "\(what()) took \(overrun.ran), budget \(overrun.allowed)", names: names, overrun: overrun,
        doubts: overrun.isNear ? [.nearLimit] : [])
    }
  }

  /// How a measure exceeds the first of `candidates` that it does exceed, even if it is too long by `slack`.
  func overrun(_ measured: Int64, slack: Int64, over candidates: [BudgetID]) -> BudgetOverrun? {
    let least = measured.subtractingReportingOverflow(slack)
    let sure = least.overflow ? .min : least.partialValue
    for budget in candidates {
      // Older systems grant assertions more, never less: the system is seldom asked for.
      guard var limit = budgets[budget], sure > max(limit, 0) else { continue }
      if JudgingContext.assertionBudgets.contains(budget) {
        let system = text(context.osVersion).flatMap(Normalised.major)
        limit = budgets[budget, system: system] ?? limit
        if sure <= limit { continue }
      }
      // A limit that was set by the user is exact.
      let tolerance = budgets.entry(of: budget) == nil ? budget.definition.tolerance : 0
      return BudgetOverrun(
        budget: budget, measured: measured, limit: limit, location: budgets.entry(of: budget)?.location,
        isNear: sure &- limit < tolerance)
    }
    return nil
  }

  /// True if a task's time in one stay may exceed what its kind is granted: mostly it does not, which is asked first.
  func mayOverrun(_ task: TaskSummary) -> Bool {
    task.longestStayNanos > (task.kind == judging.words.assertion ? judging.leastAssertion : 0)
  }

  /// By what a task's time in one stay exceeds what its kind is granted; `nil` for a kind without a budget.
  func overrun(of task: TaskSummary) -> BudgetOverrun? {
    guard let kind = judging.words.taskKinds[task.kind] else { return nil }
    if task.longestStayNanos <= (kind == .assertion ? judging.leastAssertion : 0) { return nil }
    return overrun(task.longestStayNanos, slack: summary.clockSlack, over: Self.budgets(of: kind))
  }

  /// The budgets of a task's time in one stay, the most severe first.
  private static func budgets(of kind: TaskKind) -> [BudgetID] {
    switch kind {
    case .assertion: JudgingContext.assertionBudgets
    case .appRefresh: [.appRefresh]
    case .fetch: [.fetch]
    case .remoteNotification: [.remoteNotification]
    case .urlSession: [.urlSession]
    case .processing, .healthResearch: [.processing]
    case .continued: []
    }
  }
}
