package import TraceModel

/// What a check found, and how much it could judge.
///
/// Encoded as it stands it is the body of the `check` document of `Schemas/check.schema.json`.
package struct CheckReport: Sendable, Encodable {
  /// How many findings there are of each severity.
  package struct Summary: Sendable, Encodable {
    package var error, warning, note, quirk, fingerprints, launchesWithFindings: Int
  }

  /// What it comes to, where a check was asked.
  package var verdict: Verdict?
  package var coverage: Coverage
  package var summary: Summary
  package var findings: [Finding]

  /// A report of these findings, worst first.
  init(coverage: Coverage, findings: [Finding]) {
    self.coverage = coverage
    self.findings = findings
    let counts = findings.map(\.severity).counts
    func count(_ severity: Severity) -> Int { counts[severity.name] ?? 0 }
    summary = Summary(
      error: count(.error), warning: count(.warning), note: count(.note), quirk: count(.quirk),
      fingerprints: Set(findings.map(\.fingerprint)).count,
      launchesWithFindings: Set(findings.compactMap(\.launch)).count)
  }

  /// One row a fingerprint: the findings that say the same of the same app, worst first.
  package var rows: [Row] {
    let places = Dictionary(grouping: findings.indices) { place in
      [findings[place].fingerprint, findings[place].severity, findings[place].confidence]
    }
    return places.values.sorted { $0[0] < $1[0] }.map { places in
      let launches = Set(places.compactMap { findings[$0].launch })
      return Row(count: places.count, launches: launches.count, worst: findings[places[0]])
    }
  }

  /// Findings with one fingerprint.
  package struct Row: Sendable, Encodable {
    package var count: Int
    package var launches: Int
    /// The first of them.
    package var worst: Finding
  }

  /// True if a certain finding that nobody accepted is at least as bad as `severity`.
  package func fails(on severity: Severity) -> Bool { findings.contains { $0.fails(on: severity) } }
}

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

    /// Counts of what was read.
    package init(records: Int64, rejected: Int64, unreadSources: Int64 = 0, sources: Int64 = 0) {
      self.records = records
      self.rejected = rejected
      self.unreadSources = unreadSources
      self.sources = unreadSources > 0 ? sources : nil
    }
  }
}
