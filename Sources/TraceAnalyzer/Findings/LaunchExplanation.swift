package import TraceModel

/// One launch explained: its kind, its time beside others of its kind, how it ended, and what was judged and found.
package struct LaunchExplanation: Sendable {
  /// The launch, event by event.
  package let history: LaunchHistory
  /// Its kind, such as cold or warm.
  package let kind: LaunchKind
  /// The name of the launch before it on its device, which decides its kind; nil if none is known.
  package let previous: String?
  /// Its launch time, or why it has none.
  package let time: LaunchTime
  /// Its time and phases beside those of launches of its kind.
  package let comparison: LaunchComparison
  /// The budget of its time, in nanoseconds; nil without one.
  package let budgetNanos: Int64?
  /// How it ended.
  package let ending: LaunchEnding
  /// How many steps of this launch were judged, and why others were not.
  package let coverage: Coverage

  /// The explanation of one of `launches`, of which those of its app and kind make the medians.
  ///
  /// `findings` contain those that name the launch; `coverage` is of this launch alone.
  package init(
    of launch: Launch, _ recording: Recording, among launches: [Launch], budgetNanos: Int64?, _ findings: [Finding],
    _ coverage: Coverage, _ symbols: Symbols
  ) {
    history = recording.history(findings)
    kind = launch.kind
    previous = launch.previousName
    time = launch.time
    comparison = launch.comparison(with: launches)
    self.budgetNanos = budgetNanos
    ending = LaunchEnding(history, reason: symbols.texts.string(launch.summary.exitReason))
    self.coverage = coverage
  }
}

/// How a launch ended, as far as its log shows it.
package enum LaunchEnding: Sendable, Equatable {
  /// An event says that the process ended; `reason` is the log's word for it, empty without one.
  case exit(reason: String, event: HistoryEntry)
  /// The process was suspended when the log last showed it: iOS ends such a process without an event.
  case suspended(last: HistoryEntry)
  /// The log ends while the process runs.
  case notRecorded(last: HistoryEntry)
  /// There is no event.
  case nothing

  /// The end of a launch, by all its events and those of reports on its end; `reason` is empty without one.
  init(_ history: LaunchHistory, reason: String) {
    let events = history.events.filter { $0.event != nil }
    guard let last = events.last else {
      self = .nothing
      return
    }
    let process = history.states.first { $0.machine == MachineID.process.name }
    if let exit = events.last(where: { $0.event == EventKind.processExit.name }) {
      self = .exit(reason: reason, event: exit)
    } else if process?.states == ["suspended"] {
      self = .suspended(last: last)
    } else {
      self = .notRecorded(last: last)
    }
  }
}
