import TraceModel

/// A fault that shows in what one launch does: a small state of its own that is shown the
/// launch's steps, in order.
///
/// A new rule is a file with such a type, a case of `RuleID` and a place in `PatternRules.all`.
protocol PatternRule: Sendable {
  /// Its page, with traces that show it and traces that must not.
  static var description: RuleDescription { get }
  /// The kinds of the events that it looks at.
  static var kinds: KindSet { get }
  init()
  /// Looks at the next step, which `replay` has taken; returns what it shows.
  mutating func note(_ step: Step, _ replay: borrowing Replay) -> Candidate?
  /// What the whole launch shows, once it is over.
  func finish(_ summary: LaunchSummary, _ bench: Bench) -> [Candidate]
  /// What a candidate says; nothing if no budget is exceeded.
  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told?
}

extension PatternRule {
  func finish(_ summary: LaunchSummary, _ bench: Bench) -> [Candidate] { [] }
}

/// What is said of a candidate.
struct Told {
  var severity: Severity
  var message: String
  var cause: String
  /// What the fingerprint rests on beside the rule.
  var names: [String] = []
  /// What was exceeded.
  var excess: Excess?
}

/// The pattern rules, and where each of them stands in one launch.
struct PatternRules {
  static let all: [any PatternRule.Type] = [
    SceneAggregate.self, ForegroundAtLaunch.self, NeverActivated.self, MixedCallbacks.self,
    NoScenes.self,
    MainThreadViolated.self, MainThreadBlocked.self, LaunchWatchdog.self, LaunchAbandoned.self,
    LaunchCrashed.self, SlowResume.self, TerminateHandler.self, TaskLateEnd.self,
    TaskNotCompleted.self, LateRegistration.self,
    BackgroundKilled.self, MemoryNotReleased.self, MemoryWarningIgnored.self, ClockStep.self,
    ContextConflict.self,
  ]

  /// By rule.
  static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.description.rule, $0) })
  /// The numbers of the rules that look at an event, by `EventKind.rawValue`.
  private static let watchers = EventKind.allCases.map { kind in
    all.indices.filter { all[$0].kinds.contains(kind) }
  }

  private var rules = all.map { $0.init() }

  /// Shows a step to the rules that look at its kind.
  mutating func note(_ step: Step, _ replay: borrowing Replay) -> [Candidate] {
    Self.watchers[Int(step.kind.rawValue)].compactMap { rules[$0].note(step, replay) }
  }

  /// What the whole launch shows.
  func finish(_ summary: LaunchSummary, _ bench: Bench) -> [Candidate] {
    rules.flatMap { $0.finish(summary, bench) }
  }
}
