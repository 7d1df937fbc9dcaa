package import TraceModel

/// How much of each launch is read, from a store or from lines of summaries.
package enum SummaryScope: Sendable, Equatable {
  /// What the aggregates of launch times and the kinds of launches rest on: no names of launches, no milestones outside
  /// of the launch time, no reasons but that the watchdog ended it, and no process of a context.
  case times
  /// All that a launch's own row holds, and what MetricKit counted.
  case launches
  /// What the findings of one launch rest on: all of each launch whose id this is or begins with it, and of the others
  /// what `LaunchSample` says; `all` from logs and lines of summaries, and where a store has no such sample.
  case named(id: String)
  /// What all findings and comparisons rest on: the order of events, and of candidates, tasks and stays what these details
  /// include; no scenes. From logs with reports of Apple's, `all`; from a store all candidates.
  case judged(JudgedDetails)
  /// Scenes, tasks, stays and candidates as well.
  case all

  /// True if tasks, stays and candidates of some launches are asked for.
  package var holdsDetails: Bool { self != .times && self != .launches }

  /// The tasks and stays that are asked for; nil where all or none are.
  package var judged: JudgedDetails? { if case .judged(let details) = self { details } else { nil } }

  /// The tasks and stays that are kept of logs, of which replay finds all; nil where these are.
  package var kept: JudgedDetails? { holdsDetails ? judged : JudgedDetails(leastNanos: .max) }
}
