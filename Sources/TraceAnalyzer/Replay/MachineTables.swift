package import TraceModel

/// The five machines, compiled.
final class MachineTables: Sendable {
  /// The machines by which launches are judged, compiled once: that takes as long as judging some hundred launches.
  static let standard = MachineTables()

  private let tables: [MachineTable]
  let steps: StepTable
  /// The machines that an event drives, as bits; by `EventKind.rawValue`.
  let driven: [UInt8]
  let goneScene, activeScene, foregroundScene: StateSet
  /// The state of a process that iOS has suspended, not only prewarmed.
  let suspendedProcess: StateSet
  /// By `EventKind.rawValue`.
  let traits = EventKind.allCases.map(Traits.init)
  /// The builders that read an event; by `EventKind.rawValue`.
  let builders: [ReplayBuilders]

  /// Compiles `machines`; each builder reads the events of its kinds, or with `showsAll` all events.
  init(_ machines: [Machine] = Machines.all, showsAll: Bool = false) {
    let tables = machines.map(MachineTable.init)
    self.tables = tables
    steps = StepTable(tables)
    builders = EventKind.allCases.map { showsAll ? .all : ReplayBuilders($0, tables) }
    driven = EventKind.allCases.map { kind in
      tables.reduce(0) { $0 | ($1.isDriven(by: kind) ? 1 << $1.machine.id.rawValue : 0) }
    }
    let scene = machines[Int(MachineID.scene.rawValue)]
    goneScene = StateSet(["unattached", "disconnected"], in: scene)
    activeScene = StateSet(["active"], in: scene)
    foregroundScene = StateSet(["foregrounding", "active", "inactive"], in: scene)
    suspendedProcess = StateSet(["suspended"], in: machines[Int(MachineID.process.rawValue)])
  }

  @inline(__always) func drives(_ machine: MachineID, _ kind: EventKind) -> Bool {
    driven[Int(kind.rawValue)] >> machine.rawValue & 1 == 1
  }

  @inline(__always) subscript(id: MachineID) -> MachineTable { tables[Int(id.rawValue)] }

  subscript(rule: RuleID) -> MachineTable? { tables.first { RuleID($0.machine.id) == rule } }
}

/// A machine compiled to bit masks: a step is a look-up for each possible state.
///
/// A class, as all replays share the machines.
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

  func isDriven(by kind: EventKind) -> Bool { drivers.contains(kind) }

  /// The states after `kind`; empty if no state of `set` allows it.
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

  func surprising(on kind: EventKind) -> StateSet { StateSet(bits: surprises[Int(kind.rawValue)]) }

  /// The states of `set` in which `kind` is legal and surprises; empty if it may be usual.
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

  /// The events that are legal in a state of `set`, in the order of the vocabulary.
  func expected(in set: StateSet) -> [EventKind] { drivers.filter { !step(set, on: $0).isEmpty } }

  /// The state of `set` with the mildest verdict on an illegal or surprising event, and that verdict.
  func verdict(_ set: StateSet, on kind: EventKind) -> (state: Int, severity: Severity, cause: String) {
    let verdicts = set.states.map { state in
      let quirk = machine.quirk(in: machine.states[state], on: kind)
      let entry = illegality(of: kind, in: state)
      let cause = quirk ?? entry?.cause ?? "no known cause: look at the lines around it"
      let severity = quirk == nil ? entry?.severity ?? machine.severity ?? .error : .quirk
      return (state: state, severity: severity, cause: cause)
    }
    return verdicts.min { $0.severity < $1.severity } ?? (0, machine.severity ?? .error, "")
  }

  private func illegality(of kind: EventKind, in number: Int) -> Machine.Illegal? {
    let state = machine.states[number]
    let patterns: [(String?, EventKind?)] = [(state, kind), (state, nil), (nil, kind), (nil, nil)]
    return patterns.lazy.compactMap { state, event in
      self.machine.illegal.first { $0.state == state && $0.event == event }
    }.first
  }

  /// The sets of at most three kinds that, coming first, would make `kind` legal (`usual`: and no surprise), without
  /// those that contain another one.
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
          // A kind that changes no state is in no smallest set.
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
  init(_ names: [String], in machine: Machine) {
    let indices = names.compactMap(machine.states.firstIndex(of:))
    self.init(bits: indices.reduce(0) { $0 | 1 << UInt16($1) })
  }
}

