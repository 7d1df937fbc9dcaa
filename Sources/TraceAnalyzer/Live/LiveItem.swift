package import TraceModel

/// One line that is printed while a log grows.
///
/// Encoded, without nil members, it is a line of `check --follow --format ndjson` (`Schemas/follow.schema.json`).
package struct LiveItem: Sendable, Encodable, Equatable {
  /// The kinds of lines.
  package enum Kind: String, Sendable, Encodable {
    /// A launch time, or the reason why it does not count.
    case launch
    /// The app went to the background, came back, or ended.
    case state
    /// A fault, or something worth knowing.
    case finding
    /// A printed finding no longer holds, or the task that it is about has ended.
    case correction
    /// A note on the files that are read.
    case note
  }

  /// The kind of the line.
  package var kind: Kind
  /// One sentence for people, without a full stop.
  package var message: Sentence
  /// The number of a finding, from 1; for a correction, of the finding that it corrects.
  package var id: Int?
  /// The launch's name, as reports show it, and the bundle id of its app.
  package var launch, app: String?
  /// The instant on the log's clock: RFC 3339, UTC.
  package var time: String?
  /// The whole finding, as `check` writes it.
  package var finding: Finding?
  /// The kind of a launch, as in `cold`.
  package var launchKind: String?
  /// The launch time and its budget, in nanoseconds.
  package var nanos, budgetNanos: Int64?
  /// Why a launch time does not count.
  package var notCounted: String?
  /// `background`, `foreground` or `ended`.
  package var state: String?

  /// A line with this message alone.
  package init(_ kind: Kind, _ message: Sentence) {
    self.kind = kind
    self.message = message
  }
}
