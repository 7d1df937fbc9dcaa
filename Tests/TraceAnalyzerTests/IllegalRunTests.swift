import Testing
import TraceAnalyzer
import TraceModel

/// What each machine finds, and how it is reported.
@Suite(.tags(.small)) struct IllegalRunTests {
  @Test(arguments: IllegalRun.all)
  func `an event without a legal place is one finding at that event`(_ row: IllegalRun) throws {
    let timeline = Timeline(row.run.text)
    let findings = timeline.report().findings.filter { $0.rule != .`trace.unrecorded` }
    #expect(findings.map { Int32($0.source?.line ?? 0) } == timeline.marked)
    let finding = try #require(findings.first)
    #expect(finding.rule.name == "order.\(row.run.machine)")
    #expect(finding.severity.name == row.severity)
    #expect(finding.states == [row.run.state])
    #expect(finding.expected == row.expected)
    #expect(finding.event == row.run.marked)
    #expect(finding.launch == "L")
    #expect(finding.app == "app")
  }

  @Test func `every entry of illegal is found with its cause`() {
    let causes = Set(
      IllegalRun.all.flatMap { row in
        Timeline(row.run.text).report().findings.compactMap { finding in
          finding.cause.map { "\(finding.rule.name) \(finding.states ?? []) \($0)" }
        }
      })
    for machine in Machines.all {
      for entry in machine.illegal {
        let isFound = causes.contains {
          $0.hasPrefix("order.\(machine.id.name) [\"\(entry.state ?? "")")
            && $0.hasSuffix(entry.cause)
        }
        #expect(isFound, "\(machine.id.name): \(entry.state ?? "*") \(entry.cause)")
      }
    }
  }

  @Test(arguments: MachineRun.all)
  func `each transition leads where it should`(_ run: MachineRun) throws {
    let timeline = Timeline(run.text)
    let launch = try timeline.launch()
    let rules = MachineID.allCases.map(RuleID.init)
    let candidates = launch.illegal.filter { rules.contains($0.rule) }
    #expect(candidates.map(\.location.line) == timeline.marked)
    let candidate = try #require(candidates.first)
    let machine = try #require(Machines.all.first { $0.id.name == run.machine })
    #expect(candidate.rule == RuleID(machine.id))
    #expect(candidate.states.states.map { machine.states[$0] } == [run.state])
  }
}
