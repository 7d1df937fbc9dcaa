import TraceModel

/// A machine compiled to bit masks: a step is a look-up for each state that is possible.
///
/// A class, as the machines are shared by all that is judged.
final class MachineTable: Sendable {
  let machine: Machine
  let initial, everyLiveState: StateSet
  /// Where one state goes on one event, as bits, `width` states an event; 0 where that is illegal.
  private let next: [UInt16]
  private static let width = 16
  /// The states in which an event is legal and surprises, as bits; by `EventKind.rawValue`.
  private let surprises: [UInt16]
  /// All states that an event leads to, as bits; by `EventKind.rawValue`.
  private let reached: [UInt16]
  /// The events that drive this machine, in the order of the vocabulary.
  private let drivers: [EventKind]

  init(_ machine: Machine) {
    self.machine = machine
    initial = StateSet([machine.initial], in: machine)
    everyLiveState = StateSet(machine.states.filter { !machine.final.contains($0) }, in: machine)
    drivers = KindSet(machine.transitions.map(\.event)).kinds
    let count = EventKind.allCases.count
    var next = [UInt16](repeating: 0, count: count * Self.width)
    var surprises = [UInt16](repeating: 0, count: count)
    for transition in machine.transitions {
      let event = Int(transition.event.rawValue)
      let from = StateSet(transition.from, in: machine)
      if transition.quirk != nil { surprises[event] |= from.bits }
      for state in from.states {
        next[event * Self.width + state] |= transition.to.map { StateSet([$0], in: machine).bits } ?? 1 << UInt16(state)
      }
    }
    self.next = next
    self.surprises = surprises
    reached = (0..<count).map { event in next[event * Self.width..<(event + 1) * Self.width].reduce(0, |) }
  }

  /// True if the event drives this machine at all.
  func isDriven(by kind: EventKind) -> Bool { drivers.contains(kind) }

  /// The states after `kind`; empty where no state of `set` allows it.
  func step(_ set: StateSet, on kind: EventKind) -> StateSet {
    let start = Int(kind.rawValue) * Self.width
    var bits: UInt16 = 0
    var rest = set.bits
    while rest != 0 {
      bits |= next[start + rest.trailingZeroBitCount]
      rest &= rest - 1
    }
    return StateSet(bits: bits)
  }

  /// The states in which `kind` is legal and surprises.
  func surprising(on kind: EventKind) -> StateSet { StateSet(bits: surprises[Int(kind.rawValue)]) }

  /// The states of `set` in which `kind` is legal and surprises; none if it may be usual.
  func quirks(_ set: StateSet, on kind: EventKind) -> StateSet {
    let surprising = set.bits & surprising(on: kind).bits
    let isUsual = surprising == 0 || !step(StateSet(bits: set.bits & ~surprising), on: kind).isEmpty
    return StateSet(bits: isUsual ? 0 : surprising)
  }

  /// Where replay goes on after an illegal step: wherever `kind` leads from any state.
  func resynchronized(on kind: EventKind) -> StateSet { StateSet(bits: reached[Int(kind.rawValue)]) }

  /// Every state that at most `count` lost events of these kinds lead to.
  func widen(_ set: StateSet, by count: Int64, kinds: KindSet) -> StateSet {
    var bits = set.bits
    // A machine with n states has no path longer than n - 1 that finds a new one.
    for _ in 0..<min(count, Int64(machine.states.count)) {
      var wider = bits
      for kind in drivers where kinds.contains(kind) { wider |= step(StateSet(bits: bits), on: kind).bits }
      if wider == bits { break }
      bits = wider
    }
    return StateSet(bits: bits)
  }

  /// The events that are legal in some state of `set`, in the order of the vocabulary.
  func expected(in set: StateSet) -> [EventKind] { drivers.filter { !step(set, on: $0).isEmpty } }

  /// The state of `set` that counts for an illegal or surprising event, and what is said of it: the mildest.
  func verdict(_ set: StateSet, on kind: EventKind) -> (state: Int, severity: Severity, cause: String) {
    let verdicts = set.states.map { state in
      let quirk = machine.quirk(in: machine.states[state], on: kind)
      let entry = illegality(of: kind, in: state)
      let cause = quirk ?? entry?.cause ?? "no known cause: look at the lines around it"
      let severity = quirk == nil ? entry?.severity ?? machine.severity ?? .error : .quirk
      return (state: state, severity: severity, cause: cause)
    }
    // Of two as mild it is the first.
    return verdicts.min { $0.severity < $1.severity } ?? (0, machine.severity ?? .error, "")
  }

  private func illegality(of kind: EventKind, in number: Int) -> Machine.Illegal? {
    let state = machine.states[number]
    let patterns: [(String?, EventKind?)] = [(state, kind), (state, nil), (nil, kind), (nil, nil)]
    return patterns.lazy.compactMap { state, event in
      self.machine.illegal.first { $0.state == state && $0.event == event }
    }.first
  }

  /// The smallest sets of at most three kinds that, coming first, would make `kind` legal; `usual`: and no surprise.
  ///
  /// Smallest: no other of the sets is part of one.
  func explanations(_ set: StateSet, on kind: EventKind, usual: Bool = false) -> [KindSet] {
    guard isDriven(by: kind) else { return [] }
    var found: [KindSet] = []
    var paths: [(set: StateSet, kinds: KindSet)] = [(set, KindSet())]
    for _ in 1...3 {
      var longer: [(set: StateSet, kinds: KindSet)] = []
      for path in paths {
        for driver in drivers {
          let after = step(path.set, on: driver)
          let kinds = path.kinds.union(KindSet([driver]))
          // A kind that changes nothing is in no smallest set.
          if after.isEmpty || after == path.set || found.contains(where: { $0.isSubset(of: kinds) }) { continue }
          let isExplained = !step(after, on: kind).isEmpty && (!usual || quirks(after, on: kind).isEmpty)
          if !isExplained { longer.append((after, kinds)) } else { found.append(kinds) }
        }
      }
      paths = longer
    }
    // A longer path may use fewer kinds than a shorter one that was found first.
    let minimal = found.filter { set in !found.contains { $0 != set && $0.isSubset(of: set) } }
    return minimal.sorted { $0.bits < $1.bits }
  }
}

extension StateSet {
  /// The set of a machine's states with these names.
  init(_ names: [String], in machine: Machine) {
    let places = names.compactMap(machine.states.firstIndex(of:))
    self.init(bits: places.reduce(0) { $0 | 1 << UInt16($1) })
  }
}
