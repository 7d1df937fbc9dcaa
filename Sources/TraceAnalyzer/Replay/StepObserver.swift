import TraceModel

/// Looks at each step of one launch while it is replayed.
///
/// Replay knows the rules by this protocol only, as its folder builds upon no other: a `StreamReplay` is given what makes an
/// observer of each launch, and `Rules` gives it `PatternRules`.
protocol StepObserver: AnyObject {
  /// Looks at a step that `replay` has taken; returns what is found there, nil for nothing.
  func note(_ step: Step, _ replay: inout Replay) -> [Candidate]?
  /// Returns what the whole launch shows, once it is over; `end` is its clock then.
  func finish(at end: Int64) -> [Candidate]
}
