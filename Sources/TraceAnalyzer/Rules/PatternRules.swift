package import TraceModel

/// The pattern rules, and where each of them stands in one launch.
///
/// A class, so that a replay can show itself to rules that change meanwhile.
final class PatternRules: StepObserver {
  /// Some of the rules, as bits by their places in the catalogue.
  typealias Mask = UInt64

  private static let all = Catalogue.patternRules
  private static let keepings = all.map { input(of: $0).keeps }
  private static let kinds = all.map { input(of: $0).kinds }
  /// The rules that look at an event, as bits; by `EventKind.rawValue`.
  private static let watchers = EventKind.allCases.map { kind in
    bits { kinds[$0].contains(kind) }
  }
  /// The rules that look at what took long alone, and at the process's exit, as bits.
  private static let timed = bits { all[$0].looksOnlyAtLongSteps }

  private static func input(of rule: any PatternRule.Type) -> (kinds: KindSet, keeps: Keeping) {
    guard case .steps(let kinds, let keeps) = rule.description.sees else {
      preconditionFailure("'\(rule.rule.name)' is a PatternRule: say with .steps which events it sees")
    }
    return (kinds, keeps)
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
    let kinds = facts.summary.kinds.union([.unknown])
    rules = zip(Self.all, Self.kinds).map { $1.intersects(kinds) && $0.concerns(facts) ? $0.init() : nil }
    active = Self.bits { [rules] in rules[$0] != nil }
  }

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

  func finish(at end: Int64) -> [Candidate] {
    for number in rules.indices where active >> Mask(number) & 1 == 1 {
      longest += rules[number]?.finish(at: end) ?? []
    }
    return longest
  }
}

extension Analyzer {
  /// An analyzer that replays by `machines`, the five in their order, and shows each launch to the rules.
  package init(machines: [Machine] = Machines.all) { self.init(machines: machines) { PatternRules($0) } }
}
