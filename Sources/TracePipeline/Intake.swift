package import TraceIngest
package import TraceModel

/// What became of the lines that were read: nothing is unaccounted for.
///
/// `lines = records + blank + envelope + unfinished`, and
/// `records = new + duplicate + passedOver + rejected`.
package struct Intake: Sendable, Equatable, Encodable {
  package var lines: Int64 = 0
  package var records: Int64 = 0
  package var blank: Int64 = 0
  /// Lines that a format puts around its records; canonical logs have none.
  package var envelope: Int64 = 0
  /// A last line without newline that is no whole record yet.
  package var unfinished: Int64 = 0
  /// Records that gave a new event.
  package var new: Int64 = 0
  package var duplicate: Int64 = 0
  /// Records that were not taken in on request; there is no such request for canonical logs.
  package var passedOver: Int64 = 0
  package var rejected: Int64 = 0
  /// Optional fields of a wrong type, kept in `attributes`.
  package var misfits: Int64 = 0
  package var duplicateKeys: Int64 = 0
  /// Times without an offset, read in the zone that was given or in UTC.
  package var zoneAssumed: Int64 = 0

  /// Nothing read yet.
  package init() {}

  /// Whether every line and every record is accounted for.
  package var addsUp: Bool {
    lines == records + blank + envelope + unfinished
      && records == new + duplicate + passedOver + rejected
  }

  /// Adds what a reader counted; `new`, `duplicate` and what identity rejects come from elsewhere.
  mutating func add(_ counts: ReadCounts) {
    lines += counts.lines
    records += counts.records
    blank += counts.blank
    unfinished += counts.unfinished
    rejected += counts.rejected
    misfits += counts.misfits
    duplicateKeys += counts.duplicateKeys
    zoneAssumed += counts.zoneAssumed
  }
}

/// A source that could not be read, or not to its end; what came before counts.
package struct SourceFailure: Sendable, Equatable {
  package var source: String
  package var error: IngestError
}

/// How far a run has come, for a progress line.
package struct RunProgress: Sendable {
  package var bytes: Int64 = 0
  /// Of the sources whose size is known.
  package var totalBytes: Int64 = 0
  package var events: Int64 = 0
}

/// Launch summaries with what their numbers mean, and how they were come by.
package struct Launches: Sendable {
  package var symbols = Symbols()
  package var summaries: [LaunchSummary] = []
  package var intake = Intake()
  package var failures: [SourceFailure] = []
  /// The first line that was rejected, as `file:line: reason`.
  package var firstReject: String?
  /// Names that are in no vocabulary, with how often each came.
  package var unknownNames: [String: Int64] = [:]

  /// No launches.
  package init() {}
}
