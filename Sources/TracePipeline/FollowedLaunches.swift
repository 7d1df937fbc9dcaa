package import TraceAnalyzer
package import TraceModel

/// The launches of followed logs, as far as the logs show them by now.
package struct FollowedLaunches {
  /// All launches.
  package var summaries: [LaunchSummary]
  /// The texts, contexts and streams that numbers in `summaries` stand for.
  package var symbols: Symbols
  /// Launches with events that came since the last call of `FollowRun.launches`.
  package var changed: Set<LaunchKey>
  /// The `seq` up to which no event is missing, for launches whose events all have one.
  package var unbroken: [LaunchKey: Int64]
}
