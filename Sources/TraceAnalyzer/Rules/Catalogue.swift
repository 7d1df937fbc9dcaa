package import TraceModel

/// The rules of this version.
package enum Catalogue {
  /// The rules, each with a file named after its type.
  ///
  /// Those that look at steps come first and do so in this order, in which a store keeps what they find at one event.
  static let rules: [any Rule.Type] = [
    HandlerOverrun.self, SceneAggregate.self, ForegroundAtLaunch.self, NeverActivated.self, MixedCallbacks.self,
    NoScenes.self, MainThreadViolated.self, MainThreadBlocked.self, LaunchWatchdog.self, LaunchAbandoned.self,
    LaunchCrashed.self, SlowResume.self, TerminateHandler.self, LateRegistration.self, TaskRefused.self,
    BackgroundKilled.self, ProcessKilled.self, MemoryNotReleased.self, MemoryWarningIgnored.self, ClockStep.self,
    ContextConflict.self, EarlyAccess.self,
    LockedAccess.self, LaunchMainThreadWork.self, ReasonUnanswered.self, SetupRepeated.self, UncoveredWork.self,
    InactiveWork.self, GameResumed.self, TerminateWork.self, SceneLifetimeLeak.self, DataLost.self,
    SavedOnDeactivation.self,
    // Of tasks.
    TaskOverrun.self, TaskLeaked.self, TaskLateEnd.self, TaskNotCompleted.self,
    // Of machines, of replay itself, and of several launches together.
    ProcessOrder.self, AppOrder.self, SceneOrder.self, ViewOrder.self, TaskOrder.self, ConnectBeforeLaunch.self,
    TraceGap.self, SlowLaunch.self, SlowPhase.self, UnrecordedKinds.self,
  ]
  static let patternRules = rules.compactMap { $0.patternRule }
  static let taskRules = rules.compactMap { $0.taskRule }

  /// The descriptions of all rules, in the order of `RuleID`.
  package static let descriptions: [RuleDescription] = {
    let all = rules.map { $0.description }.sorted { $0.id.rawValue < $1.id.rawValue }
    precondition(all.map(\.id) == RuleID.allCases, "each rule of RuleID stands in Catalogue.rules once")
    return all
  }()

  /// The description of a rule.
  package static func description(of rule: RuleID) -> RuleDescription { descriptions[Int(rule.rawValue)] }

  /// The types of the rules, in the order of `RuleID`.
  private static let types = rules.sorted { $0.rule.rawValue < $1.rule.rawValue }

  /// True if the log of a launch records what it takes to know that a candidate is what it seems.
  static func isShown(_ candidate: Candidate, _ launch: LaunchFindings) -> Bool {
    types[Int(candidate.rule.rawValue)].isShown(candidate, launch)
  }

  // Asked for each finding: read in place, as a copy of the description would count many references.
  static func severity(of rule: RuleID) -> Severity { descriptions[Int(rule.rawValue)].severity.standard }
  static func cause(of rule: RuleID) -> String? { descriptions[Int(rule.rawValue)].cause }
  static func isReportedOnce(_ rule: RuleID) -> Bool { descriptions[Int(rule.rawValue)].isReportedOnce }

  /// The finding that a candidate leads to; nil if no budget is exceeded, or if it says something only together with others.
  static func draft(of candidate: Candidate, _ launch: LaunchFindings) -> FindingDraft? {
    // Asked for each candidate: its description is read in place, as a copy would count many references.
    let place = Int(candidate.rule.rawValue)
    guard let message = descriptions[place].message else { return nil }
    return message(FoundCandidate(candidate: candidate, launch: launch, budgets: descriptions[place].budgets))
  }
}
