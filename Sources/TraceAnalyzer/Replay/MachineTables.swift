import TraceModel

/// The five machines, compiled.
final class MachineTables: Sendable {
  private let tables: [MachineTable]
  /// The machines that an event drives, as bits; by `EventKind.rawValue`.
  let driven: [UInt8]
  /// The states of a scene that is not connected, of one that is active, and of one that is in the
  /// foreground at all.
  let goneScene, activeScene, foregroundScene: StateSet
  /// By `EventKind.rawValue`.
  let traits = EventKind.allCases.map(Traits.init)

  init(_ machines: [Machine] = Machines.all) {
    let tables = machines.map(MachineTable.init)
    self.tables = tables
    driven = EventKind.allCases.map { kind in
      tables.reduce(0) { $0 | ($1.isDriven(by: kind) ? 1 << $1.machine.id.rawValue : 0) }
    }
    let scene = machines[Int(MachineID.scene.rawValue)]
    goneScene = StateSet(["unattached", "disconnected"], in: scene)
    activeScene = StateSet(["active"], in: scene)
    foregroundScene = StateSet(["foregrounding", "active", "inactive"], in: scene)
  }

  /// The table of one machine.
  @inline(__always) subscript(id: MachineID) -> MachineTable { tables[Int(id.rawValue)] }

  /// The table of the machine that a rule is about.
  subscript(rule: RuleID) -> MachineTable? { tables.first { RuleID($0.machine.id) == rule } }
}
