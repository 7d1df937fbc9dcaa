import TraceModel

/// The five machines, compiled.
final class MachineTables: Sendable {
  /// Those by which launches are judged, compiled once: that takes as long as to judge some hundred launches.
  static let standard = MachineTables()

  private let tables: [MachineTable]
  /// The steps of all of them.
  let steps: StepTable
  /// The machines that an event drives, as bits; by `EventKind.rawValue`.
  let driven: [UInt8]
  /// The states of a scene that is not connected, of one that is active, and of one that is in the
  /// foreground at all.
  let goneScene, activeScene, foregroundScene: StateSet
  /// By `EventKind.rawValue`.
  let traits = EventKind.allCases.map(Traits.init)
  /// The parts of replay that look at an event; by `EventKind.rawValue`.
  let parts: [ReplayParts]

  /// Compiles `machines`; each part of replay is shown the events that concern it, or else all events.
  init(_ machines: [Machine] = Machines.all, showsAll: Bool = false) {
    let tables = machines.map(MachineTable.init)
    self.tables = tables
    steps = StepTable(tables)
    parts = EventKind.allCases.map { showsAll ? .all : ReplayParts($0, tables) }
    driven = EventKind.allCases.map { kind in
      tables.reduce(0) { $0 | ($1.isDriven(by: kind) ? 1 << $1.machine.id.rawValue : 0) }
    }
    let scene = machines[Int(MachineID.scene.rawValue)]
    goneScene = StateSet(["unattached", "disconnected"], in: scene)
    activeScene = StateSet(["active"], in: scene)
    foregroundScene = StateSet(["foregrounding", "active", "inactive"], in: scene)
  }

  /// True if such events drive a machine.
  @inline(__always) func drives(_ machine: MachineID, _ kind: EventKind) -> Bool {
    driven[Int(kind.rawValue)] >> machine.rawValue & 1 == 1
  }

  /// The table of one machine.
  @inline(__always) subscript(id: MachineID) -> MachineTable { tables[Int(id.rawValue)] }

  /// The table of the machine that a rule is about.
  subscript(rule: RuleID) -> MachineTable? { tables.first { RuleID($0.machine.id) == rule } }
}
