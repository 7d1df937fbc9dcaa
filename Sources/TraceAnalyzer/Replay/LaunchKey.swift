package import TraceModel

/// Names one launch: its stream, and which one of that it is.
package struct LaunchKey: Hashable, Sendable {
  package let stream: StreamID
  package let ordinal: Int32

  /// The key of the launch that a summary is of.
  package init(_ summary: LaunchSummary) {
    stream = summary.stream
    ordinal = summary.ordinal
  }
}
