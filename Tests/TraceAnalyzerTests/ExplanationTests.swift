import Testing
import TraceAnalyzer
import TraceModel

/// What could have made an illegal step legal, against trying everything.
@Suite(.tags(.small)) struct ExplanationTests {
  @Test(arguments: MachineRun.all + IllegalRun.all.map(\.run))
  func `explanations are the smallest sets of kinds that lead there`(_ run: MachineRun) throws {
    let candidates = try Timeline(run.text).launch().illegal
    let judged = Machines.all.lazy.compactMap { machine in
      candidates.first { $0.rule == RuleID(machine.id) }.map { (machine, $0) }
    }
    let (machine, candidate) = try #require(judged.first)
    var expected: Set<KindSet> = []
    if machine.transitions.contains(where: { $0.event == candidate.kind }) {
      expected = Self.smallest(Self.sets(machine, from: run.state, to: candidate.kind))
    }
    #expect(Set(candidate.explanations) == expected)
    #expect(candidate.explanations.count == expected.count)
  }

  /// The kinds of every way of one to three steps that ends where `kind` is legal.
  private static func sets(_ machine: Machine, from state: String, to kind: EventKind) -> Set<
    KindSet
  > {
    var sets: Set<KindSet> = []
    var ways = [(state: state, kinds: KindSet())]
    for _ in 1...3 {
      ways = ways.flatMap { way in
        machine.transitions.filter { $0.from.contains(way.state) }
          .map { (state: $0.to ?? way.state, kinds: way.kinds.union(KindSet([$0.event]))) }
      }
      for way in ways where leads(machine, way.state, kind) { sets.insert(way.kinds) }
    }
    return sets
  }

  private static func leads(_ machine: Machine, _ state: String, _ kind: EventKind) -> Bool {
    machine.transitions.contains { $0.event == kind && $0.from.contains(state) }
  }

  private static func smallest(_ sets: Set<KindSet>) -> Set<KindSet> {
    sets.filter { set in !sets.contains { $0 != set && $0.isSubset(of: set) } }
  }
}
