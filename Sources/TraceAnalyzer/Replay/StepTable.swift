import TraceModel

/// All steps of all machines in one array, for speed: replay takes a step for each event.
///
/// A machine is nearly always in one state that is certain: then a step is one look-up here, without a reference to a
/// machine's own table, and takes 15 instructions instead of 60. All cores share those tables, and to count references to
/// one that another core counts as well takes longer than the step. `MachineTable` stays the definition; a test compares
/// the two.
struct StepTable: Sendable {
  /// The bits of the number of a state and of a kind: at most 16 states a machine, and 128 kinds.
  private static let stateBits = 4
  private static let kindBits = 7

  /// Where one state goes on one event, as bits, by machine, kind and state; 0 where that is illegal.
  private let next: [UInt16]
  /// The states in which an event is legal and surprises, as bits, by machine and kind.
  private let surprises: [UInt16]
  /// All states that an event leads to, as bits, by machine and kind.
  private let reached: [UInt16]
  /// The state in which an instance begins, and all states of one that lives, by machine.
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

  /// The states of `machine` after `kind`; empty where no state of `set` allows it.
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

  /// True if `kind` is legal in `set`, and surprises in each of its states that allow it.
  @inline(__always) func surprises(_ machine: MachineID, _ set: StateSet, on kind: EventKind) -> Bool {
    let surprising = surprises[Self.row(machine, kind)] & set.bits
    return surprising != 0 && step(machine, StateSet(bits: set.bits & ~surprising), on: kind).isEmpty
  }

  /// Wherever `kind` leads `machine` from any state.
  @inline(__always) func resynchronized(_ machine: MachineID, on kind: EventKind) -> StateSet {
    StateSet(bits: reached[Self.row(machine, kind)])
  }

  /// The state in which an instance of `machine` begins.
  @inline(__always) func initial(_ machine: MachineID) -> StateSet { initial[Int(machine.rawValue)] }

  /// Every state of an instance of `machine` that lives.
  @inline(__always) func everyLiveState(_ machine: MachineID) -> StateSet { everyLiveState[Int(machine.rawValue)] }
}
