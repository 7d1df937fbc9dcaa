package import TraceModel

/// What people see of an ingest: what came in, and what became of the rest.
package struct IngestScreen: Sendable {
  /// A sum and its terms, as in `517 lines = 517 records + 0 blank`.
  package typealias Sum = (whole: String, terms: [(count: Int64, name: String)])

  /// The versions of apps whose launches got new events.
  package var versions: [VersionContents] = []
  /// The number of sources that were opened.
  package var sources = 0
  /// The number of lines that were read.
  package var lines: Int64 = 0
  /// The number of events that are new.
  package var newEvents: Int64 = 0
  /// The number of events that the store had already.
  package var duplicates: Int64 = 0
  /// The number of rejected records.
  package var rejected: Int64 = 0
  /// The number of last lines without an end.
  package var unfinished: Int64 = 0
  /// The number of files in folders that are no logs.
  package var passedOverFiles = 0
  /// The number of launches that an event `launch.earlier` stands for, without events of their own.
  package var earlierLaunches: Int64 = 0
  /// How all lines and records add up.
  package var sums: [Sum] = []
  /// True to show the sums even if no line was rejected or unfinished.
  package var isVerbose = false

  /// An ingest that read no line.
  package init() {}

  /// One line, and notes that deserve a look.
  package var table: Table {
    var notes: [Sentence] = []
    if newEvents > 0, duplicates > 0 { notes.append("\(were(duplicates, "event")) there before") }
    if rejected > 0 { notes.append("\(were(rejected, "record")) rejected: 'tracetool store rejects' shows why") }
    if unfinished > 0 {
      notes.append("\(were(unfinished, "last line")) not finished, to be read again when more is written")
    }
    if passedOverFiles > 0 { notes.append("\(were(passedOverFiles, "file")) skipped") }
    if newEvents > 0, earlierLaunches > 0 {
      notes.append(
        "of \(count: earlierLaunches, "earlier launch") only the line 'launch.earlier' is there: this log is a part of a store"
      )
      notes.append("what only many launches show together, such as medians, is found in this part")
    }
    if isVerbose || rejected > 0 || unfinished > 0 { notes += sums.map(Self.text) }
    return Table(headline, [], [], notes: notes)
  }

  private var headline: Sentence {
    let all: Sentence = "\(count: sources, "source")"
    if newEvents > 0 {
      let launches: Sentence = versions.launches > 0 ? " of \(count: versions.launches, "launch")" : ""
      let origin: Sentence = sources == 1 ? "" : " from \(all)"
      let details: Sentence = versions.text.map { ": \($0)" } ?? ""
      return "\(count: newEvents, "event")\(launches)\(origin)\(details)"
    }
    if lines == 0 { return "nothing new in \(all)" }
    let earlier: Sentence = duplicates > 0 ? ": \(were(duplicates, "event")) there before" : ""
    return "no new event in \(all)\(earlier)"
  }

  private func were(_ count: some BinaryInteger, _ thing: StaticString) -> Sentence {
    "\(count: count, thing) \(count == 1 ? "was" : "were")"
  }

  /// As in `517 lines = 517 records + 0 blank + 0 envelope + 0 unfinished`.
  private static func text(_ sum: Sum) -> Sentence {
    let terms = sum.terms.map { term in
      term.name == "record" ? Units.count(term.count, term.name) : "\(Units.count(term.count)) \(term.name)"
    }
    return "\(name: sum.whole) = \(name: terms.joined(separator: " + "))"
  }
}

/// A field whose values are of a wrong type or out of range, so that they stay in `attributes`.
package struct MisfitField: Sendable, Equatable {
  /// The field's name.
  package var field: String
  /// How many records have such a value.
  package var count: Int64
  /// The first of them, as `file:line`.
  package var firstLocation: String
  /// The value there, as the log has it.
  package var firstValue: String

  /// A field, with the first of its values that do not fit.
  package init(field: String, count: Int64, firstLocation: String, firstValue: String) {
    self.field = field
    self.count = count
    self.firstLocation = firstLocation
    self.firstValue = firstValue
  }
}

extension [MisfitField] {
  /// A table with a row for each field.
  package var table: Table {
    let rows = map { field -> [Cell] in
      [.count(Int(field.count)), .name(field.field), .name(field.firstLocation), .name(field.firstValue)]
    }
    return Table(
      "Fields of a wrong type or out of range, kept in attributes", ["count", "field", "first in", "value"], rows)
  }
}
