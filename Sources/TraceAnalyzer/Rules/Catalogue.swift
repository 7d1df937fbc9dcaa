package import TraceModel

/// What a rule says, why it matters and what to do: its page in `tracetool explain`.
package struct RuleDescription: Sendable {
  package var rule: RuleID
  /// How bad it is, in words where that depends.
  package var severity: String
  /// When it is found, in one sentence.
  package var summary: String
  package var rationale, remedy, source: String
  /// What usually lies behind it, where that is always the same.
  package var cause = ""
  /// Traces that show it, `▸` where it is found, and traces that must not.
  package var found: [String] = []
  package var clean: [String] = []

  /// The first severity that is named.
  var worst: Severity? { Severity(severity.prefix { $0.isLetter }) }
}

/// The rules of this version.
package enum Catalogue {
  /// The pages of all rules, those of the machines first.
  package static let all = machines + rules.map { $0.description }

  /// The rules that are not a machine's, in the order of their pages.
  static let rules: [any Rule.Type] = [
    EarlyScene.self, HandlerOverrun.self, TaskOverrun.self, TaskLeaked.self, SequenceGap.self, UnrecordedKinds.self,
    SceneAggregate.self, ForegroundAtLaunch.self, NeverActivated.self, MixedCallbacks.self, NoScenes.self,
    MainThreadViolated.self, MainThreadBlocked.self, LaunchWatchdog.self, LaunchAbandoned.self, LaunchCrashed.self,
    SlowResume.self, TerminateHandler.self, TaskLateEnd.self, TaskNotCompleted.self, LateRegistration.self,
    BackgroundKilled.self, MemoryNotReleased.self, MemoryWarningIgnored.self, ClockStep.self, ContextConflict.self,
    SlowLaunch.self, SlowPhase.self,
  ]
  static let taskRules = rules.compactMap { $0 as? any TaskRule.Type }
  static let byID = Dictionary(uniqueKeysWithValues: rules.map { ($0.description.rule, $0) })

  private static let machines = MachineID.allCases.map { machine in
    let place = Int(machine.rawValue) * 4
    return RuleDescription(
      rule: RuleID(machine), severity: "as the state and event say", summary: words[place], rationale: words[place + 1],
      remedy: words[place + 2], source: words[place + 3])
  }

  /// Of each machine: summary, rationale, remedy and source.
  private static let words = """
    A process event has no legal place: after an exit, or a launch told twice.
    What follows a process's end belongs to another launch; two launches under one id hide both.
    Give each launch its own id, and look for a reused process id or joined logs.
    Apple, About the app launch sequence

    An application event has no legal place in an app that lives by its delegate.
    An app that misses a callback saves too late, or keeps running what it should have paused.
    Look at the state that it was in and at the events that were legal there.
    Apple, Managing your app's life cycle

    A scene event has no legal place in the life of its scene.
    State is saved and interfaces are rebuilt on these events; one out of place loses either.
    Look at the state the scene was in; check that each scene's events carry its own id.
    Apple, Managing your app's life cycle; UISceneDelegate

    A view controller's appearance calls are unbalanced.
    Work begun in one appearance call and ended in its partner runs twice or for ever.
    Forward appearance calls from containers, and do not present during a transition.
    Apple, UIViewController

    A background task is begun or ended where it can't be.
    An assertion that can no longer be ended gets the app killed when its time is up.
    Keep one identifier per begin, and set it to invalid after its end.
    Apple DTS, UIApplication Background Task Notes
    """.split(separator: "\n").map(String.init)
}
