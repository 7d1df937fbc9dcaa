/// How much of what was recorded could be judged.
package struct Coverage: Sendable, Encodable {
  /// Kinds of events that a version of an app should have recorded, and never did.
  package struct NeverRecorded: Sendable, Encodable {
    /// The bundle id of the app, and its version.
    package var app, appVersion: String
    /// The names of the kinds.
    package var kinds: [String]
  }

  /// How often a name came.
  package struct NameCount: Sendable, Encodable {
    /// The name.
    package var name: String
    /// The number of events with it.
    package var count: Int64

    /// A name and its count.
    package init(name: String, count: Int64) {
      self.name = name
      self.count = count
    }
  }

  /// The number of launches.
  package var launches: Int64 = 0
  /// The number of their events.
  package var events: Int64 = 0
  /// Events whose name in the log is not in the vocabulary.
  package var unknownEvents: Int64 = 0
  /// Events of other formats that have no name in the vocabulary: their reader named them, as in `log.message`.
  package var unmappedEvents: Int64 = 0
  /// The number of steps of state machines.
  package var stepsSeen: Int64 = 0
  /// The number of steps that were judged.
  package var stepsJudged: Int64 = 0
  /// Why the other steps were not judged, the most frequent cause first.
  package var notJudged: [NotJudged] = []
  /// Launches that nothing but their length is known of; nil if there are none.
  package var lengthsOnly: Int64?
  /// The kinds of events that versions of apps never recorded.
  package var neverRecorded: [NeverRecorded] = []
  /// The names of rules whose findings the configuration leaves out; nil if there are none.
  package var rulesOff: [String]?
  /// Names that are not in the vocabulary, where they were counted: the most frequent first.
  package var unknownNames: [NameCount]?
  /// What became of the lines that were read, for a check.
  package var reading: Reading?
  /// Task kinds and exit reasons of the logs that are in no vocabulary; shown on screens only, not in documents.
  package var unknownWords: [UnknownWord] = []

  private enum CodingKeys: String, CodingKey {
    case launches, events, unknownEvents, unmappedEvents, stepsSeen, stepsJudged, notJudged, lengthsOnly, neverRecorded
    case rulesOff, unknownNames, reading
  }

  /// What became of all that was read, whichever launches are selected.
  package struct Reading: Sendable, Encodable {
    /// Events and rejected records.
    package var records: Int64
    /// The rejected records among them.
    package var rejected: Int64
    /// Sources that were not read to their end.
    package var unreadSources: Int64
    /// All sources; nil if all were read to their end.
    package var sources: Int64?
    /// True if logs were read for this answer alone, and no store keeps how far each was read; not in documents.
    package var isOfLogs: Bool

    private enum CodingKeys: String, CodingKey { case records, rejected, unreadSources, sources }

    /// Counts of what was read.
    package init(
      records: Int64, rejected: Int64, unreadSources: Int64 = 0, sources: Int64 = 0, isOfLogs: Bool = false
    ) {
      self.isOfLogs = isOfLogs
      self.records = records
      self.rejected = rejected
      self.unreadSources = unreadSources
      self.sources = unreadSources > 0 ? sources : nil
    }
  }
}
