import TraceModel

/// `background.task-refused`: BackgroundTasks refused a request for a task.
final class TaskRefused: PatternRule {
  static let description = RuleDescription(
    id: .`background.task-refused`,
    severity: .always(.note),
    summary: "The system rejected a request for a background task, so the task will never run.",
    rationale: "The app relies on work that is never done.",
    cause: "Background App Refresh is off, too many requests are pending, or Info.plist does not name the task",
    remedy: "'tracetool explain BGTaskSchedulerErrorDomain' says what each code means, and what to do.",
    source: "Apple, BGTaskScheduler.submit(_:); BGTaskScheduler.Error.Code",
    sees: .steps([.taskSubmit], keeps: .each),
    settles: .withLaunch,
    traits: [],
    message: { found in
      let reason = found.name ?? ""
      let code: Sentence = TaskRefusal(reason).map { " (code \($0.code))" } ?? ""
      let why: Sentence = reason.isEmpty ? "" : ": \(name: reason)\(code)"
      return FindingDraft(
        message: "BGTaskScheduler rejected the request for a task\(why)", names: [Normalised.name(reason)])
    },
    found: [
      """
        0 s app.didFinishLaunching
      ▸ 1 s task.submit kind=appRefresh task=fetch success=false reason=notPermitted
      """
    ],
    clean: [
      """
        0 s app.didFinishLaunching
        1 s task.submit kind=appRefresh task=fetch
        2 s task.submit kind=appRefresh task=fetch success=true
      """
    ])

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    guard step.signature.success == false else { return nil }
    return Candidate(.`background.task-refused`, step.orderedEvent, name: step.signature.reason)
  }
}
