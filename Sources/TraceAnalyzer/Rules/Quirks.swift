package import TraceModel

extension Machine {
  /// The kinds of events whose step may surprise although it is legal.
  static let quirkKinds = KindSet(
    Machines.all.flatMap(\.transitions).filter { $0.quirk != nil }.map(\.event))

  /// Why the step is legal although it surprises, where each way to take it does.
  package func quirk(_ set: StateSet, on kind: EventKind) -> String? {
    let ways = transitions.filter { way in
      way.event == kind && set.states.contains { way.from.contains(states[$0]) }
    }
    return ways.allSatisfy { $0.quirk != nil } ? ways.first?.quirk : nil
  }
}

extension Replay {
  /// A step that is legal and surprises: kept, but told on request alone.
  func quirk(_ step: Step) -> Candidate? {
    guard let (machine, set) = step.before else { return nil }
    let table = bench.tables[machine]
    let legal = set.states.first { !table.step(StateSet(bits: 1 << $0), on: step.kind).isEmpty }
    guard let legal, table.machine.quirk(set, on: step.kind) != nil else { return nil }
    var candidate = Candidate(RuleID(machine), step.moment)
    (candidate.states, candidate.state) = (set, UInt8(legal))
    (candidate.view, candidate.task) = (step.signature.view, step.event.task)
    return candidate
  }
}
