import TraceAnalyzer
import TraceModel

/// What replay gives, in a few words each, so that tables can hold it.
extension Timeline {
  /// Nature and its reason of each launch: `background app.performFetch`.
  func natures() -> [String] {
    describe { launch, symbols in
      let reason = symbols.texts.string(launch.natureReason)
      return ["\(launch.nature)" + (reason.isEmpty ? "" : " \(reason)")]
    }
  }

  /// How long the resumes of all launches took.
  func resumes() -> [String] {
    describe { launch, _ in launch.resumes.map { $0 == LaunchSummary.unendedResume ? "no end" : Self.words($0) } }
  }

  /// The stays of all launches: line of their begin, length, how they end, what was granted.
  func stays() -> [String] {
    describe { launch, _ in
      launch.stays.map { stay in
        let parts = [
          "\(stay.begin.line)", Self.words(stay.nanos), "\(stay.end)",
          stay.handlerNanos == Event.absent
            ? nil : "handler \(Self.words(stay.handlerNanos))",
          stay.assertionNanos == 0 ? nil : "granted \(Self.words(stay.assertionNanos))",
          stay.isCovered ? "covered" : nil,
        ]
        return parts.compactMap(\.self).joined(separator: " ")
      }
    }
  }

  /// The tasks of all launches: id or name, outcome, time in the background, time to expire.
  func tasks() -> [String] {
    describe { launch, symbols in
      launch.tasks.map { task in
        let id = task.task.isNone ? task.name : task.task
        let nanos = task.backgroundNanos
        let parts = [
          symbols.texts.string(id), "\(task.outcome)",
          nanos == Event.absent ? "unknown" : Self.words(nanos),
          task.expirationNanos == Event.absent
            ? nil : "expired \(Self.words(task.expirationNanos))",
          task.isCovered ? "covered" : nil, task.isSystem ? "system" : nil,
        ]
        return parts.compactMap(\.self).joined(separator: " ")
      }
    }
  }

  /// The milestones of all launches, counted from the timeline's begin; `~` marks an unknown edge.
  func milestones() -> [String] {
    describe { launch, _ in
      let zero = launch.milestones.isUptime ? 0 : Self.epoch
      return Milestones.Name.allCases.compactMap { name in
        guard launch.milestones[name] != Event.absent else { return nil }
        let mark = launch.milestones.isApproximate(name) ? "~" : ""
        return "\(name) \(mark)\(Self.words(launch.milestones[name] - zero))"
      }
    }
  }

  /// How many events each launch holds.
  func counts() -> [Int64] { summaries().map(\.eventCount) }

  private func describe(_ body: (LaunchSummary, Symbols) -> [String]) -> [String] {
    let (launches, symbols) = replayed()
    return launches.flatMap { body($0, symbols) }
  }

  /// Nanoseconds as milliseconds, which all timelines are written in, or as seconds.
  private static func words(_ nanos: Int64) -> String {
    let millis = nanos / 1_000_000
    return millis % 1000 == 0 ? "\(millis / 1000) s" : "\(millis) ms"
  }
}
