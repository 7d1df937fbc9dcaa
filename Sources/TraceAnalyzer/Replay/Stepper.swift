import TraceModel

/// Steps one machine instance on one event, and describes what is illegal.
struct Stepper {
  let moment: Moment
  let kind: EventKind
  /// The number of this entry among the launch's entries.
  let entry: Int32
  /// Events lost before it.
  let lostCount: Int64
  let bench: Bench

  /// Leaves the final states: a living process causes this event.
  ///
  /// Where only a final state was possible that is illegal, whichever machine the event belongs to.
  func wake(_ process: inout Instance, _ outcome: inout StepOutcome) {
    let table = bench.tables.process
    guard process.set.bits & table.final.bits != 0, kind != .processExit else { return }
    let living = process.set.bits & ~table.final.bits
    guard living == 0 else {
      process.set.bits = living
      return
    }
    outcome.violation = candidate(process, table)
    process.set = table.everyLiveState
  }

  func step(_ instance: inout Instance, _ table: MachineTable, _ outcome: inout StepOutcome) {
    outcome.isJudged = true
    let after = table.step(instance.set, on: kind)
    if after.isEmpty {
      outcome.violation = outcome.violation ?? candidate(instance, table)
      instance.set = table.resynchronized(on: kind)
    } else {
      instance.set = after
    }
    instance.lastEntry = entry
    let isNumbered = moment.event.seq != Event.absent
    instance.lastInstant = isNumbered ? Event.absent : bench.facts.clock(moment)
  }

  private func candidate(_ instance: Instance, _ table: MachineTable) -> Candidate {
    var candidate = Candidate()
    candidate.rule = RuleID(table.machine.id)
    candidate.kind = kind
    candidate.place = moment.event.place
    candidate.states = instance.set
    candidate.state = UInt8(table.verdict(instance.set, on: kind).state)
    candidate.scene = moment.event.scene
    candidate.view = moment.signature.view
    candidate.task = moment.event.task
    candidate.lostCount = lostCount
    candidate.explanations =
      table.isDriven(by: kind) ? table.explanations(instance.set, on: kind) : []
    let ties =
      instance.lastInstant == bench.facts.clock(moment) && moment.event.seq == Event.absent
    if bench.facts.isOrderInDoubt || ties { candidate.confidence = .possible }
    return candidate
  }
}
