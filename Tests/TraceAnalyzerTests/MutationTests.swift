import Testing
import TraceAnalyzer

@testable import TraceModel

/// Breaks the machines one transition at a time: some run must notice each.
@Suite(.tags(.small)) struct MutationTests {
  /// One state's way on one event, led elsewhere or nowhere.
  private struct Mutant {
    var machines: [Machine]
    var event: EventKind
    var name: String
  }

  @Test(arguments: MachineID.allCases)
  func `no broken transition goes unnoticed`(_ id: MachineID) {
    let runs = MachineRun.all.filter { $0.machine == id.name }
      .map { run in
        let timeline = Timeline(run.text)
        return (run.text, timeline, Self.verdict(timeline, Machines.all))
      }
    var survivors: [String] = []
    for mutant in Self.mutants(of: id) {
      let isNoticed = runs.contains { text, timeline, verdict in
        text.contains(mutant.event.name) && Self.verdict(timeline, mutant.machines) != verdict
      }
      if !isNoticed { survivors.append(mutant.name) }
    }
    #expect(survivors == [])
  }

  /// What a run gives: rules, places and states of its candidates, and whether they are legal.
  private static func verdict(_ timeline: Timeline, _ machines: [Machine]) -> [String] {
    timeline.summaries(StreamReplay(machines: machines)).flatMap(\.candidates).map { found in
      let machine = machines.first { RuleID($0.id) == found.rule }
      let state = machine?.states[Int(CandidateColumns(found.detail).state)] ?? ""
      let quirk = machine?.quirk(in: state, on: found.kind) ?? "illegal"
      return "\(found.rule.name) \(found.location.line) \(found.states.bits) \(quirk)"
    }
  }

  private static func mutants(of id: MachineID) -> [Mutant] {
    let machine = Machines.all[Int(id.rawValue)]
    return machine.transitions.indices.flatMap { index in
      machine.transitions[index].from.flatMap { from in
        mutants(of: machine, index, from)
      }
    }
  }

  private static func mutants(of machine: Machine, _ index: Int, _ from: String) -> [Mutant] {
    let transition = machine.transitions[index]
    let target = transition.to ?? from
    let others = machine.states.filter { $0 != target }.map(Optional.some)
    return ([nil] + others).map { other in
      var broken = machine
      broken.transitions[index].from.removeAll { $0 == from }
      if let other {
        broken.transitions.append(.init(from: [from], event: transition.event, to: other))
      }
      var machines = Machines.all
      machines[Int(machine.id.rawValue)] = broken
      let name = "\(machine.id.name): \(from) \(transition.event.name) \(other ?? "dropped")"
      return Mutant(machines: machines, event: transition.event, name: name)
    }
  }
}
