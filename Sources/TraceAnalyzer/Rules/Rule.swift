import TraceModel

/// A rule: a type with its description, in a file of its own, which `Catalogue` names beside its `RuleID`.
protocol Rule: SendableMetatype {
  static var description: RuleDescription { get }
  /// True if the log of a launch records the kinds that confirm a candidate, beside what would explain it: all logs,
  /// unless the rule says otherwise.
  static func isShown(_ candidate: Candidate, _ launch: JudgedLaunch) -> Bool
  /// The type itself, if it looks at the steps of a launch.
  static var patternRule: (any PatternRule.Type)? { get }
  static var taskRule: (any TaskRule.Type)? { get }
}

extension Rule {
  static var rule: RuleID { description.id }
  static func isShown(_ candidate: Candidate, _ launch: JudgedLaunch) -> Bool { true }
  static var patternRule: (any PatternRule.Type)? { nil }
  static var taskRule: (any TaskRule.Type)? { nil }
}

/// A fault that shows in what one launch does: a small state of its own, which looks at the launch's steps in order.
protocol PatternRule: AnyObject, Rule {
  /// The seen kinds that it looks at: by default all of them.
  static var looksAt: KindSet { get }
  /// True if a launch with these facts, which holds events that the rule sees, can show it at all.
  static func concerns(_ facts: LaunchFacts) -> Bool
  init()
  /// Reads the next step, which `replay` has processed; returns its candidate.
  ///
  /// `replay` is `inout` only for its size: a borrow would copy it at each event.
  func note(_ step: Step, _ replay: inout Replay) -> Candidate?
  /// Returns what the whole launch shows; `end` is its clock at the end.
  func finish(at end: Int64) -> [Candidate]
}

extension PatternRule {
  static var patternRule: (any PatternRule.Type)? { self }
  static var looksAt: KindSet { KindSet(EventKind.allCases) }
  static func concerns(_ facts: LaunchFacts) -> Bool { true }
  func finish(at end: Int64) -> [Candidate] { [] }

  /// A candidate for a callback that took long, at the location where it was entered.
  func slowCallback(_ step: Step, _ context: ReplayContext) -> Candidate? {
    guard step.taken > Candidate.leastNanos else { return nil }
    var candidate = Candidate(Self.rule, step.orderedEvent, .took(step.taken, slack: context.slack(of: step)))
    candidate.location = step.begin ?? step.event.entry
    return candidate
  }
}

/// A rule about the work that an app marks, in launches that are seen from their start.
protocol WorkRule: PatternRule {}

extension WorkRule {
  static func concerns(_ facts: LaunchFacts) -> Bool {
    facts.summary.isSeenFromStart && facts.summary.kinds.contains(.workBegin)
  }

  /// A candidate about `work`, which went on for `nanos`.
  func found(_ step: Step, _ work: Work, nanos: Int64 = Event.absent, slack: Int64 = 0) -> Candidate {
    let detail = Candidate.Detail.work(kind: work.signature.taskKind, nanos: nanos, slack: slack)
    return Candidate(Self.rule, step.orderedEvent, detail, name: work.name)
  }
}

extension Candidate {
  /// A copy that is only possible if the callback took longer than iOS waits for it: its process lived on.
  func doubted(_ context: ReplayContext) -> Self {
    let isOverlong = kind != .mainHang && measured &- slack > context.patience(with: kind)
    return isOverlong ? with(\.doubts, [.mayHaveSlept]) : self
  }
}

extension ReplayContext {
  func isOne(_ work: Work, of kinds: [WorkKind]) -> Bool {
    words.workKinds[work.signature.taskKind].map(kinds.contains) ?? false
  }
}

/// A fault of one background task, which shows when its launch is over.
protocol TaskRule: Rule {
  /// False for a task that is sure to have no such fault, as most tasks are: so no draft of it is tried.
  static func concerns(_ task: TaskSummary, _ launch: JudgedLaunch) -> Bool
  /// The finding about a task with this fault; nil for a task without it.
  static func draft(of task: TaskSummary, _ launch: JudgedLaunch) -> FindingDraft?
}

extension TaskRule {
  static var taskRule: (any TaskRule.Type)? { self }
}

extension StaySummary {
  func isOver(before location: EventLocation) -> Bool { begin.nanos(to: location).map { $0 > nanos } ?? false }
}

extension TaskSummary {
  /// The doubt about a task that went on after it expired for longer than iOS lets a process live.
  func doubts(_ launch: LaunchSummary) -> DoubtSet {
    let limit = BudgetID.resumeWatchdog.definition.limit ?? .max
    return expirationNanos != Event.absent && expirationNanos &- launch.clockSlack > limit ? [.mayHaveSlept] : []
  }

  var lastLocation: EventLocation { end == EventLocation() ? begin : end }
}
