package import TraceModel

/// The pattern rules, and the state of each in one launch.
///
/// A class, so that a replay can pass itself to rules that change meanwhile. For speed one looks at many launches, one
/// after the other, and uses its lists again.
final class PatternRules: StepObserver {
  /// Rules, as bits by their indices in the catalogue.
  typealias Mask = UInt64

  /// The rules' types, and their descriptions, by their indices in the catalogue.
  ///
  /// One object, as each access of a `static let` of its own is a call.
  private final class Table: Sendable {
    let types = Catalogue.patternRules
    let keepings: [Keeping]
    /// The rules that look at an event, and those that see it, as bits; by `EventKind.rawValue`.
    let watchers: [Mask]
    let seers: [Mask]
    /// The rules that only look at long steps and at the process's exit, as bits.
    let timed: Mask
    let once: Mask

    init() {
      let inputs = types.map(PatternRules.input)
      keepings = inputs.map(\.keeps)
      func masks(_ sets: [KindSet]) -> [Mask] {
        EventKind.allCases.map { kind in PatternRules.mask(of: sets.count) { sets[$0].contains(kind) } }
      }
      seers = masks(inputs.map(\.kinds))
      watchers = masks(zip(inputs, types).map { $0.kinds.intersection($1.looksAt) })
      timed = PatternRules.mask(of: inputs.count) { [types] in
        types[$0].description.traits.contains(.looksOnlyAtLongSteps)
      }
      once = PatternRules.mask(of: inputs.count) { [types] in types[$0].description.traits.contains(.looksOnce) }
    }
  }

  private static let table = Table()

  private static func input(of rule: any PatternRule.Type) -> (kinds: KindSet, keeps: Keeping) {
    guard case .steps(let kinds, let keeps) = rule.description.sees else {
      preconditionFailure("'\(rule.rule.name)' is a PatternRule: say with .steps which events it sees")
    }
    return (kinds, keeps)
  }

  static func mask(of count: Int, where holds: (Int) -> Bool) -> Mask {
    precondition(
      count <= Mask.bitWidth, "\(count) pattern rules, and a mask of \(Mask.bitWidth): widen PatternRules.Mask")
    return (0..<count).reduce(0) { $0 | (holds($1) ? 1 << Mask($1) : 0) }
  }

  private let table = PatternRules.table
  /// The rules that an event is shown to, as bits; by `EventKind.rawValue`.
  private let watchers: [Mask]
  /// The rules that this launch can show, in their order.
  private var rules: [any PatternRule] = []
  /// The index in `rules` of each rule, by its index in the catalogue.
  private var indices: [UInt8]
  /// The rules that still look, as bits.
  private var active: Mask = 0
  private var longest: [Candidate] = []

  /// The rules before a launch; with `showsAll` each is shown all events that it sees, whether it looks at them or not.
  init(showsAll: Bool = false) {
    watchers = showsAll ? table.seers : table.watchers
    indices = [UInt8](repeating: 0, count: table.types.count)
  }

  func begin(_ facts: LaunchFacts) {
    // Aside while they change: each access to a list of this object is checked.
    var rules: [any PatternRule] = []
    rules.takeStorage(of: &self.rules)
    longest.removeAll(keepingCapacity: true)
    var active: Mask = 0
    // Events of unknown kinds are looked at as well.
    var rest = table.seers[0]
    var kinds = facts.summary.kinds.bits
    while kinds != 0 {
      rest |= table.seers[kinds.trailingZeroBitCount]
      kinds &= kinds - 1
    }
    while rest != 0 {
      let number = rest.trailingZeroBitCount
      rest &= rest - 1
      guard table.types[number].concerns(facts) else { continue }
      indices[number] = UInt8(rules.count)
      rules.append(table.types[number].init())
      active |= 1 << Mask(number)
    }
    self.rules = rules
    self.active = active
  }

  @inline(__always) func note(_ step: Step, _ replay: inout Replay) -> [Candidate]? {
    var rest = watchers[Int(step.kind.rawValue)] & active
    if rest & table.timed != 0, step.taken <= Candidate.leastNanos, step.kind != .processExit { rest &= ~table.timed }
    return rest == 0 ? nil : show(step, &replay, to: rest)
  }

  private func show(_ step: Step, _ replay: inout Replay, to watchers: Mask) -> [Candidate]? {
    active &= ~(watchers & table.once)
    var rest = watchers
    var found: [Candidate]?
    while rest != 0 {
      let number = rest.trailingZeroBitCount
      rest &= rest - 1
      guard let candidate = rules[Int(indices[number])].note(step, &replay) else { continue }
      let keeping = table.keepings[number]
      // What ended the launch is no rival of what took long before.
      let isRival = keeping == .longest && step.kind != .processExit
      if isRival { keep(candidate) } else { found = (found ?? []) + [candidate] }
      if keeping == .first { active &= ~(1 << Mask(number)) }
    }
    return found
  }

  private func keep(_ candidate: Candidate) {
    for index in longest.indices
    where longest[index].rule == candidate.rule && longest[index].isOverlong == candidate.isOverlong {
      if candidate.measured > longest[index].measured { longest[index] = candidate }
      return
    }
    longest.append(candidate)
  }

  func finish(at end: Int64) -> [Candidate] {
    var rest = active
    while rest != 0 {
      let found = rules[Int(indices[rest.trailingZeroBitCount])].finish(at: end)
      if !found.isEmpty { longest += found }
      rest &= rest - 1
    }
    return longest
  }

  func candidate(of callback: UnreturnedCallback) -> Candidate {
    if callback.hasReturned { return Candidate(UnrecordedKinds.rule, callback.entry) }
    let handler = callback.kind == .appWillTerminate ? TerminateHandler.rule : HandlerOverrun.rule
    let detail = Candidate.Detail.duration(
      nanos: callback.nanos, slack: callback.slack, isOpen: true, isUnseen: callback.isUnseen)
    let rule = callback.isHandler ? handler : MainThreadBlocked.rule
    // The last lines of a log may be lost with the process.
    let doubts: DoubtSet = callback.isHandler && callback.isKilled ? [] : [.logEnds]
    return Candidate(rule, callback.entry, detail).with(\.doubts, doubts)
  }

  func candidate(of task: OverdueTask) -> Candidate {
    let kind: EventKind = task.nanos == nil ? .taskOverdue : .taskBegin
    var found = Candidate(TaskOverrun.rule, at: task.location, kind, task: task.task)
    found.name = task.name
    found.doubts = [.overdue]
    if let nanos = task.nanos { found.detail = .took(nanos, slack: task.slack) }
    return found
  }

  func review(_ candidates: inout [Candidate], _ exit: ExitReason?) {
    // Of several candidates at the end the first seldom says why: a user did not leave a launch that crashed.
    guard LaunchAbandoned.otherEnds.contains(exit) else { return }
    candidates.removeAll { $0.rule == LaunchAbandoned.rule && $0.kind == .processExit }
  }
}

extension Candidate {
  /// True if it took so long that the process cannot have lived on: it hides no shorter one that is certain.
  fileprivate var isOverlong: Bool { doubts.contains(.mayHaveSlept) }
}

extension StreamReplay {
  /// A replay by the five `machines` in their order that shows each launch to the rules; details that are not `wanted`,
  /// unless nil, may be left out.
  package init(machines: [Machine] = Machines.all, showsAll: Bool = false, wanted: JudgedDetails? = nil) {
    self.init(machines: machines, showsAll: showsAll, wanted: wanted) { facts, before in
      let rules = before as? PatternRules ?? PatternRules(showsAll: showsAll)
      rules.begin(facts)
      return rules
    }
  }
}
