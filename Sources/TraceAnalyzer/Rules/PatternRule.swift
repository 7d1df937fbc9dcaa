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
  /// Whether a launch with these facts can show it at all.
  static func concerns(_ facts: LaunchFacts) -> Bool
  init()
  /// Looks at the next step, which `replay` has taken; returns what it shows.
  mutating func note(_ step: Step, _ replay: borrowing Replay) -> Candidate?
  /// Whether it may be found more than once in a launch.
  static var isRepeated: Bool { get }
  /// What the whole launch shows, once it is over.
  func finish(_ summary: LaunchSummary, _ bench: Bench) -> [Candidate]
  /// What a candidate says; nothing if no budget is exceeded.
  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told?
}

extension PatternRule {
  static func concerns(_ facts: LaunchFacts) -> Bool { facts.summary.kinds.intersects(kinds) }
  static var isRepeated: Bool { false }
  func finish(_ summary: LaunchSummary, _ bench: Bench) -> [Candidate] { [] }
}

/// What is said of a candidate.
struct Told {
  var severity: Severity
  var message: String
  /// What the fingerprint rests on beside the rule.
  var names: [String] = []
  /// What usually lies behind it, if that is not what the rule's page says.
  var cause: String?
  /// What was exceeded.
  var excess: Excess?
}

/// The pattern rules, and where each of them stands in one launch.
///
/// A class, so that a replay can show itself to rules that change meanwhile.
final class PatternRules {
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
  /// The rules that look at an event, as bits; by `EventKind.rawValue`.
  private static let watchers = EventKind.allCases.map { kind in bits { $0.kinds.contains(kind) } }

  private static func bits(_ isIn: (any PatternRule.Type) -> Bool) -> UInt32 {
    all.indices.reduce(0) { $0 | (isIn(all[$1]) ? 1 << UInt32($1) : 0) }
  }

  private var rules = all.map { $0.init() }
  /// The rules that this launch can show, as bits.
  private var active: UInt32

  init(_ facts: LaunchFacts) { active = Self.bits { $0.concerns(facts) } }

  /// Shows a step to the rules that look at its kind; returns what they find.
  func note(_ step: Step, _ replay: borrowing Replay) -> [Candidate] {
    var (rest, found) = (Self.watchers[Int(step.kind.rawValue)] & active, [Candidate]())
    while rest != 0 {
      let number = rest.trailingZeroBitCount
      rest &= rest - 1
      guard let candidate = rules[number].note(step, replay) else { continue }
      found.append(candidate)
      if !Self.all[number].isRepeated { active &= ~(1 << UInt32(number)) }
    }
    return found
  }

  /// What the whole launch shows.
  func finish(_ summary: LaunchSummary, _ bench: Bench) -> [Candidate] {
    rules.indices.filter { active >> UInt32($0) & 1 == 1 }
      .flatMap { rules[$0].finish(summary, bench) }
  }
}
