package import TraceModel

/// What people see of a store.
package struct StoreScreen: Sendable {
  package typealias Counted = (name: String, count: Int64)

  /// As it was given.
  package var path: String
  package var bytes: Int64 = 0
  package var events: Int64 = 0
  package var versions: [VersionContents] = []
  package var devices: Int64 = 0
  package var formats: [String] = []
  package var sources: Int64 = 0
  /// Sources that were not read to their end, by their paths.
  package var unread: [String] = []
  /// Rejected records by their reason, the most frequent first.
  package var rejects: [Counted] = []
  /// The most frequent names of events that are in no vocabulary.
  package var unknownNames: [Counted] = []

  /// So many sources that were not read are named at most.
  private static let mostUnread = 5

  /// An empty store at `path`.
  package init(path: String) { self.path = path }

  /// The screen: what the store is, its versions of apps, where they are from, and what could not be read or is not known.
  package var tables: [Table] {
    var first = versions.table
    first.heading = "Store \(path)"
    first.notes = [contents] + sourceNotes + (rejects.isEmpty ? ["no reject"] : [])
    let count = Units.count(rejects.reduce(0) { $0 + $1.count }, "reject")
    return [
      [first], Self.table("\(count), 'tracetool store rejects' lists them", "reason", rejects),
      Self.table("Unknown event names, the most frequent", "name", unknownNames),
    ].flatMap(\.self)
  }

  /// A table of what was counted; none if there is nothing.
  private static func table(_ heading: String, _ title: String, _ counted: [Counted]) -> [Table] {
    let rows = counted.map { [Cell.count(Int($0.count)), .text($0.name)] }
    return rows.isEmpty ? [] : [Table(heading, ["count", Table.Column(title)], rows)]
  }

  private var contents: String {
    let launches = Units.count(versions.launches, "launch")
    let named = devices > 0 ? " on \(Units.count(devices, "device"))" : ""
    return "\(Units.bytes(bytes)), \(Units.count(events, "event")) of \(launches)\(named)"
  }

  private var sourceNotes: [String] {
    let all = Units.count(sources, "source")
    let form = formats.isEmpty ? "" : " (\(formats.joined(separator: ", ")))"
    if unread.isEmpty {
      let end = sources == 0 ? "" : sources == 1 ? ", read to its end" : ", each read to its end"
      return ["\(all)\(form)\(end)"]
    }
    let were = unread.count == 1 ? "was" : "were"
    let more = unread.count - Self.mostUnread
    let note = "\(Units.count(unread.count)) of \(all)\(form) \(were) not read to the end: run 'tracetool ingest' again"
    return [note] + unread.prefix(Self.mostUnread).map { "  \($0)" }
      + (more > 0 ? ["  and \(Units.count(more)) more"] : [])
  }
}
