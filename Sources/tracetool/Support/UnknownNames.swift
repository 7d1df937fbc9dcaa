import TraceAnalyzer
import TraceModel
import TraceReport

extension [Coverage.NameCount] {
  /// Names that are in no vocabulary, the most frequent first.
  init(unknown counts: [String: Int64]) {
    self = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
      Coverage.NameCount(name: $0.key, count: $0.value)
    }
  }

  /// The first of them, each with the option that may give it a meaning.
  func table(_ heading: String = "Unknown event names", limit: Int = 10) -> Table {
    let known = EventNames.meanings.keys.sorted()
    let rows = prefix(limit).map { unknown -> [Cell] in
      let near = Suggestion.nearest(to: unknown.name, among: known)
      let option = near.map { Suggestion.command(["--rename", "\(unknown.name)=\($0)"]) }
      return [.count(Int(unknown.count)), .text(unknown.name), .text(option ?? "")]
    }
    let all = "\(limit) of \(Units.count(count)) names; --verbose lists all"
    return Table(
      heading, ["count", "name", "option"], rows, notes: count > limit ? [all] : [], details: 1)
  }
}
