package import TraceAnalyzer
package import TraceIngest
package import TraceModel

/// Launch summaries, with the symbols that they use, and what became of the lines that they were made from.
package struct Launches {
  /// The texts, contexts and streams that numbers in `summaries` stand for.
  package var symbols = Symbols()
  /// The launches, in the order of their streams.
  package var summaries: [LaunchSummary] = []
  /// Instead of `summaries`, where only launch times were asked for and a store holds enough for these.
  package var times: TimedSummaries?
  /// In a store, if a launch was named that can be judged without all others: then `summaries` are those of this sample.
  package var sample: LaunchSample?
  /// What became of the lines that were read; all 0 if the launches come from a store.
  package var counts = IngestCounts()
  /// The formats of the sources, and whatever in them was not understood.
  package var diagnostics = IngestDiagnostics()
  /// The first line that was rejected, as `file:line: reason`.
  package var firstReject: String?
  /// The number of rejected records; for a store, in all of its ingests.
  package var rejected: Int64 = 0
  /// The number of sources that were not read to their end, and of all sources.
  package var unread: (count: Int64, all: Int64) = (0, 0)
  /// The names of events that are in no vocabulary, each with the number of its events.
  package var unknownNames: [String: Int64] = [:]
  /// How many records `--keep lifecycle` dropped; and their names, each with their number, which a store does not keep.
  package var dropped: Int64 = 0
  package var droppedNames: [String: Int64] = [:]
  /// The kinds of events that logs hold, but for unknown names; empty of summaries and stores.
  package var knownKinds: Set<EventKind> = []
  /// Warnings about an answer that did not fail.
  package var warnings: [String] = []
  /// The events that the summaries were made from.
  package var events: RecordedEvents

  /// Where details of launches are that memory had no room for.
  var detailsFile: DetailsFile?

  /// Why details of launches could not be read; then whatever was found in the launches is wrong.
  package var failure: (any Error)? { detailsFile?.failure }

  /// Says the same of these launches later, on any thread.
  package var detailsFailure: @Sendable () -> (any Error)? { { [detailsFile] in detailsFile?.failure } }

  /// True if the events can be read again; false where summaries alone were read.
  package var holdsEvents: Bool { events.areKept }

  /// True if there are none.
  package var isEmpty: Bool { summaries.isEmpty && times == nil }

  init(events: RecordedEvents) { self.events = events }
}
