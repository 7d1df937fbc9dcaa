import TraceModel

/// How a launch ended, as far as its log shows it.
package enum LaunchEnding: Sendable, Equatable {
  /// An event says that the process ended; `reason` is the log's word for it, empty where it has none.
  case exit(reason: String, event: HistoryEntry)
  /// The process was suspended when the log last showed it: iOS ends such a process without an event.
  case suspended(last: HistoryEntry)
  /// The log ends while the process runs.
  case notRecorded(last: HistoryEntry)
  /// There is no event.
  case nothing

  /// The end of a launch.
  ///
  /// - Parameters:
  ///   - history: All events of the launch, with those of the reports that describe its end.
  ///   - reason: The launch's exit reason as its log has it; empty without one.
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
