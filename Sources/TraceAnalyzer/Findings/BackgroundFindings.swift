import TraceModel

/// Holds one launch's tasks and stays against the budgets.
struct BackgroundFindings {
  private let launch: LaunchSummary
  private let context: Context
  private let fold: FindingsFold
  private var budgets: Budgets { fold.options.budgets }

  init(_ launch: LaunchSummary, _ context: Context, _ fold: FindingsFold) {
    self.launch = launch
    self.context = context
    self.fold = fold
  }

  /// What is found.
  func all() -> [Finding] {
    let tasks = launch.tasks.compactMap(finding(for:))
    let stays = launch.stays.compactMap(assertionFinding)
    return launch.stays.compactMap(handlerFinding) + tasks + stays
  }

  /// Budgets bind only where iOS enforces them.
  private var isEnforced: Bool {
    (fold.options.include.contains(.debugger) || context.debugger != true)
      && (fold.options.include.contains(.simulator) || context.simulator != true)
  }

  private func handlerFinding(_ stay: StaySummary) -> Finding? {
    guard stay.handlerNanos != Event.absent, let limit = budgets["background.handler"],
      stay.handlerNanos > limit
    else { return nil }
    var finding = finding(
      .backgroundHandlerOverrun, .error, stay.begin, "background.handler", stay.handlerNanos, limit)
    finding.message =
      "didEnterBackground took \(DurationText.of(stay.handlerNanos)),"
      + " budget \(DurationText.of(limit))"
    finding.event = stay.handlerKind.name
    finding.cause = "work done inside the callback: saving, waiting for a queue or the network"
    finding.fingerprint = fold.fingerprint(.backgroundHandlerOverrun, [], context)
    return finding
  }

  private func finding(for task: TaskSummary) -> Finding? {
    let name = fold.text(task.name) ?? fold.text(task.task) ?? "unnamed"
    if task.outcome == .leaked { return leak(task, name) }
    guard isEnforced, !task.isCovered, !task.isSystem, task.backgroundNanos != Event.absent,
      let (budget, severity) = budget(of: task)
    else { return nil }
    if task.outcome == .open {
      return budget.hasSuffix(".warning") ? nil : openTask(task, name, budget)
    }
    return overrun(task, name, budget, severity)
  }

  /// The budget that a task is over.
  private func budget(of task: TaskSummary) -> (name: String, severity: Severity)? {
    let kind = fold.symbols.texts.string(task.kind)
    func isOver(_ name: String) -> Bool { budgets[name].map { task.backgroundNanos > $0 } ?? false }
    let name = "background.\(kind)"
    if isOver(name) {
      let standard = Budgets.standard.first { $0.name == name }
      let severity = Severity.allCases.first { $0.name == standard?.severity }
      return (name, severity ?? .error)
    }
    let isLong = task.kind == fold.words.assertion && isOver("background.assertion.warning")
    return isLong ? ("background.assertion.warning", .warning) : nil
  }

  private func overrun(
    _ task: TaskSummary, _ name: String, _ budget: String, _ severity: Severity
  ) -> Finding {
    let limit = budgets[budget] ?? 0
    var finding = finding(
      .backgroundTaskOverrun, severity, taskPlace(task), budget, task.backgroundNanos, limit)
    finding.confidence = confidence(isSure: task.expire != Place()).name
    finding.event = (task.end == Place() ? EventKind.taskBegin : .taskEnd).name
    finding.task = fold.text(task.task)
    finding.message =
      "task '\(name)' ran \(DurationText.of(task.backgroundNanos)) in the background,"
      + " budget \(DurationText.of(limit))"
    finding.cause = "work too long for the time that iOS grants, or an end that waits for it"
    finding.fingerprint = fold.fingerprint(
      .backgroundTaskOverrun, [Normalised.name(name)], context)
    return finding
  }

  /// An overrun is certain where the system said so, by an expiration or by the end it made.
  private func confidence(isSure: Bool) -> Confidence {
    let isTold = isSure || launch.exitReason == fold.words.backgroundTask
    return isTold && !Platform.isTelevision(context, fold.symbols) ? .certain : .possible
  }

  private func leak(_ task: TaskSummary, _ name: String) -> Finding {
    var finding = self.finding(.backgroundTaskLeaked, .error, task.begin)
    finding.event = EventKind.taskBegin.name
    finding.task = fold.text(task.task)
    let how = task.expire == Place() ? "its process was suspended or killed" : "it expired"
    finding.message = "task '\(name)' was never ended, though \(how)"
    finding.cause = "a path that forgets endBackgroundTask, or no end in the expiration handler"
    finding.fingerprint = fold.fingerprint(
      .backgroundTaskLeaked, [Normalised.name(name)], context)
    return finding
  }

  private func openTask(_ task: TaskSummary, _ name: String, _ budget: String) -> Finding {
    let limit = budgets[budget] ?? 0
    var finding = finding(
      .backgroundTaskLeaked, .note, task.begin, budget, task.backgroundNanos, limit)
    finding.confidence = Confidence.possible.name
    finding.event = EventKind.taskBegin.name
    finding.task = fold.text(task.task)
    finding.message =
      "task '\(name)' has no end, and the app lived on for"
      + " \(DurationText.of(task.backgroundNanos)) in the background"
    finding.cause = "an end that was not recorded, or a leak"
    finding.fingerprint = fold.fingerprint(
      .backgroundTaskLeaked, [Normalised.name(name), "open"], context)
    return finding
  }

  /// All assertions of one stay together, where none of them alone is over its budget.
  private func assertionFinding(_ stay: StaySummary) -> Finding? {
    guard isEnforced, !stay.isCovered, let warning = budgets["background.assertion.warning"],
      let limit = budgets["background.assertion"], stay.assertionNanos > min(warning, limit),
      !launch.tasks.contains(where: { isOver($0, in: stay) })
    else { return nil }
    let isError = stay.assertionNanos > limit
    let budget = isError ? "background.assertion" : "background.assertion.warning"
    var finding = finding(
      .backgroundTaskOverrun, isError ? .error : .warning, stay.assertionPlace, budget,
      stay.assertionNanos, isError ? limit : warning)
    finding.confidence = confidence(isSure: false).name
    finding.message =
      "background tasks kept the app running for \(DurationText.of(stay.assertionNanos)) of one"
      + " stay, budget \(DurationText.of(isError ? limit : warning))"
    finding.cause = "the time is granted to the app, not to each task: they add up"
    finding.fingerprint = fold.fingerprint(.backgroundTaskOverrun, ["stay"], context)
    return finding
  }

  private func isOver(_ task: TaskSummary, in stay: StaySummary) -> Bool {
    guard task.kind == fold.words.assertion, budget(of: task) != nil else { return false }
    let end = task.end == Place() ? task.begin : task.end
    let beginsBeforeEnd = Interval.nanos(stay.begin, task.begin).map { $0 <= stay.nanos } ?? true
    return beginsBeforeEnd && Interval.nanos(stay.begin, end) != nil
  }

  private func taskPlace(_ task: TaskSummary) -> Place {
    task.end == Place() ? task.begin : task.end
  }

  private func finding(_ rule: RuleID, _ severity: Severity, _ place: Place) -> Finding {
    fold.finding(rule, severity, launch, context, place)
  }

  private func finding(
    _ rule: RuleID, _ severity: Severity, _ place: Place, _ budget: String, _ measured: Int64,
    _ limit: Int64
  ) -> Finding {
    var finding = finding(rule, severity, place)
    finding.budget = budget
    finding.measuredNanos = measured
    finding.budgetNanos = limit
    return finding
  }
}
