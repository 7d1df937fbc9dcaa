package import TraceModel

/// What people see of a store.
package struct StoreScreen: Sendable {
  /// A name with the number of records that have it.
  package typealias Counted = (name: String, count: Int64)

  /// The path, as it was given.
  package var path: String
  /// The size of the file.
  package var bytes: Int64 = 0
  /// The number of events.
  package var events: Int64 = 0
  /// Launches that only a line stands for, which decides the kinds of those after them.
  package var earlierLaunches: Int64 = 0
  /// The launches of each version of an app.
  package var versions: [VersionContents] = []
  /// The launches of each month and app, the latest month first.
  package var months: [MonthContents] = []
  /// The number of devices that the logs name.
  package var devices: Int64 = 0
  /// The names of the formats that sources were read as.
  package var formats: [String] = []
  /// The number of sources.
  package var sources: Int64 = 0
  /// Sources that were not read to their end, by their paths.
  package var unread: [String] = []
  /// Rejected records by their reason, the most frequent first.
  package var rejects: [Counted] = []
  /// The most frequent names of events that are in no vocabulary.
  package var unknownNames: [Counted] = []

  private static let mostMonths = 12
  private static let mostUnread = 5

  /// An empty store at `path`.
  package init(path: String) { self.path = path }

  /// The versions of apps, their origin, and records and names that were not understood.
  package var tables: [Table] {
    var first = versions.table
    first.heading = "Store \(name: path)"
    first.notes = [contents] + earlierNote + sourceNotes + (rejects.isEmpty ? ["no reject"] : [])
    let count = rejects.reduce(0) { $0 + $1.count }
    return [
      [first], monthTable,
      Self.table("\(count: count, "reject"), 'tracetool store rejects' lists them", "reason", rejects),
      Self.table("Unknown event names, the most frequent", "name", unknownNames),
    ].flatMap(\.self)
  }

  /// A month's share of the file is its share of all events, as every event uses nearly as much.
  private var monthTable: [Table] {
    if months.count < 2 { return [] }
    let all = max(months.reduce(0) { $0 + $1.events }, 1)
    let rows: [[Cell]] = months.prefix(Self.mostMonths).map { month in
      let size = Int64(Double(bytes) * (Double(month.events) / Double(all)))
      return [
        month.month.isEmpty ? .text("no date") : .name(month.month), .name(month.app), .count(Int(month.launches)),
        .count(Int(month.events)), .name(Units.bytes(size)),
      ]
    }
    var table = Table("Size by month, about", ["month", "app", "launches", "events", "size"], rows)
    let more = months.dropFirst(Self.mostMonths)
    if !more.isEmpty {
      let events = more.reduce(0) { $0 + $1.events }
      table.notes.append("and \(count: more.count, "row") of earlier months, with \(count: events, "event")")
    }
    return [table]
  }

  private static func table(_ heading: Sentence, _ title: Sentence, _ counted: [Counted]) -> [Table] {
    let rows = counted.map { [Cell.count(Int($0.count)), .name($0.name)] }
    return rows.isEmpty ? [] : [Table(heading, ["count", ColumnHeading(title)], rows)]
  }

  private var contents: Sentence {
    let named: Sentence = devices > 0 ? " on \(count: devices, "device")" : ""
    return "\(name: Units.bytes(bytes)), \(count: events, "event") of \(count: versions.launches, "launch")\(named)"
  }

  private var earlierNote: [Sentence] {
    if earlierLaunches == 0 { return [] }
    return [
      "of \(count: earlierLaunches, "earlier launch") only the line 'launch.earlier' is left, by which later launches are cold or warm"
    ]
  }

  private var sourceNotes: [Sentence] {
    let all: Sentence = "\(count: sources, "source")"
    let form: Sentence = formats.isEmpty ? "" : " (\(name: formats.joined(separator: ", ")))"
    if unread.isEmpty {
      let end: Sentence = sources == 0 ? "" : sources == 1 ? ", read to its end" : ", each read to its end"
      return ["\(all)\(form)\(end)"]
    }
    let were: Sentence = unread.count == 1 ? "was" : "were"
    let more = unread.count - Self.mostUnread
    let note: Sentence =
      "\(count: unread.count) of \(all)\(form) \(were) not read to the end: run 'tracetool ingest' again"
    let rest: [Sentence] = more > 0 ? ["  and \(count: more) more"] : []
    return [note] + unread.prefix(Self.mostUnread).map { "  \(name: $0)" } + rest
  }
}
