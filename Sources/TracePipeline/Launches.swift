package import TraceIngest
package import TraceModel

/// Launch summaries, what their numbers mean, and what was read to make them.
package struct Launches {
  package var symbols = Symbols()
  package var summaries: [LaunchSummary] = []
  /// What became of the lines that were read; none where the launches come from a store.
  package var counts = IngestCounts()
  package var diagnostics = IngestDiagnostics()
  /// The first line that was rejected, as `file:line: reason`.
  package var firstReject: String?
  /// How many records were rejected; of a store, of all that it was given.
  package var rejected: Int64 = 0
  /// Sources that were not read to their end, and all of them.
  package var unread: (count: Int64, all: Int64) = (0, 0)
  /// Names that a log says and that are in no vocabulary, with how often each came.
  package var unknownNames: [String: Int64] = [:]
  /// Warnings about the answer, although nothing failed.
  package var warnings: [String] = []
  /// The events that the summaries were made from.
  package var events: any RecordedEvents

  /// True if the events can be read again; false where summaries alone were read.
  package var holdsEvents: Bool { !(events is SummarizedEvents) }

  /// No launches yet.
  init(events: any RecordedEvents) { self.events = events }
}
