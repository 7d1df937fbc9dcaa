package import TraceModel

/// The rules of this version, in the order of `RuleID`, in which they look at events and stores keep candidates.
package enum Catalogue {
  /// The type of a rule, in a file named after it; a rule without one does not compile.
  private static func type(of rule: RuleID) -> any Rule.Type {
    switch rule {
    case .`order.process`: ProcessOrder.self
    case .`order.app`: AppOrder.self
    case .`order.scene`: SceneOrder.self
    case .`order.view`: ViewOrder.self
    case .`order.task`: TaskOrder.self
    case .`order.launch`: ConnectBeforeLaunch.self
    case .`order.aggregate`: SceneAggregate.self
    case .`order.foreground-at-launch`: ForegroundAtLaunch.self
    case .`order.never-activated`: NeverActivated.self
    case .`order.mixed`: MixedCallbacks.self
    case .`order.no-scenes`: NoScenes.self
    case .`main-thread.violated`: MainThreadViolated.self
    case .`main-thread.blocked`: MainThreadBlocked.self
    case .`launch.slow`: SlowLaunch.self
    case .`launch.slow-phase`: SlowPhase.self
    case .`launch.watchdog`: LaunchWatchdog.self
    case .`launch.abandoned`: LaunchAbandoned.self
    case .`launch.crashed`: LaunchCrashed.self
    case .`launch.early-access`: EarlyAccess.self
    case .`launch.locked-access`: LockedAccess.self
    case .`launch.main-thread-work`: LaunchMainThreadWork.self
    case .`launch.reason-unanswered`: ReasonUnanswered.self
    case .`launch.setup-repeated`: SetupRepeated.self
    case .`resume.slow`: SlowResume.self
    case .`terminate.handler-overrun`: TerminateHandler.self
    case .`background.handler-overrun`: HandlerOverrun.self
    case .`background.task-overrun`: TaskOverrun.self
    case .`background.task-leaked`: TaskLeaked.self
    case .`background.task-late-end`: TaskLateEnd.self
    case .`background.task-not-completed`: TaskNotCompleted.self
    case .`background.late-registration`: LateRegistration.self
    case .`background.task-refused`: TaskRefused.self
    case .`background.uncovered-work`: UncoveredWork.self
    case .`background.killed`: BackgroundKilled.self
    case .`process.killed`: ProcessKilled.self
    case .`background.memory-not-released`: MemoryNotReleased.self
    case .`memory.warning-ignored`: MemoryWarningIgnored.self
    case .`inactive.work-continues`: InactiveWork.self
    case .`game.resumed-by-itself`: GameResumed.self
    case .`terminate.work-continues`: TerminateWork.self
    case .`scene.lifetime-leak`: SceneLifetimeLeak.self
    case .`data.lost-at-exit`: DataLost.self
    case .`data.saved-only-on-deactivation`: SavedOnDeactivation.self
    case .`trace.gap`: TraceGap.self
    case .`trace.clock`: ClockStep.self
    case .`trace.conflict`: ContextConflict.self
    case .`trace.unrecorded`: UnrecordedKinds.self
    }
  }

  /// By `RuleID.rawValue`.
  static let rules = RuleID.allCases.map(type)
  static let patternRules = rules.compactMap { $0.patternRule }
  static let taskRules = rules.compactMap { $0.taskRule }

  /// The descriptions of all rules, by `RuleID.rawValue`.
  package static let descriptions = {
    let all = rules.map { $0.description }
    precondition(all.map(\.id) == RuleID.allCases, "each type in Catalogue describes the rule that it stands beside")
    return all
  }()

  /// The description of a rule.
  package static func description(of rule: RuleID) -> RuleDescription { descriptions[Int(rule.rawValue)] }

  /// True if the log of a launch records the kinds that confirm a candidate.
  static func isShown(_ candidate: Candidate, _ launch: JudgedLaunch) -> Bool {
    rules[Int(candidate.rule.rawValue)].isShown(candidate, launch)
  }

  // Asked for each finding: read in place, as a copy of the description would count many references.
  static func severity(of rule: RuleID) -> Severity { descriptions[Int(rule.rawValue)].severity.standard }
  static func cause(of rule: RuleID) -> String? { descriptions[Int(rule.rawValue)].cause }
  static func isReportedOnce(_ rule: RuleID) -> Bool {
    descriptions[Int(rule.rawValue)].traits.contains(.isReportedOnce)
  }

  /// The finding of a candidate; nil if no budget is exceeded, or if it needs others to say something.
  static func draft(of candidate: Candidate, _ launch: JudgedLaunch) -> FindingDraft? {
    // Asked for each candidate: read in place, as above.
    let index = Int(candidate.rule.rawValue)
    guard let message = descriptions[index].message else { return nil }
    return message(CandidateInLaunch(candidate: candidate, launch: launch, budgets: descriptions[index].budgets))
  }
}
