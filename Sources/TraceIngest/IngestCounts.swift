/// What became of the lines that were read: nothing is unaccounted for.
///
/// `lines = records + blank + envelope + unfinished`, and
/// `records = new + duplicate + passedOver + rejected`.
package struct IngestCounts: Sendable, Equatable, Encodable {
  package var lines: Int64 = 0
  package var records: Int64 = 0
  package var blank: Int64 = 0
  /// Lines that a format puts around its records; canonical logs have none.
  package var envelope: Int64 = 0
  /// A last line without newline that is no whole record yet.
  package var unfinished: Int64 = 0
  /// Records that gave a new event; a reader does not know which do.
  package var new: Int64 = 0
  package var duplicate: Int64 = 0
  /// Records that were not taken in on request; there is no such request for canonical logs.
  package var passedOver: Int64 = 0
  package var rejected: Int64 = 0
  /// Optional fields of a wrong type or out of range, kept in `attributes`.
  package var misfits: Int64 = 0
  package var duplicateKeys: Int64 = 0
  /// Times without an offset, read in the zone that was given or in UTC.
  package var zoneAssumed: Int64 = 0

  /// Nothing read yet.
  package init() {}

  /// Whether every line and every record is accounted for.
  package var addsUp: Bool {
    lines == records &+ blank &+ envelope &+ unfinished && records == new &+ duplicate &+ passedOver &+ rejected
  }

  /// Adds other counts; those in a trailer of summaries may be any numbers, so that sums may wrap.
  package static func += (sum: inout IngestCounts, other: IngestCounts) {
    let counts: [WritableKeyPath<IngestCounts, Int64>] = [
      \.lines, \.records, \.blank, \.envelope, \.unfinished, \.new, \.duplicate, \.passedOver, \.rejected, \.misfits,
      \.duplicateKeys, \.zoneAssumed,
    ]
    for count in counts { sum[keyPath: count] &+= other[keyPath: count] }
  }
}
