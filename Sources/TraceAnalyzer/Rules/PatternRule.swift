import TraceModel

/// A fault that shows in what one launch does: a small state of its own, which looks at the launch's steps in order.
protocol PatternRule: AnyObject, Rule {
  /// True if it looks only at callbacks that took more than `Candidate.leastNanos`, and at the process's exit: a third
  /// of all looks are saved so.
  static var looksOnlyAtLongSteps: Bool { get }
  /// Those of the kinds that it sees at which it looks: by default all of them.
  static var looksAt: KindSet { get }
  /// True if it looks only at the first of its events in a launch.
  static var looksOnce: Bool { get }
  /// True if a launch with these facts, which holds events that the rule sees, can show it at all.
  static func concerns(_ facts: LaunchFacts) -> Bool
  init()
  /// Looks at the next step, which `replay` has taken; returns what it shows.
  ///
  /// `replay` is lent for no other reason than its size: a borrow would copy it at each event.
  func note(_ step: Step, _ replay: inout Replay) -> Candidate?
  /// Returns what the whole launch shows, once it is over; `end` is its clock then.
  func finish(at end: Int64) -> [Candidate]
}

extension PatternRule {
  static var patternRule: (any PatternRule.Type)? { self }
  static var looksOnlyAtLongSteps: Bool { false }
  static var looksAt: KindSet { KindSet(EventKind.allCases) }
  static var looksOnce: Bool { false }
  static func concerns(_ facts: LaunchFacts) -> Bool { true }
  func finish(at end: Int64) -> [Candidate] { [] }

  /// A candidate for a callback that took long, at the place where it was entered.
  func slowCallback(_ step: Step, _ context: ReplayContext) -> Candidate? {
    guard step.taken > Candidate.leastNanos else { return nil }
    var candidate = Candidate(Self.rule, step.orderedEvent, .took(step.taken, slack: context.slack(of: step)))
    candidate.place = step.begin ?? step.event.entry
    return candidate
  }
}
