package import TraceModel

/// A launch's summary as rows and blobs to be written; a class, as lists of launches are handed on whole.
///
/// For speed: the thread that replays a launch packs it, which saves the store's thread a sixth of its instructions.
package final class PackedSummary: Sendable {
  /// The launch's stream.
  package let stream: StreamID
  let ordinal: Int32
  let context: ContextID
  let base: StreamBase
  let rows: PreparedRows
  /// The blob for `launch_parts`.
  let details: PackedDetails
  /// The record for `launch_times`.
  let times: [UInt8]
  /// True if the records of its stream come from several sources.
  let spansSources: Bool

  /// Packs a launch; `first` is its stream's first event as they came, nil if a rejected line began the stream.
  package convenience init(_ summary: LaunchSummary, first: Event?, spansSources: Bool, _ texts: TextTable) {
    self.init(summary, after: first.map(StreamBase.init) ?? StreamBase(), spansSources: spansSources, texts)
  }

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
