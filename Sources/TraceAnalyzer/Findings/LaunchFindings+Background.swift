import TraceModel

/// What a budget was exceeded by.
struct Excess {
  var budget: String
  var severity: Severity
  var measured: Int64
  var limit: Int64

  /// The two durations for people.
  var ran: String { DurationText.of(measured) }
  var allowed: String { DurationText.of(limit) }
}

extension Finding {
  /// Says what was measured, and the budget that it exceeded.
  mutating func set(_ excess: Excess?) {
    budget = excess?.budget
    measuredNanos = excess?.measured
    budgetNanos = excess?.limit
  }
}

/// Tasks and stays, held against the budgets.
extension LaunchFindings {
  /// What is found in the background.
  func background() -> [Finding] {
    // Not the methods themselves: each would carry a copy of the launch.
    launch.stays.compactMap { handlerFinding($0) } + launch.tasks.compactMap { taskFinding($0) }
      + launch.stays.compactMap { assertionFinding($0) }
  }

  /// Whether budgets bind: only where iOS enforces them.
  var isEnforced: Bool {
    (grounds.options.include.contains(.debugger) || context.debugger != true)
      && (grounds.options.include.contains(.simulator) || context.simulator != true)
  }

  /// The major version of the system.
  private var system: Int? { grounds.text(context.osVersion).flatMap(Normalised.major) }

  /// What is said of a duration over the first of `budgets` that it exceeds, if any.
  func told(
    _ candidate: Candidate, _ what: String, over budgets: [String], _ names: [String] = []
  ) -> Told? {
    budgets.lazy.compactMap { excess($0, candidate.measured) }.first.map { excess in
      Told(
        severity: excess.severity, message: "\(what) took \(excess.ran), budget \(excess.allowed)",
        names: names, excess: excess)
    }
  }

  /// By what a measure exceeds a budget, if it does.
  func excess(_ budget: String, _ measured: Int64) -> Excess? {
    // Older systems grant more, never less: which one it was is seldom asked.
    guard measured > 0, let least = grounds.options.budgets[budget], measured > least,
      let limit = grounds.options.budgets[budget, system], measured > limit
    else { return nil }
    let word = Budgets.standard.first { $0.name == budget }?.severity
    let severity = Severity.allCases.first { $0.name == word } ?? .error
    return Excess(budget: budget, severity: severity, measured: measured, limit: limit)
  }

  private func finding(
    _ rule: RuleID, _ excess: Excess, _ place: Place, _ names: [String], _ message: String,
    cause: String
  ) -> Finding {
    var finding = finding(rule, excess.severity, place, names, message, cause: cause)
    finding.set(excess)
    return finding
  }

  private func handlerFinding(_ stay: StaySummary) -> Finding? {
    guard let excess = excess("background.handler", stay.handlerNanos) else { return nil }
    var finding = finding(
      .backgroundHandlerOverrun, excess, stay.begin, [],
      "didEnterBackground took \(excess.ran), budget \(excess.allowed)",
      cause: "work done inside the callback: saving, waiting for a queue or the network")
    finding.event = stay.handlerKind.name
    return finding
  }

  private func taskFinding(_ task: TaskSummary) -> Finding? {
    let name = grounds.text(task.name) ?? grounds.text(task.task) ?? "unnamed"
    var finding: Finding?
    if task.outcome == .leaked {
      finding = leak(task, name)
    } else if isEnforced, !task.isCovered, !task.isSystem, let excess = excess(of: task) {
      finding = task.outcome == .open ? openTask(task, name, excess) : overrun(task, name, excess)
    }
    finding?.event = (task.end == Place() ? EventKind.taskBegin : .taskEnd).name
    finding?.task = grounds.text(task.task)
    return finding
  }

  /// What a task is over its budget by.
  private func excess(of task: TaskSummary) -> Excess? {
    guard task.backgroundNanos > 0 else { return nil }
    let kind = grounds.symbols.texts.string(task.kind)
    let isAssertion = task.kind == grounds.words.assertion
    return excess("background.\(kind)", task.backgroundNanos)
      ?? (isAssertion ? excess("background.assertion.warning", task.backgroundNanos) : nil)
  }

  private func overrun(_ task: TaskSummary, _ name: String, _ excess: Excess) -> Finding {
    var finding = finding(
      .backgroundTaskOverrun, excess, task.lastPlace, [Normalised.name(name)],
      "task '\(name)' ran \(excess.ran) in the background, budget \(excess.allowed)",
      cause: "work too long for the time that iOS grants, or an end that waits for it")
    finding.confidence = confidence(isSure: task.expire != Place()).name
    return finding
  }

  /// An overrun is certain where the system said so, by an expiration or by the end it made; but
  /// for tvOS no time for assertions is published.
  private func confidence(isSure: Bool) -> Confidence {
    let isTold = isSure || launch.exitReason == grounds.words.backgroundTask
    return isTold && !grounds.ran(context, on: "tvOS") ? .certain : .possible
  }

  private func leak(_ task: TaskSummary, _ name: String) -> Finding {
    let how = task.expire == Place() ? "its process was suspended or killed" : "it expired"
    return finding(
      .backgroundTaskLeaked, .error, task.begin, [Normalised.name(name)],
      "task '\(name)' was never ended, though \(how)",
      cause: "a path that forgets endBackgroundTask, or no end in the expiration handler")
  }

  private func openTask(_ task: TaskSummary, _ name: String, _ excess: Excess) -> Finding? {
    guard !excess.budget.hasSuffix(".warning") else { return nil }
    var note = excess
    note.severity = .note
    var finding = finding(
      .backgroundTaskLeaked, note, task.begin, [Normalised.name(name), "open"],
      "task '\(name)' has no end, and the app lived on for \(excess.ran) in the background",
      cause: "an end that was not recorded, or a leak")
    finding.confidence = Confidence.possible.name
    return finding
  }

  /// All assertions of one stay together, where none of them alone is over its budget.
  private func assertionFinding(_ stay: StaySummary) -> Finding? {
    guard isEnforced, !stay.isCovered,
      let excess = excess("background.assertion", stay.assertionNanos)
        ?? excess("background.assertion.warning", stay.assertionNanos),
      !launch.tasks.contains(where: { isOver($0, in: stay) })
    else { return nil }
    var finding = finding(
      .backgroundTaskOverrun, excess, stay.assertionPlace, ["stay"],
      "background tasks kept the app running for \(excess.ran) of one stay,"
        + " budget \(excess.allowed)",
      cause: "the time is granted to the app, not to each task: they add up")
    finding.confidence = confidence(isSure: false).name
    return finding
  }

  private func isOver(_ task: TaskSummary, in stay: StaySummary) -> Bool {
    guard task.kind == grounds.words.assertion, excess(of: task) != nil else { return false }
    let beginsBeforeEnd = stay.begin.nanos(to: task.begin).map { $0 <= stay.nanos } ?? true
    return beginsBeforeEnd && stay.begin.nanos(to: task.lastPlace) != nil
  }
}

extension TaskSummary {
  /// Where it ended, or began if it has no end.
  fileprivate var lastPlace: Place { end == Place() ? begin : end }
}
