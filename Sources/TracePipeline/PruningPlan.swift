package import TraceModel

/// What pruning removes from a store, and what stays.
package struct PruningPlan: Sendable {
  /// The launches that go, by their versions.
  package internal(set) var removed: [VersionContents] = []
  /// How many events go.
  package internal(set) var removedEvents: Int64 = 0
  /// How many launches stay.
  package internal(set) var keptLaunches: Int64 = 0
  /// How many launches stay although the rule selects them, because another launch that stays is in the same stream.
  package internal(set) var sharedLaunches: Int64 = 0
  /// How many launches stay because they have no date.
  package internal(set) var undatedLaunches: Int64 = 0
  /// How many launches go but for one line, which decides whether a later launch is cold or warm.
  package internal(set) var earlierLaunches: Int64 = 0

  /// How many launches go.
  package var removedLaunches: Int64 { removed.reduce(0) { $0 + $1.launches } }
}
