package import TraceModel

/// What a rule says, why it matters and what to do: its page in `tracetool explain`.
package struct RuleDescription: Sendable {
  package var rule: RuleID
  /// `machine`, `budget` or `pattern`.
  package var shape: String
  /// How bad it is, in words where that depends.
  package var severity: String
  /// When it is found, in one sentence.
  package var summary: String
  package var rationale: String
  package var remedy: String
  package var source: String
  /// What usually lies behind it, where that is always the same.
  package var cause = ""
  /// Traces that show it, `▸` where it is found, and traces that must not.
  package var found: [String] = []
  package var clean: [String] = []
}

/// The rules of this version.
package enum Catalogue {
  /// The rule with this name.
  package static func description(named name: String) -> RuleDescription? {
    all.first { $0.rule.name == name }
  }

  /// All rules, in the order of their names' families.
  package static let all: [RuleDescription] =
    machinesAndMeasures + PatternRules.all.map { $0.description }

  private static let machinesAndMeasures = [
    machine(
      .orderProcess, "A process event has no legal place: after an exit, or a launch told twice.",
      "What follows a process's end belongs to another launch; two launches under one id hide both.",
      "Give each launch its own id, and look for a reused process id or joined logs.",
      "Apple, About the app launch sequence"),
    machine(
      .orderApp, "An application event has no legal place in an app that lives by its delegate.",
      "An app that misses a callback saves too late, or keeps running what it should have paused.",
      "Look at the state that it was in and at the events that were legal there.",
      "Apple, Managing your app's life cycle"),
    machine(
      .orderScene, "A scene event has no legal place in the life of its scene.",
      "State is saved and interfaces are rebuilt on these events; one out of place loses either.",
      "Look at the state the scene was in; check that each scene's events carry its own id.",
      "Apple, Managing your app's life cycle; UISceneDelegate"),
    machine(
      .orderView, "A view controller's appearance calls are unbalanced.",
      "Work begun in one appearance call and ended in its partner runs twice or for ever.",
      "Forward appearance calls from containers, and do not present during a transition.",
      "Apple, UIViewController"),
    machine(
      .orderTask, "A background task is begun or ended where it can't be.",
      "An assertion that can no longer be ended gets the app killed when its time is up.",
      "Keep one identifier per begin, and set it to invalid after its end.",
      "Apple DTS, UIApplication Background Task Notes"),
    RuleDescription(
      rule: .orderLaunch, shape: "pattern", severity: "error",
      summary: "A scene connected before the app's didFinishLaunching was entered.",
      rationale: "A scene delegate relies on what the application delegate has set up.",
      remedy: "Look for a buffered log, or events of two launches under one id.",
      source: "Apple, About the app launch sequence"),
    RuleDescription(
      rule: .backgroundHandlerOverrun, shape: "budget", severity: "error",
      summary: "didEnterBackground took longer than background.handler.",
      rationale: "iOS kills an app that has not returned from it in about five seconds.",
      remedy: "Begin a background task and do the work outside the callback.",
      source: "Apple, applicationDidEnterBackground(_:)"),
    RuleDescription(
      rule: .backgroundTaskOverrun, shape: "budget", severity: "error, or warning from 25 s",
      summary: "A task, or all assertions of one stay together, ran in the background over budget.",
      rationale: "The time belongs to the app: iOS kills it when the time is up and a task runs.",
      remedy:
        "End the task sooner, in its expiration handler at the latest; use a BGProcessingTask.",
      source: "Apple DTS, UIApplication Background Task Notes"),
    RuleDescription(
      rule: .backgroundTaskLeaked, shape: "pattern",
      severity: "error; note for a task that is only open",
      summary: "A background task expired or outlived the process's sleep and was never ended.",
      rationale: "iOS kills an app that leaves a task open after its expiration handler.",
      remedy: "End the task on every path, and in its expiration handler.",
      source: "Apple, beginBackgroundTask(withName:expirationHandler:)"),
    RuleDescription(
      rule: .traceGap, shape: "pattern", severity: "note",
      summary: "seq has a hole: the recorder counted events that the log does not hold.",
      rationale:
        "What is lost is never held against the app, but what it hid is not judged either.",
      remedy: "Export the whole log; look for a recorder that drops lines under load.",
      source: "the event record: seq counts without holes"),
    RuleDescription(
      rule: .traceUnrecorded, shape: "fold", severity: "note",
      summary: "Kinds that an app's log never holds kept steps from being judged.",
      rationale:
        "A step is no fault where the event that would have made it legal is not recorded.",
      remedy: "Record those kinds, or declare what is recorded with the field records.",
      source: "this project"),
  ]

  private static func machine(
    _ rule: RuleID, _ summary: String, _ rationale: String, _ remedy: String, _ source: String
  ) -> RuleDescription {
    RuleDescription(
      rule: rule, shape: "machine", severity: "as the state and event say", summary: summary,
      rationale: rationale, remedy: remedy, source: source)
  }
}