extension Machine {
  /// Why an event is legal in a state although it surprises.
  package func quirk(in state: String, on kind: EventKind) -> String? {
    transitions.first { $0.event == kind && $0.from.contains(state) }?.quirk
  }
}

/// The five life-cycle machines, as `machines.txt` has them.
///
/// Sources: Apple, *Managing your app's life cycle*, *About the app launch sequence*, *About the background execution
/// sequence*, *Transitioning to the UIKit scene-based life cycle*; quirks from field reports (openradar 14075101 and
/// 14295449, duckduckgo/iOS 3660, 3704 and 3710, duckduckgo/apple-browsers 4316, SalesforceMobileSDK-iOS 3679).
package enum Machines {
  /// All machines, in the order in which they judge.
  package static let all = zip(MachineID.allCases, PackageResources.machines_txt.lines.split(separator: ""))
    .map(Machine.init)
}

/// All steps of all machines in one array, for speed: replay makes a step for each event.
///
/// A machine is nearly always in one certain state: then a step is one look-up here, without a reference to a machine's
/// own table, and needs 15 instructions instead of 60. All cores share those tables, and counting a reference that
/// another core counts takes longer than the step. `MachineTable` stays the definition; a test compares the two.
struct StepTable: Sendable {
  /// At most 16 states a machine, and 128 kinds.
  private static let stateBits = 4
  private static let kindBits = 7

  /// Where one state goes on one event, as bits, by machine, kind and state; 0 where that is illegal.
  private let next: [UInt16]
  /// As in `MachineTable`, by machine and kind.
  private let surprises: [UInt16]
  private let reached: [UInt16]
  /// The state in which an instance begins, and all its living states, by machine.
  private let initial: [StateSet]
  private let everyLiveState: [StateSet]

  init(_ tables: [MachineTable]) {
    precondition(EventKind.allCases.count <= 1 << Self.kindBits, "widen StepTable.kindBits")
    var next = [UInt16](repeating: 0, count: tables.count << (Self.kindBits + Self.stateBits))
    var surprises = [UInt16](repeating: 0, count: tables.count << Self.kindBits)
    var reached = surprises
    for table in tables {
      for kind in EventKind.allCases {
        let row = Self.row(table.machine.id, kind)
        surprises[row] = table.surprising(on: kind).bits
        reached[row] = table.resynchronized(on: kind).bits
        for state in table.machine.states.indices {
          next[row << Self.stateBits + state] = table.step(StateSet(bits: 1 << UInt16(state)), on: kind).bits
        }
      }
    }
    self.next = next
    self.surprises = surprises
    self.reached = reached
    initial = tables.map(\.initial)
    everyLiveState = tables.map(\.everyLiveState)
  }

  private static func row(_ machine: MachineID, _ kind: EventKind) -> Int {
    Int(machine.rawValue) << kindBits + Int(kind.rawValue)
  }

  @inline(__always) func step(_ machine: MachineID, _ set: StateSet, on kind: EventKind) -> StateSet {
    let start = Self.row(machine, kind) << Self.stateBits
    var bits: UInt16 = 0
    var rest = set.bits
    while rest != 0 {
      bits |= next[start + rest.trailingZeroBitCount]
      rest &= rest - 1
    }
    return StateSet(bits: bits)
  }

