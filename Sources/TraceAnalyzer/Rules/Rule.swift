import TraceModel

/// What the catalogue holds beside a rule's page: how what is found is told.
///
/// A new rule is a case of `RuleID`, its page, such a type and a place in `Catalogue.rules`; rules of one sort share
/// a file.
protocol Rule: SendableMetatype {
  static var rule: RuleID { get }
  /// What a candidate says; nothing if no budget is exceeded.
  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told?
}

extension Rule {
  /// What its page says, with the kind (kept as `view`), the name and the time that were found.
  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    guard let says = Catalogue.pageOf[rule]?.says, !says.isEmpty else { return nil }
    let (kind, name) = (launch.text(candidate.view), launch.text(candidate.name))
    let time = candidate.measured == Event.absent ? "" : DurationText.of(candidate.measured)
    let message = says.replacing("{kind}", with: kind ?? "work").replacing("{name}", with: name ?? "unnamed")
    return Told(
      message: message.replacing("{time}", with: time), names: [kind, name].compactMap { $0.map(Normalised.name) })
  }
}

/// Which of the candidates that a rule finds in a launch are kept.
enum Keeping { case first, longest, each }

/// A fault that shows in what one launch does: a small state of its own that is shown the
/// launch's steps, in order.
protocol PatternRule: AnyObject, Rule {
  /// The kinds of the events that it looks at.
  static var kinds: KindSet { get }
  /// Whether a launch with these facts can show it at all.
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
  static var kinds: KindSet { .known }
  static func concerns(_ facts: LaunchFacts) -> Bool { facts.summary.kinds.intersects(kinds) }
  static var keeps: Keeping { .first }
  func finish(at end: Int64) -> [Candidate] { [] }
}

extension Replay {
  /// A text, empty where there is none.
  func text(_ id: TextID) -> String { bench.symbols.texts.string(id) }
}

/// What is said of a candidate.
struct Told {
  var message: String
  /// What the fingerprint rests on beside the rule.
  var names: [String] = []
  /// What usually lies behind it, if that is not what the rule's page says.
  var cause: String?
  /// How bad it is, if not as the budget or else the rule's page says.
  var severity: Severity?
  /// What was exceeded.
  var excess: Excess?
  /// How sure it is, if not as the candidate says.
  var confidence: Confidence?
  /// The number of ours that decided it.
  var inferred: Inference?
}

extension Candidate {
  /// What is found at a place, of a task if one is named.
  init(_ rule: RuleID, at place: Place, _ kind: EventKind = .unknown, task: TextID = .none) {
    self.init()
    (self.rule, self.place, self.kind, self.task) = (rule, place, kind, task)
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
  private static let all = Catalogue.rules.compactMap { $0 as? any PatternRule.Type }
  private static let keepings = all.map { $0.keeps }
  /// The rules that look at an event, as bits; by `EventKind.rawValue`.
  private static let watchers = EventKind.allCases.map { kind in bits { $0.kinds.contains(kind) } }

  private static func bits(_ isIn: (any PatternRule.Type) -> Bool) -> UInt32 {
    all.indices.reduce(0) { $0 | (isIn(all[$1]) ? 1 << UInt32($1) : 0) }
  }

  private let rules: [(any PatternRule)?]
  /// The rules that this launch can show, as bits.
  private var active: UInt32
  private var longest: [Candidate] = []

  init(_ facts: LaunchFacts) {
    let concerned = Self.all.map { $0.concerns(facts) ? $0.init() : nil }
    rules = concerned
    active = concerned.indices.reduce(0) { $0 | (concerned[$1] == nil ? 0 : 1 << UInt32($1)) }
  }

  /// Shows a step to the rules that look at its kind; returns what they find.
  func note(_ step: Step, _ replay: inout Replay) -> [Candidate] {
    var (rest, found) = (Self.watchers[Int(step.kind.rawValue)] & active, [Candidate]())
    while rest != 0 {
      let number = rest.trailingZeroBitCount
      rest &= rest - 1
      guard let candidate = rules[number]?.note(step, &replay) else { continue }
      // What ended the launch is no rival of what took long before.
      if Self.keepings[number] == .longest, step.kind != .processExit {
        keep(candidate)
      } else {
        found.append(candidate)
      }
      if Self.keepings[number] == .first { active &= ~(1 << UInt32(number)) }
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
    longest + rules.indices.flatMap { active >> UInt32($0) & 1 == 1 ? rules[$0]?.finish(at: end) ?? [] : [] }
  }
}
