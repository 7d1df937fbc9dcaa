package import TraceAnalyzer
package import TraceIngest
package import TraceModel

/// Launch summaries with their symbols, and what became of the lines behind them.
package struct Launches {
  /// The texts, contexts and streams that numbers in `summaries` stand for.
  package var symbols = Symbols()
  /// The launches, in the order of their streams.
  package var summaries: [LaunchSummary] = []
  /// Replaces `summaries` where only launch times are wanted and the store's times are enough.
  package var times: TimedSummaries?
  /// Of a store, if a named launch can be judged without all others: then `summaries` are those of this sample.
  package var sample: LaunchSample?
  /// What became of the lines that were read; all 0 for launches of a store.
  package var counts = IngestCounts()
  /// The formats of the sources, and whatever in them was not understood.
  package var diagnostics = IngestDiagnostics()
  /// The first rejected line, as `file:line: reason`.
  package var firstReject: String?
  /// The number of rejected records; for a store, of all its ingests.
  package var rejected: Int64 = 0
  /// The number of sources that were not read to their end, and of all sources.
  package var unread: (count: Int64, all: Int64) = (0, 0)
  /// The names of events that are in no vocabulary, with their counts.
  package var unknownNames: [String: Int64] = [:]
  /// How many records `--keep lifecycle` dropped, and their names with counts, which a store does not keep.
  package var dropped: Int64 = 0
  package var droppedNames: [String: Int64] = [:]
  /// The kinds of events in logs, without unknown names; empty of stores.
  package var knownKinds: Set<EventKind> = []
  /// The events that the summaries were made from.
  package var events: RecordedEvents

  /// True if there are no launches.
  package var isEmpty: Bool { summaries.isEmpty && times == nil }

  init(events: RecordedEvents) { self.events = events }
}
