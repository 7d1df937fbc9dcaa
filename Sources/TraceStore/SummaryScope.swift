package import TraceModel

/// How much of each launch is read, from a store or from logs.
package enum SummaryScope: Sendable, Equatable {
  /// What launch times and kinds rest on: no names of launches, no milestones outside of the launch time, of reasons
  /// only the watchdog's, and no process of a context.
  case times
  /// All of a launch's own row, and MetricKit's counts.
  case launches
  /// What the findings of one launch rest on: all of each launch whose id begins with this one, and of the others what
  /// `LaunchSample` says; `all` from logs and several stores, and where a store has no such sample.
  case named(id: String)
  /// What findings and comparisons rest on: the order of events, and candidates, tasks and stays as these details
  /// include; no scenes. Logs with Apple's reports give `all`; a store gives all candidates.
  case judged(JudgedDetails)
  /// Scenes, tasks, stays and candidates too.
  case all

  /// True if tasks, stays and candidates of launches are wanted.
  package var holdsDetails: Bool { self != .times && self != .launches }

  /// The wanted tasks and stays; nil for all or none.
  package var judged: JudgedDetails? { if case .judged(let details) = self { details } else { nil } }

  /// The tasks and stays to keep of logs, where replay finds all; nil for all.
  package var kept: JudgedDetails? { holdsDetails ? judged : JudgedDetails(leastNanos: .max) }
}
