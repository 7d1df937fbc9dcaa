import TraceModel

/// The time of one launch and its phases, beside the medians of the app's launches of its kind.
package struct LaunchComparison: Sendable, Equatable {
  /// A phase of the launch, beside the median of that phase.
  package struct Phase: Sendable, Equatable {
    package var phase: LaunchPhase
    /// In nanoseconds; nothing where too few launches have the phase.
    package var medianNanos: Int64?
  }

  /// The launch's time in nanoseconds; nothing where it has none.
  package var nanos: Int64?
  /// The median of the group in nanoseconds; nothing of fewer than `Statistics.few` launches, or of a launch whose time
  /// does not count.
  package var medianNanos: Int64?
  /// How many launches of the app have its kind and a time between the same ends that counts.
  package var count: Int
  /// The phases of the launch, in their order.
  package var phases: [Phase]
  /// The phase that makes the launch slower than the others; nothing if none does.
  package var standsOut: OutstandingPhase?
}

extension Launch {
  /// The launch beside those of `launches` that are of its app and kind and are measured between the same ends.
  package func comparison(with launches: [Launch]) -> LaunchComparison {
    let app = Normalised.id(context.app)
    return PhaseMedians(launches.filter { Normalised.id($0.context.app) == app }, time.anchors).comparison(of: self)
  }
}
