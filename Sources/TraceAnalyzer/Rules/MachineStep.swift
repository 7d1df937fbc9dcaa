import TraceModel

/// The message of the rules below: a step is not allowed, or is allowed and surprises.
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
  private static func isSurprising(_ quirk: Candidate, of table: MachineTable, _ launch: JudgedLaunch) -> Bool {
    launch.judging.options.reportsQuirks
      && !table.explanations(quirk.states, on: quirk.kind, usual: true).contains { kinds in
        kinds.kinds.contains { launch.knowledge(of: $0) == .unrecorded }
      }
  }
}

// The rules of the machines, one each: a step that the machine does not allow.

enum ProcessOrder: Rule {
  static let description = RuleDescription(
    .process, "The process machine does not allow the event in its state: an event after the exit, or a second launch.",
    rationale: """
      Events after the end of a process belong to another launch; two launches under one id hide each other's \
      faults.
      """,
    remedy: "Give each launch its own id; look for a reused process id or logs that were joined.",
    source: "Apple, About the app launch sequence")
}

enum AppOrder: Rule {
  static let description = RuleDescription(
    .app, "An application event is not legal in the state of an app without scenes.",
    rationale: "An app that misses a callback saves too late, or keeps running what it should have paused.",
    remedy: "Compare the state before the event with the events that were legal there.",
    source: "Apple, Managing your app's life cycle")
}

enum SceneOrder: Rule {
  static let description = RuleDescription(
    .scene, "A scene event is not legal in the state of its scene.",
    rationale: """
      Apps save state and rebuild interfaces in these callbacks; a callback out of order loses one or the other.
      """,
    remedy: """
      Compare the state before the event with the events that were legal there; check that each scene's events \
      carry its id.
      """,
    source: "Apple, Managing your app's life cycle; UISceneDelegate")
}

enum ViewOrder: Rule {
  static let description = RuleDescription(
    .view, "The appearance calls of a view controller are unbalanced.",
    rationale: "Work that begins in one appearance call and ends in its counterpart runs twice or never stops.",
    remedy: "Forward appearance calls from container view controllers, and do not present during a transition.",
    source: "Apple, UIViewController")
}

enum TaskOrder: Rule {
  static let description = RuleDescription(
    .task, "A background task began or ended in a state that does not allow it.",
    rationale: "An assertion that the app can no longer end makes iOS end the app when its time is up.",
    remedy: "Keep one identifier for each begin, and set it to invalid after its end.",
    source: "Apple DTS, UIApplication Background Task Notes",
    code: CodeExample(
      wrong: """
        app.endBackgroundTask(task)  // and once more in the expiration handler
        """,
      right: """
        func end() {
          if task == .invalid { return }
          app.endBackgroundTask(task)
          task = .invalid
        }
        """))
}

extension RuleDescription {
  /// The rule of a machine.
  fileprivate init(
    _ machine: MachineID, _ summary: String, rationale: String, remedy: String, source: String, code: CodeExample? = nil
  ) {
    self.init(
      id: RuleID(machine), severity: .byMachine, summary: summary, rationale: rationale, remedy: remedy,
      source: source, sees: .machine(machine), settles: .withStep, traits: [], message: MachineStep.draft, code: code)
  }
}
