import TraceModel
import TracePipeline
import TraceReport
import TraceStore

extension StoreCommand {
  /// What is to be removed.
  ///
  /// - Throws: A usage `Failure` for options of `prune` with another action, or `prune` without one.
  func pruningRule() throws -> PruningRule? {
    if action != .prune {
      let given = ["--before", "--keep-launches", "--yes"].filter(invocation.givenOptions.contains)
      if let option = given.first { throw Failure.usage("\(name: option) is only for 'tracetool store prune'") }
      return nil
    }
    switch (before, keptLaunches) {
    case (let day?, nil): return .before(day)
    case (nil, let count?): return .keepLaunches(count)
    case (nil, nil): throw Failure.usage("'store prune' needs --before DAY or --keep-launches N")
    default: throw Failure.usage("--before and --keep-launches are two rules: give one of them")
    }
  }

  /// Removes what the rule says, or says what it would remove.
  func prune(_ rule: PruningRule?) throws {
    guard let rule else { return }
    let store = try invocation.openStore(.writeExisting)
    try invocation.withProgress { try StoredLaunches(store, report: $0).bringUpToDate() }
    let pruning = try StorePruning(store, rule, removes: isConfirmed)
    let plan = pruning.plan
    try System.stopIfAsked("nothing was removed")
    if isConfirmed, plan.removedLaunches > 0 || plan.removedEvents > 0 {
      try pruning.run()
      try compact(store)
    } else {
      // Others may write while the answer is written.
      try store.rollback()
    }
    var screen = PruningScreen()
    screen.removed = plan.removed
    screen.removedEvents = plan.removedEvents
    screen.keptLaunches = plan.keptLaunches
    screen.sharedLaunches = plan.sharedLaunches
    screen.undatedLaunches = plan.undatedLaunches
    screen.earlierLaunches = plan.earlierLaunches
    screen.isDone = isConfirmed
    try invocation.deliver(RowsAnswer(screen.table, schema: "prune", member: "removed"))
  }

  private func compact(_ store: EventStore) throws {
    do {
      try store.compact()
    } catch {
      // The launches are removed: the next ingest uses the room.
      invocation.complain("the launches were removed, but the file keeps its size: \(error)")
    }
  }
}