  /// True if `kind` is legal in `set`, and surprises in each state that allows it.
  @inline(__always) func surprises(_ machine: MachineID, _ set: StateSet, on kind: EventKind) -> Bool {
    let surprising = surprises[Self.row(machine, kind)] & set.bits
    return surprising != 0 && step(machine, StateSet(bits: set.bits & ~surprising), on: kind).isEmpty
  }

  /// Wherever `kind` leads `machine` from any state.
  @inline(__always) func resynchronized(_ machine: MachineID, on kind: EventKind) -> StateSet {
    StateSet(bits: reached[Self.row(machine, kind)])
  }

  @inline(__always) func initial(_ machine: MachineID) -> StateSet { initial[Int(machine.rawValue)] }

  @inline(__always) func everyLiveState(_ machine: MachineID) -> StateSet { everyLiveState[Int(machine.rawValue)] }
}

/// The builders of a launch's summary that read events of one kind, as bits.
///
/// For speed: an event is shown only to the builders of its kind, mostly two. Each builder lists its kinds beside the
/// code that reads them. A test checks that a replay that shows every event to every builder (`all`) gives equal
/// summaries.
struct ReplayBuilders: OptionSet, Sendable {
  let rawValue: UInt16
  static let launchOrder = Self(rawValue: 1)
  static let milestones = Self(rawValue: 2)
  static let whereabouts = Self(rawValue: 4)
  static let tasks = Self(rawValue: 8)
  static let swipedAway = Self(rawValue: 16)
  static let use = Self(rawValue: 32)
  /// The runs of named work, background tasks and events of the app's own.
  static let named = Self(rawValue: 64)
  static let resumes = Self(rawValue: 128)
  /// Steps that are legal and surprise; the machines say which kinds may.
  static let surprises = Self(rawValue: 256)
  static let all: Self = [
    .launchOrder, .milestones, .whereabouts, .tasks, .swipedAway, .use, .named, .resumes, .surprises,
  ]

  init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The builders that read events of this kind, which may be legal and surprise in one of the `machines`.
  init(_ kind: EventKind, _ machines: [MachineTable]) {
    let kinds: [(Self, KindSet)] = [
      (.launchOrder, Replay.launchOrderKinds), (.milestones, MilestoneBuilder.kinds),
      (.whereabouts, StayBuilder.kinds), (.tasks, TaskBuilder.kinds), (.swipedAway, SwipedAway.kinds),
      (.use, UseBuilder.kinds), (.named, NamedWorkBuilder.kinds), (.resumes, ResumeBuilder.kinds),
    ]
    self = kinds.reduce(into: []) { builders, row in if row.1.contains(kind) { builders.insert(row.0) } }
    if machines.contains(where: { !$0.surprising(on: kind).isEmpty }) { insert(.surprises) }
  }
}

/// Properties of a kind for each event, as bits: reading a static `KindSet` needs some 25 instructions.
struct Traits: OptionSet, Sendable {
  let rawValue: UInt8
  /// Caused by the app itself, unless the system reports it.
  static let ofApp = Self(rawValue: 1)
  static let task = Self(rawValue: 2)
  static let work = Self(rawValue: 4)
  /// A step of a scene's life.
  static let scene = Self(rawValue: 8)
  /// A callback whose entry may have no return.
  static let callback = Self(rawValue: 16)
  /// Comes on a thread of the app.
  static let call = Self(rawValue: 32)
  /// Of the process or the app, of which a launch has one each.
  static let ofLaunch = Self(rawValue: 64)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ kind: EventKind) {
    self = kind.family == "task" ? .task : kind.family == "work" ? .work : []
    if EventKind.sceneLife.contains(kind) { insert(.scene) }
    if KindSet.timedCallbacks.contains(kind) || kind == .mainHang { insert(.callback) }
    if !["", "log", "launch"].contains(kind.family) { insert(.ofApp) }
    if !["", "log", "process"].contains(kind.family) { insert(.call) }
    if ["process", "app"].contains(kind.family) { insert(.ofLaunch) }
  }
}
