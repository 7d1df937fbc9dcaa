/// A value that an `InternTable` finds again by a hash of its own.
public protocol Internable: Equatable, Sendable {
  /// A hash of the value, made with `WordHash`: equal for equal values, and the same in each run.
  var internHash: UInt64 { get }
}
