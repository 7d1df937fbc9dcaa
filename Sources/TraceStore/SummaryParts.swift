/// How much of each launch is read, from a store or from lines of summaries.
package enum SummaryParts: Sendable {
  /// What the aggregates of launch times and the kinds of launches rest on: no names of launches, reasons or milestones
  /// outside of the launch time, and of contexts neither process, model of the device nor recorder.
  case times
  /// All that a launch's own row holds, and what MetricKit counted.
  case launches
  /// Scenes, tasks, stays and candidates as well.
  case all
}
