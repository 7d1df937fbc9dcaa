/// The launches of one version, kind and model whose median time is over its budget.
package final class MedianGroup: Sendable, Equatable {
  /// A part of the launch, in the median of these launches.
  package struct Phase: Sendable, Equatable {
    /// The phase's name, as in `preMain`.
    package var name: String
    /// Its median, in nanoseconds.
    package var nanos: Int64
    /// By how much it exceeds the same phase of the app's other versions, in nanoseconds; 0 if it does not.
    package var excessNanos: Int64
  }

  /// The version of the app, the kind of the launches, the model of the devices; empty if the log does not have them.
  package let version, kind, model: String
  /// How many launches there are.
  package let count: Int
  /// Those of them that are over the budget themselves.
  package let overLaunches: NamedLaunches
  /// The phase that lies farthest over the app's own median; nothing if no phase is known.
  package let phase: Phase?
  /// The launch that took longest.
  package let slowest: String
  /// How many groups of the app have a median, this one included.
  package let siblingCount: Int

  init(
    version: String, kind: String, model: String, count: Int, overLaunches: NamedLaunches, phase: Phase?,
    slowest: String, siblingCount: Int
  ) {
    self.version = version
    self.kind = kind
    self.model = model
    self.count = count
    self.overLaunches = overLaunches
    self.phase = phase
    self.slowest = slowest
    self.siblingCount = siblingCount
  }

  package static func == (a: MedianGroup, b: MedianGroup) -> Bool {
    [a.version, a.kind, a.model, a.slowest] == [b.version, b.kind, b.model, b.slowest]
      && [a.count, a.siblingCount] == [b.count, b.siblingCount] && a.overLaunches.names == b.overLaunches.names
      && a.phase == b.phase
  }
}
