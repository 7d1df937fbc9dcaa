import Synchronization

/// A part of a comparison that is computed once: when it is run, or when somebody asks for its value before that.
///
/// For speed: parts that do not rest on each other are run on all cores, which takes half the time of a comparison on two.
/// As a value is the same whoever computes it, a report whose parts are not run at all says the same.
///
/// ```swift
/// let median = ComparisonPart { times.median }
/// let longest = ComparisonPart { times.longest }
/// run([median.run, longest.run])
/// return (median.value, longest.value)
/// ```
final class ComparisonPart<Value: Sendable>: Sendable {
  private let compute: @Sendable () -> Value
  private let computed = Mutex<Value?>(nil)

  /// A part that is computed so.
  init(_ compute: @escaping @Sendable () -> Value) { self.compute = compute }

  /// Computes the value, unless that was done.
  @Sendable func run() { _ = value }

  /// The value; who asks while another thread computes it waits.
  var value: Value {
    computed.withLock { known in
      if let known { return known }
      let value = compute()
      known = value
      return value
    }
  }
}
