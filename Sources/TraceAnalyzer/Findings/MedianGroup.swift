/// The launches of one version, kind and model whose median time is over its budget.
package final class MedianGroup: Sendable, Equatable {
  /// A part of the launch, in the median of these launches.
  package struct Phase: Sendable, Equatable {
    package var name: String
    package var nanos: Int64
    /// How far it lies over the same phase of the app's other versions; 0 if it does not.
    package var excessNanos: Int64
  }

  /// Empty where the log does not say it.
  package let version, kind, model: String
  /// How many launches there are.
  package let count: Int
  /// Those of them that are over the budget themselves.
  package let overLaunches: [String]
  /// The phase that lies farthest over the app's own median; nothing if no phase is known.
  package let phase: Phase?
  /// The launch that took longest.
  package let slowest: String
  /// How many groups of the app have a median, this one included.
  package let siblingCount: Int

  init(
    version: String, kind: String, model: String, count: Int, overLaunches: [String], phase: Phase?, slowest: String,
    siblingCount: Int
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
      && [a.count, a.siblingCount] == [b.count, b.siblingCount] && a.overLaunches == b.overLaunches
      && a.phase == b.phase
  }
}
