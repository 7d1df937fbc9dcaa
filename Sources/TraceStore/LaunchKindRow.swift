/// What is known of a launch in view of all launches: its kind and its launch time.
package struct LaunchKindRow: Sendable, Equatable {
  /// The row of the launch's stream, and which launch of the stream it is.
  package var stream, ordinal: Int64
  package var kind, kindReason: String
  /// The launch time in nanoseconds; nothing where there is none.
  package var nanos: Int64?
  /// Where the launch time begins and ends; empty where there is none.
  package var from, to: String
  /// Why the launch time does not count; empty where it does.
  package var notCounted: String

  /// A launch with its kind and its launch time.
  package init(
    stream: Int64, ordinal: Int64, kind: String, kindReason: String, nanos: Int64?, from: String, to: String,
    notCounted: String
  ) {
    self.stream = stream
    self.ordinal = ordinal
    self.kind = kind
    self.kindReason = kindReason
    self.nanos = nanos
    self.from = from
    self.to = to
    self.notCounted = notCounted
  }
}
