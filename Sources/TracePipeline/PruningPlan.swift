package import TraceModel

/// What pruning removes from a store, and what stays.
package struct PruningPlan: Sendable {
  /// The launches that go, by their versions.
  package internal(set) var removed: [VersionContents] = []
  package internal(set) var removedEvents: Int64 = 0
  /// How many launches stay.
  package internal(set) var keptLaunches: Int64 = 0
  /// The launches that stay although the rule is for them, as another launch that stays has events in the same stream.
  package internal(set) var sharedLaunches: Int64 = 0
  /// The launches that stay as nothing says on which day they were.
  package internal(set) var undatedLaunches: Int64 = 0
  /// The launches that go and of which a line stays, since others are cold or warm in view of them.
  package internal(set) var earlierLaunches: Int64 = 0

  /// How many launches go.
  package var removedLaunches: Int64 { removed.reduce(0) { $0 + $1.launches } }
}
