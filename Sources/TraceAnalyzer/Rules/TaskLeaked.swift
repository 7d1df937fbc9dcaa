import TraceModel

/// `background.task-leaked`: a task that was never ended.
enum TaskLeaked: TaskRule {
  static let description = RuleDescription(
    id: .`background.task-leaked`,
    severity: .usually(.error, "note for a task that is only open"),
    summary: "A background task expired, or outlived the suspension of its process, and was never ended.",
    rationale: "iOS ends an app that leaves a task open after its expiration handler.",
    cause: "a path without endBackgroundTask, or an expiration handler that does not end the task",
    remedy: "End the task on every path, and in its expiration handler.",
    source: "Apple, beginBackgroundTask(withName:expirationHandler:)",
    sees: .tasks,
    budgets: JudgingContext.assertionBudgets,
    settles: .withLaunch,
    traits: [],
    message: nil,
    code: CodeExample(
      wrong: """
        task = app.beginBackgroundTask(withName: "upload")
        upload { error in
          guard error == nil else { return }  // never ended
          app.endBackgroundTask(task)
        }
        """,
      right: """
        task = app.beginBackgroundTask(withName: "upload") { end() }
        upload { error in
          DispatchQueue.main.async { end() }  // on every path
        }

        func end() {
          app.endBackgroundTask(task)
          task = .invalid
        }
        """))

  static func concerns(_ task: TaskSummary, _ launch: JudgedLaunch) -> Bool {
    task.outcome == .leaked || task.outcome == .open && launch.mayOverrun(task)
  }

  static func draft(of task: TaskSummary, _ launch: JudgedLaunch) -> FindingDraft? {
    if task.outcome == .leaked {
      // `TaskNotCompleted` says it of this task, and names its kind.
      if TaskNotCompleted.draft(of: task, launch) != nil { return nil }
      let name = launch.name(of: task)
      let hasExpired = task.expire != EventLocation()
      let how: Sentence = hasExpired ? "it expired" : "its process was suspended or killed"
      // The system may have shown it as well, by what it did while the task ran.
      let exit = launch.exitReason
      let isKilled = exit == .backgroundTask || exit == .watchdog
      let isShown = launch.summary.stays.contains {
        ($0.end == .suspended || $0.end == .exited && isKilled) && !$0.isOver(before: task.begin)
      }
      return FindingDraft(
        message: message(name, task) + (task.isUnended ? "" : ", though \(how)"), names: [Normalised.name(name)],
        // What UIKit says, or the system ended the process for, needs no record of ends.
        answered: task.isUnended || exit == .backgroundTask ? [.unrecordedEnd] : [],
        inferred: hasExpired && !isShown && !task.isUnended ? .leaked : nil)
    }
    let declaresEnds = launch.declares([.taskEnd])
    guard task.outcome == .open, !task.isCovered, !task.isSystem, !isLoggedOverdue(task, launch),
      let overrun = launch.overrun(of: task), overrun.budget != .assertionWarning
    else { return nil }
    let name = launch.name(of: task)
    let cause = declaresEnds ? "a leak" : "an end that was not recorded, or a leak"
    return FindingDraft(
      message: "task '\(name: name)' has no end, and the app lived on for \(overrun.ran) in the background",
      names: [Normalised.name(name), "open"], cause: cause,
      severity: .note, overrun: overrun, doubts: declaresEnds ? [] : [.unrecordedEnd])
  }

  /// What the log shows of the end of a leaked task with this name.
  static func message(_ name: String, _ task: TaskSummary) -> Sentence {
    task.isUnended
      ? "task '\(name: name)' was still not ended after its expiration handlers were called, as UIKit says"
      : "task '\(name: name)' was never ended"
  }

  /// True if UIKit itself logged that the task ran for too long.
  private static func isLoggedOverdue(_ task: TaskSummary, _ launch: JudgedLaunch) -> Bool {
    launch.summary.candidates.contains {
      $0.rule == .`background.task-overrun` && $0.location == task.begin && Catalogue.draft(of: $0, launch) != nil
    }
  }
}
