import TraceModel

/// A background task over its budget that still runs, by the clock of its log.
struct RunningTask {
  /// The launch and the place where the task begins: no other task begins there.
  struct Key: Hashable {
    var launch: LaunchKey
    var time, uptime, seq: Int64
    var task: TextID
  }

  let key: Key
  let finding: Finding

  /// The running tasks of some launches, in the order of the launches.
  static func all(in launches: [Launch], _ judging: JudgingContext) -> [RunningTask] {
    launches.filter { $0.summary.tasks.contains { $0.outcome == .open } }.flatMap { launch -> [RunningTask] in
      let subject = LaunchFindings(launch, judging)
      guard subject.isJudged else { return [] }
      return subject.summary.tasks.compactMap { RunningTask($0, subject) }
    }
  }

  /// The key of a task.
  static func key(_ task: TaskSummary, of launch: LaunchKey) -> Key {
    Key(launch: launch, time: task.begin.time, uptime: task.begin.uptime, seq: task.begin.seq, task: task.task)
  }

  private init?(_ task: TaskSummary, _ launch: LaunchFindings) {
    guard task.outcome == .open, !task.isCovered, !task.isSystem, let overrun = launch.overrun(of: task),
      overrun.budget != .assertionWarning
    else { return nil }
    let name = launch.name(of: task)
    let draft = FindingDraft(
      message: "task '\(name)' has run \(overrun.ran) in the background and runs on, budget \(overrun.allowed)",
      names: [Normalised.name(name)], overrun: overrun, doubts: [.stillRuns])
    let candidate = Candidate(TaskOverrun.rule, at: task.begin, .taskBegin, task: task.task)
    guard let finding = launch.finding(candidate, draft) else { return nil }
    key = Self.key(task, of: LaunchKey(launch.summary))
    self.finding = finding
  }
}
