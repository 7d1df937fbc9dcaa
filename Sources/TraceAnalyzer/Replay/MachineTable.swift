import TraceModel

/// A machine compiled to bit masks: a step is a look-up for each state that is possible.
///
/// A class, as the machines are shared by all that is judged.
final class MachineTable: Sendable {
  let machine: Machine
  let initial: StateSet
  let final: StateSet
  let everyLiveState: StateSet
  /// Which column of `next` an event has, or -1; by `EventKind.rawValue`.
  private let columns: [Int8]
  /// Where one state goes on one event, as bits; 0 where that is illegal.
  private let next: [UInt16]
  /// Where any state goes on one event, by column.
  private let anyNext: [UInt16]
  /// The events that drive this machine, in the order of the vocabulary.
  private let drivers: [EventKind]

  init(_ machine: Machine) {
    self.machine = machine
    func set(_ names: [String]) -> StateSet { Self.set(names, in: machine) }
    initial = set([machine.initial])
    final = set(machine.final)
    everyLiveState = StateSet(bits: set(machine.states).bits & ~final.bits)

    var columns = [Int8](repeating: -1, count: EventKind.allCases.count)
    var next: [UInt16] = []
    for transition in machine.transitions {
      var column = Int(columns[Int(transition.event.rawValue)])
      if column < 0 {
        column = next.count / machine.states.count
        columns[Int(transition.event.rawValue)] = Int8(column)
        next += Array(repeating: 0, count: machine.states.count)
      }
      for state in set(transition.from).states {
        let target = transition.to.map { set([$0]).bits } ?? 1 << UInt16(state)
        next[column * machine.states.count + state] |= target
      }
    }
    self.columns = columns
    drivers = EventKind.allCases.filter { columns[Int($0.rawValue)] >= 0 }
    self.next = next
    let width = machine.states.count
    anyNext = stride(from: 0, to: next.count, by: width).map { start in
      next[start..<start + width].reduce(0, |)
    }
  }

  /// The set of the states with these names.
  func set(_ names: [String]) -> StateSet { Self.set(names, in: machine) }

  private static func set(_ names: [String], in machine: Machine) -> StateSet {
    let places = names.compactMap(machine.states.firstIndex(of:))
    return StateSet(bits: places.reduce(0) { $0 | 1 << UInt16($1) })
  }

  /// Whether the event drives this machine at all.
  func isDriven(by kind: EventKind) -> Bool { columns[Int(kind.rawValue)] >= 0 }

  /// The states after `kind`; empty where no state of `set` allows it.
  func step(_ set: StateSet, on kind: EventKind) -> StateSet {
    let start = Int(columns[Int(kind.rawValue)]) * machine.states.count
    var bits: UInt16 = 0
    var rest = set.bits
    while rest != 0 {
      bits |= next[start + rest.trailingZeroBitCount]
      rest &= rest - 1
    }
    return StateSet(bits: bits)
  }

  /// Where replay goes on after an illegal step: wherever `kind` leads from any state.
  func resynchronized(on kind: EventKind) -> StateSet {
    StateSet(bits: anyNext[Int(columns[Int(kind.rawValue)])])
  }

  /// Every state that at most `count` lost events of these kinds lead to.
  func widen(_ set: StateSet, by count: Int64, kinds: KindSet) -> StateSet {
    var bits = set.bits
    // A machine with n states has no path longer than n - 1 that finds a new one.
    for _ in 0..<min(count, Int64(machine.states.count)) {
      var wider = bits
      for kind in drivers where kinds.contains(kind) {
        wider |= step(StateSet(bits: bits), on: kind).bits
      }
      if wider == bits { break }
      bits = wider
    }
    return StateSet(bits: bits)
  }

  /// The events that are legal in some state of `set`, in the order of the vocabulary.
  func expected(in set: StateSet) -> [EventKind] {
    drivers.filter { !step(set, on: $0).isEmpty }
  }

  /// The state of `set` that counts for an illegal event, and what is said of it: the mildest.
  func verdict(_ set: StateSet, on kind: EventKind) -> (
    state: Int, severity: Severity, cause: String
  ) {
    let verdicts = set.states.map { state in
      let (severity, cause) = illegality(of: kind, in: machine.states[state])
      return (state: state, severity: severity, cause: cause)
    }
    let mildest = verdicts.min { ($0.severity, $0.state) < ($1.severity, $1.state) }
    return mildest ?? (0, machine.severity ?? .error, "")
  }

  private func illegality(of kind: EventKind, in state: String) -> (Severity, String) {
    let patterns: [(String?, EventKind?)] = [(state, kind), (state, nil), (nil, kind), (nil, nil)]
    for (state, event) in patterns {
      let entry = machine.illegal.first { $0.state == state && $0.event == event }
      if let entry { return (entry.severity, entry.cause) }
    }
    return (machine.severity ?? .error, "no known cause: look at the lines around it")
  }

  /// The smallest sets of at most three kinds that, coming first, would make `kind` legal.
  ///
  /// Smallest: no other of the sets is part of one.
  func explanations(_ set: StateSet, on kind: EventKind) -> [KindSet] {
    var found: [KindSet] = []
    var paths: [(set: StateSet, kinds: KindSet)] = [(set, KindSet())]
    for _ in 1...3 {
      var longer: [(set: StateSet, kinds: KindSet)] = []
      for path in paths {
        for driver in drivers {
          let after = step(path.set, on: driver)
          let kinds = path.kinds.union(KindSet([driver]))
          // A kind that changes nothing is in no smallest set.
          if after.isEmpty || after == path.set { continue }
          if found.contains(where: { $0.isSubset(of: kinds) }) { continue }
          if step(after, on: kind).isEmpty {
            longer.append((after, kinds))
          } else {
            found.append(kinds)
          }
        }
      }
      paths = longer
    }
    // A longer path may use fewer kinds than a shorter one that was found first.
    let minimal = found.filter { set in !found.contains { $0 != set && $0.isSubset(of: set) } }
    return minimal.sorted { $0.bits < $1.bits }
  }
}

/// The five machines, compiled.
final class MachineTables: Sendable {
  let process, app, scene, view, task: MachineTable
  /// Which events drive some machine.
  let drivers: KindSet
  /// The states of a scene that is not connected.
  let goneScene: StateSet

  init(_ machines: [Machine] = Machines.all) {
    func table(_ id: MachineID) -> MachineTable {
      MachineTable(machines[Int(id.rawValue)])
    }
    process = table(.process)
    app = table(.app)
    scene = table(.scene)
    view = table(.view)
    task = table(.task)
    drivers = KindSet(machines.flatMap { $0.transitions.map(\.event) })
    let connects = scene.machine.transitions.filter { $0.event == .sceneWillConnect }
    goneScene = scene.set(connects.flatMap(\.from))
  }

  /// The table of one machine.
  subscript(id: MachineID) -> MachineTable {
    switch id {
    case .process: process
    case .app: app
    case .scene: scene
    case .view: view
    case .task: task
    }
  }
}
