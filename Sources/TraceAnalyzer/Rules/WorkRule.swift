import TraceModel

/// A rule about the work that an app marks, in launches that are seen from their start.
protocol WorkRule: PatternRule {}

extension WorkRule {
  static func concerns(_ facts: LaunchFacts) -> Bool {
    facts.summary.isSeenFromStart && facts.summary.kinds.contains(.workBegin)
  }

  /// A candidate about `work`; its `view` holds the kind of work.
  func found(_ step: Step, _ work: Work, _ detail: Candidate.Detail = .none) -> Candidate {
    Candidate(Self.rule, step.orderedEvent, detail, name: work.name).with(\.view, work.signature.taskKind)
  }
}

extension ReplayContext {
  /// True if work is of one of these kinds.
  func isOne(_ work: Work, of kinds: [WorkKind]) -> Bool {
    words.workKinds[work.signature.taskKind].map(kinds.contains) ?? false
  }
}
