/// How a fault is planted, and the rule that must find it.
struct FaultRow: Sendable {
  /// Plants the fault and marks the record that it is about; returns false if the launch has no place for it.
  typealias Planter = @Sendable (inout Planting) -> Bool

  /// The rule that must report the marked line, if the log shows it.
  ///
  /// `nil` for faults of order: `Recognizer` decides
  /// which rule of order finds these, and at which line.
  var rule: String?
  /// True if the fault lies in work or data: then no legal life holds anything that its rule could report.
  var isOfWork = false
  /// Recorders whose logs can show it, of those that the simulation draws.
  var isShown: @Sendable (Options) -> Bool = { _ in true }
  /// Plants it in a plain launch, for `tracemaker --fault`.
  var plantInLaunch: Planter?
  /// Plants it anywhere in a whole life, for the simulation.
  var plantAnywhere: Planter?

  private static let hasAllKinds: @Sendable (Options) -> Bool = { $0.leftOut.isEmpty }
  fileprivate static let hasDurations: @Sendable (Options) -> Bool = {
    $0.naming != .notifications && $0.style != .instants && $0.leftOut.isEmpty
  }

  init(
    rule: String? = nil, isShown: @escaping @Sendable (Options) -> Bool = { _ in true },
    inLaunch: Planter? = nil, anywhere: Planter? = nil
  ) {
    self.rule = rule
    self.isShown = isShown
    plantInLaunch = inLaunch
    plantAnywhere = anywhere
  }

  /// A fault of work or data.
  init(
    work rule: String, isShown: @escaping @Sendable (Options) -> Bool = hasAllKinds, _ planter: @escaping Planter
  ) {
    self.rule = rule
    self.isShown = isShown
    isOfWork = true
    plantAnywhere = planter
  }
}

extension Fault {
  /// The table of all faults.
  var row: FaultRow {
    switch self {
    case .dropped:
      FaultRow(inLaunch: { $0.drop() }, anywhere: { $0.act(at: $0.entries()) { $0.removeCallback(at: $1) } })
    case .doubled:
      FaultRow(inLaunch: { $0.double() }, anywhere: { $0.act(at: $0.entries()) { _ = $0.double(at: $1) } })
    case .swapped:
      FaultRow(
        inLaunch: { $0.swap() }, anywhere: { $0.act(at: Array($0.records.indices.dropLast())) { $0.exchange($1) } })
    case .wrongScene: FaultRow(isShown: { $0.windows > 1 }, anywhere: { $0.giveAway() })
    case .endWithoutBegin: FaultRow(inLaunch: { $0.endWithoutBegin() }, anywhere: { $0.removeBegin() })
    case .endedTwice:
      FaultRow(
        inLaunch: { $0.repeatTask("task.end", .endedTwice, after: 5_000_000) },
        anywhere: { $0.repeatAnywhere("task.end", .endedTwice) })
    case .begunTwice:
      FaultRow(
        inLaunch: { $0.repeatTask("task.begin", .begunTwice, after: 1_000_000) },
        anywhere: { $0.repeatAnywhere("task.begin", .begunTwice) })
    case .afterDeath: FaultRow(inLaunch: { $0.liveOn() }, anywhere: { $0.liveOn() })
    case .beforeLaunch: FaultRow(anywhere: { $0.hurry() })
    case .offMain:
      FaultRow(
        rule: "main-thread.violated", isShown: \.hasThreads,
        anywhere: { $0.act(at: $0.entries { $0.isCallback }) { $0.moveOffMain($1) } })
    case .handlerOverrun:
      FaultRow(
        rule: "background.handler-overrun", isShown: { $0.leftOut.isEmpty },
        inLaunch: { $0.has(.handlerOverrun) }, anywhere: { $0.prolongHandler() })
    // Either of two faults of time is planted in its stead, and marked.
    case .outlived:
      FaultRow(
        isShown: { $0.leftOut.isEmpty && $0.hasTaskIDs }, anywhere: { $0.has(.leaked) || $0.has(.overrun) })
    case .playedOn: FaultRow(work: "inactive.work-continues", { $0.playOn() })
    case .resumedItself: FaultRow(work: "game.resumed-by-itself", { $0.resumeItself() })
    case .uncovered: FaultRow(work: "background.uncovered-work", { $0.uncover() })
    case .unsaved: FaultRow(work: "data.lost-at-exit", { $0.forget() })
    case .earlyAccess: FaultRow(work: "launch.early-access", { $0.reachEarly() })
    case .lockedAccess: FaultRow(work: "launch.locked-access", { $0.readLocked() })
    case .slowWork: FaultRow(work: "launch.main-thread-work", isShown: FaultRow.hasDurations, { $0.hold() })
    case .lateWork: FaultRow(work: "terminate.work-continues", isShown: FaultRow.hasDurations, { $0.workLate() })
    case .sceneLeak:
      FaultRow(
        work: "scene.lifetime-leak", isShown: { $0.model == .scenes && $0.leftOut.isEmpty }, { $0.leakScene() })
    case .unanswered: FaultRow(work: "launch.reason-unanswered", { $0.leaveUnanswered() })
    // `Process` plants faults of time as it lives.
    case .leaked: FaultRow(rule: "background.task-leaked", inLaunch: { $0.has(.leaked) })
    case .overrun: FaultRow(rule: "background.task-overrun", inLaunch: { $0.has(.overrun) })
    case .connectBeforeLaunch: FaultRow(inLaunch: { $0.connectEarly() })
    case .hole: FaultRow(inLaunch: { $0.hole() })
    }
  }
}
