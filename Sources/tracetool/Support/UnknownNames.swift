import TraceAnalyzer
import TraceModel
import TraceReport

/// Names of events that are in no vocabulary, the most frequent first.
struct UnknownNames {
  let counts: [Coverage.NameCount]

  init(_ counts: [String: Int64]) {
    self.counts = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { Coverage.NameCount(name: $0.key, count: $0.value) }
  }

  /// The first of them, each with the option that may give it a meaning.
  func table(_ heading: String = "Unknown event names", limit: Int = 10) -> Table {
    var table = Table(
      heading, ["count", "name", "option"],
      counts.prefix(limit).map { name in
        [.integer(name.count), .text(name.name), .text(Self.option(name.name) ?? "")]
      })
    table.detailCount = 1
    if counts.count > limit {
      table.notes.append("\(limit) of \(Units.count(counts.count)) names; --verbose lists all")
    }
    return table
  }

  private static let known = EventNames.meanings.keys.sorted()

  /// The option that reads `name` as the nearest that is known; nothing if none is near.
  private static func option(_ name: String) -> String? {
    Suggestion.nearest(to: name, among: known).map {
      Suggestion.command(["--rename", "\(name)=\($0)"])
    }
  }
}
