package import TraceAnalyzer
package import TraceModel

/// The launches of logs that are followed, as far as they are known by now.
package struct FollowedLaunches {
  /// All launches.
  package var summaries: [LaunchSummary]
  package var symbols: Symbols
  /// Launches of which something came since the last time.
  package var changed: Set<LaunchKey>
  /// Of launches whose events are all numbered: up to this number none is missing.
  package var unbroken: [LaunchKey: Int64]
}
