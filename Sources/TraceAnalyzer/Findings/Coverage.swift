/// How much of what was recorded could be judged.
package struct Coverage: Sendable, Encodable {
  /// Kinds that were due and that no launch of a recorder holds.
  package struct NeverRecorded: Sendable, Encodable {
    package var app, appVersion: String
    package var kinds: [String]
  }

  /// How often a name came.
  package struct NameCount: Sendable, Encodable {
    package var name: String
    package var count: Int64

    /// A name and its count.
    package init(name: String, count: Int64) {
      self.name = name
      self.count = count
    }
  }

  package var launches: Int64 = 0
  package var events: Int64 = 0
  /// Events whose name, as their log says it, is not in the vocabulary.
  package var unknownEvents: Int64 = 0
  /// Events of other formats that mean nothing in the vocabulary: a reader of ours named them.
  package var unmappedEvents: Int64 = 0
  package var stepsSeen: Int64 = 0
  package var stepsJudged: Int64 = 0
  /// Why the other steps were not judged: what holds for most of them first.
  package var notJudged: [NotJudged] = []
  package var neverRecorded: [NeverRecorded] = []
  /// The names of rules whose findings the configuration leaves out; nil if there are none.
  package var rulesOff: [String]?
  /// Names that are not in the vocabulary, where they were counted: the most frequent first.
  package var unknownNames: [NameCount]?
  /// What the answer rests on beside its launches, where a check was asked.
  package var reading: Reading?
  /// Words of the logs that are in no vocabulary; on screens alone, as the log has them where they are looked for.
  package var unknownWords: [UnknownWord] = []

  private enum CodingKeys: String, CodingKey {
    case launches, events, unknownEvents, unmappedEvents, stepsSeen, stepsJudged, notJudged, neverRecorded
    case rulesOff, unknownNames, reading
  }

  /// What became of all that was read, whichever launches are selected.
  package struct Reading: Sendable, Encodable {
    /// Events and rejected records.
    package var records: Int64
    package var rejected: Int64
    /// Sources that were not read to their end, and all sources where there are such.
    package var unreadSources: Int64
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
