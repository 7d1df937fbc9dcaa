package import TraceModel

/// Compares each launch with its budget `launch`.
package enum LaunchOverruns {
  /// For each of these launches, whether it surely took longer than its budget; nil where none applies: its time does not
  /// count, or ends before the first frame.
  ///
  /// `launches` are some of those of the summaries in `all`.
  package static func all(
    _ launches: [Launch], of all: [LaunchSummary], symbols: inout Symbols, options: JudgingOptions
  ) -> [Bool?] {
    let judging = JudgingContext(all, &symbols, options)
    return launches.map { launch in
      guard launch.isCounted, let anchors = launch.time.anchors, anchors.hasBudget,
        judging.judges(judging.symbols.context(launch.summary.context)),
        let limit = judging.budgets(of: launch)[.launch]
      else { return nil }
      return launch.isOver(limit)
    }
  }
}
