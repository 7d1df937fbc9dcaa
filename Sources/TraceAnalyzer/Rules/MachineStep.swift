import TraceModel

/// The message that the five rules of machines share: a step is not allowed, or is allowed and surprises.
enum MachineStep {
  static func draft(_ found: CandidateInLaunch) -> FindingDraft? {
    let candidate = found.candidate
    let launch = found.launch
    guard let table = launch.judging.tables[candidate.rule] else { return nil }
    let all = table.machine.states
    guard !candidate.states.isEmpty, candidate.states.bits >> all.count == 0 else { return nil }
    let verdict = table.verdict(candidate.states, on: found.kind)
    if verdict.severity == .quirk, !isSurprising(candidate, of: table, launch) { return nil }
    let states = candidate.states.states.map { all[$0] }
    let subjects = [("task", candidate.task), ("view", candidate.view), ("scene", candidate.scene)]
    let subject = subjects.lazy.compactMap { word, id in
      launch.text(id).map { " (\(name: word) '\(name: $0)')" as Sentence }
    }
    let isVague = candidate.doubts.contains(.scenesWithoutIDs)
    return FindingDraft(
      message: "\(name: found.kind.name) came while the \(name: table.machine.id.name) was"
        + " \(name: states.joined(separator: " or "))\(subject.first ?? "")"
        + (isVague ? "; without ids two scenes look like one" : ""), names: [all[verdict.state], found.kind.name],
      cause: verdict.cause, severity: verdict.severity, view: found.view, states: states,
      expected: table.expected(in: candidate.states).map(\.name))
  }

  /// False for a quirk that events which this log never records would make usual.
  private static func isSurprising(_ quirk: Candidate, of table: MachineTable, _ launch: LaunchFindings) -> Bool {
    launch.judging.options.reportsQuirks
      && !table.explanations(quirk.states, on: quirk.kind, usual: true).contains { kinds in
        kinds.kinds.contains { launch.knowledge(of: $0) == .unrecorded }
      }
  }
}
