package import TraceModel

/// A launch's summary on its way into the store, as its rows and its blobs; a class, since lists of launches are handed
/// on whole.
///
/// For speed: the thread that replays a launch packs it, which saves the thread that owns the store a sixth of its
/// instructions.
package final class PackedSummary: Sendable {
  /// The launch's stream.
  package let stream: StreamID
  let ordinal: Int32
  let context: ContextID
  /// What its rows and its blob begin from.
  let base: StreamBase
  let rows: PreparedRows
  /// What its row in `launch_parts` holds.
  let details: PackedDetails
  /// The record in `launch_times`.
  let times: [UInt8]
  /// True if not all records of its stream come from one source.
  let spansSources: Bool

  /// Packs a launch of a stream, whose `first` event as they came is nil without one, and where a rejected line began
  /// the stream.
  package convenience init(_ summary: LaunchSummary, first: Event?, spansSources: Bool, _ texts: TextTable) {
    self.init(summary, after: first.map(StreamBase.init) ?? StreamBase(), spansSources: spansSources, texts)
  }

  /// Packs a launch of a stream that has this base.
  init(_ summary: LaunchSummary, after base: StreamBase, spansSources: Bool = false, _ texts: TextTable) {
    self.spansSources = spansSources
    stream = summary.stream
    ordinal = summary.ordinal
    context = summary.context
    self.base = base
    rows = RowPreparer.rows(of: summary, after: base, texts)
    details = PackedDetails(summary, after: base)
    times = LaunchTimes.packed(summary, LaunchTimes.Signs(summary, texts))
  }
}
