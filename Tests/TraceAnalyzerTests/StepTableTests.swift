import Testing
import TraceModel

@testable import TraceAnalyzer

/// The table of all steps says what each machine says of itself.
@Suite(.tags(.small)) struct StepTableTests {
  @Test(arguments: MachineID.allCases)
  func `every step from every set of states`(_ id: MachineID) {
    let machine = Machines.all[Int(id.rawValue)]
    let table = MachineTable(machine)
    let steps = StepTable(Machines.all.map(MachineTable.init))
    #expect(steps.initial(machine.id) == table.initial)
    #expect(steps.everyLiveState(machine.id) == table.everyLiveState)
    for kind in EventKind.allCases {
      #expect(steps.resynchronized(machine.id, on: kind) == table.resynchronized(on: kind))
      for bits in 0..<UInt16(1 << machine.states.count) {
        let set = StateSet(bits: bits)
        #expect(steps.step(machine.id, set, on: kind) == table.step(set, on: kind))
        #expect(steps.surprises(machine.id, set, on: kind) == !table.quirks(set, on: kind).isEmpty)
      }
    }
  }
}
