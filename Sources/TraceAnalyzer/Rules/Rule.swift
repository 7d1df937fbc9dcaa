import TraceModel

/// What the catalogue holds beside a rule's page: how what is found is told.
///
/// A new rule is a case of `RuleID`, its page, such a type and a place in `Catalogue.rules`; rules of one sort share
/// a file.
protocol Rule: SendableMetatype {
  static var rule: RuleID { get }
  /// What a candidate says, if that is more than its page's sentences; nothing if no budget is exceeded.
  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> FindingDraft?
}

extension Rule {
  static var page: RulePage? { Catalogue.pageOf[rule] }
  static var terms: [String] { page?.terms ?? [] }
  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> FindingDraft? { page?.told(candidate, launch) }
}

/// Which of the candidates that a rule finds in a launch are kept.
enum Keeping: String { case first, longest, each }

/// A fault that shows in what one launch does: a small state of its own that is shown the
/// launch's steps, in order.
protocol PatternRule: AnyObject, Rule {
  /// The kinds of the events that it looks at; they, and what it keeps, may stand on its page.
  static var kinds: KindSet { get }
  /// Whether a launch with these facts, which holds such events, can show it at all.
  static func concerns(_ facts: LaunchFacts) -> Bool
  static var keeps: Keeping { get }
  init()
  /// Looks at the next step, which `replay` has taken; returns what it shows.
  ///
  /// `replay` is lent for no other reason than its size: a borrow would copy it at each event.
  func note(_ step: Step, _ replay: inout Replay) -> Candidate?
  /// What the whole launch shows, once it is over.
  func finish(at end: Int64) -> [Candidate]
}

extension PatternRule {
  static var kinds: KindSet { page?.sees ?? .known }
  static func concerns(_ facts: LaunchFacts) -> Bool { true }
  static var keeps: Keeping { page?.keeps ?? .first }
  func finish(at end: Int64) -> [Candidate] { [] }
}

/// What is said of a candidate.
struct FindingDraft {
  var message: String
  /// What the fingerprint rests on beside the rule.
  var names: [String] = []
  /// What usually lies behind it, if that is not what the rule's page says.
  var cause: String?
  /// How bad it is, if not as the budget or else the rule's page says.
  var severity: Severity?
  /// What was exceeded.
  var overrun: BudgetOverrun?
  /// How sure it is, if not as the candidate says.
  var confidence: Confidence?
  /// The number of ours that decided it.
  var inferred: Inference?
}

extension Candidate {
  /// What is found at a place, of a task if one is named.
  init(_ rule: RuleID, at place: EventLocation, _ kind: EventKind = .unknown, task: TextID = .none) {
    self.init()
    self.rule = rule
    self.place = place
    self.kind = kind
    self.task = task
  }

  /// The same with another value.
  func with<Value>(_ path: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
    var changed = self
    changed[keyPath: path] = value
    return changed
  }

  /// The same as what is legal, and told on request alone; `why` says why.
  func quirk(_ why: TextID) -> Self { with(\.name, why).with(\.explanations, []) }

  /// The same, but that an event of this kind would have made it legal.
  func missing(_ kind: EventKind) -> Self { with(\.explanations, [KindSet([kind])]) }
}

/// The pattern rules, and where each of them stands in one launch.
///
/// A class, so that a replay can show itself to rules that change meanwhile.
final class PatternRules {
  /// Some of the rules, as bits by their places in the catalogue.
  typealias Mask = UInt64

  private static let all = Catalogue.patternRules
  private static let keepings = all.map { $0.keeps }
  private static let kinds = all.map { $0.kinds }
  /// The rules that look at an event, as bits; by `EventKind.rawValue`.
  private static let watchers = EventKind.allCases.map { kind in
    bits { kinds[$0].contains(kind) }
  }
  /// The rules that look at what took long alone, and at the process's exit, as bits: a third of all looks.
  private static let timed = bits {
    all[$0] == HandlerOverrun.self || all[$0] == TerminateHandler.self || all[$0] == MainThreadBlocked.self
  }

  private static func bits(_ holds: (Int) -> Bool) -> Mask { mask(of: all.count, where: holds) }

  /// The numbers below `count` for which `holds` is true, as bits.
  static func mask(of count: Int, where holds: (Int) -> Bool) -> Mask {
    precondition(
      count <= Mask.bitWidth, "\(count) pattern rules, and a mask of \(Mask.bitWidth): widen PatternRules.Mask")
    return (0..<count).reduce(0) { $0 | (holds($1) ? 1 << Mask($1) : 0) }
  }

  private let rules: [(any PatternRule)?]
  /// The rules that this launch can show, as bits.
  private var active: Mask
  private var longest: [Candidate] = []

  init(_ facts: LaunchFacts) {
    // What nobody knows is looked at as well.
    let kinds = facts.summary.kinds.union(KindSet([.unknown]))
    rules = zip(Self.all, Self.kinds).map { $1.intersects(kinds) && $0.concerns(facts) ? $0.init() : nil }
    active = Self.bits { [rules] in rules[$0] != nil }
  }

  /// Shows a step to the rules that look at its kind; returns what they find.
  func note(_ step: Step, _ replay: inout Replay) -> [Candidate] {
    var rest = Self.watchers[Int(step.kind.rawValue)] & active
    var found = [Candidate]()
    if step.taken <= Candidate.leastNanos, step.kind != .processExit { rest &= ~Self.timed }
    while rest != 0 {
      let number = rest.trailingZeroBitCount
      rest &= rest - 1
      guard let candidate = rules[number]?.note(step, &replay) else { continue }
      // What ended the launch is no rival of what took long before.
      let isRival = Self.keepings[number] == .longest && step.kind != .processExit
      if isRival { keep(candidate) } else { found.append(candidate) }
      if Self.keepings[number] == .first { active &= ~(1 << Mask(number)) }
    }
    return found
  }

  private func keep(_ candidate: Candidate) {
    let place = longest.firstIndex { $0.rule == candidate.rule }
    guard let place else { return longest.append(candidate) }
    if candidate.measured > longest[place].measured { longest[place] = candidate }
  }

  /// What the whole launch shows.
  func finish(at end: Int64) -> [Candidate] {
    for number in rules.indices where active >> Mask(number) & 1 == 1 {
      longest += rules[number]?.finish(at: end) ?? []
    }
    return longest
  }
}
